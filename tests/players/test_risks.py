"""The last round against a diver of whom it is known what may be laid: the captain's choice by brute force.

All that may lie there is played by the rules against each of the rival's boards, so that every program's
chance to win is known. Nothing is certain in these positions: what is right is a question of risk.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np
import pytest

from fathom.dive import Card, DiveState, Level, Program, Programs, Tokens
from fathom.dive.diving import dive
from fathom.dive.resting import ending, rest
from fathom.players.dive import SearchingDiver, Sounding, Soundings
from fathom.players.dive.chances import rounds_left, solved
from fathom.players.dive.imagined import Readings
from fathom.players.dive.programs import arrangements, prospects, speeds_of, with_faces
from fathom.players.dive.rounds import Boards
from fathom.players.dive.worlds import kind_odds
from fathom.table import FastDice
from tests.players.soundings import CLEAR, RED, at, doubtful

CAPTAIN = SearchingDiver(8192, mixing=1e-6, seconds=60)
"""A captain who is sure of its odds and lays the best it finds."""

NEARLY = 0.015
"""About what so many simulations leave open."""


def plain(*tokens: int) -> Program:
    """One token to a level, no shark expected; a number of two digits is two tokens."""
    return Program(tuple(Level(plain=tuple(int(token) for token in str(laid))) for laid in tokens))


def shark_then(*tokens: int) -> Program:
    """The same with a shark on the first level."""
    first, *others = plain(*tokens).levels
    return Program((Level(shark=first.plain), *others))


class Uncertain(NamedTuple):
    """The last round: pawns, what one sees of the last cards, and what the rival may lay, all as likely."""

    name: str
    pawns: tuple[int, int]
    look: tuple[Sounding, ...]
    rivals: tuple[Program, ...]

    def state(self) -> DiveState:
        """The table."""
        state = at(*self.pawns)
        state.ocean = state.ocean[: len(self.look)]
        return state

    def stacks(self) -> Iterator[tuple[tuple[Card, ...], float]]:
        """All that may lie there, with its chance."""
        for kinds in product(*(kind_odds(sounding) for sounding in self.look)):
            chance = prod(odds for _, odds in kinds)
            if chance:
                yield tuple(Card(kind, turn=0, flipped=False) for kind, _ in kinds), chance

    def chance(self, program: Program) -> float:
        """How probably the program wins, by the rules; a draw is half a win.

        Where nobody dived to the last card the game goes on, and its tables say what that is worth.
        """
        nothing = (None, None)
        won = 0.0
        for cards, chance in self.stacks():
            for rival in self.rivals:
                dived = dive(1, [program, rival], cards, self.pawns, nothing)
                rested = rest(dived, nothing)
                left = len(cards) - dived.lifted
                ended = ending(rested.pawns, None, left)
                if ended is None:
                    worth = float(
                        solved().divers[rounds_left(np.array(left)), rested.pawns[0], rested.pawns[1]]
                    )
                else:
                    worth = (0 in ended.winners) / len(ended.winners)
                won += chance * worth / len(self.rivals)
        return won

    def lays(self, seed: int, monkeypatch: pytest.MonkeyPatch) -> Program:
        """What the captain lays who knows what the rival may lay."""
        monkeypatch.setattr("fathom.players.dive.searching.laid_by", self._laid_by)
        chosen = CAPTAIN.choose(self.state().view(0), Soundings(self.look), FastDice(seed))
        assert isinstance(chosen, Program)
        return chosen

    def _laid_by(self, read: Readings, *_: Any) -> Boards:
        """One of the boards after the other, whatever the rival sees."""
        number = np.arange(len(read.sharks)) % len(self.rivals)
        sharks = [
            [board.depth > depth and board.expects_shark(depth) for depth in range(6)]
            for board in self.rivals
        ]
        return Boards(
            np.array([speeds_of(board) for board in self.rivals], np.int8)[number],
            np.array([board.depth for board in self.rivals], np.int8)[number],
            np.array(sharks)[number],
        )


# Brute force: the last card or two, where all programs can be tried

LAST_CARDS = [
    Uncertain(
        "a turtle on the last card",
        (10, 11),
        (Sounding(0.4, 0.3, 0.4, 0.0),),
        (plain(5), plain(12), plain(345), shark_then(45)),
    ),
    Uncertain(
        "a manta for whoever is behind",
        (6, 10),
        (Sounding(0.3, 0.1, 0.0, 0.7),),
        (plain(5), plain(23), shark_then(12), shark_then(1234)),
    ),
    Uncertain(
        "a manta on the second of two cards, both tranquil",
        (9, 11),
        (Sounding(0.2, 0.2, 0.2, 0.0), Sounding(0.55, 0.1, 0.0, 0.6)),
        (plain(1, 5), plain(5, 4), plain(23), shark_then(4, 5)),
    ),
    Uncertain(
        "two cards in deep waters",
        (17, 17),
        (Sounding(0.25, 0.1, 0.3, 0.0), Sounding(0.6, 0.3, 0.3, 0.0)),
        (plain(5), plain(1, 5), plain(45, 3), shark_then(2, 5)),
    ),
    Uncertain(
        "the chaser in deep waters",
        (16, 17),
        (Sounding(0.2, 0.0, 0.4, 0.0), Sounding(0.35, 0.0, 0.4, 0.0)),
        (plain(5), plain(4, 5)),
    ),
]


@cache
def on_two_cards() -> tuple[Program, ...]:
    """All programs that differ on the first two levels: deeper ones meet no card (D6.1)."""
    different = {
        tuple((program.speed(depth), program.expects_shark(depth)) for depth in range(2)): program
        for program in Programs(Tokens.SOME)
    }
    return tuple(different.values())


@pytest.mark.parametrize("uncertain", LAST_CARDS, ids=lambda uncertain: uncertain.name)
def test_no_program_is_better_than_the_captains(
    uncertain: Uncertain, monkeypatch: pytest.MonkeyPatch
) -> None:
    chances = [uncertain.chance(program) for program in on_two_cards()]
    assert np.median(chances) < max(chances) - 0.1
    assert uncertain.chance(uncertain.lays(1, monkeypatch)) > max(chances) - NEARLY


# Endgames whose question is how much to risk

RISKS = [
    Uncertain(
        "ahead in deep waters: two sure levels, and no doubtful one",
        (17, 14),
        (CLEAR, CLEAR, doubtful(0.35), doubtful(0.35)),
        (plain(1, 2, 3, 4), plain(5, 1, 34, 2)),
    ),
    Uncertain(
        "behind in deep waters: all five, though two are doubtful",
        (17, 18),
        (CLEAR, CLEAR, CLEAR, doubtful(0.2), doubtful(0.25)),
        (plain(1, 2, 345), plain(5, 4, 3)),
    ),
    Uncertain(
        "behind by one: one doubtful level, not both",
        (17, 17),
        (CLEAR, CLEAR, doubtful(0.15), doubtful(0.45)),
        (plain(1, 2345), plain(5, 4)),
    ),
    Uncertain(
        "a doubtful turtle is worth more than a sure draw",
        (16, 17),
        (CLEAR, Sounding(0.2, 0.0, 1.0, 0.0)),
        (plain(5), plain(345)),
    ),
    Uncertain(
        "a turtle on the way: fast where it is, and no further than is sure",
        (17, 18),
        (CLEAR, RED, CLEAR, doubtful(0.4)),
        (plain(1, 3, 2), plain(2, 4, 1)),
    ),
]


@pytest.mark.parametrize("uncertain", RISKS, ids=lambda uncertain: uncertain.name)
def test_the_right_risk_is_taken(uncertain: Uncertain, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the safest way nor the boldest, unless it is best; the others are clearly worse."""
    faces = prospects(Soundings(uncertain.look)).faces
    laid = [with_faces(program, faces) for program in arrangements(Tokens.SOME).programs[::3]]
    by_depth = {
        depth: max(uncertain.chance(program) for program in laid if program.depth == depth)
        for depth in range(1, len(uncertain.look) + 1)
    }
    best = max(by_depth.values())
    for seed in range(2):
        chosen = uncertain.lays(seed, monkeypatch)
        assert uncertain.chance(chosen) > best - NEARLY
    assert sum(chance > best - 0.05 for chance in by_depth.values()) <= len(by_depth) / 2
