"""The opponents that can be asked for by name, game by game, from the weakest to the strongest."""

from __future__ import annotations

from dataclasses import replace as replace_in
from importlib import import_module
from typing import Any

import msgspec
from msgspec.structs import replace

from fathom.players.deepblue import Leviathan, Skipper
from fathom.players.dive.divers import Diver, Snorkeler
from fathom.players.dive.eyes import PIXELS, like_pixels
from fathom.players.dive.searching import SearchingDiver
from fathom.players.player import AnyEyes, AnyPlayer, RandomPlayer
from fathom.shelf import GAMES


class Level(msgspec.Struct, frozen=True):
    """An opponent: a name, a way to play, and the eyes that give it its look, if the game needs any."""

    name: str
    player: AnyPlayer
    eyes: AnyEyes | None = None


class UnknownLevel(Exception):
    """There is no opponent of this name; the message says which there are."""


LEVELS: dict[str, tuple[Level, ...]] = {
    "dive": (
        Level("random", RandomPlayer(GAMES["dive"])),
        Level("snorkeler", Snorkeler(seconds=0.05), like_pixels(sharpness=2.4, fade=0.57, detail=0.7)),
        Level("diver", Diver(seconds=0.25), like_pixels(sharpness=2.9, fade=0.61, detail=0.85)),
        Level("captain", SearchingDiver(256, seconds=0.5), like_pixels(sharpness=3.4, fade=0.65, detail=1.0)),
        Level("leviathan", SearchingDiver(2048, seconds=1.0), PIXELS),
    ),
    "deep-blue": (
        Level("random", RandomPlayer(GAMES["deep-blue"])),
        Level("snorkeler", Skipper(simulations=1, seconds=0.05)),
        Level("diver", Skipper(simulations=3, seconds=0.25)),
        Level("captain", Skipper(simulations=16, seconds=0.5)),
        Level("leviathan", Leviathan(simulations=24, seconds=1.0)),
    ),
}


def level(game: str, name: str) -> Level:
    """The opponent of this name at a game; raises `UnknownLevel`."""
    for known in LEVELS[game]:
        if known.name == name:
            return known
    names = ", ".join(known.name for known in LEVELS[game])
    raise UnknownLevel(f"there is no player “{name}” for {game}; there are {names}")


def named(game: str, name: str) -> Level:
    """The opponent that a name stands for; raises `UnknownLevel`.

    It may be one of ours, `captain@50` for one of ours with another number of simulations, or somebody's own:
    `module:thing`, where the thing is a level, a player, or a class of players that needs no arguments.
    """
    if ":" in name:
        return _own(game, name)
    chosen, _, simulations = name.partition("@")
    known = level(game, chosen)
    if not simulations:
        return known
    own: Any = known.player
    if not hasattr(own, "simulations"):
        raise UnknownLevel(f"“{name}”: {chosen} does not simulate anything")
    if not simulations.isdecimal() or not int(simulations):
        raise UnknownLevel(f"“{name}”: {simulations} is no number of simulations")
    return replace(known, name=name, player=replace_in(own, simulations=int(simulations)))


def _own(game: str, name: str) -> Level:
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
    return Level(name, own, getattr(own, "eyes", LEVELS[game][-1].eyes))


def player(game: str, name: str) -> AnyPlayer:
    """How the opponent of this name plays; raises `UnknownLevel`."""
    return level(game, name).player
