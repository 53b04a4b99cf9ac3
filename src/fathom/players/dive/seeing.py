"""How well divers saw: for every card that was turned over, whether their program knew what was on it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fathom.dive import Faces, Program
from fathom.dive.board import Face
from fathom.dive.events import DiveEvent, Lifted, Revealed
from fathom.players.dive.eyes import DEPTHS
from fathom.table import Seat


class Accuracy(msgspec.Struct, frozen=True):
    """For each depth, from the first: how often a program said what lay there, and how often it was right.

    Only cards that were turned over count, but all levels of a program do: also those that came off because
    one above them was wrong.
    """

    right: tuple[int, ...] = (0,) * DEPTHS
    said: tuple[int, ...] = (0,) * DEPTHS

    def __add__(self, other: Accuracy) -> Accuracy:
        """Both together."""
        return Accuracy(
            tuple(one + more for one, more in zip(self.right, other.right, strict=True)),
            tuple(one + more for one, more in zip(self.said, other.said, strict=True)),
        )


def seen_in(told: Sequence[Sequence[DiveEvent]], seats: int) -> tuple[Accuracy, ...]:
    """How well everyone saw in the rounds that were told."""
    sights = [Accuracy()] * seats
    for events in told:
        programs = next(event.programs for event in events if isinstance(event, Revealed))
        for event in events:
            if isinstance(event, Lifted):
                for seat in range(seats):
                    sights[seat] += _said(programs[seat], event, seat)
    return tuple(sights)


def _said(program: Program | Faces, lifted: Lifted, seat: Seat) -> Accuracy:
    depth = lifted.level - 1
    if isinstance(program, Faces):
        said = depth < len(program.faces)
        right = said and (program.faces[depth] is Face.SHARK) is lifted.kind.shark
    else:
        said = depth < program.depth
        right = said and program.expects_shark(depth) is lifted.kind.shark
    here = [int(number == depth) for number in range(DEPTHS)]
    return Accuracy(tuple(right * one for one in here), tuple(said * one for one in here))
