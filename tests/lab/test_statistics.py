"""Counting is right, and says how sure it is."""

from random import Random

import msgspec
import pytest

from fathom.dive import DiveGame, Options, Withdraw
from fathom.guests import level
from fathom.lab import Interval, Tally, rounds_of, simulated, wilson
from fathom.lab.statistics import wilson_of_deals
from fathom.table import FastDice, Match, Result

GAME = DiveGame()
RANDOM = level("dive", "random")


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_wilsons_interval_is_the_one_in_the_literature(
    hits: int, trials: int, low: float, high: float
) -> None:
    interval = wilson(hits, trials)
    assert interval.share == hits / trials
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


def test_wilsons_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    draws = Random(4).random
    covered = 0
    for _ in range(2000):
        interval = wilson(sum(draws() < 0.1 for _ in range(60)), 60)
        covered += interval.low <= 0.1 <= interval.high
    assert 0.93 < covered / 2000 < 0.98


def test_games_of_one_deal_count_for_what_they_are_worth() -> None:
    draws = Random(5).random
    twins = [float(draws() < 0.7) for _ in range(100)]  # the same player wins both games of each deal
    alike = wilson_of_deals(twins, games=2)
    assert alike.low == pytest.approx(wilson(sum(twins), 100).low, abs=0.002)
    assert alike.high == pytest.approx(wilson(sum(twins), 100).high, abs=0.002)
    independent = [(draws() < 0.7) / 2 + (draws() < 0.7) / 2 for _ in range(100)]
    assert width(wilson_of_deals(independent, games=2)) < 0.8 * width(alike)
    # Where luck is shared out evenly, two games are never taken for more than two.
    even = [0.5] * 100
    assert wilson_of_deals(even, games=2) == wilson(100, 200)
    assert wilson_of_deals([1.0], games=2) == wilson(2, 2)


def width(interval: Interval) -> float:
    return interval.high - interval.low


def test_nothing_is_known_without_games() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_wins_draws_and_games_without_a_winner_are_counted_apart() -> None:
    record = simulated(GAME, Options(), [RANDOM, RANDOM], "a game")
    tally = Tally(["A", "B"])
    for places in [(1, 2), (1, 2), (2, 1), (1, 1), (2, 3)]:
        tally.add(msgspec.structs.replace(record, result=Result(places, (20, 10))))
    assert [(seat.wins, seat.draws) for seat in tally.seats] == [(2, 1), (1, 1)]
    assert (tally.games, tally.draws, tally.without_winner) == (5, 1, 1)
    assert tally.wins(0).share == 0.4
    assert (tally.mean_score(0), tally.mean_score(1)) == (20, 10)
    assert tally.mean_moves == len(record.moves)


def test_a_game_that_is_not_over_cannot_be_counted() -> None:
    record = msgspec.structs.replace(simulated(GAME, Options(), [RANDOM, RANDOM], 1), result=None)
    with pytest.raises(ValueError, match="finished"):
        Tally(["A", "B"]).add(record)


@pytest.mark.parametrize("options", [Options(), Options(companions=True), Options(children=True)])
def test_rounds_are_counted_as_they_were_played(options: Options) -> None:
    """Also when someone takes "ready" back, or chooses a companion again."""
    dice = FastDice(3)
    match = Match(GAME, options, ("A", "B"), dice)
    while awaited := match.state.to_move():
        seat = awaited[0]
        match.play(seat, match.state.menu(seat).sample(dice))
        if Withdraw() in match.state.menu(seat) and dice.roll(3, "withdraw") == 0:
            match.play(seat, Withdraw())
    assert rounds_of(match.record()) == len(match.state.told)


def test_a_game_without_rounds_has_none() -> None:
    record = simulated(GAME, Options(), [RANDOM, RANDOM], 1)
    assert rounds_of(msgspec.structs.replace(record, game="another")) is None
