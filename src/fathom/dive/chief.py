"""The village chief (D9): an automatic diver who never errs and plays from a deck of cards."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

CHIEF_SPEEDS = (2, 3, 4, 6)  # D9.2
BUBBLES = 2  # D9.2
MOST_NUMBERS = 8
"""The most speeds or levels that are read of one card; a bound for data that comes from outside."""


class ChiefCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chief's speed on each level from 1, and the levels whose number is yellow."""

    speeds: Annotated[tuple[int, ...], Meta(max_length=MOST_NUMBERS)]
    yellow: Annotated[tuple[int, ...], Meta(max_length=MOST_NUMBERS)]

    def __str__(self) -> str:
        return " ".join(
            f"{speed}y" if level in self.yellow else str(speed) for level, speed in enumerate(self.speeds, 1)
        )

    def valid(self) -> bool:
        """Whether this is a card as D9.2 describes them."""
        return (
            tuple(sorted(self.speeds)) == CHIEF_SPEEDS
            and tuple(sorted(set(self.yellow))) == self.yellow
            and len(self.yellow) <= BUBBLES
            and all(1 <= level <= len(CHIEF_SPEEDS) for level in self.yellow)
        )

    @classmethod
    def read(cls, written: str) -> ChiefCard:
        """The card written as by `str`: four speeds, those of yellow levels with a "y", as in "2 3 4y 6y".

        Raises ValueError if it is not written like that or not a card.
        """
        numbers = written.split()
        card = cls(
            speeds=tuple(int(number.removesuffix("y")) for number in numbers),
            yellow=tuple(level for level, number in enumerate(numbers, 1) if number.endswith("y")),
        )
        if not card.valid():
            raise ValueError(f"“{written}” is not a chief card")
        return card
