"""Cards to play out of a hand: all ways to pay a price, counted and numbered without writing them out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Literal

import msgspec

from fathom.deepblue.crew import Cards, CrewCard

Payment = tuple[Cards, int]
"""Cards and a number of tokens."""


class Coin(msgspec.Struct, frozen=True):
    """A kind of card that can be played: what each is worth, and how many there are."""

    card: str
    worth: int
    count: int


class Purse(msgspec.Struct, frozen=True, dict=True):
    """What one can pay with: cards, and tokens worth 1 each."""  # B3.4

    coins: tuple[Coin, ...] = ()
    tokens: int = 0

    def ways(self, price: int) -> int:
        """How many payments there are that reach the price; overpaying is allowed."""  # B4.1
        return self.ways_up_to(price)[price]

    def ways_up_to(self, price: int) -> tuple[int, ...]:
        """The same for every price from 0 to this."""
        return self._table(price)[0]

    def payment(self, price: int, number: int) -> Payment:
        """The payment with this number among those that reach the price."""
        table = self._table(price)
        cards: list[str] = []
        due = price
        for place, coin in enumerate(self.coins, start=1):
            for taken in range(coin.count + 1):
                ways = table[place][max(0, due - taken * coin.worth)]
                if number < ways:
                    cards += [coin.card] * taken
                    due = max(0, due - taken * coin.worth)
                    break
                number -= ways
        return tuple(cards), due + number

    def payments(self, price: int) -> Iterator[Payment]:
        """All payments that reach the price."""
        return (self.payment(price, number) for number in range(self.ways(price)))

    def worth(self, cards: Cards, tokens: int) -> int | None:
        """What these cards and tokens come to, or None if one cannot pay with them."""
        if not 0 <= tokens <= self.tokens:
            return None
        worth = tokens
        known = 0
        for coin in self.coins:
            count = cards.count(coin.card)
            if count > coin.count:
                return None
            worth += coin.worth * count
            known += count
        return worth if known == len(cards) else None

    def _table(self, price: int) -> tuple[tuple[int, ...], ...]:
        return _ways(self._worths, self.tokens, price)

    @cached_property
    def _worths(self) -> tuple[tuple[int, int], ...]:
        return tuple([(coin.worth, coin.count) for coin in self.coins])


def purse(
    hand: Cards, tokens: int, crew: Mapping[str, CrewCard], effect: Literal["money", "propeller"]
) -> Purse:
    """What a hand can pay with in Hire or in Sail."""  # B3.3, B3.4
    coins: list[Coin] = []
    for card in dict.fromkeys(hand):  # a hand is sorted, and so are its coins
        worth = getattr(crew[card], effect)
        if worth:
            coins.append(Coin(card, worth, hand.count(card)))
    return Purse(tuple(coins), tokens)


def subset(coins: tuple[Coin, ...], number: int) -> Cards:
    """The set of cards with this number among all that can be taken from these coins."""
    cards: list[str] = []
    for coin in coins:
        number, taken = divmod(number, coin.count + 1)
        cards += [coin.card] * taken
    return tuple(cards)


def subsets(coins: tuple[Coin, ...]) -> int:
    """How many different sets of cards can be taken from these coins."""
    count = 1
    for coin in coins:
        count *= coin.count + 1
    return count


@lru_cache(maxsize=4096)
def _ways(worths: tuple[tuple[int, int], ...], tokens: int, price: int) -> tuple[tuple[int, ...], ...]:
    """Row i, column d: how many ways the coins from number i on and the tokens can pay at least d."""
    rows = [tuple(max(0, tokens - due + 1) for due in range(price + 1))]
    for worth, count in reversed(worths):
        after = rows[-1]
        rows.append(
            tuple(
                sum(after[max(0, due - taken * worth)] for taken in range(count + 1))
                for due in range(price + 1)
            )
        )
    return tuple(reversed(rows))
