"""The ways in which Dive can be played: every combination of options that the rules allow, and the others."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from fathom.dive import Options, Tokens


class Variant(NamedTuple):
    """A combination of the options that change the rules, and a number of divers."""

    tokens: Tokens
    children: bool
    companions: bool
    chief: bool
    divers: int

    @property
    def options(self) -> Options:
        """As the table agrees on them."""
        return Options(
            tokens=self.tokens, children=self.children, companions=self.companions, chief=self.chief
        )

    def __str__(self) -> str:
        words = ["children"] if self.children else [self.tokens.value]
        words += ["companions"] if self.companions else []
        words += ["chief"] if self.chief else []
        return " ".join([*words, str(self.divers)])


EVERYTHING = tuple(
    Variant(tokens, children, companions, chief, divers)
    for tokens, children, companions, chief, divers in product(
        Tokens, (False, True), (False, True), (False, True), range(6)
    )
)

LEGAL = tuple(
    variant
    for variant in EVERYTHING
    if (2 <= variant.divers <= 4 or (variant.divers == 1 and variant.chief))  # D1.3
    and not (variant.children and (variant.companions or variant.chief))  # D7.5
)
