"""Time is only a cap: whoever's is up does the best found until then, and that is legal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fathom.deepblue import DeepBlueGame
from fathom.deepblue import Options as DeepBlueOptions
from fathom.dive import DiveGame, Options, Tokens
from fathom.dive.menus import ProgrammingMenu
from fathom.guests import guests, level
from fathom.players import Level
from fathom.players.dive import Diver
from fathom.players.dive.divers import laid_from
from fathom.players.dive.imagined import boards
from fathom.players.dive.programs import arrangements, pieces
from fathom.players.dive.rounds import Boards
from fathom.players.dive.searching import SearchingDiver, imagine
from fathom.players.dive.weighing import in_all_worlds
from fathom.players.watch import UNHURRIED, Watch
from fathom.table import FairDice, FastDice
from tests.players.table import decisions

DIVE, DEEP_BLUE = DiveGame(), DeepBlueGame()
TABLES = [
    (2, Options()),
    (4, Options(companions=True)),
    (1, Options(chief=True)),
    (2, Options(chief=True, companions=True, tokens=Tokens.ALL)),
]


def hurried(known: Level) -> Level:
    """The same player, whose time is always up."""
    own: Any = known.player
    return Level(f"hurried {known.name}", replace(own, seconds=0.0), known.eyes)


@pytest.mark.parametrize("game", guests())
def test_every_level_has_a_cap_from_fifty_milliseconds_up_to_a_second(game: str) -> None:
    players: list[Any] = [known.player for known in guests()[game].levels[1:]]
    caps = [player.seconds for player in players]
    assert caps == sorted(caps)
    assert (caps[0], caps[-1]) == (0.05, 1.0)


@pytest.mark.parametrize("known", guests()["dive"].levels[1:], ids=lambda known: known.name)
@pytest.mark.parametrize(("divers", "options"), TABLES)
def test_whose_time_is_up_in_dive_still_plays_by_the_rules(
    known: Level, divers: int, options: Options
) -> None:
    """Others play the game, so that every kind of decision comes."""
    rushed = hurried(known)
    others = [level("dive", "snorkeler")] * (divers - 1)
    for state, seat, _, action in decisions([rushed, *others], options, seed=divers):
        if seat == 0:
            assert state.menu(0).refusal(action) is None


@pytest.mark.parametrize("known", guests()["deep-blue"].levels[1:], ids=lambda known: known.name)
@pytest.mark.parametrize("seats", [2, 4])
def test_whose_time_is_up_in_deep_blue_still_plays_by_the_rules(known: Level, seats: int) -> None:
    rushed = hurried(known).player
    other = level("deep-blue", "diver").player
    state = DEEP_BLUE.start(
        DeepBlueOptions(chart="small" if seats == 2 else "standard"), seats, FastDice(seats)
    )
    own = FastDice("own")
    while awaited := state.to_move():
        seat = awaited[0]
        action = (rushed if seat == 0 else other).choose(state.view(seat), None, own)
        assert action in DEEP_BLUE.actions(state.view(seat))
        state.play(seat, action, own)


def test_a_diver_with_endless_worlds_to_imagine_comes_to_an_end() -> None:
    state = DIVE.start(Options(), 2, FastDice(1))
    eyes = level("dive", "diver").eyes
    assert eyes is not None
    look = eyes.look(state, 0, FairDice(bytes(32)))
    action = Diver(simulations=10**9, seconds=0.0).choose(state.view(0), look, FastDice(1))
    assert state.menu(0).refusal(action) is None


def test_a_search_whose_time_is_up_has_played_through_a_part_and_that_rightly() -> None:
    state = DIVE.start(Options(), 3, FastDice(1))
    view = state.view(0)
    eyes = level("dive", "captain").eyes
    assert eyes is not None
    look = eyes.look(state, 0, FairDice(bytes(32)))
    how = SearchingDiver(512)
    whole = imagine(view, look, how, np.random.default_rng(1))
    few = imagine(view, look, how, np.random.default_rng(1), Watch(0.0))
    assert (whole.stacks.sharks.shape[1], few.stacks.sharks.shape[1]) == (512, 64)
    menu = DIVE.actions(view)
    assert isinstance(menu, ProgrammingMenu)
    laid = laid_from(menu)
    own: Boards = in_all_worlds(boards(laid, np.zeros((len(laid.programs), 6), dtype=bool)))
    free = np.zeros(len(laid.programs))
    all_hopes = whole.hopes_in_time(0, own, free, UNHURRIED)
    some_hopes = whole.hopes_in_time(0, own, free, Watch(0.0))
    reached = some_hopes > -np.inf
    assert 0 < reached.sum() < len(laid.programs)
    assert np.array_equal(some_hopes[reached], all_hopes[reached])
    assert np.array_equal(all_hopes, whole.hopes(0, own, free))


def test_pieces_are_everything_once_and_each_has_short_and_long_programs() -> None:
    laid = arrangements(Tokens.SOME)
    rows = [row for some in pieces(len(laid.programs), 256) for row in range(len(laid.programs))[some]]
    assert sorted(rows) == list(range(len(laid.programs)))
    for some in pieces(len(laid.programs), 256):
        assert {*laid.some(some).depths.tolist()} == {1, 2, 3, 4, 5}
