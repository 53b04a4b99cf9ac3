"""The parts of a box that the rulebook does not print (B1.6), and what must be true of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from fathom.deepblue.chart import MOST_READ, WIDEST, Chart, PlaceKind
from fathom.deepblue.crew import MARKET_CREW, STARTING_CREW, CrewCard
from fathom.deepblue.gems import COLOURS, MOST_GEMS, Gems
from fathom.deepblue.scenario import Scenario
from fathom.deepblue.wrecks import CITY_PARTS, NORMAL, STARTERS, Tile

SLOTS = 4  # B2.5
MOST_SEATS = 5  # B1.1
MOST_PLACES = 60
MOST_NUMBER = 20
"""The largest price, worth or VP that a card or a tile may have; a bound for data that comes from outside."""
MOST_SPACES = 6
MOST_SCENARIOS = 50

ID = re.compile(r"[a-z][a-z0-9-]{0,39}")
PLACES: dict[PlaceKind, int] = {"harbour": 1, "starter": STARTERS, "site": NORMAL}  # B1.5


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a part, and under which key."""

    key: str
    problem: str

    def __str__(self) -> str:
        return f"{self.key}: {self.problem}"


class Wrecks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All wreck tiles."""

    tiles: Annotated[tuple[Tile, ...], Meta(max_length=MOST_READ)]


class Crew(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All crew cards: what each player starts with, and what comes to the market."""

    starting: Annotated[tuple[CrewCard, ...], Meta(max_length=MOST_READ)]
    market: Annotated[tuple[CrewCard, ...], Meta(max_length=MOST_READ)]


class Market(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The prices of the slots, the cheap end first; the price of renewing; bonus tokens in turn order."""

    prices: Annotated[tuple[int, ...], Meta(max_length=20)]
    renew: int
    tokens: Annotated[tuple[int, ...], Meta(max_length=20)]


class GemPiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the bag at the beginning, and what waits in the supply."""

    bag: Gems
    supply: Gems


class Scenarios(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All scenarios."""

    scenarios: Annotated[tuple[Scenario, ...], Meta(max_length=MOST_READ)]


Part = Chart | Wrecks | Crew | Market | GemPiles | Scenarios


def fault(part: Part) -> Fault | None:
    """The first thing that keeps this part from being played with, or None."""
    return next(_faults(part), None)


def _faults(part: Part) -> Iterator[Fault]:
    match part:
        case Chart():
            return _chart_faults(part)
        case Wrecks(tiles):
            return _wreck_faults(tiles)
        case Crew():
            return _crew_faults(part)
        case Market():
            return _market_faults(part)
        case GemPiles():
            return _gem_faults(part)
        case Scenarios(scenarios):
            return _scenario_faults(scenarios)


def _chart_faults(chart: Chart) -> Iterator[Fault]:
    if not 1 <= len(chart.name) <= 60:
        yield Fault("name", "a name has 1 to 60 characters")
    if len(chart.places) > MOST_PLACES:
        yield Fault("places", f"{len(chart.places)} places; a chart has at most {MOST_PLACES}")
        return
    yield from _name_faults("places", ((place.id, place.name) for place in chart.places))
    for kind, due in PLACES.items():
        count = len(chart.of_kind(kind))
        if count != due:
            yield Fault("places", f"{count} places of kind “{kind}”; a chart has {due} (B1.5)")
    for number, place in enumerate(chart.places, start=1):
        if not all(0 <= along <= WIDEST for along in place.at):
            yield Fault(f"places, number {number}, at", f"{list(place.at)} is not from 0 to {WIDEST}")
    known = {place.id for place in chart.places}
    drawn: set[frozenset[str]] = set()
    for number, route in enumerate(chart.routes, start=1):
        key = f"routes, number {number}"
        for end in route:
            if end not in known:
                yield Fault(key, f"“{end}” is not one of the places")
        if route[0] == route[1]:
            yield Fault(key, f"it goes from “{route[0]}” to itself")
        if frozenset(route) in drawn:
            yield Fault(key, f"there is a route from “{route[0]}” to “{route[1]}” already")
        drawn.add(frozenset(route))
    reached = {place.id for place in chart.places[:1]}
    while more := {end for route in drawn if route & reached for end in route} - reached:
        reached |= more
    for place in chart.places:
        if place.id not in reached:
            yield Fault("routes", f"no way leads to “{place.id}”")


def _wreck_faults(tiles: tuple[Tile, ...]) -> Iterator[Fault]:
    yield from _name_faults("tiles", ((tile.id, tile.name) for tile in tiles[:MOST_PLACES]))
    counts = {
        "starters": (sum(tile.starter for tile in tiles), STARTERS),
        "others than starters": (sum(not tile.starter for tile in tiles), NORMAL),
        "empty ones": (sum(tile.empty for tile in tiles), 1),
        "parts of the Sunken City": (sum(tile.city for tile in tiles), CITY_PARTS),
    }
    for what, (count, due) in counts.items():
        if count != due:
            yield Fault("tiles", f"{count} {what}; there are {due} (B1.3)")
    for number, tile in enumerate(tiles, start=1):
        key = f"tiles, number {number} ({tile.id})"
        if tile.empty and (tile.spaces or tile.vp or not tile.starter):
            yield Fault(key, "the empty tile is a starter without VP and spaces (B2.1)")
        if tile.city and tile.starter:
            yield Fault(key, "a part of the Sunken City is no starter (B1.3)")
        if not 0 <= tile.vp <= MOST_NUMBER:
            yield Fault(f"{key}, vp", f"{tile.vp} is not from 0 to {MOST_NUMBER}")
        if len(tile.spaces) > MOST_SPACES:
            yield Fault(f"{key}, spaces", f"{len(tile.spaces)} spaces; a tile has at most {MOST_SPACES}")


def _crew_faults(crew: Crew) -> Iterator[Fault]:
    for key, cards, due in (
        ("starting", crew.starting, STARTING_CREW),  # B1.1
        ("market", crew.market, MARKET_CREW),  # B1.4
    ):
        for number, card in enumerate(cards, start=1):
            where = f"{key}, number {number} ({card.id})"
            if not 1 <= card.count <= due:
                yield Fault(f"{where}, count", f"{card.count} is not from 1 to {due}")
            for name in ("gems", "vp", "money", "propeller"):
                value = getattr(card, name)
                if not 0 <= value <= MOST_NUMBER:
                    yield Fault(f"{where}, {name}", f"{value} is not from 0 to {MOST_NUMBER}")
            if card.gems < 1:
                yield Fault(f"{where}, gems", "a card needs at least one gem to be played on")
            if card.vp and card.on is None:
                yield Fault(f"{where}, vp", "VP need an “on”: the gems on which the card is played (B8.6)")
            if not 1 <= card.effects() <= 2:
                yield Fault(where, f"{card.effects()} effects; a card has one or two (B3.3)")
            if card.on is not None and card.against is not None:
                yield Fault(where, "the second effect is money or propeller (B3.3)")
        count = sum(card.count for card in cards)
        if count != due:
            yield Fault(key, f"{count} cards; there are {due}")
    yield from _name_faults(
        "starting and market", ((card.id, card.name) for card in crew.starting + crew.market)
    )


def _market_faults(market: Market) -> Iterator[Fault]:
    if len(market.prices) != SLOTS:
        yield Fault("prices", f"{len(market.prices)} prices; there are {SLOTS} slots (B2.5)")
    for number, price in enumerate(market.prices, start=1):
        if not 1 <= price <= MOST_NUMBER:
            yield Fault(f"prices, number {number}", f"{price} is not from 1 to {MOST_NUMBER}")
    if list(market.prices) != sorted(market.prices):
        yield Fault("prices", "the cheap end comes first (B4.2)")
    if not 1 <= market.renew <= MOST_NUMBER:
        yield Fault("renew", f"{market.renew} is not from 1 to {MOST_NUMBER}")
    if len(market.tokens) != MOST_SEATS:
        yield Fault("tokens", f"{len(market.tokens)} numbers; there are up to {MOST_SEATS} players (B2.6)")
    for number, tokens in enumerate(market.tokens, start=1):
        if not 0 <= tokens <= MOST_NUMBER:
            yield Fault(f"tokens, number {number}", f"{tokens} is not from 0 to {MOST_NUMBER}")


def _gem_faults(piles: GemPiles) -> Iterator[Fault]:
    for key, pile in (("bag", piles.bag), ("supply", piles.supply)):
        for colour in COLOURS:
            if not 0 <= pile.of(colour) <= MOST_GEMS:
                yield Fault(f"{key}, {colour}", f"{pile.of(colour)} is not from 0 to {MOST_GEMS}")
    if piles.bag.total < 1:
        yield Fault("bag", "a dive needs at least one gem to draw (B8.1)")


def _scenario_faults(scenarios: tuple[Scenario, ...]) -> Iterator[Fault]:
    if not 1 <= len(scenarios) <= MOST_SCENARIOS:
        yield Fault("scenarios", f"{len(scenarios)} scenarios; there are 1 to {MOST_SCENARIOS}")
    yield from _name_faults("scenarios", ((scenario.id, scenario.name) for scenario in scenarios))
    for number, scenario in enumerate(scenarios, start=1):
        for name, least in (("draw", 1), ("card_vp", 0), ("safe_vp", 0), ("safe_gems", 1), ("rush", 0)):
            value = getattr(scenario, name)
            if not least <= value <= MOST_NUMBER:
                key = f"scenarios, number {number} ({scenario.id}), {name}"
                yield Fault(key, f"{value} is not from {least} to {MOST_NUMBER}")


def _name_faults(key: str, named: Iterable[tuple[str, str]]) -> Iterator[Fault]:
    seen: Counter[str] = Counter()
    for number, (identity, name) in enumerate(named, start=1):
        if not ID.fullmatch(identity):
            yield Fault(
                f"{key}, number {number}, id",
                "an id is 1 to 40 small letters, digits and hyphens, a letter first",
            )
        if not 1 <= len(name) <= 60:
            yield Fault(f"{key}, number {number}, name", "a name has 1 to 60 characters")
        seen[identity] += 1
        if seen[identity] > 1:
            yield Fault(f"{key}, number {number}, id", f"“{identity}” is there twice")
