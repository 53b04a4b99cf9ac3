"""Two worlds that look the same to a seat get the same decision from whoever sits there."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fathom.deepblue import Options
from fathom.players import LEVELS, Level
from fathom.players.deepblue import Leviathan
from fathom.table import FastDice, encoded
from tests.deepblue.chance import a_lively_action
from tests.deepblue.redeal import redeal
from tests.deepblue.scene import GAME

PLAYERS = [chosen for chosen in LEVELS["deep-blue"] if not isinstance(chosen.player, Leviathan)]
SEARCHERS = [Level(f"{turns} turns", Leviathan(simulations=8, turns=turns, seconds=60)) for turns in (0, 2)]


@pytest.mark.parametrize("chosen", [*PLAYERS, *SEARCHERS], ids=lambda chosen: chosen.name)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 300), seats=st.integers(2, 4))
@settings(max_examples=10, deadline=None, derandomize=True)
def test_what_one_cannot_know_changes_nothing(chosen: Level, seed: int, moves: int, seats: int) -> None:
    dice = FastDice(seed)
    state = GAME.start(Options(scenario=None), seats, dice)
    for _ in range(moves):
        then = state.copy()
        seat = then.to_move()[0]
        then.play(seat, a_lively_action(then, seat, dice), dice)
        if not then.to_move():
            break
        state = then
    seat = state.to_move()[-1]
    other = redeal(state.copy(), seat, FastDice(f"{seed}/again"))
    view, other_view = state.view(seat), other.view(seat)
    assert encoded(view) == encoded(other_view)
    choice = chosen.player.choose(view, None, FastDice("own"))
    assert choice == chosen.player.choose(other_view, None, FastDice("own"))
    assert choice in state.menu(seat)
