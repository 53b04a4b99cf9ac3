"""How strong players are on one scale, from who came where in their games."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fathom.lab.statistics import Z_95


class Rating(msgspec.Struct, frozen=True):
    """A player's strength and its 95 % interval, on openskill's scale: everyone begins at 25.

    Ten points more make nearly 85 % of wins.
    """

    mean: float
    low: float
    high: float


def ratings(games: Iterable[tuple[tuple[str, ...], tuple[int, ...]]]) -> dict[str, Rating]:
    """The ratings of everyone who played these games: names and places, seat by seat."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only tournaments need it

    # Players here do not learn from game to game, so nothing makes an old result less telling (tau).
    model = PlackettLuce(tau=0.0)
    rated = {}
    for names, places in games:
        for name in names:
            if name not in rated:
                rated[name] = model.rating()
        teams = model.rate([[rated[name]] for name in names], ranks=[float(place) for place in places])
        rated.update({name: team[0] for name, team in zip(names, teams, strict=True)})
    return {
        name: Rating(found.mu, found.mu - Z_95 * found.sigma, found.mu + Z_95 * found.sigma)
        for name, found in rated.items()
    }
