"""What a player, or a spectator, may know of a game of Deep Blue."""

from __future__ import annotations

import msgspec

from fathom.deepblue.actions import Decided
from fathom.deepblue.captain import CaptainView, Yours
from fathom.deepblue.crew import Cards
from fathom.deepblue.gems import Gems
from fathom.deepblue.options import Options
from fathom.deepblue.phases import PhaseView
from fathom.deepblue.wrecks import Sighted
from fathom.table import Reader, Seat


class DeepBlueView(msgspec.Struct, frozen=True, tag_field="game", tag="deep-blue"):
    """A game of Deep Blue through the eyes of one reader."""

    reader: Reader
    options: Options
    scenario: str
    first: Seat
    active: Seat
    turn: int
    round: int
    captains: tuple[CaptainView, ...]
    yours: Yours | None
    """The reader's own cards; None for a spectator."""
    market: Cards
    deck: int
    discards: Cards
    bag: Gems
    supply: Gems
    wrecks: tuple[Sighted | None, ...]
    """For each site of the chart its wreck, None where there is none."""
    dived: tuple[str, ...]
    """The wrecks that have been dived to, in that order."""
    city: int
    """How many parts of the Sunken City are in their place."""
    phase: PhaseView
    decided: Decided | None
    """The last decision, as everyone may know it."""
