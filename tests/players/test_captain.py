"""Captains find what wins: against brute force in small cases, and in endgames that a player can check."""

from collections.abc import Iterator
from itertools import product
from math import prod

import numpy as np
import pytest

from fathom.dive import Card, ChiefCard, DiveGame, DiveState, Kind, Options, Program, Programs, Tokens
from fathom.dive.diving import dive
from fathom.dive.resting import ending, rest
from fathom.guests import level
from fathom.players.dive import SearchingDiver, Sounding, Soundings
from fathom.players.dive.chances import solved
from fathom.players.dive.programs import prospects
from fathom.table import FastDice
from tests.players.endgames import ENDGAMES, Endgame, tried
from tests.players.table import unhurried

SERVED = SearchingDiver(2048, seconds=60)
"""As it is served, but never in a hurry."""


def test_there_are_twenty_endgames_and_more() -> None:
    assert len({endgame.name for endgame in ENDGAMES}) == len(ENDGAMES) >= 20
    assert unhurried(level("dive", "leviathan")).player == SERVED


@pytest.mark.parametrize("endgame", ENDGAMES, ids=lambda endgame: endgame.name)
def test_an_endgame_is_won(endgame: Endgame) -> None:
    """Whatever the dice say, and though most programs with the same faces would not have won."""
    for seed in range(3):
        chosen = SERVED.choose(endgame.state().view(0), endgame.look(), FastDice(seed))
        assert isinstance(chosen, Program)
        assert endgame.wins(chosen), endgame.so
    others = tried(endgame.companion, prospects(endgame.look()).faces)
    assert sum(endgame.wins(program) for program in others) < 0.5 * len(others)


# Brute force: alone against the chief on the last two cards, where everything can be counted

DECK = tuple(ChiefCard.read(card) for card in ("2 6 3 4y", "3 4 6y 2y", "6 2 4 3y", "4 3 2y 6y"))
"""Each of them nine times over, so that the deck cannot run out (D9.4)."""

TWO_CARDS = Soundings((Sounding(0.3, 0.0, 0.5, 0.2), Sounding(0.6, 0.4, 0.0, 0.3)))


def last_round(here: int, chief: int) -> DiveState:
    state = DiveGame().start(Options(chief=True, chief_deck=DECK * 9), 1, FastDice(1))
    state.pawns, state.chief, state.ocean = (here,), chief, state.ocean[:2]
    return state


def all_stacks() -> Iterator[tuple[tuple[Card, ...], float]]:
    for kinds in product(Kind, repeat=2):
        chance = prod(_odds(sounding, kind) for sounding, kind in zip(TWO_CARDS.depths, kinds, strict=True))
        if chance:
            yield tuple(Card(kind, turn=0, flipped=False) for kind in kinds), chance


def _odds(sounding: Sounding, kind: Kind) -> float:
    """Shark and helper are taken to be independent."""
    helper = 1 - sounding.green - sounding.red - sounding.manta
    if kind.helper:
        helper = getattr(sounding, kind.helper.value)
    return helper * (sounding.shark if kind.shark else 1 - sounding.shark)


def chance_by_the_rules(state: DiveState, program: Program) -> float:
    won = 0.0
    for cards, chance in all_stacks():
        for card in DECK:
            dived = dive(1, [program], cards, state.pawns, (None,), state.chief, card)
            rested = rest(dived, (None,))
            ended = ending(rested.pawns, rested.chief, cards_left=0)
            assert ended is not None
            won += chance * (ended.winners == (0,)) / len(DECK)
    return won


@pytest.mark.parametrize(("here", "chief"), [(12, 11), (12, 12), (16, 15), (10, 12)])
def test_no_program_is_better_than_the_captains(here: int, chief: int) -> None:
    state = last_round(here, chief)
    # Deeper levels meet no card (D6.1): programs are told apart by the first two.
    different = {
        tuple((program.speed(depth), program.expects_shark(depth)) for depth in range(2)): program
        for program in Programs(Tokens.SOME)
    }
    best = max(chance_by_the_rules(state, program) for program in different.values())
    chosen = SearchingDiver(8192, mixing=1e-6, seconds=60).choose(state.view(0), TWO_CARDS, FastDice(1))
    assert isinstance(chosen, Program)
    assert chance_by_the_rules(state, chosen) > best - 0.01


# Not to be read like a book


def test_nobody_can_tell_beforehand_what_a_captain_lays() -> None:
    state = DiveGame().start(Options(), 2, FastDice(1))
    look = Soundings((Sounding(0.2, 0.3, 0.1, 0.1),) * 6)
    laid = {SERVED.choose(state.view(0), look, FastDice(seed)) for seed in range(8)}
    assert len(laid) >= 3


# The tables of chances


def test_it_is_better_to_be_further_and_fair_to_be_equal() -> None:
    """Up to the noise of a solution by simulation. In tranquil waters: in deep ones one may lose by it."""
    divers = solved().divers
    assert np.allclose(divers + divers.transpose(0, 2, 1), 1, atol=0.01)
    for table in (divers, solved().chief):
        assert np.all(np.diff(table[3:, :15:3, :15], axis=1) > -0.03)
        assert np.all(np.diff(table[3:, :15, :15:3], axis=2) < 0.03)
