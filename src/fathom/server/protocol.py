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

Colour = Literal["amber", "sky", "rose", "mint", "plum", "lemon"]
"""What a seat can be painted in; no two seats of a table have the same."""

Phrase = Literal[
    "hello",
    "good-luck",
    "have-fun",
    "well-played",
    "thanks",
    "wow",
    "oops",
    "one-moment",
    "your-turn",
    "good-game",
    "again",
    "bye",
]
"""Things to say that every browser has words for."""

TEXT_LENGTH = 300
"""So many characters someone may say at once."""

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


class PersonalLink(msgspec.Struct, frozen=True):
    """What brings your seat to another browser, once: in the fragment of `/table/{table}#seat={link}`."""

    link: str


class Return(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take the seat that a personal link is for."""

    link: str


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
    gone: bool
    """Whether they have been away for so long that a bot may play for them."""
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


class Rename(msgspec.Struct, frozen=True, tag="rename", forbid_unknown_fields=True):
    """Be called something else. Before the start."""

    name: Name


class Paint(msgspec.Struct, frozen=True, tag="paint", forbid_unknown_fields=True):
    """Choose the colour of my seat: one that no other person has. Before the start."""

    colour: Colour


class Order(msgspec.Struct, frozen=True, tag="order", forbid_unknown_fields=True):
    """Sit in another order: today's seat numbers in the order of tomorrow, the youngest first.

    Everyone has to be ready anew. Only for the host, before the start.
    """

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=16)]


class SetSeat(msgspec.Struct, frozen=True, tag="set-seat", forbid_unknown_fields=True):
    """Give a seat without a person to a bot, or leave it open. Only for the host, before the start."""

    seat: SeatNumber
    wish: Open | Bot


class StandUp(msgspec.Struct, frozen=True, tag="stand-up", forbid_unknown_fields=True):
    """Leave my seat to someone else. Before the start."""


class Resign(msgspec.Struct, frozen=True, tag="resign", forbid_unknown_fields=True):
    """Leave the game: a bot takes my seat for good, and the others play on. After the start."""


class Kick(msgspec.Struct, frozen=True, tag="kick", forbid_unknown_fields=True):
    """Send someone away: before the start the seat is open again, after it a bot takes it. For the host."""

    seat: SeatNumber


class Mute(msgspec.Struct, frozen=True, tag="mute", forbid_unknown_fields=True):
    """Let someone say nothing any more, or let them talk again. Only for the host."""

    seat: SeatNumber
    muted: bool


class HandOver(msgspec.Struct, frozen=True, tag="hand-over", forbid_unknown_fields=True):
    """Make someone else the host. Only for the host."""

    seat: SeatNumber


class Close(msgspec.Struct, frozen=True, tag="close", forbid_unknown_fields=True):
    """End the table for everyone, finished or not. The seed of its dice is revealed. Only for the host."""


class Agree(msgspec.Struct, frozen=True, tag="agree", forbid_unknown_fields=True):
    """Keep the table in another way. Clock and soundings only before the start. Only for the host."""

    settings: Settings


class StandIn(msgspec.Struct, frozen=True, tag="stand-in", forbid_unknown_fields=True):
    """Let a bot play for someone who has been away for longer than 30 seconds, until they come back.

    One other person at the table is enough to decide that.
    """

    seat: SeatNumber


class Rematch(msgspec.Struct, frozen=True, tag="rematch", forbid_unknown_fields=True):
    """Play again: a new table with the same people, bots and agreements, once this one has ended."""


class Say(msgspec.Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say something to everyone at the table. Text, never markup."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=TEXT_LENGTH)]


class SayPhrase(msgspec.Struct, frozen=True, tag="phrase", forbid_unknown_fields=True):
    """Say something that everyone reads in their own language."""

    phrase: Phrase


class Torch(msgspec.Struct, frozen=True, tag="torch", forbid_unknown_fields=True):
    """Where I hold my torch over the stack, from 0 to 1, or that it is out. Not kept, and not answered.

    The others see it where the table wants that; of too many in a second some are lost.
    """

    across: Annotated[float, msgspec.Meta(ge=0, le=1)]
    down: Annotated[float, msgspec.Meta(ge=0, le=1)]
    on: bool


class Act(msgspec.Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """Play an action. `number` is the last entry that the client had seen when it decided."""

    id: ClientId
    number: Number
    action: AnAction


class Draft(msgspec.Struct, frozen=True, tag="draft", forbid_unknown_fields=True):
    """What lies on the board now, legal or not. The newest is kept, for when the seat's time is up.

    `number` is the last entry that the client had seen; a draft for a decision that has been made is refused.
    """

    id: ClientId
    number: Number
    action: AnAction


FromClient = (
    Hello
    | Ready
    | Unready
    | Reveal
    | Start
    | Rename
    | Paint
    | Order
    | SetSeat
    | StandUp
    | Resign
    | Kick
    | Mute
    | HandOver
    | Close
    | Agree
    | StandIn
    | Rematch
    | Say
    | SayPhrase
    | Torch
    | Act
    | Draft
)


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


class Spoken(msgspec.Struct, frozen=True):
    """Something that was said at the table: a phrase, or free text."""

    number: int
    seat: Reader
    """Who said it."""
    phrase: str
    text: str
    at: float
    """Seconds since 1970."""


class Said(msgspec.Struct, frozen=True, tag="said"):
    """Someone has said something."""

    line: Spoken


class Talk(msgspec.Struct, frozen=True, tag="talk"):
    """The newest of what was said before, after Hello; the oldest first."""

    lines: tuple[Spoken, ...]


class TorchOf(msgspec.Struct, frozen=True, tag="torch-of"):
    """Where someone else holds their torch."""

    seat: Seat
    across: float
    down: float
    on: bool


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


FromServer = (
    LobbyNow
    | RevealNow
    | DiceFailed
    | Said
    | Talk
    | TorchOf
    | Position
    | Happened
    | ClocksNow
    | BotFailed
    | Done
    | RefusedNow
    | Checked
    | LookReady
)

OVER_HTTP = (NewTable, Join, Return, Seated, PersonalLink, GameOffer, Lobby, Look, Record, Outcome)
"""What is said over HTTP, beside `Refusal` for everything that is not allowed."""
