"""The opponents at Dive."""

from __future__ import annotations

from fathom.dive import DiveGame
from fathom.players.dive.divers import Diver, Snorkeler
from fathom.players.dive.eyes import PIXELS, like_pixels
from fathom.players.dive.searching import SearchingDiver
from fathom.players.levels import Level
from fathom.players.player import RandomPlayer

_CAPTAINS_EYES = like_pixels(sharpness=3.4, fade=0.65, detail=1.0)

ADVISER = Level("captain", SearchingDiver(256, seconds=0.5), _CAPTAINS_EYES)
"""The level whose eyes an adviser has: about those of someone who looks well."""

LEVELS: tuple[Level, ...] = (
    Level("random", RandomPlayer(DiveGame())),
    Level("snorkeler", Snorkeler(seconds=0.05), like_pixels(sharpness=2.4, fade=0.57, detail=0.7)),
    Level("diver", Diver(seconds=0.25), like_pixels(sharpness=2.9, fade=0.61, detail=0.85)),
    ADVISER,
    Level("leviathan", SearchingDiver(2048, seconds=1.0), PIXELS),
)
