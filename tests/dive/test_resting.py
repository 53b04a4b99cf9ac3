"""D5 and D6: the Rest phase, the end at the stone, and the end of the stack."""

from __future__ import annotations

import pytest

from fathom.dive.events import Ended, RoundBegan
from fathom.dive.state import programming
from fathom.table import Result
from tests.dive.scene import WATER_BELOW, clause, kinds, scene


@clause("D5.1")
@pytest.mark.parametrize(
    ("written", "spaces"),
    [("1", 1), ("5", 1), ("1+2+3+4+5", 1), ("1 2", 2), ("4+5 1+2+3", 2), ("1 2 3 4+5", 4), ("5 4 3 2 1", 5)],
)
def test_one_space_for_every_level_that_still_holds_tokens(written: str, spaces: int) -> None:
    dive = scene(A=3, M=0).dive(A=written, M="1")
    assert dive.rest["A"] == spaces
    assert dive.pawns["A"] == 3 + spaces
    assert dive.rested.pawns == (3 + spaces, 1)


@clause("D5.2")
@pytest.mark.parametrize(("start", "over"), [(21, False), (22, True), (23, True), (30, True)])
def test_the_game_is_over_on_or_past_23(start: int, over: bool) -> None:
    table = scene(A=start, M=0)
    dive = table.dive(A="1", M="1")
    assert (dive.ended is not None) is over
    assert (table.state.result() is not None) is over
    if over:
        assert dive.ended == Ended("stone", (0,))


@clause("D5.2")
def test_the_end_is_never_looked_at_in_the_middle_of_a_dive() -> None:
    dive = scene(A=22, M=20, ocean="red nothing nothing").dive(A="5s", M="4 1 2 3")
    assert dive.carried == [2, 0, 0, 0]
    assert dive.pawns == {"A": 22, "M": 26}
    passed = scene(A=22, M=20, ocean="red nothing nothing").dive(A="5", M="4 1 2 3")
    assert len(passed.lifted) == 4
    assert passed.pawns == {"A": 25, "M": 24}
    assert passed.winners == "A"


@clause("D5.3")
def test_the_furthest_pawn_wins() -> None:
    table = scene(A=22, M=22, R=9)
    dive = table.dive(A="1 2", M="1 2 3", R="1")
    assert dive.winners == "M"
    assert table.result == Result(places=(2, 1, 3), scores=(24, 25, 10))
    assert table.result.winners == (1,)


@clause("D5.3")
def test_a_tie_is_a_draw() -> None:
    table = scene(A=22, M=22, R=9, S=9)
    dive = table.dive(A="1 2", M="3 4", R="1", S="2")
    assert dive.winners == "A M"
    assert table.result == Result(places=(1, 1, 3, 3), scores=(24, 24, 10, 10))


@clause("D5.4")
def test_otherwise_the_lifted_cards_leave_and_the_next_round_begins() -> None:
    table = scene(A=0, M=0, ocean="shark green red manta")
    dive = table.dive(A="1s 2", M="1s 2 3")
    assert table.state.lifted == kinds("shark green red")
    assert len(table.state.ocean) == WATER_BELOW + 1
    assert table.state.ocean[0].kind.value == "manta"
    assert dive.events[-1] == RoundBegan(2, WATER_BELOW + 1)
    assert table.state.phase == programming(2)
    assert table.state.round == 2


@clause("D5.4")
def test_everyone_takes_back_five_tokens() -> None:
    table = scene(A=0, M=0)
    table.dive(A="1+2+3+4+5", M="5 4 3 2 1")
    table.dive(A="1+2+3+4+5", M="5 4 3 2 1")
    assert table.pawns == {"A": 2, "M": 10}


@clause("D5.4")
def test_of_earlier_rounds_only_what_was_on_the_cards_is_told() -> None:
    table = scene(A=0, M=0, ocean="shark green red")
    dive = table.dive(A="1s 2", M="1s")
    view = table.state.view(None)
    assert view.lifted == kinds("shark green")
    assert view.cards_left == WATER_BELOW + 1
    assert view.round == 2
    assert view.told == (dive.events[1:-1],)
    table.dive(A="1", M="2")
    assert len(table.state.view(0).told) == 2


@clause("D6.1")
def test_tokens_on_levels_without_a_card_are_discarded() -> None:
    dive = scene(A=0, M=0, last="nothing shark").dive(A="1 2s 3 4 5", M="1 2s 3+4+5s")
    assert dive.rest == {"A": 2, "M": 2}
    assert dive.wrong == ["", ""]


@clause("D6.1")
def test_a_level_without_a_card_is_no_mistake_in_deep_waters_either() -> None:
    dive = scene(A=17, M=0, last="nothing").dive(A="1 2s 3 4", M="1")
    assert dive.rest["A"] == 1


@clause("D6.1", "D6.2")
def test_when_the_stack_runs_out_the_furthest_pawn_wins() -> None:
    table = scene(A=4, M=6, last="nothing")
    dive = table.dive(A="1", M="1s")
    assert dive.ended == Ended("stack", (1,))
    assert dive.pawns == {"A": 5, "M": 6}
    assert table.result.places == (2, 1)


@clause("D6.2")
def test_a_tie_at_the_end_of_the_stack_is_a_draw() -> None:
    table = scene(A=5, M=6, last="nothing")
    assert table.dive(A="1", M="1s").winners == "A M"
    assert table.result.places == (1, 1)


@clause("D6.2")
def test_the_stone_is_named_when_both_ends_fall_together() -> None:
    dive = scene(A=22, M=6, last="nothing").dive(A="1", M="1")
    assert dive.ended == Ended("stone", (0,))


@clause("D6.3")
def test_the_game_ends_also_when_the_last_card_was_lifted_exactly() -> None:
    assert scene(A=0, M=0, last="nothing nothing").dive(A="1 2", M="1").ended is not None


@clause("D6.3")
def test_with_one_card_left_the_game_goes_on() -> None:
    table = scene(A=0, M=0, last="nothing nothing nothing")
    dive = table.dive(A="1 2", M="1")
    assert dive.ended is None
    assert dive.events[-1] == RoundBegan(2, 1)
    assert table.dive(A="1 2 3", M="1s").ended == Ended("stack", (0,))
