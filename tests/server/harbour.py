"""A real server on loopback, and divers who talk to it over real sockets, for tests.

Everything waits for a condition, with a bound that only a broken server reaches.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
from litestar import Litestar
from websockets.sync.client import connect
from websockets.typing import Origin

from fathom import deepblue
from fathom.dive import Action, DiveGame, DiveView, Program
from fathom.server.common.clock import Alarm, Clock, RealClock
from fathom.server.common.limits import Limits
from fathom.server.common.tokens import RandomBytes
from fathom.server.common.workers import Workers
from fathom.server.host.services import Services
from fathom.server.pictures.looks import Looks
from fathom.server.room.tables import Tables
from fathom.server.serving import Server, configured, listen
from fathom.server.store import SqliteStore, Store
from fathom.table import FastDice, encoded

T = TypeVar("T")

BOUND = 60.0
"""Seconds after which a test gives up waiting."""

FRAMES = 5000
"""Frames after which a test gives up looking for one."""

SMALL = 64
"""Pixels of a picture: enough to be one."""

GAME = DiveGame()

Frame = dict[str, Any]

AnyAction = Action | deepblue.Action | Frame

_COUNT = itertools.count()


def run(scenario: Coroutine[Any, Any, T]) -> T:
    """Run a scenario to its end, in a thread of its own: a browser test that ran before on the same worker
    has left Playwright's loop running in this one.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, scenario).result()


def wait_until(true: Callable[[], bool]) -> None:
    """Wait until it is so."""
    for _ in range(int(BOUND / 0.02)):
        if true():
            return
        time.sleep(0.02)
    raise AssertionError("it never is")


class SharedWorkers(Workers):
    """Workers that survive the servers of single tests, because starting a process takes a second."""

    def close(self) -> None:
        pass

    def end(self) -> None:
        super().close()


class SetClock:
    """A clock that moves only when it is told to."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._alarms: list[_SetAlarm] = []
        self._asked = threading.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None

    def now(self) -> float:
        return self._now

    def date(self) -> float:
        return self._now

    def call_at(self, when: float, wake: Callable[[], None]) -> Alarm:
        self._loop = asyncio.get_running_loop()
        alarm = _SetAlarm(when, wake)
        with self._asked:
            self._alarms.append(alarm)
            self._asked.notify_all()
        if when <= self._now:
            self._loop.call_soon(self._ring_due)
        return alarm

    def wait_for_alarm(self, seconds: float) -> None:
        """Wait until someone wants to be woken in so many seconds."""
        with self._asked:
            wanted = self._now + seconds
            assert self._asked.wait_for(lambda: any(alarm.when == wanted for alarm in self._alarms), BOUND)

    def advance(self, seconds: float) -> None:
        """Let time pass, and wake whoever wanted to be."""
        done: Future[None] = Future()

        def pass_time() -> None:
            self._now += seconds
            self._ring_due()
            done.set_result(None)

        if self._loop is None:
            self._now += seconds
            return
        self._loop.call_soon_threadsafe(pass_time)
        done.result(BOUND)

    def _ring_due(self) -> None:
        for alarm in [alarm for alarm in self._alarms if alarm.when <= self._now]:
            self._alarms.remove(alarm)
            alarm.ring()


class _SetAlarm:
    def __init__(self, when: float, wake: Callable[[], None]) -> None:
        self.when = when
        self._wake: Callable[[], None] | None = wake

    def cancel(self) -> None:
        self._wake = None

    def ring(self) -> None:
        if self._wake is not None:
            self._wake()


def repeatable(seed: str) -> RandomBytes:
    """Secrets that are the same in every world that begins with this seed."""
    count = 0

    def random(size: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(f"{seed}/{count}".encode()).digest(size)

    return random


class Running:
    """A server in a thread of its own."""

    def __init__(self, services: Services, host: str = "127.0.0.1", port: int = 0) -> None:
        self.services = services
        self.socket = listen(host, port)
        ready = threading.Event()
        self._server, more = self.start(ready.set)
        sockets = [self.socket, *more]
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": sockets})
        self._thread.start()
        if not ready.wait(BOUND):
            raise TimeoutError("the server does not start")
        self.port: int = self.socket.getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"

    def start(self, ready: Callable[[], None]) -> tuple[Server, list[Any]]:
        """The server itself, and the sockets that it has beside the usual one."""
        return Server(configured(self.services), ready), []

    @property
    def tables(self) -> Tables:
        """All tables of this server."""
        tables: Tables = self.tables_app.state.tables
        return tables

    @property
    def tables_app(self) -> Litestar:
        """The application itself."""
        app: Any = self._server.config.app
        assert isinstance(app, Litestar)
        return app

    @property
    def thread(self) -> int | None:
        """The thread in which everything but the store's writing happens."""
        return self._thread.ident

    def stop(self) -> None:
        """As Ctrl-C does."""
        self._server.should_exit = True
        self._thread.join(BOUND)
        assert not self._thread.is_alive()
        self.socket.close()

    @property
    def log(self) -> Path:
        """The file in which its tables are."""
        assert isinstance(self.services.store, SqliteStore)
        return self.services.store.path


def small_services(
    folder: Path,
    workers: Workers,
    *,
    clock: Clock | None = None,
    random: RandomBytes | None = None,
    store: Store | None = None,
    limits: float = 0.0,
    bot_seconds: float = BOUND,
) -> Services:
    """Services like real ones, with small pictures, one process for everything and nobody turned away."""
    clock = clock or RealClock()
    return Services(
        store=store or SqliteStore(folder / "fathom.sqlite3"),
        bots=workers,
        reviewing=workers,
        looks=Looks(workers, SMALL),
        clock=clock,
        random=random or __import__("secrets").token_bytes,
        limits=Limits(clock, times=limits),
        bot_seconds=bot_seconds,
    )


class Diver:
    """Someone with a browser: it keeps a cookie and can open windows on a table."""

    def __init__(self, host: str, name: str) -> None:
        self.host = host
        self.name = name
        self.http = httpx.Client(base_url=f"http://{host}", trust_env=False, verify=False, timeout=BOUND)
        self.entropy = hashlib.sha256(name.encode()).digest()
        """What this diver adds to the dice: always the same, so that games can be compared."""
        self._lines: list[Line] = []
        self.table = ""
        self.invite = ""

    def open(self, *seats: Frame, settings: Frame | None = None, **options: Any) -> Frame:
        """Open a table; the first seat is mine."""
        asked = {
            "options": {"game": "dive", **options},
            "seats": [{"type": "me"}, *seats],
            "name": self.name,
            "settings": settings or {},
        }
        answer = self.http.post("/api/tables", json=asked)
        assert answer.status_code == 201, answer.text
        seated: Frame = answer.json()
        self.table, self.invite = seated["table"], seated["invite"]
        return seated

    def join(self, host: Diver) -> Frame:
        """Take a seat at the table of someone who invites me."""
        answer = self.try_join(host.table, host.invite)
        assert answer.status_code == 200, answer.text
        self.table, self.invite = host.table, host.invite
        seated: Frame = answer.json()
        return seated

    def try_join(self, table: str, invite: str) -> httpx.Response:
        return self.http.post(f"/api/tables/{table}/join", json={"invite": invite, "name": self.name})

    def line(self, after: int | None = None, *, table: str = "", hello: bool = True) -> Line:
        """Open a window on my table and say hello."""
        line = Line(self.host, table or self.table, self.http.cookies.get("fathom"), entropy=self.entropy)
        self._lines.append(line)
        if hello:
            line.say({"type": "hello", "after": after})
        return line

    def get(self, path: str = "") -> httpx.Response:
        return self.http.get(f"/api/tables/{self.table}{path}")

    def start(self, *others: Diver) -> tuple[Line, ...]:
        """Everyone here is ready, reveals, and has a window on the game that begins with it."""
        lines = tuple(one.line() for one in (self, *others))
        begin(*lines)
        return lines

    def close(self) -> None:
        for line in self._lines:
            line.close()
        self.http.close()


def begin(*lines: Line) -> None:
    """Start a table: the line of everyone who sits there sees it through to the first position."""
    for line in lines:
        line.ready()
    for line in lines:
        line.until("reveal-now")
    for line in lines:
        line.until("position")


class Line:
    """One WebSocket to a table, with everything that came over it."""

    def __init__(
        self,
        host: str,
        table: str,
        cookie: str | None,
        *,
        origin: str | None = None,
        size: int | None = None,
        entropy: bytes | None = None,
    ) -> None:
        headers = {"Cookie": f"fathom={cookie}"} if cookie else {}
        self._stack = ExitStack()
        self.socket = self._stack.enter_context(
            connect(
                f"ws://{host}/api/tables/{table}/socket",
                additional_headers=headers,
                origin=Origin(origin or f"http://{host}"),
                proxy=None,
                open_timeout=BOUND,
                max_size=size,
            )
        )
        self.entropy = entropy
        """What to add to the dice. As in a browser, a line with one is ready and reveals by itself."""
        self.silent = False
        """Whether it keeps what it adds to the dice to itself."""
        self.lobby: Frame = {}
        self.frames: list[str] = []
        self.number = -1
        self.view: Any = None
        self.left: float | None = None
        self.menu = ""

    def close(self) -> None:
        self._stack.close()

    def say(self, message: Frame | str | bytes) -> None:
        self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def next(self) -> Frame:
        """The next frame."""
        text = self.socket.recv(timeout=BOUND)
        assert isinstance(text, str)
        self.frames.append(text)
        frame: Frame = json.loads(text)
        if frame["type"] == "lobby":
            self.lobby = frame["lobby"]
            if _alone(self.lobby):
                self.ready()
        elif frame["type"] == "reveal-now" and not self.silent and self.lobby["you"] is not None:
            self.reveal()
        if frame["type"] in {"position", "happened"}:
            if frame["type"] == "happened":
                assert frame["number"] == self.number + 1 or self.number < 0, "a gap in the numbers"
            self.number, self.view, self.left = frame["number"], frame["view"], frame["left"]
            self.menu = frame["menu"]["type"]
        return frame

    def ready(self, entropy: bytes | None = None) -> None:
        """Say that I am ready, with the hash of what I will add to the dice."""
        self.entropy = entropy or self.entropy
        if not self.lobby:
            self.until("lobby")
        assert self.entropy is not None
        announced = hashlib.sha256(self.entropy).hexdigest()
        self.say({"type": "ready", "hash": announced, "commitment": self.lobby["commitment"]})

    def reveal(self, entropy: bytes | None = None) -> None:
        """Say what I add to the dice: what I have announced, or something else."""
        revealed = entropy or self.entropy
        assert revealed is not None
        self.say({"type": "reveal", "entropy": revealed.hex()})

    def until_lobby(self, wanted: Callable[[Frame], bool]) -> Frame:
        """How the table stands as soon as it stands like that."""
        for _ in range(FRAMES):
            if self.lobby and wanted(self.lobby):
                return self.lobby
            self.until("lobby")
        raise AssertionError("the table never stands like that")

    def until(self, kind: str, **wanted: Any) -> Frame:
        """The next frame of this type with these values; those before it are skipped."""
        for _ in range(FRAMES):
            frame = self.next()
            if frame["type"] == kind and all(frame[key] == value for key, value in wanted.items()):
                return frame
        raise AssertionError(f"no {kind} with {wanted}")

    def quiet(self) -> list[Frame]:
        """What has been sent before now: a pong comes after everything that was sent before it."""
        assert self.socket.ping().wait(BOUND)
        arrived: list[Frame] = []
        for _ in range(FRAMES):
            try:
                text = self.socket.recv(timeout=0)
            except TimeoutError:
                return arrived
            assert isinstance(text, str)
            self.frames.append(text)
            arrived.append(json.loads(text))
        raise AssertionError("it does not stop")

    def act(self, action: AnyAction, *, number: int | None = None, name: str = "") -> Frame:
        """Play an action and give the answer, done or refused; what is done has also been heard of."""
        name = self.send_act(action, number=number, name=name)
        for _ in range(FRAMES):
            frame = self.next()
            if frame["type"] in {"done", "refused"} and frame["id"] == name:
                if frame["type"] == "done" and frame["number"] > self.number:
                    self.until("happened", number=frame["number"])
                return frame
        raise AssertionError("no answer")

    def send_act(self, action: AnyAction, *, number: int | None = None, name: str = "") -> str:
        name = name or f"act-{next(_COUNT)}"
        written = action if isinstance(action, dict) else json.loads(encoded(action))
        seen = self.number if number is None else number
        self.say({"type": "act", "id": name, "number": seen, "action": written})
        return name

    def draft(self, action: AnyAction, *, number: int | None = None) -> Frame:
        """Say what lies on the board."""
        written = action if isinstance(action, dict) else json.loads(encoded(action))
        seen = self.number if number is None else number
        self.say({"type": "draft", "id": "draft", "number": seen, "action": written})
        for _ in range(FRAMES):
            frame = self.next()
            if frame["type"] in {"checked", "refused"}:
                return frame
        raise AssertionError("no answer")

    def decoded_view(self) -> DiveView:
        return msgspec.convert(self.view, DiveView)

    def any_action(self, seed: str) -> Action:
        """Something that is legal now."""
        return GAME.actions(self.decoded_view()).sample(FastDice(seed))

    @property
    def over(self) -> bool:
        return bool(self.view["phase"]["type"] == "over")


def _alone(lobby: Frame) -> bool:
    """Whether there is nobody else to wait for: a browser is ready then without being asked."""
    if lobby["you"] is None or lobby["phase"] != "lobby" or lobby["seats"][lobby["you"]]["ready"]:
        return False
    return all(seat["type"] == "bot" for number, seat in enumerate(lobby["seats"]) if number != lobby["you"])


def laid(*levels: tuple[int, ...] | int, sharks: tuple[int, ...] = ()) -> Program:
    """A program: the tokens of each level from 1 down; `sharks` are the levels that lie shark side up."""
    from fathom.dive import Level

    return Program(
        tuple(
            Level(shark=tokens) if number in sharks else Level(plain=tokens)
            for number, tokens in enumerate(
                [(level,) if isinstance(level, int) else level for level in levels], start=1
            )
        )
    )


OPEN: Frame = {"type": "open"}


def bot(level: str = "snorkeler") -> Frame:
    return {"type": "bot", "level": level}


def revealing(ada: Diver, bob: Diver) -> tuple[Line, Line]:
    """Both are ready, and keep to themselves what they add to the dice."""
    a, b = ada.line(), bob.line()
    for line in (a, b):
        line.silent = True
        line.ready()
    for line in (a, b):
        line.until("reveal-now")
    return a, b
