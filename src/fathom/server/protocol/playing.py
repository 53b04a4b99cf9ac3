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
    shows: bool = False
    """Whether this window shows at length what happens, and says so when it has (`Shown`): clocks wait."""


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


class TakeBack(msgspec.Struct, frozen=True, tag="take-back", forbid_unknown_fields=True):
    """Take back my last decision, `number`, which revealed nothing and after which nobody else has decided.

    Where no other person has to agree it is taken back at once, and answered with `Done`. Otherwise the
    others are asked (`Lobby.asking`) and answer with `AgreeToTakeBack` or `RefuseToTakeBack`; then this is
    answered with `LobbyNow`, as those are.
    """

    id: ClientId
    number: Number


class AgreeToTakeBack(msgspec.Struct, frozen=True, tag="agree-to-take-back", forbid_unknown_fields=True):
    """Let the one who asks take back entry `number`. It is taken back once every other person has agreed."""

    number: Number


class RefuseToTakeBack(msgspec.Struct, frozen=True, tag="refuse-to-take-back", forbid_unknown_fields=True):
    """Do not let entry `number` be taken back; or, from the one who asked, ask no more."""

    number: Number


class Shown(msgspec.Struct, frozen=True, tag="shown", forbid_unknown_fields=True):
    """Everything up to this entry has been shown here, and its reader has gone on. Not answered.

    The seat's clock starts, and the pictures of what has happened are not served to it any more (D5.4).
    """

    number: Number


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


class TakenBack(msgspec.Struct, frozen=True):
    """An entry that took another one back: the game stands as it stood before that one."""

    seat: Seat
    number: Number
    """The entry that counts no more."""


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
    can_take_back: Number | None = None
    """The reader's own last decision, if it can be taken back where the table plays with that."""


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
    story: tuple[AnEvent, ...] | None = None
    """What stays of the events in the story until the game ends, where that is less; null: all of them."""
    taken_back: TakenBack | None = None
    """Set where this entry took another one back; then there are no events."""
    can_take_back: Number | None = None
    """The reader's own last decision, if it can be taken back where the table plays with that."""


class SeatTime(msgspec.Struct, frozen=True):
    """The time of one seat, in seconds."""

    left: float
    running: bool
    grace: float
    """How long the clock still waits in this decision while the seat's line is broken."""


class ClocksNow(msgspec.Struct, frozen=True, tag="clocks"):
    """How the clocks stand, by seat; null for a seat without one. Only at tables that play with a clock."""

    seats: tuple[SeatTime | None, ...]


class TimeLeft(msgspec.Struct, frozen=True, tag="time-left"):
    """The time that is left is another than was said with the last entry: somebody has seen it to its end."""

    left: float | None
    """Seconds until the clock decides for those who are missing; null without a limit."""


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
    """The films of the cards that were lifted last, from the top; none once the reader has gone on (D5.4)."""
    outlines: tuple[str, ...]
    """The outlines of the animals that mattered on each, as SVG paths in the picture's coordinates."""
    stacks: tuple[str, ...]
    """The stack from straight above as it lay before each of them was lifted."""
