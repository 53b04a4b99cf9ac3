"""How likely a diver is to win from where all pawns are, read from tables that were solved beforehand.

`bench/chances.py` makes the tables: one for two divers, one for a diver and the chief. More than two are
compared in pairs.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
import numpy as np
from numpy.typing import NDArray

from fathom.dive.descent import STONE
from fathom.players.dive.eyes import DEPTHS, Floats
from fathom.players.dive.rounds import After, Numbers
from fathom.table import Seat

A_ROUND = 5
"""About the cards that a round takes."""

ROUNDS = 5
"""How many tables there are: for less than a round's cards in the stack, for one round's, … four or more."""


class Chances(msgspec.Struct, frozen=True):
    """Chances to win: the axes are the rounds of cards that are left, one's own space, the other's space."""

    divers: Floats
    chief: Floats


@cache
def solved() -> Chances:
    """The tables of the package."""
    path = files("fathom.players.dive") / "data" / "chances.npz"
    with path.open("rb") as packed, np.load(packed) as tables:
        return Chances(tables["divers"].astype(np.float64), tables["chief"].astype(np.float64))


def rounds_left(cards: NDArray[np.int_]) -> NDArray[np.int_]:
    """Which table stands for a stack of so many cards."""
    return np.minimum(cards // A_ROUND, ROUNDS - 1)


def over(after: After) -> NDArray[np.bool_]:
    """Whether the game is."""  # D5.2, D6.1
    furthest = _front(after) if after.chief is None else np.maximum(_front(after), after.chief)
    ended: NDArray[np.bool_] = (furthest >= STONE) | (after.cards <= 0)
    return ended


def chance_to_win(after: After, seat: Seat, known: Chances) -> Floats:
    """The diver's chance in each position: 1 or 0 at the end (a draw is shared), before it by the tables."""
    front = _front(after)
    sharing = sum((pawn == front).astype(np.int8) for pawn in after.pawns)
    won = (after.pawns[seat] == front) / sharing  # D5.3
    if after.chief is not None:
        won = won * (after.chief < front)  # D9.9
    chances: Floats = np.where(over(after), won, _before_the_end(after, seat, known))
    return chances


def _front(after: After) -> Numbers:
    front = after.pawns[0]
    for pawn in after.pawns[1:]:
        front = np.maximum(front, pawn)
    return front


def _before_the_end(after: After, seat: Seat, known: Chances) -> Floats:
    left = rounds_left(after.cards)
    spaces = [_clipped(pawn) for pawn in after.pawns]
    if len(spaces) == 2 and after.chief is None:
        return known.divers[left, spaces[seat], spaces[1 - seat]]
    if len(spaces) == 1 and after.chief is not None:
        return known.chief[left, spaces[0], _clipped(after.chief)]
    # Everyone's chance against each of the others alone, multiplied; then all of them made to add up to 1.
    strong: list[Floats] = []
    for own, here in enumerate(spaces):
        of_all = np.ones(())
        for other, there in enumerate(spaces):
            if other != own:
                of_all = of_all * known.divers[left, here, there]
        if after.chief is not None:
            of_all = of_all * known.chief[left, here, _clipped(after.chief)]
        strong.append(of_all)
    total = sum(strong)
    if after.chief is not None:
        of_chief = np.ones(())
        for here in spaces:
            of_chief = of_chief * (1 - known.chief[left, here, _clipped(after.chief)])
        total = total + of_chief
    chances: Floats = strong[seat] / np.maximum(total, 1e-12)
    return chances


USUAL = (2, 5)
"""The spaces, equally likely, that the other is thought to move while one weighs one's own."""

SOFTENED = 0.02
"""The least that a space is worth, as a chance to win, when worth is told in spaces."""


def worth_of_spaces(table: Floats, here: Numbers, there: Numbers, cards: NDArray[np.int_]) -> Floats:
    """What it is worth to a diver to have moved 0, 1, … 6 spaces; in spaces, on the whole.

    A diver who is behind near the end has no use for a few safe ones, one who is ahead none for the last.
    """
    moved = np.arange(DEPTHS + 1)
    own = np.asarray(here)[..., None] + moved
    chances = np.zeros(own.shape)
    for usual in USUAL:
        theirs = np.asarray(there)[..., None] + usual
        left = np.asarray(cards)[..., None] - A_ROUND
        ended = (own >= STONE) | (theirs >= STONE) | (left <= 0)
        won = (own > theirs) + 0.5 * (own == theirs)
        before = table[rounds_left(np.maximum(left, 0)), _clipped(own), _clipped(theirs)]
        chances += np.where(ended, won, before) / len(USUAL)
    a_space = np.maximum((chances[..., 5:6] - chances[..., :1]) / 5, SOFTENED)
    worth: Floats = (chances - chances[..., :1]) / a_space
    return worth


def _clipped(pawn: Numbers) -> NDArray[np.intp]:
    return np.clip(pawn, 0, STONE - 1).astype(np.intp)
