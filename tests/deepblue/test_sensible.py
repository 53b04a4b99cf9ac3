"""Games between sensible players: they end in good time, and nobody is ever left without anything to do."""

from __future__ import annotations

import pytest

from fathom.deepblue import Options
from fathom.deepblue.gems import COLOURS
from fathom.players.deepblue import Skipper
from fathom.table import FastDice
from tests.deepblue.chance import a_lively_action
from tests.deepblue.scene import GAME

MOST_ROUNDS = 60


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("scenario", Options().box.scenarios)
def test_a_game_ends_within_60_rounds(scenario: str, seats: int) -> None:
    skipper = Skipper()
    dice = FastDice(f"{scenario}/{seats}")
    own_dice = [FastDice(f"{scenario}/{seats}/{seat}") for seat in range(seats)]
    state = GAME.start(Options(scenario=scenario), seats, dice)
    while state.to_move():
        seat = state.to_move()[0]
        state.play(seat, skipper.choose(state.view(seat), None, own_dice[seat]), dice)
        assert state.round <= MOST_ROUNDS
    result = state.result()
    assert result is not None
    assert max(result.scores) > 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_somebody_can_always_do_something_and_nothing_gets_lost(seats: int) -> None:
    for seed in range(3):
        dice = FastDice(f"{seats}/{seed}")
        state = GAME.start(Options(scenario=None), seats, dice)
        box = state.box
        everything = box.gems.bag.with_all(box.gems.supply)
        crew = sorted(box.market + box.starting * seats)
        for _ in range(3000):
            if not state.to_move():
                break
            for seat in state.to_move():
                assert len(state.menu(seat)) > 0
            seat = dice.pick(state.to_move(), "seat")
            state.play(seat, a_lively_action(state, seat, dice), dice)
            descent = getattr(state.phase, "descent", None)
            gems = state.bag.with_all(state.supply)
            if descent is not None:
                gems = gems.with_all(descent.drawn)
            wreck_gems = [wreck.gem for wreck in state.lying if wreck is not None and wreck.gem is not None]
            if descent is not None and descent.divers:  # the gem of this wreck is among those drawn
                lying = state.wreck_at(descent.site)
                assert lying is not None
                if lying.gem is not None:
                    wreck_gems.remove(lying.gem)
            for colour in wreck_gems:
                gems = gems.with_one(colour)
            assert {colour: gems.of(colour) for colour in COLOURS} == {
                colour: everything.of(colour) for colour in COLOURS
            }
            crews = [card for captain in state.captains for card in captain.crew]
            assert sorted([*crews, *state.market, *state.deck, *state.discards]) == crew
        assert state.result() is not None
