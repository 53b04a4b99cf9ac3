"""Opponents that can be asked for by name, from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replace_in
from importlib import import_module
from typing import Any

import msgspec
from msgspec.structs import replace

from fathom.players.player import AnyEyes, AnyPlayer


class Level(msgspec.Struct, frozen=True):
    """An opponent: a name, a way to play, and the eyes that give it its look, if the game needs any."""

    name: str
    player: AnyPlayer
    eyes: AnyEyes | None = None


class UnknownLevel(Exception):
    """There is no opponent of this name; the message says which there are."""


def level(game: str, levels: Sequence[Level], name: str) -> Level:
    """The one of a game's levels that has this name; raises `UnknownLevel`."""
    for known in levels:
        if known.name == name:
            return known
    names = ", ".join(known.name for known in levels)
    raise UnknownLevel(f"there is no player “{name}” for {game}; there are {names}")


def named(game: str, levels: Sequence[Level], name: str) -> Level:
    """The opponent that a name stands for; raises `UnknownLevel`.

    It may be one of the game's levels, `captain@50` for one of them with another number of simulations, or
    somebody's own: `module:thing`, where the thing is a level, a player, or a class of players that needs no
    arguments.
    """
    if ":" in name:
        return _own(levels, name)
    chosen, _, simulations = name.partition("@")
    known = level(game, levels, chosen)
    if not simulations:
        return known
    own: Any = known.player
    if not hasattr(own, "simulations"):
        raise UnknownLevel(f"“{name}”: {chosen} does not simulate anything")
    if not simulations.isdecimal() or not int(simulations):
        raise UnknownLevel(f"“{name}”: {simulations} is no number of simulations")
    return replace(known, name=name, player=replace_in(own, simulations=int(simulations)))


def _own(levels: Sequence[Level], name: str) -> Level:
    module, _, thing = name.partition(":")
    try:
        found = getattr(import_module(module), thing)
    except (ImportError, AttributeError) as error:
        raise UnknownLevel(f"there is no player “{name}”: {error}") from error
    if isinstance(found, Level):
        return replace(found, name=name)
    own = found() if isinstance(found, type) else found
    if not callable(getattr(own, "choose", None)):
        raise UnknownLevel(f"“{name}” is no player: it has no method “choose”")
    return Level(name, own, getattr(own, "eyes", levels[-1].eyes))
