"""What the list of one's own tables tells of their games: the round, who is awaited, how long ago."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fathom.server.room import standings
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Diver, Running, SetClock, laid, wait_until

Sit = Callable[..., Pair]


def listed(diver: Diver, table: str = "") -> dict[str, Any]:
    """One of someone's tables as the list tells it."""
    mine = diver.http.get("/api/tables").json()
    return next(each for each in mine if each["table"] == (table or diver.table))


def standing(diver: Diver) -> tuple[int | None, list[int]]:
    found = listed(diver)
    return found["round"], found["awaited"]


def at_home(diver: Diver, server: Running) -> None:
    """The same browser, at the server that was started after the first one."""
    diver.host, diver.http.base_url = server.host, f"http://{server.host}"


def test_the_list_tells_the_round_who_is_awaited_and_how_long_ago(
    start_server: StartServer, pair: Sit, diver: NewDiver
) -> None:
    clock = SetClock()
    server = start_server(clock=clock)
    both = pair(server)
    assert standing(both.ada) == (1, [0, 1])
    clock.advance(30)
    assert listed(both.ada)["ago"] == 30.0
    assert both.a.act(laid(1))["type"] == "done"
    assert standing(both.ada) == standing(both.bob) == (1, [1])
    assert listed(both.bob)["ago"] == 0.0
    assert both.b.act(laid(1))["type"] == "done"
    assert standing(both.ada) == (2, [0, 1])

    cleo = diver(server, "Cleo")
    cleo.open(OPEN)
    clock.advance(7)
    assert (standing(cleo), listed(cleo)["ago"]) == ((None, []), 7.0)


def test_deep_blue_is_told_the_same_way(start_server: StartServer, pair: Sit) -> None:
    both = pair(start_server(), game="deep-blue")
    assert standing(both.ada) == (1, [both.a.view["active"]])


def test_a_list_wakes_no_table_and_plays_few_logs_again(
    start_server: StartServer, diver: NewDiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "MOST_PLAYED_AGAIN", 2)
    first = start_server(tmp_path)
    ada, bob = diver(first, "Ada"), diver(first, "Bob")
    for _ in range(3):
        ada.open(OPEN)
        bob.join(ada)
        a, _ = ada.start(bob)
        assert a.act(laid(1))["type"] == "done"
    first.stop()

    again = start_server(tmp_path)
    at_home(ada, again)
    known = [each["awaited"] for each in ada.http.get("/api/tables").json()]
    assert known == [[1], [1], []]
    # What is known is not played again, so there is room for the third.
    known = [each["awaited"] for each in ada.http.get("/api/tables").json()]
    assert known == [[1], [1], [1]]
    assert len(again.tables) == 0


def test_of_a_deleted_table_no_standing_is_kept(start_server: StartServer, pair: Sit, tmp_path: Path) -> None:
    first = start_server(tmp_path)
    both = pair(first)
    first.stop()
    again = start_server(tmp_path)
    at_home(both.ada, again)
    http = both.ada.http
    assert http.get("/api/tables").json()[0]["awaited"] == [0, 1]
    assert both.ada.table in again.tables._standings._known
    assert http.delete(f"/api/tables/{both.ada.table}").status_code in {200, 204}
    wait_until(lambda: both.ada.table not in again.tables._standings._known)
