"""Sail: play propellers, move both boats, then bring them to their wrecks one after the other."""

from __future__ import annotations

from fathom.deepblue import diving
from fathom.deepblue.actions import Sail, Steer
from fathom.deepblue.captain import BOATS, Boat
from fathom.deepblue.events import GemScattered, Moored, Sailed, Steered, WreckFound
from fathom.deepblue.phases import Approaching, Leading, Mooring, Steering
from fathom.deepblue.position import Position, Told
from fathom.deepblue.wrecks import Lying
from fathom.table import Dice


def sail(position: Position, action: Sail, told: Told) -> None:
    """Play propellers; their sum is the number of moves."""  # B5.1
    seat = position.active
    crew = position.box.crew
    moves = sum(crew[card].propeller for card in action.cards) + action.tokens
    position.change(seat, position.captains[seat].playing(action.cards, action.tokens))
    position.phase = Steering(moves)
    told.append(Sailed(seat, action.cards, action.tokens, moves))


def steer(position: Position, action: Steer, dice: Dice, told: Told) -> None:
    """Move both boats before anything is turned up or any space taken."""  # B5.1
    seat = position.active
    captain = position.captains[seat]
    coming: tuple[int, ...] = ()
    for boat in BOATS:
        place = action.to[boat]
        if place is not None:
            captain = captain.moving(boat, Boat(place))
            if position.wreck_at(place) is not None:
                coming = (*coming, boat)  # B5.4, B5.5: only boats that moved, and only at wrecks
    position.change(seat, captain)
    told.append(Steered(seat, action.to))
    if len(coming) == 1 or (coming and action.to[0] == action.to[1]):
        approach(position, coming[0], coming[1:], (), dice, told)  # at one wreck the two boats are alike
    elif coming:
        position.phase = Approaching()
    else:
        position.end_turn(told)


def approach(
    position: Position, boat: int, then: tuple[int, ...], found: tuple[str, ...], dice: Dice, told: Told
) -> None:
    """A boat comes to its wreck: turn it up if it lies face down, then take a free space."""  # B5.2, B5.3
    seat = position.active
    site = position.captains[seat].boats[boat].place
    wreck = position.wreck_at(site)
    assert wreck is not None
    if not wreck.up:
        _turn_up(position, site, wreck, dice, told)
        if position.scenario_on(wreck.tile).at_once:
            found = (*found, site)  # B10.5
    spaces = position.box.tiles[wreck.tile].spaces
    taken = {other.space for captain in position.captains for other in captain.boats if other.place == site}
    free = tuple([space for space in range(len(spaces)) if space not in taken])
    if len({spaces[space] for space in free}) > 1:
        position.phase = Mooring(boat, free, then, found)
    else:
        moor(position, Mooring(boat, free, then, found), free[0] if free else None, dice, told)


def moor(position: Position, mooring: Mooring, space: int | None, dice: Dice, told: Told) -> None:
    """The boat takes the space, or with none free lies in the middle; then the rest of this Sail."""
    seat = position.active
    captain = position.captains[seat]
    site = captain.boats[mooring.boat].place
    if space is not None:
        position.change(seat, captain.moving(mooring.boat, Boat(site, space)))  # B5.2
    told.append(Moored(seat, mooring.boat, site, space))
    if mooring.then:
        approach(position, mooring.then[0], mooring.then[1:], mooring.found, dice, told)
    elif len(mooring.found) > 1:
        position.phase = Leading(mooring.found)  # B10.5: in the owner's order
    elif mooring.found:
        diving.begin(position, mooring.found[0], (), dice, told)
    else:
        position.end_turn(told)


def _turn_up(position: Position, site: str, wreck: Lying, dice: Dice, told: Told) -> None:
    position.lay(site, Lying(wreck.tile, True, wreck.gem))
    told.append(WreckFound(position.active, site, wreck.tile))
    if position.scenario_on(wreck.tile).scatter:
        for place in (site, *position.box.waters.neighbours[site]):  # B10.3: the city first
            _scatter(position, place, dice, told)


def _scatter(position: Position, place: str, dice: Dice, told: Told) -> None:
    """Put a gem on the wreck there, if there is one without a gem."""  # B10.3
    wreck = position.wreck_at(place)
    if wreck is not None and wreck.gem is None and position.bag.total:
        colour = position.bag.pick(dice, "scatter")
        position.bag = position.bag.without_one(colour)
        position.lay(place, Lying(wreck.tile, wreck.up, colour))
        told.append(GemScattered(place, colour))
