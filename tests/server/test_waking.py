"""A start with many unfinished tables: only those are built that have to go on before anyone comes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fathom.server.game import bots
from fathom.server.game.clocks import GRACE_SECONDS
from fathom.server.store import SqliteStore
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Running, SetClock, bot, laid, run, wait_until
from tests.server.test_clock import moved

MINUTE = {"clock": {"type": "per-decision", "seconds": 60}}
PLAIN, TIMED = 12, 4


def seated(server: Running, diver: NewDiver, settings: dict[str, Any] | None = None) -> Pair:
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN, settings=settings)
    bob.join(ada)
    return Pair(ada, bob)


def due(folder: Path) -> dict[str, float]:
    async def scenario() -> dict[str, float]:
        store = SqliteStore(folder / "fathom.sqlite3")
        found = dict(await store.unfinished())
        await store.close()
        return found

    return run(scenario())


Built = Callable[[], int]


@pytest.fixture
def built(caplog: pytest.LogCaptureFixture) -> Built:
    """Counts the games that were replayed from their logs."""
    caplog.set_level("INFO", "fathom.server")
    return lambda: sum(message.startswith("table-rebuilt") for message in caplog.messages)


def resumed(caplog: pytest.LogCaptureFixture) -> None:
    wait_until(lambda: any(message.startswith("tables-resumed") for message in caplog.messages))


def test_no_table_is_built_at_which_only_people_have_to_decide(
    start_server: StartServer,
    diver: NewDiver,
    tmp_path: Path,
    built: Built,
    caplog: pytest.LogCaptureFixture,
) -> None:
    first = start_server(tmp_path)
    plain = [seated(first, diver) for _ in range(PLAIN)]
    plain[0].a.act(laid(1))
    timed = [seated(first, diver, MINUTE) for _ in range(TIMED)]
    first.stop()
    assert set(due(tmp_path)) == {both.ada.table for both in timed}
    caplog.clear()
    clock = SetClock()
    again = start_server(tmp_path, clock=clock)
    resumed(caplog)
    assert (built(), len(again.tables)) == (0, 0)
    # Each is found by whoever comes, as it was.
    moved(again.host, plain[0])
    line = plain[0].bob.line()
    line.until("position", number=1)
    assert line.act(laid(1))["number"] == 2
    assert built() == 1
    # The others go on when a time is up, though nobody has come.
    clock.advance(60 + GRACE_SECONDS)
    wait_until(lambda: built() == 1 + TIMED)
    moved(again.host, timed[0])
    timed[0].ada.line(after=0).until("happened", number=2)


def test_a_bot_that_was_to_move_moves_without_a_visitor(
    start_server: StartServer,
    diver: NewDiver,
    tmp_path: Path,
    built: Built,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = bots.decide

    async def never(*_: Any) -> bytes:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(bots, "decide", never)
    first = start_server(tmp_path)
    ada = diver(first, "Ada")
    ada.open(bot("random"))
    (line,) = ada.start()
    seated(first, diver)
    assert line.act(laid(1))["number"] == 1
    first.stop()
    assert due(tmp_path) == {ada.table: 0.0}
    monkeypatch.setattr(bots, "decide", honest)
    again = start_server(tmp_path)

    def entries() -> int:
        async def scenario() -> int:
            store = SqliteStore(again.log)
            found = len(await store.entries(ada.table))
            await store.close()
            return found

        return run(scenario())

    wait_until(lambda: entries() > 2)
    assert built() == 1


def test_the_clocks_of_a_table_that_sleeps_are_counted_for_who_comes_and_kept_when_the_server_stops(
    start_server: StartServer, diver: NewDiver, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "fathom.server")
    first = start_server(tmp_path, clock=SetClock())
    both = seated(first, diver, MINUTE)
    first.stop()
    assert due(tmp_path) == {both.ada.table: 60 + GRACE_SECONDS}
    caplog.clear()
    clock = SetClock()
    second = start_server(tmp_path, clock=clock)
    resumed(caplog)
    clock.advance(GRACE_SECONDS + 20)
    second.stop()  # nobody has come
    assert due(tmp_path) == {both.ada.table: 40 + GRACE_SECONDS}
    caplog.clear()
    clock = SetClock()
    third = start_server(tmp_path, clock=clock)
    resumed(caplog)
    clock.advance(GRACE_SECONDS + 15)
    moved(third.host, both)
    line = both.ada.line()
    line.until("position")
    assert line.left == 25.0


def test_what_happens_says_when_the_server_has_to_go_on(
    start_server: StartServer, diver: NewDiver, tmp_path: Path
) -> None:
    """A stand-in makes a table of two people one at which a bot is to move, and back."""
    clock = SetClock()
    server = start_server(tmp_path, clock=clock)
    both = seated(server, diver)
    assert due(tmp_path) == {}
    both.b.close()
    both.a.until_lobby(lambda lobby: not lobby["seats"][1]["connected"])
    clock.advance(31)
    both.a.until_lobby(lambda lobby: lobby["seats"][1]["gone"])
    both.a.say({"type": "stand-in", "seat": 1})
    both.a.until("happened", number=1)
    assert due(tmp_path) == {}, "the bot has decided, and Ada is to move"
    both.a.say({"type": "close"})
    both.a.until_lobby(lambda lobby: lobby["phase"] == "closed")
    assert due(tmp_path) == {}
