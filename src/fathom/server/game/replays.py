"""Games that are over, told again: this server's own, and records that someone brings along.

A record is played again in another process, as often as somebody asks: that takes a tenth of a second. What
was brought along is kept in memory for a while, under a name that follows from its bytes, so that it can be
looked at from other eyes without being sent again.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec

from fathom.deepblue import DeepBlueState
from fathom.dive import DiveState
from fathom.players.review import review
from fathom.server.common import refusals
from fathom.server.common.served import GAMES
from fathom.server.common.tokens import Secrets
from fathom.server.common.workers import TooLong, Workers
from fathom.server.game import frames
from fathom.server.pictures.looks import Looks, PictureSet
from fathom.server.pictures.subjects import Subject, subject
from fathom.server.protocol import Covered, GivenAway, Replay, Review, Step
from fathom.table import BadRecord, FairProof, Reader, Record, Refused, encoded, read_record, replay
from fathom.table.record import raw

MOST_BYTES = 1_000_000
"""Records of real games have some ten thousand."""

MOST_MOVES = 5_000
"""The longest games of random players have some hundred decisions."""

KEPT = 32
"""Uploaded records that are kept; the least recently used go first."""

SECONDS = 20.0
"""A record that takes longer to play is not shown."""

REVIEW_SECONDS = 60.0
"""A game that takes longer to look through is not reviewed; usual ones take two or three."""


class Replays:
    """Tells games again in a process of `workers`, and looks them through in one of `reviewers`."""

    def __init__(self, workers: Workers, reviewers: Workers) -> None:
        self._workers = workers
        self._reviewers = reviewers
        self._reviews: OrderedDict[bytes, bytes] = OrderedDict()
        """What has been looked through, by name and content."""
        self._brought: OrderedDict[str, bytes] = OrderedDict()
        self._looked_at: dict[str, tuple[int, Subject, bytes]] = {}
        """The round of each replay whose pictures were asked for last."""

    async def bring(self, content: bytes) -> bytes:
        """Keep a record and tell it as a spectator saw it; raises `Refused` if it is none, or a wrong one."""
        name = f"file-{hashlib.sha256(content).hexdigest()[:32]}"
        told = await self.told(name, content, None)
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

    async def drawing(self, name: str, record: bytes, number: int, looks: Looks) -> PictureSet:
        """The pictures of a round, with every card that could be seen by itself."""
        if self._looked_at.get(name, (-1,))[0] != number:
            try:
                found = await self._workers.run(seen_in, record, number, seconds=SECONDS)
            except BadRecord:
                raise Refused(refusals.NO_LOOK(round=number)) from None
            self._looked_at[name] = (number, *found)
            while len(self._looked_at) > KEPT:
                self._looked_at.pop(next(iter(self._looked_at)))
        _, subject, art = self._looked_at[name]
        return looks.drawing(f"/api/replays/{name}", art, subject)

    async def review(self, name: str, record: bytes, check: Callable[[], None]) -> bytes:
        """A game looked through, as JSON; raises `Refused` as `check` does if that has to be done first."""
        key = hashlib.sha256(name.encode() + record).digest()
        if key not in self._reviews:
            check()
            self._reviews[key] = await self._played(
                self._reviewers, look_through, name, record, seconds=REVIEW_SECONDS
            )
        self._reviews.move_to_end(key)
        while len(self._reviews) > KEPT:
            self._reviews.popitem(last=False)
        return self._reviews[key]

    async def told(self, name: str, record: bytes, eyes: Reader) -> bytes:
        """A whole game from these eyes, as JSON; raises `Refused` where it does not follow the rules."""
        return await self._played(self._workers, tell, name, record, eyes, seconds=SECONDS)

    async def _played(
        self, workers: Workers, work: Callable[..., bytes], *arguments: object, seconds: float
    ) -> bytes:
        try:
            return await workers.run(work, *arguments, seconds=seconds)
        except BadRecord as error:
            raise Refused(refusals.BAD_RECORD(problem=str(error))) from None
        except TooLong:
            raise Refused(refusals.BAD_RECORD(problem=f"it takes more than {seconds:g} s")) from None


def tell(name: str, content: bytes, eyes: Reader) -> bytes:
    """The `Replay` of a record, as JSON; raises `BadRecord`. Runs in a worker."""
    record = _readable(content)
    game = GAMES[record.game]
    if eyes is not None and eyes >= len(record.players):
        raise BadRecord(f"there is no seat {eyes}; there are {len(record.players)}, counted from 0")
    first: Any = None
    told = []
    under: list[Covered] = []
    for position in replay(game, record):
        first = position.state.copy() if first is None else first
        if isinstance(position.state, DeepBlueState):
            cards = covered(position.number, position.state)
            if not under or (under[-1].wrecks, under[-1].deck) != (cards.wrecks, cards.deck):
                under.append(cards)
        told.append(frames.entry(game, position.number, position.events, position.state, eyes, None))
    return encoded(
        Replay(
            id=name,
            players=record.players,
            eyes=eyes,
            frames=tuple(told),
            steps=tuple(Step(move.seat, move.by_clock) for move in record.moves),
            ocean=tuple(card.kind for card in first.ocean) if isinstance(first, DiveState) else (),
            covered=tuple(under),
        )
    )


def covered(number: int, state: DeepBlueState) -> Covered:
    """What lies face down at this entry of the log."""
    lying = zip(state.box.site_number, state.lying, strict=True)
    return Covered(
        since=number,
        wrecks={site: wreck.tile for site, wreck in lying if wreck and not wreck.up},
        deck=state.deck[::-1],
    )


def look_through(name: str, content: bytes) -> bytes:
    """The `Review` of a record, as JSON; raises `BadRecord`. Runs in a worker."""
    record = _readable(content)
    found = review(record)
    return encoded(
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


def _readable(content: bytes) -> Record:
    """A record of a game that is known here, and not too long."""
    record = read_record(content)
    if record.game not in GAMES:
        raise BadRecord(f"nobody here knows the game “{record.game}”")
    if len(record.moves) > MOST_MOVES:
        raise BadRecord(f"{len(record.moves)} decisions; at most {MOST_MOVES} are shown")
    return record


def seen_in(content: bytes, number: int) -> tuple[Subject, bytes]:
    """What there was to look at in that round, every card of it by itself too, and the secret of its art.

    Raises `BadRecord` if there was no such round. Runs in a worker.
    """
    record = read_record(content)
    first: Any = None
    for position in replay(GAMES[record.game], record):
        first = position.state.copy() if first is None else first
        seen = subject(first, position.state)
        if seen is not None and seen.round == number:
            alone = msgspec.structs.replace(seen, lifted=seen.cards, lifted_place=seen.place)
            return alone, art_of(record)
    raise BadRecord(f"there was no round {number}")


def art_of(record: Record) -> bytes:
    """The secret from which the cards were drawn; of a game that had none, one that follows from its hash."""
    if isinstance(record.proof, FairProof):
        return Secrets(bytes.fromhex(record.proof.seed), bytes.fromhex(record.proof.salt)).under("art")
    return hashlib.sha256(record.hash.encode()).digest()
