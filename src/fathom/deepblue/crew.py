"""Crew cards: kinds of cards, what each is good for, and sets of them such as a hand."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fathom.deepblue.chart import Text
from fathom.deepblue.gems import Colour, Counted, Gems, Hazard

Cards = tuple[str, ...]
"""Some crew cards by kind, sorted, equal ones repeated: cards of a kind are alike, so order means nothing."""

STARTING_CREW = 4  # B1.1
MARKET_CREW = 30  # B1.4


class CrewCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of crew card: at most two effects, of which one is used when it is played (B3.3)."""

    id: Text
    name: Text
    count: int = 1
    on: Counted | None = None
    """The colour of the gems that must have been drawn to play it for VP; "any" counts all gems."""
    gems: int = 1
    """How many of them."""
    vp: int = 0
    against: Hazard | None = None
    money: int = 0
    propeller: int = 0
    adds: Colour | None = None
    """The "+1" mark: a gem of this colour goes into the bag when the card comes up in the market (B2.5)."""

    def plays_on(self, drawn: Gems) -> bool:
        """Whether it may be played for VP when these gems have been drawn."""  # B8.6
        return self.on is not None and drawn.counting_for(self.on) >= self.gems

    def effects(self) -> int:
        """How many different things it can be played for."""
        return sum((self.on is not None, self.against is not None, self.money > 0, self.propeller > 0))


def sorted_cards(cards: Iterable[str]) -> Cards:
    """The cards in the one order in which they are written."""
    return tuple(sorted(cards))


def with_cards(cards: Cards, more: Iterable[str]) -> Cards:
    """Both together."""
    return tuple(sorted((*cards, *more)))


def without_cards(cards: Cards, gone: Iterable[str]) -> Cards:
    """The cards that are left; those that go must be there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
