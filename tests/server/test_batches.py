"""Many tables in one statement of PostgreSQL: whoever cannot be written costs nobody else anything."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg
import pytest

from fathom.server.store import AlreadyWritten, EntryRow, NotWritten, TableRow, TalkRow
from fathom.server.store import postgres as module
from fathom.server.store.batch import APPEND, GROUP
from fathom.server.store.news import SWEEP
from fathom.server.store.postgres import PostgresStore
from tests.postgres import Cluster
from tests.server.conftest import Pair, StartServer
from tests.server.harbour import BOUND, laid, run
from tests.server.test_store import SETUP, TABLE, changed, entry

Sit = Callable[..., Pair]

WRITING = re.compile("INSERT|UPDATE|DELETE")


class Gated(PostgresStore):
    """A real store that counts its batches, and sends none while its gate is closed."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.gate = asyncio.Event()
        self.gate.set()
        self.at_gate = asyncio.Event()
        self.batches: list[list[str]] = []
        self.numbers = itertools.count(1)

    async def _sent(self, connection: Any, values: Sequence[Any]) -> Any:
        self.batches.append(values[0])
        self.at_gate.set()
        await self.gate.wait()
        return await super()._sent(connection, values)

    async def together(self, *asked: Awaitable[Any]) -> list[Any]:
        """Ask for all of this while another batch is on its way, so that it becomes one batch."""
        self.gate.clear()
        self.at_gate.clear()
        first = asyncio.ensure_future(self.append("first", entry(next(self.numbers)), None))
        await asyncio.wait_for(self.at_gate.wait(), BOUND)
        others = [asyncio.ensure_future(one) for one in asked]
        await asyncio.sleep(0)
        self.batches.clear()
        self.gate.set()
        await first
        async with asyncio.timeout(BOUND):
            return await asyncio.gather(*others, return_exceptions=True)


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.database()


async def opened(url: str, tables: Sequence[str]) -> tuple[Gated, dict[str, TableRow]]:
    """A store with these tables, and one for the batch before."""
    store = Gated(url)
    await store.open()
    rows = {}
    for table in ("first", *tables):
        await store.add_table(changed(TABLE, id=table))
        rows[table] = await store.start(changed(TABLE, id=table), SETUP)
    return store, rows


def test_one_statement_writes_the_entries_of_all_tables(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is written is written by one statement for each batch; nobody is notified by it."""
    said: list[str] = []
    honest = module._assert_durable

    async def overheard(connection: Any) -> None:
        await honest(connection)
        connection.add_query_logger(lambda query: said.append(query.query))

    monkeypatch.setattr(module, "_assert_durable", overheard)
    names = [f"t{number:03}" for number in range(GROUP)]

    async def scenario() -> None:
        store, rows = await opened(url, names)
        await store.entries("first")
        over = names[7]
        await store.keep_draft(over, 1, 0, b"{}")
        await store.keep_draft(names[8], 0, 0, b"{}")
        said.clear()
        answers = await store.together(
            *(
                store.append(
                    name,
                    entry(1),
                    b"[1]" if name == names[9] else None,
                    changed(rows[name], phase="over", due=None) if name == over else None,
                )
                for name in reversed(names)
            )
        )
        assert store.batches == [names], "one batch, in the order in which rows are locked"
        assert said.count(APPEND) == 2, "it, and the batch before"
        assert "pg_notify" not in APPEND
        assert {query for query in said if WRITING.search(query)} <= {APPEND, SWEEP}
        assert [answer for answer in answers if answer is not None] == [
            changed(rows[over], phase="over", due=None, version=rows[over].version + 1)
        ]
        assert await store.table(over) == changed(rows[over], phase="over", version=rows[over].version + 1)
        assert [await store.drafts(names[number]) for number in (7, 8, 9)] == [{}, {}, {0: b"[1]"}]
        for name in names:
            assert await store.entries(name, after=0) == (entry(1),)
        await store.close()

    run(scenario())


def test_of_two_entries_of_one_table_the_second_has_the_next_batch(url: str) -> None:
    async def scenario() -> None:
        store, _ = await opened(url, ("t", "u"))
        answers = await store.together(
            store.append("t", entry(1), None),
            store.append("t", entry(2), None),
            store.append("u", entry(1), None),
        )
        assert answers == [None, None, None]
        assert store.batches == [["t", "u"], ["t"]]
        await store.close()

    run(scenario())


def test_conflicts_in_a_batch_are_told_to_their_own_tables_only(url: str) -> None:
    names = ["fine", "quicker", "over", "removed", "another-version", "sent-again", "also-fine"]

    async def scenario() -> None:
        store, rows = await opened(url, names)
        other = PostgresStore(url)
        await other.open()
        await other.append("quicker", entry(1, client="theirs"), None)
        await other.append("over", entry(1), None, changed(rows["over"], phase="over"))
        await other.remove_table("removed")
        await other.put_table(changed(rows["another-version"], host=1))
        await other.append("sent-again", entry(1, client="mine"), None)
        answers = await store.together(
            store.append("fine", entry(1), None),
            store.append("quicker", entry(1), None),
            store.append("over", entry(2), None),
            store.append("removed", entry(1), None),
            store.append("another-version", entry(1), None, changed(rows["another-version"], clocks=b"[]")),
            store.append("sent-again", entry(2, client="mine"), b"{}"),
            store.append("also-fine", entry(1), None, changed(rows["also-fine"], clocks=b"[1]")),
        )
        assert store.batches == [sorted(names)], "nobody's entry was sent again in a batch"
        told = dict(zip(names, answers, strict=True))
        assert told.pop("fine") is None
        assert told.pop("also-fine") == changed(rows["also-fine"], clocks=b"[1]", version=2)
        assert {type(answer) for answer in told.values()} == {AlreadyWritten}
        assert "not being played" in str(told["over"])
        assert "removed" in str(told["removed"])
        assert "version 2, not 1" in str(told["another-version"])
        lengths = [len(await other.entries(name)) for name in names]
        assert lengths == [2, 2, 2, 0, 1, 2, 2]
        assert await other.drafts("sent-again") == {}
        row = await other.table("another-version")
        assert row is not None
        assert (row.clocks, row.host) == (TABLE.clocks, 1)
        await other.close()
        await store.close()

    run(scenario())


@pytest.mark.parametrize(
    "bad",
    [
        EntryRow(1, 0, b"{}", (), at=1.0, client="zero\0"),  # the database cannot write it
        EntryRow(1, 2**40, b"{}", (), at=1.0),  # it does not even reach the database
    ],
)
def test_a_bad_row_in_a_batch_is_refused_for_its_own_table_only(url: str, bad: EntryRow) -> None:
    async def scenario() -> None:
        store, _ = await opened(url, ("t", "u", "v"))
        answers = await store.together(
            store.append("t", entry(1), None), store.append("u", bad, None), store.append("v", entry(1), None)
        )
        assert (answers[0], type(answers[1]), answers[2]) == (None, NotWritten, None)
        assert [len(await store.entries(name)) for name in ("t", "u", "v")] == [2, 1, 2]
        assert await store.append("u", entry(1), None) is None
        await store.close()

    run(scenario())


def test_tables_that_someone_holds_keep_no_other_waiting(url: str) -> None:
    """However many they are."""
    names = [f"held{number}" for number in range(module.CONNECTIONS + 2)]

    async def scenario() -> None:
        store, _ = await opened(url, ("t", "v", *names))
        holding = await asyncpg.connect(url)
        transaction = holding.transaction()
        await transaction.start()
        await holding.execute("SELECT 1 FROM tables WHERE id LIKE 'held%' FOR UPDATE")
        held = asyncio.gather(*(store.append(name, entry(1), None) for name in names))
        assert await store.together(store.append("t", entry(1), None), store.append("v", entry(1), None)) == [
            None,
            None,
        ]
        assert await store.append("t", entry(2), None) is None
        assert not held.done()
        await transaction.rollback()
        assert await asyncio.wait_for(held, BOUND) == [None] * len(names)
        await holding.close()
        await store.close()

    run(scenario())


def test_batches_of_two_servers_over_the_same_tables_give_every_number_once(url: str) -> None:
    """Both want the same numbers at the same tables, in opposite order, and none waits for the other."""
    names = [f"t{number}" for number in range(20)]

    async def scenario() -> None:
        one, _ = await opened(url, names)
        two = PostgresStore(url)
        await two.open()

        async def write(store: PostgresStore, name: str, number: int) -> bool:
            try:
                await store.append(name, entry(number, client=f"{id(store)} {number}"), None)
            except AlreadyWritten:
                return False
            return True

        async with asyncio.timeout(BOUND):
            for number in range(1, 6):
                won = await asyncio.gather(
                    *(write(one, name, number) for name in names),
                    *(write(two, name, number) for name in reversed(names)),
                )
                assert sum(won) == len(names)
        for name in names:
            assert [row.number for row in await one.entries(name)] == list(range(6))
        await one.close()
        await two.close()

    run(scenario())


def test_what_was_laid_elsewhere_while_its_seat_acted_here_lies_there_no_more(
    url: str, postgres: Cluster
) -> None:
    """A batch does not see what was laid after it began."""

    async def scenario() -> None:
        store, _ = await opened(url, ("t",))
        await store.append("t", entry(1, seat=1), None)
        await store.append("t", entry(2, seat=0), None)
        await store.keep_draft("t", 1, 2, b"[1]")
        late = "INSERT INTO drafts (table_id, seat, number, action) VALUES ('t', 0, 1, '[]')"
        await asyncio.to_thread(postgres.execute, url, late)
        assert await store.drafts("t") == {1: b"[1]"}
        await store.close()

    run(scenario())


def test_nothing_acknowledged_is_lost_when_the_database_is_restarted(url: str, postgres: Cluster) -> None:
    """Writers go on as rooms do: what was not written is looked for in the log, and then tried again."""
    names = [f"t{number}" for number in range(20)]

    async def scenario() -> None:
        store, _ = await opened(url, names)
        acknowledged: dict[str, list[int]] = {name: [] for name in names}
        until: dict[str, int] = {}
        busy = asyncio.Event()
        refused = 0

        async def write(name: str) -> None:
            nonlocal refused
            number = 1
            while name not in until or number <= until[name]:
                try:
                    await store.append(name, entry(number), None)
                    acknowledged[name].append(number)
                    if all(len(numbers) >= 5 for numbers in acknowledged.values()):
                        busy.set()
                    number += 1
                except NotWritten:
                    refused += 1
                    await asyncio.sleep(0.01)
                    try:
                        number = len(await store.entries(name))
                    except NotWritten:
                        continue

        writers = [asyncio.ensure_future(write(name)) for name in names]
        await asyncio.wait_for(busy.wait(), BOUND)
        await asyncio.to_thread(postgres.restart)
        until |= {name: acknowledged[name][-1] + 5 for name in names}
        async with asyncio.timeout(BOUND):
            await asyncio.gather(*writers)
        assert refused > 0, "nobody has met the restart"
        for name in names:
            log = await store.entries(name)
            assert [row.number for row in log] == list(range(len(log)))
            assert len(log) > until[name]
            assert set(acknowledged[name]) <= {row.number for row in log}
        await store.close()

    run(scenario())


def test_a_game_goes_on_after_the_database_was_restarted(
    start_server: StartServer, pair: Sit, url: str, postgres: Cluster
) -> None:
    both = pair(start_server(store=PostgresStore(url)))
    assert both.a.act(laid(1), name="before")["number"] == 1
    both.b.until("happened", number=1)
    postgres.restart()
    answers = []
    for _ in range(2 * module.CONNECTIONS):  # lines that were lost are found out when they are used
        answers.append(both.b.act(laid(2), name="after"))
        if answers[-1]["type"] == "done":
            break
    assert answers.pop()["number"] == 2
    assert {answer["refusal"]["code"] for answer in answers} <= {"not-written"}
    both.a.until("happened", number=2)


def test_what_is_not_an_entry_goes_its_own_way(url: str) -> None:
    """Words and drafts are no part of a batch, and do not wait for one."""

    async def scenario() -> None:
        store, _ = await opened(url, ("t",))
        store.gate.clear()
        waiting = asyncio.ensure_future(store.append("t", entry(1), None))
        await asyncio.wait_for(store.at_gate.wait(), BOUND)
        assert (await store.add_talk("t", TalkRow(None, text="hello"))).number == 1
        assert not waiting.done()
        store.gate.set()
        await waiting
        await store.close()

    run(scenario())
