"""The diver board: air tokens on levels, what makes a program legal, and all the programs there are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from enum import Enum
from functools import cache
from itertools import combinations, product

import msgspec
from msgspec.structs import force_setattr

from fathom.dive import refusals
from fathom.table import Refusal

TOKENS = (1, 2, 3, 4, 5)  # D1.3
LEVELS = 5  # D3.2
CLOWNFISH_SPEED = 3  # D8.5


class Face(Enum):
    """The side of a token that lies up: its diver expects a shark, or none."""

    PLAIN = "plain"
    SHARK = "shark"


class Tokens(Enum):
    """The two editions (D3.4): tokens may be left out, or all five are always placed."""

    SOME = "some"
    ALL = "all"

    __hash__ = object.__hash__  # each edition is one object; Enum would hash its name, in Python


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tokens on one level: those that lie plain side up and those that lie shark side up.

    A legal level has only one sort (D3.3), but both can lie there while a diver is still thinking. Order
    means nothing, so tokens are always kept from low to high.
    """

    plain: tuple[int, ...] = ()
    shark: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if len(self.plain) > 1:
            force_setattr(self, "plain", tuple(sorted(self.plain)))
        if len(self.shark) > 1:
            force_setattr(self, "shark", tuple(sorted(self.shark)))

    @property
    def tokens(self) -> tuple[int, ...]:
        """All tokens on the level."""
        return self.plain + self.shark

    @property
    def face(self) -> Face:
        """The face that the level shows."""
        return Face.SHARK if self.shark else Face.PLAIN


class Program(msgspec.Struct, frozen=True, tag="program", forbid_unknown_fields=True):
    """What lies on a diver's board: levels from 1 down, and perhaps one of the two tiles that belong to it.

    `clownfish` is the number of the level that it lies under (D8.5), `anglerfish` the face of the sixth level
    (D8.3). The same shape serves as a draft, which need not be legal.
    """

    levels: tuple[Level, ...] = ()
    clownfish: int | None = None
    anglerfish: Face | None = None

    def __post_init__(self) -> None:
        # Empty levels at the end say nothing: there is one way to write each program, without them.
        filled = len(self.levels)
        while filled and not (self.levels[filled - 1].plain or self.levels[filled - 1].shark):
            filled -= 1
        if filled < len(self.levels):
            force_setattr(self, "levels", self.levels[:filled])

    @property
    def depth(self) -> int:
        """How many levels are programmed, the anglerfish's sixth included."""
        return len(self.levels) + (self.anglerfish is not None)

    def expects_shark(self, depth: int) -> bool:
        """Whether the level at this depth (from 0) shows its shark face."""
        if depth < len(self.levels):
            return bool(self.levels[depth].shark)
        return self.anglerfish is Face.SHARK

    def speed(self, depth: int) -> int:
        """The speed at this depth (from 0): the tokens' values added up, and 3 for the clownfish."""
        if depth >= len(self.levels):
            return 0  # D8.3: the sixth level has no tokens, but nobody else is ever there to be faster.
        level = self.levels[depth]
        speed = sum(level.plain) + sum(level.shark)  # D3.3
        return speed + CLOWNFISH_SPEED if self.clownfish == depth + 1 else speed  # D8.5


class Programs:
    """All legal programs of an edition, with the two tiles or without: counted, tested, listed, numbered.

    How many cards are left plays no part (D3.7).
    """

    __slots__ = ("_blocks", "_ends", "_made", "anglerfish", "clownfish", "tokens")

    def __init__(self, tokens: Tokens, clownfish: bool = False, anglerfish: bool = False) -> None:
        self.tokens = tokens
        self.clownfish = clownfish
        self.anglerfish = anglerfish
        self._blocks = _blocks(tokens, clownfish, anglerfish)
        self._ends = [block.end for block in self._blocks]
        self._made: dict[int, Program] = {}

    def __len__(self) -> int:
        return self._ends[-1]

    def __iter__(self) -> Iterator[Program]:
        return (self._make(number) for number in range(len(self)))

    def __getitem__(self, number: int) -> Program:
        """The program with this number, made without making the others, and only once.

        First come the programs without a tile, then those with the clownfish, then those with the anglerfish.
        """
        made = self._made.get(number)
        if made is None:
            made = self._made[number] = self._make(number)
        return made

    def _make(self, number: int) -> Program:
        if not 0 <= number < len(self):
            raise IndexError(number)
        block = self._blocks[bisect_right(self._ends, number)]
        arrangement, faces = divmod(number - block.start, 2**block.levels)
        stacks = block.arrangements[arrangement]
        levels = tuple([stack[faces >> depth & 1] for depth, stack in enumerate(stacks)])
        return Program(levels, block.clownfish, block.anglerfish)

    def refusal(self, program: Program) -> Refusal | None:
        """Why the program is not legal, or None if it is."""
        levels = program.levels
        if not levels:
            return refusals.NO_TOKENS()
        if len(levels) > LEVELS:
            return refusals.TOO_DEEP(levels=len(levels))
        placed = 0
        for depth, level in enumerate(levels):
            if level.plain and level.shark:
                return refusals.MIXED_FACES(level=depth + 1)
            stack = _STACKS.get(level.plain or level.shark)
            if not stack or stack & placed:
                return _bad_stack(levels, depth)
            placed |= stack
        if self.tokens is Tokens.ALL and placed != _ALL_PLACED:
            return refusals.NOT_ALL_TOKENS(missing=min(token for token in TOKENS if not placed & 1 << token))
        if program.clownfish is not None:
            if not self.clownfish:
                return refusals.NOT_YOUR_COMPANION(companion="clownfish")
            if not 1 <= program.clownfish <= len(levels):
                return refusals.CLOWNFISH_NOWHERE(level=program.clownfish)
        if program.anglerfish is not None:
            if not self.anglerfish:
                return refusals.NOT_YOUR_COMPANION(companion="anglerfish")
            if len(levels) < LEVELS:
                return refusals.ANGLERFISH_TOO_EARLY()
        return None

    def made_legal(self, draft: Program) -> Program:
        """What lies on a board when the time is up, turned into the nearest legal program."""  # D8.2
        levels: list[Level] = []
        placed: set[int] = set()
        for level in draft.levels[:LEVELS]:
            tokens = [token for token in level.tokens if token in TOKENS and token not in placed]
            if not tokens or (level.plain and level.shark):
                break  # Levels after a gap come off; a stack that shows both faces is no level either.
            placed.update(tokens)
            levels.append(_stack(tuple(dict.fromkeys(tokens)), level.face))
        stacks = len(levels)  # as the diver laid them: a tile does not come to lie under what follows
        if not levels:
            levels, placed = [_stack((1,), Face.PLAIN)], {1}
        if self.tokens is Tokens.ALL:
            deepest = levels.pop()
            missing = tuple(token for token in TOKENS if token not in placed)
            levels.append(_stack(deepest.tokens + missing, deepest.face))
        clownfish, anglerfish = draft.clownfish, draft.anglerfish
        if not (self.clownfish and clownfish and 1 <= clownfish <= stacks):
            clownfish = None
        if not self.anglerfish or stacks < LEVELS:
            anglerfish = None
        return Program(tuple(levels), clownfish, anglerfish)


_STACKS = {
    stack: sum(1 << token for token in stack)
    for height in range(len(TOKENS) + 1)
    for stack in combinations(TOKENS, height)
}
"""Every stack that five tokens can make, with a bit for each of its tokens."""

_ALL_PLACED = _STACKS[TOKENS]


def _bad_stack(levels: tuple[Level, ...], depth: int) -> Refusal:
    """What is wrong with the first level that cannot be there."""
    tokens = levels[depth].tokens
    if not tokens:
        deeper = next(below for below in range(depth + 1, len(levels)) if levels[below].tokens)
        return refusals.GAP(level=depth + 1, deeper=deeper + 1)
    placed = {token for level in levels[:depth] for token in level.tokens}
    for token in tokens:
        if token not in TOKENS:
            return refusals.NO_SUCH_TOKEN(token=token)
        if token in placed:
            break
        placed.add(token)
    return refusals.TOKEN_TWICE(token=token)


def _stack(tokens: tuple[int, ...], face: Face) -> Level:
    return Level(shark=tokens) if face is Face.SHARK else Level(plain=tokens)


@cache
def programs_of(tokens: Tokens, clownfish: bool, anglerfish: bool) -> Programs:
    """The same as `Programs`, made only once for each edition and set of tiles."""
    return Programs(tokens, clownfish, anglerfish)


_Arrangement = tuple[tuple[Level, Level], ...]
"""Tokens laid on levels; for each level its stack plain side up, and shark side up."""


class _Block(msgspec.Struct, frozen=True):
    """Programs with consecutive numbers that are alike but for the tokens and faces on their levels."""

    start: int
    end: int
    levels: int
    arrangements: tuple[_Arrangement, ...]
    clownfish: int | None
    anglerfish: Face | None


def _blocks(tokens: Tokens, clownfish: bool, anglerfish: bool) -> tuple[_Block, ...]:
    depths = range(1, LEVELS + 1)
    alike: list[tuple[int, int | None, Face | None]] = [(levels, None, None) for levels in depths]
    if clownfish:
        alike += [(levels, under, None) for levels in depths for under in range(1, levels + 1)]
    if anglerfish:
        alike += [(LEVELS, None, face) for face in Face]
    blocks = []
    start = 0
    for levels, under, face in alike:
        arrangements = _arrangements(tokens, levels)
        end = start + len(arrangements) * 2**levels
        blocks.append(_Block(start, end, levels, arrangements, under, face))
        start = end
    return tuple(blocks)


@cache
def _arrangements(tokens: Tokens, levels: int) -> tuple[_Arrangement, ...]:
    """Every way to lay tokens on exactly this many levels."""
    places = range(levels) if tokens is Tokens.ALL else range(-1, levels)  # -1: left out
    arrangements = []
    for places_taken in product(places, repeat=len(TOKENS)):
        stacks = [
            tuple(token for token, place in zip(TOKENS, places_taken, strict=True) if place == depth)
            for depth in range(levels)
        ]
        if all(stacks):
            arrangements.append(
                tuple((_stack(stack, Face.PLAIN), _stack(stack, Face.SHARK)) for stack in stacks)
            )
    return tuple(arrangements)
