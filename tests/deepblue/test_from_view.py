"""What can be known from a view alone: the same menu as at the table, and a table that looks the same."""

from __future__ import annotations

import pytest

from fathom.deepblue import DeepBlueState, Options
from fathom.table import FastDice, encoded
from tests.deepblue.chance import a_lively_action
from tests.deepblue.scene import GAME, clause

LONGEST = 3000
SPECTATOR = None


def positions(scenario: str, seats: int) -> list[DeepBlueState]:
    """Every position of a lively game."""
    dice = FastDice(f"from a view: {scenario}")
    state = GAME.start(Options(scenario=scenario), seats, dice)
    seen = [state.copy()]
    for _ in range(LONGEST):
        if not state.to_move():
            return seen
        seat = dice.pick(state.to_move(), "seat")
        state.play(seat, a_lively_action(state, seat, dice), dice)
        seen.append(state.copy())
    raise AssertionError("the game does not end")


@clause("B3.1")
@pytest.mark.parametrize(("scenario", "seats"), [("storm-rising", 2), ("troubled-waters", 3)])
def test_a_view_offers_what_the_table_offers(scenario: str, seats: int) -> None:
    for state in positions(scenario, seats):
        for seat in range(seats):
            offered = GAME.actions(state.view(seat))
            assert encoded(offered) == encoded(state.menu(seat))
            assert list(offered) == list(state.menu(seat))


def test_a_spectator_is_offered_nothing() -> None:
    state = GAME.start(Options(), 2, FastDice(1))
    menu = GAME.actions(state.view(SPECTATOR))
    assert list(menu) == []
    mine = next(iter(state.menu(state.active)))
    refusal = menu.refusal(mine)
    assert refusal is not None
    assert refusal.code == "watching"


@pytest.mark.parametrize(("scenario", "seats"), [("scattered-riches", 4), ("storm-rising", 5)])
def test_an_imagined_table_looks_the_same_and_can_be_played(scenario: str, seats: int) -> None:
    dice = FastDice("imagined")
    for state in positions(scenario, seats):
        for reader in (*range(seats), SPECTATOR):
            view = state.view(reader)
            imagined = GAME.imagine(view, dice)
            assert encoded(imagined.view(reader)) == encoded(view)
            for seat in imagined.to_move():
                imagined.copy().play(seat, imagined.menu(seat).sample(dice), dice)
