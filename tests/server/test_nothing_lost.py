"""Nothing that was acknowledged is lost: killed servers, full disks, commits that fail."""

from __future__ import annotations

import json
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fathom.server.game import bots
from fathom.server.host.retention import Keeper
from fathom.server.room import RETRY_SECONDS
from fathom.server.store import SqliteStore
from fathom.table import encoded
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import BOUND, OPEN, Diver, Line, SetClock, bot, laid, revealing, wait_until
from tests.server.sailors import Process

Sit = Callable[..., Pair]


@pytest.fixture
def process() -> Iterator[Callable[[Path], Process]]:
    started: list[Process] = []

    def start(folder: Path) -> Process:
        started.append(Process(folder))
        return started[-1]

    yield start
    for one in started:
        one.kill()


def moved(diver: Diver, process: Process) -> None:
    """The same browser, at the address that the server has now."""
    diver.host, diver.http.base_url = process.host, f"http://{process.host}"


def known(line: Line) -> dict[int, str]:
    """The frames of all entries that a line has heard of."""
    frames = [(json.loads(frame), frame) for frame in line.frames]
    return {decoded["number"]: frame for decoded, frame in frames if decoded["type"] == "happened"}


KILLS = 5


def test_a_killed_server_has_lost_nothing_that_it_acknowledged(
    process: Callable[[Path], Process], diver: NewDiver, tmp_path: Path
) -> None:
    """Killed again and again with an action on its way, written or not: sent once more, it is there once."""
    server = process(tmp_path)
    ada, bob = diver(server.host, "Ada"), diver(server.host, "Bob")
    ada.open(OPEN)
    bob.join(ada)
    for line in ada.start(bob):
        line.close()
    told: dict[int, str] = {}
    """What Ada was told of each entry, by whichever server."""
    number = 0
    for kill in range(KILLS):
        a, b = ada.line(after=number), bob.line()
        for line in (a, b):
            line.until("position", number=number)
        a.act(a.any_action(f"{kill}/a"))
        acknowledged = b.act(b.any_action(f"{kill}/b"))["number"]
        a.until("happened", number=acknowledged)
        if a.over:
            break
        on_its_way = a.any_action(f"{kill}/on its way")
        a.send_act(on_its_way, name=f"kill-{kill}")
        if kill % 2:
            acknowledged = a.until("done")["number"]
        told |= known(a)
        server.kill()

        server = process(tmp_path)
        moved(ada, server)
        moved(bob, server)
        back = ada.line(after=0)
        back.until("happened", number=acknowledged)
        heard = known(back)
        assert all(heard[entry] == told[entry] for entry in told if entry <= acknowledged)
        answer = back.act(on_its_way, name=f"kill-{kill}", number=a.number)
        assert (answer["type"], answer["number"]) == ("done", number + 3)
        other = bob.line()
        other.until("position", number=number + 3)
        number = other.act(other.any_action(f"{kill}/on"))["number"]
        assert number == kill * 4 + 4
    assert number == KILLS * 4


def test_a_killed_server_goes_on_with_its_bots(
    process: Callable[[Path], Process], diver: NewDiver, tmp_path: Path
) -> None:
    server = process(tmp_path)
    ada = diver(server.host, "Ada")
    ada.open(bot())
    ada.start()
    server.kill()  # perhaps before the bot has decided, perhaps after
    again = process(tmp_path)
    moved(ada, again)
    line = ada.line()
    line.until("position")
    if line.number == 0:
        line.until("happened", number=1)
    assert line.view["phase"]["ready"] == [False, True]
    assert line.act(line.any_action("on"))["number"] == 2


def test_ctrl_c_ends_the_server_well(process: Callable[[Path], Process], tmp_path: Path) -> None:
    assert process(tmp_path).stop() in {0, -signal.SIGINT}


# ── A store that fails ──────────────────────────────────────────────────────────────────────────────────────


class Brittle(SqliteStore):
    """A real store, whose commits can be held back or made to fail."""

    def __init__(self, path: Path) -> None:
        self.at_commit = threading.Event()
        self.may_commit = threading.Event()
        self.may_commit.set()
        self.broken = False
        self.good_for = 1_000_000
        super().__init__(path)

    def _commit(self) -> None:
        self.at_commit.set()
        assert self.may_commit.wait(BOUND)
        self.good_for -= 1
        if self.broken or self.good_for < 0:
            raise sqlite3.OperationalError("disk I/O error")
        super()._commit()


@pytest.fixture
def no_sweeping(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written but what tables write: a server would note at its start that it runs."""

    async def sweep(_: Keeper) -> None:
        pass

    monkeypatch.setattr(Keeper, "sweep", sweep)


def entries(path: Path) -> int:
    with sqlite3.connect(path) as db:
        count: int = db.execute("SELECT count(*) FROM entries").fetchone()[0]
    db.close()
    return count


def test_nothing_is_acknowledged_or_told_before_it_is_committed(
    start_server: StartServer, pair: Sit, tmp_path: Path
) -> None:
    store = Brittle(tmp_path / "brittle.sqlite3")
    both = pair(start_server(store=store))
    both.a.until("look-ready")
    both.b.until("look-ready")
    written = entries(store.path)
    store.may_commit.clear()
    store.at_commit.clear()
    both.a.send_act(laid(1), name="held")
    assert store.at_commit.wait(BOUND)
    both.ada.http.get("/health")  # the event loop has been round
    assert both.a.quiet() == []
    assert both.b.quiet() == []
    assert entries(store.path) == written
    store.may_commit.set()
    assert both.a.until("done")["id"] == "held"
    assert entries(store.path) == written + 1
    both.b.until("happened", number=1)


def test_what_cannot_be_written_has_not_happened(
    start_server: StartServer, pair: Sit, tmp_path: Path
) -> None:
    store = Brittle(tmp_path / "brittle.sqlite3")
    both = pair(start_server(store=store))
    store.broken = True
    assert both.a.act(laid(1), name="again")["refusal"]["code"] == "not-written"
    refused = both.a.draft(laid(2))
    assert refused["refusal"]["code"] == "not-written"
    other = both.bob.line()
    assert other.until("position")["number"] == 0
    assert other.view["phase"]["ready"] == [False, False]
    store.broken = False
    assert both.a.act(laid(1), name="again")["number"] == 1
    assert both.b.act(laid(1))["number"] == 2


def test_a_seat_that_cannot_be_written_is_not_taken(
    start_server: StartServer, diver: NewDiver, tmp_path: Path
) -> None:
    store = Brittle(tmp_path / "brittle.sqlite3")
    server = start_server(store=store)
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN)
    store.broken = True
    answer = bob.try_join(ada.table, ada.invite)
    assert (answer.status_code, answer.json()["code"]) == (503, "not-written")
    assert ada.get().json()["seats"][1] == OPEN
    store.broken = False
    assert bob.join(ada)["seat"] == 1


def test_a_start_that_cannot_be_written_can_be_had_again(
    start_server: StartServer, diver: NewDiver, tmp_path: Path
) -> None:
    store = Brittle(tmp_path / "brittle.sqlite3")
    server = start_server(store=store)
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN)
    bob.join(ada)
    a, b = revealing(ada, bob)
    a.reveal()
    a.until("lobby", lobby={**a.lobby, "phase": "revealing"})
    store.broken = True
    b.reveal()
    assert b.until("refused")["refusal"]["code"] == "not-written"
    assert ada.get().json()["phase"] == "revealing"
    store.broken = False
    b.reveal()
    for line in (a, b):
        assert line.until("position")["number"] == 0
    assert ada.get().json()["phase"] == "playing"


@pytest.mark.usefixtures("no_sweeping")
def test_a_bot_tries_again_what_could_not_be_written(
    start_server: StartServer, diver: NewDiver, tmp_path: Path
) -> None:
    store, clock = Brittle(tmp_path / "brittle.sqlite3"), SetClock()
    server = start_server(store=store, clock=clock)
    ada = diver(server, "Ada")
    store.good_for = 3  # the table, Ada who is ready, and the start
    ada.open(bot("random"))
    ada.start()
    clock.wait_for_alarm(RETRY_SECONDS)
    store.good_for = 1_000_000
    clock.advance(RETRY_SECONDS)
    line = ada.line()
    line.until("position")
    if line.number == 0:
        line.until("happened", number=1)
    assert line.view["phase"]["ready"] == [False, True]


@pytest.mark.usefixtures("no_sweeping")
def test_bots_wait_before_they_try_again(
    start_server: StartServer,
    diver: NewDiver,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """However many they are: nobody is asked again because another's decision was not written either."""
    asked: list[int] = []

    async def decides(*arguments: Any) -> bytes:
        asked.append(arguments[4])
        return encoded(laid(1))

    monkeypatch.setattr(bots, "decide", decides)
    store, clock = Brittle(tmp_path / "brittle.sqlite3"), SetClock()
    server = start_server(store=store, clock=clock)
    ada = diver(server, "Ada")
    store.good_for = 3  # the table, Ada who is ready, and the start
    ada.open(bot(), bot(), bot())
    (line,) = ada.start()
    wait_until(lambda: sum(message.startswith("not-written") for message in caplog.messages) == 3)
    line.quiet()  # the server has done what there was to do
    assert asked == [1, 2, 3]
    store.good_for = 1_000_000
    clock.advance(RETRY_SECONDS)
    line.until("happened", number=3)
    assert asked == [1, 2, 3, 1, 2, 3]


@pytest.mark.usefixtures("no_sweeping")
def test_time_that_is_up_but_cannot_be_written_begins_anew(
    start_server: StartServer, pair: Sit, tmp_path: Path
) -> None:
    store, clock = Brittle(tmp_path / "brittle.sqlite3"), SetClock()
    both = pair(start_server(store=store, clock=clock), companions=True)
    both.a.act({"type": "choose", "companion": "orca"})
    both.b.act({"type": "choose", "companion": "turtle"})
    both.a.until("happened", number=2)
    both.a.act({"type": "call-orca"})
    store.good_for = 1  # for one of the two who are missing
    clock.advance(10)
    both.b.until("happened", number=4)
    other = both.bob.line()
    assert other.until("position")["left"] == 10.0
    assert other.number == 4
    store.good_for = 1_000_000
    clock.advance(10)
    assert other.until("happened", number=5)["view"]["round"] == 2


def test_two_servers_on_one_file_never_write_the_same_entry(
    start_server: StartServer, pair: Sit, tmp_path: Path
) -> None:
    """Whoever comes second hears first what has happened, and then plays all the same."""
    one = start_server(tmp_path)
    both = pair(one)
    two = start_server(tmp_path)
    elsewhere = Line(two.host, both.bob.table, both.bob.http.cookies["fathom"])
    elsewhere.say({"type": "hello", "after": None})
    elsewhere.until("position", number=0)
    assert both.a.act(laid(1))["number"] == 1
    assert elsewhere.act(laid(2), name="mine")["number"] == 2
    assert sorted(known(elsewhere)) == [1, 2]
    again = both.bob.line()  # on the first server, which has heard of nothing
    again.until("position", number=1)
    assert again.act(laid(2), name="mine")["number"] == 2
    assert again.number == 2
    elsewhere.close()
