"""HTTP messages: everything that can be said over a table's socket, one request per message.

For scripts and bots of other people. A message is carried out by the same code as a message over the socket,
and answered with the message that the socket would have brought. Reading is either at once or, with `wait`, a
request that the server keeps until something happens (long polling).
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, get_args

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, SkipValidation

from fathom.server.common.clock import Clock
from fathom.server.common.limits import SAYING
from fathom.server.http.bodies import body, number, text
from fathom.server.http.callers import address, check_origin, hashed_proof
from fathom.server.http.given import AnyRequest, TheTables
from fathom.server.http.socket import speaker
from fathom.server.protocol import (
    Checked,
    Done,
    FromClient,
    FromServer,
    Hello,
    InviteNow,
    LobbyNow,
    Said,
    StoryNow,
)
from fathom.server.protocol.fields import SIGN_LENGTH
from fathom.server.room import TRY_AGAIN, Room
from fathom.server.room.asks import Leave, Message
from fathom.server.room.tables import Tables
from fathom.server.store import NotWritten
from fathom.table import Refused

LONGEST_WAIT = 30.0
"""Seconds that a request may wait for something to happen."""

LINGER_SECONDS = 45.0
"""Seconds for which a seat that reads over HTTP counts as connected after each reading."""

_NUMBERED = frozenset({"position", "happened"})
_AWAITED = "reveal-now"
"""The message that has to be answered at once."""
_FLEETING = (b'{"type":"torch-of"', b'{"type":"ripple-of"')
"""Where someone points, with a torch or a finger, is no news: it is gone at once."""


class Letter:
    """A visitor for as long as one request: keeps what it is told."""

    def __init__(self, token: bytes | None, address: str) -> None:
        self.token = token
        self.address = address
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def leave(self, code: int) -> None:
        """Nothing: the request ends by itself."""


class Listener:
    """A seat that reads over HTTP, as its table knows it: present, but only told that there is news."""

    def __init__(self, token: bytes | None, address: str) -> None:
        self.token = token
        self.address = address
        self.until = 0.0
        self.news = asyncio.Event()
        self.entered = asyncio.Event()
        self.left = asyncio.Event()
        self.gone = False

    def send(self, frame: bytes) -> None:
        if not frame.startswith(_FLEETING):
            self.news.set()

    def leave(self, code: int) -> None:
        self.gone = True
        self.left.set()
        self.news.set()


class Listeners:
    """All seats that read over HTTP. They stay in their rooms a while after their last request."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._clock = tables.services.clock
        self._here: dict[tuple[str, bytes], Listener] = {}
        self._staying: set[asyncio.Task[None]] = set()

    async def listener(self, table: str, token: bytes, address: str) -> Listener:
        """The listener of this seat, who is in the room from now on."""
        listener = self._here.get((table, token))
        if listener is None or listener.gone:
            listener = self._here[table, token] = Listener(token, address)
            staying = asyncio.create_task(self._stay(table, listener))
            self._staying.add(staying)
            staying.add_done_callback(self._staying.discard)
        listener.until = self._clock.now() + LINGER_SECONDS
        await listener.entered.wait()
        return listener

    def close(self) -> None:
        """Everyone goes."""
        for staying in tuple(self._staying):
            staying.cancel()

    async def _stay(self, table: str, listener: Listener) -> None:
        try:
            async with self._tables.room(table) as room:
                await room.ask(Message(listener, Hello(None)))
                listener.entered.set()
                while not listener.gone and self._clock.now() < listener.until:
                    await _any(self._clock, listener.until, listener.left)
                    listener.left.clear()
                await _leave(room, listener)
        except (Refused, NotWritten):
            pass  # the room was closed, or lets nobody in: whoever asks hears of it too
        finally:
            listener.leave(TRY_AGAIN)
            listener.entered.set()
            if listener.token is not None and self._here.get((table, listener.token)) is listener:
                del self._here[table, listener.token]


async def _any(clock: Clock, when: float, event: asyncio.Event) -> None:
    """Wait for an event, but only until then."""
    alarm = clock.call_at(when, event.set)
    try:
        await event.wait()
    finally:
        alarm.cancel()


TheListeners = NamedDependency[SkipValidation[Listeners]]


class Heard(msgspec.Struct, frozen=True):
    """What the socket would have brought, in order."""

    messages: tuple[FromServer, ...]


LAST = 2**53 - 1
QUERY = {
    "after": {"type": "integer", "minimum": 0, "maximum": LAST},
    "sign": {"type": "string", "maxLength": SIGN_LENGTH},
    "wait": {"type": "number", "minimum": 0, "maximum": LONGEST_WAIT, "default": 0},
}


@get("/api/tables/{table:str}/view", summary="What happened", opt={"answer": Heard, "query": QUERY})
async def read_table(
    table: FromPath[str],
    request: AnyRequest,
    tables: TheTables,
    readers: TheListeners,
) -> Response[bytes]:
    """What the table's socket brings to someone who says hello with `after`, as a list of messages.

    `after` is the number of the last entry that you have seen: you get every later one, or, if that is too
    long ago, the position. Without it you get the position. `sign` is what came with that number: if the log
    of the table has become shorter, that is noted, and you are told. If there is nothing newer, the answer
    comes when anything happens (someone sits down, talks, plays), but at the latest after `wait` seconds.
    """
    seen = number(request, "after", below=LAST, whole=True)
    after = None if seen is None else int(seen)
    sign = text(request, "sign", most=SIGN_LENGTH)
    wait = number(request, "wait", below=LONGEST_WAIT, whole=False) or 0.0
    token, who = hashed_proof(request), address(request)
    clock = tables.services.clock
    until = clock.now() + wait
    async with tables.room(table) as room:
        if token is not None and room.reader(token) is not None:
            listener = await readers.listener(table, token, who)
        else:
            listener = Listener(token, who)
            await room.ask(Message(listener, Hello(None)))
        try:
            listener.news.clear()
            frames = await _heard(room, Letter(token, who), after, sign)
            if not _has_news(frames, after) and clock.now() < until:
                await _any(clock, until, listener.news)
                frames = await _heard(room, Letter(token, who), after, sign)
        finally:
            if not listener.entered.is_set():
                await _leave(room, listener)
    frames = [frame for frame in frames if not _is_known(frame, after)]
    return _answer(b'{"messages":[' + b",".join(frames) + b"]}")


async def _heard(room: Room, letter: Letter, after: int | None, sign: str) -> list[bytes]:
    """What someone is told who comes in now."""
    await room.ask(Message(letter, Hello(after, sign)))
    await _leave(room, letter)
    return letter.frames


async def _leave(room: Room, visitor: Letter | Listener) -> None:
    with contextlib.suppress(Refused):  # the room may have closed
        await room.ask(Leave(visitor))


class _Numbered(msgspec.Struct):
    type: str
    number: int = -1


_read = msgspec.json.Decoder(_Numbered).decode


def _is_known(frame: bytes, after: int | None) -> bool:
    told = _read(frame)
    return told.type == "position" and told.number == after


def _has_news(frames: list[bytes], after: int | None) -> bool:
    """Whether there is something that the caller has not seen, or has to answer."""
    seen = -1 if after is None else after
    told = (_read(frame) for frame in frames)
    return any(one.type == _AWAITED or (one.type in _NUMBERED and one.number != seen) for one in told)


# ── Writing ────────────────────────────────────────────────────────────────────────────────────────────────


def letter_routes() -> list[HTTPRouteHandler]:
    """A route for every message that a client can say, and the one to read."""
    said = (kind for kind in get_args(FromClient) if kind is not Hello)
    return [read_table, *(_route(kind) for kind in said)]


def _route(kind: Any) -> HTTPRouteHandler:
    tag = kind.__struct_config__.tag

    async def write(table: FromPath[str], request: AnyRequest, tables: TheTables) -> Response[bytes]:
        check_origin(request)
        token = hashed_proof(request)
        message: FromClient = await body(request, kind)
        letter = Letter(token, address(request))
        async with tables.room(table) as room:
            tables.services.limits.check(SAYING, speaker(room, token, f"letters/{address(request)}"))
            tables.services.metrics.count("messages_total", "kind", tag)
            await room.ask(Message(letter, message))
        return _answered(letter)

    write.__doc__ = kind.__doc__
    return post(
        f"/api/tables/{{table:str}}/{tag}",
        status_code=200,
        summary=(kind.__doc__ or "").partition(".")[0],
        opt={"name": kind.__name__, "body": kind, "answer": _answer_to(tag)},
    )(write)


_ANSWERS: dict[str, Any] = {
    "act": Done,
    "draft": Checked,
    "recount": StoryNow,
    "say": Said,
    "phrase": Said,
    "torch": None,
    "ripple": None,
    "shown": None,
    "renew": InviteNow,
    "take-back": Done | LobbyNow,
}


def _answer_to(tag: str) -> Any:
    """What type of message answers a message, None where none does; a change is answered with the lobby."""
    return _ANSWERS.get(tag, LobbyNow)


def _answered(letter: Letter) -> Response[bytes]:
    """The answer to a message, as a response; it may be empty."""
    if not letter.frames:
        return Response(b"", status_code=204)
    return _answer(letter.frames[-1])


def _answer(content: bytes) -> Response[bytes]:
    return Response(content, media_type="application/json")
