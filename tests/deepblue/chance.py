"""Players by chance who get somewhere: they like wrecks and dives, so their games are short and eventful."""

from __future__ import annotations

from fathom.deepblue import Action, DeepBlueState, Dive, EndDive, GoOn, Protect, Rest, Sail, Steer
from fathom.deepblue.phases import Answering, Choosing, Deciding, Steering
from fathom.table import Dice, Seat


def a_lively_action(state: DeepBlueState, seat: Seat, dice: Dice) -> Action:
    """Something legal, most often what brings the game on."""
    menu = state.menu(seat)
    match state.phase:
        case Choosing():
            return _a_turn(state, seat, dice)
        case Steering():
            ends = [menu.sample(dice) for _ in range(12)]
            return max(ends, key=lambda end: _wrecks_at(state, end))
        case Deciding(descent):
            bold = min(6, 1 + descent.drawn.total)
            return EndDive() if dice.roll(9, "stop") < bold - 2 else GoOn()
        case Answering():
            answers = [action for action in menu if isinstance(action, Protect)]
            return dice.pick(answers, "answer") if answers and dice.roll(4, "brave") else menu.sample(dice)
        case _:
            return menu.sample(dice)


def _a_turn(state: DeepBlueState, seat: Seat, dice: Dice) -> Action:
    menu = state.menu(seat)
    tried = [menu.sample(dice) for _ in range(6)]
    dives = [Dive(boat.place) for boat in state.captains[seat].boats if Dive(boat.place) in menu]
    if dives and dice.roll(3, "dive"):
        return dice.pick(dives, "dive")
    if Rest() in menu and (len(state.captains[seat].hand) < 2 or not dice.roll(6, "rest")):
        return Rest()
    sails = [action for action in tried if isinstance(action, Sail)]
    return sails[0] if sails and dice.roll(2, "sail") else tried[0]


def _wrecks_at(state: DeepBlueState, action: Action) -> int:
    assert isinstance(action, Steer)
    return sum(place is not None and state.wreck_at(place) is not None for place in action.to)
