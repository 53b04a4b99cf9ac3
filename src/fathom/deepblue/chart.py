"""The chart: a harbour, dive sites and buoys with routes between them, and how far everything is."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

PlaceKind = Literal["harbour", "starter", "site", "buoy"]

Text = Annotated[str, Meta(max_length=80)]
"""A name or an id that comes from outside."""
MOST_READ = 150
"""The most places, tiles, cards or scenarios that are read; how many there may be is said by each part."""
MOST_ROUTES = 300

WIDEST = 1000
"""Positions for drawing go from 0 to this, across and down."""
RETURN_MOVES = 2
"""What it costs to leave a place and come back to it."""  # B5.5


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somewhere a boat can be. `at` is its position for drawing: across and down."""

    id: Text
    name: Text
    kind: PlaceKind
    at: tuple[int, int]


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A chart as it is written down: one move is one route (B1.5)."""

    name: Text
    places: Annotated[tuple[Place, ...], Meta(max_length=MOST_READ)]
    routes: Annotated[tuple[tuple[Text, Text], ...], Meta(max_length=MOST_ROUTES)]

    @property
    def harbour(self) -> str:
        """Where all boats begin."""  # B2.4
        return next(place.id for place in self.places if place.kind == "harbour")

    def of_kind(self, *kinds: PlaceKind) -> tuple[str, ...]:
        """The places of these kinds, in the order of the chart."""
        return tuple(place.id for place in self.places if place.kind in kinds)


class Way(msgspec.Struct, frozen=True):
    """A place where a boat can end, and the moves it takes to get there."""

    to: str
    moves: int


class Reach(msgspec.Struct, frozen=True):
    """Where a boat that moves can end, nearest first: also where it came from, by leaving and returning."""

    ways: tuple[Way, ...]
    within: tuple[int, ...]
    """How many of the ways take at most 0, 1, 2 … moves."""

    def count(self, moves: int) -> int:
        """How many ways there are within these moves."""
        return self.within[moves] if moves < len(self.within) else self.within[-1]

    def taking(self, moves: int) -> tuple[Way, ...]:
        """The ways that take exactly so many moves, which are at least 1."""
        return self.ways[self.within[moves - 1] : self.within[moves]] if moves < len(self.within) else ()


class Waters:
    """A chart made ready for sailing: who is whose neighbour, and all distances."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.harbour = chart.harbour
        beside: dict[str, list[str]] = {place.id: [] for place in chart.places}
        for one, other in chart.routes:
            beside[one].append(other)
            beside[other].append(one)
        order = {place.id: number for number, place in enumerate(chart.places)}
        self.neighbours: Mapping[str, tuple[str, ...]] = {
            place: tuple(sorted(others, key=order.__getitem__)) for place, others in beside.items()
        }
        self.distance: Mapping[str, Mapping[str, int]] = {
            place.id: _distances(place.id, self.neighbours) for place in chart.places
        }
        self.reach: Mapping[str, Reach] = {place.id: self._reach(place.id) for place in chart.places}

    def _reach(self, start: str) -> Reach:
        moves = {**self.distance[start], start: RETURN_MOVES}
        ways = sorted((Way(to, cost) for to, cost in moves.items()), key=lambda way: way.moves)
        costs = [way.moves for way in ways]
        return Reach(tuple(ways), tuple(bisect_right(costs, within) for within in range(max(costs) + 1)))


def _distances(start: str, neighbours: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    distance = {start: 0}
    ahead = deque([start])
    while ahead:
        place = ahead.popleft()
        for other in neighbours[place]:
            if other not in distance:
                distance[other] = distance[place] + 1
                ahead.append(other)
    return distance
