"""The descent board: spaces from the surface to the stone and beyond, and how helpers carry pawns down."""

from __future__ import annotations

from collections.abc import Iterable

from fathom.dive.cards import Helper

LAST_TRANQUIL = 15  # D1.4
STONE = 23  # D1.4
TURTLE_SPACES = {Helper.GREEN: 1, Helper.RED: 2}  # D4.6


def deep(space: int) -> bool:
    """Whether a space lies in deep waters."""  # D1.4
    return space > LAST_TRANQUIL


def carried(space: int, helper: Helper, pawns: Iterable[int]) -> int:
    """The space to which the helper carries a pawn; `pawns` are the spaces of all pawns, its own included."""
    if helper is not Helper.MANTA:
        return space + TURTLE_SPACES[helper]  # D4.6
    ahead = [pawn for pawn in pawns if pawn > space]
    if not ahead or deep(space):
        return space  # D4.8
    return min(*ahead, LAST_TRANQUIL)  # D4.7
