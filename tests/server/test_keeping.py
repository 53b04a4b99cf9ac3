"""How tables go: by age, by their host's wish, and what is left of someone who wants to be forgotten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from fathom.server.keeping import DAY, Keeper, Retention
from fathom.server.room import TRY_AGAIN
from fathom.server.settings import BadSetting, Settings, read_settings
from fathom.server.store import EntryRow, SqliteStore
from tests.server.conftest import NewDiver, Pair
from tests.server.harbour import OPEN, Running, SetClock, run
from tests.server.test_store import SETUP, TABLE

Sit = Callable[..., Pair]


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


def test_a_stranger_deletes_nothing(server: Running, pair: Sit, diver: NewDiver) -> None:
    both = pair(server)
    eve = diver(server, "Eve")
    assert eve.http.delete(f"/api/tables/{both.ada.table}").json()["code"] == "only-seated"
    assert eve.http.delete("/api/me").status_code == 204
    assert [seat["name"] for seat in both.ada.get().json()["seats"]] == ["Ada", "Bob"]


def test_someone_who_wants_to_be_forgotten_is_nowhere_any_more(server: Running, pair: Sit) -> None:
    both = pair(server)
    secret = both.ada.http.cookies["fathom"]
    assert both.ada.http.delete("/api/me").status_code == 204
    assert "fathom" not in both.ada.http.cookies
    lobby = both.b.until_lobby(lambda lobby: lobby["seats"][0]["name"] == "")
    assert lobby["host"] == 1  # Bob has the table now
    kept = b"".join(path.read_bytes() for path in server.log.parent.glob("*.sqlite3"))
    assert secret.encode() not in kept
    both.ada.http.cookies["fathom"] = secret
    assert both.ada.http.get("/api/tables").json() == []
    # The game itself stays Bob's: an action of his is still taken.
    assert both.b.act(both.b.any_action("on"))["type"] == "done"


def test_whoever_is_forgotten_before_the_start_leaves_an_open_seat(server: Running, diver: NewDiver) -> None:
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN)
    bob.join(ada)
    bob.http.delete("/api/me")
    assert ada.get().json()["seats"][1]["type"] == "open"
    ada.http.delete("/api/me")
    assert bob.get().json()["code"] == "no-such-table"


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
        (Retention(finished=3.5, unstarted=None), set()),
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
        assert set(gone) == removed
        keeper.close()
        await store.close()

    run(scenario())
