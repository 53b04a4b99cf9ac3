"""In PostgreSQL, too, nothing is acknowledged or told before the commit; also when its answer is lost.

The same for SQLite is in `test_nothing_lost`.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import Any

import asyncpg
import pytest

from fathom.server.store.postgres import PostgresStore
from tests.postgres import Cluster
from tests.server.conftest import Pair, StartServer
from tests.server.harbour import BOUND, laid

Sit = Callable[..., Pair]


class Brittle(PostgresStore):
    """A real store, whose commits can be held back, made to fail, or lose their answer."""

    def __init__(self, url: str) -> None:
        self.at_commit = threading.Event()
        self.may_commit = threading.Event()
        self.may_commit.set()
        self.broken = False
        self.answers = True
        super().__init__(url)

    async def _sent(self, connection: Any, values: Sequence[Any]) -> Any:
        """A batch commits with its statement; here it can be stopped before that."""
        transaction = connection.transaction()
        await transaction.start()
        answer = await super()._sent(connection, values)
        await self._commit(transaction)
        return answer

    async def _commit(self, transaction: Any) -> None:
        self.at_commit.set()
        assert await asyncio.to_thread(self.may_commit.wait, BOUND)
        if self.broken:
            await transaction.rollback()
            raise asyncpg.ConnectionDoesNotExistError("the line is dead")
        await super()._commit(transaction)
        if not self.answers:
            raise asyncpg.ConnectionDoesNotExistError("the line died with the answer")


@pytest.fixture
def store(postgres: Cluster) -> Brittle:
    return Brittle(postgres.database())


def entries(postgres: Cluster, store: Brittle) -> int:
    ((count,),) = postgres.execute(store.url, "SELECT count(*) FROM entries")
    assert isinstance(count, int)
    return count


def test_nothing_is_acknowledged_or_told_before_it_is_committed(
    start_server: StartServer, pair: Sit, store: Brittle, postgres: Cluster
) -> None:
    both = pair(start_server(store=store))
    both.a.until("look-ready")
    both.b.until("look-ready")
    written = entries(postgres, store)
    store.may_commit.clear()
    store.at_commit.clear()
    both.a.send_act(laid(1), name="held")
    assert store.at_commit.wait(BOUND)
    both.ada.http.get("/health")  # the event loop has been round
    for line in (both.a, both.b):
        assert not {frame["type"] for frame in line.quiet()} & {"done", "happened", "position"}
    assert entries(postgres, store) == written
    store.may_commit.set()
    assert both.a.until("done")["id"] == "held"
    assert entries(postgres, store) == written + 1
    both.b.until("happened", number=1)


def test_what_cannot_be_written_has_not_happened(
    start_server: StartServer, pair: Sit, store: Brittle
) -> None:
    both = pair(start_server(store=store))
    store.broken = True
    assert both.a.act(laid(1), name="again")["refusal"]["code"] == "not-written"
    other = both.bob.line()
    assert other.until("position")["number"] == 0
    assert other.view["phase"]["ready"] == [False, False]
    store.broken = False
    assert both.a.act(laid(1), name="again")["number"] == 1
    assert both.b.act(laid(1))["number"] == 2


def test_a_commit_whose_answer_is_lost_is_found_when_the_action_comes_again(
    start_server: StartServer, pair: Sit, store: Brittle, postgres: Cluster
) -> None:
    both = pair(start_server(store=store))
    written = entries(postgres, store)
    store.answers = False
    assert both.a.act(laid(1), name="mine")["refusal"]["code"] == "not-written"
    store.answers = True
    assert both.a.act(laid(1), name="mine")["number"] == 1
    assert entries(postgres, store) == written + 1
    assert both.b.act(laid(2))["number"] == 2
