"""Moments at which something was given away, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from fathom.players.advice import DiveOdds
from fathom.players.dive.seeing import Sight
from fathom.table import Seat


class Missed(msgspec.Struct, frozen=True, tag="missed"):
    """A level of a program was wrong."""

    depth: int
    """From 1."""
    shark: bool
    """Whether a shark lay there; the program expected the contrary."""
    sure: float
    """How sure the reviewer's eyes were, in that round and from that seat, of what the program expected."""


class Misjudged(msgspec.Struct, frozen=True, tag="misjudged"):
    """Another program promised more than the one that was laid, as far as could be seen."""

    chosen: DiveOdds
    better: DiveOdds


class WentOn(msgspec.Struct, frozen=True, tag="went-on"):
    """A leader drew again although that risked more than it promised."""

    surface: float
    """The chance to have to surface with the next draw."""
    vp: int
    """What was at stake."""


class EndedEarly(msgspec.Struct, frozen=True, tag="ended-early"):
    """A leader ended a dive that promised more than it risked."""

    surface: float
    vp: float
    """What the next draw promised."""


class LeftPoints(msgspec.Struct, frozen=True, tag="left-points"):
    """Someone surfaced who could have stayed, or kept cards that could be played for VP."""

    vp: int


class Weaker(msgspec.Struct, frozen=True, tag="weaker"):
    """Something else promised more."""


Why = Missed | Misjudged | WentOn | EndedEarly | LeftPoints | Weaker

Unit = Literal["win", "spaces", "vp"]


class Lapse(msgspec.Struct, frozen=True):
    """A decision by which someone gave something away."""

    number: int
    """The entry of the log in which it was made; the entry before it is what they had before their eyes."""
    seat: Seat
    round: int
    """Of the game, or in Deep Blue of turns."""
    chosen: Any
    better: Any
    """What would have been better; in Dive after a level was wrong, the same with the right faces."""
    lost: float
    """How much was given away, in the review's unit."""
    why: Why
    view: Any
    """What they had before their eyes."""


class Review(msgspec.Struct, frozen=True):
    """A whole game, looked through."""

    unit: Unit
    """What is given away: chances to win the game, spaces in Dive's children's version, VP in Deep Blue."""
    moments: tuple[tuple[Lapse, ...], ...]
    """By seat, where most was given away first; only those that cost enough to be told."""
    sight: tuple[Sight, ...]
    """By seat: how often each depth was seen as it was. Empty for games in which nothing is looked at."""


MOST = 3
"""Lapses told per seat, at most."""


def worst(
    moments: Iterable[Lapse], seats: int, least: float, most: int = MOST
) -> tuple[tuple[Lapse, ...], ...]:
    """For each seat the moments at which most was given away, if that was anything to speak of."""
    of_seats: list[list[Lapse]] = [[] for _ in range(seats)]
    for moment in moments:
        if moment.lost >= least:
            of_seats[moment.seat].append(moment)
    return tuple(
        tuple(sorted(found, key=lambda moment: (-moment.lost, moment.number))[:most]) for found in of_seats
    )
