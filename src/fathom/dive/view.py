"""What a diver, or a spectator, may know of a game of Dive.

The order of the ocean is in no view; what a seat can see of it is a picture (`fathom.ocean`).
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from fathom.dive.actions import Faces
from fathom.dive.board import Program
from fathom.dive.cards import Kind
from fathom.dive.companions import Companion, Use
from fathom.dive.events import DiveEvent, Ended
from fathom.dive.options import Options
from fathom.table import Reader, Seat


class ChoosingView(msgspec.Struct, frozen=True, tag="choosing"):
    """Companions are being chosen: who has chosen, and your own wish."""

    ready: tuple[bool, ...]
    yours: Companion | None


class ProgrammingView(msgspec.Struct, frozen=True, tag="programming"):
    """Programs are being laid: who is ready, the companions announced this round, and your own program."""

    ready: tuple[bool, ...]
    uses: tuple[Use | None, ...]
    yours: Program | Faces | None


class Over(msgspec.Struct, frozen=True, tag="over"):
    """The game has ended."""

    ended: Ended


class DiveView(msgspec.Struct, frozen=True, tag_field="game", tag="dive"):
    """A game of Dive through the eyes of one reader."""

    reader: Reader
    options: Options
    round: int
    pawns: tuple[int, ...]
    chief: int | None
    companions: tuple[Companion | None, ...]
    cards_left: int
    lifted: tuple[Kind, ...]
    """What was on the cards that have left the game, in the order in which they were lifted."""
    told: tuple[tuple[DiveEvent, ...], ...]
    """What happened in each earlier round, from the revealed programs to the moves in Rest."""
    phase: ChoosingView | ProgrammingView | Over
    ages: tuple[Seat, ...] | UnsetType = UNSET
    """Who comes first in a clash over a companion; left out where the seats are in order of age (D8.0)."""
