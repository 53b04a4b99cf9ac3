"""Bots: they get a view and a look, never the state, and play as well as their eyes and their judgement."""

from fathom.players.dive.divers import Diver, Snorkeler
from fathom.players.dive.eyes import NoisyEyes, PixelEyes, Sounding, Soundings
from fathom.players.dive.searching import SearchingDiver
from fathom.players.levels import LEVELS, Level, UnknownLevel, level, named, player
from fathom.players.player import AnyEyes, AnyPlayer, Eyes, Player, RandomPlayer

__all__ = [
    "LEVELS",
    "AnyEyes",
    "AnyPlayer",
    "Diver",
    "Eyes",
    "Level",
    "NoisyEyes",
    "PixelEyes",
    "Player",
    "RandomPlayer",
    "SearchingDiver",
    "Snorkeler",
    "Sounding",
    "Soundings",
    "UnknownLevel",
    "level",
    "named",
    "player",
]
