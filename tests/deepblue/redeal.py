"""Everything that a player may not know, dealt again: written from the rulebook, not from the view."""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from fathom.deepblue import DeepBlueState, PlayCrew
from fathom.deepblue.captain import Captain
from fathom.deepblue.crew import Cards, without_cards
from fathom.deepblue.memory import DrawSeen, HireSeen, Memory, PlaySeen
from fathom.deepblue.phases import Playing
from fathom.deepblue.wrecks import Lying
from fathom.table import Dice, Reader

MANY = 200
"""More hands than this are not written out; such a player keeps the hand they have."""


def redeal(state: DeepBlueState, reader: Reader, dice: Dice) -> DeepBlueState:
    """Another deck, other wrecks face down, other hands of the others and other cards behind their backs."""
    state.deck = dice.shuffle(state.deck, "deck")
    hidden = iter(dice.shuffle([wreck.tile for wreck in state.lying if wreck and not wreck.up], "wrecks"))
    state.lying = tuple(
        wreck if wreck is None or wreck.up else Lying(next(hidden), False, wreck.gem) for wreck in state.lying
    )
    state.captains = tuple(
        captain if seat == reader else _other_hand(captain, dice)
        for seat, captain in enumerate(state.captains)
    )
    if isinstance(state.phase, Playing):
        state.phase = Playing(
            state.phase.descent,
            tuple(
                play
                if play is None or seat == reader
                else _other_play(state, state.captains[seat].hand, dice)
                for seat, play in enumerate(state.phase.plays)
            ),
        )
    return state


def possible_hands(memory: Memory, many: int = MANY) -> set[Cards] | None:
    """Every hand that someone may have of whom this was seen, by trying all draws; None if too many."""
    hands = {memory.hand}
    crew = sorted(memory.hand + memory.resting)
    for seen in memory.since:
        match seen:
            case HireSeen(card):
                crew = sorted((*crew, card))
                hands = {tuple(sorted((*hand, card))) for hand in hands}
            case PlaySeen(cards):
                hands = {without_cards(hand, cards) for hand in hands if _has(hand, cards)}
            case DrawSeen(count):
                drawn = set()
                for hand in hands:
                    for more in combinations(without_cards(tuple(crew), hand), count):
                        drawn.add(tuple(sorted(hand + more)))
                    if len(drawn) > many:
                        return None
                hands = drawn
    return hands


def _has(hand: Cards, cards: Cards) -> bool:
    return all(hand.count(card) >= cards.count(card) for card in cards)


def _other_hand(captain: Captain, dice: Dice) -> Captain:
    hands = possible_hands(captain.memory)
    if hands is None:
        return captain
    hand = dice.pick(sorted(hands), "hand")
    return replace(captain, hand=hand, resting=without_cards(captain.crew, hand + captain.open))


def _other_play(state: DeepBlueState, hand: Cards, dice: Dice) -> PlayCrew:
    """Any of the cards whose condition holds."""  # B8.6
    assert isinstance(state.phase, Playing)
    drawn = state.phase.descent.drawn
    playable = [card for card in hand if state.box.crew[card].plays_on(drawn)]
    return PlayCrew(tuple(card for card in playable if dice.roll(2, "play")), last=dice.roll(2, "last") == 1)
