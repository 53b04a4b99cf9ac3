"""All known attacks on a server together for a minute, beside ten tables at which people play.

    python -m tests.server.siege [--seconds 60] [--source DIRECTORY] [--attacks uploads pings …]

Everything happens on loopback and stops by itself. Attackers and players come from different addresses of
127.0.0.0/8, as they would over a network. It prints how long players waited until their moves were done, and
the most memory that the server's process and the processes of its workers had. `--source` measures another
checkout's server: the folder in which its `fathom` package lies.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import json
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from fathom import guests
from fathom.dive import DiveGame, Options, Withdraw
from fathom.dive.box import standard_chief_deck
from fathom.lessons import good_choices
from fathom.table import FastDice, Match, encoded
from fathom.table.standing import MOST_TAKEN_BACK
from tests.server.harbour import laid

TABLES = 10
PAUSE = 1.0
"""Seconds that a player thinks."""

LOST = 30.0
"""Seconds that someone has waited who could not play on."""

SERVE = """
import sys
from fathom.server.common.settings import Settings
from fathom.server.serving import serve
serve(Settings(port=0, data=sys.argv[1]), ready=lambda address: print(address, flush=True))
"""

PROGRAM: dict[str, Any] = json.loads(encoded(laid(1)))
WITHDRAW = {"type": "withdraw"}


# ── People ─────────────────────────────────────────────────────────────────────────────────────────────────


class Player:
    """Someone with a window on a table, from an address of their own."""

    def __init__(self, host: str, source: str) -> None:
        self.host = host
        self.source = source
        transport = httpx.AsyncHTTPTransport(local_address=source)
        self.http = httpx.AsyncClient(base_url=f"http://{host}", transport=transport, timeout=30)
        self.entropy = hashlib.sha256(os.urandom(16)).digest()
        self.table = self.invite = ""

    async def open(self, **options: Any) -> None:
        """Open a table for two."""
        seats = [{"type": "me"}, {"type": "open"}]
        asked = {"options": {"game": "dive", **options}, "seats": seats, "name": "Ada"}
        settings = {"settings": {"public": bool(options)}}
        answer = (await self.http.post("/api/tables", json=asked | settings)).json()
        self.table, self.invite = answer["table"], answer["invite"]

    async def join(self, host: Player) -> None:
        """Take the other seat."""
        self.table = host.table
        asked = {"invite": host.invite, "name": "Bob"}
        (await self.http.post(f"/api/tables/{host.table}/join", json=asked)).raise_for_status()

    def line(self) -> Any:
        """A socket to the table."""
        cookie = self.http.cookies.get("fathom")
        return connect(
            f"ws://{self.host}/api/tables/{self.table}/socket",
            additional_headers={"Cookie": f"fathom={cookie}"} if cookie else {},
            origin=Origin(f"http://{self.host}"),
            proxy=None,
            local_addr=(self.source, 0),
            open_timeout=30,
            max_size=None,
        )


async def say(line: ClientConnection, **message: Any) -> None:
    await line.send(json.dumps(message))


class Evening:
    """How long everyone waited for their moves, and until when they play."""

    def __init__(self, until: float = float("inf")) -> None:
        self.until = until
        self.took: list[float] = []
        self.begun = asyncio.Event()

    def waited(self, seconds: float) -> None:
        """Someone has waited so long; once everybody has, the evening has begun."""
        self.took.append(seconds)
        if len(self.took) >= 2 * TABLES:
            self.begun.set()

    @property
    def over(self) -> bool:
        return time.monotonic() > self.until


async def play(player: Player, evening: Evening) -> None:
    """Be ready, reveal, and play one round after the other; every wait for `done` is kept."""
    async with player.line() as line:
        await say(line, type="hello", after=None)
        number, asked, sent = -1, False, 0.0
        async for text in line:
            frame = json.loads(text)
            match frame["type"]:
                case "lobby" if not asked and frame["lobby"]["phase"] == "lobby":
                    asked = True
                    announced = hashlib.sha256(player.entropy).hexdigest()
                    await say(line, type="ready", hash=announced, commitment=frame["lobby"]["commitment"])
                case "reveal-now":
                    await say(line, type="reveal", entropy=player.entropy.hex())
                case "done":
                    evening.waited(time.monotonic() - sent)
                case "position" | "happened":
                    number = frame["number"]
                    if frame["result"] is not None or evening.over:
                        return
                    if frame["menu"]["type"] == "programming":
                        await asyncio.sleep(PAUSE)
                        sent = time.monotonic()
                        await say(line, type="act", id=f"{number}", number=number, action=PROGRAM)
                case _:
                    pass


async def table(host: str, number: int, evening: Evening) -> None:
    """One game after the other at one table."""
    while not evening.over:
        ada, bob = (Player(host, f"127.0.{seat}.{number + 10}") for seat in (1, 2))
        try:
            await ada.open()
            await bob.join(ada)
            await asyncio.gather(play(ada, evening), play(bob, evening))
        except (OSError, WebSocketException, httpx.HTTPError, TimeoutError, KeyError) as error:
            sys.stderr.write(f"table {number}: {type(error).__name__}\n")
            evening.waited(LOST)
            await asyncio.sleep(0.5)
        finally:
            await ada.http.aclose()
            await bob.http.aclose()


# ── Attacks, each in a process of its own ──────────────────────────────────────────────────────────────────


def record(deck: int, rounds: int, pairs: int) -> bytes:
    """A game in which one seat takes back again and again, with a deck of so many cards."""
    cards = (standard_chief_deck() * (1 + deck // 48))[:deck]
    match = Match(DiveGame(), Options(chief=True, chief_deck=cards), ("Ada", "Bob"), FastDice(1))
    for _ in range(rounds):
        for _ in range(pairs):
            match.play(0, laid(1))
            match.play(0, Withdraw())
        match.play(0, laid(1))
        match.play(1, laid(1))
        if match.state.result() is not None:
            break
    return encoded(match.record())


def dialled(host: str, source: str) -> socket.socket:
    name, _, port = host.partition(":")
    return socket.create_connection((name, int(port)), timeout=5, source_address=(source, 0))


def upgraded(host: str, source: str, at: str) -> socket.socket:
    line = dialled(host, source)
    line.sendall(
        f"GET /api/tables/{at}/socket HTTP/1.1\r\nHost: {host}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    line.recv(4096)
    return line


def uploads(host: str, until: float) -> None:
    """Records that become as large as they can when they are told; the answers are not read."""
    contents = (record(1500, 1, 2000), record(99, 20, MOST_TAKEN_BACK))
    unread: list[socket.socket] = []
    for number in range(10_000):
        if time.monotonic() > until:
            break
        content = contents[number % 2]
        with contextlib.suppress(OSError):
            line = dialled(host, "127.0.9.1")
            head = f"POST /api/replays HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(content)}\r\n\r\n"
            line.sendall(head.encode() + content)
            unread.append(line)
        time.sleep(0.5)


def pings(host: str, until: float) -> None:
    """As many pings as the network takes, over a socket without a seat."""
    at = asyncio.run(opened(host, "127.0.9.2"))
    flood = b"\x89\x80\x00\x00\x00\x00" * 10_000
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            line = upgraded(host, "127.0.9.2", at)
            while time.monotonic() < until:
                line.sendall(flood)
        time.sleep(0.05)


def pictures(host: str, until: float) -> None:
    """Four pictures of a lesson a second, of which nobody waits for one."""
    with httpx.Client(base_url=f"http://{host}", timeout=5) as http:
        lessons = [one["lesson"] for one in http.get("/api/lessons").json() if one["game"] == "dive"]
    for number in range(10_000):
        if time.monotonic() > until:
            break
        with contextlib.suppress(OSError):
            line = dialled(host, "127.0.9.3")
            path = f"/api/lessons/{lessons[number % len(lessons)]}/{number % 5}/looks/{1 + number % 3}"
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            time.sleep(0.25)
            line.close()


def silence(host: str, until: float) -> None:
    """Eleven hundred connections over which nothing is said."""
    lines: list[socket.socket] = []
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            if len(lines) < 1100:
                lines.append(dialled(host, "127.0.9.4"))
                continue
        time.sleep(0.2)


def lists(host: str, until: float) -> None:
    """The list of public tables, twenty of which have large options."""
    deck = [json.loads(encoded(card)) for card in (standard_chief_deck() * 3)[:99]]

    async def attack() -> None:
        for _ in range(20):
            with contextlib.suppress(httpx.HTTPError, KeyError):
                await Player(host, "127.0.9.5").open(chief=True, chief_deck=deck)

    asyncio.run(attack())
    transport = httpx.HTTPTransport(local_address="127.0.9.5")
    with httpx.Client(base_url=f"http://{host}", transport=transport, timeout=5) as http:
        while time.monotonic() < until:
            with contextlib.suppress(httpx.HTTPError):
                http.get("/api/public")


async def opened(host: str, source: str) -> str:
    player = Player(host, source)
    await player.open()
    return player.table


def long_log(host: str, until: float) -> None:
    """A table at which someone takes back without end, and strangers who look in again and again."""

    async def attack() -> None:
        ada, bob = Player(host, "127.0.9.6"), Player(host, "127.0.9.6")
        await ada.open()
        await bob.join(ada)
        begun = time.monotonic()
        with contextlib.suppress(TimeoutError, WebSocketException):
            async with asyncio.timeout(min(20.0, until - begun)):
                await asyncio.gather(take_back(ada), play(bob, Evening(begun)))
        eve = Player(host, "127.0.9.6")
        while time.monotonic() < until:
            with contextlib.suppress(httpx.HTTPError):
                await eve.http.get(f"/api/tables/{ada.table}/view")

    async def take_back(ada: Player) -> None:
        async with ada.line() as line:
            await say(line, type="hello", after=None)
            asked, number = False, -1
            async for text in line:
                frame = json.loads(text)
                if frame["type"] == "lobby" and not asked:
                    asked = True
                    announced = hashlib.sha256(ada.entropy).hexdigest()
                    await say(line, type="ready", hash=announced, commitment=frame["lobby"]["commitment"])
                elif frame["type"] == "reveal-now":
                    await say(line, type="reveal", entropy=ada.entropy.hex())
                elif frame["type"] in {"position", "happened"}:
                    number = frame["number"]
                    action = PROGRAM if frame["menu"]["type"] == "programming" else WITHDRAW
                    await asyncio.sleep(0.05)
                    await say(line, type="act", id=f"{number}", number=number, action=action)

    asyncio.run(attack())


def hellos(host: str, until: float) -> None:
    """Twenty sockets that say hello with an old number as fast as they are answered."""

    async def attack() -> None:
        ada, bob = Player(host, "127.0.9.7"), Player(host, "127.0.9.7")
        await ada.open()
        await bob.join(ada)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(12):
                await asyncio.gather(*(play(one, Evening(time.monotonic() + 10)) for one in (ada, bob)))
        await asyncio.gather(*(ask(ada) for _ in range(20)))

    async def ask(ada: Player) -> None:
        while time.monotonic() < until:
            with contextlib.suppress(WebSocketException, OSError, TimeoutError):
                async with ada.line() as line:
                    while time.monotonic() < until:
                        await say(line, type="hello", after=0)
                        async with asyncio.timeout(2):
                            await line.recv()
            await asyncio.sleep(0.1)

    asyncio.run(attack())


def heads(host: str, until: float) -> None:
    """Heads of requests that never end: half of them one field, half more and more fields."""
    begun = f"GET /health HTTP/1.1\r\nHost: {host}\r\n"
    pieces = (b"a" * 65_536, b"a: b\r\n" * 10_000)
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            lines = [dialled(host, "127.0.9.8") for _ in range(20)]
            for number, line in enumerate(lines):
                line.sendall((begun + ("X-Long: " if number % 2 == 0 else "")).encode())
            while time.monotonic() < until:
                for number, line in enumerate(lines):
                    line.sendall(pieces[number % 2])
        time.sleep(0.05)


def ahead(host: str, until: float) -> None:
    """Thousands of requests over one connection, sent before the first is answered."""
    flood = f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode() * 5_000
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            line = dialled(host, "127.0.9.9")
            while time.monotonic() < until:
                line.sendall(flood)
        time.sleep(0.05)


def learners(host: str, until: float) -> None:
    """A hundred who take the last step of a long lesson at once, again and again."""
    choices = b",".join(encoded(choice) for choice in good_choices(guests.lessons()["deep-blue"])[:-1])
    content = b'{"choices":[' + choices + b"]}"
    head = f"POST /api/lessons/deep-blue HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(content)}\r\n\r\n"
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            lines = [dialled(host, "127.0.9.10") for _ in range(100)]
            while time.monotonic() < until:
                for line in lines:
                    line.sendall(head.encode() + content)
                for line in lines:
                    if not line.recv(65_536):
                        raise OSError("cut off")
        time.sleep(0.05)


ATTACKS: tuple[Callable[[str, float], None], ...] = (
    uploads,
    pings,
    pictures,
    silence,
    lists,
    long_log,
    hellos,
    heads,
    ahead,
    learners,
)


# ── The siege ──────────────────────────────────────────────────────────────────────────────────────────────


def most_memory(process: int) -> float:
    """The most megabytes that a process has had."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1000


def processor_seconds(process: int) -> float:
    """How long a process has been computing."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def workers_of(process: int) -> list[int]:
    threads = Path(f"/proc/{process}/task").iterdir()
    children = [(thread / "children").read_text(encoding="utf-8") for thread in threads]
    return sorted(int(child) for some in children for child in some.split())


def attacking(attack: Callable[[str, float], None], host: str, until: float) -> None:
    """Attack as from another machine: the server and the players have this one's processors first."""
    os.nice(10)
    attack(host, until)


async def besieged(host: str, seconds: float, attacks: list[str]) -> list[float]:
    """How long every move took, while all attacks go on; they begin when everybody plays."""
    evening = Evening()
    tables = [asyncio.create_task(table(host, number, evening)) for number in range(TABLES)]
    await evening.begun.wait()
    evening.took.clear()
    evening.until = time.monotonic() + seconds
    spawn = multiprocessing.get_context("spawn")
    attackers = [
        spawn.Process(target=attacking, args=(attack, host, evening.until), daemon=True)
        for attack in ATTACKS
        if attack.__name__ in attacks
    ]
    for attacker in attackers:
        attacker.start()
    _, stuck = await asyncio.wait(tables, timeout=seconds + LOST)
    for one in stuck:
        evening.took.append(LOST)
        one.cancel()
    for attacker in attackers:
        attacker.terminate()
        attacker.join(10)
        if attacker.exitcode not in {0, -signal.SIGTERM}:
            sys.stderr.write(f"an attack has failed: {attacker.name}\n")
    return evening.took


def main() -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--seconds", type=float, default=60.0)
    arguments.add_argument("--source", type=Path, default=None)
    arguments.add_argument("--attacks", nargs="*", default=[attack.__name__ for attack in ATTACKS])
    given = arguments.parse_args()
    environment = dict(os.environ)
    if given.source is not None:
        environment["PYTHONPATH"] = str(given.source)
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-c", SERVE, folder],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert server.stdout is not None
            host = server.stdout.readline().strip().removeprefix("http://")
            took = sorted(asyncio.run(besieged(host, given.seconds, given.attacks)))
            alive = server.poll() is None
            memory = most_memory(server.pid) if alive else 0.0
            computed = processor_seconds(server.pid) if alive else 0.0
            workers = [most_memory(worker) for worker in workers_of(server.pid)] if alive else []
        finally:
            server.terminate()
            server.wait(30)
    shown = {
        "moves": len(took),
        "lost": took.count(LOST),
        "median ms": round(1000 * took[len(took) // 2]) if took else None,
        "99th percentile ms": round(1000 * took[int(len(took) * 0.99)]) if took else None,
        "slowest ms": round(1000 * took[-1]) if took else None,
        "server MB": round(memory) if alive else "ended",
        "server's processor seconds": round(computed, 1),
        "workers MB": [round(worker) for worker in workers],
        "load": [round(load, 1) for load in os.getloadavg()],
    }
    sys.stdout.write(json.dumps(shown) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
