"""Everything that a diver can decide."""

from __future__ import annotations

import msgspec

from fathom.dive.board import Face, Program
from fathom.dive.companions import CallOrca, Companion, LayOctopus, LooseGreatWhite, RideTurtle, SendDolphins


class Choose(msgspec.Struct, frozen=True, tag="choose", forbid_unknown_fields=True):
    """Ask for a companion at setup."""  # D8.0

    companion: Companion


class Faces(msgspec.Struct, frozen=True, tag="faces", forbid_unknown_fields=True):
    """A program of the children's version: shark or plain for each level."""  # D7.1

    faces: tuple[Face, ...]


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw", forbid_unknown_fields=True):
    """Take back "ready" while someone else is still missing."""  # D3.6


Action = (
    Choose | Program | Faces | Withdraw | LayOctopus | CallOrca | RideTurtle | SendDolphins | LooseGreatWhite
)
