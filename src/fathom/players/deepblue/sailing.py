"""Where to sail: what a boat may look forward to at each place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from fathom.deepblue import Action, Moor, Sail, Steer
from fathom.deepblue.captain import Boat
from fathom.deepblue.chart import Reach
from fathom.deepblue.menus import SteeringMenu, TurnMenu
from fathom.deepblue.purse import Payment
from fathom.players.deepblue.crew import MANY_PAYMENTS, cost
from fathom.players.deepblue.mind import Mind


def sails(mind: Mind, menu: TurnMenu) -> Iterator[tuple[float, Action]]:
    """For each number of moves the payment that costs least."""
    best_payments: dict[int, tuple[float, Payment]] = {}
    for payment in islice(menu.propellers.payments(1), MANY_PAYMENTS):
        moves = menu.propellers.worth(*payment) or 0
        price = cost(mind, payment)
        if moves not in best_payments or price < best_payments[moves][0]:
            best_payments[moves] = (price, payment)
    if not best_payments:
        return
    boats = mind.boats
    reach = mind.box.waters.reach
    now = fleet_worth(mind, [stay_worth(mind, boat) for boat in boats])
    most = SteeringMenu(max(best_payments), reach[boats[0].place], reach[boats[1].place])
    ends = _ends(mind, most)
    for moves, (price, payment) in best_payments.items():
        menu_then = SteeringMenu(moves, most.first, most.second)
        best = max(worth for worth, _ in _steers(mind, menu_then, ends))
        yield mind.tastes.later * (best - now) - price, Sail(*payment)


def steers(mind: Mind, menu: SteeringMenu) -> list[tuple[float, Action]]:
    """Good places for the two boats together."""
    return _steers(mind, menu, _ends(mind, menu))


Ends = list[tuple[float, str | None]]


def _ends(mind: Mind, menu: SteeringMenu) -> tuple[Ends, Ends]:
    first, second = mind.boats
    return (
        _best_ends(mind, menu.first, first, menu.moves),
        _best_ends(mind, menu.second, second, menu.moves),
    )


def _steers(mind: Mind, menu: SteeringMenu, ends: tuple[Ends, Ends]) -> list[tuple[float, Action]]:
    found: dict[Steer, float] = {}
    first, second = ends
    for moves in range(menu.moves + 1):
        one_worth, one = first[moves]
        other_worth, other = second[menu.moves - moves]
        if one is None and other is None:
            continue
        if one == other and other is not None:
            other_worth *= 0.5  # two boats at one wreck are more than one, but not twice as much
        found[Steer((one, other))] = fleet_worth(mind, [one_worth, other_worth])
    if not found:  # nothing beckons: any move will do
        found[Steer((menu.first.ways[0].to, None))] = fleet_worth(mind, [0.0, second[0][0]])
    return [(worth, steer) for steer, worth in found.items()]


def _best_ends(mind: Mind, reach: Reach, boat: Boat, moves: int) -> Ends:
    """For each number of moves up to this, the best end within it; None is staying."""
    best: tuple[float, str | None] = (stay_worth(mind, boat), None)
    ends = []
    ways = reach.ways[: reach.count(moves)]
    number = 0
    for spent in range(moves + 1):
        while number < len(ways) and ways[number].moves == spent:
            worth = arrival_worth(mind, ways[number].to)
            if worth > best[0]:
                best = (worth, ways[number].to)
            number += 1
        ends.append(best)
    return ends


def fleet_worth(mind: Mind, worths: Sequence[float]) -> float:
    """The better boat is the one that dives; the other one hopes for a neighbour."""
    return max(worths) + mind.tastes.second * min(worths)


def stay_worth(mind: Mind, boat: Boat) -> float:
    """What a boat may look forward to where it is."""
    if mind.tile(boat.place) is None:
        return mind.company(boat.place)
    return mind.lead(boat.place, (boat,)) + mind.company(boat.place)


def arrival_worth(mind: Mind, place: str) -> float:
    """What a boat that ends there may look forward to."""
    found = mind.arrivals.get(place)
    if found is None:
        found = mind.arrivals[place] = _arrival_worth(mind, place)
    return found


def _arrival_worth(mind: Mind, place: str) -> float:
    number = mind.box.site_number.get(place)
    wreck = None if number is None else mind.view.wrecks[number]
    if wreck is None:
        return mind.company(place)
    if wreck.tile is None:
        return mind.tastes.unseen + mind.company(place)
    spaces = mind.free_spaces(place) or [None]
    return max([mind.lead(place, (Boat(place, space),)) for space in spaces]) + mind.company(place)


def moors(mind: Mind, boat: int, free: tuple[int, ...]) -> list[tuple[float, Action]]:
    """Every free space, by what a dive from there is worth."""
    site = mind.boats[boat].place
    others = tuple(other for number, other in enumerate(mind.boats) if number != boat)
    return [(mind.lead(site, (Boat(site, space), *others)), Moor(space)) for space in free]
