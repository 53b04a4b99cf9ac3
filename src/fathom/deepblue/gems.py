"""The gems: their colours, what they are worth, and piles of them such as the bag."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from fathom.table import Dice

Colour = Literal["silver", "gold", "red", "green", "purple", "black", "blue"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
"""All colours there are."""  # B1.2

Counted = Colour | Literal["any"]
"""What cards count: the gems of a colour, or all of them."""  # B8.6

Hazard = Literal["black", "blue"]
"""Black is the sea monster, blue is short oxygen."""  # B8.2

TREASURE: dict[Colour, int] = {"red": 4, "gold": 2, "silver": 1}  # B9.2
EXPLORED_TREASURE: dict[Colour, int] = {"red": 10, "gold": 5, "silver": 3}  # B9.2
MOST_GEMS = 99
"""More of one colour than any box holds; a bound for data that comes from outside."""


def hazard(colour: Colour) -> Hazard | None:
    """The hazard that a gem of this colour is, if it is one."""  # B8.2
    return colour if colour == "black" or colour == "blue" else None  # noqa: PLR1714 - narrows the type


def treasure_vp(colour: Colour, explored: frozenset[Colour]) -> int:
    """What a gem of this colour is worth to someone with boats on spaces of the given colours."""  # B9.2
    return EXPLORED_TREASURE[colour] if colour in explored else TREASURE.get(colour, 0)


class Gems(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pile of gems: how many of each colour."""

    silver: int = 0
    gold: int = 0
    red: int = 0
    green: int = 0
    purple: int = 0
    black: int = 0
    blue: int = 0

    @property
    def total(self) -> int:
        """All gems of the pile."""
        return self.silver + self.gold + self.red + self.green + self.purple + self.black + self.blue

    def of(self, colour: Colour) -> int:
        """How many there are of one colour."""
        count: int = getattr(self, colour)
        return count

    def counting_for(self, on: Counted) -> int:
        """How many of them count for a card on this colour, or on any."""  # B8.6
        return self.total if on == "any" else self.of(on)

    def with_one(self, colour: Colour, more: int = 1) -> Gems:
        """The pile with one gem more of a colour (or as many as given)."""
        counts = [self.silver, self.gold, self.red, self.green, self.purple, self.black, self.blue]
        counts[COLOURS.index(colour)] += more
        return Gems(*counts)

    def without_one(self, colour: Colour) -> Gems:
        """The pile with one gem less of a colour."""
        return self.with_one(colour, -1)

    def with_all(self, other: Gems) -> Gems:
        """Both piles together."""
        return Gems(
            self.silver + other.silver,
            self.gold + other.gold,
            self.red + other.red,
            self.green + other.green,
            self.purple + other.purple,
            self.black + other.black,
            self.blue + other.blue,
        )

    def pick(self, dice: Dice, purpose: str) -> Colour:
        """The colour of one gem, each gem of the pile being equally likely. The pile must not be empty."""
        number = dice.roll(self.total, purpose)
        for colour in COLOURS:
            number -= getattr(self, colour)
            if number < 0:
                return colour
        raise AssertionError("a roll is smaller than the number of gems")  # pragma: no cover

    def worth(self, explored: frozenset[Colour]) -> int:
        """The VP for these gems to someone with boats on exploration spaces of the given colours."""  # B9.2
        return sum([self.of(colour) * treasure_vp(colour, explored) for colour in TREASURE])
