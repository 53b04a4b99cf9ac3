"""The same for thousands of games: what `DiveShoal` calls."""

from __future__ import annotations

from typing import Any

import numpy as np

from fathom.shoal.chance import word
from fathom.shoal.compiling import entry
from fathom.shoal.dive.dealing import start
from fathom.shoal.dive.layout import NONE, PROGRAMMING, Story, Terms
from fathom.shoal.dive.menus import allows, first_awaited, menu, sample
from fathom.shoal.dive.playing import play
from fathom.shoal.dive.resting import place_of


@entry
def start_all(terms: Terms, games: Any, which: Any, seeds: Any, rolls: Any) -> None:
    """Begin some games anew."""
    for index in range(len(which)):
        start(terms, games[which[index]], seeds[index], rolls)


@entry
def menus_of_all(terms: Terms, games: Any, menus: Any) -> None:
    """Write the menu of every seat of every game."""
    for number in range(len(games)):
        for seat in range(terms.seats):
            menus[number, seat] = menu(terms, games[number], seat)


@entry
def first_refused(terms: Terms, games: Any, which: Any, seats: Any, decisions: Any) -> int:
    """The first of the given decisions that is not legal; `NONE` if all are."""
    for index in range(len(which)):
        seat = seats[index]
        if seat < 0 or seat >= terms.seats:
            return index
        if not allows(terms, menu(terms, games[which[index]], seat), decisions[index]):
            return index
    return NONE


@entry
def play_all(terms: Terms, games: Any, story: Story, which: Any, seats: Any, decisions: Any) -> None:
    """Carry out one legal decision in each of some games."""
    for index in range(len(which)):
        number = which[index]
        play(terms, games[number], story, number, seats[index], decisions[index])


@entry
def sample_all(terms: Terms, games: Any, seats: Any, decisions: Any) -> None:
    """For each game that is not over its lowest awaited seat and any decision on its menu; else `NONE`."""
    for number in range(len(games)):
        game = games[number]
        seats[number] = seat = first_awaited(terms, game)
        decisions[number] = NONE
        if seat != NONE:
            decisions[number] = sample(terms, menu(terms, game, seat), word(game.stream, game.drawn))
            game.drawn += np.uint64(1)


@entry
def play_out(terms: Terms, games: Any, story: Story, which: Any) -> int:
    """Play some games to their end by chance; return how many decisions that took."""
    decisions = 0
    for index in range(len(which)):
        number = which[index]
        game = games[number]
        while game.phase <= PROGRAMMING:
            seat = first_awaited(terms, game)
            decision = sample(terms, menu(terms, game, seat), word(game.stream, game.drawn))
            game.drawn += np.uint64(1)
            play(terms, game, story, number, seat, decision)
            decisions += 1
    return decisions


@entry
def places_of_all(terms: Terms, games: Any, places: Any) -> None:
    """Write the place of every seat of every game that is over; 0 while it is not."""
    for number in range(len(games)):
        for seat in range(terms.seats):
            over = games[number].phase > PROGRAMMING
            places[number, seat] = place_of(terms, games[number], seat) if over else 0
