"""News between servers on one PostgreSQL: merged, late or lost, it does no harm."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from fathom.server.store import NotWritten, news
from fathom.server.store.postgres import PostgresStore
from tests.postgres import Cluster
from tests.server.conftest import NewDiver, StartServer
from tests.server.harbour import BOUND, OPEN, begin, laid, run
from tests.server.test_store import SETUP, TABLE, changed, entry

LEFT = "SELECT name FROM server WHERE name LIKE 'news %'"


class Mute(PostgresStore):
    """A server that is killed, or stands still, after every commit: it tells nobody and sweeps nothing."""

    async def _carry(self, statement: str, values: Sequence[Any]) -> bool:
        return True


class Late(PostgresStore):
    """A server that tells when it may."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.may_tell = asyncio.Event()
        self.telling = asyncio.Event()

    async def _carry(self, statement: str, values: Sequence[Any]) -> bool:
        self.telling.set()
        await self.may_tell.wait()
        return await super()._carry(statement, values)


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.database()


async def started(store: PostgresStore, *tables: str) -> None:
    for table in tables:
        await store.add_table(changed(TABLE, id=table))
        await store.start(changed(TABLE, id=table), SETUP)


def test_the_tables_that_changed_are_told_by_one_notification(url: str, postgres: Cluster) -> None:
    names = [f"t{number:03}" for number in range(100)]

    async def scenario() -> None:
        store = Late(url)
        await store.open()
        heard: asyncio.Queue[str] = asyncio.Queue()
        line = await asyncpg.connect(url)
        await line.add_listener(news.CHANNEL, lambda *told: heard.put_nowait(told[-1]))
        await started(store, *names)
        await asyncio.wait_for(store.telling.wait(), BOUND)
        for number in (1, 2):
            await asyncio.gather(*(store.append(name, entry(number), None) for name in names))
        store.may_tell.set()
        told: list[list[str]] = []
        while not told or set(told[-1]) != set(names):
            _, *tables = (await asyncio.wait_for(heard.get(), BOUND)).split(" ")
            told.append(tables)
        assert len(told) <= 2, "one that was on its way, and one for all that came meanwhile"
        assert sorted(told[-1]) == names, "each table once"
        await store.close()
        assert heard.empty()
        await line.close()
        assert await asyncio.to_thread(postgres.execute, url, LEFT) == [], "what was told is swept"

    run(scenario())


def test_more_tables_than_a_notification_has_room_for(url: str) -> None:
    names = [f"a-table-with-a-long-name-{number:04}" for number in range(2 * news.TOLD_AT_ONCE + 1)]

    async def scenario() -> None:
        one, two = PostgresStore(url), PostgresStore(url)
        heard: set[str | None] = set()
        all_heard = asyncio.Event()

        def hear(table: str | None) -> None:
            heard.add(table)
            if heard >= set(names):
                all_heard.set()

        await one.open(hear)
        await two.open()
        two._telling.written(two._telling.name(), names)
        await asyncio.wait_for(all_heard.wait(), BOUND)
        await one.close()
        await two.close()

    run(scenario())


def test_what_a_killed_server_did_not_tell_is_found(
    url: str, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "LOOK", 0.01)
    monkeypatch.setattr(news, "LEFT", 10)

    async def scenario() -> None:
        killed, other = Mute(url), PostgresStore(url)
        heard: asyncio.Queue[str | None] = asyncio.Queue()
        await killed.open()
        await other.open(heard.put_nowait)
        await started(killed, "t", "u")
        await killed.append("u", entry(1), None)
        assert {await asyncio.wait_for(heard.get(), BOUND) for _ in range(2)} == {"t", "u"}
        # Once everyone has met them, the rows that nobody sweeps are gone, too.
        async with asyncio.timeout(BOUND):
            while left := await asyncio.to_thread(postgres.execute, url, LEFT):
                assert len(left) <= 3
        assert set(_all(heard)) <= {"u"}, "each row is met once: the entry may have come in a later look"
        await killed.close()
        await other.close()

    run(scenario())


def _all(queue: asyncio.Queue[Any]) -> list[Any]:
    return [queue.get_nowait() for _ in range(queue.qsize())]


def test_a_row_counts_as_untold_when_it_is_met_twice() -> None:
    untold = news.Untold("here")
    told, lost, own = ("news there 1", "t"), ("news there 2", "u v"), ("news here 1", "w")
    assert untold.look([told, lost, own]) == ([], [])
    assert untold.look([lost, own]) == (["u", "v"], [])
    for _ in range(news.LEFT - 2):
        assert untold.look([lost, own]) == ([], [])
    assert untold.look([lost, own]) == ([], ["news there 2"])
    assert 2 * news.LOOK < 2.0, "found within two seconds"
    assert news.MERGED + news.SWEPT < news.LOOK, "what is told is swept before anyone meets it twice"


def test_what_was_committed_is_told_where_its_answer_was_lost(url: str, postgres: Cluster) -> None:
    class Unanswered(PostgresStore):
        async def _sent(self, connection: Any, values: Sequence[Any]) -> Any:
            await super()._sent(connection, values)
            raise asyncpg.ConnectionDoesNotExistError("the line died with the answer")

    async def scenario() -> None:
        one, other = Unanswered(url), PostgresStore(url)
        heard: asyncio.Queue[str | None] = asyncio.Queue()
        await one.open()
        await other.open(heard.put_nowait)
        await started(other, "t")
        with pytest.raises(NotWritten):
            await one.append("t", entry(1), None)
        assert await asyncio.wait_for(heard.get(), BOUND) == "t"
        assert await other.entries("t", after=0) == (entry(1),)
        await one.close()
        await other.close()
        assert await asyncio.to_thread(postgres.execute, url, LEFT) == []

    run(scenario())


def test_what_could_not_be_told_is_told_later(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "RETRY", 0.01)

    async def scenario() -> None:
        carried: list[str] = []
        swept = asyncio.Event()
        lines = iter([False, False, True, True])

        async def carry(statement: str, values: Sequence[Any]) -> bool:
            carried.append(statement)
            if len(carried) == 4:
                swept.set()
            return next(lines)

        telling = news.Telling("here", carry)
        telling.written(telling.name(), ["t"])
        await asyncio.wait_for(swept.wait(), BOUND)
        assert carried == [news.TELL] * 3 + [news.SWEEP]
        await telling.close()
        assert len(carried) == 4

    run(scenario())


@pytest.mark.parametrize("kind", [Mute, PostgresStore])
def test_a_window_on_another_server_sees_what_was_never_told(
    start_server: StartServer, diver: NewDiver, url: str, tmp_path: Path, kind: type[PostgresStore]
) -> None:
    """Ada's server tells nobody anything; Bob's finds out by itself, and their game goes on."""
    ada = diver(start_server(tmp_path / "a", store=kind(url)), "Ada")
    bob = diver(start_server(tmp_path / "b", store=PostgresStore(url)), "Bob")
    ada.open(OPEN)
    bob.join(ada)
    a, b = ada.line(), bob.line()
    begin(b, a)
    assert a.act(laid(1))["number"] == 1
    b.until("happened", number=1)
    assert b.act(laid(2))["number"] == 2
    a.until("happened", number=2)
