"""The shelf: every game that Fathom has, by name."""

from __future__ import annotations

from fathom.deepblue import DeepBlueGame
from fathom.dive import DiveGame
from fathom.table import AnyGame

GAMES: dict[str, AnyGame] = {game.name: game for game in (DiveGame(), DeepBlueGame())}
