"""Bots: they get a view and a look, never the state, and play as well as their eyes and their judgement.

What any game's players are is here; those of a game lie in a folder of its own, or in the package that the
game comes in.
"""

from fathom.players.advice import Choice
from fathom.players.levels import Level, UnknownLevel
from fathom.players.player import AnyEyes, AnyPlayer, Eyes, Player, RandomPlayer
from fathom.players.review import Lapse, Review

__all__ = [
    "AnyEyes",
    "AnyPlayer",
    "Choice",
    "Eyes",
    "Lapse",
    "Level",
    "Player",
    "RandomPlayer",
    "Review",
    "UnknownLevel",
]
