"""After a game: the moments at which most was given away, whatever the game. Why is for the game to say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from fathom.table import Seat


class Lapse(msgspec.Struct, frozen=True):
    """A decision by which someone gave something away."""

    number: int
    """The entry of the log in which it was made; the entry before it is what they had before their eyes."""
    seat: Seat
    round: int
    """Of the game, or of turns."""
    chosen: Any
    better: Any
    """What would have been better."""
    lost: float
    """How much was given away, in the review's unit."""
    why: Any
    """A tagged struct of the game's own."""
    view: Any
    """What they had before their eyes."""


class Review(msgspec.Struct, frozen=True):
    """A whole game, looked through."""

    unit: str
    """What is given away: "win" for chances to win, or points of the game's own."""
    moments: tuple[tuple[Lapse, ...], ...]
    """By seat, where most was given away first; only as many as are worth a word."""
    sight: tuple[Any, ...] = ()
    """By seat: how well they saw, in a struct of the game's own. Empty where nothing is looked at."""


MOST = 3
"""Moments per seat."""


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
