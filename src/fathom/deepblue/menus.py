"""What a player may do in each phase."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fathom.deepblue import refusals
from fathom.deepblue.actions import Action, Dive, Hire, Pass, PlayCrew, Renew, Rest, Sail, Steer, Withdraw
from fathom.deepblue.chart import Reach, Way
from fathom.deepblue.crew import Cards
from fathom.deepblue.purse import Coin, Purse, subset, subsets
from fathom.table import Dice, Refusal

STAY = None
LEAST_MOVES = 1  # B5.1


class TurnMenu(msgspec.Struct, frozen=True, tag="turn"):
    """One of Hire, Sail, Rest and Dive."""  # B3.1

    money: Purse
    propellers: Purse
    prices: tuple[int, ...]
    """Of the slots that have a card."""
    renew: int | None
    """What it costs to renew the market, if it can be."""
    rest: bool
    dives: tuple[str, ...]
    first: Reach
    second: Reach
    """How far everything is from each boat, so that a voyage can be planned before it is paid for."""  # B5.1

    def __len__(self) -> int:
        return self._active() or 1

    def _active(self) -> int:
        """How many actions there are besides passing."""
        hires = sum([ways for _, ways in self._hires()])
        return hires + self.propellers.ways(LEAST_MOVES) + len(self.dives) + self.rest

    def _hires(self) -> list[tuple[int, int]]:
        """The price of each slot, then that of renewing, each with the number of ways to pay it."""
        prices = self.prices if self.renew is None else (*self.prices, self.renew)
        if not prices:
            return []
        ways = self.money.ways_up_to(max(prices))
        return [(price, ways[price]) for price in prices]

    def __iter__(self) -> Iterator[Action]:
        return (self._numbered(number) for number in range(len(self)))

    def _numbered(self, number: int) -> Action:
        for slot, (price, ways) in enumerate(self._hires()):
            if number < ways:
                cards, tokens = self.money.payment(price, number)
                return Hire(cards, tokens, slot=slot) if slot < len(self.prices) else Renew(cards, tokens)
            number -= ways
        ways = self.propellers.ways(LEAST_MOVES)
        if number < ways:
            return Sail(*self.propellers.payment(LEAST_MOVES, number))
        number -= ways
        if number < len(self.dives):
            return Dive(self.dives[number])
        return Rest() if self.rest else Pass()

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.refusal(action) is None

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action is not legal, or None if it is."""
        match action:
            case Hire(cards=cards, tokens=tokens, slot=slot):
                if not self.prices:
                    return refusals.NOTHING_TO_HIRE()
                if not 0 <= slot < len(self.prices):
                    return refusals.NO_SUCH_SLOT(slot=slot)
                paid = self.money.worth(cards, tokens)
                if paid is None:
                    return refusals.CANNOT_PAY_WITH(effect="money")
                price = self.prices[slot]
                return None if paid >= price else refusals.TOO_LITTLE_MONEY(price=price, paid=paid)
            case Renew(cards=cards, tokens=tokens):
                if self.renew is None:
                    return refusals.NOTHING_TO_HIRE()
                paid = self.money.worth(cards, tokens)
                if paid is None:
                    return refusals.CANNOT_PAY_WITH(effect="money")
                if paid < self.renew:
                    return refusals.TOO_LITTLE_MONEY_TO_RENEW(price=self.renew, paid=paid)
                return None
            case Sail(cards=cards, tokens=tokens):
                moves = self.propellers.worth(cards, tokens)
                if moves is None:
                    return refusals.CANNOT_PAY_WITH(effect="propeller")
                return None if moves >= LEAST_MOVES else refusals.NO_PROPELLER()
            case Rest():
                return None if self.rest else refusals.NOTHING_TO_REST()
            case Dive(site):
                return None if site in self.dives else refusals.NO_BOAT_ON_WRECK(site=site)
            case Pass():
                return refusals.NO_NEED_TO_PASS() if self._active() else None
            case _:
                return refusals.CHOOSE_AN_ACTION()

    def sample(self, dice: Dice) -> Action:
        """Any of them, all equally likely."""
        return self._numbered(dice.roll(len(self), "sample"))


class SteeringMenu(msgspec.Struct, frozen=True, tag="steering"):
    """Where the two boats end: any two ways that together take no more moves than there are."""  # B5.1

    moves: int
    first: Reach
    second: Reach

    def __len__(self) -> int:
        both_or_first = sum(len(ways) * choices for ways, choices in self._by_moves())
        return both_or_first + self.second.count(self.moves)  # B5.1: somebody moves

    def _by_moves(self) -> Iterator[tuple[tuple[Way, ...], int]]:
        """The ways of the first boat by the moves they take, and the choices that each leaves the second."""
        for moves in range(1, self.moves + 1):
            ways = self.first.taking(moves)
            if ways:
                yield ways, 1 + self.second.count(self.moves - moves)  # it may stay, too

    def __iter__(self) -> Iterator[Action]:
        return (self._numbered(number) for number in range(len(self)))

    def _numbered(self, number: int) -> Action:
        """Pairs in which the first boat moves, then those in which only the second does."""
        for ways, choices in self._by_moves():
            if number < len(ways) * choices:
                place, other = divmod(number, choices)
                return Steer((ways[place].to, self.second.ways[other - 1].to if other else STAY))
            number -= len(ways) * choices
        return Steer((STAY, self.second.ways[number].to))

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.refusal(action) is None

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action is not legal, or None if it is."""
        if not isinstance(action, Steer):
            return refusals.STEER()
        needed = 0
        for reach, place in ((self.first, action.to[0]), (self.second, action.to[1])):
            if place is STAY:
                continue
            way = next((way for way in reach.ways if way.to == place), None)
            if way is None:
                return refusals.NO_SUCH_PLACE(place=place)
            needed += way.moves
        if not needed:
            return refusals.NO_BOAT_MOVES()
        return None if needed <= self.moves else refusals.TOO_FAR(needed=needed, moves=self.moves)

    def sample(self, dice: Dice) -> Action:
        """Any of them, all equally likely."""
        return self._numbered(dice.roll(len(self), "sample"))


class PlayingMenu(msgspec.Struct, frozen=True, tag="playing"):
    """Any of the cards in hand whose condition holds, and perhaps "nothing more in this dive"."""  # B8.6

    coins: tuple[Coin, ...]
    """What can be played; `worth` is in VP."""
    hand: Cards

    def __len__(self) -> int:
        return 2 * subsets(self.coins)

    def __iter__(self) -> Iterator[Action]:
        return (self._numbered(number) for number in range(len(self)))

    def _numbered(self, number: int) -> PlayCrew:
        last, number = divmod(number, subsets(self.coins))
        return PlayCrew(subset(self.coins, number), last=bool(last))

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.refusal(action) is None

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action is not legal, or None if it is."""
        if isinstance(action, Withdraw):
            return refusals.NOTHING_TO_TAKE_BACK()
        if not isinstance(action, PlayCrew):
            return refusals.PLAY_OR_NOT()
        playable = {coin.card for coin in self.coins}
        for card in action.cards:
            if action.cards.count(card) > self.hand.count(card):
                return refusals.NOT_IN_HAND(card=card)
            if card not in playable:
                return refusals.NOT_FULFILLED(card=card)
        return None

    def sample(self, dice: Dice) -> Action:
        """Any of them, all equally likely."""
        return self._numbered(dice.roll(len(self), "sample"))


class ListedMenu(msgspec.Struct, frozen=True, tag="listed"):
    """A few actions, written out; `asked` tells someone who tries anything else what is being decided."""

    actions: tuple[Action, ...]
    asked: Refusal

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __contains__(self, action: object) -> bool:
        return action in self.actions

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action is not legal, or None if it is."""
        return None if action in self.actions else self.asked

    def sample(self, dice: Dice) -> Action:
        """Any of them, all equally likely."""
        if not self.actions:
            raise IndexError(self.asked.text)
        return self.actions[dice.roll(len(self.actions), "sample")]


DeepBlueMenu = TurnMenu | SteeringMenu | PlayingMenu | ListedMenu
