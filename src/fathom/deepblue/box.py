"""What is in the box: charts, wrecks, crew, market, gems and scenarios, read from data files.

The rulebook does not print most of it (B1.6). Ours lies in `data/`, one directory for each edition (B12.2).
A table names its edition, and every edition that was ever shipped stays as it was, so that records and
running games can be replayed after the data has changed. A table can bring any part from its own box: a
directory with files like ours. What it does not have is ours.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, TypeVar, get_args

import msgspec

from fathom.deepblue.chart import Chart, Waters
from fathom.deepblue.crew import Cards, CrewCard, sorted_cards
from fathom.deepblue.parts import Crew, Fault, GemPiles, Market, Part, Scenarios, Wrecks, fault
from fathom.deepblue.purse import Purse, purse
from fathom.deepblue.scenario import Scenario
from fathom.deepblue.wrecks import STARTERS, Tile

ChartName = Literal["standard", "small"]
CHARTS: tuple[ChartName, ...] = get_args(ChartName)

EDITIONS: Final = ("first", "second", "third")
"""Every box that was shipped, the oldest first. One that was shipped is never changed; a new one is added."""
FIRST: Final = EDITIONS[0]
NEWEST: Final = EDITIONS[-1]

PartT = TypeVar("PartT", bound=Part)


class BadBox(Exception):
    """A data file that cannot be played with; the message names the file and the key."""


class OwnBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a table brings from its own box; None stands for ours."""

    chart: Chart | None = None
    wrecks: Wrecks | None = None
    crew: Crew | None = None
    market: Market | None = None
    gems: GemPiles | None = None
    scenarios: Scenarios | None = None

    def fault(self) -> Fault | None:
        """The first thing that keeps it from being played with; its key begins with the part."""
        for name in self.__struct_fields__:
            part = getattr(self, name)
            wrong = fault(part) if part is not None else None
            if wrong is not None:
                return Fault(f"{name}: {wrong.key}", wrong.problem)
        return None


PART_TYPES: Final[dict[str, type[Part]]] = {
    "chart": Chart,
    "wrecks": Wrecks,
    "crew": Crew,
    "market": Market,
    "gems": GemPiles,
    "scenarios": Scenarios,
}


class Box:
    """Everything one plays with, ready to be looked up."""

    def __init__(
        self,
        chart: Chart,
        wrecks: Wrecks,
        crew: Crew,
        market: Market,
        gems: GemPiles,
        scenarios: Scenarios,
        *,
        starters_first: bool = False,
    ) -> None:
        self.waters: Final = Waters(chart)
        self.sites: Final = chart.of_kind("starter", "site")
        # Tables of the first edition were dealt like that, also where their own chart says otherwise.
        self.starter_sites: Final = self.sites[:STARTERS] if starters_first else chart.of_kind("starter")
        self.site_number: Final[dict[str, int]] = {site: number for number, site in enumerate(self.sites)}
        self.tiles: Final[dict[str, Tile]] = {tile.id: tile for tile in wrecks.tiles}
        self.crew: Final[dict[str, CrewCard]] = {card.id: card for card in crew.starting + crew.market}
        self.starting: Final = _written_out(crew.starting)
        self.market: Final = _written_out(crew.market)
        self.prices: Final = market.prices
        self.renew: Final = market.renew
        self.tokens: Final = market.tokens
        self.gems: Final = gems
        self.scenarios: Final[dict[str, Scenario]] = {
            scenario.id: scenario for scenario in scenarios.scenarios
        }
        # A hand is looked at again and again: by whoever decides, and when the decision is carried out.
        self.purses: Final = lru_cache(maxsize=4096)(self._purses)

    def _purses(self, hand: Cards, tokens: int) -> tuple[Purse, Purse]:
        """What one can pay with in Hire, and in Sail."""
        return purse(hand, tokens, self.crew, "money"), purse(hand, tokens, self.crew, "propeller")


@lru_cache(maxsize=64)
def packed(edition: str, chart: ChartName, own: OwnBox | None) -> Box:
    """The box of a table: its own parts, and those of its edition for the rest."""
    own = own or OwnBox()
    return Box(
        own.chart or standard_chart(chart, edition),
        own.wrecks or _standard(Wrecks, edition, "wrecks.toml"),
        own.crew or _standard(Crew, edition, "crew.toml"),
        own.market or _standard(Market, edition, "market.toml"),
        own.gems or _standard(GemPiles, edition, "gems.toml"),
        own.scenarios or _standard(Scenarios, edition, "scenarios.toml"),
        starters_first=edition == FIRST,
    )


def standard_chart(name: ChartName, edition: str = NEWEST) -> Chart:
    """One of our charts."""
    chart: Chart = _standard(Chart, edition, f"chart-{name}.toml")
    return chart


def standard_part(name: str, edition: str = NEWEST) -> Part:
    """One of the other parts of our box: wrecks, crew, market, gems or scenarios."""
    part: Part = _standard(PART_TYPES[name], edition, f"{name}.toml")
    return part


def read_box(directory: Path) -> OwnBox:
    """A box from a directory with any of chart, wrecks, crew, market, gems and scenarios, each with `.toml`.

    Raises `BadBox` if a file cannot be played with, or if none of the files is there.
    """
    parts = {
        name: _part(part_type, path.name, _text(path))
        for name, part_type in PART_TYPES.items()
        if (path := directory / f"{name}.toml").exists()
    }
    if not parts:
        raise BadBox(f"{directory.name}: none of {', '.join(f'{name}.toml' for name in PART_TYPES)} is there")
    return msgspec.convert(parts, OwnBox)


@cache
def _standard(part_type: type[PartT], edition: str, file: str) -> PartT:
    shipped = files("fathom.deepblue") / "data" / edition / file
    return _part(part_type, file, shipped.read_text(encoding="utf-8"))


def _part(part_type: type[PartT], file: str, text: str) -> PartT:
    try:
        part = msgspec.convert(tomllib.loads(text), part_type)
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"{file}: not TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise BadBox(f"{file}: {error}") from None
    wrong = fault(part)
    if wrong is not None:
        raise BadBox(f"{file}: {wrong}")
    return part


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not written in UTF-8"
        raise BadBox(f"{path.name}: cannot be read: {reason}") from None


def _written_out(cards: tuple[CrewCard, ...]) -> Cards:
    return sorted_cards(card.id for card in cards for _ in range(card.count))
