"""Scripted people who play as fast as they can, come back after every loss, and remember what they were told.

Used where servers are killed or race each other: each seat's owner keeps the hash of every view they got, and
the number under which each of their actions was acknowledged, to be compared with the log.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from fathom.guests import rules
from fathom.server.game.play import Play
from fathom.server.store import Store
from fathom.table import AnyGame, FastDice, encoded
from tests.server.harbour import BOUND, SMALL, Frame

SERVE = """
import asyncio, dataclasses, random, sys
from pathlib import Path
from fathom.server.host.services import Services
from fathom.server.serving import Server, configured, listen, reachable
folder, size, database, delays = arguments
services = Services.at(Path(folder), picture_size=int(size), limits=0, database=None if delays else database)

if delays:
    from fathom.server.store.postgres import PostgresStore

    from fathom.server.store import AlreadyWritten

    class Slow(PostgresStore):
        '''Nothing comes when it should, or in the order in which it was sent.'''

        chance = random.Random(delays)

        async def _write(self, asked):
            try:
                return await super()._write(asked)
            except AlreadyWritten:
                with (Path(folder) / "too-late").open("a") as noted:  # for the test, which counts them
                    noted.write("!")
                raise

        async def _commit(self, transaction):
            await asyncio.sleep(self.chance.uniform(0, 0.02))
            await super()._commit(transaction)
            await asyncio.sleep(self.chance.uniform(0, 0.02))

        async def _sent(self, connection, values):
            await asyncio.sleep(self.chance.uniform(0, 0.02))
            answer = await super()._sent(connection, values)
            await asyncio.sleep(self.chance.uniform(0, 0.02))
            return answer

        async def open(self, changed):
            loop = asyncio.get_running_loop()
            await super().open(lambda table: loop.call_later(self.chance.uniform(0, 0.05), changed, table))

    services = dataclasses.replace(services, store=Slow(database))

if ready_workers:
    from fathom.server.pictures.looks import Looks
    from fathom.server.common.workers import Workers

    # They come from a process which has read all of Fathom already.
    bots, pictures = Workers(1, "forkserver"), Workers(1, "forkserver")
    services = dataclasses.replace(services, bots=bots, looks=Looks(pictures, int(size)))

listening = listen("127.0.0.1", 0)
Server(configured(services), lambda: print(*reachable(listening), flush=True)).run(sockets=[listening])
"""


AT_ONCE = "import sys; arguments, ready_workers = sys.argv[2:], False; exec(sys.argv[1])"
AGAIN_AND_AGAIN = """
import multiprocessing.forkserver, os, sys
import fathom.server.serving, fathom.players  # once for all: a server that starts is a copy that knows them
serve, *arguments = sys.argv[1:]
ready_workers = True
multiprocessing.set_forkserver_preload(
    ["fathom.server.game.bots", "fathom.server.pictures.looks", "fathom.ocean"]
)
multiprocessing.forkserver.ensure_running()
for _ in sys.stdin:
    if not (server := os.fork()):
        exec(serve)
    print(server, flush=True)
    os.waitpid(server, 0)
    print("gone", flush=True)
"""


class Launcher:
    """Starts one server after the other, each a process of its own that need not read all of Fathom first."""

    def __init__(self, folder: Path, *, database: str = "") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", AGAIN_AND_AGAIN, SERVE, str(folder), str(SMALL), database, ""],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._server: int | None = None

    def start(self) -> str:
        """Start a server; gives its address."""
        assert self._process.stdin is not None
        self._process.stdin.write("start\n")
        self._process.stdin.flush()
        # The new process and the one that made it both speak; which is first is not certain.
        said = sorted((self._line(), self._line()), key=str.isdigit)
        assert said[1].isdigit(), f"the server did not start: {said}"
        self._server = int(said[1])
        return said[0].removeprefix("http://")

    def kill(self) -> None:
        """As a crash does: no handler runs. Returns when the process is gone."""
        if self._server is not None:
            os.kill(self._server, signal.SIGKILL)
            assert self._line() == "gone"
            self._server = None

    def close(self) -> None:
        """Kill the server and let the launcher go."""
        self.kill()
        self._process.communicate(timeout=BOUND)

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


class Process:
    """A server in a process of its own, which can be killed."""

    def __init__(self, folder: Path, *, database: str = "", delays: str = "") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", AT_ONCE, SERVE, str(folder), str(SMALL), database, delays],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        self.host = self._process.stdout.readline().strip().removeprefix("http://")
        assert self.host, "the server did not start"

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def kill(self) -> None:
        """As a crash does: no handler runs."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As Ctrl-C does."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> int:
        if self._process.poll() is None:
            self._process.send_signal(how)
        code = self._process.wait(BOUND)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code


class Address:
    """Where a server is now, if it is anywhere."""

    def __init__(self, host: str = "") -> None:
        self._host = host
        self._up = asyncio.Event()
        if host:
            self._up.set()

    def move(self, host: str) -> None:
        """It is up again, somewhere else."""
        self._host = host
        self._up.set()

    def lose(self) -> None:
        """It is going down."""
        self._up.clear()

    async def get(self) -> str:
        """Wait until it is up."""
        await self._up.wait()
        return self._host


class Heard(msgspec.Struct):
    """What a sailor reads in a frame before anything else."""

    type: str
    number: int | None = None
    view: msgspec.Raw = msgspec.Raw(b"null")
    id: str | None = None


_read = msgspec.json.Decoder(Heard).decode

AGAIN = {"not-written", "back-soon"}
"""Refusals after which the same is tried again."""

PAUSE = 0.02
"""Seconds that a sailor waits before coming back, and after something that was refused."""


class Sailor:
    """The owner of a seat, or (`watching`) another window of theirs."""

    def __init__(
        self, address: Address, table: str, game: str, cookie: str, name: str, *, watching: bool = False
    ) -> None:
        self.table = table
        self.name = name
        self.number = -1
        self.seat = -1
        self.over = False
        self.told: dict[int, bytes] = {}
        """The hash of the view with each number."""
        self.done: dict[str, int] = {}
        """The number under which each action was acknowledged."""
        self.resent = 0
        self.refused = 0
        self._address = address
        self._game: AnyGame = rules(game)
        self._cookie = cookie
        self._watching = watching
        self._entropy = hashlib.sha256(f"{table}/{name}".encode()).digest()
        self._acts = 0
        self._view = b""
        self._pending: tuple[str, int, Any] | None = None
        self._dice = FastDice(f"{table}/{name}")

    async def sail(self) -> None:
        """Play for ever."""
        while True:
            host = await self._address.get()
            try:
                async with connect(
                    f"ws://{host}/api/tables/{self.table}/socket",
                    additional_headers={"Cookie": f"fathom={self._cookie}"},
                    origin=Origin(f"http://{host}"),
                    proxy=None,
                    open_timeout=BOUND,
                    max_size=None,
                ) as socket:
                    await self._aboard(socket)
            except (OSError, EOFError, TimeoutError, WebSocketException):
                await asyncio.sleep(PAUSE)

    async def _aboard(self, socket: ClientConnection) -> None:
        await self._say(socket, {"type": "hello", "after": self.number if self.number >= 0 else None})
        if self._pending is not None:
            self.resent += 1
            await self._send(socket)
        async for text in socket:
            heard = _read(text)
            match heard.type:
                case "lobby":
                    await self._lobby(socket, json.loads(text)["lobby"])
                case "reveal-now" if not self._watching:
                    await self._say(socket, {"type": "reveal", "entropy": self._entropy.hex()})
                case "position" | "happened":
                    assert heard.number is not None
                    self._look(heard.type, heard.number, bytes(heard.view))
                    await self._decide(socket)
                case "done" if self._pending is not None and heard.id == self._pending[0]:
                    assert heard.number is not None
                    self.done[self._pending[0]] = heard.number
                    self._pending = None
                    if heard.number <= self.number:  # it was sent again, and had happened long ago
                        await self._decide(socket)
                case "refused" if self._pending is not None and heard.id == self._pending[0]:
                    self.refused += 1
                    if json.loads(text)["refusal"]["code"] in AGAIN:
                        await asyncio.sleep(PAUSE)
                        await self._send(socket)
                    else:
                        # Someone was quicker; if nothing has happened since, ask for the position again.
                        self._pending = None
                        await self._say(socket, {"type": "hello", "after": None})

    async def _lobby(self, socket: ClientConnection, lobby: Frame) -> None:
        self.seat = lobby["you"]
        self.over = lobby["phase"] in {"over", "closed"}
        if not self._watching and lobby["phase"] == "lobby" and not lobby["seats"][self.seat]["ready"]:
            announced = hashlib.sha256(self._entropy).hexdigest()
            await self._say(socket, {"type": "ready", "hash": announced, "commitment": lobby["commitment"]})

    def _look(self, kind: str, number: int, view: bytes) -> None:
        if kind == "happened" and self.number >= 0:
            assert number == self.number + 1, f"{self.name} was told of {number} after {self.number}"
        self.number, self._view = number, view
        seen = hashlib.sha256(view).digest()
        assert self.told.setdefault(number, seen) == seen, f"{self.name} was told two things of {number}"

    async def _decide(self, socket: ClientConnection) -> None:
        if self._watching or self._pending is not None:
            return
        menu = self._game.actions(msgspec.json.decode(self._view, type=self._game.view_type))
        if not len(menu):
            return
        action = menu.sample(self._dice)
        if action.__struct_config__.tag == "withdraw":
            return  # moves nothing on
        self._acts += 1
        self._pending = (f"{self.name}-{self._acts}", self.number, msgspec.Raw(encoded(action)))
        await self._send(socket)

    async def _send(self, socket: ClientConnection) -> None:
        assert self._pending is not None
        name, number, action = self._pending
        await socket.send(encoded({"type": "act", "id": name, "number": number, "action": action}).decode())

    async def _say(self, socket: ClientConnection, message: Frame) -> None:
        await socket.send(json.dumps(message))


class Table:
    """A table of sailors, and what the log says about it."""

    def __init__(self, table: str, game: str, sailors: list[Sailor]) -> None:
        self.id = table
        self.game = game
        self.sailors = sailors
        self.kind = self.bots = 0
        self.entries = 0
        self._play: Play | None = None
        self._views: dict[tuple[int, int], bytes] = {}
        self._acts: dict[tuple[int, str], int] = {}

    @property
    def over(self) -> bool:
        return any(sailor.over for sailor in self.sailors)

    @property
    def number(self) -> int:
        """How far anyone has heard."""
        return max(sailor.number for sailor in self.sailors)

    async def compare(self, store: Store) -> None:
        """Rebuild the table from the log, and compare it with all that its people were told."""
        news = await store.news(self.id, -1 if self._play is None else self._play.number)
        assert news is not None, "a table is lost"
        entries = news.entries
        if self._play is None and entries:
            self._play = Play.rebuilt(rules(self.game), news.row, entries[:1], {})
            self._remember(0)
            entries = entries[1:]
        for entry in entries:
            assert self._play is not None
            self._play.follow(entry)
            self._remember(entry.number)
            if entry.client is not None:
                assert entry.seat is not None
                key = (entry.seat, entry.client)
                assert key not in self._acts, f"{key} is in the log twice"
                self._acts[key] = entry.number
        self.entries = 0 if self._play is None else self._play.number
        for sailor in self.sailors:
            for name, number in sailor.done.items():
                found = self._acts.get((sailor.seat, name))
                assert found == number, f"{name} was acknowledged as {number}, and the log has it as {found}"
            for number, seen in sailor.told.items():
                rebuilt = self._views.get((sailor.seat, number))
                assert rebuilt == seen, f"{sailor.name} was told something else of {number} than the log says"

    def _remember(self, number: int) -> None:
        assert self._play is not None
        for seat in {sailor.seat for sailor in self.sailors}:
            view = encoded(self._play.state.view(seat))
            self._views[seat, number] = hashlib.sha256(view).digest()


async def opened(
    addresses: list[Address], options: Frame, *, bots: int = 0, people: int = 2, watching: bool = False
) -> Table:
    """Open a table over the first address; each person plays over the next one, in turn."""
    hosts = [await address.get() for address in addresses]
    wishes = [
        {"type": "me"},
        *[{"type": "open"}] * (people - 1),
        *[{"type": "bot", "level": "random"}] * bots,
    ]
    cookies = []
    seated: Frame = {}
    for person in range(people):
        name = f"sailor {person + 1}"
        async with httpx.AsyncClient(trust_env=False, timeout=BOUND) as http:
            base = f"http://{hosts[person % len(hosts)]}/api/tables"
            if person == 0:
                answer = await http.post(base, json={"options": options, "seats": wishes, "name": name})
                seated = answer.raise_for_status().json()
            else:
                join = {"invite": seated["invite"], "name": name}
                answer = await http.post(f"{base}/{seated['table']}/join", json=join)
                answer.raise_for_status()
            cookies.append(http.cookies["fathom"])
    sailors = []
    for person, cookie in enumerate(cookies):
        for turn in range(len(addresses) if watching else 1):
            at = addresses[(person + turn) % len(addresses)]
            name = f"sailor-{person + 1}" + "-elsewhere" * turn
            sailors.append(Sailor(at, seated["table"], options["game"], cookie, name, watching=turn > 0))
    return Table(seated["table"], options["game"], sailors)


async def wait_for(condition: Callable[[], bool], crew: list[asyncio.Task[None]], what: str) -> None:
    """Wait until it is so; a sailor who has found a mistake ends the wait with it."""
    loop = asyncio.get_running_loop()
    end = loop.time() + BOUND
    while not condition():
        for sailor in crew:
            if sailor.done():
                sailor.result()
        if loop.time() > end:
            raise TimeoutError(what)
        await asyncio.sleep(PAUSE / 4)
