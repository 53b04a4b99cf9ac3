"""How much anyone may ask for, with a clock that moves only when it is told to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.connection import ASGIConnection
from websockets.exceptions import ConnectionClosed

from fathom.server.common import limits as module
from fathom.server.common.limits import (
    ASKING,
    ENTERING,
    HEARING,
    JOINING,
    OPENING,
    SAYING,
    SOCKETS,
    Limits,
    Rate,
)
from fathom.server.common.settings import Settings
from fathom.server.http.callers import address
from fathom.server.http.socket import HELLO_SECONDS, IDLE, IDLE_SECONDS, NOT_WELCOME
from fathom.server.room import tables
from fathom.server.room.tables import GUESSING, GUESSING_IN_ALL
from fathom.server.seating import talk
from fathom.server.seating.talk import POINTING
from fathom.server.serving import Server, configured
from fathom.table import Refused
from tests.server.conftest import NewDiver, StartServer
from tests.server.harbour import FRAMES, OPEN, Line, Running, SetClock, SharedWorkers, small_services

FEW = Rate("few", 3, 0.5)


def test_a_burst_then_as_much_as_time_brings() -> None:
    clock = SetClock()
    limits = Limits(clock)
    assert [limits.take(FEW, "ada") for _ in range(4)] == [0, 0, 0, 2.0]
    assert limits.take(FEW, "bob") == 0, "everyone has their own"
    clock.advance(1)
    assert limits.take(FEW, "ada") == 1.0
    clock.advance(1)
    assert [limits.take(FEW, "ada") for _ in range(2)] == [0, 2.0]
    clock.advance(1000)
    assert [limits.take(FEW, "ada") for _ in range(4)] == [0, 0, 0, 2.0], "no more than a burst is saved up"
    assert limits.turned_away == {"few": 4}


def test_a_refusal_says_how_long_to_wait() -> None:
    limits = Limits(SetClock(), times=1 / 3)
    limits.check(FEW, "ada")
    with pytest.raises(Refused) as refused:
        limits.check(FEW, "ada")
    assert refused.value.refusal.values == {"seconds": 6}


def test_what_is_remembered_of_callers_is_bounded() -> None:
    limits = Limits(SetClock(), kept=100)
    for caller in range(1000):
        limits.take(FEW, caller)
    assert len(limits) == 100


def test_a_house_without_limits() -> None:
    limits = Limits(SetClock(), times=0)
    assert {limits.take(FEW, "ada") for _ in range(100)} == {0}
    assert all(limits.enter("") for _ in range(10_000))


@pytest.mark.parametrize(
    ("client", "counts_as"),
    [
        (("192.0.2.7", 1), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("2001:db8:1:2::9", 1), "2001:db8:1:2::/64"),
        (("::ffff:192.0.2.7", 1), "192.0.2.7"),
        (("testclient", 1), "testclient"),
        (None, ""),
    ],
)
def test_an_address_is_what_someone_cannot_change_at_will(
    client: tuple[str, int] | None, counts_as: str
) -> None:
    scope: Any = {"type": "http", "client": client}
    assert address(ASGIConnection(scope)) == counts_as


def test_requests_of_one_address_are_limited(start_server: StartServer) -> None:
    clock = SetClock()
    server = start_server(clock=clock, limits=1.0)
    with httpx.Client(base_url=f"http://{server.host}", trust_env=False) as http:
        for _ in range(ASKING.burst):
            assert http.get("/api/lessons").status_code == 200
        refused = http.get("/api/lessons")
        assert (refused.status_code, refused.json()["code"]) == (429, "too-fast")
        assert refused.headers["retry-after"] == "1"
        assert http.get("/health").status_code == 200
        clock.advance(1)
        assert http.get("/api/lessons").status_code == 200


def test_tables_and_invites_of_one_address_are_limited(start_server: StartServer, diver: NewDiver) -> None:
    clock = SetClock()
    server = start_server(clock=clock, limits=1.0)
    ada, eve = diver(server, "Ada"), diver(server, "Eve")
    for _ in range(OPENING.burst):
        ada.open(OPEN)
    asked = {"options": {"game": "dive"}, "seats": [{"type": "me"}, OPEN], "name": "Eve"}
    refused = eve.http.post("/api/tables", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (429, "too-fast")
    assert refused.headers["retry-after"] == "20"
    codes = [eve.try_join(ada.table, f"guess-{guess}").json()["code"] for guess in range(JOINING.burst + 1)]
    assert codes == ["wrong-invite"] * JOINING.burst + ["too-fast"]
    clock.advance(20)
    assert eve.try_join(ada.table, ada.invite).status_code == 200
    eve.open(OPEN)


def test_what_a_seat_says_is_limited_over_all_its_windows(start_server: StartServer, diver: NewDiver) -> None:
    clock = SetClock()
    server = start_server(clock=clock, limits=1.0)
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN)
    lines = [ada.line(), ada.line()]
    for line in lines:
        line.until("lobby")
    for _ in range(SAYING.burst - 2):
        lines[0].say("{}")
        assert lines[0].until("refused")["refusal"]["code"] == "malformed"
    lines[1].say("{}")
    assert lines[1].until("refused")["refusal"] == {
        "code": "too-fast",
        "clause": "",
        "text": "Too much in too short a time; wait 1 s.",
        "values": {"seconds": 1},
    }
    letter = ada.http.post(f"/api/tables/{ada.table}/start", json={})
    assert (letter.status_code, letter.json()["code"]) == (429, "too-fast"), "letters count too"
    bob.join(ada)
    assert bob.line().until("lobby")["lobby"]["you"] == 1, "others are not disturbed"


def test_two_browsers_of_a_seat_share_its_limit(start_server: StartServer, diver: NewDiver) -> None:
    """The second came with a personal link, so it has a proof of its own."""
    server = start_server(clock=SetClock(), limits=1.0)
    ada, phone, bob = diver(server, "Ada"), diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN)
    phone.table = ada.table
    link = ada.http.post(f"/api/tables/{ada.table}/link").json()["link"]
    assert phone.http.post(f"/api/tables/{ada.table}/return", json={"link": link}).status_code == 200
    assert phone.http.cookies["fathom"] != ada.http.cookies["fathom"]
    line, on_phone = ada.line(), phone.line()
    for one in (line, on_phone):
        assert one.until("lobby")["lobby"]["you"] == 0
    for _ in range((SAYING.burst - 2) // 2):
        for one in (line, on_phone):
            one.say("{}")
            assert one.until("refused")["refusal"]["code"] == "malformed"
    for one in (line, on_phone):
        one.say("{}")
        assert one.until("refused")["refusal"]["code"] == "too-fast"
    letter = phone.http.post(f"/api/tables/{ada.table}/start", json={})
    assert (letter.status_code, letter.json()["code"]) == (429, "too-fast")
    bob.join(ada)
    assert bob.line().until("lobby")["lobby"]["you"] == 1, "others are not disturbed"
    ada.open(OPEN)
    elsewhere = ada.line()
    assert elsewhere.until("lobby")["lobby"]["you"] == 0, "nor is their own seat at another table"


def test_messages_of_one_address_are_limited_over_all_its_windows(
    start_server: StartServer, diver: NewDiver
) -> None:
    clock = SetClock()
    server = start_server(clock=clock, limits=1.0)
    ada = diver(server, "Ada")
    ada.open(OPEN)
    windows = [Line(server.host, ada.table, None) for _ in range(HEARING.burst // SAYING.burst)]
    for window in windows:
        for _ in range(SAYING.burst):
            window.say("{}")
    for window in windows:
        for _ in range(SAYING.burst):
            assert window.until("refused")["refusal"]["code"] == "malformed"
    line = ada.line()
    assert line.until("refused")["refusal"]["code"] == "too-fast"
    assert server.services.limits.turned_away == {"hearing": 1}
    clock.advance(1)
    line.say({"type": "hello", "after": None})
    line.until("lobby")
    for window in windows:
        window.close()


def test_of_too_many_torches_in_a_second_some_are_lost(start_server: StartServer, diver: NewDiver) -> None:
    clock = SetClock()
    server = start_server(clock=clock, limits=1.0)
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN, settings={"torches": True})
    bob.join(ada)
    a, b = ada.start(bob)

    def shown(times: int) -> int:
        """How many of so many torches Bob sees."""
        before = len(b.frames)
        for _ in range(times):
            a.say({"type": "torch", "across": 0.5, "down": 0.5, "on": True})
        a.say({"type": "phrase", "phrase": "hello"})
        a.until("said")
        b.until("said")
        return sum('"torch-of"' in frame for frame in b.frames[before:])

    assert shown(POINTING.burst + 9) == POINTING.burst
    assert not any('"refused"' in frame for frame in a.frames), "nobody is told off for a torch"
    clock.advance(1)
    assert shown(int(POINTING.per_second) + 4) == POINTING.per_second
    assert server.services.limits.turned_away == {"pointing": 13}


def test_new_sockets_of_one_address_are_limited(start_server: StartServer, diver: NewDiver) -> None:
    server = start_server(clock=SetClock(), limits=1 / 40)
    ada = diver(server, "Ada")
    lines = [Line(server.host, "nowhere", None) for _ in range(4)]
    codes = [line.until("refused")["refusal"]["code"] for line in lines]
    assert codes == ["no-such-table"] * round(ENTERING.burst / 40) + ["too-fast"]
    assert ada.http.get("/health").status_code == 200
    for line in lines:
        line.close()


def test_so_many_sockets_may_be_open_from_one_address() -> None:
    limits = Limits(SetClock())
    assert all(limits.enter("here") for _ in range(SOCKETS))
    assert not limits.enter("here")
    assert limits.enter("there"), "others are not disturbed"
    limits.leave("here")
    assert limits.enter("here")
    assert not limits.enter("here")
    assert limits.turned_away == {"sockets": 2}


def test_who_has_too_many_windows_open_is_told_to_close_some(
    start_server: StartServer, diver: NewDiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SOCKETS", 3)
    server = start_server(clock=SetClock(), limits=1.0)
    ada = diver(server, "Ada")
    ada.open(OPEN)
    lines = [ada.line() for _ in range(3)]
    for line in lines:
        line.until("lobby")
    one_more = ada.line(hello=False)
    assert one_more.until("refused")["refusal"]["code"] == "too-many"
    with pytest.raises(ConnectionClosed) as closed:
        one_more.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NOT_WELCOME
    lines[0].say("{}")
    assert lines[0].until("refused")["refusal"]["code"] == "malformed", "those that are open stay"
    lines[2].close()
    for _ in range(FRAMES):
        if server.services.limits.sockets < 3:
            break
        ada.http.get("/health")
    ada.line().until("lobby")


class Proxied(Running):
    """A server that believes what a proxy on this machine says about addresses."""

    def start(self, ready: Callable[[], None]) -> tuple[Server, list[Any]]:
        return Server(configured(self.services, Settings(trusted_proxies=("127.0.0.1",))), ready), []


@pytest.fixture
def proxied(tmp_path: Path, workers: SharedWorkers) -> Iterator[Proxied]:
    running = Proxied(small_services(tmp_path, workers, clock=SetClock(), limits=1.0))
    yield running
    running.stop()


def test_codes_cannot_be_guessed_from_many_addresses_either(proxied: Proxied) -> None:
    with httpx.Client(base_url=f"http://{proxied.host}", trust_env=False) as http:

        def guess(address: int) -> tuple[int, str]:
            answer = http.get("/api/codes/ABCD-EFGH", headers={"X-Forwarded-For": f"192.0.2.{address}"})
            return answer.status_code, answer.json()["code"]

        from_each = GUESSING.burst - 2  # so that no address reaches its own limit
        guesses = [guess(number // from_each) for number in range(GUESSING_IN_ALL.burst + 5)]
    assert guesses == [(404, "no-such-code")] * GUESSING_IN_ALL.burst + [(429, "too-fast")] * 5
    assert proxied.services.limits.turned_away == {"guessing in all": 5}


# ── Lines on which nothing is said ──────────────────────────────────────────────────────────────────────────


def test_who_never_says_hello_is_sent_away(start_server: StartServer, diver: NewDiver) -> None:
    clock = SetClock()
    server = start_server(clock=clock)
    ada = diver(server, "Ada")
    ada.open(OPEN)
    greeting = ada.line()
    greeting.until("lobby")
    silent = ada.line(hello=False)
    silent.say("{}")  # answered, so the server has the line by now; but it is no hello
    assert silent.until("refused")["refusal"]["code"] == "malformed"
    clock.advance(HELLO_SECONDS - 1)
    silent.say("{}")  # nor does this put it off
    assert silent.until("refused")["refusal"]["code"] == "malformed"
    clock.advance(1)
    with pytest.raises(ConnectionClosed) as closed:
        silent.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NOT_WELCOME
    greeting.say("{}")
    assert greeting.until("refused")["refusal"]["code"] == "malformed"


def test_a_window_that_was_left_is_closed_after_hours(start_server: StartServer, diver: NewDiver) -> None:
    clock = SetClock()
    server = start_server(clock=clock)
    ada = diver(server, "Ada")
    ada.open(OPEN)
    line = ada.line()
    line.until("lobby")
    clock.advance(IDLE_SECONDS - 1)
    line.say("{}")
    line.until("refused")
    clock.advance(IDLE_SECONDS - 1)
    line.say("{}")
    line.until("refused")
    clock.advance(IDLE_SECONDS)
    with pytest.raises(ConnectionClosed) as closed:
        line.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == IDLE


# ── What hosts are told ─────────────────────────────────────────────────────────────────────────────────────


def test_the_page_for_hosts_says_what_the_limits_are() -> None:
    rates = {
        value
        for module in (module, tables, talk)
        for value in vars(module).values()
        if isinstance(value, Rate)
    }
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z ]+)(?::[^|]*)? \| (\d+) \| ([\d.]+) s \|", page, flags=re.MULTILINE)
    told = {kind: (int(burst), float(every)) for kind, burst, every in rows}
    assert told.keys() == {rate.kind for rate in rates}
    for rate in rates:
        burst, every = told[rate.kind]
        assert burst == rate.burst, rate.kind
        assert every == pytest.approx(1 / rate.per_second, rel=0.03), rate.kind
