"""Proofs of a seat: random strings that a browser keeps, and of which the server keeps only a hash."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable

import msgspec

from fathom.table import commitment

RandomBytes = Callable[[int], bytes]
"""Where secrets come from: the system's generator, or in a test something that can be repeated."""

TOKEN_BYTES = 32
INVITE_BYTES = 16
ID_BYTES = 9


def token(random: RandomBytes, size: int) -> str:
    """A new random string for cookies and links."""
    return urlsafe_b64encode(random(size)).rstrip(b"=").decode()


def is_token(text: str, size: int) -> bool:
    """Whether this has the form of a token of so many bytes."""
    return re.fullmatch(r"[A-Za-z0-9_-]+", text) is not None and len(text) == -(-size * 4 // 3)


def hashed(secret: str) -> bytes:
    """What is kept of a token: enough to know it again. It has too many bits to be guessed from its hash."""
    return hashlib.sha256(secret.encode()).digest()


def same(one: bytes, other: bytes) -> bool:
    """Compare without telling by the time it takes how much of it was right."""
    return hmac.compare_digest(one, other)


class Secrets(msgspec.Struct, frozen=True):
    """What the dice, the art and the bots of a table are made from. Stays on the server until the end."""

    seed: bytes
    salt: bytes
    entropies: tuple[bytes, ...] = ()
    """What the players will add to the dice; until then nobody adds anything."""

    @classmethod
    def drawn(cls, random: RandomBytes = secrets.token_bytes) -> Secrets:
        """New ones."""
        return cls(seed=random(32), salt=random(32))

    @property
    def commitment(self) -> str:
        """What is published before the game."""
        return commitment(self.seed, self.salt)

    def under(self, label: str) -> bytes:
        """Secret bytes for one purpose, from which nothing about the seed or another purpose follows."""
        return hmac.digest(self.seed, label.encode(), "sha256")
