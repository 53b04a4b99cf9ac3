"""What programs promise is what the rules give, on the average over everything that may lie there."""

from collections.abc import Iterator
from itertools import product
from math import prod

import numpy as np
import pytest

from fathom.dive import Card, DiveGame, DiveState, Face, Kind, Options, Program, Tokens
from fathom.dive.diving import dive
from fathom.dive.resting import rest
from fathom.players.dive import Sounding, Soundings
from fathom.players.dive.programs import (
    any_diver,
    arrangements,
    chief_odds,
    prospects,
    spaces,
    wins_against,
    with_faces,
)
from fathom.table import FastDice

GAME = DiveGame()
LOOK = Soundings(
    tuple(
        Sounding(shark, green=0.0, red=red, manta=0.0)
        for shark, red in [(0.1, 0.5), (0.8, 0.0), (0.35, 0.3), (0.6, 0.9), (0.45, 0.2), (0.7, 0.6)]
    )
)
ALONE = wins_against([])
"""Nobody else goes for the helpers."""


def at(*pawns: int, options: Options | None = None) -> DiveState:
    state = GAME.start(options or Options(), len(pawns), FastDice(1))
    state.pawns = pawns
    return state


def stacks(look: Soundings) -> Iterator[tuple[list[Card], float]]:
    """Every stack of sharks and red turtles that the soundings leave open, and how probable it is."""
    kinds = {(False, False): Kind.NOTHING, (True, False): Kind.SHARK, (False, True): Kind.RED}
    kinds[True, True] = Kind.SHARK_RED
    for shown in product(kinds, repeat=len(look.depths)):
        chance = prod(
            (sounding.shark if shark else 1 - sounding.shark) * (sounding.red if red else 1 - sounding.red)
            for (shark, red), sounding in zip(shown, look.depths, strict=True)
        )
        yield [Card(kinds[pair], 0, False) for pair in shown], chance


def by_the_rules(pawns: tuple[int, ...], program: Program, look: Soundings) -> float:
    """The mean spaces of the first diver, counted by playing every stack; the others stay out of it."""
    total = 0.0
    for cards, chance in stacks(look):
        dived = dive(1, [program, *[Program()] * (len(pawns) - 1)], cards, pawns, (None,) * len(pawns))
        total += chance * (rest(dived, (None,) * len(pawns)).pawns[0] - pawns[0])
    return total


@pytest.mark.parametrize("pawns", [(3, 9), (17, 9)], ids=["tranquil", "deep"])
def test_the_promise_is_the_mean_over_all_stacks(pawns: tuple[int, int]) -> None:
    laid = arrangements(Tokens.SOME)
    seen = prospects(LOOK)
    promised = spaces(at(*pawns).view(0), 0, seen, laid, ALONE)
    for number in range(0, len(laid.programs), 199):
        program = with_faces(laid.programs[number], seen.faces)
        assert promised[number] == pytest.approx(by_the_rules(pawns, program, LOOK), abs=1e-9)


@pytest.mark.parametrize("pawns", [(3, 9), (17, 9)], ids=["tranquil", "deep"])
def test_no_other_faces_promise_more(pawns: tuple[int, int]) -> None:
    short = Soundings(LOOK.depths[:3])
    three_levels = next(program for program in arrangements(Tokens.SOME).programs if program.depth == 3)
    best = by_the_rules(pawns, with_faces(three_levels, prospects(short).faces), short)
    for faces in product(Face, repeat=3):
        assert by_the_rules(pawns, with_faces(three_levels, faces), short) <= best + 1e-12


@pytest.mark.clause("D6.1")
def test_levels_without_a_card_promise_nothing_and_risk_nothing() -> None:
    two = Soundings(LOOK.depths[:2])
    laid = arrangements(Tokens.SOME)
    promised = spaces(at(17, 9).view(0), 0, prospects(two), laid, ALONE)
    by_depth = {depth: promised[laid.depths == depth] for depth in range(1, 6)}
    assert np.allclose(by_depth[3], by_depth[2][0])
    assert np.allclose(by_depth[5], by_depth[2][0])


@pytest.mark.clause("D3.4")
def test_every_arrangement_is_there_once() -> None:
    for tokens, count in [(Tokens.SOME, 1081), (Tokens.ALL, 541)]:
        assert len(set(arrangements(tokens).programs)) == count


@pytest.mark.clause("D8.3", "D8.5")
def test_the_tiles_add_their_arrangements() -> None:
    bare = arrangements(Tokens.SOME)
    clownfish = arrangements(Tokens.SOME, clownfish=True)
    anglerfish = arrangements(Tokens.SOME, anglerfish=True)
    assert len(clownfish.programs) == len(bare.programs) + bare.depths.sum()
    assert len(anglerfish.programs) == len(bare.programs) + (bare.depths == 5).sum()
    assert clownfish.tiles.sum() == len(clownfish.programs) - len(bare.programs)


@pytest.mark.clause("D4.5")
def test_a_speed_wins_if_everyone_else_is_slower() -> None:
    wins = wins_against([any_diver(Tokens.SOME)])
    assert np.all(np.diff(wins, axis=1) >= -1e-12)
    assert np.all(wins[:5, 0] == 0)  # a tie at nothing helps nobody, and nobody is there with nothing
    assert np.allclose(wins[:5, 16], 1)
    assert np.all(wins_against([any_diver(Tokens.SOME)] * 3) <= wins + 1e-12)


@pytest.mark.clause("D9.2", "D9.5")
def test_the_chiefs_speeds_are_those_of_the_cards_that_are_left() -> None:
    state = at(0, options=Options(chief=True))
    odds = chief_odds(state.view(0))
    assert np.allclose(odds[:4, [2, 3, 4, 6]], 0.25)
    assert np.allclose(odds[4:, 0], 1)
    state.chief = 18
    assert np.isclose(chief_odds(state.view(0))[3, 0], 1)  # level 4 is yellow on all of our cards
