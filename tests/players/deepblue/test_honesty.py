"""Two worlds that look the same to a seat get the same decision from whoever sits there."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fathom.deepblue import Options
from fathom.guests import guests
from fathom.players import Level
from fathom.players.deepblue import Leviathan
from fathom.table import FastDice, encoded
from tests.deepblue.chance import a_lively_action
from tests.deepblue.redeal import redeal
from tests.deepblue.scene import GAME
from tests.players.table import unhurried

PLAYERS = [
    unhurried(chosen) for chosen in guests()["deep-blue"].levels if not isinstance(chosen.player, Leviathan)
]
SEARCHERS = [Level(f"{turns} turns", Leviathan(simulations=8, turns=turns, seconds=60)) for turns in (0, 2)]


SERVED = unhurried(guests()["deep-blue"].levels[-1])


@pytest.mark.parametrize("chosen", [*PLAYERS, *SEARCHERS], ids=lambda chosen: chosen.name)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 300), seats=st.integers(2, 4))
@settings(max_examples=10, deadline=None, derandomize=True)
def test_what_one_cannot_know_changes_nothing(chosen: Level, seed: int, moves: int, seats: int) -> None:
    chooses_the_same(chosen, seed, moves, seats)


@given(seed=st.integers(0, 10**6), moves=st.integers(0, 120), seats=st.integers(2, 3))
@settings(max_examples=5, deadline=None, derandomize=True)
def test_it_changes_nothing_for_the_leviathan_as_it_is_served(seed: int, moves: int, seats: int) -> None:
    assert SERVED.player == Leviathan(simulations=24, seconds=60)
    chooses_the_same(SERVED, seed, moves, seats)


def chooses_the_same(chosen: Level, seed: int, moves: int, seats: int) -> None:
    """After so many moves of lively players, in the world as it is and in one that looks the same."""
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
