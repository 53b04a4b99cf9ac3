"""Wreck tiles: what a site may hold, and the exploration spaces on it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fathom.deepblue.chart import Text
from fathom.deepblue.gems import Colour, Hazard

Space = Literal["silver", "gold", "red", "blue", "black", "blue-or-black"]
"""An exploration space: a colour of treasure that is worth more, or protection."""  # B12.1

STARTERS = 6  # B1.3
NORMAL = 9  # B1.3
CITY_PARTS = 4  # B1.3


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wreck: the VP of its leader and its exploration spaces. The empty starter is no wreck at all."""

    id: Text
    name: Text
    vp: int = 0
    spaces: Annotated[tuple[Space, ...], Meta(max_length=20)] = ()
    starter: bool = False
    city: bool = False
    empty: bool = False


def treasure_of(space: Space) -> Colour | None:
    """The colour of treasure that is worth more on this space, if any."""  # B9.2
    return space if space == "silver" or space == "gold" or space == "red" else None  # noqa: PLR1714


def protects(space: Space, against: Hazard) -> bool:
    """Whether the space protects against this hazard."""  # B8.4
    return space in (against, "blue-or-black")


class Lying(msgspec.Struct, frozen=True):
    """A wreck as it lies on its site: face up or not, and perhaps a scattered gem on it (B10.3)."""

    tile: str
    up: bool
    gem: Colour | None = None


class Sighted(msgspec.Struct, frozen=True):
    """A wreck as everyone may see it: `tile` is None while it lies face down."""

    tile: str | None
    gem: Colour | None = None
