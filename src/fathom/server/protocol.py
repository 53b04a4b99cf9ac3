"""Everything that browser and server say to each other.

`python -m fathom.server.types` writes these messages, and each game's own types, as TypeScript. What a game
defines (options, actions, events, views, menus) goes over the wire as the game encodes it: options and views
carry the game's name in `game`, everything else its kind in `type`. The server decodes an action with the
game of its table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

import msgspec

from fathom.server.agreement import Settings
from fathom.server.served import GAMES
from fathom.table import Outcome, Reader, Record, Refusal, Result, Seat

FRAME_BYTES = 64 * 1024
"""The largest message that is taken from a client."""

if TYPE_CHECKING:
    AnyOptions = Any
else:
    AnyOptions = Union[tuple(game.options_type for game in GAMES.values())]  # noqa: UP007 - built from what is served

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
"""What someone wants to be called. Text, never markup."""

ClientId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
"""A client's own name for something it sent, so that it can be sent again without being carried out again."""

Sha256 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal: a hash, or the bytes that someone adds to the dice."""

SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]

Phase = Literal["lobby", "revealing", "playing", "over", "closed"]
"""How far a table has come. Revealing: everyone is ready and says what they add to the dice."""

Number = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
"""An entry of a table's log: 0 is the setup, n the n-th action."""


def _of_the_game(part: str) -> msgspec.Meta:
    """Marks JSON whose type depends on the table's game, for whoever generates types from these messages."""
    return msgspec.Meta(extra={"part": part}, extra_json_schema={"$ref": f"#/components/schemas/Game{part}"})


AnAction = Annotated[msgspec.Raw, _of_the_game("Action")]
AnEvent = Annotated[msgspec.Raw, _of_the_game("Event")]
AView = Annotated[msgspec.Raw, _of_the_game("View")]
AMenu = Annotated[msgspec.Raw, _of_the_game("Menu")]


# ── Sitting down ───────────────────────────────────────────────────────────────────────────────────────────


class Me(msgspec.Struct, frozen=True, tag="me", forbid_unknown_fields=True):
    """A seat for whoever opens the table."""


class Open(msgspec.Struct, frozen=True, tag="open", forbid_unknown_fields=True):
    """A seat for whoever comes with the invite."""


class Bot(msgspec.Struct, frozen=True, tag="bot", forbid_unknown_fields=True):
    """A seat for a bot of this level."""

    level: str


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table. Exactly one seat is "me"; seats are in order of age, the youngest first."""

    options: AnyOptions
    seats: tuple[Me | Open | Bot, ...]
    name: Name
    settings: Settings = Settings()


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take the first open seat of a table, with the invite of its link or its short code.

    A public table needs neither.
    """

    invite: str
    name: Name


class Seated(msgspec.Struct, frozen=True):
    """You have a seat; the answer's cookie is the proof of it.

    The invite belongs into the fragment of a link, `/table/{table}#invite={invite}`. The server keeps only
    its hash and cannot say it again.
    """

    table: str
    seat: Seat
    invite: str


class Switch(msgspec.Struct, frozen=True):
    """An option that can be switched on: which others must then stay off, and how many seats it allows."""

    excludes: tuple[str, ...]
    fewest: int
    most: int


class GameOffer(msgspec.Struct, frozen=True):
    """A game that can be played here, with its usual options and how many seats those allow."""

    game: str
    options: AnyOptions
    fewest: int
    most: int
    levels: tuple[str, ...]
    """The levels of bots, from the weakest up."""
    switches: dict[str, Switch]
    """The options that are either on or off."""


class OpenSeat(msgspec.Struct, frozen=True, tag="open"):
    """Nobody sits here yet."""


class PersonSeat(msgspec.Struct, frozen=True, tag="person"):
    """A person sits here; `connected` while at least one of their windows is."""

    name: str
    colour: str
    connected: bool
    ready: bool
    hash: str | None
    """SHA-256, in hexadecimal, of what they will add to the dice; null until they are ready."""
    muted: bool
    stand_in: str
    """The level of the bot that plays for them while they are away; empty if they play themselves."""


class BotSeat(msgspec.Struct, frozen=True, tag="bot"):
    """A bot sits here."""

    level: str
    colour: str
    instead_of: str
    """The name of the person who left the game to this bot; empty if it was one from the start."""


class Lobby(msgspec.Struct, frozen=True):
    """What everyone may know of a table, whatever its game: who sits there and what was agreed."""

    table: str
    options: AnyOptions
    settings: Settings
    seats: tuple[OpenSeat | PersonSeat | BotSeat, ...]
    host: Seat
    you: Reader
    """The seat of whoever reads this; null for a spectator."""
    phase: Phase
    code: str
    """The short code that lets others in, for those who sit here; empty for others and after the start."""
    rematch: str
    """The table at which the same people play again; empty until there is one."""
    commitment: str
    """SHA-256 of the dice's seed and salt, in hexadecimal, fixed before the first card was dealt."""
    seed: str | None
    """The seed itself, once the game is over or the table closed."""
    salt: str | None


class Look(msgspec.Struct, frozen=True):
    """The pictures of one round: where they are and how to cut them up. The same for everyone at the table.

    `rows` are a grid of `steps` × `steps` views of the stack: one picture per row, rows from the top, in each
    the views side by side from the left, every view `size` pixels square. When something new lies on the
    stack there is another `LookReady` for the same round; no address is ever used for two pictures.
    """

    round: int
    size: int
    steps: int
    rows: tuple[str, ...]
    centre: str
    """The view from straight above alone."""
    thumb: str
    lights: dict[str, str]
    """At a flashlight table the view from above under each light of the basis; otherwise empty."""
    lifted: tuple[str, ...]
    """The films of the cards that were lifted last, from the top; gone with the next dive (D5.4)."""


# ── What a client says ─────────────────────────────────────────────────────────────────────────────────────


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message: the last number the client has seen, or null if it has seen none."""

    after: Number | None = None


class Ready(msgspec.Struct, frozen=True, tag="ready", forbid_unknown_fields=True):
    """I am ready to play with the dice of this commitment, to which I will add 32 bytes with this SHA-256.

    When no seat is open and everyone is ready, `RevealNow` asks for these bytes.
    """

    hash: Sha256
    commitment: Sha256


class Unready(msgspec.Struct, frozen=True, tag="unready", forbid_unknown_fields=True):
    """I am not ready after all."""


class Reveal(msgspec.Struct, frozen=True, tag="reveal", forbid_unknown_fields=True):
    """The bytes that I add to the dice, in hexadecimal."""

    entropy: Sha256


class Start(msgspec.Struct, frozen=True, tag="start", forbid_unknown_fields=True):
    """Do not wait for more people: take the open seats away. Only for the host.

    The table starts as soon as everyone who is left is ready.
    """


class Act(msgspec.Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """Play an action. `number` is the last entry that the client had seen when it decided."""

    id: ClientId
    number: Number
    action: AnAction


class Draft(msgspec.Struct, frozen=True, tag="draft", forbid_unknown_fields=True):
    """What lies on the board now, legal or not. The newest is kept, for when the seat's time is up."""

    id: ClientId
    action: AnAction


FromClient = Hello | Ready | Unready | Reveal | Start | Act | Draft


# ── What the server says ───────────────────────────────────────────────────────────────────────────────────


class LobbyNow(msgspec.Struct, frozen=True, tag="lobby"):
    """Who sits at the table, after Hello and whenever it changes."""

    lobby: Lobby


class RevealNow(msgspec.Struct, frozen=True, tag="reveal-now"):
    """Everyone is ready: say what you add to the dice. Whoever is silent for 20 seconds sends all back.

    Before answering a browser looks whether the commitment and its own hash are those that it knows.
    """

    commitment: str
    hashes: tuple[str | None, ...]
    """By seat; null for bots, which add nothing."""
    left: float


class DiceFailed(msgspec.Struct, frozen=True, tag="dice-failed"):
    """The table did not start: these seats were silent, or revealed what they had not announced.

    There is a new seed, and everyone has to be ready again.
    """

    reason: Literal["silent", "mismatch"]
    seats: tuple[Seat, ...]


class Position(msgspec.Struct, frozen=True, tag="position"):
    """Where the game stands, with no word on how it came there: after Hello, when the table has started."""

    number: Number
    view: AView
    menu: AMenu
    left: float | None
    """Seconds until the clock decides for whoever is missing; null without a limit."""
    result: Result | None


class Happened(msgspec.Struct, frozen=True, tag="happened"):
    """One entry of the log, as this reader may know it. Everyone gets every number, in order, no gaps."""

    number: Number
    events: tuple[AnEvent, ...]
    view: AView
    menu: AMenu
    left: float | None
    """Seconds until the clock decides for whoever is missing; null without a limit."""
    result: Result | None


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The action with this id is entry `number` of the log, and will not be lost."""

    id: ClientId
    number: Number


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
    """The pictures of this round can be fetched: anew, if that was said of the same round before."""

    round: int


FromServer = LobbyNow | RevealNow | DiceFailed | Position | Happened | Done | RefusedNow | Checked | LookReady

OVER_HTTP = (NewTable, Join, Seated, GameOffer, Lobby, Look, Record, Outcome)
"""What is said over HTTP, beside `Refusal` for everything that is not allowed."""
