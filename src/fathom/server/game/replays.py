"""Games that are over, told again: this server's own, and records that someone brings along.

A record is played again in another process, as often as somebody asks: that takes a tenth of a second. What
is told has a largest size, and waits packed until it is sent (`telling_again`). What was brought along is
kept in memory for a while, under a name that follows from its bytes, so that it can be looked at from other
eyes without being sent again.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from fathom import guests
from fathom.server.common import refusals
from fathom.server.common.budgets import MOST_REVIEWED, REVIEW_SECONDS, TELL_SECONDS
from fathom.server.common.tokens import Secrets
from fathom.server.common.turns import Turn
from fathom.server.common.workers import TooLong, Workers
from fathom.server.game.packed import Packed, Packing
from fathom.server.game.telling_again import readable, tell
from fathom.server.pictures.looks import Looks, PictureSet
from fathom.server.protocol import GivenAway, Review
from fathom.table import BadRecord, FairProof, Reader, Record, Refused, encoded, replay
from fathom.table.record import raw

KEPT = 32
"""Uploaded records that are kept; the least recently used go first."""


class NoReview(Exception):
    """Nobody here can look through games of this name."""


class Replays:
    """Tells games again in a process of `workers`, and looks them through in one of `reviewers`."""

    def __init__(self, workers: Workers, reviewers: Workers) -> None:
        self._workers = workers
        self._reviewers = reviewers
        self._reviews: OrderedDict[tuple[str, bytes], Packed] = OrderedDict()
        """What has been looked through, by name and content."""
        self._brought: OrderedDict[str, bytes] = OrderedDict()
        self._looked_at: dict[str, tuple[int, str, Any, bytes]] = {}
        """The round of each replay whose pictures were asked for last."""

    async def bring(self, content: bytes, turn: Turn) -> Packed:
        """Keep a record and tell it as a spectator saw it; raises `Refused` if it is none, or a wrong one."""
        name = f"file-{hashlib.sha256(content).hexdigest()[:32]}"
        told = await self.told(name, content, None, turn, brought=True)
        self._brought[name] = content
        self._brought.move_to_end(name)
        while len(self._brought) > KEPT:
            self._brought.popitem(last=False)
        return told

    def brought(self, name: str) -> bytes | None:
        """A record that was brought along; None if the name is a table's. Raises `Refused` if it is gone."""
        if re.fullmatch(r"file-[0-9a-f]{32}", name) is None:
            return None
        if name not in self._brought:
            raise Refused(refusals.NO_REPLAY())
        self._brought.move_to_end(name)
        return self._brought[name]

    def forget(self, name: str) -> None:
        """Keep nothing of a table that has been removed."""
        self._looked_at.pop(name, None)
        for key in [key for key in self._reviews if key[0] == name]:
            del self._reviews[key]

    async def drawing(self, name: str, record: bytes, number: int, looks: Looks, turn: Turn) -> PictureSet:
        """The pictures of a round, with every card that could be seen by itself."""
        if self._looked_at.get(name, (-1,))[0] != number:
            try:
                found = await self._workers.run(seen_in, record, number, seconds=TELL_SECONDS, turn=turn)
            except BadRecord:
                raise Refused(refusals.NO_LOOK(round=number)) from None
            self._looked_at[name] = (number, *found)
            while len(self._looked_at) > KEPT:
                self._looked_at.pop(next(iter(self._looked_at)))
        _, game, subject, art = self._looked_at[name]
        pictures = guests.guest(game).pictures
        assert pictures is not None
        return looks.drawing(f"/api/replays/{name}", art, pictures, subject, live=False)

    async def review(self, name: str, record: bytes, check: Callable[[], None], turn: Turn) -> Packed:
        """A game looked through, as JSON; raises `Refused` as `check` does if that has to be done first."""
        key = (name, hashlib.sha256(record).digest())
        if key not in self._reviews:
            check()
            self._reviews[key] = await self._played(
                self._reviewers, look_through, name, record, seconds=REVIEW_SECONDS, turn=turn
            )
        self._reviews.move_to_end(key)
        while len(self._reviews) > KEPT:
            self._reviews.popitem(last=False)
        return self._reviews[key]

    async def told(
        self, name: str, record: bytes, eyes: Reader, turn: Turn, *, brought: bool = False
    ) -> Packed:
        """A whole game from these eyes, as JSON; raises `Refused` where it does not follow the rules."""
        return await self._played(
            self._workers, tell, name, record, eyes, brought, seconds=TELL_SECONDS, turn=turn
        )

    async def _played(
        self, workers: Workers, work: Callable[..., Packed], *arguments: object, seconds: float, turn: Turn
    ) -> Packed:
        try:
            return await workers.run(work, *arguments, seconds=seconds, turn=turn)
        except BadRecord as error:
            raise Refused(refusals.BAD_RECORD(problem=str(error))) from None
        except NoReview as error:
            raise Refused(refusals.NO_REVIEW(game=str(error))) from None
        except TooLong:
            raise Refused(refusals.BAD_RECORD(problem=f"it takes more than {seconds:g} s")) from None


def look_through(name: str, content: bytes) -> Packed:
    """The `Review` of a record, as JSON; raises `BadRecord`. Runs in a worker."""
    record = readable(content)
    found = guests.guest(record.game).review(record)
    if found is None:
        raise NoReview(record.game)
    told = Packing(MOST_REVIEWED)
    told.write(
        encoded(
            Review(
                id=name,
                game=record.game,
                players=record.players,
                unit=found.unit,
                mistakes=tuple(
                    tuple(
                        GivenAway(
                            moment.number,
                            moment.seat,
                            moment.round,
                            raw(moment.chosen),
                            raw(moment.better),
                            moment.lost,
                            moment.why,
                            raw(moment.view),
                        )
                        for moment in moments
                    )
                    for moments in found.moments
                ),
                sight=found.sight,
            )
        )
    )
    return told.packed()


def seen_in(content: bytes, number: int) -> tuple[str, Any, bytes]:
    """The game, what there was to look at in that round, everything by itself too, and the secret of its art.

    Raises `BadRecord` if there was no such round. Runs in a worker.
    """
    record = readable(content)
    guest = guests.guest(record.game)
    if guest.pictures is None:
        raise BadRecord("there is nothing to look at")
    first: Any = None
    for position in replay(guest.rules, record):
        first = position.state.copy() if first is None else first
        seen = guest.pictures.subject(first, position.state)
        if seen is not None and seen.round == number:
            return guest.name, guest.pictures.alone(seen), art_of(record)
    raise BadRecord(f"there was no round {number}")


def art_of(record: Record) -> bytes:
    """The secret from which the cards were drawn; of a game that had none, one that follows from its hash."""
    if isinstance(record.proof, FairProof):
        return Secrets(bytes.fromhex(record.proof.seed), bytes.fromhex(record.proof.salt)).under("art")
    return hashlib.sha256(record.hash.encode()).digest()
