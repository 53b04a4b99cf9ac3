"""D7: the children's version."""

from __future__ import annotations

from itertools import product

import pytest

from fathom.dive import CallOrca, Choose, Companion, Face, Faces, Withdraw
from fathom.dive.events import Ended
from tests.dive.scene import clause, faces, lay, scene


@clause("D7.1")
def test_a_program_is_one_face_for_each_of_five_levels() -> None:
    table = scene(A=0, M=0, children=True)
    menu = table.state.menu(0)
    assert list(menu) == [Faces(way[::-1]) for way in product(Face, repeat=5)]
    assert len(menu) == 32
    dive = table.dive(A="plain plain plain plain plain", M="shark shark shark shark shark")
    assert len(dive.lifted) == 5


@clause("D7.1")
@pytest.mark.parametrize("written", ["", "plain", "plain " * 4, "shark " * 6])
def test_another_number_of_faces_is_refused(written: str) -> None:
    given = len(written.split())
    refusal = scene(A=0, M=0, children=True).refuses("A", faces(written))
    assert (refusal.code, refusal.clause) == ("wrong-number-of-faces", "D7.1")
    assert refusal.text == f"Choose shark or plain for exactly 5 levels, not {given}."


@clause("D7.1")
def test_tokens_are_not_stacked() -> None:
    table = scene(A=0, M=0, children=True)
    for action in (lay("1 2 3 4 5"), CallOrca(), Choose(Companion.ORCA)):
        refusal = table.refuses("A", action)
        assert (refusal.code, refusal.clause) == ("not-in-this-version", "D7.1")
    assert table.refuses("A", Withdraw()).code == "not-ready"


@clause("D7.1")
@pytest.mark.parametrize("cards", range(1, 8))
def test_as_many_levels_as_there_are_cards(cards: int) -> None:
    table = scene(A=0, M=0, children=True, last="nothing " * cards)
    levels = min(5, cards)
    assert len(table.state.menu(0)) == 2**levels
    dive = table.dive(A="plain " * levels, M="shark " * levels)
    assert len(dive.lifted) == levels
    assert (dive.ended is not None) is (cards <= 5)


@clause("D7.1")
def test_ready_may_be_taken_back_here_too() -> None:
    table = scene(A=0, M=0, children=True)
    table.act("A", faces("plain " * 5))
    assert table.refuses("A", faces("shark " * 5)).code == "already-ready"
    table.act("A", Withdraw())
    assert table.state.to_move() == (0, 1)


@clause("D7.2")
def test_every_correct_level_counts_and_a_mistake_costs_only_its_own() -> None:
    table = scene(A=0, M=0, children=True, ocean="nothing shark nothing shark nothing")
    dive = table.dive(A="shark shark shark shark plain", M="plain shark plain shark shark")
    assert dive.wrong == ["A", "", "A", "", "M"]
    assert [card.right for card in dive.lifted] == [(1,), (0, 1), (1,), (0, 1), (0,)]
    assert dive.rest == {"A": 3, "M": 4}
    assert dive.pawns == {"A": 3, "M": 4}


@clause("D7.3")
def test_turtles_and_mantas_do_nothing() -> None:
    table = scene(A=2, M=9, children=True, ocean="green red manta shark+red shark+manta")
    dive = table.dive(A="plain plain plain shark shark", M="plain plain plain shark shark")
    assert dive.helped == [""] * 5
    assert dive.carried == [0] * 5
    assert dive.pawns == {"A": 7, "M": 14}


@clause("D7.3")
def test_all_water_is_tranquil() -> None:
    dive = scene(A=17, M=0, children=True).dive(A="plain shark plain plain shark", M="plain " * 5)
    assert dive.rest["A"] == 3
    assert dive.lifted[1].lost_all == ()


@clause("D7.4")
def test_tied_divers_share_the_victory() -> None:
    table = scene(A=20, M=20, R=0, children=True)
    dive = table.dive(A="plain " * 5, M="plain " * 5, R="plain " * 5)
    assert dive.ended == Ended("stone", (0, 1))
    assert table.result.places == (1, 1, 3)


@clause("D7.4", "D6.2")
def test_tied_divers_share_it_also_when_the_stack_runs_out() -> None:
    table = scene(A=7, M=7, children=True, last="nothing shark")
    dive = table.dive(A="plain plain", M="shark shark")
    assert dive.ended == Ended("stack", (0, 1))
    assert table.result.places == (1, 1)


@clause("D5.4", "D7.1")
def test_the_lifted_cards_leave_and_eight_rounds_use_them_all() -> None:
    table = scene(A=0, M=0, children=True, last="shark " * 36)
    menus = []
    while table.state.to_move():
        menus.append(len(table.state.menu(0)))
        levels = menus[-1].bit_length() - 1
        table.dive(A="plain " * levels, M="plain " * levels)
    assert menus == [32] * 7 + [2]
    assert len(table.state.lifted) == 36
