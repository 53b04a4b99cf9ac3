"""Tables seen from outside: what can be played, who sits where, and how someone gets a seat."""

from __future__ import annotations

import msgspec

from fathom.guests import Field
from fathom.server.protocol.agreement import Agreement
from fathom.server.protocol.fields import AnOptions, Name, Number, TablePhase
from fathom.table import Reader, Seat

# ── Sitting down ───────────────────────────────────────────────────────────────────────────────────────────


class Me(msgspec.Struct, frozen=True, tag="me", forbid_unknown_fields=True):
    """A seat for the person who opens the table."""


class Open(msgspec.Struct, frozen=True, tag="open", forbid_unknown_fields=True):
    """A seat for anyone who comes with the invite."""


class Bot(msgspec.Struct, frozen=True, tag="bot", forbid_unknown_fields=True):
    """A seat for a bot of this level."""

    level: str


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table. Exactly one seat is "me"."""

    options: AnOptions
    seats: tuple[Me | Open | Bot, ...]
    name: Name
    settings: Agreement = Agreement()


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


# ── What there is ──────────────────────────────────────────────────────────────────────────────────────────


class Switch(msgspec.Struct, frozen=True):
    """An option that can be switched on: which others must then stay off, and how many seats it allows."""

    excludes: tuple[str, ...]
    fewest: int
    most: int


class GameOffer(msgspec.Struct, frozen=True):
    """A game that can be played here, with its usual options and how many seats those allow."""

    game: str
    options: AnOptions
    fewest: int
    most: int
    levels: tuple[str, ...]
    """The levels of bots, from the weakest up."""
    switches: dict[str, Switch]
    """The options that are either on or off."""
    title: dict[str, str]
    """What people call it, by language."""
    plain: bool
    """Whether the browser has no page for it: it is played at the plain table."""
    fields: tuple[Field, ...]
    """Its options as they are put to people."""
    advice: bool
    """Whether anyone can give advice at it."""
    review: bool
    """Whether anyone can look its games through."""


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


class AskedBack(msgspec.Struct, frozen=True):
    """Someone would like to take back their last decision; the other people at the table are asked."""

    seat: Seat
    number: Number
    """The entry that is to count no more."""
    agreed: tuple[Seat, ...] = ()
    """Those who have agreed until now."""
    refused: Seat | None = None
    """Who has refused it; it cannot be asked for again."""


class Lobby(msgspec.Struct, frozen=True):
    """What everyone may know of a table, whatever its game: who sits there and what was agreed."""

    table: str
    options: AnOptions
    settings: Agreement
    seats: tuple[OpenSeat | PersonSeat | BotSeat, ...]
    host: Seat
    you: Reader
    """The seat of the reader; null for a spectator."""
    phase: TablePhase
    code: str
    """The short code that lets others in, for those who sit here; empty for others and after the start."""
    rematch: str
    """The table at which the same people play again; empty until there is one."""
    commitment: str
    """SHA-256 of the dice's seed and salt, in hexadecimal, fixed before the first card was dealt."""
    seed: str | None
    """The seed itself, once the game is over or the table closed."""
    salt: str | None
    asking: AskedBack | None = None
    """Who would like to take something back; null while nobody asks."""


class MyTable(Lobby, frozen=True):
    """A table at which you have a seat, and how its game stands as far as everyone may know."""

    round: int | None = None
    """The round that is being played; null before and after the game, and for games without rounds."""
    awaited: tuple[Seat, ...] = ()
    """The seats that have something to decide."""
    ago: float = 0.0
    """The seconds since something happened there."""
