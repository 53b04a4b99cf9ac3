"""A game of Dive as a record of numbers: what each field of the arrays means.

Seats, cards, companions and phases are small numbers; sets of seats or of levels are bits. -1 stands for
none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fathom.dive.board import LEVELS
from fathom.dive.cards import MOST_CARDS, Helper, Kind
from fathom.dive.chief import CHIEF_SPEEDS
from fathom.dive.companions import Companion
from fathom.dive.options import MOST_DIVERS

NONE = -1

CHOOSING, PROGRAMMING, STONE_REACHED, STACK_EMPTY = range(4)
"""Phases. A game is over from `STONE_REACHED` on."""

DEPTHS = LEVELS + 1
"""Five levels, and the anglerfish's sixth (D8.3)."""

CHIEF_LEVELS = len(CHIEF_SPEEDS)
CHIEF = MOST_DIVERS
"""The number of the chief among those who race."""

NO_HELPER, GREEN, RED, MANTA = range(4)
"""Green and red turtles carry as many spaces as their number says (D4.6)."""

HELPERS = {None: NO_HELPER, Helper.GREEN: GREEN, Helper.RED: RED, Helper.MANTA: MANTA}

SHARK_BIT, HELPER_SHIFT, HELPER_BITS, LYING_SHIFT = 1, 1, 3, 3
"""A card: bit 0 a shark, bits 1 and 2 the helper, bits 3 to 5 how it lies (quarter turns, then flipped)."""

KINDS = {kind: kind.shark | HELPERS[kind.helper] << HELPER_SHIFT for kind in Kind}

OCTOPUS, ORCA, ANGLERFISH, TURTLE, CLOWNFISH, DOLPHINS, GREAT_WHITE = range(len(Companion))
COMPANIONS = tuple(Companion)


def _record(*fields: Any) -> np.dtype[np.void]:
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


GAME = _record(
    ("seed", np.uint64),
    ("stream", np.uint64),
    ("drawn", np.uint64),  # how many words of its chance a game has used
    ("programs", np.int32, MOST_DIVERS),  # numbers of the catalogue, as are uses
    ("uses", np.int32, MOST_DIVERS),
    ("last_programs", np.int32, MOST_DIVERS),  # those of the round before
    ("pawns", np.int16, MOST_DIVERS),
    ("chief", np.int16),
    ("companions", np.int8, MOST_DIVERS),
    ("wishes", np.int8, MOST_DIVERS),
    ("ages", np.int8, MOST_DIVERS),  # the seats as they come first in a clash over a companion
    ("kept", np.int8, MOST_DIVERS),  # what Rest moves for; 0 but during a dive
    ("last_spaces", np.int8, MOST_DIVERS),  # what Rest moved for in the round before
    ("phase", np.uint8),
    ("rounds", np.uint8),  # rounds that are over, and so chief cards turned up
    ("top", np.uint8),  # cards that are lifted
    ("ocean", np.uint8, MOST_CARDS),  # the lifted ones first
    ("deck", np.uint8, MOST_CARDS),  # the chief's cards as numbers in the options' deck
)
"""Everything that a game is, but for what was told of it."""

LIFT = _record(
    ("right", np.uint8),
    ("wrong", np.uint8),
    ("lost_all", np.uint8),
    ("raced", np.uint8),
    ("speeds", np.int8, MOST_DIVERS + 1),
    ("helped", np.int8),
    ("spaces", np.int8),
    ("bubbles", np.uint8),
)
"""What is told of one card."""

ROUND = _record(
    ("programs", np.int32, MOST_DIVERS),
    ("pawns", np.int16, MOST_DIVERS),
    ("chief", np.int16),
    ("spaces", np.int8, MOST_DIVERS),
    ("dolphins", np.int8, MOST_DIVERS),  # to whom a diver gave the small dolphin
    ("returned", np.int8, MOST_DIVERS),  # and the spaces that this brought
    ("chief_spaces", np.int8),
    ("lifted", np.uint8),
    ("bubbles", np.uint8),
    ("stopped", np.uint8),
)
"""What is told of one round besides its cards."""

PROGRAM = _record(
    ("depth", np.int8),
    ("speeds", np.int8, DEPTHS),
    ("sharks", np.uint8),  # levels that show the shark face
    ("tile", np.bool_),  # whether clownfish or anglerfish lies there
)
"""A program as far as a dive asks."""

Game = Any
"""A record of `GAME`, in or out of a kernel."""


class Story(NamedTuple):
    """What was told of each game: `rounds` by game and round, `lifts` by game and card."""

    rounds: Any
    lifts: Any


class Terms(NamedTuple):
    """What all games of a shoal have in common, as kernels need it."""

    seats: int
    cards: int
    chief_cards: int
    told: bool
    children: bool
    companions: bool
    chief: bool
    aged: int
    """How many of the seats in `ages` chance does not order: the youngest, or all where that is left out."""
    youngest: int
    """The seat that comes first in a clash over a companion."""
    anew: NDArray[np.uint8]
    """The ocean before it is shuffled."""
    chief_speeds: NDArray[np.int8]
    """By chief card and level."""
    chief_yellow: NDArray[np.uint8]
    """By chief card, the levels that are yellow."""
    programs: Any
    """Every program as a `PROGRAM`, by its number in the catalogue."""
    starts: NDArray[np.int32]
    """Where each block of the catalogue begins, and the end of the last."""
