"""Proofs of a seat: random strings that a browser keeps, and of which the server keeps only a hash."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import cached_property

import msgspec

from fathom.table import commitment

RandomBytes = Callable[[int], bytes]
"""Where secrets come from: the system's generator, or in a test something that can be repeated."""

TOKEN_BYTES = 32
INVITE_BYTES = 16
ID_BYTES = 9
SIGN_BYTES = 16


def token(random: RandomBytes, size: int) -> str:
    """A new random string for cookies and links."""
    return urlsafe_b64encode(random(size)).rstrip(b"=").decode()


CODE_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits of which no two look alike."""

CODE_BYTES = 5
"""40 bits, 8 signs. At the hundred guesses a minute that a server allows in all (`Tables.find`), finding one
of a thousand open tables takes twenty years on average."""


def short_code(random: RandomBytes) -> str:
    """A code that can be read out to someone, instead of a link."""
    number = int.from_bytes(random(CODE_BYTES), "big")
    return "".join(CODE_SIGNS[number >> shift & 31] for shift in range(CODE_BYTES * 8 - 5, -1, -5))


def plain_code(text: str) -> str | None:
    """A code as it is kept, however it was typed; None if it is none."""
    code = text.upper().replace("-", "").replace(" ", "")
    return code if len(code) == CODE_BYTES * 8 // 5 and set(code) <= set(CODE_SIGNS) else None


def readable(code: str) -> str:
    """A code in two halves, as people read it."""
    return f"{code[:4]}-{code[4:]}" if code else ""


def is_token(text: str, size: int) -> bool:
    """Whether this has the form of a token of so many bytes."""
    return re.fullmatch(r"[A-Za-z0-9_-]+", text) is not None and len(text) == -(-size * 4 // 3)


def hashed(secret: str) -> bytes:
    """What is kept of a token: enough to know it again. It has too many bits to be guessed from its hash."""
    return hashlib.sha256(secret.encode()).digest()


def same(one: bytes, other: bytes) -> bool:
    """Compare without telling by the time it takes how much of it was right."""
    return hmac.compare_digest(one, other)


class Secrets(msgspec.Struct, frozen=True, dict=True):
    """What the dice, the art and the bots of a table are made from. Stays on the server until the end."""

    seed: bytes
    salt: bytes
    entropies: tuple[bytes, ...] = ()
    """What the players have added to the dice; nothing before the start."""

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

    def signed(self, number: int) -> str:
        """The signature under the number of an entry of this table, for whoever is told of it."""
        signature = self._numbers.copy()
        signature.update(str(number).encode())
        return urlsafe_b64encode(signature.digest()[:SIGN_BYTES]).rstrip(b"=").decode()

    @cached_property
    def _numbers(self) -> hmac.HMAC:
        """What signs numbers; every entry is signed, so it is made once."""
        return hmac.new(self.under("numbers"), digestmod="sha256")

    def has_signed(self, number: int, sign: str) -> bool:
        """Whether that is the signature under this number."""
        return same(self.signed(number).encode(), sign.encode())
