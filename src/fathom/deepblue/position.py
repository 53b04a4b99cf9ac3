"""Where everything on the table is. Everything in it is immutable but the position itself.

The rules change it only from `DeepBlueState.play`; each takes the position, the dice, and the list of what is
told.
"""

from __future__ import annotations

import msgspec

from fathom.deepblue.actions import Decided
from fathom.deepblue.box import Box
from fathom.deepblue.captain import Captain
from fathom.deepblue.crew import Cards
from fathom.deepblue.events import DeepBlueEvent, TurnBegan
from fathom.deepblue.gems import Gems
from fathom.deepblue.options import Options
from fathom.deepblue.phases import Choosing, Phase
from fathom.deepblue.scenario import ORDINARY, Scenario
from fathom.deepblue.wrecks import Lying
from fathom.table import Seat

Told = list[DeepBlueEvent]
"""What has happened in this action until now."""


class Position(msgspec.Struct):
    """Boats, crews, market, gems, wrecks, and whose turn it is."""

    options: Options
    scenario: str
    first: Seat
    active: Seat
    turn: int
    """Turns that are over."""
    captains: tuple[Captain, ...]
    market: Cards
    """The cards on the market slots, the cheap end first; slots behind the last card are empty."""
    deck: Cards
    """Face down, the next card last; not sorted."""
    discards: Cards
    bag: Gems
    supply: Gems
    lying: tuple[Lying | None, ...]
    """For each site of the chart its wreck."""
    dived: tuple[str, ...]
    """The wrecks that have been dived to, in that order."""
    phase: Phase
    decided: Decided | None = None
    """The last decision, as everyone may know it."""

    @property
    def box(self) -> Box:
        """What this table plays with."""
        return self.options.box

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.turn // len(self.captains) + 1

    @property
    def city(self) -> int:
        """How many parts of the Sunken City are in their place."""  # B9.4
        tiles = self.box.tiles
        return sum([tiles[tile].city for tile in self.dived])

    def clockwise(self, start: Seat) -> tuple[Seat, ...]:
        """All seats, beginning with this one."""
        seats = range(len(self.captains))
        return (*seats[start:], *seats[:start])

    def change(self, seat: Seat, captain: Captain) -> None:
        """Put a player's things in place of those they had."""
        self.captains = (*self.captains[:seat], captain, *self.captains[seat + 1 :])

    def wreck_at(self, place: str) -> Lying | None:
        """The wreck at a place, if there is one."""
        number = self.box.site_number.get(place)
        return None if number is None else self.lying[number]

    def lay(self, site: str, wreck: Lying | None) -> None:
        """Put a wreck, as it now lies, in place of what was on the site."""
        number = self.box.site_number[site]
        self.lying = (*self.lying[:number], wreck, *self.lying[number + 1 :])

    def scenario_on(self, tile: str) -> Scenario:
        """How one dives at this wreck: the scenario touches only the Sunken City."""  # B2.3
        box = self.box
        return box.scenarios[self.scenario] if box.tiles[tile].city else ORDINARY

    def tidy(self) -> None:
        """Put the cards that lie open to rest."""  # B3.2
        for seat, captain in enumerate(self.captains):
            if captain.open:
                self.change(seat, captain.tidying())

    def end_turn(self, told: Told) -> None:
        """The turn is over; the next player's begins."""  # B3.1
        self.change(self.active, self.captains[self.active].tidying())
        self.turn += 1
        self.active = (self.active + 1) % len(self.captains)
        self.phase = Choosing()
        told.append(TurnBegan(self.active, self.round))
