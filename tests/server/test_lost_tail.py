"""A lost end of a log is noticed: the server signs its numbers, and browsers show them again."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fathom.server.common.tokens import Secrets
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Frame, Line, Running, laid
from tests.server.test_clock import moved

Sit = Callable[..., Pair]


def last_frame(line: Line) -> Frame:
    """The last frame with a number."""
    import json

    told: list[Frame] = [json.loads(frame) for frame in line.frames]
    return [frame for frame in told if frame["type"] in {"position", "happened"}][-1]


@pytest.fixture
def lost(
    start_server: StartServer, diver: NewDiver, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> tuple[Running, Pair, Frame]:
    """Ada and Bob, who have been told of entry 1, and a server that has lost it."""
    caplog.set_level("INFO", "fathom.server")
    server = start_server(tmp_path)
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN)
    bob.join(ada)
    both = Pair(ada, bob)
    both.a.act(laid(1))
    both.b.until("happened", number=1)
    server.stop()
    db = sqlite3.connect(server.log)
    assert db.execute("DELETE FROM entries WHERE number = 1").rowcount == 1
    db.commit()
    db.close()
    again = start_server(tmp_path)
    moved(again.host, both)
    return again, both, last_frame(both.b)


def alarms(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def said_hello(both: Pair, **hello: Any) -> tuple[Line, list[Frame]]:
    line = both.bob.line(hello=False)
    line.say({"type": "hello", **hello})
    told = []
    for _ in range(20):
        told.append(line.next())
        if told[-1]["type"] == "position":
            return line, told
    raise AssertionError("no position")


def test_who_shows_a_number_that_the_log_has_lost_raises_the_alarm_and_is_told(
    lost: tuple[Running, Pair, Frame], caplog: pytest.LogCaptureFixture
) -> None:
    server, both, seen = lost
    assert seen["number"] == 1
    line, told = said_hello(both, after=1, sign=seen["sign"])
    (refusal,) = [frame["refusal"] for frame in told if frame["type"] == "refused"]
    assert (refusal["code"], refusal["values"]) == ("tail-lost", {"shown": 1, "number": 0})
    assert told[-1]["number"] == 0, "then the game goes on from what there is"
    assert alarms(caplog) == [f"tail-lost table={both.ada.table} shown=1 number=0"]
    assert "fathom_lost_tails_total 1\n" in server.services.metrics.text()
    said_hello(both, after=1, sign=seen["sign"])
    assert len(alarms(caplog)) == 1, "once is loud enough"
    assert line.act(laid(1))["type"] == "done"


def test_an_action_that_was_decided_there_raises_it_too(
    lost: tuple[Running, Pair, Frame], caplog: pytest.LogCaptureFixture
) -> None:
    _, both, seen = lost
    line, _ = said_hello(both, after=None)
    program = {"type": "program", "levels": [{"plain": [1], "shark": []}], "clownfish": None}
    said = {"type": "act", "id": "late", "number": 1, "action": program | {"anglerfish": None}}
    line.say(said)
    assert line.until("refused", id="late")["refusal"]["code"] == "stale", "as before, without a signature"
    assert alarms(caplog) == []
    line.say(said | {"sign": seen["sign"]})
    assert line.until("refused", id="late")["refusal"]["code"] == "tail-lost"
    assert len(alarms(caplog)) == 1


def test_by_letter_as_well(lost: tuple[Running, Pair, Frame], caplog: pytest.LogCaptureFixture) -> None:
    _, both, seen = lost
    heard = both.bob.get(f"/view?after=1&sign={seen['sign']}").json()["messages"]
    assert [one["refusal"]["code"] for one in heard if one["type"] == "refused"] == ["tail-lost"]
    assert len(alarms(caplog)) == 1


@pytest.mark.parametrize("sign", ["", "x" * 22, "of entry 0", "of another table", "é"])
def test_nobody_raises_it_with_a_number_that_the_server_has_not_given(
    lost: tuple[Running, Pair, Frame], caplog: pytest.LogCaptureFixture, sign: str
) -> None:
    server, both, _ = lost
    both.ada.get()
    row = server.tables._rooms[both.ada.table].row if server.tables._rooms else None
    if sign == "of entry 0":
        assert row is None or row.secrets.signed(0)
        _, told = said_hello(both, after=None)
        sign = told[-1]["sign"]
    elif sign == "of another table":
        sign = Secrets.drawn().signed(1)
    _, told = said_hello(both, after=1, sign=sign)
    assert "refused" not in {frame["type"] for frame in told}
    assert told[-1]["number"] == 0
    assert alarms(caplog) == []


def test_every_number_is_signed_and_no_signature_is_of_use_elsewhere(server: Running, pair: Sit) -> None:
    both, other = pair(server), pair(server)
    position = last_frame(both.b)
    done = both.a.act(laid(1))
    happened = both.b.until("happened", number=1)
    signs = {position["sign"], happened["sign"], last_frame(other.a)["sign"]}
    assert len(signs) == 3
    assert all(len(sign) == 22 for sign in signs)
    assert done["sign"] == happened["sign"]
    line, told = said_hello(both, after=1, sign=happened["sign"])
    assert "refused" not in {frame["type"] for frame in told}, "nothing is lost"
    line.close()


def test_a_server_that_has_not_heard_the_news_reads_them_before_it_cries(
    start_server: StartServer, pair: Sit, diver: NewDiver, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Two processes on one SQLite file do not hear of each other."""
    one, two = start_server(tmp_path), start_server(tmp_path)
    both = pair(one)
    bob = diver(two, "Bob")
    bob.http.cookies["fathom"] = both.bob.http.cookies["fathom"]
    bob.table = both.bob.table
    there = bob.line()
    there.until("position", number=0)
    both.a.act(laid(1))
    seen = both.b.until("happened", number=1)
    again = bob.line(hello=False)
    again.say({"type": "hello", "after": 1, "sign": seen["sign"]})
    assert again.until("position")["number"] == 1
    assert alarms(caplog) == []


def test_after_the_end_anyone_can_sign_and_nobody_cries(
    server: Running, pair: Sit, caplog: pytest.LogCaptureFixture
) -> None:
    both = pair(server)
    both.a.say({"type": "close"})
    lobby = both.a.until_lobby(lambda lobby: lobby["phase"] == "closed")
    seed, salt = (bytes.fromhex(lobby[part]) for part in ("seed", "salt"))
    line = both.bob.line(hello=False)
    line.say({"type": "hello", "after": 9, "sign": Secrets(seed, salt).signed(9)})
    assert line.until("position")["number"] == 0
    assert alarms(caplog) == []
