"""Whom a host has sent away stays away: with no invite, code or list do they come back to this table."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from fathom.server.common.tokens import hashed
from fathom.server.seating.seats import MOST_KEPT_OUT, keep_out
from fathom.server.store import SeatRow
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Diver, Frame, Line, Running, laid
from tests.server.test_keeping import files
from tests.server.test_store import TABLE, changed
from tests.server.test_table_life import ONE_CARD, asked

Sit = Callable[..., Pair]


def gathered(server: Running, diver: NewDiver, **settings: object) -> tuple[Diver, Diver, Line, Line]:
    """Ada, who is the host, and Bob at a table with another open seat."""
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN, OPEN, settings=dict(settings))
    bob.join(ada)
    a, b = ada.line(), bob.line()
    for line in (a, b):
        line.until("lobby")
    return ada, bob, a, b


def sent_away(a: Line, seat: int = 1) -> Frame:
    """Send someone away; gives the new invite."""
    a.quiet()
    a.say({"type": "kick", "seat": seat})
    return a.until("invite")


def code_of(one: Diver, table: str, invite: str) -> str:
    answer = one.try_join(table, invite)
    return "" if answer.status_code == 200 else str(answer.json()["code"])


def test_who_was_sent_away_comes_back_neither_with_an_invite_nor_with_a_code(
    server: Running, diver: NewDiver
) -> None:
    ada, bob, a, b = gathered(server, diver)
    before = a.lobby["code"]
    new = sent_away(a)
    after = a.until_lobby(lambda lobby: lobby["code"] != before)["code"]
    assert (new["code"], after != before) == (after, True)
    for way in (ada.invite, new["invite"], before, after, ""):
        assert code_of(bob, ada.table, way) == "kept-out"
    assert bob.try_join(ada.table, ada.invite).status_code == 403
    assert b.until_lobby(lambda lobby: lobby["you"] is None)["code"] == "", "nor are they told the new code"
    assert "invite" not in {frame["type"] for frame in b.quiet()}


def test_the_old_invite_and_the_old_code_let_nobody_in_after_a_kick(server: Running, diver: NewDiver) -> None:
    ada, _, a, _ = gathered(server, diver)
    before = a.lobby["code"]
    new = sent_away(a)
    cleo, dan = diver(server, "Cleo"), diver(server, "Dan")
    assert code_of(cleo, ada.table, ada.invite) == "wrong-invite"
    assert code_of(cleo, ada.table, before) == "wrong-invite"
    assert cleo.http.get(f"/api/codes/{before}").json()["code"] == "no-such-code"
    assert cleo.http.get(f"/api/codes/{new['code']}").json()["table"] == ada.table
    assert code_of(cleo, ada.table, new["invite"]) == ""
    assert code_of(dan, ada.table, new["code"]) == ""


def test_nor_from_the_list_of_public_tables(server: Running, diver: NewDiver) -> None:
    ada, bob, a, _ = gathered(server, diver, public=True)
    sent_away(a)
    assert code_of(bob, ada.table, "") == "kept-out"
    assert code_of(diver(server, "Cleo"), ada.table, "") == ""


def test_nor_with_the_other_browser_nor_with_one_that_they_came_with(
    server: Running, diver: NewDiver
) -> None:
    ada, bob, a, _ = gathered(server, diver)
    phone, tablet = diver(server, "Bob"), diver(server, "Bob")
    for giving, taking in ((bob, phone), (phone, tablet)):
        giving.table = ada.table
        link = giving.http.post(f"/api/tables/{ada.table}/link").json()["link"]
        back = taking.http.post(f"/api/tables/{ada.table}/return", json={"link": link})
        assert back.status_code == 200
    sent_away(a)
    for browser in (bob, phone, tablet):
        assert code_of(browser, ada.table, ada.invite) == "kept-out"
    # Not even into someone else's seat.
    link = ada.http.post(f"/api/tables/{ada.table}/link").json()["link"]
    answer = phone.http.post(f"/api/tables/{ada.table}/return", json={"link": link})
    assert (answer.status_code, answer.json()["code"]) == (403, "kept-out")


def test_the_table_remembers_it_after_a_restart(
    start_server: StartServer, diver: NewDiver, tmp_path: Path
) -> None:
    first = start_server(tmp_path)
    ada, bob, a, _ = gathered(first, diver, public=True)
    sent_away(a)
    first.stop()
    bob.http.base_url = f"http://{start_server(tmp_path).host}"
    assert code_of(bob, ada.table, "") == "kept-out"


def test_who_was_sent_away_from_a_game_does_not_come_to_the_next(server: Running, diver: NewDiver) -> None:
    ada, bob, cleo = diver(server, "Ada"), diver(server, "Bob"), diver(server, "Cleo")
    ada.open(OPEN, OPEN, settings={"public": True}, mix=ONE_CARD)
    bob.join(ada)
    cleo.join(ada)
    a, _, c = ada.start(bob, cleo)
    assert asked(a, "kick", seat=1)["seats"][1]["type"] == "bot"
    asked(a, "close")
    again = asked(a, "rematch")["rematch"]
    new = ada.line(table=again)
    new.until("lobby")
    new.say({"type": "set-seat", "seat": 1, "wish": OPEN})
    new.until_lobby(lambda lobby: lobby["seats"][1] == OPEN)
    assert code_of(bob, again, "") == "kept-out"
    assert code_of(diver(server, "Dan"), again, "") == ""
    c.quiet()


def test_the_host_renews_the_invite(server: Running, diver: NewDiver) -> None:
    ada, bob, a, b = gathered(server, diver)
    before = a.lobby["code"]
    assert asked(b, "renew")["code"] == "only-host"
    second = ada.line()
    second.until("lobby")
    a.say({"type": "renew"})
    new = a.until("invite")
    assert second.until("invite") == new, "in all of the host's windows"
    assert b.until_lobby(lambda lobby: lobby["code"] != before)["code"] == new["code"]
    assert "invite" not in {frame["type"] for frame in b.quiet()}, "the others have the code"
    cleo = diver(server, "Cleo")
    assert code_of(cleo, ada.table, ada.invite) == "wrong-invite"
    assert code_of(cleo, ada.table, new["invite"]) == ""
    assert code_of(bob, ada.table, "") == "", "who sits here keeps the seat"


def test_the_host_renews_it_by_letter_too(server: Running, diver: NewDiver) -> None:
    ada, _, _, _ = gathered(server, diver)
    answer = ada.http.post(f"/api/tables/{ada.table}/renew", json={})
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert code_of(diver(server, "Cleo"), ada.table, answer.json()["invite"]) == ""
    kicked = ada.http.post(f"/api/tables/{ada.table}/kick", json={"seat": 1})
    assert kicked.json()["lobby"]["seats"][1] == OPEN


def test_after_the_start_there_is_nothing_to_renew(server: Running, pair: Sit) -> None:
    both = pair(server)
    assert asked(both.a, "renew")["code"] == "already-started"
    both.a.act(laid(1))


def test_nothing_of_the_mark_is_left_when_they_are_forgotten(
    start_server: StartServer, diver: NewDiver
) -> None:
    server = start_server()
    ada, bob, a, _ = gathered(server, diver)
    link = bob.http.post(f"/api/tables/{ada.table}/link").json()["link"]
    phone = diver(server, "Bob")
    phone.http.post(f"/api/tables/{ada.table}/return", json={"link": link})
    secrets = [one.http.cookies["fathom"] for one in (bob, phone)]
    sent_away(a)
    assert all(hashed(secret) in files(server) for secret in secrets)
    assert phone.http.delete("/api/me").status_code == 204
    assert not any(hashed(secret) in files(server) for secret in secrets)
    assert ada.http.delete(f"/api/tables/{ada.table}").status_code == 204


def test_a_table_that_is_deleted_forgets_whom_it_kept_out(start_server: StartServer, diver: NewDiver) -> None:
    server = start_server()
    ada, bob, a, _ = gathered(server, diver)
    secret = bob.http.cookies["fathom"]
    sent_away(a)
    ada.http.delete(f"/api/tables/{ada.table}")
    assert hashed(secret) not in files(server)


def test_a_table_remembers_only_so_many() -> None:
    row = TABLE
    for number in range(MOST_KEPT_OUT + 5):
        person = SeatRow("person", name="Eve", token=number.to_bytes(32), person=number.to_bytes(32))
        row = keep_out(changed(row, seats=(TABLE.seats[0], person)), 1)
    assert len(row.kept_out) == MOST_KEPT_OUT
    assert row.kept_out[-1].proof == (MOST_KEPT_OUT + 4).to_bytes(32)


# ── Nothing that lets someone in lies in a cache ────────────────────────────────────────────────────────────


def test_no_answer_of_the_tables_is_kept_by_anyone(server: Running, diver: NewDiver) -> None:
    ada, bob, a, _ = gathered(server, diver)
    code = a.lobby["code"]
    for path in (
        f"/api/tables/{ada.table}",
        "/api/tables",
        "/api/public",
        f"/api/codes/{code}",
        f"/api/tables/{ada.table}/view",
        "/api/nowhere",
    ):
        answer = bob.http.get(path)
        assert answer.headers["cache-control"] == "no-store", path
    assert json.dumps(code) in bob.get().text
