"""The opponents at Deep Blue."""

from __future__ import annotations

from fathom.deepblue import DeepBlueGame
from fathom.players.deepblue.search import Leviathan
from fathom.players.deepblue.skipper import Skipper
from fathom.players.levels import Level
from fathom.players.player import RandomPlayer

LEVELS: tuple[Level, ...] = (
    Level("random", RandomPlayer(DeepBlueGame())),
    Level("snorkeler", Skipper(simulations=1, seconds=0.05)),
    Level("diver", Skipper(simulations=3, seconds=0.25)),
    Level("captain", Skipper(simulations=16, seconds=0.5)),
    Level("leviathan", Leviathan(simulations=24, seconds=1.0)),
)
