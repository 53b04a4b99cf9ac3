"""D1 and D2: what is in the box, and how a game is set up."""

from __future__ import annotations

from collections import Counter

import pytest

from fathom.dive import (
    Card,
    Companion,
    Face,
    Helper,
    Kind,
    Options,
    Programs,
    Tokens,
    standard_chief_deck,
    standard_mix,
)
from fathom.dive.board import TOKENS
from fathom.dive.chief import BUBBLES
from fathom.dive.descent import STONE, deep
from fathom.dive.options import MOST_DIVERS
from fathom.table import FastDice
from tests.dive.scene import GAME, clause, lay, scene


@clause("D1.1")
def test_a_card_shows_at_most_one_shark_and_one_helper() -> None:
    shown = {kind: (kind.shark, kind.helper) for kind in Kind}
    assert shown == {
        Kind.NOTHING: (False, None),
        Kind.SHARK: (True, None),
        Kind.GREEN: (False, Helper.GREEN),
        Kind.RED: (False, Helper.RED),
        Kind.MANTA: (False, Helper.MANTA),
        Kind.SHARK_GREEN: (True, Helper.GREEN),
        Kind.SHARK_RED: (True, Helper.RED),
        Kind.SHARK_MANTA: (True, Helper.MANTA),
    }


@clause("D1.1", "D1.6")
def test_the_ocean_has_36_cards_in_our_mix() -> None:
    assert standard_mix().counts() == {
        Kind.NOTHING: 10,
        Kind.SHARK: 8,
        Kind.GREEN: 6,
        Kind.RED: 3,
        Kind.MANTA: 3,
        Kind.SHARK_GREEN: 2,
        Kind.SHARK_RED: 2,
        Kind.SHARK_MANTA: 2,
    }
    assert standard_mix().total == 36


@clause("D1.3")
def test_a_diver_has_five_tokens_with_two_faces() -> None:
    assert TOKENS == (1, 2, 3, 4, 5)
    assert len(Face) == 2
    table = scene(A=0, M=0)
    table.act("A", lay("1s 2 3s 4 5s"))


@clause("D1.3")
@pytest.mark.parametrize("seats", range(2, 5))
def test_two_to_four_divers_play(seats: int) -> None:
    assert GAME.start(Options(), seats, FastDice(1)).pawns == (0,) * seats


@clause("D1.3", "D9.1")
@pytest.mark.parametrize("seats", range(1, 5))
def test_one_to_four_divers_play_with_the_chief(seats: int) -> None:
    assert GAME.start(Options(chief=True), seats, FastDice(1)).pawns == (0,) * seats


@clause("D1.3")
def test_the_seats_that_options_allow() -> None:
    assert MOST_DIVERS == 4
    assert GAME.seats(Options()) == range(2, 5)
    assert GAME.seats(Options(chief=True)) == range(1, 5)


@clause("D1.4")
def test_deep_waters_begin_at_16() -> None:
    assert [space for space in range(30) if not deep(space)] == list(range(16))


@clause("D1.4")
def test_pawns_pass_the_stone_and_how_far_matters() -> None:
    assert STONE == 23
    table = scene(A=22, M=22)
    dive = table.dive(A="1 2 3 4 5", M="1 2")
    assert dive.pawns == {"A": 27, "M": 24}
    assert dive.winners == "A"


@clause("D1.5")
def test_seven_companions_48_chief_cards_and_two_bubbles() -> None:
    assert len(Companion) == 7
    assert len(standard_chief_deck()) == 48
    assert BUBBLES == 2


@clause("D2.1")
def test_the_stack_is_shuffled_turned_and_flipped() -> None:
    states = [GAME.start(Options(), 2, FastDice(seed)) for seed in range(40)]
    for state in states:
        assert Counter(card.kind for card in state.ocean) == standard_mix().counts()
    assert len({state.ocean for state in states}) == len(states)
    poses = Counter((card.turn, card.flipped) for state in states for card in state.ocean)
    assert set(poses) == {(turn, flipped) for turn in range(4) for flipped in (False, True)}
    # 1440 cards in 8 poses: 180 each, give or take five standard deviations.
    assert all(117 < count < 243 for count in poses.values())
    tops = Counter(state.ocean[0].kind for state in states)
    assert len(tops) >= 5


@clause("D2.1")
def test_the_same_dice_stack_the_same_ocean() -> None:
    first, again = (GAME.start(Options(chief=True), 3, FastDice("a seed")) for _ in range(2))
    assert first == again


@clause("D2.1")
def test_a_card_says_how_it_lies() -> None:
    ocean = GAME.start(Options(), 2, FastDice(3)).ocean
    assert all(card == Card(card.kind, card.turn % 4, card.flipped) for card in ocean)


@clause("D2.2", "D9.1")
def test_all_pawns_start_on_0() -> None:
    state = GAME.start(Options(chief=True), 3, FastDice(1))
    assert (state.pawns, state.chief) == ((0, 0, 0), 0)
    assert GAME.start(Options(), 3, FastDice(1)).chief is None
    assert GAME.start(Options(), 3, FastDice(1)).chief_deck == ()


@clause("D2.2", "D4.8")
def test_how_pawns_are_stacked_does_not_matter() -> None:
    one = scene(A=7, M=7, R=3, ocean="manta").dive(A="1", M="2", R="3")
    other = scene(M=7, A=7, R=3, ocean="manta").dive(A="1", M="2", R="3")
    assert one.pawns == other.pawns


@clause("D9.1", "D9.3")
def test_the_chief_deck_is_shuffled() -> None:
    decks = {GAME.start(Options(chief=True), 1, FastDice(seed)).chief_deck for seed in range(10)}
    assert len(decks) == 10
    assert all(sorted(map(str, deck)) == sorted(map(str, standard_chief_deck())) for deck in decks)


def test_edition_and_tiles_make_the_menu_of_the_first_round() -> None:
    state = GAME.start(Options(tokens=Tokens.ALL), 2, FastDice(1))
    assert len(state.menu(0)) == len(Programs(Tokens.ALL))
