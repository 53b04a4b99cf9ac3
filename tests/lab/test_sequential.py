"""The interval holds at all times at once, and is no wider than it has to be."""

from collections import Counter
from random import Random

import pytest

from fathom.lab.sequential import RICH, anytime, log_wealth


@pytest.mark.parametrize("truth", [0.5, 0.65, 0.9])
def test_whoever_looks_after_every_result_is_misled_at_most_five_times_in_a_hundred(truth: float) -> None:
    draws = Random(7).random
    runs, misled = 300, 0
    for _ in range(runs):
        results: Counter[float] = Counter()
        for _ in range(20):  # a look after every fifth result
            results.update((draws() < truth) / 2 + (draws() < truth) / 2 for _ in range(5))
            if outside(results, truth):
                misled += 1
                break
    assert misled / runs <= 0.05


def outside(results: Counter[float], share: float) -> bool:
    """Whether the interval of these results leaves this share out, without finding all of the interval."""
    mirrored = Counter({1 - value: count for value, count in results.items()})
    return log_wealth(results, share) >= RICH or log_wealth(mirrored, 1 - share) >= RICH


@pytest.mark.parametrize("share", [0.45, 0.55, 0.6, 0.7, 0.8])
def test_what_is_outside_is_what_the_interval_leaves_out(share: float) -> None:
    draws = Random(5).random
    results = [float(draws() < 0.65) for _ in range(150)]
    found = anytime(results)
    assert outside(Counter(results), share) == (not found.low <= share <= found.high)
    assert not outside(Counter(results), found.share)


def test_a_clear_difference_is_soon_plain() -> None:
    draws = Random(3).random
    results = [float(draws() < 0.75) for _ in range(200)]
    found = anytime(results)
    assert found.low > 0.6
    assert found.high < 0.85


def test_it_is_the_same_from_either_side() -> None:
    mine = anytime([1.0] * 30 + [0.5] * 20 + [0.0] * 10)
    yours = anytime([0.0] * 30 + [0.5] * 20 + [1.0] * 10)
    assert (mine.share, mine.low, mine.high) == pytest.approx(
        (1 - yours.share, 1 - yours.high, 1 - yours.low)
    )


def test_deals_that_cancel_luck_out_tell_more_than_single_games() -> None:
    split = anytime([0.5] * 40)
    single = anytime([0.0, 1.0] * 20)
    assert split.high - split.low < single.high - single.low


def test_without_results_everything_is_possible() -> None:
    assert (anytime([]).low, anytime([]).high) == (0.0, 1.0)


def test_nobody_is_sure_of_everything_even_after_winning_always() -> None:
    found = anytime([1.0] * 50)
    assert (found.share, found.high) == (1.0, 1.0)
    assert 0.85 < found.low < 1.0
