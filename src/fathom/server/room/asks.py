"""Everything that a room can be asked to do, by people and by itself; `Room.carry_out` does it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from fathom.server.game.bots import Answer, Thought
from fathom.server.protocol import FromClient
from fathom.server.room.audience import Visitor
from fathom.table import Seat

T_co = TypeVar("T_co", covariant=True)


class Ask(Generic[T_co]):
    """Something to be carried out when its turn comes; whoever asks gets a `T_co`, or `Refused`."""


# ── People ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Message(Ask[None]):
    """A message from someone who is here, or about to be: over a socket, or one HTTP request."""

    visitor: Visitor
    said: FromClient


@dataclass(frozen=True)
class Leave(Ask[None]):
    """A visitor has gone."""

    visitor: Visitor


@dataclass(frozen=True)
class TakeSeat(Ask[Seat]):
    """Take the first open seat; whoever has a seat already keeps it."""

    token: bytes
    invite: str
    name: str


@dataclass(frozen=True)
class LinkSeat(Ask[Seat]):
    """Let a personal link bring the seat of whoever has this token to another browser."""

    token: bytes
    link: str


@dataclass(frozen=True)
class ReturnToSeat(Ask[Seat]):
    """Give the seat of a personal link to the browser with this token."""

    token: bytes
    link: str


# ── The table itself ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class BotAnswered(Ask[None]):
    """A bot has decided, or failed."""

    thought: Thought
    answer: Answer


@dataclass(frozen=True)
class TimeUp(Ask[None]):
    """Someone's time may be up: the rules decide for them."""


@dataclass(frozen=True)
class RevealTimeUp(Ask[None]):
    """Somebody has not revealed what they add to the dice for too long."""


@dataclass(frozen=True)
class SomeoneIsGone(Ask[None]):
    """Someone has been away for so long that a bot may play for them."""


@dataclass(frozen=True)
class ReadNews(Ask[None]):
    """Another server has written to this table."""


@dataclass(frozen=True)
class SaveClocks(Ask[None]):
    """The server is about to stop: write the clocks as they stand."""


@dataclass(frozen=True)
class CatchUp(Ask[None]):
    """Nothing: it is carried out when everything that was asked before has been."""
