"""What may come out of the bag, by imagining it: a few handfuls, one gem after the other, instead of all.

Few of them mislead, as people are misled; the error shrinks with the square root of their number. Someone
who plans for the handfuls imagined also plans with hindsight, and so is too bold with few of them.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fathom.deepblue.gems import COLOURS, Counted, Gems, treasure_vp
from fathom.players.deepblue.bag import Shields
from fathom.players.deepblue.dives import MOST_DRAWS, Coming, Promise, Stance
from fathom.table import Dice

_SEEDS = 2**32
_BLACK, _BLUE = COLOURS.index("black"), COLOURS.index("blue")


class Handfuls:
    """A number of handfuls, imagined once for everything that is weighed in a decision."""

    def __init__(self, bag: Gems, count: int, dice: Dice) -> None:
        self._bag = bag
        self._count = count
        self._seed = dice.roll(_SEEDS, "handfuls")
        self._found: dict[tuple[Stance, int], tuple[NDArray[np.float64], NDArray[np.float64]]] = {}

    @cached_property
    def _drawn(self) -> NDArray[np.int64]:
        """By handful, number of draws and colour: how many have come."""
        random = np.random.default_rng(self._seed)
        gems = np.repeat(np.arange(len(COLOURS)), [self._bag.of(colour) for colour in COLOURS])
        draws = min(MOST_DRAWS, gems.size)
        order = gems[random.random((self._count, gems.size)).argsort(axis=1)[:, :draws]]
        drawn = np.zeros((self._count, draws + 1, len(COLOURS)), dtype=np.int64)
        np.cumsum(order[:, :, None] == np.arange(len(COLOURS)), axis=1, out=drawn[:, 1:])
        return drawn

    def coming(self, draws: int) -> Coming:
        """The first so many gems of each handful."""
        chance = 1 / self._count
        return tuple((chance, Gems(*first)) for first in self._drawn[:, draws].tolist())

    def reaching(self, on: Counted, gems: int) -> tuple[float, ...]:
        """For 0, 1, 2 … draws: in what part of the handfuls so many of the colour have come."""
        odds: tuple[float, ...] = tuple((self._counting_for(on) >= gems).mean(axis=0).tolist())
        return odds

    def promise(self, stance: Stance, at_once: int, card_more: int) -> Promise:
        """The best plan for these handfuls."""
        all_vp, _ = self._worth(stance, card_more)
        best = max(range(0, len(all_vp), at_once), key=all_vp.__getitem__)
        return self.with_draws(stance, best, card_more)

    def with_draws(self, stance: Stance, draws: int, card_more: int) -> Promise:
        """The mean worth of a dive of that many gems over these handfuls."""
        all_vp, gems_vp = self._worth(stance, card_more)
        planned = min(draws, len(all_vp) - 1)
        return Promise(draws, float(all_vp[planned]), float(gems_vp[planned]))

    def _worth(self, stance: Stance, card_more: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """For 0, 1, 2 … draws: the mean VP in all, and those for gems."""
        key = (stance, card_more)
        if key not in self._found:
            down = _holds(stance.shields, self._drawn[..., _BLACK] - 1, self._drawn[..., _BLUE] - 1)
            value = np.array([treasure_vp(colour, stance.explored) for colour in COLOURS])
            gems = (self._drawn @ value * down).mean(axis=0)
            cards = np.zeros_like(gems)
            for hope in stance.hopes:
                played = (self._counting_for(hope.on) >= hope.gems) & down
                cards += (
                    hope.held * (hope.vp + card_more) * np.logical_or.accumulate(played, axis=1).mean(axis=0)
                )
            self._found[key] = (gems + cards, gems)
        return self._found[key]

    def _counting_for(self, on: Counted) -> NDArray[np.int64]:
        counting: NDArray[np.int64] = (
            self._drawn.sum(axis=2) if on == "any" else self._drawn[..., COLOURS.index(on)]
        )
        return counting


def _holds(shields: Shields, black: NDArray[np.int64], blue: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Where the shields are enough against so many of each."""
    held: NDArray[np.bool_] = (
        np.maximum(0, black - shields.black) + np.maximum(0, blue - shields.blue) <= shields.either
    )
    return held
