"""Numbers that look random but follow from a secret and a label: the same card is always drawn the same."""

import hashlib
import hmac
import math
from collections.abc import Sequence
from typing import TypeVar

Choice = TypeVar("Choice")

SECRET_BYTES = 32
"""Length of the secret that a table's art is drawn from."""


class Draws:
    """A stream of draws for one purpose: HMAC-SHA256 of the secret over (label, counter).

    Two labels never share a number, and nobody who lacks the secret can tell the stream from noise.
    """

    def __init__(self, secret: bytes, *label: str | int) -> None:
        """Open the stream that belongs to a secret and a label."""
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"the secret for the art must be {SECRET_BYTES} bytes, not {len(secret)}")
        name = "/".join(str(part) for part in ("fathom.ocean", *label))
        self._key = hmac.digest(secret, name.encode(), hashlib.sha256)
        self._block = 0
        self._pool: list[float] = []

    def unit(self) -> float:
        """Draw a number from 0 up to 1."""
        if not self._pool:
            block = hmac.digest(self._key, self._block.to_bytes(8, "big"), hashlib.sha256)
            self._block += 1
            self._pool = [int.from_bytes(block[k : k + 8], "big") / 2.0**64 for k in range(0, 32, 8)]
        return self._pool.pop()

    def between(self, low: float, high: float) -> float:
        """Draw a number from low to high."""
        return low + (high - low) * self.unit()

    def whole(self, low: int, high: int) -> int:
        """Draw a whole number from low to high, both included."""
        return low + min(int(self.unit() * (high - low + 1)), high - low)

    def chance(self, probability: float) -> bool:
        """Say yes with the given probability."""
        return self.unit() < probability

    def pick(self, options: Sequence[Choice]) -> Choice:
        """Draw one of the options."""
        return options[self.whole(0, len(options) - 1)]

    def bell(self, spread: float) -> float:
        """Draw from a normal distribution about 0."""
        radius = math.sqrt(-2.0 * math.log(1.0 - self.unit()))
        return spread * radius * math.cos(2.0 * math.pi * self.unit())
