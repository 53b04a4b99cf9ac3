"""What every legal program is worth in spaces, all of them weighed at once from a diver's soundings.

Depths are taken to be independent, so a program is worth the more the surer each of its levels is, and the
likelier face is always the better one. That leaves the arrangements of tokens to be compared (1081 for 13502
programs), each laid with its best faces.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from fathom.dive import DiveView, Face, Level, Program, Programs, Tokens
from fathom.dive.board import CLOWNFISH_SPEED, LEVELS
from fathom.dive.cards import Helper
from fathom.dive.descent import TURTLE_SPACES, carried, deep
from fathom.dive.events import Revealed
from fathom.players.dive.eyes import DEPTHS, Floats, Soundings
from fathom.table import Seat

TOP_SPEED = 99  # D8.3: the anglerfish counts as fastest on its level


class Arrangements(msgspec.Struct, frozen=True):
    """Ways to lay tokens (and perhaps a tile) on the board, faces left open; one row each."""

    programs: tuple[Program, ...]
    speeds: NDArray[np.intp]
    """The speed at each of the six depths, 0 where nothing lies."""
    depths: NDArray[np.intp]
    """How many levels hold something."""
    tiles: NDArray[np.bool_]
    """Whether clownfish or anglerfish is among it."""

    def some(self, rows: slice) -> Arrangements:
        """These of them."""
        return Arrangements(self.programs[rows], self.speeds[rows], self.depths[rows], self.tiles[rows])


def pieces(rows: int, at_once: int) -> list[slice]:
    """Split that many rows into pieces of about `at_once`; each has short programs and long ones."""
    count = max(1, round(rows / at_once))
    return [slice(first, rows, count) for first in range(count)]


class Prospects(msgspec.Struct, frozen=True):
    """What a diver sees at each of six depths, made ready for weighing programs."""

    faces: tuple[Face, ...]
    """The likelier face of each level."""
    right: Floats
    """How probable it is that this face is right; 1 where there is no card, for then nobody errs (D6.1)."""
    cards: int
    helpers: Floats
    """How probable each helper is at each depth, in the order of `Helper`."""


def prospects(soundings: Soundings) -> Prospects:
    """The soundings as faces and arrays."""
    cards = len(soundings.depths)
    missing = DEPTHS - cards
    sharks = np.array([sounding.shark for sounding in soundings.depths] + [0.0] * missing)
    helpers = [(sounding.green, sounding.red, sounding.manta) for sounding in soundings.depths]
    return Prospects(
        faces=tuple(Face.SHARK if shark > 0.5 else Face.PLAIN for shark in sharks.tolist()),
        right=np.maximum(sharks, 1 - sharks),
        cards=cards,
        helpers=np.array(helpers + [(0.0, 0.0, 0.0)] * missing),
    )


@cache
def arrangements(tokens: Tokens, clownfish: bool = False, anglerfish: bool = False) -> Arrangements:
    """All that an edition has, with the tiles or without."""
    bare = [program for program in Programs(tokens) if not any(level.shark for level in program.levels)]
    laid = list(bare)
    if clownfish:
        laid += [
            Program(program.levels, clownfish=under)
            for program in bare
            for under in range(1, len(program.levels) + 1)
        ]
    if anglerfish:
        laid += [
            Program(program.levels, anglerfish=Face.PLAIN)
            for program in bare
            if len(program.levels) == LEVELS
        ]
    return Arrangements(
        tuple(laid),
        np.array([speeds_of(program) for program in laid]),
        np.array([program.depth for program in laid]),
        np.array([bool(program.clownfish or program.anglerfish) for program in laid]),
    )


def speeds_of(program: Program) -> list[int]:
    """The speed at each of the six depths, 0 where nothing lies."""
    speeds = [program.speed(depth) for depth in range(DEPTHS)]
    if program.anglerfish:
        speeds[LEVELS] = TOP_SPEED
    return speeds


def with_faces(program: Program, faces: Sequence[Face]) -> Program:
    """The same tokens laid with these faces, from level 1 down."""
    levels = tuple(
        Level(shark=level.tokens) if face is Face.SHARK else Level(plain=level.tokens)
        for level, face in zip(program.levels, faces, strict=False)
    )
    return Program(levels, program.clownfish, faces[LEVELS] if program.anglerfish else None)


def spaces(view: DiveView, seat: Seat, seen: Prospects, laid: Arrangements, wins: Floats) -> Floats:
    """The spaces that each arrangement may be expected to bring the diver on this seat, in Dive and in Rest.

    `wins[depth, speed]` is how probable it is that this speed is the highest there.
    """
    below = np.arange(DEPTHS) < laid.depths[:, None]
    reached = np.cumprod(np.where(below, seen.right, 1.0), axis=1)
    counted = below & (np.arange(DEPTHS) < seen.cards)  # D6.1
    if deep(view.pawns[seat]):
        rested = counted.sum(axis=1) * reached[:, -1]  # D4.4: all or nothing
    else:
        rested = (counted * reached).sum(axis=1)  # D4.3
    fastest = wins[np.arange(DEPTHS), np.minimum(laid.speeds, wins.shape[1] - 1)]
    carried_on = seen.helpers @ helper_spaces(view, seat)
    expected: Floats = rested + (counted * reached * fastest) @ carried_on
    return expected


def helper_spaces(view: DiveView, seat: Seat) -> Floats:
    """How far each helper would carry the diver from where the pawns are now."""
    pawns = [*view.pawns] if view.chief is None else [*view.pawns, view.chief]
    here = view.pawns[seat]
    manta = carried(here, Helper.MANTA, pawns) - here
    return np.array([TURTLE_SPACES[Helper.GREEN], TURTLE_SPACES[Helper.RED], manta], dtype=float)


def wins_against(rivals: Sequence[Floats]) -> Floats:
    """How probable each speed is to be the highest at each depth; a rival is its `speed_odds`."""
    alone = np.ones((DEPTHS, HIGHEST + 2))
    for rival in rivals:
        slower = np.cumsum(rival, axis=1) - rival  # strictly slower, for a tie helps nobody (D4.5)
        alone[:, :-1] *= slower
    return alone


HIGHEST = 15 + CLOWNFISH_SPEED
"""The highest speed there is; what is above it, the anglerfish's level, always wins."""


def speed_odds(laid: Arrangements, weights: Floats) -> Floats:
    """How probable each speed is at each depth for a diver who lays these arrangements with these weights."""
    odds = np.zeros((DEPTHS, HIGHEST + 1))
    for depth in range(LEVELS):
        odds[depth] = np.bincount(laid.speeds[:, depth], weights, minlength=HIGHEST + 1)
    odds[LEVELS, 0] = 1.0
    return _shares(odds)


def chief_odds(view: DiveView) -> Floats:
    """How probable each speed is at each depth for the chief, from the cards not turned up yet."""
    turned_up = [event.chief for told in view.told for event in told if isinstance(event, Revealed)]
    left = list(view.options.deck())
    for card in turned_up:
        if card in left:
            left.remove(card)
    odds = np.zeros((DEPTHS, HIGHEST + 1))
    in_deep = view.chief is not None and deep(view.chief)
    for card in left:
        for depth in range(DEPTHS):
            there = depth < len(card.speeds) and not (in_deep and depth + 1 in card.yellow)  # D9.5
            odds[depth, card.speeds[depth] if there else 0] += 1
    return _shares(odds)


def _shares(odds: Floats) -> Floats:
    shares: Floats = odds / odds.sum(axis=1, keepdims=True)
    return shares


@cache
def any_diver(tokens: Tokens) -> Floats:
    """The speeds of a diver of whom nothing is known but that the program is not short."""
    laid = arrangements(tokens)
    return speed_odds(laid, (laid.depths >= 3).astype(float))
