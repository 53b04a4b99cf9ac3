"""What a table has agreed on beside its game: who may come in, who may talk, and how time is kept."""

from __future__ import annotations

import msgspec

from fathom.server.clocks import NoClock, Terms


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is kept. The host may change it; clock, soundings and advice only before the start."""

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
    odds: bool = True
    """Whether Deep Blue's table works out for everyone how likely the next gem is to hurt."""
