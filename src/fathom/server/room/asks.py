"""Everything that a room can be asked to do, by people and by itself; `Room.carry_out` does it."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from fathom.server.game.bots import Answer, Thought
from fathom.server.protocol import FromClient
from fathom.server.room.audience import Visitor
from fathom.table import Seat

T_co = TypeVar("T_co", covariant=True)


class Ask(msgspec.Struct, Generic[T_co], frozen=True):
    """Something to be carried out when its turn comes; the caller gets a `T_co`, or `Refused`."""


# ── People ─────────────────────────────────────────────────────────────────────────────────────────────────


class Message(Ask[None], frozen=True):
    """A message from someone who is here, or about to be: over a socket, or one HTTP request."""

    visitor: Visitor
    said: FromClient


class Leave(Ask[None], frozen=True):
    """A visitor has gone."""

    visitor: Visitor


class TakeSeat(Ask[Seat], frozen=True):
    """Take the first open seat; a person who has a seat already keeps it."""

    token: bytes
    invite: str
    name: str


class LinkSeat(Ask[Seat], frozen=True):
    """Let a personal link bring the seat with this token to another browser."""

    token: bytes
    link: str


class ReturnToSeat(Ask[Seat], frozen=True):
    """Give the seat of a personal link to the browser with this token."""

    token: bytes
    link: str


# ── The table itself ───────────────────────────────────────────────────────────────────────────────────────


class BotAnswered(Ask[None], frozen=True):
    """A bot has decided, or failed."""

    thought: Thought
    answer: Answer


class TimeUp(Ask[None], frozen=True):
    """Someone's time may be up: the rules decide for them."""


class RevealTimeUp(Ask[None], frozen=True):
    """Somebody has not revealed what they add to the dice for too long."""


class SomeoneIsGone(Ask[None], frozen=True):
    """Someone has been away for so long that a bot may play for them."""


class ReadNews(Ask[None], frozen=True):
    """Another server has written to this table."""


class SaveClocks(Ask[None], frozen=True):
    """The server is about to stop: write the clocks as they stand."""


class CatchUp(Ask[None], frozen=True):
    """Nothing: it is carried out when everything that was asked before has been."""
