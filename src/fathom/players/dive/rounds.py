"""Many rounds of Dive at once, as arrays: what `fathom.dive` does with one table, done with thousands.

The rules are those of `fathom.dive.diving` and `fathom.dive.resting`, written once more for NumPy because a
search looks at a hundred thousand rounds for one decision. The tests play the same rounds both ways.

All arrays broadcast against each other. A search lets the first axis be the programs that it compares and the
second the worlds in which it does; what depends on the world only has length 1 on the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from fathom.dive import LooseGreatWhite, RideTurtle, SendDolphins, Use
from fathom.dive.descent import LAST_TRANQUIL
from fathom.players.dive.eyes import DEPTHS

Numbers = NDArray[np.int8]
Truths = NDArray[np.bool_]

NO_HELPER, GREEN, RED, MANTA = range(4)
"""Helpers as numbers; green and red carry as far as their number says (D4.6)."""

_NOBODY_AHEAD = 99


class Stacks(msgspec.Struct, frozen=True):
    """The cards at the six depths that matter; depths are the last axis."""

    sharks: Truths
    helpers: Numbers
    cards: NDArray[np.int_]
    """How many cards are left in all."""


class Boards(msgspec.Struct, frozen=True):
    """What one seat has laid; depths are the last axis of speeds and faces."""

    speeds: Numbers
    depths: Numbers
    """How many levels hold something."""
    sharks: Truths
    """The levels that expect a shark."""

    def in_first(self, worlds: int) -> Boards:
        """The same in the first few worlds, where worlds are the second axis."""
        return Boards(self.speeds[:, :worlds], self.depths[:, :worlds], self.sharks[:, :worlds])

    def some(self, rows: slice) -> Boards:
        """These of them."""
        return Boards(self.speeds[rows], self.depths[rows], self.sharks[rows])


class ChiefCards(msgspec.Struct, frozen=True):
    """The chief's cards; levels are the last axis."""

    speeds: Numbers
    yellow: Truths


class After(msgspec.Struct, frozen=True):
    """Where everyone is when the rounds are over."""

    pawns: tuple[Numbers, ...]
    chief: Numbers | None
    cards: NDArray[np.int_]
    """How many cards are left in all."""


def played(
    stacks: Stacks,
    boards: Sequence[Boards],
    pawns: Sequence[Numbers],
    uses: Sequence[Use | None],
    chief: Numbers | None = None,
    chief_cards: ChiefCards | None = None,
) -> After:
    """Dive and Rest, with the companions that were announced."""
    divers = range(len(boards))
    # The chief comes last among the racers, where there is one.
    spaces = [*pawns] if chief is None else [*pawns, chief]
    down: list[Any] = [True] * len(boards)
    erred: list[Any] = [False] * len(boards)
    kept: list[Any] = [np.int8(0)] * len(boards)
    visible: list[Any] = []
    if chief is not None and chief_cards is not None:
        in_deep = chief > LAST_TRANQUIL
        levels = chief_cards.speeds.shape[-1]
        visible = [~(in_deep & chief_cards.yellow[..., level]) for level in range(levels)]  # D9.5
    lifted: Any = 0
    for depth in range(DEPTHS):
        there = depth < stacks.cards  # D6.1
        shark, helper = stacks.sharks[..., depth], stacks.helpers[..., depth]
        chief_goes_on: Any = False
        for level in visible[depth:]:
            chief_goes_on = chief_goes_on | level
        down = [down[seat] & (boards[seat].depths > depth) for seat in divers]
        anyone: Any = chief_goes_on
        for seat in divers:
            anyone = anyone | down[seat]
        lifted = lifted + (anyone & there)  # D4.10, D9.7
        helps = there & (helper != NO_HELPER)
        racing: list[Any] = []
        for seat in divers:
            right = boards[seat].sharks[..., depth] == shark  # D4.2
            wrong = down[seat] & ~right & there
            lost_all = wrong & (spaces[seat] > LAST_TRANQUIL)
            down[seat] = down[seat] & right & there
            # D4.3, D4.4: deeper levels come off, in deep waters all of them
            kept[seat] = np.where(down[seat], np.int8(depth + 1), np.where(lost_all, np.int8(0), kept[seat]))
            erred[seat] = erred[seat] | wrong
            racing.append(np.where(down[seat] & helps, boards[seat].speeds[..., depth], np.int8(-1)))
        if chief_cards is not None and depth < len(visible):
            racing.append(
                np.where(visible[depth] & helps, chief_cards.speeds[..., depth], np.int8(-1))  # D9.6
            )
        helped = _fastest(racing)
        moves = [
            helped[racer]
            * _carried(spaces, racer, helper, racer in divers and isinstance(uses[racer], RideTurtle))
            for racer in range(len(racing))
        ]
        spaces = [
            spaces[racer] + moves[racer] if racer < len(moves) else spaces[racer]
            for racer in range(len(spaces))
        ]  # D4.9
        if visible:
            assert chief_cards is not None
            in_deep = spaces[-1] > LAST_TRANQUIL
            for level in range(depth + 1, len(visible)):
                visible[level] = visible[level] & ~(in_deep & chief_cards.yellow[..., level])  # D9.5
    for owner, use in enumerate(uses):
        if isinstance(use, SendDolphins):
            spaces[owner] = spaces[owner] + ~np.asarray(erred[use.to])  # D8.6
    kept = _after_the_great_white(kept, erred, uses)
    chief_after = None
    if visible:
        stays: Any = np.int8(0)
        for level, seen in enumerate(visible):
            stays = stays + (seen & (level < lifted))  # D9.8
        chief_after = (spaces[-1] + stays).astype(np.int8)
    return After(
        pawns=tuple((spaces[seat] + kept[seat]).astype(np.int8) for seat in divers),  # D5.1
        chief=chief_after if visible else chief,
        cards=np.asarray(stacks.cards - lifted),
    )


def _fastest(racing: Sequence[Any]) -> list[Any]:
    """For each racer whether nobody else is as fast; -1 stands for who does not race."""  # D4.5
    fastest = []
    for racer, speed in enumerate(racing):
        alone = speed >= 0
        for other, others_speed in enumerate(racing):
            if other != racer:
                alone = alone & (speed > others_speed)
        fastest.append(alone)
    return fastest


def _carried(spaces: Sequence[Any], racer: int, helper: Numbers, on_turtle: bool) -> Any:
    """How far the helper carries a pawn from where all are now."""
    here = spaces[racer]
    turtles = np.where(helper == MANTA, np.int8(0), helper)  # D4.6
    if on_turtle:
        turtles = turtles + (helper == GREEN)  # D8.4
    if not (helper == MANTA).any():
        return turtles
    next_ahead: Any = np.int8(_NOBODY_AHEAD)
    for other, pawn in enumerate(spaces):
        if other != racer:
            next_ahead = np.minimum(next_ahead, np.where(pawn > here, pawn, np.int8(_NOBODY_AHEAD)))
    rides = (next_ahead < _NOBODY_AHEAD) & (here < LAST_TRANQUIL)  # D4.8
    manta = np.where(rides, np.minimum(next_ahead, np.int8(LAST_TRANQUIL)) - here, np.int8(0))  # D4.7
    return np.where(helper == MANTA, manta, turtles)


def _after_the_great_white(
    kept: Sequence[Any], erred: Sequence[Any], uses: Sequence[Use | None]
) -> list[Any]:
    """The levels that count in Rest."""  # D8.7
    for owner, use in enumerate(uses):
        if isinstance(use, LooseGreatWhite):
            anyone: Any = False
            for seat, wrong in enumerate(erred):
                if seat != owner:
                    anyone = anyone | wrong
            return [
                kept[seat] * (anyone if seat == owner else ~np.asarray(erred[seat]))
                for seat in range(len(kept))
            ]
    return list(kept)
