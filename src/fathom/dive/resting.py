"""Phase 3, Rest: everyone moves for the levels they kept, then the end is looked at."""

from __future__ import annotations

from collections.abc import Sequence

from fathom.dive.companions import LooseGreatWhite, Use
from fathom.dive.descent import STONE
from fathom.dive.diving import Dived
from fathom.dive.events import Ended, Rested, Who
from fathom.table import Result, Seat


def rest(dived: Dived, uses: Sequence[Use | None]) -> Rested:
    """Move all pawns after a dive."""
    stopped = _stopped(dived, uses)
    spaces = tuple([0 if seat in stopped else kept for seat, kept in enumerate(dived.kept)])  # D5.1
    return Rested(
        spaces=spaces,
        pawns=tuple([pawn + moved for pawn, moved in zip(dived.pawns, spaces, strict=True)]),
        chief_spaces=dived.chief_kept,
        chief=None if dived.chief is None else dived.chief + dived.chief_kept,  # D9.8
        stopped=stopped,
    )


def _stopped(dived: Dived, uses: Sequence[Use | None]) -> tuple[Seat, ...]:
    """Those whom the great white shark keeps from moving."""  # D8.7
    for owner, use in enumerate(uses):
        if isinstance(use, LooseGreatWhite):
            return tuple(sorted(seat for seat in dived.erred if seat != owner)) or (owner,)
    return ()


def ending(pawns: Sequence[int], chief: int | None, cards_left: int) -> Ended | None:
    """How the game ends after a round with the pawns there, or None if it goes on."""
    furthest = max(pawns)
    front = furthest if chief is None else max(furthest, chief)
    if front < STONE and cards_left:
        return None  # D5.2, D6.3
    winners: tuple[Who, ...] = tuple(seat for seat, pawn in enumerate(pawns) if pawn == furthest)
    if chief is not None and chief >= furthest:
        winners = ("chief",)  # D9.9
    return Ended("stone" if front >= STONE else "stack", winners)  # D5.3, D6.2


def standings(pawns: Sequence[int], chief: int | None) -> Result:
    """Places by how far the pawns are; the chief goes before a diver on the same space."""  # D5.3, D9.9
    return Result(
        places=tuple(
            1 + sum(other > pawn for other in pawns) + (chief is not None and chief >= pawn) for pawn in pawns
        ),
        scores=tuple(pawns),
    )
