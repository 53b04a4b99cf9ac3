"""Cards to play out of a hand: all ways to pay a price, counted and numbered without writing them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
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


class Purse(msgspec.Struct, frozen=True):
    """What one can pay with: cards, and tokens worth 1 each."""  # B3.4

    coins: tuple[Coin, ...] = ()
    tokens: int = 0

    def ways(self, price: int) -> int:
        """How many payments there are that reach the price; overpaying is allowed."""  # B4.1
        return self._table(price)[0][price]

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
        for card, count in Counter(cards).items():
            coin = next((coin for coin in self.coins if coin.card == card), None)
            if coin is None or coin.count < count:
                return None
            worth += coin.worth * count
        return worth

    def _table(self, price: int) -> tuple[tuple[int, ...], ...]:
        return _ways(tuple([(coin.worth, coin.count) for coin in self.coins]), self.tokens, price)


def coins(
    hand: Cards, crew: Mapping[str, CrewCard], effect: Literal["money", "propeller"]
) -> tuple[Coin, ...]:
    """The cards of a hand that can be played for this effect."""  # B3.3
    found: list[Coin] = []
    for card in dict.fromkeys(hand):  # a hand is sorted, and so are its coins
        worth = getattr(crew[card], effect)
        if worth:
            found.append(Coin(card, worth, hand.count(card)))
    return tuple(found)


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
