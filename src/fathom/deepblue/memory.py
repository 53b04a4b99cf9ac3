"""What the whole table has seen of a crew, and which splits between hand and resting area that leaves open.

Everyone knows which cards a player has: they were dealt or hired openly. Only which of them are in hand is
hidden, and even that not always: cards are played openly, and a Rest that takes all resting cards leaves no
doubt. So a memory holds the last moment at which the split was certain, and what was seen since.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from fathom.deepblue.crew import Cards, with_cards, without_cards
from fathom.table import Dice


class DrawSeen(msgspec.Struct, frozen=True, tag="drew"):
    """This many cards, nobody else saw which, went from the resting area to hand."""  # B6.1

    count: int


class HireSeen(msgspec.Struct, frozen=True, tag="hired"):
    """This card came to hand openly."""  # B4.1

    card: str


class PlaySeen(msgspec.Struct, frozen=True, tag="showed"):
    """These cards were played, so they were in hand; then they rest."""  # B3.2

    cards: Cards


Seen = DrawSeen | HireSeen | PlaySeen


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
            return Memory(self.hand, self.resting, (*self.since, HireSeen(card)))
        return Memory(with_cards(self.hand, (card,)), self.resting)

    def showed(self, cards: Cards) -> Memory:
        """After cards were played."""
        if self.since:
            return Memory(self.hand, self.resting, (*self.since, PlaySeen(cards)))
        return Memory(without_cards(self.hand, cards), with_cards(self.resting, cards))

    def drew(self, count: int) -> Memory:
        """After a Rest. One that leaves nobody resting leaves no doubt, and begins a new memory."""
        return Memory(self.hand, self.resting, (*self.since, DrawSeen(count)))

    def imagine(self, dice: Dice) -> Cards:
        """A hand that the player may have, given what was seen. Every such hand can come out.

        Each card that was shown without being known to be in hand must have been drawn by then. So the first,
        second … draw of a card has a deadline, and at each Rest any card may be drawn as long as the places
        of this and the later ones suffice for all that is due.
        """
        rests, due = self._rests()
        spare = _spare(rests, due)
        drawn: Counter[str] = Counter()
        resting: list[str] = []
        for number, rest in enumerate(rests):
            resting += rest.joined
            left = rest.draws
            for card in dice.shuffle(sorted(resting), "rest"):
                if not left:
                    break
                deadline = due[card][drawn[card]] if drawn[card] < len(due[card]) else len(rests)
                if all(spare[number:deadline]):
                    for place in range(number, deadline):
                        spare[place] -= 1
                    drawn[card] += 1
                    resting.remove(card)
                    left -= 1
        return self._hand_with(drawn)

    def _rests(self) -> tuple[list[_Rest], defaultdict[str, list[int]]]:
        """Every Rest since, and for each card the numbers of the Rests by which it was drawn once, twice …"""
        rests: list[_Rest] = []
        joined = list(self.resting)
        due: defaultdict[str, list[int]] = defaultdict(list)
        known = Counter(self.hand)
        for seen in self.since:
            match seen:
                case DrawSeen(count):
                    rests.append(_Rest(count, joined))
                    joined = []
                case HireSeen(card):
                    known[card] += 1
                case PlaySeen(cards):
                    joined += cards
                    for card in cards:
                        known[card] -= 1
                        if -known[card] > len(due[card]):
                            due[card].append(len(rests) - 1)
        return rests, due

    def _hand_with(self, drawn: Counter[str]) -> Cards:
        hand = Counter(self.hand) + drawn
        for seen in self.since:
            match seen:
                case HireSeen(card):
                    hand[card] += 1
                case PlaySeen(cards):
                    hand.subtract(cards)
                case DrawSeen():
                    pass
        return tuple(sorted(hand.elements()))


class _Rest(NamedTuple):
    """How many cards a Rest drew, and the cards that came to rest since the one before."""

    draws: int
    joined: list[str]


def _spare(rests: Sequence[_Rest], due: Mapping[str, Sequence[int]]) -> list[int]:
    """For each Rest, how many places this and the earlier ones have beyond what is due by then."""
    deadlines = Counter(deadline for deadlines in due.values() for deadline in deadlines)
    spare: list[int] = []
    for number, rest in enumerate(rests):
        spare.append((spare[-1] if spare else 0) + rest.draws - deadlines[number])
    return spare
