"""What a dive is worth before it begins: to lead it, or to come along."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple, Protocol

import msgspec

from fathom.deepblue.gems import COLOURS, Colour, Counted, Gems
from fathom.players.deepblue.bag import Shields, reaching, survival

MOST_DRAWS = 14
"""Nobody draws more gems than that in one dive and stays down."""


class Hope(NamedTuple):
    """A card that can be played for VP: on how many gems of which colour, and for how many."""

    on: Counted
    gems: int
    vp: int
    held: float = 1.0
    """How probable it is that the card is in hand at all."""

    def holds(self, drawn: Gems) -> bool:
        """Whether it may be played now."""  # B8.6
        return drawn.counting_for(self.on) >= self.gems


class Stance(msgspec.Struct, frozen=True, cache_hash=True):
    """How someone is placed in a dive: boats on treasure, and what they can answer and play."""

    explored: frozenset[Colour]
    shields: Shields
    hopes: tuple[Hope, ...]


class Promise(msgspec.Struct, frozen=True):
    """A dive in prospect: how many gems to draw at best, and the mean VP for gems and cards."""

    draws: int
    vp: float
    gems: float


Coming = tuple[tuple[float, Gems], ...]
"""What may come out of the bag, with the chance of each."""


class Odds(Protocol):
    """What may come out of the bag, worked out or imagined."""

    def coming(self, draws: int) -> Coming:
        """All that the next so many gems may be."""
        ...

    def promise(self, stance: Stance, at_once: int, card_more: int) -> Promise:
        """The best one can plan: to draw a certain number of gems, so many at once, then end."""
        ...

    def with_draws(self, stance: Stance, draws: int, card_more: int) -> Promise:
        """The worth of a dive of that many gems; every card played is worth `card_more` VP more."""
        ...

    def reaching(self, on: Counted, gems: int) -> tuple[float, ...]:
        """For 0, 1, 2 … draws: the chance that so many of the colour came."""
        ...


class ExactOdds(msgspec.Struct, frozen=True):
    """Every handful counts: sums over all that the bag may give."""

    bag: Gems

    def coming(self, draws: int) -> Coming:
        """Every handful there is."""
        return coming(self.bag, draws)

    def promise(self, stance: Stance, at_once: int, card_more: int) -> Promise:
        """The best of all plans."""
        return promise(self.bag, stance, at_once, card_more)

    def with_draws(self, stance: Stance, draws: int, card_more: int) -> Promise:
        """The mean of all handfuls."""
        return with_draws(self.bag, stance, draws, card_more)

    def reaching(self, on: Counted, gems: int) -> tuple[float, ...]:
        """By counting handfuls."""
        return reaching(self.bag.total, self.bag.counting_for(on), gems)


@lru_cache(maxsize=16384)
def coming(bag: Gems, draws: int) -> Coming:
    """All handfuls of so many gems, the same colours taken together, each with its chance."""
    ways: dict[Gems, int] = {Gems(): 1}
    for colour in COLOURS:
        there = bag.of(colour)
        ways = {
            handful.with_one(colour, more): number * comb(there, more)
            for handful, number in ways.items()
            for more in range(min(there, draws - handful.total) + 1)
        }
    every = comb(bag.total, draws)
    return tuple((number / every, handful) for handful, number in ways.items() if handful.total == draws)


@lru_cache(maxsize=16384)
def promise(bag: Gems, stance: Stance, at_once: int = 1, card_more: int = 0) -> Promise:
    """The best one can plan: to draw a certain number of gems, then end.

    A leader who looks at each gem does a little better than any plan; that is the same for all dives.
    """
    best = Promise(0, 0.0, 0.0)
    for draws in range(at_once, min(MOST_DRAWS, bag.total) + 1, at_once):
        planned = with_draws(bag, stance, draws, card_more)
        if planned.vp > best.vp:
            best = planned
    return best


def with_draws(bag: Gems, stance: Stance, draws: int, card_more: int = 0) -> Promise:
    """What a dive of so many gems is worth."""
    course = _course(bag, stance, card_more)
    return course[draws] if draws < len(course) else msgspec.structs.replace(course[-1], draws=draws)


@lru_cache(maxsize=65536)
def _course(bag: Gems, stance: Stance, card_more: int) -> tuple[Promise, ...]:
    """What dives of 0, 1, 2 … gems are worth."""
    others = bag.total - bag.black - bag.blue
    lasting = survival(bag.black, bag.blue, others, (False, False), stance.shields, MOST_DRAWS)
    a_gem = bag.worth(stance.explored) / max(1, others)
    hopes = [
        (hope.held * (hope.vp + card_more), reaching(bag.total, bag.counting_for(hope.on), hope.gems))
        for hope in stance.hopes
    ]
    cards = 0.0
    course = []
    for draw, chance in enumerate(lasting.chance):
        gems = lasting.harmless[draw] * a_gem
        if draw:
            # Played as soon as it can be, if one is still down then; the two are nearly independent.
            cards += chance * sum([vp * (reached[draw] - reached[draw - 1]) for vp, reached in hopes])
        course.append(Promise(draw, gems + cards, gems))
    return tuple(course)
