"""What the whole table has seen of a crew, and which splits between hand and resting area that leaves open.

Everyone knows which cards a player has: they were dealt or hired openly. Only which of them are in hand is
hidden, and even that not always: cards are played openly, and a Rest that takes all resting cards leaves no
doubt. So a memory holds the last moment at which the split was certain, and what was seen since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from fathom.deepblue.crew import Cards, with_cards, without_cards
from fathom.table import Dice


class Drew(msgspec.Struct, frozen=True, tag="drew"):
    """This many cards, nobody else saw which, went from the resting area to hand."""  # B6.1

    count: int


class Hired(msgspec.Struct, frozen=True, tag="hired"):
    """This card came to hand openly."""  # B4.1

    card: str


class Showed(msgspec.Struct, frozen=True, tag="showed"):
    """These cards were played, so they were in hand; then they rest."""  # B3.2

    cards: Cards


Seen = Drew | Hired | Showed


class Memory(msgspec.Struct, frozen=True):
    """The split when it was last certain, and what was seen since; nothing while it is certain still.

    Cards that lie open count as resting, because that is where they go before the next Rest.
    """

    hand: Cards
    resting: Cards = ()
    since: tuple[Seen, ...] = ()

    def hired(self, card: str) -> Memory:
        """After a card came to hand."""
        if self.since:
            return Memory(self.hand, self.resting, (*self.since, Hired(card)))
        return Memory(with_cards(self.hand, (card,)), self.resting)

    def showed(self, cards: Cards) -> Memory:
        """After cards were played."""
        if not cards:
            return self
        if self.since:
            return Memory(self.hand, self.resting, (*self.since, Showed(cards)))
        return Memory(without_cards(self.hand, cards), with_cards(self.resting, cards))

    def drew(self, count: int, crew: Cards, *, all_of_them: bool) -> Memory:
        """After a Rest; `crew` are all cards of the player."""
        if all_of_them:
            return Memory(crew)
        return Memory(self.hand, self.resting, (*self.since, Drew(count)))

    def imagine(self, dice: Dice) -> Cards:
        """A hand that the player may have, given what was seen. Every such hand can come out."""
        hand = Counter(self.hand)
        resting = list(self.resting)
        for number, seen in enumerate(self.since):
            match seen:
                case Hired(card):
                    hand[card] += 1
                case Showed(cards):
                    hand.subtract(cards)
                    resting.extend(cards)
                case Drew(count):
                    later = self.since[number + 1 :]
                    for card in _drawn(hand, resting, count, later, dice):
                        hand[card] += 1
                        resting.remove(card)
        return tuple(sorted(hand.elements()))


def _drawn(
    hand: Counter[str], resting: list[str], count: int, later: Sequence[Seen], dice: Dice
) -> list[str]:
    """Cards that may have been drawn in one Rest: any, as long as all that was seen later stays possible."""
    drawn: list[str] = []
    for card in dice.shuffle(sorted(resting), "rest"):
        if len(drawn) == count:
            break
        tried = [*drawn, card]
        left = list((Counter(resting) - Counter(tried)).elements())
        if _possible(hand + Counter(tried), left, count - len(tried), later):
            drawn = tried
    return drawn


def _possible(hand: Counter[str], resting: list[str], places: int, later: Sequence[Seen]) -> bool:
    """Whether all that was seen later can have happened, with `places` more cards to be drawn in this Rest.

    Whatever was shown without being in hand must have been drawn in some Rest after it began to rest. Going
    through them in the order in which they were shown and giving each the earliest place left finds a way if
    there is one.
    """
    hand = Counter(hand)
    free = [places]
    lies_since: dict[str, list[int]] = {}
    for card in resting:
        lies_since.setdefault(card, []).append(0)
    for seen in later:
        match seen:
            case Hired(card):
                hand[card] += 1
            case Drew(count):
                free.append(count)
            case Showed(cards):
                for card in cards:
                    if hand[card]:
                        hand[card] -= 1
                        continue
                    since = lies_since.get(card)
                    rest = (
                        next((rest for rest in range(since[0], len(free)) if free[rest]), None)
                        if since
                        else None
                    )
                    if since is None or rest is None:
                        return False
                    free[rest] -= 1
                    since.pop(0)
                for card in cards:
                    lies_since.setdefault(card, []).append(len(free))
    return True
