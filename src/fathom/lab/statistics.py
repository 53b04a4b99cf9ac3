"""What many games tell: who won how often, how long they lasted, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import variance

import msgspec

from fathom import guests
from fathom.table import Record, Seat

Z_95 = 1.959964
"""Within so many standard deviations of the mean lie 95 of 100 normal values."""


class Interval(msgspec.Struct, frozen=True):
    """A share, and the bounds between which its true value lies in 95 of 100 such samples."""

    share: float
    low: float
    high: float


def wilson(hits: float, trials: float, z: float = Z_95) -> Interval:
    """The share of hits with its Wilson score interval: sound also for few trials and shares near 0 and 1."""
    if not trials:
        return Interval(0.0, 0.0, 1.0)
    share = hits / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


def wilson_of_deals(shares: Sequence[float], games: int) -> Interval:
    """The mean of what was won of each deal, with Wilson's interval; a deal has this many games.

    Games of one deal are not independent of each other. So they count as many games as would spread as the
    deals do, but never for more than they are.
    """
    deals = len(shares)
    if deals < 2:
        return wilson(sum(shares) * games, deals * games)
    share = sum(shares) / deals
    spread = variance(shares, share)
    worth = deals * games if not spread else min(deals * games, deals * share * (1 - share) / spread)
    return wilson(share * worth, worth)


class SeatTally(msgspec.Struct):
    """How one seat did. A win is a first place alone, a draw a shared one."""

    player: str
    wins: int = 0
    draws: int = 0
    score: int = 0


class Tally:
    """Counts finished games between the same players."""

    def __init__(self, players: Sequence[str]) -> None:
        self.seats = [SeatTally(player) for player in players]
        self.games = 0
        self.draws = 0
        self.without_winner = 0
        """Games in which nobody at the table won, because someone else did, such as Dive's village chief."""
        self.moves = 0
        self.rounds = 0

    def add(self, record: Record) -> None:
        """Count a game."""
        if record.result is None:
            raise ValueError("only finished games can be counted")
        winners = record.result.winners
        self.games += 1
        self.draws += len(winners) > 1
        self.without_winner += not winners
        self.moves += len(record.moves)
        self.rounds += rounds_of(record) or 0
        for seat, tally in enumerate(self.seats):
            tally.wins += winners == (seat,)
            tally.draws += len(winners) > 1 and seat in winners
            tally.score += record.result.scores[seat]

    def wins(self, seat: Seat) -> Interval:
        """The share of games that the seat won alone."""
        return wilson(self.seats[seat].wins, self.games)

    def mean_score(self, seat: Seat) -> float:
        """The seat's mean score."""
        return self.seats[seat].score / max(1, self.games)

    @property
    def mean_rounds(self) -> float:
        """How many rounds a game lasted."""
        return self.rounds / max(1, self.games)

    @property
    def mean_moves(self) -> float:
        """How many decisions a game took, of all players together."""
        return self.moves / max(1, self.games)


def rounds_of(record: Record) -> int | None:
    """How many rounds were played, as far as the moves alone tell; None if the game does not count any."""
    guest = guests.find(record.game)
    return None if guest is None or guest.rounds is None else guest.rounds(record)
