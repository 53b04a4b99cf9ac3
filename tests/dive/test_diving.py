"""D4: the Dive phase."""

from __future__ import annotations

import pytest

from fathom.dive.events import Lifted, Raced, Rested, Revealed
from tests.dive.scene import clause, divers, kinds, lay, scene


@clause("D4.1")
def test_all_programs_are_revealed_then_card_after_card() -> None:
    table = scene(A=0, M=0, ocean="shark green")
    dive = table.dive(A="1s 2 3", M="4")
    revealed = next(event for event in dive.events if isinstance(event, Revealed))
    assert revealed == Revealed(1, (lay("1s 2 3"), lay("4")))
    assert [card.level for card in dive.lifted] == [1, 2, 3]
    assert [card.kind for card in dive.lifted] == list(kinds("shark green nothing"))
    kept = [event for event in dive.events if isinstance(event, Revealed | Lifted | Rested)]
    assert kept == [revealed, *dive.lifted, dive.rested]


@clause("D4.1")
def test_the_other_cards_stay_as_they_lie() -> None:
    table = scene(A=0, M=0, ocean="shark green red")
    before = table.state.ocean
    table.dive(A="1s 2", M="1")
    assert table.state.ocean == before[2:]


@clause("D4.2")
@pytest.mark.parametrize(
    ("card", "right", "wrong"),
    [
        ("nothing", "P", "S"),
        ("green", "P", "S"),
        ("red", "P", "S"),
        ("manta", "P", "S"),
        ("shark", "S", "P"),
        ("shark+green", "S", "P"),
        ("shark+red", "S", "P"),
        ("shark+manta", "S", "P"),
    ],
)
def test_the_face_must_say_whether_there_is_a_shark(card: str, right: str, wrong: str) -> None:
    dive = scene(P=0, S=0, ocean=card).dive(P="1", S="1s")
    assert dive.wrong == [wrong]
    assert [dive.names[seat] for seat in dive.lifted[0].right] == [right]
    assert dive.rest == {right: 1, wrong: 0}


@clause("D4.3")
def test_a_mistake_in_tranquil_waters_keeps_the_earlier_levels() -> None:
    dive = scene(A=15, M=0, ocean="nothing nothing shark").dive(A="1 2 3 4 5", M="1")
    assert dive.rest["A"] == 2
    assert dive.lifted[2].lost_all == ()


@clause("D4.3")
def test_who_erred_does_nothing_more_this_phase() -> None:
    dive = scene(A=0, M=0, ocean="shark green nothing").dive(A="1 5", M="1s 2 3")
    assert dive.helped == ["", "M", ""]
    assert dive.wrong == ["A", "", ""]
    assert dive.lifted[1].right == (1,)


@clause("D4.4")
def test_a_mistake_in_deep_waters_costs_all_levels() -> None:
    dive = scene(A=16, M=16, ocean="nothing nothing shark").dive(A="1 2 3 4 5", M="1 2 3s")
    assert dive.rest == {"A": 0, "M": 3}
    assert dive.lifted[2].lost_all == (0,)


@clause("D4.4")
def test_bonuses_already_moved_stay_moved() -> None:
    dive = scene(A=16, M=0, ocean="red shark").dive(A="1 2", M="1s")
    assert dive.carried == [2, 0]
    assert dive.pawns["A"] == 18


@clause("D4.4", "D4.9")
def test_it_counts_where_the_pawn_is_at_the_moment_of_the_mistake() -> None:
    carried = scene(A=15, M=0, ocean="green shark").dive(A="2 1", M="1")
    assert carried.lifted[1].lost_all == (0,)
    assert carried.pawns["A"] == 16
    overtaken = scene(A=15, M=0, ocean="green shark").dive(A="1 2", M="2")
    assert overtaken.pawns["A"] == 16
    assert overtaken.lifted[1].lost_all == ()
    assert overtaken.rest["A"] == 1


@clause("D4.5")
def test_the_fastest_who_is_right_gets_the_helper() -> None:
    dive = scene(A=0, M=0, R=0, ocean="green").dive(A="5s", M="3", R="4")
    assert dive.helped == ["R"]
    assert dive.lifted[0].raced == (Raced(1, 3), Raced(2, 4))


@clause("D4.5")
def test_on_a_tie_for_fastest_nobody_gets_it() -> None:
    dive = scene(A=0, M=0, R=0, ocean="red").dive(A="5", M="2+3", R="4")
    assert dive.helped == [""]
    assert dive.pawns == {"A": 1, "M": 1, "R": 1}


@clause("D4.5")
def test_a_tie_further_down_does_not_matter() -> None:
    assert scene(A=0, M=0, R=0, ocean="red").dive(A="1", M="1", R="2").helped == ["R"]


@clause("D4.5")
def test_those_who_err_or_are_not_there_do_not_tie() -> None:
    assert scene(A=0, M=0, R=0, ocean="red").dive(A="5s", M="5", R="4").helped == ["M"]
    assert scene(A=0, M=0, ocean="nothing red").dive(A="5", M="1 2").helped == ["", "M"]


@clause("D4.5")
def test_nobody_right_nobody_helped() -> None:
    dive = scene(A=0, M=0, ocean="shark+red").dive(A="5", M="3")
    assert dive.helped == [""]
    assert dive.lifted[0].raced == ()


@clause("D4.5")
def test_without_a_helper_speed_means_nothing() -> None:
    dive = scene(A=0, M=0, ocean="nothing shark").dive(A="5 4s", M="1 2s")
    assert dive.helped == ["", ""]
    assert [card.raced for card in dive.lifted] == [(), ()]


@clause("D4.5", "D4.8")
def test_help_is_not_declined_even_when_it_is_worth_nothing() -> None:
    dive = scene(A=9, M=3, ocean="manta").dive(A="5", M="4")
    assert dive.helped == ["A"]
    assert dive.carried == [0]
    assert dive.pawns == {"A": 10, "M": 4}


@clause("D4.6")
@pytest.mark.parametrize("start", [0, 14, 15, 16, 21])
@pytest.mark.parametrize(("card", "spaces"), [("green", 1), ("red", 2)])
def test_turtles_carry_1_and_2_spaces_in_both_waters(card: str, spaces: int, start: int) -> None:
    dive = scene(A=start, M=0, ocean=card).dive(A="2", M="1")
    assert dive.carried == [spaces]
    assert dive.pawns["A"] == start + spaces + 1


@clause("D4.6")
@pytest.mark.parametrize(("card", "spaces"), [("shark+green", 1), ("shark+red", 2)])
def test_turtles_beside_a_shark_carry_as_far(card: str, spaces: int) -> None:
    assert scene(A=3, M=0, ocean=card).dive(A="2s", M="1s").carried == [spaces]


@clause("D4.7")
@pytest.mark.parametrize(
    ("others", "lands_on"),
    [
        ({"M": 4}, 4),
        ({"M": 15}, 15),
        ({"M": 16}, 15),
        ({"M": 22}, 15),
        ({"M": 9, "R": 6}, 6),
        ({"M": 3, "R": 12}, 12),
        ({"M": 1, "R": 20}, 15),
        ({"M": 14, "R": 14}, 14),
    ],
)
def test_a_manta_carries_to_the_nearest_pawn_ahead_but_never_past_15(
    others: dict[str, int], lands_on: int
) -> None:
    table = divers({"A": 3, **others}, "manta")
    dive = table.dive(A="5", **dict.fromkeys(others, "1"))
    assert dive.helped == ["A"]
    assert dive.carried == [lands_on - 3]


@clause("D4.7")
def test_a_manta_beside_a_shark_carries_too() -> None:
    assert scene(A=3, M=8, ocean="shark+manta").dive(A="5s", M="1s").carried == [5]


@clause("D4.8")
@pytest.mark.parametrize(
    ("pawns", "why"),
    [
        ({"A": 9, "M": 4}, "nobody is ahead"),
        ({"A": 9, "M": 9}, "the front space is shared"),
        ({"A": 15, "M": 20}, "it never carries past 15"),
        ({"A": 16, "M": 20}, "deep waters"),
        ({"A": 18, "M": 18, "R": 22}, "deep waters, with company"),
    ],
)
def test_a_manta_that_does_nothing_is_used_up_all_the_same(pawns: dict[str, int], why: str) -> None:
    dive = divers(pawns, "manta").dive(A="5", **dict.fromkeys(list(pawns)[1:], "4"))
    assert dive.helped == ["A"], why
    assert dive.carried == [0], why


@clause("D4.9")
def test_movement_is_at_once_so_later_mantas_see_it() -> None:
    dive = scene(A=2, M=5, R=0, ocean="red manta").dive(A="1 2", M="5 1", R="2 4")
    assert dive.helped == ["M", "R"]
    assert dive.carried == [2, 2]
    dive = scene(A=2, M=5, R=0, ocean="manta manta").dive(A="5 1", M="1", R="2 4")
    assert dive.helped == ["A", "R"]
    assert dive.carried == [3, 5]


@clause("D4.10")
def test_cards_are_lifted_while_anyone_still_has_tokens_there() -> None:
    dive = scene(A=0, M=0, R=0, ocean="nothing nothing nothing").dive(A="1", M="1 2 3", R="1 2s 3 4 5")
    assert len(dive.lifted) == 3
    assert len(scene(A=0, M=0, ocean="shark").dive(A="1 2 3 4 5", M="1 2 3 4 5").lifted) == 1


@clause("D4.10", "D5.4")
def test_no_card_is_lifted_for_those_who_lost_their_tokens() -> None:
    table = scene(A=0, M=0, ocean="nothing shark nothing")
    table.dive(A="1 2 3 4 5", M="1 2 3")
    assert table.state.lifted == kinds("nothing shark")
