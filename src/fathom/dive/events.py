"""Everything that happens at a Dive table, as it is told to everyone.

All of Dive's events are public: what is secret (a program that is not revealed yet, a wish for a companion,
the order of the cards) is in none of them.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

from fathom.dive.actions import Faces
from fathom.dive.board import Program
from fathom.dive.cards import Kind
from fathom.dive.chief import ChiefCard
from fathom.dive.companions import Companion, Use
from fathom.table import Event, Seat

Who = Seat | Literal["chief"]
"""A diver by seat, or the village chief."""


class Ready(Event, frozen=True, tag="ready"):
    """A diver has submitted a program, or a wish for a companion; what it is stays secret."""

    in_secret: ClassVar[bool] = True
    reveals: ClassVar[bool] = False

    seat: Seat


class Reopened(Event, frozen=True, tag="reopened"):
    """A diver has taken "ready" back."""  # D3.6

    in_secret: ClassVar[bool] = True
    reveals: ClassVar[bool] = False

    seat: Seat


class CompanionsGiven(Event, frozen=True, tag="companions-given"):
    """Who has which companion now; whoever has none lost a clash and chooses again."""  # D8.0

    reveals: ClassVar[bool] = True

    companions: tuple[Companion | None, ...]
    youngest: Seat | UnsetType | None = UNSET
    """After a clash, who came first in it, the dice having ordered the others; null: nobody said who is
    youngest, the dice ordered all. Left out without a clash, and where seats are in order of age."""


class CompanionUsed(Event, frozen=True, tag="companion-used"):
    """A diver has announced a companion."""  # D8.0

    reveals: ClassVar[bool] = False
    final: ClassVar[bool] = True  # D8.0

    seat: Seat
    use: Use


class Revealed(Event, frozen=True, tag="revealed"):
    """All programs are turned over, and a chief card with them."""  # D4.1, D9.4

    reveals: ClassVar[bool] = True

    round: int
    programs: tuple[Program | Faces, ...]
    chief: ChiefCard | None = None
    bubbles: tuple[int, ...] = ()
    """Levels of the chief that were covered at once, because its pawn began in deep waters (D9.5)."""


class Raced(msgspec.Struct, frozen=True):
    """The speed at which someone went for a helper."""

    who: Who
    speed: int


class Lifted(Event, frozen=True, tag="lifted"):
    """A card was lifted and evaluated."""  # D4.1-D4.9

    reveals: ClassVar[bool] = True

    level: int
    kind: Kind
    right: tuple[Seat, ...]
    wrong: tuple[Seat, ...]
    lost_all: tuple[Seat, ...] = ()
    """Those of the wrong ones who lost their earlier levels too, because they are in deep waters (D4.4)."""
    raced: tuple[Raced, ...] = ()
    """The speeds that were compared for the helper; empty when the card has none."""
    helped: Who | None = None
    spaces: int = 0
    bubbles: tuple[int, ...] = ()
    """Levels of the chief that were covered now (D9.5)."""


class DolphinsReturned(Event, frozen=True, tag="dolphins-returned"):
    """The dive is over; if the diver with the small dolphin did not err, its owner moves."""  # D8.6

    reveals: ClassVar[bool] = False

    seat: Seat
    to: Seat
    spaces: int


class Rested(Event, frozen=True, tag="rested"):
    """Everyone has moved for the levels they kept."""  # D5.1, D8.7, D9.8

    reveals: ClassVar[bool] = False

    spaces: tuple[int, ...]
    pawns: tuple[int, ...]
    chief_spaces: int = 0
    chief: int | None = None
    stopped: tuple[Seat, ...] = ()
    """Those whom the great white shark keeps from moving (D8.7)."""


class RoundBegan(Event, frozen=True, tag="round-began"):
    """The lifted cards have left the game and programming begins."""  # D5.4

    reveals: ClassVar[bool] = False

    round: int
    cards_left: int


class Ended(Event, frozen=True, tag="ended"):
    """The game is over: someone reached the stone, or the stack ran out."""  # D5.2, D6.1

    reveals: ClassVar[bool] = False

    why: Literal["stone", "stack"]
    winners: tuple[Who, ...]
    """Several: a draw (D5.3), or in the children's version a shared victory (D7.4)."""


DiveEvent = (
    Ready
    | Reopened
    | CompanionsGiven
    | CompanionUsed
    | Revealed
    | Lifted
    | DolphinsReturned
    | Rested
    | RoundBegan
    | Ended
)
