"""Simulated games are the same for the same seed, on any number of cores."""

from multiprocessing import active_children

import pytest

from fathom.dive import DiveGame, Options
from fathom.guests import level
from fathom.lab import seat_names, simulate
from fathom.table import FastProof, Refused, encoded, read_record, verify

GAME = DiveGame()
RANDOM, SNORKELER = level("dive", "random"), level("dive", "snorkeler")


def test_the_same_seed_gives_the_same_records() -> None:
    first, second = (
        [encoded(game) for game in simulate(GAME, Options(), [SNORKELER, RANDOM], 4, 7)] for _ in "ab"
    )
    assert first == second


def test_another_seed_gives_other_games() -> None:
    first, second = (next(simulate(GAME, Options(), [RANDOM, RANDOM], 1, seed)) for seed in (1, 2))
    assert first.outcomes != second.outcomes


def test_the_games_of_a_run_differ() -> None:
    assert len({game.hash for game in simulate(GAME, Options(), [RANDOM, RANDOM], 20)}) == 20


def test_the_number_of_jobs_changes_nothing() -> None:
    players = [RANDOM, SNORKELER]
    alone = [encoded(game) for game in simulate(GAME, Options(), players, 21, 3)]
    together = [encoded(game) for game in simulate(GAME, Options(), players, 21, 3, jobs=2)]
    assert alone == together


def test_a_short_run_is_the_beginning_of_a_long_one() -> None:
    long = [encoded(game) for game in simulate(GAME, Options(), [RANDOM, RANDOM], 10)]
    assert [encoded(game) for game in simulate(GAME, Options(), [RANDOM, RANDOM], 4)] == long[:4]


def test_every_record_can_be_verified() -> None:
    for game in simulate(GAME, Options(companions=True), [SNORKELER, RANDOM, SNORKELER], 3, "a word"):
        assert isinstance(game.proof, FastProof)
        assert verify(GAME, read_record(encoded(game))) > 0


def test_what_a_player_rolls_does_not_touch_the_table() -> None:
    """The dice of the table are its own: the same stack for a random player and for a thinking one."""
    first, second = (
        next(simulate(GAME, Options(), [player, player], 1, 5)) for player in (RANDOM, SNORKELER)
    )
    assert first.outcomes == second.outcomes


def test_options_that_cannot_be_played_are_refused_before_the_first_game() -> None:
    with pytest.raises(Refused, match="One diver alone"):
        simulate(GAME, Options(), [RANDOM], 1000)


def test_leaving_a_run_early_leaves_nothing_running() -> None:
    before = set(active_children())  # other tests on this worker may keep a server's
    games = simulate(GAME, Options(), [RANDOM, RANDOM], 10**6, jobs=2)
    assert next(games).result is not None
    games.close()
    assert set(active_children()) <= before


def test_players_who_come_twice_are_numbered() -> None:
    assert seat_names([RANDOM, SNORKELER, RANDOM]) == ("random 1", "snorkeler", "random 2")
