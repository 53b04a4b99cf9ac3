"""The plain table: how views and menus of a game without a page of its own go over the wire."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from fathom import guests
from fathom.guests.fields import forms, members
from fathom.server.protocol import PlainMenu
from fathom.table import AnyGame, Menu, Refusal, encoded
from fathom.table.record import raw

LISTED = 500
"""Actions that are listed; beyond that, the client gets forms to fill in."""


def view(game: AnyGame, seen: Any) -> msgspec.Raw:
    """A view for the wire, with the game's name, as all views have it."""
    fields = msgspec.json.decode(encoded(seen))
    return raw({"game": game.name, **fields} if isinstance(fields, dict) else fields)


def menu(game: AnyGame, seen: Any) -> msgspec.Raw:
    """The menu of whoever has this view."""
    offered: Menu[Any] = game.actions(seen)
    count = type(offered).__len__(offered)
    listed = count <= LISTED
    return raw(
        PlainMenu(
            actions=tuple(map(raw, offered)) if listed else (),
            count=count,
            forms=() if listed else forms(game.action_type),
            refusal=None if count else _closed(game, offered),
        )
    )


def _closed(game: AnyGame, offered: Menu[Any]) -> Refusal | None:
    """Why nothing can be done: what the menu says to any action."""
    for action in _any_actions(game.name):
        refusal = offered.refusal(action)
        if refusal is not None:
            return refusal
    return None


@cache
def _any_actions(game: str) -> tuple[Any, ...]:
    """An action of each kind that needs nothing to be said."""
    return tuple(
        struct.cls()
        for struct in members(guests.rules(game).action_type)
        if not any(field.required for field in struct.fields)
    )
