"""What can be looked at besides the view: the pictures of Dive's stack.

A round's pictures are drawn once, in another process, and are the same bytes for everyone: first the view
from straight above, so that people can begin to look, then all others. They are kept only while they may be
looked at: with the next dive they are gone, and with them those of the cards that were lifted before (D5.4).
Since they follow from the table's secret they can be drawn again at any time.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from fathom.dive import Card, DiveState, Kind, LayOctopus
from fathom.dive.events import Lifted
from fathom.dive.state import Programming
from fathom.ocean import (
    LIGHTS,
    SECRET_BYTES,
    STEPS,
    VISIBLE,
    Clarity,
    Frame,
    Octopus,
    Sight,
    film_picture,
    prepare,
    sight,
)
from fathom.server import refusals
from fathom.server.protocol import Look
from fathom.server.workers import Workers
from fathom.table import Refused, encoded

KEPT = 64
"""The pictures of so many tables are kept in memory; the longest unseen go first."""


class Subject(msgspec.Struct, frozen=True):
    """What there is to look at now. Two equal subjects at a table give the same pictures."""

    round: int
    cards: tuple[Card, ...]
    """Those that can be seen at all: nothing about deeper ones can get into a picture."""
    place: int
    """How many cards lay above them in the first stack."""
    lifted: tuple[Card, ...]
    """Cards to be shown by themselves."""
    lifted_place: int
    """How many lay above the first of them in the first stack."""
    octopus: Octopus | None
    clarity: Clarity
    flashlight: bool


def subject(first: Any, state: Any) -> Subject | None:
    """What there is to look at in this state of a game that began with `first`; None if nothing is."""
    if not isinstance(state, DiveState) or not isinstance(first, DiveState):
        return None
    place = len(first.ocean) - len(state.ocean)
    lifted = sum(isinstance(event, Lifted) for event in state.told[-1]) if state.told else 0
    laid = None
    if isinstance(state.phase, Programming):
        laid = next((use for use in state.phase.uses if isinstance(use, LayOctopus)), None)
    return Subject(
        round=state.round,
        cards=state.ocean[:VISIBLE],
        place=place,
        lifted=first.ocean[place - lifted : place],
        lifted_place=place - lifted,
        octopus=Octopus(laid.across, laid.down) if laid else None,
        clarity=_clarity(state),
        flashlight=state.options.flashlight,
    )


def table_address(table: str) -> str:
    """Where the pictures of a table are."""
    return f"/api/tables/{table}"


class Drawing:
    """The pictures of one subject while they are drawn: the centre, the cards that were lifted, the rest.

    How they belong together is known from the start, so whoever has seen the list may ask for any of them and
    waits for it only as long as it takes.
    """

    def __init__(self, address: str, art: bytes, subject: Subject, size: int, workers: Workers) -> None:
        self.subject = subject
        # What lies there follows from the round, and what is laid on it; a name tells nothing of the cards.
        tag = encoded((subject.round, subject.octopus))
        # A name that is never used twice, from which nothing follows without the secret.
        self._parts = {
            hmac.digest(art, tag + part.encode(), "sha256")[:12].hex(): part for part in _parts(subject)
        }
        at = {part: f"{address}/looks/{subject.round}/{name}.webp" for name, part in self._parts.items()}
        self._look = Look(
            round=subject.round,
            size=size,
            steps=STEPS,
            rows=tuple(at[f"row/{row}"] for row in range(STEPS)),
            centre=at["centre"],
            thumb=at["thumb"],
            lights={light: at[f"light/{light}"] for light in LIGHTS} if subject.flashlight else {},
            lifted=tuple(at[f"lifted/{number}"] for number in range(len(subject.lifted))),
        )
        self._drawing = workers.in_turn((draw_centre, draw_lifted, draw_rest), subject, art, size)

    @property
    def failed(self) -> bool:
        """Whether something went wrong, so that it has to be drawn again."""
        return any(one.done() and (one.cancelled() or one.exception()) for one in self._drawing)

    async def look(self) -> Look:
        """Where the pictures are, once the centre is there."""
        await self._drawn(self._drawing[0])
        return self._look

    async def picture(self, name: str) -> bytes | None:
        """One of the pictures, as soon as it is there; None if there is none of this name."""
        part = self._parts.get(name)
        if part is None:
            return None
        return (await self._drawn(self._drawing[_turn(part)]))[part]

    async def finished(self) -> None:
        """Wait until all are there."""
        await self._drawn(self._drawing[-1])

    def stop(self) -> None:
        """Nobody needs them any more."""
        for one in self._drawing:
            one.cancel()

    async def _drawn(self, drawing: asyncio.Future[dict[str, bytes]]) -> dict[str, bytes]:
        await asyncio.wait((drawing,))
        if drawing.cancelled():
            raise Refused(refusals.NO_LOOK(round=self.subject.round))
        return drawing.result()


class Looks:
    """The pictures of all tables, drawn by workers when they are needed."""

    def __init__(self, workers: Workers, size: int) -> None:
        self._workers = workers
        self._size = size
        self._drawn: OrderedDict[str, Drawing] = OrderedDict()

    def warm(self) -> None:
        """Start the process that draws, and let it draw a little, so that the first table waits less."""
        self._workers.warm(practise, self._size)

    def drawing(self, address: str, art: bytes, subject: Subject, *, alongside: bool = False) -> Drawing:
        """The pictures of the subject, begun now if they were not yet. Those of anything else are gone.

        `address` is the table's, the replay's or the lesson's; `art` the secret behind its cards.
        `alongside`: other rounds are kept too, since many learn from them at the same time.
        """
        key = f"{address} {subject.round}" if alongside else address
        known = self._drawn.get(key)
        if known is None or known.subject != subject or known.failed:
            self.forget(key)
            known = Drawing(address, art, subject, self._size, self._workers)
            self._drawn[key] = known
        self._drawn.move_to_end(key)
        while len(self._drawn) > KEPT:
            self.forget(next(iter(self._drawn)))
        return known

    def forget(self, address: str) -> None:
        """Let go of the pictures of a table or a replay, drawn or not."""
        known = self._drawn.pop(address, None)
        if known is not None:
            known.stop()

    def close(self) -> None:
        """End the processes that draw."""
        for address in tuple(self._drawn):
            self.forget(address)
        self._workers.close()


# ── In a worker ────────────────────────────────────────────────────────────────────────────────────────────

_lit: list[Sight] = []
"""The stack in between: drawn and lit for the centre, to be seen from everywhere else."""


def practise(size: int) -> None:
    """Draw a card of every kind for nobody: loading what it needs takes longest."""
    prepare([Card(kind, 0, False) for kind in Kind], 0, bytes(SECRET_BYTES), Frame(size))


def draw_centre(subject: Subject, art: bytes, size: int) -> dict[str, bytes]:
    """What everyone waits for."""
    seen = sight(subject.cards, subject.place, art, subject.clarity, subject.octopus, Frame(size))
    _lit[:] = [seen]
    first = seen.glance()
    return {"centre": first.centre, "thumb": first.thumb}


def draw_lifted(subject: Subject, art: bytes, size: int) -> dict[str, bytes]:
    """The films of the cards that were lifted last."""
    return {
        f"lifted/{number}": film_picture(card, subject.lifted_place + number, art, Frame(size))
        for number, card in enumerate(subject.lifted)
    }


def draw_rest(subject: Subject, art: bytes, size: int) -> dict[str, bytes]:
    """Everything else there is to look at: the grid of views, and the lights of a flashlight table."""
    seen = _lit.pop()
    pictures = {f"row/{row}": seen.row(row) for row in range(STEPS)}
    if subject.flashlight:
        pictures |= {f"light/{light}": seen.light(light) for light in LIGHTS}
    return pictures


def _parts(subject: Subject) -> Iterator[str]:
    """Every picture of a subject, by the part it plays."""
    yield from ("centre", "thumb")
    yield from (f"row/{row}" for row in range(STEPS))
    if subject.flashlight:
        yield from (f"light/{light}" for light in LIGHTS)
    yield from (f"lifted/{number}" for number in range(len(subject.lifted)))


def _turn(part: str) -> int:
    """Which of the three that draw this one."""
    return 0 if part in {"centre", "thumb"} else 1 if part.startswith("lifted/") else 2


def _clarity(state: DiveState) -> Clarity:
    known: dict[str, Clarity] = {name: name for name in get_args(Clarity)}
    return known[state.options.clarity.value]
