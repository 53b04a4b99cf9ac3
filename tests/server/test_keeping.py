"""How tables go: by age, or by their host's wish."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from fathom.server.common.settings import BadSetting, Settings, read_settings
from fathom.server.host.retention import DAY, GRACE, Keeper, Retention
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
