"""What a Dive table agrees on before it begins, and which agreements go together."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fathom.dive import refusals
from fathom.dive.board import Tokens
from fathom.dive.box import standard_chief_deck, standard_mix
from fathom.dive.cards import MOST_CARDS, Mix
from fathom.dive.chief import ChiefCard
from fathom.table import Refusal, Seat

MOST_DIVERS = 4  # D1.3

MOST_CHIEF_CARDS = MOST_CARDS
"""One card per round, and no ocean has more rounds than cards."""  # D9.4


class Clarity(Enum):
    """How clear the water is. It touches only the picture, never the rules."""

    CLEAR = "clear"
    NATURAL = "natural"
    MURKY = "murky"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="game", tag="dive"):
    """The agreements of a table. `chief_deck` None stands for our own deck (D9.3)."""

    tokens: Tokens = Tokens.SOME  # D3.4
    children: bool = False  # D7
    companions: bool = False  # D8
    chief: bool = False  # D9
    flashlight: bool = False  # D10.1
    clarity: Clarity = Clarity.NATURAL
    mix: Mix = msgspec.field(default_factory=standard_mix)
    chief_deck: Annotated[tuple[ChiefCard, ...], Meta(max_length=MOST_CHIEF_CARDS)] | None = None
    youngest: Seat | UnsetType | None = UNSET
    """Who comes first when several wish for the same companion; the dice order everyone else, or all with
    null. Left out, the seats are in order of age."""  # D8.0

    def deck(self) -> tuple[ChiefCard, ...]:
        """The chief cards this table plays with; none without the chief."""
        if not self.chief:
            return ()
        return standard_chief_deck() if self.chief_deck is None else self.chief_deck

    def seats(self) -> range:
        """How many divers these options allow."""
        return range(1 if self.chief else 2, MOST_DIVERS + 1)  # D1.3

    def refusal(self, seats: int) -> Refusal | None:
        """Why these options cannot be played by this many divers, or None if they can."""
        if not 1 <= seats <= MOST_DIVERS:
            return refusals.WRONG_SEATS(seats=seats)
        if self.children and self.companions:
            return refusals.CHILDREN_AND_COMPANIONS()
        if self.children and self.chief:
            return refusals.CHILDREN_AND_CHIEF()
        if seats not in self.seats():
            return refusals.ONE_DIVER_ALONE()
        if isinstance(self.youngest, int) and not 0 <= self.youngest < seats:
            return refusals.YOUNGEST_NOBODY(seat=self.youngest)
        if not self.mix.valid():
            return refusals.BAD_MIX(most=MOST_CARDS)
        deck = self.deck()
        for card in deck:
            if not card.valid():
                return refusals.BAD_CHIEF_CARD(card=str(card))
        if self.chief and len(deck) < self.mix.total:
            return refusals.CHIEF_DECK_TOO_SMALL(cards=len(deck), rounds=self.mix.total)
        return None
