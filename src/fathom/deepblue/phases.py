"""Where in a turn or a dive the game is. What is known only to some is in none of these but `Playing`."""

from __future__ import annotations

import msgspec

from fathom.deepblue.actions import PlayCrew
from fathom.deepblue.events import Ended
from fathom.deepblue.gems import Gems, Hazard
from fathom.table import Seat


class Choosing(msgspec.Struct, frozen=True, tag="choosing"):
    """Someone chooses what to do in their turn."""  # B3.1


class Taking(msgspec.Struct, frozen=True, tag="taking"):
    """The market has been renewed, and one card may be taken."""  # B4.4


class Steering(msgspec.Struct, frozen=True, tag="steering"):
    """Propellers have been played; now where to."""  # B5.1

    moves: int


class Approaching(msgspec.Struct, frozen=True, tag="approaching"):
    """Both boats end on wrecks; which one comes first?"""  # B5.5


class Mooring(msgspec.Struct, frozen=True, tag="mooring"):
    """A boat takes one of the free exploration spaces; perhaps the other boat comes after it."""  # B5.2

    boat: int
    free: tuple[int, ...]
    then: tuple[int, ...] = ()
    found: tuple[str, ...] = ()
    """Sites of city parts turned up in this Sail, where a dive follows at once (B10.5)."""


class Leading(msgspec.Struct, frozen=True, tag="leading"):
    """Two parts of the city were turned up and must be dived at once; which one first?"""  # B10.5

    sites: tuple[str, ...]


class Descent(msgspec.Struct, frozen=True):
    """A dive under way."""

    leader: Seat
    site: str
    tile: str
    divers: tuple[Seat, ...] = ()
    """Everyone taking part, the leader first and then clockwise; nobody while boats still rush."""  # B7.3
    down: tuple[Seat, ...] = ()
    """Those of them who have not surfaced."""
    drawn: Gems = Gems()
    finished: tuple[Seat, ...] = ()
    """Those who play nothing more in this dive."""
    card_vp: tuple[int, ...] = ()
    """For each seat, the VP of the cards it has played in this dive."""  # B8.6
    then: tuple[str, ...] = ()
    """Sites where the leader must dive at once after this (B10.5)."""


class Asked(msgspec.Struct, frozen=True):
    """Someone who may rush, and with which boats."""

    seat: Seat
    boats: tuple[int, ...]


class Rushing(msgspec.Struct, frozen=True, tag="rushing"):
    """Those with boats near enough may rush, one after the other."""  # B7.2

    descent: Descent
    asked: tuple[Asked, ...]


class Answering(msgspec.Struct, frozen=True, tag="answering"):
    """Hazards are answered by everyone down, one after the other."""  # B8.3, B8.4

    descent: Descent
    hazards: tuple[Hazard, ...]
    """What the draw asks of everyone."""
    asked: tuple[Seat, ...]
    owed: tuple[Hazard, ...]
    """What the first of those asked has still to answer."""


class Playing(msgspec.Struct, frozen=True, tag="playing"):
    """Everyone down, but for those who are finished, decides at the same time which cards to play."""  # B8.6

    descent: Descent
    plays: tuple[PlayCrew | None, ...]
    """For each seat what it has decided, None while it has not or is not asked."""

    def asked(self) -> tuple[Seat, ...]:
        """Everyone who has to decide, or has."""
        return tuple([seat for seat in self.descent.down if seat not in self.descent.finished])


class PlayingView(msgspec.Struct, frozen=True, tag="playing"):
    """The same to one reader: who has decided, and the reader's own cards."""

    descent: Descent
    ready: tuple[bool, ...]
    yours: PlayCrew | None


class Deciding(msgspec.Struct, frozen=True, tag="deciding"):
    """The leader goes on or ends the dive."""  # B8.1

    descent: Descent


class Over(msgspec.Struct, frozen=True, tag="over"):
    """The game has ended."""  # B11.1

    ended: Ended


OpenPhase = (
    Choosing | Taking | Steering | Approaching | Mooring | Leading | Rushing | Answering | Deciding | Over
)
Phase = OpenPhase | Playing
PhaseView = OpenPhase | PlayingView
