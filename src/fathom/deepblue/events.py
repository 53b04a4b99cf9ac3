"""Everything that happens at a Deep Blue table, as it is told to each reader.

All of it is public but one thing: which cards someone drew in a Rest.
"""

from __future__ import annotations

from typing import ClassVar, Literal, Self

import msgspec
from msgspec.structs import replace

from fathom.deepblue.crew import Cards
from fathom.deepblue.gems import Colour, Hazard
from fathom.table import Event, Reader, Seat


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """It is someone's turn."""  # B3.1

    reveals: ClassVar[bool] = False

    seat: Seat
    round: int


class Passed(Event, frozen=True, tag="passed"):
    """Nothing was possible."""  # B3.1

    reveals: ClassVar[bool] = False

    seat: Seat


class Hired(Event, frozen=True, tag="hired"):
    """A card went from the market to a hand; `slot` counts from 0 at the cheap end."""  # B4.1

    reveals: ClassVar[bool] = False

    seat: Seat
    card: str
    slot: int
    cards: Cards
    tokens: int


class Renewed(Event, frozen=True, tag="renewed"):
    """Someone paid to renew the market."""  # B4.4

    reveals: ClassVar[bool] = False

    seat: Seat
    cards: Cards
    tokens: int
    discarded: Cards


class Took(Event, frozen=True, tag="took"):
    """Someone took a card of the renewed market free, or none."""  # B4.4

    reveals: ClassVar[bool] = False

    seat: Seat
    card: str | None


class TurnedUp(Event, frozen=True, tag="turned-up"):
    """A card came up in the market; its mark perhaps moved a gem from supply to bag."""  # B2.5, B4.2

    reveals: ClassVar[bool] = True

    card: str
    gem: Colour | None = None


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The discards became the new deck."""  # B4.5

    reveals: ClassVar[bool] = True

    cards: int


class Sailed(Event, frozen=True, tag="sailed"):
    """Someone played propellers for this many moves."""  # B5.1

    reveals: ClassVar[bool] = False

    seat: Seat
    cards: Cards
    tokens: int
    moves: int


class Steered(Event, frozen=True, tag="steered"):
    """Both boats are where they end; None: that one did not move."""  # B5.1

    reveals: ClassVar[bool] = False

    seat: Seat
    to: tuple[str | None, str | None]


class WreckFound(Event, frozen=True, tag="wreck-found"):
    """A wreck was turned up."""  # B5.3

    reveals: ClassVar[bool] = True

    seat: Seat
    site: str
    tile: str


class GemScattered(Event, frozen=True, tag="gem-scattered"):
    """A gem from the bag was put on a wreck."""  # B10.3

    reveals: ClassVar[bool] = True

    site: str
    colour: Colour


class Moored(Event, frozen=True, tag="moored"):
    """A boat came to a wreck: on an exploration space, or with None in the middle."""  # B5.2

    reveals: ClassVar[bool] = False

    seat: Seat
    boat: int
    site: str
    space: int | None


class Rested(Event, frozen=True, tag="rested"):
    """Someone drew cards from the resting area; which ones only they know."""  # B6.1

    reveals: ClassVar[bool] = True

    seat: Seat
    count: int
    drawn: Cards | None

    def seen_by(self, reader: Reader) -> Self:
        """Everyone sees how many; the cards are left to their owner."""
        return self if reader == self.seat else type(self)(self.seat, self.count, None)


class DiveBegan(Event, frozen=True, tag="dive-began"):
    """Someone leads a dive."""  # B7.1

    reveals: ClassVar[bool] = False

    leader: Seat
    site: str
    tile: str


class Rushed(Event, frozen=True, tag="rushed"):
    """Someone moved boats onto the wreck, or none of them."""  # B7.2

    reveals: ClassVar[bool] = False

    seat: Seat
    boats: tuple[int, ...]


class Drew(Event, frozen=True, tag="drew"):
    """Gems were drawn; `scattered`: it lay on the wreck already (B10.3)."""  # B8.1

    reveals: ClassVar[bool] = True

    gems: tuple[Colour, ...]
    hazards: tuple[Hazard, ...]
    """Those that must be answered; a first one is only a warning (B8.3)."""
    scattered: bool = False


class Protected(Event, frozen=True, tag="protected"):
    """Someone answered a hazard with a card or with the space of a boat."""  # B8.4

    reveals: ClassVar[bool] = False

    seat: Seat
    against: Hazard
    card: str | None
    boat: int | None


class Surfaced(Event, frozen=True, tag="surfaced"):
    """Someone left the dive because of a hazard."""  # B8.5

    reveals: ClassVar[bool] = False

    seat: Seat
    against: Hazard


class Ready(Event, frozen=True, tag="ready"):
    """Someone has decided what to play; what it is stays secret until all have."""  # B8.6

    in_secret: ClassVar[bool] = True
    reveals: ClassVar[bool] = False

    seat: Seat


class Reopened(Event, frozen=True, tag="reopened"):
    """Someone has taken that back."""

    in_secret: ClassVar[bool] = True
    reveals: ClassVar[bool] = False

    seat: Seat


class Played(msgspec.Struct, frozen=True):
    """What one player played after a draw, what it is worth, and whether it was the last in this dive."""

    seat: Seat
    cards: Cards
    vp: int | None
    """None where it is told again while chests are closed (B1.1)."""
    last: bool = False


class CrewPlayed(Event, frozen=True, tag="crew-played"):
    """Everyone asked has decided; those who played nothing are listed too."""  # B8.6

    reveals: ClassVar[bool] = True

    plays: tuple[Played, ...]


class Tally(msgspec.Struct, frozen=True):
    """One player's VP of a dive: for cards, gems, the tile, and for ending safely (B10.4)."""

    seat: Seat
    cards: int
    gems: int
    tile: int = 0
    safe: int = 0

    @property
    def total(self) -> int:
        """All of it."""
        return self.cards + self.gems + self.tile + self.safe


class DiveEnded(Event, frozen=True, tag="dive-ended"):
    """A dive was scored and the wreck removed."""  # B9

    reveals: ClassVar[bool] = False

    why: Literal["ended", "leader-surfaced", "bag-empty"]
    tallies: tuple[Tally, ...]
    city: int
    """How many parts of the Sunken City are in their place now."""


class Ended(Event, frozen=True, tag="ended"):
    """The Sunken City is complete, and the game over."""  # B11.1

    reveals: ClassVar[bool] = False

    vp: tuple[int, ...]
    winners: tuple[Seat, ...]


DeepBlueEvent = (
    TurnBegan
    | Passed
    | Hired
    | Renewed
    | Took
    | TurnedUp
    | Reshuffled
    | Sailed
    | Steered
    | WreckFound
    | GemScattered
    | Moored
    | Rested
    | DiveBegan
    | Rushed
    | Drew
    | Protected
    | Surfaced
    | Ready
    | Reopened
    | CrewPlayed
    | DiveEnded
    | Ended
)


def in_closed_chests(event: DeepBlueEvent, reader: Reader) -> DeepBlueEvent:
    """An event without the points of other players: they were told once, and are in their chests."""  # B1.1
    match event:
        case CrewPlayed(plays):
            return CrewPlayed(
                tuple(play if play.seat == reader else replace(play, vp=None) for play in plays)
            )
        case DiveEnded(why, tallies, city):
            return DiveEnded(why, tuple(tally for tally in tallies if tally.seat == reader), city)
        case _:
            return event
