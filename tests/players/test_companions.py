"""Companions have a good moment, are kept until it comes, and go to where they bring most."""

from __future__ import annotations

import pytest

from fathom.dive import Companion, Kind, SendDolphins, Tokens
from fathom.dive.descent import STONE
from fathom.players import Captain, Soundings
from fathom.players.programs import arrangements, prospects
from fathom.players.worlds import hope, rivals, worlds
from fathom.table import FastDice
from tests.players.soundings import CLEAR, at, doubtful, leaving

NOTHING, SHARK = Kind.NOTHING, Kind.SHARK


@pytest.mark.clause("D8.6")
def test_of_all_uses_that_help_the_best_is_taken() -> None:
    """Both rivals may come back without a mistake; who is in deep waters risks less, so does so likelier."""
    state = leaving(
        at(16, 14, 17, companion=Companion.DOLPHINS), *[NOTHING] * 3, SHARK, SHARK
    )  # the last round
    look = Soundings((CLEAR, CLEAR, *[doubtful(0.2)] * 3))
    for seed in range(3):
        assert Captain(512).choose(state.view(0), look, FastDice(seed)) == SendDolphins(2)


@pytest.mark.clause("D8.5")
def test_a_tile_given_away_counts_for_what_it_would_have_been_worth() -> None:
    """Only if the game goes on: after it nothing is worth keeping."""
    laid = arrangements(Tokens.SOME, clownfish=True)
    program = laid.programs[int(laid.tiles.argmax())]
    look = Soundings((CLEAR,) * 6)
    for pawns, lost in [((3, 2), 0.03), ((STONE - 1, 2), 0.0)]:
        view = at(*pawns, companion=Companion.CLOWNFISH).view(0)
        seen = prospects(look)
        drawn = worlds(view, look, seen, rivals(view, seen, temperature=0.3), 8, FastDice(1))
        given = hope(drawn, 0, program, cost=0.03)
        assert hope(drawn, 0, program) - given == pytest.approx(lost)
