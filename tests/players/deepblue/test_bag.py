"""The odds of the bag are exact: the same as counting every handful."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from fathom.deepblue.gems import Gems
from fathom.players.deepblue.bag import Shields, reaching, survival
from fathom.players.deepblue.dives import Hope, Stance, coming, with_draws
from tests.deepblue.scene import colours, gems

BAGS = ["2*black 2*blue 3*silver gold", "3*black blue 2*silver red green", "black 3*blue 2*gold 2*purple"]


@pytest.mark.parametrize("written", BAGS)
@pytest.mark.parametrize("needed", [1, 2, 3])
def test_the_chance_to_find_enough_of_a_colour(written: str, needed: int) -> None:
    bag = colours(written)
    for colour in {*bag}:
        odds = reaching(len(bag), bag.count(colour), needed)
        for draws in range(len(bag) + 1):
            handfuls = list(combinations(bag, draws))
            hits = sum(handful.count(colour) >= needed for handful in handfuls)
            assert odds[draws] == pytest.approx(hits / len(handfuls))


SHIELDS = [Shields(), Shields(black=1), Shields(blue=2), Shields(either=1), Shields(1, 1, 1)]


@pytest.mark.parametrize("written", BAGS)
@pytest.mark.parametrize("shields", SHIELDS)
@pytest.mark.parametrize("warned", [(False, False), (True, False), (True, True)])
def test_the_chance_to_stay_down(written: str, shields: Shields, warned: tuple[bool, bool]) -> None:
    bag = colours(written)
    count = Counter(bag)
    others = len(bag) - count["black"] - count["blue"]
    lasting = survival(count["black"], count["blue"], others, warned, shields, most=6)
    for draws in range(7):
        down = harmless = 0
        handfuls = list(combinations(bag, draws))
        for handful in handfuls:
            owed = [
                max(0, handful.count(colour) - (not given))
                for colour, given in zip(("black", "blue"), warned, strict=True)
            ]
            short = max(0, owed[0] - shields.black) + max(0, owed[1] - shields.blue)
            if short <= shields.either:
                down += 1
                harmless += draws - handful.count("black") - handful.count("blue")
        assert lasting.chance[draws] == pytest.approx(down / len(handfuls))
        assert lasting.harmless[draws] == pytest.approx(harmless / len(handfuls))


@pytest.mark.parametrize("written", BAGS)
@pytest.mark.parametrize("draws", [0, 1, 2, 3])
def test_all_that_may_come(written: str, draws: int) -> None:
    handfuls = Counter(gems(" ".join(handful)) for handful in combinations(colours(written), draws))
    found = {came: chance for chance, came in coming(gems(written), draws)}
    assert found.keys() == handfuls.keys()
    for handful, number in handfuls.items():
        assert found[handful] == pytest.approx(number / handfuls.total())


@pytest.mark.parametrize("draws", [1, 2, 4])
def test_what_gems_are_worth_in_the_mean(draws: int) -> None:
    written = "2*black blue 2*silver gold red"
    promised = with_draws(gems(written), Stance(frozenset({"gold"}), Shields(), ()), draws)
    total = orders = 0
    for handful in combinations(colours(written), draws):
        orders += 1
        if handful.count("black") < 2 and handful.count("blue") < 2:
            pile = Gems()
            for colour in handful:
                pile = pile.with_one(colour)
            total += pile.worth(frozenset({"gold"}))
    assert promised.gems == pytest.approx(total / orders)


def test_a_card_is_played_as_soon_as_its_gems_have_come() -> None:
    """Without hazards, what a card promises is exact as well."""
    written = "2*gold 2*silver green"
    promised = with_draws(gems(written), Stance(frozenset(), Shields(), (Hope("gold", 2, 7),)), 3)
    orders = list(permutations(colours(written)))
    hits = sum(order[:3].count("gold") >= 2 for order in orders)
    assert promised.vp - promised.gems == pytest.approx(7 * hits / len(orders))
