"""What a table has agreed on beside its game: who may come in, who may talk, and how time is kept."""

from __future__ import annotations

from typing import Annotated

import msgspec

from fathom.server.protocol.fields import SeatNumber

WEEK = 7 * 24 * 3600


class NoClock(msgspec.Struct, frozen=True, tag="none", forbid_unknown_fields=True):
    """Everyone has all the time they want, except where the rules set a limit (the orca's ten seconds)."""


class PerDecision(msgspec.Struct, frozen=True, tag="per-decision", forbid_unknown_fields=True):
    """A number of seconds for every decision."""

    seconds: Annotated[int, msgspec.Meta(ge=5, le=WEEK)]


class Bank(msgspec.Struct, frozen=True, tag="bank", forbid_unknown_fields=True):
    """A number of seconds for the whole game, and some more with every decision.

    At least one more: a player who has used all must still be able to decide.
    """

    seconds: Annotated[int, msgspec.Meta(ge=10, le=WEEK)]
    increment: Annotated[int, msgspec.Meta(ge=1, le=WEEK)]


Terms = NoClock | PerDecision | Bank


class Agreement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is kept. The host may change it; clock, soundings, advice and taking back only before
    the start.
    """

    public: bool = False
    """Whether the table is listed for everyone, who may then take a seat without an invite."""
    spectators: bool = True
    """Whether people without a seat may watch once it has started."""
    text: bool = True
    """Whether people may write what they like; preset phrases are always allowed."""
    clock: Terms = NoClock()
    soundings: bool = False
    """Whether a seat may ask for numbers instead of the picture of Dive's stack."""
    advice: bool | None = None
    """Whether a seat may ask for advice; null: while one person sits there alone with bots."""
    torches: bool = False
    """Whether everyone sees where the others hold their torch."""
    taking_back: bool = True
    """Whether what has been decided may be taken back, as far as nothing was revealed by it."""
    odds: bool = True
    """Whether Deep Blue's table works out for everyone how likely the next gem is to hurt."""
    youngest: SeatNumber | None = None
    """Where the youngest person sits; null while nobody has said so. Before the start."""
