"""Every decision of Dive as a number, both ways.

The catalogue of an edition is a row of blocks, and a seat may always do all of a block or nothing of it. So a
menu is one bit per block (`menus.menu`), and a mask over all numbers is made of it where one is wanted.
Taking "ready" back is in no catalogue.

| block | numbers |
|---|---|
| `BARE`, `WITH_CLOWNFISH`, `WITH_ANGLERFISH` | the programs, as `Programs` numbers them |
| `FACES` + n - 1 | a face for each of n levels (D7.1); level 1 is the lowest bit, 1 is a shark |
| `CHOOSE` + companion | ask for it (D8.0) |
| `LAY_OCTOPUS` | 101 × 101 places, across and then down (D8.1) |
| `CALL_ORCA`, `RIDE_TURTLE`, `LOOSE_GREAT_WHITE` | one each |
| `SEND_DOLPHINS` + seat | one each (D8.6) |
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom.dive import (
    Action,
    CallOrca,
    Choose,
    Face,
    Faces,
    LayOctopus,
    LooseGreatWhite,
    Program,
    Programs,
    RideTurtle,
    SendDolphins,
    Tokens,
    Use,
    Withdraw,
)
from fathom.dive.board import CLOWNFISH_SPEED, LEVELS
from fathom.dive.companions import OCTOPUS_MOST
from fathom.dive.options import MOST_DIVERS
from fathom.shoal.dive.layout import COMPANIONS, PROGRAM

VERSION = 1
"""Of the numbering: it changes with any change of what a number means."""

BARE, WITH_CLOWNFISH, WITH_ANGLERFISH = range(3)
FACES = 3
CHOOSE = FACES + LEVELS
LAY_OCTOPUS = CHOOSE + len(COMPANIONS)
CALL_ORCA, RIDE_TURTLE, LOOSE_GREAT_WHITE, SEND_DOLPHINS = range(LAY_OCTOPUS + 1, LAY_OCTOPUS + 5)
BLOCKS = SEND_DOLPHINS + MOST_DIVERS

_ACROSS = OCTOPUS_MOST + 1


class Catalogue:
    """The numbers of one edition."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.programs = Programs(tokens, clownfish=True, anglerfish=True)
        bare, clownfish = len(Programs(tokens)), len(Programs(tokens, clownfish=True))
        sizes = [bare, clownfish - bare, len(self.programs) - clownfish]
        sizes += [2**levels for levels in range(1, LEVELS + 1)]
        sizes += [1] * len(COMPANIONS)
        sizes += [_ACROSS**2, 1, 1, 1]
        sizes += [1] * MOST_DIVERS
        self.starts: NDArray[np.int32] = np.array([0, *accumulate(sizes)], dtype=np.int32)
        self._numbers = {_key(program): number for number, program in _firsts(self.programs)}

    def __len__(self) -> int:
        return int(self.starts[-1])

    def block(self, number: int) -> int:
        """The block that a number belongs to."""
        if not 0 <= number < len(self):
            raise IndexError(f"{number} is not in the catalogue, which has the numbers 0 to {len(self) - 1}")
        return int(np.searchsorted(self.starts, number, side="right")) - 1

    def action(self, number: int) -> Action:
        """The decision with this number."""
        block = self.block(number)
        offset = int(number) - int(self.starts[block])
        if block <= WITH_ANGLERFISH:
            return self.programs[int(number)]
        if block < CHOOSE:
            levels = block - FACES + 1
            return Faces(tuple(_FACES[offset >> level & 1] for level in range(levels)))
        if block < LAY_OCTOPUS:
            return Choose(COMPANIONS[block - CHOOSE])
        if block >= SEND_DOLPHINS:
            return SendDolphins(block - SEND_DOLPHINS)
        if block == LAY_OCTOPUS:
            return LayOctopus(*divmod(offset, _ACROSS))
        return _SINGLE[block]

    def number(self, action: Action) -> int:
        """The number of a decision; raises ValueError if it is not in the catalogue."""
        block, offset = self._place(action)
        return int(self.starts[block]) + offset

    def mask(self, menu: int) -> NDArray[np.bool_]:
        """A menu's bits as one truth per number."""
        bits = np.array([menu >> block & 1 for block in range(BLOCKS)], dtype=np.bool_)
        return np.repeat(bits, np.diff(self.starts))

    def _place(self, action: Action) -> tuple[int, int]:
        match action:
            case Program():
                number = self._numbers.get(_key(action))
                if number is None:
                    raise ValueError(f"not a legal program, so it has no number: {action}")
                return BARE, number + sum(
                    1 << depth for depth, level in enumerate(action.levels) if level.shark
                )
            case Faces(faces) if 1 <= len(faces) <= LEVELS:
                return FACES + len(faces) - 1, sum(
                    1 << level for level, face in enumerate(faces) if face is Face.SHARK
                )
            case Choose(companion):
                return CHOOSE + COMPANIONS.index(companion), 0
            case LayOctopus(across, down) if 0 <= across < _ACROSS and 0 <= down < _ACROSS:
                return LAY_OCTOPUS, across * _ACROSS + down
            case CallOrca():
                return CALL_ORCA, 0
            case RideTurtle():
                return RIDE_TURTLE, 0
            case LooseGreatWhite():
                return LOOSE_GREAT_WHITE, 0
            case SendDolphins(to) if 0 <= to < MOST_DIVERS:
                return SEND_DOLPHINS + to, 0
            case Withdraw():
                raise ValueError("taking “ready” back is in no catalogue")
            case _:
                raise ValueError(f"not a legal decision, so it has no number: {action}")


@cache
def catalogue(tokens: Tokens) -> Catalogue:
    """The catalogue of an edition, made once."""
    return Catalogue(tokens)


@cache
def program_table(tokens: Tokens) -> Any:
    """Every program of an edition as a `PROGRAM`, by its number."""
    programs = catalogue(tokens).programs
    table = np.zeros(len(programs), dtype=PROGRAM)
    for number, program in _firsts(programs):
        levels = len(program.levels)
        rows = table[number : number + 2**levels]
        rows["depth"] = program.depth
        rows["speeds"] = [_speed(program, depth) for depth in range(table["speeds"].shape[1])]
        rows["sharks"] = np.arange(2**levels) | (program.anglerfish is Face.SHARK) << LEVELS
        rows["tile"] = program.clownfish is not None or program.anglerfish is not None
    table.setflags(write=False)
    return table


def _speed(program: Program, depth: int) -> int:
    """The tokens' values added up, and 3 for the clownfish."""  # D3.3, D8.5
    if depth >= len(program.levels):
        return 0
    return sum(program.levels[depth].tokens) + CLOWNFISH_SPEED * (program.clownfish == depth + 1)


def _firsts(programs: Programs) -> list[tuple[int, Program]]:
    """The programs that lie plain side up, each with its number; all its other faces follow it."""
    found = []
    number = 0
    while number < len(programs):
        program = programs[number]
        found.append((number, program))
        number += 2 ** len(program.levels)
    return found


def _key(program: Program) -> tuple[Any, ...]:
    """What programs have in common that differ only in the faces of their tokens."""
    return (
        tuple(level.tokens if not (level.plain and level.shark) else () for level in program.levels),
        program.clownfish,
        program.anglerfish,
    )


_FACES = tuple(Face)
_SINGLE: dict[int, Use] = {
    CALL_ORCA: CallOrca(),
    RIDE_TURTLE: RideTurtle(),
    LOOSE_GREAT_WHITE: LooseGreatWhite(),
}
