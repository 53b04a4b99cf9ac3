"""Advice at a table: from the view of a seat and a look, in another process, as bots decide."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from fathom.players.advice import ADVISER, EYES, advice
from fathom.players.dive.eyes import NoisyEyes
from fathom.server.common.served import GAMES
from fathom.server.common.tokens import Secrets
from fathom.server.common.workers import Workers
from fathom.server.game.play import Moment
from fathom.server.protocol import Advice, Advised
from fathom.server.protocol.agreement import Settings
from fathom.server.seating.seats import people
from fathom.server.store import TableRow
from fathom.table import AnyGame, FairDice, FastDice, Seat, encoded
from fathom.table.record import raw


def allowed(settings: Settings, row: TableRow) -> bool:
    """Whether the table allows it: as agreed, and without a word while one person is alone with bots."""
    if settings.advice is None:
        return len(people(row)) == 1 and all(seat.kind != "open" for seat in row.seats)
    return settings.advice


async def advise(
    workers: Workers,
    game: AnyGame,
    now: Moment,
    seat: Seat,
    secrets: Secrets,
    *,
    since: int,
    soundings: bool,
    seconds: float,
) -> bytes:
    """What someone in this seat could do now: an `Advice`, as JSON.

    The adviser looks with a captain's eyes, once per seat and round, and has its dice by the last entry that
    everyone knows of, `since`: asking again shows nothing new, whoever has decided in secret meanwhile. Where
    the table has soundings it has these and no other look: two looks would tell more than either.
    """
    look, seen = None, ""
    eyes = EYES.get(game.name)
    if eyes is not None:
        eyes, seen = (NoisyEyes(), "soundings") if soundings else (eyes, ADVISER)
        dice = FairDice(secrets.seed, secrets.entropies)
        look = await asyncio.to_thread(eyes.look, now.state, seat, dice)
    view = encoded(now.state.view(seat))
    own_dice = secrets.under(f"advice/{seat}/{since}").hex()
    return await workers.run(consider, game.name, now.number, view, look, seen, own_dice, seconds=seconds)


def consider(game: str, number: int, view: bytes, look: object, seen: Any, seed: str) -> bytes:
    """The advice itself. Runs in a worker, which knows nothing but what it is given here."""
    known = msgspec.json.decode(view, type=GAMES[game].view_type)
    choices = advice(game, known, look, FastDice(seed))
    return encoded(
        Advice(number, seen, tuple(Advised(raw(choice.action), choice.odds) for choice in choices))
    )
