"""Advice at a table: from the view of a seat and a look, in another process, as bots decide."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from fathom import guests
from fathom.server.common.tokens import Secrets
from fathom.server.common.turns import Turn
from fathom.server.common.workers import Workers
from fathom.server.game.play import Moment
from fathom.server.protocol import Advice, Advised
from fathom.server.protocol.agreement import Agreement
from fathom.server.seating.seats import people
from fathom.server.store import TableRow
from fathom.table import FairDice, FastDice, Seat, encoded
from fathom.table.record import raw


def allowed(settings: Agreement, row: TableRow) -> bool:
    """Whether the table allows it: as agreed, and without a word while one person is alone with bots."""
    if settings.advice is None:
        return len(people(row)) == 1 and all(seat.kind != "open" for seat in row.seats)
    return settings.advice


async def advise(
    workers: Workers,
    guest: guests.Guest,
    now: Moment,
    seat: Seat,
    secrets: Secrets,
    *,
    since: int,
    soundings: bool,
    seconds: float,
) -> bytes:
    """What someone in this seat could do now: an `Advice`, as JSON.

    The adviser looks with the eyes of a good player, once per seat and round, and has its dice by the last
    entry that everyone knows of, `since`: asking again shows nothing new, whoever has decided in secret
    meanwhile. Where the table has soundings it has these and no other look: two looks would tell more than
    either.
    """
    look, seen = None, ""
    adviser = None if guest.advice is None else guest.advice.adviser
    if adviser is not None and adviser.eyes is not None:
        eyes, seen = adviser.eyes, adviser.name
        if soundings and guest.soundings is not None:
            eyes, seen = guest.soundings.eyes, "soundings"
        dice = FairDice(secrets.seed, secrets.entropies)
        look = await asyncio.to_thread(eyes.look, now.state, seat, dice)
    view = encoded(now.state.view(seat))
    own_dice = secrets.under(f"advice/{seat}/{since}").hex()
    turn = Turn(who=secrets.seed)  # with the bots of the same table
    return await workers.run(
        consider, guest.name, now.number, view, look, seen, own_dice, seconds=seconds, turn=turn
    )


def consider(game: str, number: int, view: bytes, look: object, seen: Any, seed: str) -> bytes:
    """The advice itself. Runs in a worker, which knows nothing but what it is given here."""
    guest = guests.guest(game)
    known = msgspec.json.decode(view, type=guest.rules.view_type)
    choices = guest.advise(known, look, FastDice(seed))
    return encoded(
        Advice(number, seen, tuple(Advised(raw(choice.action), choice.odds) for choice in choices))
    )
