"""Bots at a table: in another process they decide from a view and a look.

What they decide comes to the table as what a person does: as JSON, through the mailbox of the room and
`Play.decided`, bound to what was seen, and written down before anyone is told.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from fathom.players import level, player
from fathom.server.common.served import GAMES
from fathom.server.common.tokens import Secrets
from fathom.server.common.workers import Workers
from fathom.table import AnyGame, FairDice, FastDice, Seat, encoded


async def decide(
    workers: Workers,
    game: AnyGame,
    name: str,
    state: Any,
    seat: Seat,
    number: int,
    secrets: Secrets,
    seconds: float | None = None,
) -> bytes:
    """What the bot of this level does at this seat in entry `number`; raises whatever goes wrong with it.

    What it looks at is drawn under its own label, once per seat and round, so looking again shows nothing
    new. Its dice follow from table, seat and entry: asked again after a restart, it decides the same.
    It may think for so many seconds; after that it raises `TooLong`.
    """
    view = encoded(state.view(seat))
    eyes = level(game.name, name).eyes
    look = None
    if eyes is not None:
        dice = FairDice(secrets.seed, secrets.entropies)
        look = await asyncio.to_thread(eyes.look, state, seat, dice)
    own_dice = secrets.under(f"bot/{seat}/{number}").hex()
    return await workers.run(choose, game.name, name, view, look, own_dice, seconds=seconds)


def choose(game_name: str, name: str, view: bytes, look: object, seed: str) -> bytes:
    """The decision itself. Runs in a worker, which knows nothing but what it is given here."""
    seen = msgspec.json.decode(view, type=GAMES[game_name].view_type)
    return encoded(player(game_name, name).choose(seen, look, FastDice(seed)))


def ready() -> None:
    """Nothing: a worker that can run it has loaded everything that a decision needs."""
