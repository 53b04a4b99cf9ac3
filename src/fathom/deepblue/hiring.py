"""Hire: one card from the market, or a new market."""

from __future__ import annotations

from fathom.deepblue.actions import Hire, Renew, Take
from fathom.deepblue.crew import sorted_cards, with_cards
from fathom.deepblue.events import Hired, Renewed, Reshuffled, Took, TurnedUp
from fathom.deepblue.parts import SLOTS
from fathom.deepblue.phases import Taking
from fathom.deepblue.position import Position, Told
from fathom.table import Dice


def hire(position: Position, action: Hire, dice: Dice, told: Told) -> None:
    """Pay for a card and take it to hand."""  # B4.1
    seat = position.active
    card = position.market[action.slot]
    paid = position.captains[seat].playing(action.cards, action.tokens)
    position.change(seat, paid.hiring(card))
    told.append(Hired(seat, card, action.slot, action.cards, action.tokens))
    _leave_slot(position, action.slot, dice, told)
    position.end_turn(told)


def renew(position: Position, action: Renew, dice: Dice, told: Told) -> None:
    """Pay, discard the whole market and turn up a new one."""  # B4.4
    seat = position.active
    position.change(seat, position.captains[seat].playing(action.cards, action.tokens))
    told.append(Renewed(seat, action.cards, action.tokens, sorted_cards(position.market)))
    position.discards = with_cards(position.discards, position.market)
    position.market = ()
    fill_market(position, dice, told)
    position.phase = Taking()


def take(position: Position, action: Take, dice: Dice, told: Told) -> None:
    """Take one of the new cards free, or none."""  # B4.4
    seat = position.active
    card = None if action.slot is None else position.market[action.slot]
    told.append(Took(seat, card))
    if card is not None and action.slot is not None:
        position.change(seat, position.captains[seat].hiring(card))
        _leave_slot(position, action.slot, dice, told)
    position.end_turn(told)


def fill_market(position: Position, dice: Dice, told: Told) -> None:
    """Turn up cards until every slot has one or there are none left."""  # B2.5, B4.2, B4.5
    while len(position.market) < SLOTS:
        if not position.deck:
            if not position.discards:
                return
            told.append(Reshuffled(len(position.discards)))
            position.deck = dice.shuffle(position.discards, "crew")
            position.discards = ()
        card = position.deck[-1]
        position.deck = position.deck[:-1]
        position.market = (*position.market, card)
        colour = position.box.crew[card].adds
        if colour is not None and position.supply.of(colour):
            position.supply = position.supply.without_one(colour)
            position.bag = position.bag.with_one(colour)
        else:
            colour = None  # B2.5: no mark, or nothing left in the supply
        told.append(TurnedUp(card, colour))


def _leave_slot(position: Position, slot: int, dice: Dice, told: Told) -> None:
    """The cards behind the one that left slide on, and a new one comes up."""  # B4.2
    position.market = (*position.market[:slot], *position.market[slot + 1 :])
    fill_market(position, dice, told)
