"""What comes out of the bag: exact odds, without drawing a single gem.

Gems are drawn without putting any back, so how many of each colour are among the next n follows a
hypergeometric distribution; the binomial coefficients count the handfuls.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import msgspec


class Shields(msgspec.Struct, frozen=True):
    """How many hazards someone can answer: black ones, blue ones, and any."""

    black: int = 0
    blue: int = 0
    either: int = 0

    def hold(self, black: int, blue: int) -> bool:
        """Whether they are enough against so many of each."""
        return max(0, black - self.black) + max(0, blue - self.blue) <= self.either


@lru_cache(maxsize=65536)
def reaching(total: int, lucky: int, needed: int) -> tuple[float, ...]:
    """For 0, 1, 2 … draws out of so many gems: the chance that at least `needed` of the lucky ones came."""
    odds = []
    for draws in range(total + 1):
        missed = sum(
            comb(lucky, few) * comb(total - lucky, draws - few) for few in range(min(needed, draws + 1))
        )
        odds.append(1 - missed / comb(total, draws))
    return tuple(odds)


class Survival(msgspec.Struct, frozen=True):
    """For each number of further draws: whether one is still down then."""

    chance: tuple[float, ...]
    """That no hazard was one too many."""
    harmless: tuple[float, ...]
    """The mean number of gems that are no hazards, counted as 0 where one is not down any more."""


@lru_cache(maxsize=65536)
def survival(
    black: int, blue: int, others: int, warned: tuple[bool, bool], shields: Shields, most: int
) -> Survival:
    """How probably one outlasts 0, 1, … `most` draws from a bag of so many black, blue and other gems.

    The first gem of each hazard's colour is a warning, unless it has been given: `warned`, of black and blue.
    """  # B8.3
    free_black, free_blue = (0 if given else 1 for given in warned)
    total = black + blue + others
    chance = []
    harmless = []
    for draws in range(min(most, total) + 1):
        ways = mean = 0
        for of_black in range(min(black, draws) + 1):
            for of_blue in range(min(blue, draws - of_black) + 1):
                rest = draws - of_black - of_blue
                if rest > others or not shields.hold(of_black - free_black, of_blue - free_blue):
                    continue
                handfuls = comb(black, of_black) * comb(blue, of_blue) * comb(others, rest)
                ways += handfuls
                mean += handfuls * rest
        all_ways = comb(total, draws)
        chance.append(ways / all_ways)
        harmless.append(mean / all_ways)
    return Survival(tuple(chance), tuple(harmless))
