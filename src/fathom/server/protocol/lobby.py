"""Around the table: what people ask of it beside playing, and how they hear what came of it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from fathom.server.protocol.agreement import Agreement
from fathom.server.protocol.fields import AnOptions, Colour, Name, SeatNumber, Sha256
from fathom.server.protocol.seating import Bot, Lobby, Open
from fathom.table import Seat

# ── What a client says ─────────────────────────────────────────────────────────────────────────────────────


class Ready(msgspec.Struct, frozen=True, tag="ready", forbid_unknown_fields=True):
    """I am ready to play with the dice of this commitment, to which I will add 32 bytes with this SHA-256.

    When no seat is open and everyone is ready, `RevealNow` asks for these bytes.
    """

    hash: Sha256
    commitment: Sha256


class Unready(msgspec.Struct, frozen=True, tag="unready", forbid_unknown_fields=True):
    """I am not ready after all."""


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
    """Sit in another order: today's seat numbers in the order of tomorrow.

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
    """Send someone away: before the start the seat is open again, after it a bot takes it. For the host.

    They cannot sit down here again. Before the start the invite and the code are renewed (`InviteNow`).
    """

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


class Renew(msgspec.Struct, frozen=True, tag="renew", forbid_unknown_fields=True):
    """Renew the invite and the code: those before let nobody in any more. For the host, before the start."""


class Agree(msgspec.Struct, frozen=True, tag="agree", forbid_unknown_fields=True):
    """Keep the table in another way. Clock and soundings only before the start. Only for the host."""

    settings: Agreement


class PlayWith(msgspec.Struct, frozen=True, tag="play-with", forbid_unknown_fields=True):
    """Play the same game with other options. Only for the host, before the start.

    There is a new seed with a new commitment, and everyone has to be ready anew.
    """

    options: AnOptions


Change = (
    Ready
    | Unready
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
    | Renew
    | Agree
)
"""What changes nothing but the table's row (`fathom.server.seating.changes`)."""


class Reveal(msgspec.Struct, frozen=True, tag="reveal", forbid_unknown_fields=True):
    """The bytes that I add to the dice, in hexadecimal."""

    entropy: Sha256


class StandIn(msgspec.Struct, frozen=True, tag="stand-in", forbid_unknown_fields=True):
    """Let a bot play for someone who has been away for longer than 30 seconds, until they come back.

    One other person at the table is enough to decide that.
    """

    seat: SeatNumber


class Rematch(msgspec.Struct, frozen=True, tag="rematch", forbid_unknown_fields=True):
    """Play again: a new table with the same people, bots and agreements, once this one has ended."""


# ── What the server says ───────────────────────────────────────────────────────────────────────────────────


class LobbyNow(msgspec.Struct, frozen=True, tag="lobby"):
    """Who sits at the table, after Hello and whenever it changes."""

    lobby: Lobby


class InviteNow(msgspec.Struct, frozen=True, tag="invite"):
    """The new invite, for the link, and the code that came with it. Only the host is told."""

    invite: str
    code: str


class RevealNow(msgspec.Struct, frozen=True, tag="reveal-now"):
    """Everyone is ready: say what you add to the dice. A person who is silent for 20 seconds sends all back.

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
