"""What cards are worth: to keep, to pay with, to hire."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from fathom.deepblue import Action, Hire, Renew
from fathom.deepblue.menus import TurnMenu
from fathom.deepblue.purse import Payment, Purse
from fathom.players.deepblue.mind import Mind

MANY_PAYMENTS = 2000
"""A hand that can pay in more ways than that need not look at all of them."""

_USUAL_DRAWS = (4, 6, 8)
"""How many gems come up in short, middling and long dives."""
_WRECKS = 14


def keep_worth(mind: Mind, name: str) -> float:
    """What it is worth to have a card in hand."""
    found = mind.keeps.get(name)
    if found is None:
        card = mind.box.crew[name]
        effects = [0.7 * card.money, 0.7 * card.propeller]
        if card.against is not None:
            effects.append(mind.tastes.shield)
        if card.on is not None:
            odds = mind.odds.reaching(card.on, card.gems)
            most = len(odds) - 1
            chance = sum([odds[min(draws, most)] for draws in _USUAL_DRAWS]) / len(_USUAL_DRAWS)
            effects.append(chance * card.vp)
        found = max(effects) + 0.5 * (sum(effects) - max(effects))
        mind.keeps[name] = found
    return found


def hire_worth(mind: Mind, name: str) -> float:
    """What it is worth to have a card for the rest of the game."""
    wrecks_left = sum([wreck is not None for wreck in mind.view.wrecks])
    tastes = mind.tastes
    return (
        tastes.crew * keep_worth(mind, name) * max(0.0, wrecks_left - tastes.late) / (_WRECKS - tastes.late)
    )


def cost(mind: Mind, payment: Payment) -> float:
    """What it costs to play these cards and tokens."""
    cards, tokens = payment
    return tokens * mind.tastes.token + sum([mind.tastes.spend * keep_worth(mind, card) for card in cards])


def cheapest(mind: Mind, purse: Purse, price: int) -> Payment | None:
    """The payment that costs least, if there is one."""
    payments = islice(purse.payments(price), MANY_PAYMENTS)
    return min(payments, key=lambda payment: cost(mind, payment), default=None)


def hires(mind: Mind, menu: TurnMenu) -> Iterator[tuple[float, Action]]:
    """Every card that can be hired, and a new market."""
    for slot, price in enumerate(menu.prices):
        payment = cheapest(mind, menu.money, price)
        if payment is not None:
            yield hire_worth(mind, mind.view.market[slot]) - cost(mind, payment), Hire(*payment, slot=slot)
    if menu.renew is not None:
        payment = cheapest(mind, menu.money, menu.renew)
        if payment is not None:
            hoped = 1.2 * sum([hire_worth(mind, card) for card in mind.box.market]) / len(mind.box.market)
            yield hoped - cost(mind, payment), Renew(*payment)


def rest_worth(mind: Mind) -> float:
    """What three of the resting cards are worth in hand; more to someone who holds few."""
    resting = mind.yours.resting
    mean = sum([keep_worth(mind, card) for card in resting]) / len(resting)
    held = len(mind.yours.hand)
    hunger = 1.5 if held <= 1 else 1.0 if held <= 4 else 0.6
    return mind.tastes.rest * hunger * min(3, len(resting)) * mean
