"""Play: actions and drafts, what they lead to, the time that is left, and what there is to look at."""

from __future__ import annotations

import msgspec

from fathom.guests import Form
from fathom.server.protocol.fields import (
    AMenu,
    AnAction,
    AnEvent,
    APlainAction,
    AView,
    ClientId,
    Number,
    Sign,
)
from fathom.table import Refusal, Result, Seat

# ── What a client says ─────────────────────────────────────────────────────────────────────────────────────


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message: the last number the client has seen, or null if it has seen none.

    `sign` is the signature that came with it. A signed number that the log does not have any more is an
    alarm: it is noted, and the client is told (`tail-lost`) before it is told where the game stands.
    """

    after: Number | None = None
    sign: Sign = ""


class Act(msgspec.Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """Play an action. `number` is the last entry that the client had seen when it decided, `sign` its own."""

    id: ClientId
    number: Number
    action: AnAction
    sign: Sign = ""


class Draft(msgspec.Struct, frozen=True, tag="draft", forbid_unknown_fields=True):
    """What lies on the board now, legal or not. The newest is kept, for when the seat's time is up.

    `number` is the last entry that the client had seen; a draft for a decision that has been made is refused.
    """

    id: ClientId
    number: Number
    action: AnAction


class PlainMenu(msgspec.Struct, frozen=True, tag="plain"):
    """What can be done at the plain table: all actions, or if there are more than 500, forms for them.

    What is filled in need not be legal; the server refuses it with the game's reason.
    """

    actions: tuple[APlainAction, ...]
    count: int
    forms: tuple[Form, ...]
    refusal: Refusal | None
    """Why there is nothing to do; null while there is."""


# ── What the server says ───────────────────────────────────────────────────────────────────────────────────


class PositionNow(msgspec.Struct, frozen=True, tag="position"):
    """Where the game stands, with no word on how it came there: after Hello, when the table has started."""

    number: Number
    view: AView
    menu: AMenu
    left: float | None
    """Seconds until the clock decides for those who are missing; null without a limit."""
    result: Result | None
    sign: Sign = ""
    """Proves that the server has given this number; empty in replays and lessons."""


class Happened(msgspec.Struct, frozen=True, tag="happened"):
    """One entry of the log, as this reader may know it. Everyone gets every number, in order, no gaps."""

    number: Number
    events: tuple[AnEvent, ...]
    view: AView
    menu: AMenu
    left: float | None
    """Seconds until the clock decides for those who are missing; null without a limit."""
    result: Result | None
    sign: Sign = ""
    """Proves that the server has given this number; empty in replays and lessons."""


class SeatTime(msgspec.Struct, frozen=True):
    """The time of one seat, in seconds."""

    left: float
    running: bool
    grace: float
    """How long the clock still waits in this decision while the seat's line is broken."""


class ClocksNow(msgspec.Struct, frozen=True, tag="clocks"):
    """How the clocks stand, by seat; null for a seat without one. Only at tables that play with a clock."""

    seats: tuple[SeatTime | None, ...]


class BotFailed(msgspec.Struct, frozen=True, tag="bot-failed"):
    """The bot in this seat gave no answer that could be played; the rules have decided for it."""

    seat: Seat


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The action with this id is entry `number` of the log, and will not be lost."""

    id: ClientId
    number: Number
    sign: Sign = ""


class RefusedNow(msgspec.Struct, frozen=True, tag="refused"):
    """Nothing was changed, for this reason. `id` is null when the message had none that could be read."""

    id: str | None
    refusal: Refusal


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """The draft with this id is kept; `refusal` says why it could not be played as it is, null if it could.

    A draft that is not an action of this game at all is refused (`RefusedNow`) and not kept.
    """

    id: ClientId
    refusal: Refusal | None


class LookReady(msgspec.Struct, frozen=True, tag="look-ready"):
    """The pictures of this round can be fetched: anew, if that was said of the same round before.

    The view from straight above is there. All others follow: a request for one waits until it is drawn.
    """

    round: int


class LookPictures(msgspec.Struct, frozen=True):
    """The pictures of one round: where they are and how to cut them up. The same for everyone at the table.

    `views` is a grid of `steps` × `steps` views of the stack, each `size` pixels square, as an AVIF sequence:
    rows from the top, the first from left to right, the second from right to left, and so on. `rows` are the
    same views for whoever cannot take that apart: one picture per row, the views side by side from the left;
    they are drawn when someone first asks. When something new lies on the stack there is another `LookReady`
    for the same round; no address is ever used for two pictures.
    """

    round: int
    size: int
    steps: int
    views: str
    rows: tuple[str, ...]
    centre: str
    """The view from straight above alone."""
    large: str
    """The same in twice as many pixels each way, drawn when someone first asks."""
    thumb: str
    lights: dict[str, str]
    """At a flashlight table the view from above under each light of the basis; otherwise empty."""
    lifted: tuple[str, ...]
    """The films of the cards that were lifted last, from the top; gone with the next dive (D5.4)."""
    outlines: tuple[str, ...]
    """The outlines of the animals that mattered on each, as SVG paths in the picture's coordinates."""
