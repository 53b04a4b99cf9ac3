"""Talk: what people say and show to each other, which the game knows nothing of."""

from __future__ import annotations

from typing import Annotated

import msgspec

from fathom.server.protocol.fields import TEXT_LENGTH, Phrase
from fathom.table import Reader, Seat

# ── What a client says ─────────────────────────────────────────────────────────────────────────────────────


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


class Ripple(msgspec.Struct, frozen=True, tag="ripple", forbid_unknown_fields=True):
    """Point at a place of the picture that is looked at, from 0 to 1, true or bluff. Not kept nor answered.

    Everyone at the table sees it. Like talk it is refused to the muted, and when there is too much of it.
    """

    round: Annotated[int, msgspec.Meta(ge=1)]
    across: Annotated[float, msgspec.Meta(ge=0, le=1)]
    down: Annotated[float, msgspec.Meta(ge=0, le=1)]


# ── What the server says ───────────────────────────────────────────────────────────────────────────────────


class Spoken(msgspec.Struct, frozen=True):
    """Something that was said at the table: a phrase, or free text."""

    number: int
    seat: Reader
    """Where the person who said it sits now; null if they have left the table."""
    phrase: str
    text: str
    at: float
    """Seconds since 1970."""


class Said(msgspec.Struct, frozen=True, tag="said"):
    """Someone has said something."""

    line: Spoken


class Talk(msgspec.Struct, frozen=True, tag="talk"):
    """The newest of what was said before, the oldest first: after Hello, and again when that reads otherwise.

    People may have changed seats, or someone's words have been deleted.
    """

    lines: tuple[Spoken, ...]


class TorchOf(msgspec.Struct, frozen=True, tag="torch-of"):
    """Where someone else holds their torch."""

    seat: Seat
    across: float
    down: float
    on: bool


class RippleOf(msgspec.Struct, frozen=True, tag="ripple-of"):
    """Someone points at a place of this round's picture."""

    seat: Seat
    round: int
    across: float
    down: float
