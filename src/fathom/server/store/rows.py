"""What is kept: tables and their seats, the entries of their logs, and what was said there."""

from __future__ import annotations

from typing import Literal

import msgspec

from fathom.server.common.tokens import Secrets
from fathom.server.protocol.fields import TablePhase
from fathom.table import Outcome, Seat


class SeatRow(msgspec.Struct, frozen=True):
    """Who has a seat. Of the tokens that prove it, only the hashes are here.

    Where a bot has taken over from a person for good, the tokens are those of that person: they prove no seat
    any more, only whose name it is.
    """

    kind: Literal["open", "person", "bot"]
    name: str = ""
    level: str = ""
    token: bytes | None = None
    colour: str = ""
    ready: bool = False
    entropy_hash: bytes | None = None
    """What this seat promises to add to the dice; then, in `entropy`, what it has added."""
    entropy: bytes | None = None
    muted: bool = False
    stand_in: str = ""
    """The level of the bot that plays for someone who is away."""
    link: bytes | None = None
    """The hash of the link that brings the seat to another device."""
    person: bytes | None = None
    """Under this everything is kept that someone says here, wherever they sit and whatever their tokens are
    later: the hash of the token with which they came."""


class KeptOut(msgspec.Struct, frozen=True):
    """A proof of someone whom the host has sent away. `person` is the same for all proofs of one person."""

    person: bytes
    proof: bytes


class TableRow(msgspec.Struct, frozen=True):
    """A table: what was agreed, who sits there, and the secrets of its dice."""

    id: str
    game: str
    options: bytes
    invite: bytes
    secrets: Secrets
    host: Seat
    seats: tuple[SeatRow, ...]
    phase: TablePhase = "lobby"
    code: str = ""
    """The short code that leads here while the table is not finished; empty where there is none."""
    public: bool = False
    """Whether anyone may find it in the list of open tables."""
    settings: bytes = b"{}"
    """What the host has set that no rule knows of (JSON)."""
    clocks: bytes = b"{}"
    """How the players' clocks stand (JSON)."""
    rematch: str = ""
    """The table at which these people play again."""
    at: float = 0.0
    """When it was opened."""
    version: int = 0
    """Counts the changes of this row: whoever changes it must have seen the last one."""
    due: float | None = None
    """The seconds after a start of the server in which it has to go on with this table, without a visitor."""
    kept_out: tuple[KeptOut, ...] = ()
    """Who may not sit down here, the last one last."""
    asking: str = ""
    """Who would like to take something back, and who has agreed (JSON); empty while nobody asks."""


class EntryRow(msgspec.Struct, frozen=True):
    """An entry of a table's log. Entry 0 is the setup and has neither seat nor action.

    An entry of a seat without an action takes back the last decision that still stood.
    """

    number: int
    seat: Seat | None
    action: bytes | None
    outcomes: tuple[Outcome, ...]
    at: float
    client: str | None = None
    by_clock: bool = False


class LogEnd(msgspec.Struct, frozen=True):
    """The last entry of a log: its number, and when it was written."""

    number: int
    at: float


class News(msgspec.Struct, frozen=True):
    """A table as it is now, with the end of its log."""

    row: TableRow
    entries: tuple[EntryRow, ...]
    drafts: dict[Seat, bytes]


class TalkRow(msgspec.Struct, frozen=True):
    """Something that was said at a table: a phrase that everyone knows in their language, or free text."""

    person: bytes | None
    """Who said it, as their seat has it; None once they have been forgotten, and their words with them."""
    phrase: str = ""
    text: str = ""
    at: float = 0.0
    number: int = 0
    """Given by the store, from 1 on."""


class NotWritten(Exception):
    """Nothing of what was asked has been written."""


class AlreadyWritten(NotWritten):
    """Another writer was quicker: the caller does not know all that is written."""
