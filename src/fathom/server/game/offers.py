"""What can be played here, and which agreements go together. The games say it, so no page has to know."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec

from fathom.guests import Guest
from fathom.server.game import options_on_wire
from fathom.server.protocol import GameOffer, Switch
from fathom.table import AnyGame, Refused, encoded


def offer(guest: Guest, usual: Any | None) -> GameOffer:
    """A game with its usual options, and what each switch among them excludes."""
    game = guest.rules
    options = usual or game.options_type()
    seats = game.seats(options)
    return GameOffer(
        game=game.name,
        options=options_on_wire.written(guest, options),
        fewest=seats.start,
        most=seats.stop - 1,
        levels=tuple(level.name for level in guest.levels),
        switches=_switches(game, options),
        title=guest.titles(),
        plain=guest.plain,
        fields=guest.fields,
        advice=guest.advice is not None,
        review=guest.reviewing is not None,
    )


LARGE = 1024
"""Bytes of an option that is left out of lists."""


def without_own(options: Any) -> Any:
    """Options as they are listed: without decks and boxes of a table's own, which are told at the table."""
    left_out = {
        field.name: None
        for field in msgspec.structs.fields(options)
        if field.default is None and len(encoded(getattr(options, field.name))) > LARGE
    }
    return msgspec.structs.replace(options, **left_out) if left_out else options


def _switches(game: AnyGame, options: Any) -> dict[str, Switch]:
    names = [field.name for field in msgspec.structs.fields(options) if field.type is bool]
    off = msgspec.structs.replace(options, **dict.fromkeys(names, False))
    excluded = {
        pair
        for pair in combinations(names, 2)
        if not _playable(game, _with(off, *pair)) and _apart(game, off, *pair)
    }
    switches = {}
    for name in names:
        seats = game.seats(_with(off, name))
        others = (other for pair in excluded if name in pair for other in pair if other != name)
        switches[name] = Switch(tuple(sorted(others)), seats.start, seats.stop - 1)
    return switches


def _with(options: Any, *names: str) -> Any:
    return msgspec.structs.replace(options, **dict.fromkeys(names, True))


def _apart(game: AnyGame, off: Any, *names: str) -> bool:
    """Whether each of these can be played without the others."""
    return all(_playable(game, _with(off, name)) for name in names)


def _playable(game: AnyGame, options: Any) -> bool:
    try:
        game.check(options, game.seats(options).stop - 1)
    except Refused:
        return False
    return True
