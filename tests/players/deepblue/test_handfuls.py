"""Imagined handfuls tend to the exact odds, and the fewer there are, the more one misjudges."""

from math import sqrt

import pytest

from fathom.deepblue.gems import Counted, Gems
from fathom.players.deepblue.bag import Shields
from fathom.players.deepblue.dives import ExactOdds, Hope, Stance
from fathom.players.deepblue.handfuls import Handfuls
from fathom.table import FastDice
from tests.deepblue.scene import gems

MANY = 40_000
CLOSE = 4 / sqrt(MANY)
"""Four standard errors of something that is 0 or 1, or nearly so."""
BAG = gems("2*black 3*blue 4*silver 2*gold red purple")
STANCES = [
    Stance(frozenset(), Shields(), ()),
    Stance(frozenset({"gold"}), Shields(black=1), ()),
    Stance(frozenset({"red", "silver"}), Shields(blue=1, either=1), ()),
]


@pytest.mark.parametrize("stance", STANCES)
@pytest.mark.parametrize("draws", [0, 1, 3, 6, 13])
def test_many_handfuls_give_what_a_dive_is_worth(stance: Stance, draws: int) -> None:
    imagined = Handfuls(BAG, MANY, FastDice(1)).with_draws(stance, draws, 0)
    exact = ExactOdds(BAG).with_draws(stance, draws, 0)
    most = 40  # more than any handful gives
    assert imagined.gems == pytest.approx(exact.gems, abs=most * CLOSE / 2)
    assert imagined.vp == imagined.gems


def test_many_handfuls_give_what_cards_are_worth() -> None:
    bag = gems("4*silver 2*gold red purple")  # without hazards the exact odds of cards are exact, too
    stance = Stance(frozenset(), Shields(), (Hope("gold", 2, 7), Hope("any", 3, 2)))
    imagined = Handfuls(bag, MANY, FastDice(1)).with_draws(stance, 4, card_more=1)
    exact = ExactOdds(bag).with_draws(stance, 4, card_more=1)
    assert imagined.vp - imagined.gems == pytest.approx(exact.vp - exact.gems, abs=11 * CLOSE / 2)


def test_many_handfuls_give_the_odds_of_a_colour_and_of_the_next_gem() -> None:
    handfuls, exact = Handfuls(BAG, MANY, FastDice(1)), ExactOdds(BAG)
    looked_for: list[tuple[Counted, int]] = [("blue", 2), ("silver", 1), ("any", 5), ("green", 1)]
    for on, needed in looked_for:
        odds = exact.reaching(on, needed)
        assert handfuls.reaching(on, needed) == pytest.approx(odds, abs=CLOSE / 2)
    for draws in (1, 2):
        silver, silver_then = (
            sum(chance for chance, came in odds.coming(draws) if came.silver == draws)
            for odds in (handfuls, exact)
        )
        assert silver == pytest.approx(silver_then, abs=CLOSE / 2)


def test_the_best_plan_is_that_of_the_handfuls() -> None:
    stance = STANCES[0]
    planned = Handfuls(BAG, MANY, FastDice(1)).promise(stance, 1, 0)
    exact = ExactOdds(BAG).promise(stance, 1, 0)
    assert planned.draws == exact.draws
    two_at_once = Handfuls(BAG, 3, FastDice(2)).promise(stance, 2, 0)
    assert two_at_once.draws % 2 == 0


def test_a_single_handful_is_a_dive_with_hindsight() -> None:
    """Whoever imagines one handful plans to end just before its second hazard of a colour."""
    bag = gems("2*black silver red")
    for seed in range(20):
        handful = Handfuls(bag, 1, FastDice(seed))
        worth = [handful.with_draws(STANCES[0], draws, 0).vp for draws in range(5)]
        assert worth[0] == worth[4] == 0  # both black gems have come
        assert handful.promise(STANCES[0], 1, 0).vp == max(worth) in {0, 1, 4, 5}
        [(chance, first)] = handful.coming(1)
        assert (chance, first.total) == (1, 1)


def test_the_error_shrinks_with_the_square_root_of_the_number() -> None:
    exact = ExactOdds(BAG).with_draws(STANCES[1], 5, 0).vp

    def error(number: int) -> float:
        found = [Handfuls(BAG, number, FastDice(seed)).with_draws(STANCES[1], 5, 0).vp for seed in range(300)]
        return sqrt(sum((vp - exact) ** 2 for vp in found) / len(found))

    few, more = error(2), error(32)
    assert 3.4 < few / more < 4.6  # the square root of 16 is 4


def test_the_same_dice_imagine_the_same() -> None:
    one, again, other = (Handfuls(BAG, 5, FastDice(seed)) for seed in (1, 1, 2))
    assert one.promise(STANCES[0], 1, 0) == again.promise(STANCES[0], 1, 0)
    assert one.reaching("silver", 2) == again.reaching("silver", 2) != other.reaching("silver", 2)


def test_an_empty_bag_promises_nothing() -> None:
    empty = Handfuls(Gems(), 3, FastDice(1))
    assert empty.promise(STANCES[0], 1, 0).vp == 0
    assert empty.reaching("silver", 1) == (0.0,)
