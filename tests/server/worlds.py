"""Two worlds that differ only in what someone may not know, and everything that this someone gets from each.

Both worlds are real servers with the same time and the same chance. The same people play the same game in
both. At a position, everything in the second world that a reader may not know is dealt again, as the rulebook
says (`tests/*/redeal.py`), and the reader asks both servers for everything that can be asked. Where someone
decides in secret, they decide differently in the second world, and the others must not notice; neither when a
bot, a stand-in or the clock decides meanwhile, or a bot fails.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import re
import threading
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, TypeVar, cast

import msgspec
from msgspec.structs import replace

from fathom.deepblue import DeepBlueState
from fathom.deepblue.phases import Rushing
from fathom.dive.state import DiveState
from fathom.guests import guests, rules
from fathom.guests.dive.subjects import subject
from fathom.server.common.workers import Workers
from fathom.server.game import advice, bots
from fathom.server.game.clocks import GRACE_SECONDS
from fathom.server.game.play import Play
from fathom.server.http.http_messages import LINGER_SECONDS
from fathom.server.protocol import Draft
from fathom.server.room import Room
from fathom.server.store import SqliteStore
from fathom.table import FastDice, Reader, Seat, encoded
from tests.deepblue.redeal import redeal as redeal_deep_blue
from tests.dive.redeal import redeal as redeal_dive
from tests.server.conftest import NewDiver, StartServer
from tests.server.harbour import FRAMES, OPEN, Diver, Frame, Line, SetClock, begin, repeatable, run

T = TypeVar("T")

NAMES = ("Ada", "Bob", "Cleo", "Dan")
READERS: tuple[Reader, ...] = (0, 1, None)
BOT: Seat = 2
"""The seat of the bot, where one plays along."""

SECONDS = 60
WITH_CLOCK: Frame = {"clock": {"type": "per-decision", "seconds": SECONDS}, "advice": True}
"""What is agreed where a bot plays along."""


ASKED = "asked by every reader in both worlds"
SAID = "said by every reader in both worlds"
FILES = "files that are the same for everyone"
OVER = "refused before the end, which is asked; after it nothing is hidden"
LESSON = "knows no table"
SAME_CODE = "carried out by the code for messages, and answered with the lobby, which is compared"
UPHELD = "changes who sits there or what is agreed, and not what is hidden"
PLAYS = "plays while the worlds are compared, and what others hear of it is compared"
NO_WORD = "tells nobody anything"
HOST_ONLY = "counts what happens at all tables together, for the host alone"

_GAME = "/api/tables/{table:str}"

COMPARED: dict[str, str] = {
    **dict.fromkeys(
        (
            "GET /",
            "GET /replay/{name:str}",
            "GET /review/{name:str}",
            "GET /{path:path}",
            "GET /api/games/{game:str}/words",
        ),
        FILES,
    ),
    **dict.fromkeys(
        (
            "GET /table/{table:str}",
            "GET /rules/{game:str}",
            "GET /replay",
            "GET /learn",
            "GET /learn/{lesson:str}",
            "GET /schema",
            "GET /schema/openapi.json",
            "GET /health",
            "GET /ready",
            "GET /api/games",
            "GET /api/tables",
            "GET /api/public",
            "GET /api/codes/{code:str}",
            "GET /api/lessons",
            "GET /api/lessons/{lesson:str}/{chapter:int}/looks/{number:int}",
            "GET /api/lessons/{lesson:str}/{chapter:int}/looks/{number:int}/{picture:str}",
            "GET /api/eyesight",
            f"GET {_GAME}",
            f"GET {_GAME}/record",
            f"GET {_GAME}/view",
            f"GET {_GAME}/soundings/{{number:int}}",
            f"GET {_GAME}/advice",
            f"GET {_GAME}/looks/{{number:int}}",
            f"GET {_GAME}/looks/{{number:int}}/{{picture:str}}",
            f"POST {_GAME}/join",
            f"POST {_GAME}/act",
            f"POST {_GAME}/start",
            f"POST {_GAME}/phrase",
            f"POST {_GAME}/stand-in",
            f"POST {_GAME}/reveal",
            f"POST {_GAME}/recount",
            f"POST {_GAME}/take-back",
            f"POST {_GAME}/agree-to-take-back",
            f"POST {_GAME}/refuse-to-take-back",
            f"WEBSOCKET {_GAME}/socket",
        ),
        ASKED,
    ),
    **dict.fromkeys(
        (
            "POST /api/replays",
            "GET /api/replays/{name:str}",
            "GET /api/replays/{name:str}/review",
            "GET /api/replays/{name:str}/looks/{number:int}",
            "GET /api/replays/{name:str}/looks/{number:int}/{picture:str}",
        ),
        OVER,
    ),
    "POST /api/lessons/{lesson:str}": LESSON,
    "GET /metrics": HOST_ONLY,
    **dict.fromkeys(
        (
            "POST /api/tables",
            "DELETE /api/me",
            f"DELETE {_GAME}",
            f"POST {_GAME}/return",
            f"POST {_GAME}/link",
        ),
        UPHELD,
    ),
    **dict.fromkeys(
        (
            f"POST {_GAME}/{kind}"
            for kind in (
                "agree",
                "close",
                "draft",
                "hand-over",
                "kick",
                "mute",
                "order",
                "paint",
                "play-with",
                "ready",
                "rematch",
                "rename",
                "renew",
                "resign",
                "ripple",
                "say",
                "set-seat",
                "stand-up",
                "shown",
                "torch",
                "unready",
            )
        ),
        SAME_CODE,
    ),
    **dict.fromkeys(
        (
            "hello",
            "act",
            "draft",
            "say",
            "phrase",
            "stand-in",
            "ready",
            "reveal",
            "recount",
            "take-back",
            "agree-to-take-back",
            "refuse-to-take-back",
        ),
        SAID,
    ),
    **dict.fromkeys(
        (
            "agree",
            "close",
            "hand-over",
            "kick",
            "mute",
            "order",
            "paint",
            "play-with",
            "rematch",
            "rename",
            "renew",
            "resign",
            "ripple",
            "set-seat",
            "stand-up",
            "shown",
            "start",
            "torch",
            "unready",
        ),
        UPHELD,
    ),
    **dict.fromkeys(
        (
            "common/workers:Workers._submit",
            "common/workers:_Worker.do",
            "game/advice:advise",
            "game/bots:Bots.__init__",
            "game/bots:decide",
            "http/http_messages:Listeners.listener",
            "http/http_messages:_any",
            "http/socket:visit",
            "pictures/foresight:Foresight.want",
            "pictures/pieces:Awaited.get",
            "room/attendance:Attendance.__init__",
            "room/mailbox:Mailbox.__init__",
            "room/reading:Reading.soundings",
            "room/room:Room._begin",
            "room/table_clocks:TableClocks.__init__",
            "store/sqlite:SqliteStore.__init__",
        ),
        PLAYS,
    ),
    **dict.fromkeys(
        (
            "common/clock:Deadline.set",
            "common/clock:RealClock.call_at",
            "common/workers:Workers._started",
            "common/workers:_Worker._ready",
            "common/workers:_begin",
            "host/readiness:Readiness.look",
            "host/retention:Keeper.__init__",
            "http/connections:Doorkeeper._look",
            "http/connections:Doorkeeper.come",
            "http/guard:_while_awaited",
            "http/socket:Silence.__init__",
            "http/socket:Silence._ring",
            "http/socket:_cut_when_too_slow",
            "room/resting:Resting.__init__",
            "room/starting:Starting.__init__",
            "room/waking:Waking._sleep",
            "room/waking:Waking._start",
            "serving:Server.startup",
            "store/postgres:PostgresStore.__init__",
            "store/news:Telling.written",
            "store/postgres:PostgresStore._begun",
            "store/postgres:PostgresStore.open",
            "store/sqlite:SqliteStore.close",
            "store/sqlite:SqliteStore.probe",
            "store/sqlite:check_file",
        ),
        NO_WORD,
    ),
}
"""How each route, message and job is compared between worlds, or why there is nothing to compare."""


class World:
    """One server with a table at which two people play, perhaps with a bot, and somebody watches."""

    by_thread: ClassVar[dict[int | None, World]] = {}
    """The worlds of a test, each by the thread of its server."""

    def __init__(self, start: StartServer, diver: NewDiver, folder: Path, options: Frame) -> None:
        options = dict(options)
        seats: list[Frame] = options.pop("with_bots", [])
        settings = {"soundings": True, **(WITH_CLOCK if seats else {})}
        self.clock = SetClock()
        self.server = start(folder, clock=self.clock, random=repeatable("the same world"), limits=1000.0)
        self.people: dict[Reader, Diver] = {
            seat: diver(self.server, name) for seat, name in enumerate(NAMES[:2])
        }
        self.people[None] = diver(self.server, "Eve")
        ada, bob, eve = self.people[0], self.people[1], self.people[None]
        ada.open(OPEN, *seats, settings=settings, **options)
        bob.join(ada)
        eve.table = ada.table
        self.lines: dict[Reader, Line] = {seat: self.people[seat].line() for seat in (0, 1)}
        for line in self.lines.values():
            line.until("lobby")
        World.by_thread[self.server.thread] = self
        self._let: defaultdict[tuple[int, Seat], asyncio.Event] = defaultdict(asyncio.Event)
        self.bots_fail = False
        begin(self.lines[0], self.lines[1])
        self.lines[None] = eve.line()
        self.lines[None].until("position")
        self._answers = 0
        self.wait_for_pictures()

    @property
    def room(self) -> Room:
        return self.server.tables._rooms[self.people[0].table]

    @property
    def play(self) -> Play:
        play = self.room.play
        assert play is not None
        return play

    @property
    def state(self) -> Any:
        return self.play.state

    def wait_for_pictures(self) -> None:
        """Wait until everyone was told of the pictures of this round, if there are any."""
        seen = subject(self.play.first, self.state)
        if seen is not None:
            for _ in range(FRAMES):
                if self.room.showing._drawn == seen:
                    break
                self.lines[None].next()
        for line in self.lines.values():
            self.fence(line)

    def fence(self, line: Line) -> None:
        """Read everything that was sent before this: a refusal comes in its turn."""
        self._answers += 1
        name = f"fence-{self._answers}"
        line.say(self._draft(name, {"type": "nothing"}))
        line.until("refused", id=name)

    def _draft(self, name: str, action: Frame) -> Frame:
        seen = {"number": self.play.number} if "number" in Draft.__struct_fields__ else {}
        return {"type": "draft", "id": name, "action": action, **seen}

    @contextmanager
    def with_state(self, state: Any) -> Iterator[None]:
        """For a while the game stands like this."""
        play, room = self.play, self.room
        showing = room.showing
        honest, seen, drawn = play.now, showing._seen, showing._drawn
        play._moments[-1] = replace(honest, state=state)
        if drawn is not None:
            showing._seen = showing._drawn = subject(play.first, state)
        yield
        play._moments[-1], showing._seen, showing._drawn = honest, seen, drawn

    def follow(self, other: World) -> None:
        """From here on both games are the same again."""
        for at, moment in enumerate(other.play._moments):
            self.play._moments[at] = replace(moment)
        self.play.entries[:] = other.play.entries
        self.play.told[:] = other.play.told
        self.play.taken_back = dict(other.play.taken_back)
        self.play.drafts, self.play._laid = dict(other.play.drafts), dict(other.play._laid)

    def act(self, seat: Seat, action: Any, name: str) -> None:
        """Someone plays; everyone has heard of it."""
        assert self.lines[seat].act(action, name=name)["type"] == "done"
        self.heard(self.play.number)

    def heard(self, number: int) -> None:
        """Everyone has heard of this entry."""
        for line in self.lines.values():
            while line.number < number:
                line.until("happened")

    # ── Bots and clocks ────────────────────────────────────────────────────────────────────────────────────

    async def may_answer(self, state: Any, seat: Seat) -> None:
        """A bot in this world wants to answer: it waits until it may, and then perhaps it fails.

        What it says when it fails is the worst that an error could say.
        """
        await self._let[state.round, seat].wait()
        if self.bots_fail:
            now = self.state  # others may have decided since the bot was asked
            raise RuntimeError(f"{now.phase} {now.ocean} {now.chief_deck}")

    def let_bot(self, seat: Seat, *, fail: bool = False) -> None:
        """The bot in this seat decides, or fails; everyone has heard of it."""
        number = self.play.number + 1
        self.bots_fail = fail
        let = self._let[self.state.round, seat]
        assert self.clock._loop is not None
        self.clock._loop.call_soon_threadsafe(let.set)
        self.heard(number)
        assert self.play.entries[number].seat == seat
        self.bots_fail = False

    def let_time_run_out(self, seat: Seat, draft: Any) -> None:
        """Someone has laid this and does no more: the clock decides."""
        number = self.play.number + 1
        line = self.lines[seat]
        line.say(self._draft("laid", json.loads(encoded(draft))))
        line.until("checked", id="laid")
        self.clock.advance(SECONDS)
        self.heard(number)
        assert self.play.entries[number].seat == seat
        assert self.play.entries[number].by_clock

    def stand_in(self, seat: Seat, other: Seat) -> None:
        """Someone goes away; another lets a bot play for them, and they come back when it has decided."""
        self.people[seat].get("/view")  # whoever reads by letter counts as here for a while
        self.lines.pop(seat).close()
        self._wait_for_windows()
        asking = self.lines[other]
        self.clock.advance(LINGER_SECONDS)
        asking.until_lobby(lambda lobby: not lobby["seats"][seat]["connected"])
        self.clock.advance(GRACE_SECONDS)
        asking.until_lobby(lambda lobby: lobby["seats"][seat]["gone"])
        asking.say({"type": "stand-in", "seat": seat})
        asking.until_lobby(lambda lobby: lobby["seats"][seat]["stand_in"])
        self.let_bot(seat)
        self.lines[seat] = back = self.people[seat].line()
        back.until("position")
        asking.until_lobby(lambda lobby: not lobby["seats"][seat]["stand_in"])

    # ── Asking for everything ──────────────────────────────────────────────────────────────────────────────

    def everything(self, reader: Reader, drafts: list[Any], *, pictures: bool) -> list[str]:
        """Every frame and every answer that this reader, or a bot in its seat, can get in this position.

        Chat among them, what is objected to, pictures and soundings; and what the host can measure meanwhile.
        """
        return [
            *self._frames(reader, drafts),
            *self._answers_over_http(reader, pictures=pictures),
            *self._told_to_bots(reader),
            self._measured(),
        ]

    def _frames(self, reader: Reader, drafts: list[Any]) -> list[str]:
        """What two new windows bring, one of which has missed something, and what is objected to."""
        told: list[str] = []
        for after in (None, max(0, self.play.number - 2)):
            line = self.people[reader].line(after)
            line.until("position" if after is None or after == self.play.number else "happened")
            for number, draft in enumerate(drafts):
                written = json.loads(encoded(draft))
                line.say(self._draft(f"draft-{number}", written))
                line.say({"type": "act", "id": f"late-{number}", "number": 10**6, "action": written})
                line.until("refused", id=f"late-{number}")
            line.say({"type": "act", "id": "odd", "number": seen_by(line), "action": {"type": "nothing"}})
            line.say("{}")
            line.say({"type": "recount", "after": 0})
            line.say({"type": "recount", "after": self.play.number})
            line.say({"type": "take-back", "id": "back", "number": 10**6})
            line.say({"type": "agree-to-take-back", "number": self.play.number})
            line.say({"type": "refuse-to-take-back", "number": self.play.number})
            line.say({"type": "phrase", "phrase": "wow"})
            line.say({"type": "say", "text": f"Is that a shark, number {self.play.number}?"})
            self.fence(line)
            told += line.frames
            line.close()
            self._settle(reader)
        return told

    def _settle(self, reader: Reader) -> None:
        """Wait until the room knows that a window has closed."""
        for line in self.lines.values():
            self.fence(line)

    def _answers_over_http(self, reader: Reader, *, pictures: bool) -> list[str]:
        """What every address answers that can be asked without changing anything."""
        diver = self.people[reader]
        told: list[str] = []
        for path in self._addresses(pictures=pictures):
            answer = diver.http.get(path)
            headers = sorted((name, value) for name, value in answer.headers.items() if name != "date")
            told.append(f"{path} {answer.status_code} {headers} {answer.content.hex()}")
        for path, body in (
            ("act", {"id": "x", "number": 10**6, "action": {"type": "withdraw"}}),
            ("act", {"id": "x", "number": self.play.number, "action": {"type": "nothing"}}),
            ("recount", {}),
            ("recount", {"after": 10**6}),
            ("take-back", {"id": "x", "number": 10**6}),
            ("agree-to-take-back", {"number": self.play.number}),
            ("refuse-to-take-back", {"number": self.play.number}),
            ("start", {}),
            ("renew", {}),
            ("kick", {"seat": 9}),
            ("phrase", {"phrase": "your-turn"}),
            ("stand-in", {"seat": 0}),
            ("reveal", {"entropy": "00" * 32}),
            ("join", {"invite": diver.invite, "name": "Fay"}),
            ("join", {"invite": "wrong", "name": "Fay"}),
        ):
            if path == "join" and reader is not None:
                continue  # a seat that is taken already is kept, and its cookie renewed
            answer = diver.http.post(f"/api/tables/{diver.table}/{path}", json=body)
            told.append(f"POST {path} {answer.status_code} {answer.text}")
        return told

    def _told_to_bots(self, reader: Reader) -> list[str]:
        """What bots of every level would be told in this seat, and an adviser: all that goes to a process."""
        if reader is None or reader not in self.state.to_move():
            return []
        seat: Seat = reader
        game, told = self.room.game, _Overheard()

        async def ask() -> None:
            for level in guests()[game.name].levels:
                await bots.decide(
                    told, game, level.name, self.state, seat, self.play.number, self.room.row.secrets
                )
            for soundings in (True, False):
                await advice.advise(
                    told,
                    guests()[game.name],
                    self.play.now,
                    seat,
                    self.room.row.secrets,
                    since=self.play.open_since,
                    soundings=soundings,
                    seconds=1.0,
                )

        run(ask())
        return told.heard

    def _measured(self) -> str:
        """What the host reads of this world once every window but the usual ones is gone."""
        self._wait_for_windows()
        return without_drafts(self.server.services.metrics.text())

    def _wait_for_windows(self) -> None:
        """Wait until every window but the usual ones is gone."""
        for _ in range(FRAMES):
            if self.server.services.limits.sockets == len(self.lines):
                return
            self.fence(self.lines[0])
        raise AssertionError("a window does not go")

    def _addresses(self, *, pictures: bool) -> Iterator[str]:
        """Every address that can be read, found by asking the server itself; pictures only where wanted."""
        table, number = self.people[0].table, self.play.number
        round_number = getattr(self.state, "round", 1)
        for route in sorted(self.server.tables_app.routes, key=lambda route: route.path):
            if "GET" not in getattr(route, "methods", ()) or COMPARED[f"GET {route.path}"] != ASKED:
                continue
            if "{name:str}" in route.path:
                continue  # the pictures that a list names follow
            if "looks" in route.path and not pictures:
                continue
            path = route.path.replace("{table:str}", table).replace("{code:str}", "AAAA-AAAA")
            yield path.replace("{number:int}", str(round_number))
        yield f"/api/tables/{table}/view?after={number}"
        yield f"/api/tables/{table}/view?after={max(0, number - 2)}"
        yield f"/api/tables/{table}/view?after={number}&sign={self.play.now.sign}"
        yield f"/api/tables/{table}/view?after={number + 9}&sign={self.room.row.secrets.signed(number + 9)}"
        if pictures:
            yield from self._pictures(table, round_number)

    def _pictures(self, table: str, round_number: int) -> Iterator[str]:
        answer = self.people[None].http.get(f"/api/tables/{table}/looks/{round_number}")
        if answer.status_code == 200:
            look = answer.json()
            yield from (look["views"], *look["rows"], look["centre"], look["large"], look["thumb"])
            yield from (*look["lifted"], *look["outlines"])
            yield from look["lights"].values()


def held(honest: Callable[..., Awaitable[bytes]]) -> Callable[..., Awaitable[bytes]]:
    """`bots.decide` where bots answer when the test lets them: otherwise one world's may be quicker."""

    async def decide(workers: Any, game: Any, name: Any, state: Any, seat: Seat, *more: Any) -> bytes:
        world = World.by_thread.get(threading.get_ident())
        if world is not None:
            await world.may_answer(state, seat)
        return await honest(workers, game, name, state, seat, *more)

    return decide


class _Overheard(Workers):
    """Workers that do nothing, but keep what they were told."""

    def __init__(self) -> None:
        super().__init__(1)
        self.heard: list[str] = []

    async def run(self, work: Callable[..., T], *arguments: object, **_: object) -> T:
        self.heard.append(f"{work.__name__} {encoded(arguments).decode()}")
        return cast(T, b"")


def without_drafts(measured: str) -> str:
    """Measurements without the fences of these tests, of which one world may need more than the other.

    Nor how many connections are open: the system ends one in its own time after its window has gone.
    """
    lines = measured.splitlines()
    fences = (
        'fathom_messages_total{kind="draft"}',
        'fathom_refusals_total{code="malformed"}',
        "fathom_connections ",
    )
    return "\n".join(line for line in lines if not line.startswith(fences))


def seen_by(line: Line) -> int:
    """The last entry that this line has seen."""
    return max(0, line.number)


class Noted(logging.Handler):
    """What each world notes about itself, by whichever logger, in each of its threads."""

    def __init__(self, *worlds: World) -> None:
        super().__init__()
        self._worlds = worlds
        self.lines: tuple[dict[str, list[str]], ...] = tuple(
            {"server": [], "store": [], "looking": []} for _ in worlds
        )
        self.astray: list[str] = []
        """What our own code has noted in a thread that belongs to no world."""

    def alike(self) -> bool:
        """Whether both have noted the same so far; one of them may be ahead."""
        one, two = self.lines
        return all(mine == other for kind in one for mine, other in zip(one[kind], two[kind], strict=False))

    def emit(self, record: logging.LogRecord) -> None:
        said = f"{record.name} {record.levelname} {record.getMessage()} {record.exc_info}"
        said = re.sub(r"(127\.0\.0\.1\D{1,4})\d+", r"\1PORT", said)
        for world, lines in zip(self._worlds, self.lines, strict=True):
            kind = _thread_of(world, record.thread)
            if kind:
                lines[kind].append(said)
                return
        if record.name.startswith("fathom"):
            self.astray.append(said)


def _thread_of(world: World, thread: int | None) -> str:
    """What a thread does in this world; empty if it is not one of its threads."""
    store, loop = world.server.services.store, world.clock._loop
    assert isinstance(store, SqliteStore)
    looking = getattr(loop, "_default_executor", None)
    if thread == world.server.thread:
        return "server"
    if thread == store._thread.ident:
        return "store"
    if looking is not None and thread in {one.ident for one in looking._threads}:
        return "looking"
    return ""


def chosen(state: Any, menu: Any, seed: str) -> Any:
    """Something legal. In Deep Blue everyone rushes who can: only where two dive do they decide in secret."""
    if isinstance(state.phase, Rushing):
        return max(menu, key=lambda rush: len(rush.boats))
    return menu.sample(FastDice(seed))


class Compared:
    """Two worlds in which the same game is played, and what a reader could tell them apart by."""

    def __init__(self, start: StartServer, diver: NewDiver, folder: Path, **options: Any) -> None:
        self.game = rules(options.get("game", "dive"))
        self.one = World(start, diver, folder / "one", options)
        self.two = World(start, diver, folder / "two", options)
        self.noted = Noted(self.one, self.two)
        self._with_bots = self._rounds_with_bots() if options.get("with_bots") else None
        self.secret_decisions = 0
        self.different_deals = 0
        self.advised = 0

    @property
    def both(self) -> tuple[World, World]:
        return self.one, self.two

    def is_over(self) -> bool:
        return not self.one.state.to_move()

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Keep what is noted meanwhile: as a server keeps it (`logs.note_on_stderr`), and more of our own."""
        everything, ours = logging.getLogger(), logging.getLogger("fathom")
        levels = everything.level, ours.level
        everything.addHandler(self.noted)
        everything.setLevel(logging.WARNING)
        ours.setLevel(logging.DEBUG)
        try:
            yield
        finally:
            everything.removeHandler(self.noted)
            everything.setLevel(levels[0])
            ours.setLevel(levels[1])

    def play(self, seed: str) -> Iterator[tuple[Reader, list[str], list[str]]]:
        """One decision, in the second world another one if it is secret; gives what others then hear."""
        if self._with_bots is not None:
            yield from next(self._with_bots)
            return
        state = self.one.state
        seat: Seat = state.to_move()[0]
        menu = state.menu(seat)
        action, other = chosen(state, menu, seed), chosen(state, menu, f"{seed}/other")
        secret = self._is_secret(state, seat, action) and self._is_secret(state, seat, other)
        self.secret_decisions += secret and action != other
        others = [reader for reader in READERS if reader != seat]
        yield from self._heard(
            lambda world: world.act(seat, other if secret and world is self.two else action, seed), others
        )
        if secret:
            self.two.follow(self.one)

    def _heard(
        self, happen: Callable[[World], None], readers: list[Reader]
    ) -> list[tuple[Reader, list[str], list[str]]]:
        """What these readers hear in both worlds while something happens there."""
        before = [{line: len(line.frames) for line in world.lines.values()} for world in self.both]
        for world in self.both:
            happen(world)
        for world in self.both:
            world.wait_for_pictures()

        def told(number: int, reader: Reader) -> list[str]:
            line = self.both[number].lines[reader]
            return without_fences(line.frames[before[number].get(line, 0) :])

        return [(reader, told(0, reader), told(1, reader)) for reader in readers]

    # ── With a bot, a stand-in and a clock ─────────────────────────────────────────────────────────────────

    def _rounds_with_bots(self) -> Iterator[list[tuple[Reader, list[str], list[str]]]]:
        """Dive's rounds, decision by decision: what those hear who may not know what differs.

        Ada's program differs first in every round. Then, in turn: the clock decides for Bob, who has laid
        something else in each world; the bot fails, with everything that is hidden in its error; or Bob goes
        away, and a bot stands in for him.
        """
        for number in itertools.count():
            yield from self._round_with_bots(number)

    def _round_with_bots(self, number: int) -> Iterator[list[tuple[Reader, list[str], list[str]]]]:
        ada, bob = self._two_programs(0, f"round-{number}"), self._two_programs(1, f"round-{number}")
        first = self._heard(lambda world: world.act(0, ada[world], f"ada-{number}"), [1, None])
        match number % 3:
            case 0:
                self.two.follow(self.one)
                yield first
                second = self._heard(lambda world: world.let_time_run_out(1, bob[world]), [0, None])
            case 1:
                yield first
                second = self._heard(lambda world: world.let_bot(BOT, fail=True), [1, None])
            case _:
                yield first
                second = self._heard(lambda world: world.stand_in(1, 0), [1, None])
        self.two.follow(self.one)
        yield second
        if number % 3 == 1:
            bobs = bob[self.one]
            yield self._heard(lambda world: world.act(1, bobs, f"bob-{number}"), list(READERS))
        else:
            yield self._heard(lambda world: world.let_bot(BOT), list(READERS))

    def _two_programs(self, seat: Seat, seed: str) -> dict[World, Any]:
        """What someone decides in each world."""
        menu = self.one.state.menu(seat)
        one, two = (menu.sample(FastDice(f"{seed}/{seat}/{which}")) for which in ("one", "other"))
        self.secret_decisions += one != two
        return {self.one: one, self.two: two}

    # ── Asking both ────────────────────────────────────────────────────────────────────────────────────────

    def _is_secret(self, state: Any, seat: Seat, action: Any) -> bool:
        """Whether the others still decide after this, and nothing is turned over before they have."""
        awaited = state.to_move()
        if len(awaited) < 2:
            return False
        later = state.copy()
        later.play(seat, action, FastDice("secret"))
        return set(later.to_move()) == set(awaited) - {seat} and type(later.phase) is type(state.phase)

    def ask(
        self, reader: Reader, seed: str, *, ocean: bool = False, pictures: bool = False
    ) -> tuple[list[str], list[str]]:
        """What the reader gets in both worlds, of which the second is dealt again."""
        state = self.one.state
        dealt = dealt_again(state, reader, seed)
        if isinstance(dealt, DiveState) and not ocean:
            dealt.ocean = state.ocean
        self.different_deals += encoded(dealt) != encoded(state)
        menu = state.menu(0 if reader is None else reader)
        drafts = [menu.sample(FastDice(f"{seed}/{number}")) for number in range(2)] if len(menu) else []
        one = self.one.everything(reader, drafts, pictures=pictures)
        with self.two.with_state(dealt):
            two = self.two.everything(reader, drafts, pictures=pictures)
        self.advised += sum("/advice 200 " in told for told in one)
        return one, two


def dealt_again(state: Any, reader: Reader, seed: str) -> Any:
    """The same position, with everything dealt again that this reader may not know."""
    redealt = redeal_deep_blue if isinstance(state, DeepBlueState) else redeal_dive
    return redealt(state.copy(), reader, FastDice(seed))


def without_fences(frames: list[str]) -> list[str]:
    """Only what others caused: fences count differently in the two worlds."""
    return [frame for frame in frames if '"id":"fence-' not in frame]


def says_no_more(less: Any, more: Any) -> bool:
    """Whether everything that one value says the other says too; null says nothing."""
    if less is None:
        return True
    if isinstance(less, dict):
        return isinstance(more, dict) and all(
            key in more and says_no_more(value, more[key]) for key, value in less.items()
        )
    if isinstance(less, list):
        return (
            isinstance(more, list)
            and len(less) == len(more)
            and all(says_no_more(one, other) for one, other in zip(less, more, strict=True))
        )
    return bool(less == more)


def view(world: World, reader: Reader) -> Any:
    """What a reader knows, as it goes over the wire."""
    return msgspec.json.decode(encoded(world.state.view(reader)))
