"""Where chance comes from.

A game never owns a random generator: it is handed `Dice` and asks them. So the same rules run on a fast
generator in a simulation, on dice that everyone can verify at a real table, and on what was written down in a
replay, and cannot tell the difference.
"""

from __future__ import annotations

import hashlib
import hmac
from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

import msgspec

Item = TypeVar("Item")


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """One thing that chance decided, with the label that says where in the game it was decided.

    `number` is the entry of the log during which it fell (0 is the setup), `index` counts the outcomes of one
    purpose within that entry, and `value` is one of 0 … sides - 1.
    """

    number: int
    purpose: str
    index: int
    sides: int
    value: int

    def __str__(self) -> str:
        return f"outcome {self.index} of “{self.purpose}” in entry {self.number}"


class Dice(ABC):
    """Gives whole numbers by chance. Subclasses say where they come from."""

    @abstractmethod
    def roll(self, sides: int, purpose: str) -> int:
        """One of 0 … sides - 1, all equally likely; `purpose` names what is being decided."""

    def at(self, number: int) -> Dice:
        """The dice for one entry of the log. Dice without labels are the same for all of them."""
        return self

    def pick(self, items: Sequence[Item], purpose: str) -> Item:
        """One of the items."""
        return items[self.roll(len(items), purpose)]

    def shuffle(self, items: Sequence[Item], purpose: str) -> tuple[Item, ...]:
        """The items in a random order (Fisher–Yates, from the last place to the second)."""
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = self.roll(last + 1, purpose)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return tuple(shuffled)


class FastDice(Dice):
    """Dice for simulation and search: quick, repeatable from their seed, and of no use against a cheat."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        # Only `random()` is promised to give the same numbers in every version of Python.
        self._random = Random(seed).random

    def roll(self, sides: int, purpose: str) -> int:
        return int(self._random() * sides)

    def shuffle(self, items: Sequence[Item], purpose: str) -> tuple[Item, ...]:
        # The same walk as in `Dice`, without a call per card: shuffling is most of a game's setup.
        random = self._random
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = int(random() * (last + 1))
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return tuple(shuffled)


SEED_BYTES: Final = 32


class FairDice(Dice):
    """Dice whose every outcome follows from a seed that was fixed before the first move.

    An outcome is a pure function of seed, the players' entropies and its label, so a restart, a second server
    and a sceptic with the revealed seed all find the same one:

        the first 8 bytes of HMAC-SHA256(seed, entropy₁ ‖ … ‖ entropyₙ ‖ "number/purpose/index" ‖ k)

    as a number, with k = 0, 1, … (4 bytes, big-endian) counted up while that number falls into the incomplete
    last stretch of 2⁶⁴ that would make small values likelier.
    """

    def __init__(self, seed: bytes, entropies: Sequence[bytes] = (), number: int = 0) -> None:
        if len(seed) != SEED_BYTES or any(len(entropy) != SEED_BYTES for entropy in entropies):
            raise ValueError(f"a seed and every entropy have {SEED_BYTES} bytes")
        self._seed = seed
        self._entropies = tuple(entropies)
        self._number = number
        self._rolled: dict[str, int] = {}

    def at(self, number: int) -> FairDice:
        return FairDice(self._seed, self._entropies, number)

    def roll(self, sides: int, purpose: str) -> int:
        index = self._rolled.get(purpose, 0)
        self._rolled[purpose] = index + 1
        label = f"{self._number}/{purpose}/{index}".encode()
        message = b"".join(self._entropies) + label
        unbiased = 2**64 - 2**64 % sides
        k = 0
        while (number := self._number_from(message, k)) >= unbiased:
            k += 1
        return number % sides

    def _number_from(self, message: bytes, k: int) -> int:
        digest = hmac.digest(self._seed, message + k.to_bytes(4, "big"), "sha256")
        return int.from_bytes(digest[:8], "big")


def commitment(seed: bytes, salt: bytes) -> str:
    """What is published before the game, so that the seed cannot be exchanged afterwards."""
    return hashlib.sha256(seed + salt).hexdigest()


class RecordedDice(Dice):
    """Passes on what other dice give, and writes it down."""

    def __init__(self, dice: Dice, number: int, outcomes: list[Outcome]) -> None:
        self._dice = dice.at(number)
        self._number = number
        self._outcomes = outcomes
        self._rolled: dict[str, int] = {}

    def roll(self, sides: int, purpose: str) -> int:
        index = self._rolled.get(purpose, 0)
        self._rolled[purpose] = index + 1
        value = self._dice.roll(sides, purpose)
        self._outcomes.append(Outcome(self._number, purpose, index, sides, value))
        return value


class OutcomeMissing(Exception):
    """A replay asked for an outcome that was not written down, or for another one than was."""


class ReplayedDice(Dice):
    """Returns what was written down, and objects when the game asks for something else."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self._outcomes = outcomes
        self._next = 0
        self._number = 0

    def at(self, number: int) -> ReplayedDice:
        self._number = number
        return self

    def roll(self, sides: int, purpose: str) -> int:
        asked = f"“{purpose}” with {sides} sides in entry {self._number}"
        if self._next == len(self._outcomes):
            raise OutcomeMissing(f"the record ends before the outcome {asked}")
        outcome = self._outcomes[self._next]
        if (outcome.number, outcome.purpose, outcome.sides) != (self._number, purpose, sides):
            raise OutcomeMissing(f"the game asks for {asked}, but the record has {outcome}")
        if not 0 <= outcome.value < sides:
            raise OutcomeMissing(f"{outcome} is {outcome.value}, which is not among 0 … {sides - 1}")
        self._next += 1
        return outcome.value

    @property
    def left(self) -> int:
        """How many outcomes nobody has asked for."""
        return len(self._outcomes) - self._next
