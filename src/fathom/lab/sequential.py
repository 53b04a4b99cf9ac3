"""How sure one may be of a share at any moment, also at the one when one stops because it is enough.

An ordinary 95 % interval holds for a number of games that was fixed before the first one. Looking after
every game and stops when the interval looks good is misled far more often than five times in a hundred. The
interval here holds at all times at once (Waudby-Smith and Ramdas, "Estimating means of bounded random
variables by betting", 2024): someone who bets against a wrong share gets rich, and one who bets against the
true share multiplies a stake by 40, at any time, with a chance of at most 1 in 40.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import exp, inf, log

from fathom.lab.statistics import Interval

RICH = log(2 / 0.05)
"""A stake multiplied by this refutes a share: in one direction, so half of 5 %."""

_BETS = tuple(((number + 0.5) / 40) ** 2 for number in range(40))
"""Parts of the stake that are bet, all at once on equal shares of it; small ones suit small differences."""

_STEPS = 40


def anytime(results: Iterable[float]) -> Interval:
    """The mean of results between 0 and 1, with bounds that hold whenever one looks and why ever one stopped.

    Results must be independent of each other, which games that share a seed are not: their mean is one
    result. Their order does not matter.
    """
    counts = Counter(results)
    total = counts.total()
    if not total:
        return Interval(0.0, 0.0, 1.0)
    mean = sum(value * count for value, count in counts.items()) / total
    mirrored = Counter({1 - value: count for value, count in counts.items()})
    return Interval(mean, _lowest(counts, mean), 1 - _lowest(mirrored, 1 - mean))


def _lowest(counts: Counter[float], mean: float) -> float:
    """The lowest share that is not refuted by betting that the true one is higher."""
    low, high = 0.0, mean
    for _ in range(_STEPS):
        share = (low + high) / 2
        if log_wealth(counts, share) >= RICH:
            low = share
        else:
            high = share
    return low


def log_wealth(counts: Counter[float], share: float) -> float:
    """The logarithm of what 1 has become by betting on every result to be above this share.

    A bet of b turns 1 into 1 + b (result / share - 1), which is fair if the mean is the share. The higher the
    share, the less is won, so the shares that are refuted are those below a bound.
    """
    if share <= 0:
        return inf
    logs = [
        sum(count * log(1 + bet * (value / share - 1)) for value, count in counts.items()) for bet in _BETS
    ]
    best = max(logs)
    return best + log(sum(exp(one - best) for one in logs) / len(logs))
