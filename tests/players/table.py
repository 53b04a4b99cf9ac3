"""Games between divers, for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from fathom.dive import DiveGame, DiveState, Options
from fathom.players import Level
from fathom.table import FairDice, FastDice, Seat

GAME = DiveGame()


def unhurried(known: Level) -> Level:
    """The same player, whose time is never up, however slow the machine is."""
    own: Any = known.player
    return Level(known.name, replace(own, seconds=60.0) if hasattr(own, "seconds") else own, known.eyes)


def decisions(
    players: Sequence[Level], options: Options, seed: int
) -> Iterator[tuple[DiveState, Seat, Any, Any]]:
    """A whole game: before every decision the state, the seat, its look, and what its player chooses."""
    dice = FastDice(seed)
    own = [FastDice(f"{seed}/{seat}") for seat in range(len(players))]
    eyes_seed = FastDice(f"{seed}/eyes")
    secret = bytes(eyes_seed.roll(256, "secret") for _ in range(32))
    state = GAME.start(options, len(players), dice)
    while awaited := state.to_move():
        seat = awaited[0]
        eyes = players[seat].eyes
        look = eyes.look(state, seat, FairDice(secret)) if eyes else None
        action = players[seat].player.choose(state.view(seat), look, own[seat])
        yield state, seat, look, action
        state.play(seat, action, dice)
