"""What divers imagine is like what happens: rivals see as bots do, in every water."""

from __future__ import annotations

import numpy as np
import pytest

from fathom.dive import Clarity, DiveGame, Kind, LayOctopus, Options
from fathom.dive.state import Programming
from fathom.players.dive.imagined import readings, strengths_of
from fathom.players.dive.searching import A_READER
from fathom.table import FairDice, FastDice

GAME = DiveGame()
LOOKS = 400
WORLDS = 4000


@pytest.mark.parametrize("octopus", [False, True], ids=["", "octopus"])
@pytest.mark.parametrize("clarity", Clarity)
def test_imagined_rivals_are_right_as_often_as_such_eyes_are(clarity: Clarity, octopus: bool) -> None:
    state = GAME.start(Options(clarity=clarity, companions=octopus), 2, FastDice(3))
    state.phase = Programming((None, None), (None, LayOctopus(50, 50) if octopus else None))
    sharks = np.array([card.kind.shark for card in state.ocean[:6]])
    looked = np.zeros(6)
    for seed in range(LOOKS):
        look = A_READER.look(state, 0, FairDice(seed.to_bytes(32)))
        looked += (np.array([sounding.shark for sounding in look.depths]) > 0.5) == sharks
    view = state.view(0)
    left = view.options.mix.without(view.lifted)
    counts = np.array([left.count(kind) for kind in Kind], dtype=float)
    kinds = np.tile([list(Kind).index(card.kind) for card in state.ocean[:6]], (WORLDS, 1))
    read = readings(
        kinds, np.array(view.cards_left), strengths_of(A_READER, view), counts, np.random.default_rng(1)
    )
    imagined = (read.sharks == sharks).mean(axis=0)
    assert looked / LOOKS == pytest.approx(imagined, abs=0.09)  # over three standard errors
