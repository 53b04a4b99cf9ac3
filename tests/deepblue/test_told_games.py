"""Whole games as their players are told them, for the tests of the client.

They lie in `web/src/games/deep-blue/told/games.jsonl`, one line per game: its options,
the number of players, its events, and the points at the end. To write anew:

    FATHOM_GOLDEN=write pytest tests/deepblue/test_told_games.py
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from fathom.deepblue import Options
from fathom.deepblue.events import DeepBlueEvent
from fathom.table import FastDice
from tests.deepblue.chance import a_lively_action
from tests.deepblue.scene import GAME

GAMES = Path(__file__).parents[2] / "web/src/games/deep-blue/told/games.jsonl"
LONGEST = 3000


def told(scenario: str, players: int) -> bytes:
    """One game by chance, as a spectator hears it."""
    dice = FastDice(f"told: {scenario}")
    options = Options(scenario=scenario).settled()
    state = GAME.start(options, players, dice)
    events: list[DeepBlueEvent] = []
    for _ in range(LONGEST):
        if not state.to_move():
            break
        seat = dice.pick(state.to_move(), "seat")
        for event in state.play(seat, a_lively_action(state, seat, dice), dice):
            seen = event.seen_by(None)
            assert seen is not None
            events.append(seen)
    assert state.result() is not None
    game = {
        "options": options,
        "players": players,
        "events": events,
        "vp": [captain.vp for captain in state.captains],
    }
    return msgspec.json.encode(game)


def test_the_games_that_the_client_is_tested_with_are_as_the_rules_tell_them() -> None:
    scenarios = sorted(Options().box.scenarios)
    games = b"".join(told(scenario, 2 + at % 4) + b"\n" for at, scenario in enumerate(scenarios))
    if os.environ.get("FATHOM_GOLDEN") == "write":
        GAMES.write_bytes(games)
    assert GAMES.read_bytes() == games
