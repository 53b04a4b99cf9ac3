"""The levels of Deep Blue: legal everywhere, each better than chance, and done thinking when told to be."""

from __future__ import annotations

import pytest

from fathom.deepblue import Options
from fathom.guests import guests, level, named
from fathom.lab import simulated
from fathom.players import AnyPlayer, Level, UnknownLevel
from fathom.players.deepblue import Leviathan, Skipper
from fathom.table import FastDice
from tests.deepblue.chance import a_lively_action
from tests.deepblue.scene import GAME

QUICK = Leviathan(simulations=6, turns=1, seconds=60)
PLAYERS: list[AnyPlayer] = [*(known.player for known in guests()["deep-blue"].levels[1:-1]), QUICK]


@pytest.mark.parametrize("scenario", Options().box.scenarios)
def test_everything_they_do_is_legal(scenario: str) -> None:
    """In positions that lively players come to, whoever is asked."""
    dice = FastDice(scenario)
    state = GAME.start(Options(scenario=scenario), 3, dice)
    for move in range(60):
        seat = state.to_move()[0]
        chosen = PLAYERS[move % len(PLAYERS)].choose(state.view(seat), None, dice)
        assert chosen in state.menu(seat)
        state.play(seat, chosen if move % 2 else a_lively_action(state, seat, dice), dice)
        if not state.to_move():
            break


@pytest.mark.parametrize(("better", "worse"), [("snorkeler", "random"), ("captain", "snorkeler")])
def test_a_higher_level_beats_a_much_lower_one(better: str, worse: str) -> None:
    players = [level("deep-blue", better), level("deep-blue", worse)]
    won = 0
    for deal in range(30):
        for first in (0, 1):
            seated = players[::-1] if first else players
            result = simulated(GAME, Options(), seated, f"levels/{deal}").result
            assert result is not None
            won += result.winners == (first,)
    assert won >= 40  # of 60: seven in a thousand between equals


def test_the_first_thought_comes_at_once_and_is_the_skippers() -> None:
    state = GAME.start(Options(), 2, FastDice(4))
    seat = state.to_move()[0]
    view = state.view(seat)
    thoughts = Leviathan(simulations=10**9).thoughts(view, FastDice(1))
    first = next(thoughts)
    assert first in state.menu(seat)
    assert next(thoughts) in state.menu(seat)
    thoughts.close()  # whoever stops listening cancels


def test_time_is_a_cap() -> None:
    """With no time at all, it decides after the first imagined world instead of a milliard."""
    state = GAME.start(Options(), 2, FastDice(4))
    seat = state.to_move()[0]
    hurried = Leviathan(simulations=10**9, seconds=0.0)
    assert hurried.choose(state.view(seat), None, FastDice(1)) in state.menu(seat)


def test_the_number_of_simulations_is_what_is_done() -> None:
    """Every world is imagined once for all actions still in question."""
    state = GAME.start(Options(), 2, FastDice(4))
    view = state.view(state.to_move()[0])
    few, many = (
        sum(1 for _ in Leviathan(simulations=number, turns=0).thoughts(view, FastDice(1)))
        for number in (12, 48)
    )
    assert 1 < few < many <= 1 + 48 // 2


def test_another_number_of_simulations_can_be_asked_for() -> None:
    """Of every level, because a number of simulations is what each of them is; only random has none."""
    for known in guests()["deep-blue"].levels[1:]:
        chosen = named("deep-blue", f"{known.name}@7")
        assert isinstance(chosen.player, Skipper | Leviathan)
        assert chosen.player.simulations == 7
        assert chosen.name == f"{known.name}@7"
    with pytest.raises(UnknownLevel, match="does not simulate"):
        named("deep-blue", "random@7")


def test_higher_levels_simulate_more_or_look_further() -> None:
    weighing = [known.player for known in guests()["deep-blue"].levels if isinstance(known.player, Skipper)]
    numbers = [player.simulations for player in weighing]
    assert None not in numbers
    assert numbers == sorted({*numbers}, key=lambda number: number or 0)
    top = guests()["deep-blue"].levels[-1].player
    assert top == Leviathan()
    assert Leviathan().seconds <= 1.0


def test_levels_have_names_in_order() -> None:
    assert [known.name for known in guests()["deep-blue"].levels] == [
        "random",
        "snorkeler",
        "diver",
        "captain",
        "leviathan",
    ]
    assert all(isinstance(known, Level) for known in guests()["deep-blue"].levels)
