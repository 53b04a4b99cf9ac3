"""Tournaments: everyone against everyone, with the same deals for all, on all cores, and to be gone on with.

A *deal* is a seed: how the table is laid and how its dice fall. Each match plays every deal once in each
rotation of its players, so that what is due to a good seat or a lucky deal falls to everyone alike.
"""

from __future__ import annotations

import signal
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from itertools import combinations, pairwise
from multiprocessing import get_context
from typing import Any

import msgspec
from msgspec.structs import replace

from fathom import guests
from fathom.lab.sequential import anytime
from fathom.lab.simulation import simulated
from fathom.lab.statistics import Interval, wilson_of_deals
from fathom.players import Level
from fathom.table import AnyGame, Record, encoded

Match = tuple[str, ...]
"""Who plays whom, in the order of the tournament's players."""


class Contest(msgspec.Struct, frozen=True, tag="contest", forbid_unknown_fields=True):
    """What a tournament plays: the game, its options as JSON, and who takes part.

    Players are names of levels, or `module:Class` for anybody's own.
    """

    game: str
    options: msgspec.Raw
    players: tuple[str, ...]
    seats: int = 2
    ladder: bool = False
    """Only those play each other who stand next to each other in the list."""
    seed: int = 0
    makings: tuple[str, ...] = ()
    """For each player what it is made of (`fathom.lab.makings`); empty if nobody has noted it."""

    def matches(self) -> tuple[Match, ...]:
        """All groups of players that meet at a table."""
        return tuple(pairwise(self.players) if self.ladder else combinations(self.players, self.seats))

    def same_as(self, other: Contest) -> bool:
        """Whether both play the same, whatever their players are made of."""
        return encoded(replace(self, makings=())) == encoded(replace(other, makings=()))

    def remade(self, other: Contest) -> tuple[str, ...]:
        """The players that are not made of the same as those of the same name in the other."""
        then, now = (dict(zip(one.players, one.makings, strict=False)) for one in (other, self))
        return tuple(player for player in self.players if then.get(player) != now.get(player))


class Played(msgspec.Struct, frozen=True, tag="game", forbid_unknown_fields=True):
    """A finished game: whose it was by seat, and how it ended."""

    deal: int
    players: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    moves: int

    def won(self, player: str) -> float:
        """1 for a victory; a shared one counts as its part."""
        winners = [seat for seat, place in enumerate(self.places) if place == 1]
        return float(self.players.index(player) in winners) / max(1, len(winners))


class PlayerFailed(Exception):
    """A player could not decide; the message says who sat there, in which deal, and what went wrong."""


class Meeting:
    """The games of one match, counted as far as no deal before them is missing."""

    def __init__(self, match: Match, until: float | None = None) -> None:
        self.match = match
        self.games: list[Played] = []
        """Those that count: whole deals in order, up to the one that decided the match."""
        self.shares: dict[str, list[float]] = {player: [] for player in match}
        """What each player won of each deal."""
        self.decided = False
        self._until = until
        self._waiting: dict[int, dict[Match, Played]] = defaultdict(dict)

    @property
    def deals(self) -> int:
        """How many deals count."""
        return len(self.games) // len(self.match)

    def has(self, deal: int, seated: Match) -> bool:
        """Whether this game has been played."""
        return deal < self.deals or seated in self._waiting[deal]

    def add(self, game: Played) -> None:
        """Take in a game, in any order."""
        self._waiting[game.deal][game.players] = game
        while not self.decided and len(self._waiting[self.deals]) == len(self.match):
            whole = self._waiting.pop(self.deals)
            self.games += [whole[seated] for seated in rotations(self.match)]
            for player, shares in self.shares.items():
                shares.append(sum(game.won(player) for game in whole.values()) / len(whole))
            self.decided = self._until is not None and self.verdict(self._until) is not None

    def share(self, player: str) -> Interval:
        """What the player won of all games that count, with bounds that hold whenever one looks."""
        return anytime(self.shares[player])

    def fixed_share(self, player: str) -> Interval:
        """The same with the narrower bounds that hold for a number of games fixed before the first one."""
        return wilson_of_deals(self.shares[player], len(self.match))

    def verdict(self, bound: float) -> str | None:
        """Who surely wins more than this share of the games: a player, or "nobody"; None while it is open."""
        first = self.share(self.match[0])
        if first.low > bound:
            return self.match[0]
        if first.high < 1 - bound:
            return self.match[1]
        return "nobody" if 1 - bound < first.low and first.high < bound else None


def rotations(match: Match) -> tuple[Match, ...]:
    """Every way to seat a match that keeps who follows whom."""
    return tuple(match[turn:] + match[:turn] for turn in range(len(match)))


class Tournament:
    """A contest with the games that have been played in it, perhaps in an earlier run."""

    def __init__(
        self, contest: Contest, deals: int, until: float | None = None, games: Sequence[Played] = ()
    ) -> None:
        if until is not None and contest.seats != 2:
            raise ValueError("only matches of two can be played until they are decided")
        self.contest = contest
        self.deals = deals
        self.meetings = {frozenset(match): Meeting(match, until) for match in contest.matches()}
        for game in games:
            self.add(game)

    def add(self, game: Played) -> None:
        """Take in a finished game."""
        self.meetings[frozenset(game.players)].add(game)

    def games(self) -> list[Played]:
        """All games that count, deal by deal."""
        return sorted(
            (game for meeting in self.meetings.values() for game in meeting.games), key=lambda game: game.deal
        )

    def missing(self) -> Iterator[tuple[int, Match]]:
        """The games still to be played, deal by deal. Matches that are decided meanwhile are left out."""
        for deal in range(self.deals):
            for meeting in self.meetings.values():
                for seated in rotations(meeting.match):
                    if not meeting.decided and not meeting.has(deal, seated):
                        yield deal, seated

    def play(self, jobs: int = 1) -> Generator[Played, None, None]:
        """Play what is missing, and give each game as it is finished.

        Which games count does not depend on the number of jobs; a few more than those may be played.
        """
        missing = self.missing()
        if jobs == 1:
            for deal, seated in missing:
                game = _played(self.contest, deal, seated)
                self.add(game)
                yield game
            return
        # New processes instead of copies of this one: a copy of a process with threads can hang.
        pool = ProcessPoolExecutor(
            jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_parent
        )
        try:
            under_way: set[Future[Played]] = set()
            for deal, seated in missing:
                under_way.add(pool.submit(_played, self.contest, deal, seated))
                if len(under_way) >= 2 * jobs:
                    done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                    yield from self._finished(done)
            while under_way:
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                yield from self._finished(done)
        finally:
            pool.shutdown(cancel_futures=True)

    def _finished(self, done: set[Future[Played]]) -> Iterator[Played]:
        for future in done:
            game = future.result()
            self.add(game)
            yield game


@cache
def _at_table(contest: bytes) -> tuple[AnyGame, Any, dict[str, Level]]:
    """The game, its options and the players: made once in each process, because players may be large."""
    plan = msgspec.json.decode(contest, type=Contest)
    guest = guests.guest(plan.game)
    options = msgspec.json.decode(plan.options, type=guest.rules.options_type)
    return guest.rules, options, {name: guest.named(name) for name in plan.players}


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _played(contest: Contest, deal: int, seated: Match) -> Played:
    """One game of a contest. Needs nothing but what is given, so it runs in any process."""
    game, options, players = _at_table(encoded(contest))
    try:
        record: Record = simulated(
            game, options, [players[name] for name in seated], f"{contest.seed}/{deal}"
        )
    except Exception as error:
        raise PlayerFailed(f"{' against '.join(seated)} in deal {deal}: {error!r}") from error
    assert record.result is not None
    return Played(deal, seated, record.result.places, record.result.scores, len(record.moves))
