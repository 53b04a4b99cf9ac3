"""Everything that a player can decide; what takes several decisions at the table takes several actions."""

from __future__ import annotations

import msgspec
from msgspec.structs import force_setattr

from fathom.deepblue.crew import Cards

Site = str


class _Paying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action that cards and tokens pay for. Cards are always kept sorted: their order means nothing."""

    cards: Cards = ()
    tokens: int = 0

    def __post_init__(self) -> None:
        if len(self.cards) > 1:
            force_setattr(self, "cards", tuple(sorted(self.cards)))


class Hire(_Paying, frozen=True, tag="hire", kw_only=True):
    """Hire the card on this slot of the market, counted from 0 at the cheap end."""  # B4.1

    slot: int


class Renew(_Paying, frozen=True, tag="renew"):
    """Renew the market."""  # B4.4


class Take(msgspec.Struct, frozen=True, tag="take", forbid_unknown_fields=True):
    """Take a card of the renewed market free, or none."""  # B4.4

    slot: int | None = None


class Sail(_Paying, frozen=True, tag="sail"):
    """Play propellers; where to comes next."""  # B5.1


class Steer(msgspec.Struct, frozen=True, tag="steer", forbid_unknown_fields=True):
    """Where each boat ends; None: it does not move. Its own place: it leaves and returns."""  # B5.1, B5.5

    to: tuple[Site | None, Site | None]


class Approach(msgspec.Struct, frozen=True, tag="approach", forbid_unknown_fields=True):
    """Which of the two boats comes to its wreck first."""  # B5.5

    boat: int


class Moor(msgspec.Struct, frozen=True, tag="moor", forbid_unknown_fields=True):
    """Take this exploration space of the wreck, counted from 0."""  # B5.2

    space: int


class Rest(msgspec.Struct, frozen=True, tag="rest", forbid_unknown_fields=True):
    """Draw from the resting area."""  # B6.1


class Dive(msgspec.Struct, frozen=True, tag="dive", forbid_unknown_fields=True):
    """Lead a dive to the wreck on this site."""  # B7.1

    site: Site


class Pass(msgspec.Struct, frozen=True, tag="pass", forbid_unknown_fields=True):
    """Do nothing, because nothing else is possible."""  # B3.1


class Rush(msgspec.Struct, frozen=True, tag="rush", forbid_unknown_fields=True):
    """Move these boats (0, 1, both or none) onto the wreck."""  # B7.2

    boats: tuple[int, ...] = ()


class Protect(msgspec.Struct, frozen=True, tag="protect", forbid_unknown_fields=True):
    """Answer a hazard with a card, or else with the exploration space that a boat lies on."""  # B8.4

    card: str | None = None
    boat: int | None = None


class Surface(msgspec.Struct, frozen=True, tag="surface", forbid_unknown_fields=True):
    """Answer a hazard by leaving the dive."""  # B8.5


class PlayCrew(msgspec.Struct, frozen=True, tag="play-crew", forbid_unknown_fields=True):
    """Play any number of cards for VP after a draw; `last`: and nothing more in this dive."""  # B8.6

    cards: Cards = ()
    last: bool = False

    def __post_init__(self) -> None:
        if len(self.cards) > 1:
            force_setattr(self, "cards", tuple(sorted(self.cards)))


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw", forbid_unknown_fields=True):
    """Take the cards back while someone else is still thinking."""


class GoOn(msgspec.Struct, frozen=True, tag="go-on", forbid_unknown_fields=True):
    """Draw again."""  # B8.1


class EndDive(msgspec.Struct, frozen=True, tag="end-dive", forbid_unknown_fields=True):
    """End the dive."""  # B8.1


Action = (
    Hire
    | Renew
    | Take
    | Sail
    | Steer
    | Approach
    | Moor
    | Rest
    | Dive
    | Pass
    | Rush
    | Protect
    | Surface
    | PlayCrew
    | Withdraw
    | GoOn
    | EndDive
)


class Decided(msgspec.Struct, frozen=True):
    """The last decision that was made; `action` is None while it is a secret."""

    seat: int
    action: Action | None
