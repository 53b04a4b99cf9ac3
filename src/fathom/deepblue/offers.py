"""Which menu a player has: the same for a state and for the player's own view of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations

import msgspec

from fathom.deepblue import refusals
from fathom.deepblue.actions import (
    Approach,
    Dive,
    EndDive,
    GoOn,
    Moor,
    PlayCrew,
    Protect,
    Rush,
    Surface,
    Take,
    Withdraw,
)
from fathom.deepblue.box import Box
from fathom.deepblue.captain import BOATS, Fleet
from fathom.deepblue.crew import Cards
from fathom.deepblue.gems import Gems, Hazard
from fathom.deepblue.menus import DeepBlueMenu, ListedMenu, PlayingMenu, SteeringMenu, TurnMenu
from fathom.deepblue.phases import (
    Answering,
    Approaching,
    Choosing,
    Deciding,
    Leading,
    Mooring,
    OpenPhase,
    Over,
    Rushing,
    Steering,
    Taking,
)
from fathom.deepblue.purse import Coin
from fathom.deepblue.wrecks import protects
from fathom.table import Refusal, Seat

_APPROACHES = ListedMenu(tuple(Approach(boat) for boat in BOATS), refusals.CHOOSE_A_BOAT())
_GO_ON_OR_END = ListedMenu((GoOn(), EndDive()), refusals.GO_ON_OR_END())
_WITHDRAW = ListedMenu((Withdraw(),), refusals.ALREADY_DECIDED())
_NOT_YOUR_TURN = ListedMenu((), refusals.NOT_YOUR_TURN())
_ANSWER_FIRST: dict[Hazard, Refusal] = {
    "black": refusals.ANSWER_THE_HAZARD(hazard="black"),
    "blue": refusals.ANSWER_THE_HAZARD(hazard="blue"),
}
_GAME_OVER = ListedMenu((), refusals.GAME_OVER())


class Holding(msgspec.Struct, frozen=True):
    """What a menu depends on besides the phase: the player's own things, and what lies open to all."""

    hand: Cards
    resting: int
    tokens: int
    boats: Fleet
    market: Cards
    renewable: bool
    """Whether there is any card that could come up in a renewed market."""
    lying: Sequence[object | None]
    """For each site its wreck, None where there is none."""


def awaited(phase: OpenPhase, active: Seat) -> Seat | None:
    """The one player whom the phase waits for."""
    match phase:
        case Choosing():
            return active
        case Rushing(_, asked):
            return asked[0].seat
        case Answering(_, _, asked):
            return asked[0]
        case Deciding(descent):
            return descent.leader
        case Over():
            return None
        case _:
            return active


def menu_in(phase: OpenPhase, seat: Seat, active: Seat, holding: Holding, box: Box) -> DeepBlueMenu:
    """What the player may do in a phase in which one decides after the other."""
    if awaited(phase, active) != seat:
        return _GAME_OVER if isinstance(phase, Over) else _NOT_YOUR_TURN
    match phase:
        case Choosing():
            return turn_menu(holding, box)
        case Taking():
            return _takes(len(holding.market))
        case Steering(moves):
            first, second = holding.boats
            return SteeringMenu(moves, box.waters.reach[first.place], box.waters.reach[second.place])
        case Approaching():
            return _APPROACHES
        case Mooring(_, free):
            return _moorings(free)
        case Leading(sites):
            asked = refusals.CHOOSE_A_DIVE(sites=", ".join(sites))
            return ListedMenu(tuple([Dive(site) for site in sites]), asked)
        case Rushing(_, asked_to_rush):
            return _rushes(asked_to_rush[0].boats)
        case Answering(descent, _, _, owed):
            return _answers(owed[0], descent.site, descent.tile, holding, box)
        case Deciding():
            return _GO_ON_OR_END
        case Over():  # pragma: no cover - nobody is awaited
            return _GAME_OVER


def turn_menu(holding: Holding, box: Box) -> TurnMenu:
    """What the player whose turn it is may do."""  # B3.1
    dives: tuple[str, ...] = ()
    for boat in holding.boats:
        number = box.site_number.get(boat.place)
        if number is not None and holding.lying[number] is not None and boat.place not in dives:
            dives = (*dives, boat.place)  # B7.1: a wreck with a boat on it lies face up
    money, propellers = box.purses(holding.hand, holding.tokens)
    prices = box.prices[: len(holding.market)]  # B4.3
    renew = box.renew if holding.renewable else None  # B4.4, B4.5
    first, second = (box.waters.reach[boat.place] for boat in holding.boats)
    return TurnMenu(money, propellers, prices, renew, holding.resting > 0, dives, first, second)  # B6.1


def playing_menu(drawn: Gems, submitted: PlayCrew | None, holding: Holding, box: Box) -> DeepBlueMenu:
    """What a player who is asked may do while all decide which cards to play."""  # B8.6
    if submitted is not None:
        return _WITHDRAW
    hand = holding.hand
    coins = [
        Coin(card, box.crew[card].vp, hand.count(card))
        for card in dict.fromkeys(hand)
        if box.crew[card].plays_on(drawn)
    ]
    return PlayingMenu(tuple(coins), hand)


def not_asked() -> DeepBlueMenu:
    """The menu of someone whom nobody waits for."""
    return _NOT_YOUR_TURN


@cache
def _takes(cards: int) -> ListedMenu:
    """One of the new cards, or none."""  # B4.4
    return ListedMenu((*(Take(slot) for slot in range(cards)), Take()), refusals.TAKE_A_CARD(cards=cards))


@cache
def _moorings(free: tuple[int, ...]) -> ListedMenu:
    """One of the free spaces."""  # B5.2
    spaces = ", ".join(str(space) for space in free)
    return ListedMenu(tuple(Moor(space) for space in free), refusals.CHOOSE_A_SPACE(free=spaces))


@cache
def _rushes(boats: tuple[int, ...]) -> ListedMenu:
    """Any of the boats that are near enough."""  # B7.2
    choices = chain.from_iterable(combinations(boats, size) for size in range(len(boats) + 1))
    near = ", ".join(str(boat) for boat in boats)
    return ListedMenu(tuple(Rush(choice) for choice in choices), refusals.RUSH_OR_NOT(boats=near))


def _answers(hazard: Hazard, site: str, tile: str, holding: Holding, box: Box) -> ListedMenu:
    """Protect with a space or a card, or surface."""  # B8.4, B8.5
    spaces = box.tiles[tile].spaces
    boats = [
        Protect(boat=number)
        for number, boat in enumerate(holding.boats)
        if boat.place == site and boat.space is not None and protects(spaces[boat.space], hazard)
    ]
    cards = [Protect(card) for card in dict.fromkeys(holding.hand) if box.crew[card].against == hazard]
    return ListedMenu((*boats, *cards, Surface()), _ANSWER_FIRST[hazard])
