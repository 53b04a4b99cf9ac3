"""What a dive is worth before it begins: to lead it, or to come along."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from fathom.deepblue.gems import EXPLORED_TREASURE, TREASURE, Colour, Gems
from fathom.players.deepblue.bag import Shields, reaching, survival

MOST_DRAWS = 14
"""Nobody draws more gems than that in one dive and stays down."""


class Hope(NamedTuple):
    """A card that can be played for VP: on how many gems of which colour, and for how many."""

    on: str
    gems: int
    vp: int

    def holds(self, drawn: Gems) -> bool:
        """Whether it may be played now."""  # B8.6
        return (drawn.total if self.on == "any" else getattr(drawn, self.on)) >= self.gems


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


def gem_vp(colour: Colour, explored: frozenset[Colour]) -> int:
    """What a gem of this colour is worth to someone on spaces of the given colours."""
    return EXPLORED_TREASURE[colour] if colour in explored else TREASURE.get(colour, 0)


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


@lru_cache(maxsize=65536)
def with_draws(bag: Gems, stance: Stance, draws: int, card_more: int = 0) -> Promise:
    """What a dive of so many gems is worth."""
    others = bag.total - bag.black - bag.blue
    lasting = survival(bag.black, bag.blue, others, (False, False), stance.shields, MOST_DRAWS)
    treasure = sum(bag.of(colour) * gem_vp(colour, stance.explored) for colour in TREASURE)
    gems = lasting.harmless[min(draws, len(lasting.harmless) - 1)] * treasure / max(1, others)
    cards = 0.0
    for hope in stance.hopes:
        lucky = bag.total if hope.on == "any" else getattr(bag, hope.on)
        reached = reaching(bag.total, lucky, hope.gems)
        # Played as soon as the condition holds, if one is still down then; the two are nearly independent.
        chance = sum(
            (reached[draw] - reached[draw - 1]) * lasting.chance[draw]
            for draw in range(1, min(draws, len(lasting.chance) - 1) + 1)
        )
        cards += chance * (hope.vp + card_more)
    return Promise(draws, gems + cards, gems)
