"""Prepared positions of Dive: "4+5s 1+2 3" is a program, "shark+red manta" the top of a stack."""

from __future__ import annotations

import re

from fathom.dive import (
    Card,
    ChiefCard,
    Clarity,
    Companion,
    DiveState,
    Kind,
    Level,
    Options,
    Program,
    standard_mix,
)
from fathom.dive.cards import stacked
from fathom.dive.state import Choosing, programming
from fathom.table import FastDice


def lay(written: str) -> Program:
    """A program level by level, from level 1: tokens joined by "+", "s" behind those with the shark side up.

    A "c" behind them is the clownfish.
    """
    levels = []
    clownfish = None
    for number, word in enumerate(written.split(), start=1):
        parts = re.fullmatch(r"(\d(?:\+\d)*)(c?)(s?)", word)
        if parts is None:
            raise ValueError(f"“{word}” is no level")
        tokens = tuple(int(token) for token in parts[1].split("+"))
        levels.append(Level(shark=tokens) if parts[3] else Level(plain=tokens))
        clownfish = number if parts[2] else clownfish
    return Program(tuple(levels), clownfish)


def position(
    top: str,
    pawns: tuple[int, ...],
    *,
    seed: str,
    chief: int | None = None,
    card: str = "",
    companions: tuple[str, ...] = (),
    choosing: bool = False,
    children: bool = False,
) -> DiveState:
    """A table at which programs are laid (or companions chosen), with these cards on top of the stack.

    Below them lies the rest of the 36 cards in an order that follows from `seed`, so that nothing in a view
    betrays how the stack begins.
    """
    dice = FastDice(seed)
    named = tuple(Kind(word) for word in top.split())
    seen = tuple(Card(kind, dice.roll(4, "turn"), bool(dice.roll(2, "flip"))) for kind in named)
    options = Options(
        chief=chief is not None,
        companions=bool(companions) or choosing,
        children=children,
        clarity=Clarity.CLEAR,
    )
    deck = options.deck()
    if card:
        first = ChiefCard.read(card)
        deck = (first, *(other for other in deck if other != first))
    nobody = (None,) * len(pawns)
    return DiveState(
        options=options,
        ocean=seen + stacked(standard_mix().without(named), dice),
        chief_deck=deck,
        pawns=pawns,
        chief=chief,
        companions=tuple(Companion(name) for name in companions) or nobody,
        lifted=(),
        told=(),
        phase=Choosing(nobody) if choosing else programming(len(pawns)),
    )
