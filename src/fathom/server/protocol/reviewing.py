"""Learning from a game: advice while it is played, and a review of it afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Union

import msgspec

from fathom.guests import ours
from fathom.server.protocol.fields import AnAction, AView, Number
from fathom.table import Seat

if TYPE_CHECKING:
    Odds = Any
    Why = Any
    Accuracy = Any
    Unit = str
    Eyes = str
else:
    # Types of Fathom's own games, for those who are told which types there are. Other games' are plain JSON.
    Odds = Union[tuple(kind for guest in ours() if guest.advice for kind in guest.advice.odds)]  # noqa: UP007
    Why = Union[tuple(kind for guest in ours() if guest.reviewing for kind in guest.reviewing.why)]  # noqa: UP007
    Accuracy = Union[tuple(guest.seeing.sight for guest in ours() if guest.seeing)]  # noqa: UP007
    Unit = Literal[tuple(unit for guest in ours() if guest.reviewing for unit in guest.reviewing.units)]
    Eyes = Literal[
        (
            *(guest.advice.adviser.name for guest in ours() if guest.advice and guest.advice.adviser),
            "soundings",
            "",
        )
    ]


class Advised(msgspec.Struct, frozen=True):
    """Something that can be done now, and the odds behind it; null where there is nothing to reckon."""

    action: AnAction
    odds: Odds | None


class Advice(msgspec.Struct, frozen=True):
    """The best that a seat can do after entry `number`, the best first; three at most."""

    number: Number
    eyes: Eyes
    """What the adviser saw of Dive's stack: a captain's look, or the soundings that this table gives."""
    choices: tuple[Advised, ...]


class GivenAway(msgspec.Struct, frozen=True):
    """A decision by which someone gave something away."""

    number: Number
    """The entry in which it was made; the one before it is what they had before their eyes."""
    seat: Seat
    round: int
    """Of the game, or in Deep Blue of turns."""
    chosen: AnAction
    better: AnAction
    """What would have been better; after a level was wrong, the same program with the right faces."""
    lost: float
    """How much was given away, in the review's unit."""
    why: Why
    view: AView
    """What they had before their eyes."""


class Review(msgspec.Struct, frozen=True):
    """A game that is over, looked through: where most was given away, and how well everyone saw."""

    id: str
    game: str
    players: tuple[str, ...]
    unit: Unit
    mistakes: tuple[tuple[GivenAway, ...], ...]
    """By seat, the worst first, three at most; only those that cost enough to be told."""
    sight: tuple[Accuracy, ...]
    """By seat: Dive's cards that were said and seen rightly, per depth. Empty for other games."""


class Eyesight(msgspec.Struct, frozen=True):
    """How well someone saw in all games of Dive that you have played with them here."""

    name: str
    """What they were called last; empty for bots."""
    level: str
    """Of a bot; empty for people."""
    you: bool
    games: int
    sight: Accuracy
