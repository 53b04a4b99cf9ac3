"""Whatever is written down, nobody is told of it before the commit: on both databases, for everything."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from fathom.server.game import bots
from tests.postgres import Cluster
from tests.server import test_commit_first as in_postgresql
from tests.server import test_nothing_lost as in_a_file
from tests.server.conftest import NewDiver, StartServer
from tests.server.harbour import BOUND, OPEN, Frame, Line, Running, SetClock, bot, laid

TABLES = ("tables", "seats", "entries", "drafts", "talk")
NOT_TOLD = {"look-ready", "talk"}
"""What may come at any time, because it follows from what was written long before."""


class Case:
    """A table where something is about to be written, and everyone who would hear of it."""

    def __init__(self, server: Running, clock: SetClock, diver: NewDiver) -> None:
        self.server, self.clock = server, clock
        self.ada, self.bob = diver(server, "Ada"), diver(server, "Bob")
        self.a: Line
        self.b: Line
        self.answer: Future[Any] | None = None

    def sit(self, *more: Frame, settings: Frame | None = None) -> None:
        self.ada.open(OPEN, *more, settings=settings)
        self.bob.join(self.ada)

    def start(self, *more: Frame, settings: Frame | None = None) -> None:
        self.sit(*more, settings=settings)
        self.a, self.b = self.ada.start(self.bob)


Trigger = Callable[[], object]
Heard = Callable[[], object]
Situation = Callable[[Case, pytest.MonkeyPatch, ThreadPoolExecutor], tuple[Trigger, Heard]]
"""Prepares a table; gives what sets the writing off, and what is heard once it is written."""


def an_action(case: Case, _: pytest.MonkeyPatch, __: ThreadPoolExecutor) -> tuple[Trigger, Heard]:
    case.start()
    return (
        lambda: case.a.send_act(laid(1), name="held"),
        lambda: (case.a.until("done", id="held"), case.b.until("happened", number=1)),
    )


def a_draft(case: Case, _: pytest.MonkeyPatch, __: ThreadPoolExecutor) -> tuple[Trigger, Heard]:
    case.start()
    drafted = {"type": "draft", "id": "held", "number": 0, "action": {"type": "program", "levels": []}}
    return lambda: case.a.say(drafted), lambda: case.a.until("checked", id="held")


def words(case: Case, _: pytest.MonkeyPatch, __: ThreadPoolExecutor) -> tuple[Trigger, Heard]:
    case.start()
    return (
        lambda: case.a.say({"type": "say", "text": "Hello!"}),
        lambda: (case.a.until("said"), case.b.until("said")),
    )


def a_change_of_the_table(case: Case, _: pytest.MonkeyPatch, __: ThreadPoolExecutor) -> tuple[Trigger, Heard]:
    case.start()
    return (
        lambda: case.a.say({"type": "mute", "seat": 1, "muted": True}),
        lambda: [line.until_lobby(lambda lobby: lobby["seats"][1]["muted"]) for line in (case.a, case.b)],
    )


def the_last_reveal(case: Case, _: pytest.MonkeyPatch, __: ThreadPoolExecutor) -> tuple[Trigger, Heard]:
    case.sit()
    case.a, case.b = case.ada.line(), case.bob.line()
    for line in (case.a, case.b):
        line.silent = True
        line.ready()
    for line in (case.a, case.b):
        line.until("reveal-now")
    case.a.reveal()
    case.a.until("lobby")
    return case.b.reveal, lambda: (case.a.until("position"), case.b.until("position"))


def a_letter(case: Case, _: pytest.MonkeyPatch, pool: ThreadPoolExecutor) -> tuple[Trigger, Heard]:
    case.start()
    asked = {
        "id": "held",
        "number": 0,
        "action": {"type": "program", "levels": [{"plain": [1], "shark": []}]},
    }

    def write() -> None:
        case.answer = pool.submit(case.ada.http.post, f"/api/tables/{case.ada.table}/act", json=asked)

    def heard() -> None:
        assert case.answer is not None
        answer = case.answer.result(BOUND)
        assert (answer.status_code, answer.json()["number"]) == (200, 1), answer.text
        case.b.until("happened", number=1)

    return write, heard


def a_bots_move(case: Case, patch: pytest.MonkeyPatch, _: ThreadPoolExecutor) -> tuple[Trigger, Heard]:
    honest, may_decide = bots.decide, threading.Event()

    async def decide(*arguments: Any) -> bytes:
        await asyncio.to_thread(may_decide.wait, BOUND)
        return await honest(*arguments)

    patch.setattr(bots, "decide", decide)
    case.start(bot("random"))
    return may_decide.set, lambda: [line.until("happened", number=1) for line in (case.a, case.b)]


def the_clocks_move(case: Case, _: pytest.MonkeyPatch, __: ThreadPoolExecutor) -> tuple[Trigger, Heard]:
    case.start(settings={"clock": {"type": "per-decision", "seconds": 60}})
    case.a.act(laid(1))
    case.b.until("happened", number=1)
    return (
        lambda: case.clock.advance(60),
        lambda: [line.until("happened", number=2) for line in (case.a, case.b)],
    )


SITUATIONS: list[Situation] = [
    an_action,
    a_draft,
    words,
    a_change_of_the_table,
    the_last_reveal,
    a_letter,
    a_bots_move,
    the_clocks_move,
]


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.xdist_group("postgres")]),
    ]
)
def held(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Any, Callable[[], list[Any]]]:
    """A store whose commits can be held back, and what is in it for everyone else."""
    if request.param == "sqlite":
        path = tmp_path / "held.sqlite3"
        return in_a_file.Brittle(path), lambda: in_file(path)
    cluster: Cluster = request.getfixturevalue("postgres")
    url = cluster.database()
    return in_postgresql.Brittle(url), lambda: [
        sorted(map(str, cluster.execute(url, f"SELECT * FROM {table}"))) for table in TABLES
    ]


def in_file(path: Path) -> list[Any]:
    db = sqlite3.connect(path)
    try:
        return [sorted(map(str, db.execute(f"SELECT * FROM {table}"))) for table in TABLES]
    finally:
        db.close()


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as threads:
        yield threads


@pytest.mark.parametrize("situation", SITUATIONS)
def test_nobody_is_told_of_anything_before_it_is_committed(
    start_server: StartServer,
    diver: NewDiver,
    monkeypatch: pytest.MonkeyPatch,
    pool: ThreadPoolExecutor,
    held: tuple[Any, Callable[[], list[Any]]],
    situation: Situation,
) -> None:
    store, contents = held
    clock = SetClock()
    case = Case(start_server(store=store, clock=clock), clock, diver)
    begin_writing, heard = situation(case, monkeypatch, pool)
    for line in (case.a, case.b):
        line.quiet()
    written = contents()
    store.may_commit.clear()
    store.at_commit.clear()
    begin_writing()
    assert store.at_commit.wait(BOUND)
    case.bob.http.get("/health")  # the event loop has been round
    for line in (case.a, case.b):
        assert {frame["type"] for frame in line.quiet()} <= NOT_TOLD
    assert case.answer is None or not case.answer.done()
    assert contents() == written, "it is in nobody else's eyes yet"
    store.may_commit.set()
    heard()
    assert contents() != written
