"""Replays: games that are over, told again."""

from __future__ import annotations

import msgspec

from fathom.dive import Kind
from fathom.server.protocol.fields import AMenu, AnEvent, Number, SomeOfAView
from fathom.table import Result, Seat


class Step(msgspec.Struct, frozen=True):
    """Who decided an entry of the log, and whether it was the clock that did so for them."""

    seat: Seat
    by_clock: bool


class Retold(msgspec.Struct, frozen=True):
    """One entry of the log, as this reader was told it then."""

    number: Number
    events: tuple[AnEvent, ...]
    view: SomeOfAView
    """Those fields of the view that have changed since the frame before; all of them in the first."""
    menu: AMenu
    result: Result | None


class Covered(msgspec.Struct, frozen=True):
    """What lay face down in Deep Blue from an entry of the log on, until the next of these."""

    since: int
    wrecks: dict[str, str]
    """The wreck on each site where one lay face down."""
    deck: tuple[str, ...]
    """The crew deck, from the top."""


class Replay(msgspec.Struct, frozen=True):
    """A game that is over, told again to one reader: entry by entry what was said to them then."""

    id: str
    players: tuple[str, ...]
    eyes: Seat | None
    """Whose they are; null for those of someone who watches."""
    frames: tuple[Retold, ...]
    """The first is the setup."""
    steps: tuple[Step, ...]
    """Who made the decisions: one less than there are frames."""
    ocean: tuple[Kind, ...]
    """Dive's whole stack as it lay at the start, from the top. Empty for other games."""
    covered: tuple[Covered, ...]
    """What lay face down in Deep Blue, each time that it changed. Empty for other games."""
