"""The worked examples of the rulebooks, each by its name."""

# ruff: noqa: N802 - X1 and the others are the examples' names

from __future__ import annotations

from tests.dive.scene import clause, lay, scene


@clause("D3.2", "D3.3")
def test_X1_a_program_of_four_levels() -> None:
    program = lay("1 3s 4+5 2")
    table = scene(R=0, M=0)
    table.act("R", program)
    assert program.depth == 4
    assert [program.speed(depth) for depth in range(4)] == [1, 3, 9, 2]
    assert [program.expects_shark(depth) for depth in range(4)] == [False, True, False, False]


@clause("D4.7", "D4.9")
def test_X2_two_mantas_in_a_round() -> None:
    dive = scene(A=6, R=7, M=13, ocean="manta manta").dive(A="5 1", R="1 5", M="2")
    assert dive.helped == ["A", "R"]
    assert dive.carried == [1, 6]
    assert dive.pawns["R"] == 13 + 2


@clause("D4.4")
def test_X3_a_mistake_in_deep_waters_costs_everything() -> None:
    deep = scene(R=16, M=0, ocean="nothing shark nothing shark").dive(R="1 2s 3 4 5", M="1")
    assert deep.wrong == ["", "", "", "R"]
    assert deep.rest["R"] == 0


@clause("D4.3")
def test_X3_the_same_mistake_in_tranquil_waters() -> None:
    tranquil = scene(R=15, M=0, ocean="nothing shark nothing shark").dive(R="1 2s 3 4 5", M="1")
    assert tranquil.wrong == ["", "", "", "R"]
    assert tranquil.rest["R"] == 3


@clause("D5.1")
def test_X3b_tokens_left_on_two_levels() -> None:
    dive = scene(A=4, M=0).dive(A="1+2+3 4+5", M="1")
    assert dive.rest["A"] == 2
    assert dive.pawns["A"] == 6


@clause("D4.7")
def test_X4_a_manta_stops_before_deep_waters() -> None:
    dive = scene(R=9, M=17, ocean="manta").dive(R="5", M="1")
    assert dive.carried == [6]
    assert dive.pawns["R"] == 15 + 1


@clause("D4.2", "D4.4", "D4.5", "D4.6", "D4.7", "D4.10", "D5.1", "D5.2", "D5.3")
def test_X5_a_whole_round() -> None:
    table = scene(A=16, M=18, R=9, ocean="shark+red manta red")
    dive = table.dive(A="4+5s 1+2 3", M="5s 1+2+3+4s", R="1s 2+3+5 4s")
    assert dive.helped == ["A", "R", "A"]
    assert dive.carried == [2, 6, 2]
    assert dive.wrong == ["", "M", "R"]
    assert [card.lost_all for card in dive.lifted] == [(), (1,), ()]
    assert dive.rest == {"A": 3, "M": 0, "R": 2}
    assert dive.pawns == {"A": 23, "M": 18, "R": 17}
    assert dive.winners == "A"
    assert table.result.places == (1, 2, 3)


@clause("D9.4", "D9.5", "D9.6", "D9.7", "D9.8")
def test_X6_a_round_with_the_chief() -> None:
    table = scene(A=10, chief=14, card="2 3 6y 4y", ocean="green shark red shark")
    dive = table.dive(A="2 4s 5 1 3")
    assert dive.helped == ["", "", "chief", ""]
    assert dive.carried == [0, 0, 2, 0]
    assert dive.bubbles == [(), (), (), (4,), ()]
    assert dive.wrong == ["", "", "", "A"]
    assert dive.rest == {"A": 3, "chief": 3}
    assert dive.pawns == {"A": 13, "chief": 19}


@clause("D9.5", "D9.8")
def test_X7_a_turtle_carries_the_chief_into_deep_waters() -> None:
    dive = scene(A=0, chief=15, card="2 6 3 4y", ocean="nothing green").dive(A="1 2")
    assert dive.helped == ["", "chief", ""]
    assert dive.bubbles == [(), (), (4,), ()]
    assert dive.rest["chief"] == 3
    assert dive.pawns["chief"] == 19
