"""How a tournament stands: who won how much against whom, and how strong that makes everyone."""

from __future__ import annotations

import msgspec

from fathom.lab.ratings import Rating, ratings
from fathom.lab.statistics import Interval
from fathom.lab.tournament import Contest, Match, Meeting, Tournament


class PlayerStanding(msgspec.Struct, frozen=True):
    """One player over all games that count."""

    player: str
    games: int
    won: float
    """The share of games won; a shared victory counts as its part."""
    score: float
    """The mean score."""
    rating: Rating


class MatchStanding(msgspec.Struct, frozen=True):
    """One match: what each player won, with an interval that holds however long the match went on."""

    match: Match
    deals: int
    games: int
    won: tuple[Interval, ...]
    fixed: tuple[Interval, ...] | None
    """The same with Wilson's interval, where all games were played that had been asked for: it holds if their
    number was fixed beforehand."""
    ahead: str | None
    """Who surely wins more than the share that was asked for; "nobody" if surely nobody does."""


class Standings(msgspec.Struct, frozen=True):
    """Everything that a tournament has told until now."""

    contest: Contest
    until: float | None
    players: tuple[PlayerStanding, ...]
    """The strongest first."""
    matches: tuple[MatchStanding, ...]


def standings(tournament: Tournament, until: float | None = None) -> Standings:
    """How the tournament stands."""
    games = tournament.games()
    rated = ratings((game.players, game.places) for game in games)
    players = []
    for player in rated:
        own = [game for game in games if player in game.players]
        players.append(
            PlayerStanding(
                player,
                len(own),
                sum(game.won(player) for game in own) / len(own),
                sum(game.scores[game.players.index(player)] for game in own) / len(own),
                rated[player],
            )
        )
    return Standings(
        tournament.contest,
        until,
        tuple(sorted(players, key=lambda standing: -standing.rating.mean)),
        tuple(
            MatchStanding(
                meeting.match,
                meeting.deals,
                len(meeting.games),
                tuple(meeting.share(player) for player in meeting.match),
                None if until is not None or meeting.deals < tournament.deals else _fixed(meeting),
                None if until is None else meeting.verdict(until),
            )
            for meeting in tournament.meetings.values()
        ),
    )


def _fixed(meeting: Meeting) -> tuple[Interval, ...]:
    return tuple(meeting.fixed_share(player) for player in meeting.match)
