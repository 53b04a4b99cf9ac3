"""How tables go: by age, or by their host's wish."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from fathom.server.common.settings import BadSetting, Settings, read_settings
from fathom.server.host.retention import DAY, GRACE, HOUR, Keeper, Retention
from fathom.server.room import TRY_AGAIN
from fathom.server.store import EntryRow, SqliteStore
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import Running, SetClock, run
from tests.server.test_store import SETUP, TABLE

Sit = Callable[..., Pair]


def files(server: Running) -> bytes:
    """Everything that lies in a server's folder."""
    return b"".join(path.read_bytes() for path in sorted(server.log.parent.glob("*.sqlite3*")))


def test_the_host_deletes_a_table(server: Running, pair: Sit) -> None:
    both = pair(server)
    path = f"/api/tables/{both.ada.table}"
    assert both.bob.http.delete(path).json()["code"] == "only-host"
    assert both.ada.http.delete(path, headers={"origin": "http://elsewhere.example"}).status_code == 403
    assert both.ada.http.delete(path).status_code == 204
    with pytest.raises(ConnectionClosed) as closed:
        both.b.until("happened")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == TRY_AGAIN
    assert both.bob.http.get(path).json()["code"] == "no-such-table"
    assert both.ada.table not in {table["table"] for table in both.ada.http.get("/api/tables").json()}
    assert both.ada.http.delete(path).status_code == 404


def test_nothing_that_was_said_is_left_in_the_files_of_a_deleted_table(
    start_server: StartServer, pair: Sit
) -> None:
    server = start_server()
    both = pair(server)
    both.a.say({"type": "say", "text": "the lighthouse keeper snores"})
    both.b.until("said")
    assert b"lighthouse" in files(server)
    assert both.ada.http.delete(f"/api/tables/{both.ada.table}").status_code == 204
    assert b"lighthouse" not in files(server)


def test_a_stranger_deletes_nothing(server: Running, pair: Sit, diver: NewDiver) -> None:
    both = pair(server)
    eve = diver(server, "Eve")
    assert eve.http.delete(f"/api/tables/{both.ada.table}").json()["code"] == "only-seated"
    assert eve.http.delete("/api/me").status_code == 204
    assert [seat["name"] for seat in both.ada.get().json()["seats"]] == ["Ada", "Bob"]


def test_a_host_says_how_long_tables_are_kept() -> None:
    assert Retention(Settings().keep_finished, Settings().keep_unstarted) == Retention()
    settings = read_settings({"FATHOM_KEEP_FINISHED": "7", "FATHOM_KEEP_UNSTARTED": "0"})
    assert (settings.keep_finished, settings.keep_unstarted) == (7.0, 0.0)
    with pytest.raises(BadSetting, match="FATHOM_KEEP_FINISHED"):
        read_settings({"FATHOM_KEEP_FINISHED": "-1"})


@pytest.mark.parametrize(
    ("keep", "removed"),
    [
        (Retention(finished=2, unstarted=1), {"lobby", "ended"}),
        (Retention(finished=30, unstarted=None), set()),
        (Retention(finished=None, unstarted=1), {"lobby"}),
    ],
)
def test_old_tables_are_removed_and_games_in_progress_stay(
    tmp_path: Path, keep: Retention, removed: set[str]
) -> None:
    async def scenario() -> None:
        store, clock = SqliteStore(tmp_path / "log.sqlite3"), SetClock()
        opened = clock.date()
        await store.add_table(msgspec.structs.replace(TABLE, id="lobby", at=opened))
        for table in ("playing", "ended"):
            new = msgspec.structs.replace(TABLE, id=table, at=opened)
            await store.add_table(new)
            row = await store.start(new, SETUP)
            if table == "ended":
                end = EntryRow(1, 0, b"{}", (), at=opened + DAY)
                await store.append(table, end, None, msgspec.structs.replace(row, phase="over"))
        gone: list[str] = []

        async def remove(table: str) -> None:
            await store.remove_table(table)
            gone.append(table)

        keeper = Keeper(store, clock, keep, remove)
        await keeper.sweep()
        assert gone == []
        clock.advance(4 * DAY)
        await keeper.sweep()
        assert gone == [], "what is too old has its grace"
        clock.advance(GRACE - 1)
        await keeper.sweep()
        assert gone == []
        clock.advance(1)
        await keeper.sweep()
        assert set(gone) == removed
        keeper.close()
        await store.close()

    run(scenario())


# ── Clocks that jump ────────────────────────────────────────────────────────────────────────────────────────


class Jumping(SetClock):
    """A clock whose date can be wrong."""

    off = 0.0

    def date(self) -> float:
        return self.now() + self.off


class Kept:
    """A finished table in a store, and the keepers that look at it, one after the other."""

    def __init__(self, store: SqliteStore, clock: Jumping) -> None:
        self.store, self.clock = store, clock
        self.gone: list[str] = []
        self.keeper = self.started()

    def started(self) -> Keeper:
        """A server that starts now."""
        self.keeper = Keeper(self.store, self.clock, Retention(), self.remove)
        return self.keeper

    async def remove(self, table: str) -> None:
        await self.store.remove_table(table)
        self.gone.append(table)

    async def hours(self, hours: int) -> None:
        """Let so many hours pass, with a look in each."""
        for _ in range(hours):
            self.clock.advance(HOUR)
            await self.keeper.sweep()


def kept(path: Path, scenario: Callable[[Kept], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        store = SqliteStore(path / "log.sqlite3")
        await store.add_table(msgspec.structs.replace(TABLE, at=1000.0))
        row = await store.start(TABLE, SETUP)
        await store.append(
            "t", EntryRow(1, 0, b"{}", (), 1000.0), None, msgspec.structs.replace(row, phase="over")
        )
        one = Kept(store, Jumping())
        await one.keeper.sweep()
        await scenario(one)
        one.keeper.close()
        await store.close()

    run(whole())


@pytest.mark.parametrize("restarted", [True, False])
def test_a_clock_that_jumps_a_year_ahead_removes_nothing_for_a_week(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, restarted: bool
) -> None:
    async def scenario(one: Kept) -> None:
        one.clock.off = 366 * DAY
        if restarted:
            one.keeper.close()
            one.started()
        await one.keeper.sweep()
        assert sum(message.startswith("clock-jumped") for message in caplog.messages) == 1
        await one.hours(7 * 24 - 1)
        assert one.gone == []
        one.clock.off = 0.0  # someone has seen it
        await one.hours(8 * 24)
        assert one.gone == [], "the table is not old at all"
        assert sum(message.startswith("clock-jumped") for message in caplog.messages) == 2

    kept(tmp_path, scenario)


def test_a_clock_that_jumps_once_more_begins_the_grace_anew(tmp_path: Path) -> None:
    async def scenario(one: Kept) -> None:
        one.clock.off = 366 * DAY
        await one.hours(6 * 24)
        one.clock.off = 400 * DAY
        await one.hours(6 * 24)
        assert one.gone == []
        await one.hours(25)
        assert one.gone == ["t"]

    kept(tmp_path, scenario)


def test_grace_is_counted_while_servers_run_and_not_while_they_are_off(tmp_path: Path) -> None:
    async def scenario(one: Kept) -> None:
        await one.hours(1)
        one.keeper.close()
        for _ in range(13):  # a server that is on for twelve hours once a month, for more than a year
            one.clock.advance(29 * DAY)
            one.started()
            await one.keeper.sweep()
            await one.hours(12)
            one.keeper.close()
        assert one.gone == []
        one.started()
        await one.keeper.sweep()
        await one.hours(7 * 24)
        assert one.gone == ["t"]

    kept(tmp_path, scenario)


def test_two_servers_of_one_database_count_the_same_hours_once(tmp_path: Path) -> None:
    async def scenario(one: Kept) -> None:
        other = Keeper(one.store, one.clock, Retention(), one.remove)
        await other.sweep()
        for _ in range(48):
            one.clock.advance(HOUR)
            await one.keeper.sweep()
            await other.sweep()
        running, _ = await one.store.run_on(0.0, one.clock.date(), lambda _: False)
        assert running == 48 * HOUR
        other.close()

    kept(tmp_path, scenario)


def test_what_a_person_asks_to_delete_goes_at_once(start_server: StartServer, pair: Sit) -> None:
    server = start_server()
    both = pair(server)
    assert both.ada.http.delete(f"/api/tables/{both.ada.table}").status_code == 204
    assert both.ada.table.encode() not in files(server)
