"""Positions and looks of Dive in a few words, for tests of divers."""

from __future__ import annotations

from fathom.dive import Card, Companion, DiveGame, DiveState, Kind, Options
from fathom.dive.state import Programming
from fathom.players.dive import Sounding
from fathom.table import FastDice

GAME = DiveGame()
CLEAR = Sounding(shark=0.0, green=0.0, red=0.0, manta=0.0)
SHARK = Sounding(shark=1.0, green=0.0, red=0.0, manta=0.0)
DOUBT = Sounding(shark=0.5, green=0.0, red=0.0, manta=0.0)
GREEN = Sounding(shark=0.0, green=1.0, red=0.0, manta=0.0)
RED = Sounding(shark=0.0, green=0.0, red=1.0, manta=0.0)


def doubtful(shark: float) -> Sounding:
    """A level on which a shark is so probable."""
    return Sounding(shark=shark, green=0.0, red=0.0, manta=0.0)


def at(*pawns: int, options: Options | None = None, companion: Companion | None = None) -> DiveState:
    """A table in the middle of a game, the pawns on these spaces; the first diver may have a companion."""
    state = GAME.start(options or Options(companions=companion is not None), len(pawns), FastDice(1))
    state.pawns = pawns
    nobody = (None,) * len(pawns)
    state.companions = (companion, *nobody[1:])
    state.phase = Programming(nobody, nobody)
    return state


def leaving(state: DiveState, *kinds: Kind) -> DiveState:
    """The same table with only these cards left in the ocean: all others have been lifted."""
    state.lifted = state.options.mix.without(kinds)
    state.ocean = tuple(Card(kind, turn=0, flipped=False) for kind in kinds)
    return state
