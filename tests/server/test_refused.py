"""Bad input: each is refused with a code, and nothing has changed."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fathom.dive import Level, Program, Withdraw
from fathom.server.common.limits import SAYING
from fathom.server.http.socket import NOT_WELCOME, PATIENCE
from fathom.server.protocol import FRAME_BYTES
from fathom.server.store.postgres import PostgresStore
from fathom.table import encoded
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import BOUND, OPEN, Diver, Frame, Line, Running, SetClock, bot, laid

Sit = Callable[..., Pair]


def position(diver: Diver) -> Frame:
    """Where the game stands for someone who comes in now."""
    line = diver.line()
    found = line.until("position")
    line.close()
    return found


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (laid((), 2), "gap"),
        (laid(1, 1), "token-twice"),
        (Program((Level(plain=(1,), shark=(2,)),)), "mixed-faces"),
        (laid(6), "no-such-token"),
        (laid(1, 2, 3, 4, 5, 1), "too-deep"),
        (Program(), "no-tokens"),
        (Withdraw(), "not-ready"),
        ({"type": "choose", "companion": "orca"}, "not-choosing"),
        ({"type": "call-orca"}, "not-your-companion"),
        ({"type": "dance"}, "malformed"),
        ({"type": "program", "levels": 3}, "malformed"),
        ({"type": "program", "levels": [{"plain": ["1"]}]}, "malformed"),
        ({"type": "program", "levels": [], "seat": 1}, "malformed"),
    ],
)
def test_an_action_against_the_rules_is_refused(
    server: Running, pair: Sit, action: Program | Frame, code: str
) -> None:
    both = pair(server)
    before = position(both.ada), position(both.bob)
    answer = both.a.act(action, name="mine")
    assert (answer["type"], answer["id"], answer["refusal"]["code"]) == ("refused", "mine", code)
    assert (position(both.ada), position(both.bob)) == before
    assert both.a.act(laid(1, 2))["number"] == 1


def test_a_refusal_names_the_clause_and_what_was_given(server: Running, pair: Sit) -> None:
    both = pair(server)
    refusal = both.a.act(laid(1, (), 2))["refusal"]
    assert refusal["clause"] == "D3.2"
    assert refusal["values"] == {"level": 2, "deeper": 3}


def test_out_of_turn(server: Running, pair: Sit) -> None:
    both = pair(server)
    both.a.act(laid(1))
    before = position(both.bob)
    assert both.a.act(laid(2), number=0)["refusal"]["code"] == "stale"  # decided before the own "ready"
    assert both.a.act(laid(2))["refusal"]["code"] == "already-ready"
    assert position(both.bob) == before


def test_a_decision_of_an_earlier_round_is_stale(server: Running, pair: Sit) -> None:
    both = pair(server)
    both.a.act(laid(1))
    both.b.act(laid(1))
    both.a.until("happened", number=2)
    answer = both.a.act(laid(2), number=0)
    assert answer["refusal"]["code"] == "stale"
    assert answer["refusal"]["values"] == {"seen": 0, "number": 2}
    assert both.a.act(laid(2), number=7)["refusal"]["code"] == "stale"
    assert position(both.ada)["number"] == 2


def test_who_is_merely_slower_is_not_stale(server: Running, pair: Sit) -> None:
    both = pair(server)
    assert both.a.act(laid(1), number=0)["type"] == "done"
    assert both.b.act(laid(1), number=0)["type"] == "done"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '"act"',
        "{}",
        '{"type": "dance"}',
        '{"type": "act", "id": "x"}',
        '{"type": "act", "id": "x", "number": "0", "action": {"type": "withdraw"}}',
        '{"type": "act", "id": 7, "number": 0, "action": {"type": "withdraw"}}',
        '{"type": "act", "id": "", "number": 0, "action": {"type": "withdraw"}}',
        '{"type": "act", "id": "x", "number": -1, "action": {"type": "withdraw"}}',
        '{"type": "act", "id": "x", "number": 0, "seat": 1, "action": {"type": "withdraw"}}',
        '{"type": "hello", "after": 1.5}',
        "[" * 30_000,
    ],
)
def test_what_is_no_message_is_refused_and_the_line_stays(server: Running, pair: Sit, text: str) -> None:
    both = pair(server)
    before = position(both.ada)
    both.a.say(text)
    assert both.a.until("refused")["refusal"]["code"] == "malformed"
    assert position(both.ada) == before
    assert both.a.act(laid(1))["type"] == "done"


def test_a_refusal_of_a_broken_message_bears_its_id(server: Running, pair: Sit) -> None:
    both = pair(server)
    both.a.say('{"type": "act", "id": "x", "number": "0"}')
    assert both.a.until("refused")["id"] == "x"


def test_binary_is_refused(server: Running, pair: Sit) -> None:
    both = pair(server)
    both.a.say(b'{"type": "start"}')
    assert both.a.until("refused")["refusal"]["code"] == "malformed"


def test_hello_comes_first(server: Running, pair: Sit) -> None:
    both = pair(server)
    line = both.ada.line(hello=False)
    line.say({"type": "act", "id": "x", "number": 0, "action": json.loads('{"type": "withdraw"}')})
    answer = line.until("refused")
    assert (answer["id"], answer["refusal"]["code"]) == ("x", "hello-first")


def test_a_frame_that_is_too_large_ends_the_line_and_nothing_else(server: Running, pair: Sit) -> None:
    both = pair(server)
    before = position(both.ada)
    both.a.say(json.dumps({"type": "act", "id": "x" * FRAME_BYTES}))
    with pytest.raises(ConnectionClosed) as closed:
        both.a.until("done")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert both.b.until("lobby")["lobby"]["seats"][0]["connected"] is False
    assert position(both.ada)["view"] == before["view"]


def test_a_flood_is_refused_then_closed(start_server: StartServer, pair: Sit) -> None:
    both = pair(start_server(clock=SetClock(), limits=1.0))  # whose time stands still: nothing is forgiven
    line = both.ada.line(hello=False)
    for _ in range(SAYING.burst + PATIENCE):
        line.say("{}")
    with pytest.raises(ConnectionClosed) as closed:
        line.until("done")
    codes = [json.loads(frame)["refusal"]["code"] for frame in line.frames]
    allowed = len(codes) - PATIENCE  # what her other window has said counts too: both are one seat
    assert 0 < allowed < SAYING.burst
    assert codes == ["malformed"] * allowed + ["too-fast"] * PATIENCE
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NOT_WELCOME
    assert both.b.act(laid(1))["type"] == "done"


# ── Who may do what ─────────────────────────────────────────────────────────────────────────────────────────


ELSEWHERE = ["http://elsewhere.example", "null", "http://[", "http://[::1", "//"]
"""Pages of other sites, and what is the address of no page at all."""


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_a_page_of_another_site_gets_no_line(server: Running, pair: Sit, origin: str) -> None:
    both = pair(server)
    cookie = both.ada.http.cookies["fathom"]
    with pytest.raises(InvalidStatus) as refused:
        Line(server.host, both.ada.table, cookie, origin=origin)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_a_page_of_another_site_opens_no_table(server: Running, diver: NewDiver, origin: str) -> None:
    ada = diver(server, "Ada")
    asked = {"options": {"game": "dive"}, "seats": [{"type": "me"}, OPEN], "name": "Ada"}
    answer = ada.http.post("/api/tables", json=asked, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("cookie", ["", "nonsense", "A" * 43])
def test_without_the_cookie_of_a_seat_one_only_watches(server: Running, pair: Sit, cookie: str) -> None:
    both = pair(server)
    before = position(both.ada)
    line = Line(server.host, both.ada.table, cookie)
    line.say({"type": "hello", "after": None})
    assert line.until("position")["view"]["reader"] is None
    assert line.act(laid(1))["refusal"]["code"] == "only-seated"
    line.say({"type": "draft", "id": "d", "number": 0, "action": {"type": "program"}})
    assert line.until("refused")["refusal"]["code"] == "only-seated"
    line.say({"type": "start"})
    assert line.until("refused")["refusal"]["code"] == "only-seated"
    line.close()
    assert position(both.ada) == before


def test_the_cookie_of_another_table_is_of_no_use_here(server: Running, pair: Sit, diver: NewDiver) -> None:
    both = pair(server)
    eve = diver(server, "Eve")
    eve.open(bot())
    line = eve.line(table=both.ada.table)
    assert line.until("position")["view"]["reader"] is None
    assert line.act(laid(1))["refusal"]["code"] == "only-seated"


def test_a_wrong_invite_opens_nothing(server: Running, diver: NewDiver) -> None:
    ada, eve = diver(server, "Ada"), diver(server, "Eve")
    ada.open(OPEN)
    for invite in ("", "nonsense", ada.table):
        answer = eve.try_join(ada.table, invite)
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong-invite")
        assert "set-cookie" not in answer.headers
    assert ada.get().json()["seats"][1] == OPEN


def test_nobody_joins_a_table_that_has_started(server: Running, pair: Sit, diver: NewDiver) -> None:
    both = pair(server)
    eve = diver(server, "Eve")
    answer = eve.try_join(both.ada.table, both.ada.invite)
    assert (answer.status_code, answer.json()["code"]) == (409, "already-started")


def test_there_is_no_such_table(server: Running, diver: NewDiver) -> None:
    eve = diver(server, "Eve")
    for path in ("", "/record", "/looks/1", "/looks/1/x.webp"):
        answer = eve.http.get(f"/api/tables/nowhere{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table")
    assert eve.try_join("nowhere", "x").json()["code"] == "no-such-table"
    line = eve.line(table="nowhere", hello=False)  # the server does not wait for one
    assert line.until("refused")["refusal"]["code"] == "no-such-table"
    with pytest.raises(ConnectionClosed):
        line.next()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"options": {"game": "chess"}}, "no-such-game"),
        ({"options": {"game": "dive", "tokens": "none"}}, "malformed"),
        ({"options": {"game": "dive", "cheat": True}}, "malformed"),
        ({"options": {"game": "dive", "children": True, "chief": True}}, "children-and-chief"),
        ({"seats": []}, "wrong-seats"),
        ({"seats": [{"type": "me"}]}, "one-diver-alone"),
        ({"seats": [{"type": "me"}] * 5}, "wrong-seats"),
        ({"seats": [{"type": "me"}] * 2}, "one-me"),
        ({"seats": [OPEN] * 2}, "one-me"),
        ({"seats": [{"type": "me"}, bot("../../etc")]}, "no-such-level"),
        ({"seats": [{"type": "me"}, {"type": "ghost"}]}, "malformed"),
        ({"name": ""}, "malformed"),
        ({"name": "   "}, "bad-name"),
        ({"name": "A\nB"}, "bad-name"),
        ({"name": "\u202eadA"}, "bad-name"),
        ({"name": "x" * 41}, "malformed"),
        ({"name": 7}, "malformed"),
    ],
)
def test_a_table_that_cannot_be(server: Running, diver: NewDiver, change: Frame, code: str) -> None:
    ada = diver(server, "Ada")
    asked = {"options": {"game": "dive"}, "seats": [{"type": "me"}, OPEN], "name": "Ada", **change}
    answer = ada.http.post("/api/tables", json=asked)
    assert answer.status_code in {400, 422}
    assert answer.json()["code"] == code
    assert "set-cookie" not in answer.headers
    assert ada.http.get("/api/tables").json() == []


def test_a_name_with_markup_is_only_text(server: Running, diver: NewDiver) -> None:
    ada = diver(server, "<b>Ada</b> & “co”")
    ada.open(OPEN)
    assert ada.get().json()["seats"][0]["name"] == ada.name
    assert ada.get().headers["content-type"].startswith("application/json")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "..\\..\\boot.ini", "%2e%2e%2fx", "/dev/null", "a:b|c?*"]
)
def test_a_name_with_a_path_in_it_is_only_text(server: Running, diver: NewDiver, name: str) -> None:
    ada = diver(server, name)
    ada.open(bot("random"))
    (line,) = ada.start()
    assert line.lobby["seats"][0]["name"] == name
    line.say({"type": "say", "text": name})
    assert line.until("said")["line"]["text"] == name
    line.say({"type": "close"})
    line.until_lobby(lambda lobby: lobby["phase"] == "closed")
    record = ada.get("/record")
    assert record.headers["content-disposition"] == f'attachment; filename="fathom-{ada.table}.json"'
    assert record.json()["players"][0] == name
    for kept in server.log.parent.rglob("*"):
        assert kept.name.startswith("fathom.sqlite3"), "a file that nobody wanted"


@pytest.mark.parametrize("name", ["..%2F..%2Ffathom.sqlite3", "..%5Cx", "%00", "x%00.webp", "a" * 5000])
def test_a_picture_with_a_path_in_its_name_is_not_found(server: Running, pair: Sit, name: str) -> None:
    both = pair(server)
    for path in (f"/looks/1/{name}", f"/looks/1/{name}.webp"):
        answer = both.ada.get(path)
        assert answer.status_code == 404
        assert answer.json()["code"] in {"no-look", "not-found"}


def test_messages_that_come_again_or_in_another_order_change_nothing(server: Running, pair: Sit) -> None:
    both = pair(server)
    first = {"type": "act", "id": "first", "number": 0, "action": json.loads(encoded(laid(1)))}
    second = {"type": "act", "id": "second", "number": 2, "action": json.loads(encoded(laid(2)))}
    both.a.say(second)  # overtakes the first
    assert both.a.until("refused", id="second")["refusal"]["code"] == "stale"
    both.a.say(first)
    assert both.a.until("done", id="first")["number"] == 1
    both.b.act(laid(1))
    both.a.until("happened", number=2)
    both.a.say(second)
    assert both.a.until("done", id="second")["number"] == 3
    before = position(both.ada), position(both.bob)
    for again in (second, first, first, second):
        both.a.say(again)
        assert both.a.until("done", id=again["id"])["number"] == {"first": 1, "second": 3}[again["id"]]
    assert (position(both.ada), position(both.bob)) == before
    # The same by someone else is their own action, or none.
    both.b.say(first)
    assert both.b.until("refused", id="first")["refusal"]["code"] == "stale"


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[1]", b"null"])
def test_a_body_that_is_no_message(server: Running, diver: NewDiver, body: bytes) -> None:
    ada = diver(server, "Ada")
    answer = ada.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_body_that_is_too_large(server: Running) -> None:
    answer = httpx.post(f"http://{server.host}/api/tables", content=b" " * (FRAME_BYTES + 1), timeout=BOUND)
    assert (answer.status_code, answer.json()["code"]) == (413, "frame-too-large")


# ── Signs that no database takes ────────────────────────────────────────────────────────────────────────────


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.xdist_group("postgres")]),
    ]
)
def either_server(request: pytest.FixtureRequest, start_server: StartServer) -> Running:
    """A server on each kind of database."""
    if request.param == "sqlite":
        return start_server()
    return start_server(store=PostgresStore(request.getfixturevalue("postgres").database()))


def test_a_zero_sign_is_refused_like_any_other_nonsense(either_server: Running, pair: Sit) -> None:
    both = pair(either_server)
    for table in ("%00", "nowhere%00here", "%ED%A0%80", "x" * 12):
        for path in ("", "/view", "/record", "/looks/1"):
            answer = both.ada.http.get(f"/api/tables/{table}{path}")
            assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table")
        assert both.ada.http.delete(f"/api/tables/{table}").status_code == 404
        assert both.ada.http.get(f"/api/replays/{table}").status_code == 404
        assert both.ada.http.get(f"/api/codes/{table}").status_code == 404
        line = both.ada.line(table=table, hello=False)
        assert line.until("refused")["refusal"]["code"] == "no-such-table"
    for name in ("\0", "a\0b"):
        assert both.a.act(laid(1), name=name)["refusal"]["code"] == "malformed"
    letter = {"id": "a\0b", "number": 0, "action": json.loads(encoded(laid(1)))}
    answer = both.ada.http.post(f"/api/tables/{both.ada.table}/act", json=letter)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert both.a.act(laid(1), name="a b")["type"] == "done"
