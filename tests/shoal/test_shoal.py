"""What a shoal promises besides the rules: independence, seeds, taking out, putting in, bad input."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from fathom.dive import DiveGame, Options, Programs, Tokens
from fathom.shoal import DiveShoal
from fathom.shoal.dive.layout import GAME
from fathom.table import FastDice, Refused, encoded, state_hash
from tests.dive.variants import LEGAL, Variant
from tests.shoal.twice import at_random

EVERYTHING = Options(companions=True, chief=True)


def test_a_game_is_the_same_whatever_its_neighbours_do() -> None:
    many, one = DiveShoal(EVERYTHING, 3, games=50), DiveShoal(EVERYTHING, 3, games=1)
    many.play_out()
    one.restart(seeds=[17])
    one.play_out()
    assert encoded(many.take_out(17)) == encoded(one.take_out(0))
    assert len({state_hash(many.take_out(game)) for game in range(50)}) == 50


def test_sampling_and_playing_step_by_step_is_playing_out() -> None:
    steps, out = DiveShoal(EVERYTHING, 4, games=20), DiveShoal(EVERYTHING, 4, games=20)
    decisions = 0
    while not steps.over.all():
        seats, numbers = steps.sample()
        going_on = np.flatnonzero(~steps.over)
        assert (seats[steps.over] == -1).all()
        assert (numbers[steps.over] == -1).all()
        steps.play(seats[going_on], numbers[going_on], going_on)
        decisions += len(going_on)
    assert out.play_out() == decisions
    assert steps.games.tobytes() == out.games.tobytes()
    assert out.play_out() == 0


def test_finished_games_are_begun_anew_and_the_others_go_on() -> None:
    shoal = DiveShoal(games=4)
    going_on = encoded(shoal.take_out(0))
    shoal.play_out([1, 3])
    finished = np.flatnonzero(shoal.over)
    assert finished.tolist() == [1, 3]
    shoal.restart(finished, seeds=[1, 99])
    assert not shoal.over.any()
    assert encoded(shoal.take_out(0)) == going_on
    assert encoded(shoal.take_out(1)) == encoded(DiveShoal(games=4).take_out(1))


def test_results_are_those_of_the_states() -> None:
    shoal = DiveShoal(EVERYTHING, 3, games=30)
    assert shoal.result(0) is None
    assert not shoal.places().any()
    shoal.play_out()
    for game in range(len(shoal)):
        result = shoal.take_out(game).result()
        assert result is not None
        assert shoal.result(game) == result
        assert tuple(shoal.places()[game].tolist()) == result.places
        assert tuple(shoal.pawns[game].tolist()) == result.scores


def test_every_program_is_as_likely_as_any_other() -> None:
    shoal = DiveShoal(Options(tokens=Tokens.ALL), 2, games=20_000, told=False)
    _, numbers = shoal.sample()
    shares = np.bincount(numbers * 10 // len(Programs(Tokens.ALL)), minlength=10) / len(shoal)
    assert np.abs(shares - 0.1).max() < 0.02


@pytest.mark.parametrize("variant", LEGAL[::5], ids=str)
def test_a_state_that_is_put_in_comes_out_and_plays_on(variant: Variant) -> None:
    shoal = DiveShoal(variant.options, variant.divers, games=1)
    dice = FastDice(str(variant))
    state = DiveGame().start(variant.options, variant.divers, dice)
    while awaited := state.to_move():
        shoal.put_in(0, state)
        assert encoded(shoal.take_out(0)) == encoded(state)
        seat = dice.pick(awaited, "seat")
        action = at_random(state, seat, dice)
        shoal.play([seat], [shoal.catalogue.number(action)])
        state.play(seat, action, dice)
        assert encoded(shoal.take_out(0)) == encoded(state)
    shoal.put_in(0, state)
    assert shoal.result(0) == state.result()


def test_states_of_another_kind_are_not_put_in() -> None:
    shoal = DiveShoal(games=1)
    before = shoal.games.tobytes()
    state = DiveGame().start(Options(), 4, FastDice(1))
    for other, why in [
        (DiveGame().start(Options(), 3, FastDice(1)), "3 divers, but the games here have 4"),
        (DiveGame().start(Options(children=True), 4, FastDice(1)), "other options"),
        (msgspec.structs.replace(state, ocean=state.ocean[1:]), "the cards"),
        (msgspec.structs.replace(state, pawns=(0, 0, 0, 1000)), "spaces from 0"),
        (msgspec.structs.replace(state, ocean=state.ocean[1:], lifted=(state.ocean[0].kind,)), "told"),
        (msgspec.structs.replace(state, chief_deck=EVERYTHING.deck()), "chief's cards"),
    ]:
        with pytest.raises(ValueError, match=why):
            shoal.put_in(0, other)
    assert shoal.games.tobytes() == before


@pytest.mark.parametrize(
    ("seats", "decisions", "games", "why"),
    [
        ([0], [0], None, "seats: 2 numbers, one per game, not an array of shape \\(1,\\)"),
        ([0, 0], [[0], [0]], None, "decisions: 2 numbers"),
        ([0, 0], [0.5, 1.0], None, "decisions: whole numbers, not float64"),
        ([0, 0], [0, 84_600_000], None, "game 1: 84600000 is not in the catalogue"),
        ([0, 0], [-1, 0], None, "game 0: -1 is not in the catalogue"),
        ([0], [0], [2], "games: this shoal has the games 0 to 1"),
        ([0, 1], [0, 0], [1, 1], "games: one decision at a time"),
        (0, 0, 0, "games: a row of numbers"),
    ],
)
def test_bad_input_is_told(seats: Any, decisions: Any, games: Any, why: str) -> None:
    shoal = DiveShoal(games=2)
    before = shoal.games.tobytes()
    with pytest.raises(ValueError, match=why):
        shoal.play(seats, decisions, games)
    assert shoal.games.tobytes() == before


def test_what_the_rules_forbid_is_refused_with_their_words_and_nothing_is_played() -> None:
    shoal = DiveShoal(Options(children=True), 2, games=2)
    before = shoal.games.tobytes()
    number = shoal.catalogue.number(Programs(Tokens.SOME)[0])
    legal = int(shoal.mask(0, 0).argmax())
    with pytest.raises(Refused, match="children's version"):
        shoal.play([0, 0], [legal, number])
    with pytest.raises(Refused, match="no seat 2"):
        shoal.play([0, 2], [legal, legal])
    assert shoal.games.tobytes() == before
    shoal.play([0], [legal], [1])
    with pytest.raises(Refused, match="You have said ready"):
        shoal.play([0], [legal], [1])
    shoal.play_out()
    with pytest.raises(Refused, match="The game is over"):
        shoal.play([0], [legal], [1])


def test_a_lean_shoal_plays_the_same_and_says_what_it_did_not_keep() -> None:
    lean, whole = DiveShoal(games=8, told=False), DiveShoal(games=8)
    assert lean.play_out() == whole.play_out()
    assert lean.games.tobytes() == whole.games.tobytes()
    assert lean.bytes_per_game == GAME.itemsize < whole.bytes_per_game // 4
    with pytest.raises(ValueError, match="told=True"):
        lean.take_out(0)
    with pytest.raises(ValueError, match="told=True"):
        lean.put_in(0, whole.take_out(0))


def test_shoals_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        DiveShoal(games=0)
    with pytest.raises(Refused, match="1 to 4 divers"):
        DiveShoal(seats=5)
    for seeds in ([1], [0.5, 1.5]):
        with pytest.raises(ValueError, match="2 whole numbers are needed"):
            DiveShoal(games=2).restart(seeds=seeds)
