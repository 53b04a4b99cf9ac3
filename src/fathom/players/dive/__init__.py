"""Players of Dive: eyes that see worse with depth, and divers who judge what they see.

May import the general part of `fathom.players`; knows no other game.
"""

from fathom.players.dive.divers import Diver, Snorkeler
from fathom.players.dive.eyes import NoisyEyes, PixelEyes, Sounding, Soundings
from fathom.players.dive.levels import LEVELS
from fathom.players.dive.searching import SearchingDiver

__all__ = [
    "LEVELS",
    "Diver",
    "NoisyEyes",
    "PixelEyes",
    "SearchingDiver",
    "Snorkeler",
    "Sounding",
    "Soundings",
]
