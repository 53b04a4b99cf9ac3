"""Setup (D2): a game from what chance gave.

What chance decides is drawn first, in the order in which the rules ask for it, and then laid out: so the same
rolls can be written into a record.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fathom.dive.cards import ORIENTATIONS
from fathom.shoal.chance import roll, stream, word
from fathom.shoal.compiling import entry, kernel
from fathom.shoal.dive.layout import CHOOSING, LYING_SHIFT, NONE, PROGRAMMING, Game, Terms


@entry
def rolls_of(terms: Terms) -> int:
    """How many rolls a setup takes: all shuffles, and how each card lies."""
    ages = max(terms.seats - terms.aged - 1, 0)
    return (terms.cards - 1) + terms.cards + max(terms.chief_cards - 1, 0) + ages


@entry
def draw(terms: Terms, begin: Any, rolls: Any) -> None:
    """Fill `rolls` with what a stream gives for a setup."""
    drawn = 0
    for last in range(terms.cards - 1, 0, -1):
        rolls[drawn] = roll(word(begin, np.uint64(drawn)), last + 1)
        drawn += 1
    for _ in range(terms.cards):
        rolls[drawn] = roll(word(begin, np.uint64(drawn)), ORIENTATIONS)
        drawn += 1
    for last in range(terms.chief_cards - 1, 0, -1):
        rolls[drawn] = roll(word(begin, np.uint64(drawn)), last + 1)
        drawn += 1
    for last in range(terms.seats - terms.aged - 1, 0, -1):
        rolls[drawn] = roll(word(begin, np.uint64(drawn)), last + 1)
        drawn += 1


@kernel
def deal(terms: Terms, game: Game, rolls: Any) -> None:
    """Stack the ocean, shuffle the chief's deck, all pawns on 0."""
    for card in range(terms.cards):
        game.ocean[card] = terms.anew[card]
    for card in range(terms.chief_cards):
        game.deck[card] = card
    shuffle(game.ocean, terms.cards, rolls, 0)  # D2.1
    drawn = terms.cards - 1
    for card in range(terms.cards):
        game.ocean[card] |= rolls[drawn + card] << LYING_SHIFT  # D2.1
    shuffle(game.deck, terms.chief_cards, rolls, drawn + terms.cards)
    order_ages(terms, game, rolls, drawn + terms.cards + max(terms.chief_cards - 1, 0))
    for seat in range(terms.seats):
        game.pawns[seat] = 0  # D2.2
        game.companions[seat] = NONE
        game.wishes[seat] = NONE
        game.programs[seat] = NONE
        game.uses[seat] = NONE
        game.last_programs[seat] = NONE
        game.last_spaces[seat] = 0
        game.kept[seat] = 0
    game.chief = 0  # D9.1
    game.rounds = 0
    game.top = 0
    game.phase = CHOOSING if terms.companions else PROGRAMMING


@kernel
def order_ages(terms: Terms, game: Game, rolls: Any, first: int) -> None:
    """Put the youngest first and the others as the rolls from `first` on say."""  # D8.0
    game.ages[0] = terms.youngest
    place = terms.aged if terms.aged < terms.seats else 0
    for seat in range(terms.seats):
        if terms.aged != 1 or seat != terms.youngest:
            game.ages[place] = seat
            place += 1
    shuffle(game.ages[terms.aged :], terms.seats - terms.aged, rolls, first)


@kernel
def shuffle(items: Any, count: int, rolls: Any, first: int) -> None:
    """Fisher–Yates, from the last place to the second, with the rolls from `first` on."""
    for step in range(count - 1):
        last = count - 1 - step
        other = rolls[first + step]
        items[last], items[other] = items[other], items[last]


@kernel
def start(terms: Terms, game: Game, seed: Any, rolls: Any) -> None:
    """Begin the game of a seed; `rolls` is room to write in."""
    game.seed = seed
    game.stream = stream(seed)
    draw(terms, game.stream, rolls)
    deal(terms, game, rolls)
    game.drawn = np.uint64(rolls_of(terms))
