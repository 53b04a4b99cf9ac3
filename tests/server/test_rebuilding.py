"""A room that fails is opened anew from the log, and a log that does not fit is not played on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from fathom.server.game import frames
from fathom.server.room import TRY_AGAIN
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, bot, laid, wait_until

Sit = Callable[..., Pair]


def test_a_room_that_fails_begins_again_from_the_log(
    start_server: StartServer,
    pair: Sit,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    both = pair(start_server())

    def broken(*_: object) -> bytes:
        raise RuntimeError("a mistake of ours")

    with monkeypatch.context() as patched:
        patched.setattr(frames, "happened", broken)
        both.a.send_act(laid(1), name="mine")
        with pytest.raises(ConnectionClosed) as closed:
            both.b.until("happened")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == TRY_AGAIN
    assert any(message.startswith("room-failed") for message in caplog.messages)
    # It had been written, so it has happened; nobody needs to do it again.
    back = both.ada.line(after=0)
    back.until("happened", number=1)
    assert back.act(laid(1), name="mine", number=0)["number"] == 1
    assert both.bob.line().until("position")["number"] == 1


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("outcomes = CAST('[]' AS BLOB) WHERE number = 0", "the dice of entry 0"),
        ('action = CAST(\'{"type":"withdraw"}\' AS BLOB) WHERE number = 1', "not-ready"),
        ("number = 7 WHERE number = 2", "entry 7 cannot follow entry 1"),
    ],
)
def test_a_log_that_does_not_fit_is_not_played_on(
    start_server: StartServer,
    pair: Sit,
    diver: NewDiver,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    change: str,
    problem: str,
) -> None:
    server = start_server(tmp_path)
    both = pair(server)
    both.a.act(laid(1))
    both.b.act(laid(2))
    server.stop()
    db = sqlite3.connect(server.log)
    assert db.execute(f"UPDATE entries SET {change}").rowcount == 1
    db.commit()
    db.close()
    eve = diver(start_server(tmp_path), "Eve")
    answer = eve.http.get(f"/api/tables/{both.ada.table}")
    assert (answer.status_code, answer.json()["code"]) == (500, "failed")
    noted = {message for message in caplog.messages if message.startswith("log-broken")}
    assert len(noted) == 1  # by whoever came, and before that by the server, which wanted to go on with it
    assert problem in noted.pop()


@pytest.mark.parametrize(
    "change", ["game = 'chess'", "options = x'7b'", "settings = x'7b'", "clocks = x'7b'"]
)
def test_a_table_that_cannot_be_read_stops_no_other(
    start_server: StartServer,
    diver: NewDiver,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    change: str,
) -> None:
    server = start_server(tmp_path)
    ada = diver(server, "Ada")
    tables = []
    for _ in range(2):
        ada.open(OPEN, bot("random"), settings={"clock": {"type": "per-decision", "seconds": 600}})
        bob = diver(server, "Bob")
        bob.join(ada)
        ada.start(bob)
        tables.append(ada.table)
    broken, sound = tables
    server.stop()
    db = sqlite3.connect(server.log)
    # It is the first that the server comes to when it wants to go on.
    assert db.execute(f"UPDATE tables SET {change}, at = 0 WHERE id = ?", (broken,)).rowcount == 1
    db.execute("UPDATE tables SET due = 0")
    db.commit()
    db.close()
    caplog.clear()
    caplog.set_level("INFO", "fathom.server")
    again = start_server(tmp_path)
    wait_until(lambda: any(message.startswith("tables-resumed") for message in caplog.messages))
    assert len(again.tables) == 1, "its clock runs, so it is in memory"
    assert any(message.startswith("not-resumed") and broken in message for message in caplog.messages)
    ada.http.base_url = f"http://{again.host}"
    listed = ada.http.get("/api/tables")
    assert listed.status_code == 200
    assert sound in {table["table"] for table in listed.json()}
    answer = ada.http.get(f"/api/tables/{broken}")
    assert (answer.status_code, answer.json()["code"]) == (500, "failed")
