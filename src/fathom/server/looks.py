"""What can be looked at besides the view: the pictures of Dive's stack.

A round's pictures are drawn once, in another process, and are the same bytes for everyone. They are kept only
while they may be looked at: with the next dive they are gone, and with them those of the cards that were
lifted before (D5.4). Since they follow from the table's secret they can be drawn again at any time.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict
from typing import Any, get_args

import msgspec

from fathom.dive import Card, DiveState, Kind, LayOctopus
from fathom.dive.events import Lifted
from fathom.dive.state import Programming
from fathom.ocean import SECRET_BYTES, VISIBLE, Clarity, Frame, Octopus, film_picture, look, prepare
from fathom.server import refusals
from fathom.server.protocol import Look
from fathom.server.tokens import Secrets
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
    octopus: Octopus | None
    clarity: Clarity
    flashlight: bool


class Pictures(msgspec.Struct, frozen=True):
    """The pictures of one subject: how they belong together, and their bytes by file name."""

    look: Look
    files: dict[str, bytes]


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
        octopus=Octopus(laid.across, laid.down) if laid else None,
        clarity=_clarity(state),
        flashlight=state.options.flashlight,
    )


class Looks:
    """The pictures of all tables, drawn by workers when they are needed."""

    def __init__(self, workers: Workers, size: int) -> None:
        self._workers = workers
        self._size = size
        self._drawn: OrderedDict[str, tuple[Subject, asyncio.Task[Pictures]]] = OrderedDict()

    def warm(self) -> None:
        """Start the process that draws, and let it draw a little, so that the first table waits less."""
        self._workers.warm(practise, self._size)

    async def pictures(self, table: str, secrets: Secrets, subject: Subject) -> Pictures:
        """The pictures of the subject, drawn now if they are not there yet. Older ones of it are gone."""
        known = self._drawn.get(table)
        if known is None or known[0] != subject or _failed(known[1]):
            self.forget(table)
            drawing = asyncio.create_task(self._draw(table, secrets, subject))
            self._drawn[table] = known = (subject, drawing)
        self._drawn.move_to_end(table)
        while len(self._drawn) > KEPT:
            self.forget(next(iter(self._drawn)))
        drawing = known[1]
        await asyncio.wait((drawing,))
        if drawing.cancelled():
            raise Refused(refusals.NO_LOOK(round=subject.round))
        return drawing.result()

    def forget(self, table: str) -> None:
        """Let go of a table's pictures, drawn or not."""
        known = self._drawn.pop(table, None)
        if known is not None:
            known[1].cancel()

    def close(self) -> None:
        """End the processes that draw."""
        for table in tuple(self._drawn):
            self.forget(table)
        self._workers.close()

    async def _draw(self, table: str, secrets: Secrets, subject: Subject) -> Pictures:
        art = secrets.under("art")
        parts = await self._workers.run(draw, subject, art, self._size)
        # What lies there follows from the round, and what is laid on it; a name tells nothing of the cards.
        tag = encoded((subject.round, subject.octopus))
        files: dict[str, bytes] = {}
        names: dict[str, str] = {}
        for part, picture in parts.pictures.items():
            # A name that is never used twice, from which nothing follows without the secret.
            name = hmac.digest(art, tag + part.encode(), "sha256")[:12].hex()
            files[name] = picture
            names[part] = f"/api/tables/{table}/looks/{subject.round}/{name}.webp"
        return Pictures(
            Look(
                round=subject.round,
                size=parts.size,
                steps=parts.steps,
                rows=tuple(names[f"row/{row}"] for row in range(parts.steps)),
                centre=names["centre"],
                thumb=names["thumb"],
                lights={light: names[f"light/{light}"] for light in parts.lights},
                lifted=tuple(names[f"lifted/{number}"] for number in range(len(subject.lifted))),
            ),
            files,
        )


class Parts(msgspec.Struct, frozen=True):
    """What a worker gives back: every picture by the part it plays."""

    size: int
    steps: int
    lights: tuple[str, ...]
    pictures: dict[str, bytes]


def practise(size: int) -> None:
    """Draw a card of every kind for nobody: loading what it needs takes longest. Runs in a worker."""
    prepare([Card(kind, 0, False) for kind in Kind], 0, bytes(SECRET_BYTES), Frame(size))


def draw(subject: Subject, art: bytes, size: int) -> Parts:
    """Draw everything there is to look at. Runs in a worker."""
    stack = look(
        subject.cards,
        subject.place,
        art,
        subject.clarity,
        subject.octopus,
        flashlight=subject.flashlight,
        frame=Frame(size),
    )
    films = [
        film_picture(card, subject.place - len(subject.lifted) + number, art, Frame(size))
        for number, card in enumerate(subject.lifted)
    ]
    pictures = {"centre": stack.centre, "thumb": stack.thumb}
    pictures |= {f"row/{number}": row for number, row in enumerate(stack.rows)}
    pictures |= {f"light/{light}": picture for light, picture in stack.lights.items()}
    pictures |= {f"lifted/{number}": film for number, film in enumerate(films)}
    return Parts(stack.size, stack.steps, tuple(stack.lights), pictures)


def _clarity(state: DiveState) -> Clarity:
    known: dict[str, Clarity] = {name: name for name in get_args(Clarity)}
    return known[state.options.clarity.value]


def _failed(drawing: asyncio.Task[Pictures]) -> bool:
    return drawing.done() and (drawing.cancelled() or drawing.exception() is not None)
