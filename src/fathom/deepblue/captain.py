"""A player's things: boats, crew, tokens and points."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from fathom.deepblue.crew import Cards, with_cards, without_cards
from fathom.deepblue.memory import Memory

BOATS = (0, 1)
"""Everyone has two boats."""  # B1.1


class Boat(msgspec.Struct, frozen=True):
    """Where a boat is; `space` is the number of the wreck's exploration space it lies on, None elsewhere."""

    place: str
    space: int | None = None


Fleet = tuple[Boat, Boat]


class Captain(msgspec.Struct, frozen=True):
    """A player as the table's owner could see them: hand and resting cards included."""

    boats: Fleet
    hand: Cards
    tokens: int
    memory: Memory
    resting: Cards = ()
    open: Cards = ()
    """Cards played and still lying open (B3.2)."""
    vp: int = 0

    @property
    def crew(self) -> Cards:
        """All cards, wherever they are."""
        return with_cards(self.hand, self.resting + self.open)

    def playing(self, cards: Cards, tokens: int = 0) -> Captain:
        """After playing cards from hand, and spending tokens."""  # B3.2, B3.4
        if not cards:
            return replace(self, tokens=self.tokens - tokens)
        hand = without_cards(self.hand, cards)
        return replace(
            self,
            hand=hand,
            open=with_cards(self.open, cards),
            tokens=self.tokens - tokens,
            memory=self.memory.showed(cards) if hand else Memory((), self.crew),
        )

    def hiring(self, card: str) -> Captain:
        """After a card came to hand."""  # B4.1
        return replace(self, hand=with_cards(self.hand, (card,)), memory=self.memory.hired(card))

    def drawing(self, cards: Cards) -> Captain:
        """After these cards came from the resting area to hand."""  # B6.1
        resting = without_cards(self.resting, cards)
        return replace(
            self,
            hand=with_cards(self.hand, cards),
            resting=resting,
            memory=self.memory.drew(len(cards)) if resting else Memory(self.crew),
        )

    def tidying(self) -> Captain:
        """After the cards that lay open went to rest."""  # B3.2
        return replace(self, resting=with_cards(self.resting, self.open), open=()) if self.open else self

    def moving(self, boat: int, to: Boat) -> Captain:
        """After one boat went somewhere."""
        return replace(self, boats=(to, self.boats[1]) if boat == 0 else (self.boats[0], to))


class CaptainView(msgspec.Struct, frozen=True):
    """A player as everyone may see them: the crew as a set, of hand and resting area only how many."""

    boats: Fleet
    crew: Cards
    hand: int
    resting: int
    open: Cards
    tokens: int
    vp: int
    memory: Memory
    """What was seen of the crew: all that limits which of its cards are in hand."""


class Yours(msgspec.Struct, frozen=True):
    """What only the player knows: which cards are in hand and which rest."""

    hand: Cards
    resting: Cards
