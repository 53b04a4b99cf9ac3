"""The ocean: 36 transparent cards, what is on them, and how they come to lie in the frame."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

import msgspec

from fathom.table import Dice


class Helper(Enum):
    """An animal that carries the fastest diver down."""

    GREEN = "green"
    RED = "red"
    MANTA = "manta"


class Kind(Enum):
    """What matters on a card (D1.1): at most a shark and at most one helper; all else is decoration."""

    shark: bool
    helper: Helper | None

    NOTHING = "nothing"
    SHARK = "shark"
    GREEN = "green"
    RED = "red"
    MANTA = "manta"
    SHARK_GREEN = "shark+green"
    SHARK_RED = "shark+red"
    SHARK_MANTA = "shark+manta"

    __hash__ = object.__hash__  # each kind is one object; Enum would hash its name, in Python

    def __init__(self, value: str) -> None:
        parts = value.split("+")
        self.shark = parts[0] == "shark"
        self.helper = next((helper for helper in Helper if helper.value in parts), None)


class Card(msgspec.Struct, frozen=True):
    """A card as it lies in the stack: what is on it, its quarter turns, and whether it lies on its face."""

    kind: Kind
    turn: int
    flipped: bool


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of each kind the ocean has. Ours is D1.6; a table may bring that of its own box."""

    nothing: int
    shark: int
    green: int
    red: int
    manta: int
    shark_green: int
    shark_red: int
    shark_manta: int

    def counts(self) -> dict[Kind, int]:
        """The number of cards of each kind."""
        return {kind: getattr(self, kind.name.lower()) for kind in Kind}

    @property
    def total(self) -> int:
        """The number of cards in all."""
        return sum(self.counts().values())

    def valid(self) -> bool:
        """Whether one can play with it."""  # D1.1
        return min(self.counts().values()) >= 0 and 1 <= self.total <= MOST_CARDS

    def without(self, seen: Iterable[Kind]) -> tuple[Kind, ...]:
        """The cards that are left when the seen ones are gone, kind by kind."""
        left = self.counts()
        for kind in seen:
            left[kind] -= 1
        return tuple([kind for kind, count in left.items() for _ in range(count)])


ORIENTATIONS = 8
"""Four quarter turns, face up or face down."""

MOST_CARDS = 99
"""More than any box holds; a bound for data that comes from outside."""


def stacked(kinds: tuple[Kind, ...], dice: Dice) -> tuple[Card, ...]:
    """The cards shuffled, turned and flipped by chance, the top one first."""  # D2.1
    roll = dice.roll
    return tuple([_LYING[kind][roll(ORIENTATIONS, "orientation")] for kind in dice.shuffle(kinds, "ocean")])


_LYING = {
    kind: [Card(kind, turn, flipped) for flipped in (False, True) for turn in range(4)] for kind in Kind
}
"""Every card in each of its orientations; a stack is made of these."""
