"""The opponents that can be asked for by name, game by game, from the weakest to the strongest."""

from __future__ import annotations

import msgspec

from fathom.players.deepblue import Skipper
from fathom.players.dive import Diver, Snorkeler
from fathom.players.eyes import NoisyEyes
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
        Level("snorkeler", Snorkeler(), NoisyEyes(sharpness=4.0, fade=0.62)),
        Level("diver", Diver(), NoisyEyes()),
    ),
    "deep-blue": (
        Level("random", RandomPlayer(GAMES["deep-blue"])),
        Level("skipper", Skipper()),
    ),
}


def level(game: str, name: str) -> Level:
    """The opponent of this name at a game; raises `UnknownLevel`."""
    for known in LEVELS[game]:
        if known.name == name:
            return known
    names = ", ".join(known.name for known in LEVELS[game])
    raise UnknownLevel(f"there is no player “{name}” for {game}; there are {names}")


def player(game: str, name: str) -> AnyPlayer:
    """How the opponent of this name plays; raises `UnknownLevel`."""
    return level(game, name).player
