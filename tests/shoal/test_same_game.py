"""The kernels play the same game as the rules: every variant, random and sensible divers, own boxes."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from fathom.dive import ChiefCard, Choose, Companion, Mix, Options
from fathom.dive.board import Tokens
from fathom.shoal import DiveShoal
from fathom.table import FastDice
from tests.dive.variants import LEGAL, Variant
from tests.shoal.twice import Chooser, Twice, at_random, played_twice, sensibly


@pytest.mark.parametrize("choose", [at_random, sensibly])
@pytest.mark.parametrize("variant", LEGAL, ids=str)
def test_every_variant(variant: Variant, choose: Chooser) -> None:
    shoal = DiveShoal(variant.options, variant.divers, games=2, seed=len(str(variant)))
    for game in range(len(shoal)):
        twice = played_twice(shoal, choose, FastDice(f"{variant}/{game}"), game)
        assert len(twice.moves) >= variant.divers


@pytest.mark.clause("D8.0")
@pytest.mark.parametrize("youngest", [None, 0, 2])
def test_the_dice_order_the_ages_alike(youngest: int | None) -> None:
    orders = set()
    for game in range(12):
        shoal = DiveShoal(Options(companions=True, youngest=youngest), 4, games=1, seed=game)
        twice = Twice(shoal)
        orders.add(twice.state.ages)
        for seat in range(4):
            twice.play(seat, Choose(Companion.ORCA))
    assert len(orders) > 3


CARDS = [
    ChiefCard(speeds, yellow)
    for speeds in permutations((2, 3, 4, 6))
    for yellow in ((), (1,), (4,), (1, 2), (2, 4), (3, 4))
]


@st.composite
def boxes(draw: st.DrawFn) -> tuple[Options, int]:
    """A variant with an ocean and a chief deck of its own, small enough that both run out."""
    variant = draw(st.sampled_from(LEGAL))
    counts = draw(st.lists(st.integers(0, 3), min_size=8, max_size=8).filter(any))
    mix = Mix(*counts)
    deck = draw(st.lists(st.sampled_from(CARDS), min_size=mix.total, max_size=mix.total + 2))
    options = Options(
        tokens=variant.tokens,
        children=variant.children,
        companions=variant.companions,
        chief=variant.chief,
        mix=mix,
        chief_deck=tuple(deck) if variant.chief else None,
        youngest=draw(st.sampled_from([UNSET, None, *range(variant.divers)])),
    )
    return options, variant.divers


@settings(max_examples=60, deadline=None)
@given(boxes(), st.integers(0, 2**64 - 1), st.data())
def test_own_boxes_and_any_decisions(box: tuple[Options, int], seed: int, data: st.DataObject) -> None:
    """A difference is shrunk to the smallest box and the shortest game."""
    options, divers = box
    shoal = DiveShoal(options, divers, games=1)
    shoal.restart(seeds=[seed] if seed < 2**63 else [2**63 - 1])
    twice = Twice(shoal)
    while awaited := twice.state.to_move():
        seat = data.draw(st.sampled_from(awaited), label="seat")
        menu = int(shoal.menus()[0, seat])
        blocks = [block for block in range(menu.bit_length()) if menu >> block & 1]
        block = data.draw(st.sampled_from(blocks), label="block")
        first, end = shoal.catalogue.starts[block : block + 2].tolist()
        number = data.draw(st.integers(first, end - 1), label="decision")
        twice.play(seat, shoal.catalogue.action(number))


@pytest.mark.parametrize("tokens", Tokens)
def test_a_whole_menu_by_its_mask(tokens: Tokens) -> None:
    """Where menus are longest they are compared decision by decision."""
    options = Options(tokens=tokens, companions=True)
    dice = FastDice(tokens.value)
    for game in range(3):
        twice = Twice(DiveShoal(options, 4, games=1, seed=game))
        while twice.state.to_move() and not twice.state.told:
            seat = twice.state.to_move()[0]
            twice.play(seat, at_random(twice.state, seat, dice))
        for seat in twice.state.to_move():
            legal = twice.shoal.mask(0, seat).nonzero()[0].tolist()
            numbers = [twice.shoal.catalogue.number(action) for action in twice.state.menu(seat)]
            assert sorted(numbers) == legal
