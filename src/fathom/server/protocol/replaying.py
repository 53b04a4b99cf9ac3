"""Replays: games that are over, told again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from fathom.guests import ours
from fathom.server.protocol.fields import AMenu, AnEvent, Number, SomeOfAView
from fathom.server.protocol.playing import TakenBack
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
    taken_back: TakenBack | None = None
    """Set where this entry took another one back; then there are no events."""


class Told(msgspec.Struct, frozen=True):
    """A game that is over, told again to one reader: entry by entry what was said to them then."""

    id: str
    players: tuple[str, ...]
    eyes: Seat | None
    """Whose they are; null for those of someone who watches."""
    frames: tuple[Retold, ...]
    """The first is the setup."""
    steps: tuple[Step, ...]
    """Who made the decisions: one less than there are frames."""


if TYPE_CHECKING:

    class Replay(Told, frozen=True):
        """A replay with what was covered, in fields of the games' own."""

        def __init__(self, **fields: Any) -> None: ...
else:
    # What Fathom's own games uncover when they are over stands in fields of its own, empty for other games.
    Replay = msgspec.defstruct(
        "Replay",
        [(one.name, tuple[one.kind, ...], ()) for guest in ours() for one in guest.uncovered],
        bases=(Told,),
        namespace={"__doc__": Told.__doc__},
        module=__name__,
        frozen=True,
    )
