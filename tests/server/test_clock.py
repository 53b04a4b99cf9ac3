"""The orca's ten seconds (D8.2) and the table's own clocks, on a clock that the test holds in its hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fathom.dive import Withdraw
from fathom.server.game.clocks import GRACE_SECONDS
from fathom.table import read_record
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Frame, Line, Running, SetClock, laid
from tests.server.sailors import Process

Sit = Callable[..., Pair]


def orca_called(start_server: StartServer, pair: Sit, clock: SetClock, folder: Path | None = None) -> Pair:
    """Ada has drafted a program with a gap, Bob nothing, and Ada has called the orca."""
    both = pair(start_server(folder, clock=clock), companions=True)
    both.a.act({"type": "choose", "companion": "orca"})
    both.b.act({"type": "choose", "companion": "turtle"})
    both.a.until("happened", number=2)
    checked = both.a.draft(laid((1, 2), 3, (), 4))
    assert checked["refusal"]["code"] == "gap"
    both.a.act({"type": "call-orca"})
    both.b.until("happened", number=3)
    return both


def revealed(frame: Frame) -> list[Frame]:
    return next(event["programs"] for event in frame["events"] if event["type"] == "revealed")


@pytest.mark.clause("D8.2")
def test_when_time_is_up_what_lies_on_the_boards_is_played(start_server: StartServer, pair: Sit) -> None:
    clock = SetClock()
    both = orca_called(start_server, pair, clock)
    assert both.a.left == both.b.left == 10.0
    clock.advance(4)
    assert both.bob.line().until("position")["left"] == 6.0
    clock.advance(6)
    frame = both.b.until("happened", number=5)
    ada, bob = revealed(frame)
    assert [level["plain"] for level in ada["levels"]] == [[1, 2], [3]]
    assert [level["plain"] for level in bob["levels"]] == [[1]]
    assert frame["left"] is None
    assert frame["view"]["round"] == 2


@pytest.mark.clause("D8.2")
def test_nothing_lengthens_the_countdown_and_a_ready_diver_keeps_the_program(
    start_server: StartServer, pair: Sit
) -> None:
    clock = SetClock()
    both = orca_called(start_server, pair, clock)
    clock.advance(9)
    both.b.act(laid(5))
    both.b.act(Withdraw())
    both.b.act(laid(4))
    assert both.b.left == 1.0
    clock.advance(1)
    frame = both.b.until("happened", number=7)
    assert [level["plain"] for level in revealed(frame)[1]["levels"]] == [[4]]


@pytest.mark.clause("D8.2")
def test_what_was_taken_back_lies_on_the_board_again(start_server: StartServer, pair: Sit) -> None:
    clock = SetClock()
    both = orca_called(start_server, pair, clock)
    both.b.act(laid((4, 5)))
    both.b.act(Withdraw())
    clock.advance(10)
    frame = both.b.until("happened", number=7)
    assert [level["plain"] for level in revealed(frame)[1]["levels"]] == [[4, 5]]


@pytest.mark.clause("D8.2")
def test_if_all_are_ready_in_time_the_clock_stops(start_server: StartServer, pair: Sit) -> None:
    clock = SetClock()
    both = orca_called(start_server, pair, clock)
    both.a.act(laid(1))
    both.b.act(laid(1))
    assert both.b.view["round"] == 2
    assert both.b.left is None
    clock.advance(100)
    assert both.bob.line().until("position")["number"] == 5


@pytest.mark.clause("D8.2")
def test_after_a_restart_everyone_has_the_full_time_and_the_drafts(
    start_server: StartServer, pair: Sit, tmp_path: Path
) -> None:
    clock = SetClock()
    both = orca_called(start_server, pair, clock, tmp_path)
    clock.advance(9)
    new_clock = SetClock()
    again = start_server(tmp_path, clock=new_clock)
    both.ada.host = again.host
    line = both.ada.line(after=3)
    assert line.until("position")["left"] == 10.0
    new_clock.advance(10)
    frame = line.until("happened", number=5)
    assert [level["plain"] for level in revealed(frame)[0]["levels"]] == [[1, 2], [3]]


def test_a_draft_does_not_outlive_its_round(start_server: StartServer, pair: Sit) -> None:
    """Everyone takes the tokens back: the old program does not lie on the board any more."""
    clock = SetClock()
    both = pair(start_server(clock=clock), companions=True)
    both.a.act({"type": "choose", "companion": "orca"})
    both.b.act({"type": "choose", "companion": "turtle"})
    both.a.until("happened", number=2)
    both.b.draft(laid((4, 5)))
    both.b.act(laid((4, 5)))
    both.a.act(laid(1))
    both.a.act({"type": "call-orca"})
    clock.advance(10)
    frame = both.b.until("happened", number=7)
    assert [level["plain"] for level in revealed(frame)[1]["levels"]] == [[1]]


def test_the_record_says_what_the_clock_has_decided(start_server: StartServer, pair: Sit) -> None:
    clock = SetClock()
    only_card = {
        "nothing": 1,
        **dict.fromkeys(("shark", "green", "red", "manta", "shark_green", "shark_red", "shark_manta"), 0),
    }
    both = pair(start_server(clock=clock), companions=True, mix=only_card)
    both.a.act({"type": "choose", "companion": "orca"})
    both.b.act({"type": "choose", "companion": "turtle"})
    both.a.until("happened", number=2)
    both.a.act({"type": "call-orca"})
    both.a.act(laid(1))
    clock.advance(10)
    both.a.until("happened", number=5)
    record = read_record(both.ada.get("/record").content)
    assert [move.by_clock for move in record.moves] == [False, False, False, False, True]


# ── The table's own clock ───────────────────────────────────────────────────────────────────────────────────

MINUTE = {"clock": {"type": "per-decision", "seconds": 60}}
BANK = {"clock": {"type": "bank", "seconds": 100, "increment": 10}}


def timed(start_server: StartServer, diver: NewDiver, clock: SetClock, settings: Frame) -> Pair:
    return seated(start_server(clock=clock), diver, settings)


def seated(server: Running | Process, diver: NewDiver, settings: Frame) -> Pair:
    ada, bob = diver(server.host, "Ada"), diver(server.host, "Bob")
    ada.open(OPEN, settings=settings)
    bob.join(ada)
    return Pair(ada, bob)


def clocks(line: Line) -> list[tuple[float, bool]]:
    """The next word about the clocks: what is left, and whether it is being counted."""
    return [(seat["left"], seat["running"]) for seat in line.until("clocks")["seats"]]


def test_when_a_decision_takes_too_long_the_newest_draft_is_played(
    start_server: StartServer, diver: NewDiver
) -> None:
    clock = SetClock()
    both = timed(start_server, diver, clock, MINUTE)
    assert both.a.left == both.b.left == 60.0
    assert clocks(both.a) == [(60.0, True), (60.0, True)]
    both.b.draft(laid(2, 3))
    both.b.draft(laid(4, 5))
    clock.advance(20)
    both.a.act(laid(1))
    assert clocks(both.a) == [(40.0, False), (40.0, True)]
    clock.advance(40)
    frame = both.a.until("happened", number=2)
    assert [level["plain"] for level in revealed(frame)[1]["levels"]] == [[4], [5]]
    assert frame["left"] == 60.0


def test_a_bank_is_used_up_over_the_game(start_server: StartServer, diver: NewDiver) -> None:
    clock = SetClock()
    both = timed(start_server, diver, clock, BANK)
    assert both.a.left == 110.0
    clock.advance(50)
    both.a.act(laid(1))
    clock.advance(40)
    both.b.act(laid(1))
    both.a.until("happened", number=2)
    assert both.a.left == 70.0
    assert both.b.left == 30.0


def test_clocks_stand_still_while_the_server_is_down(
    start_server: StartServer, diver: NewDiver, tmp_path: Path
) -> None:
    clock = SetClock()
    server = start_server(tmp_path, clock=clock)
    both = seated(server, diver, BANK)
    clock.advance(25)
    server.stop()
    later = SetClock()
    later.advance(3600)
    again = start_server(tmp_path, clock=later)
    moved(again.host, both)
    line = both.ada.line()
    line.until("position")
    assert line.left == 85.0


def test_after_a_crash_the_time_since_the_last_entry_is_given_back(
    start_server: StartServer, diver: NewDiver, tmp_path: Path
) -> None:
    """The first server is never told to stop: what it knew of the time after the entry is lost with it."""
    clock = SetClock()
    both = seated(start_server(tmp_path, clock=clock), diver, BANK)
    clock.advance(25)
    both.a.act(laid(1))
    both.b.until("happened", number=1)
    clock.advance(40)
    again = start_server(tmp_path, clock=SetClock())
    moved(again.host, both)
    line = both.bob.line()
    line.until("position", number=1)
    assert line.left == 85.0
    line.act(laid(1))
    ada = both.ada.line()
    ada.until("position", number=2)
    assert ada.left == 95.0, "what Ada has used stays used; a new decision has brought her ten seconds"


def test_a_killed_server_has_the_clocks_of_the_last_entry(diver: NewDiver, tmp_path: Path) -> None:
    server = Process(tmp_path)
    try:
        both = seated(server, diver, BANK)
        both.a.act(laid(1))
        both.b.until("happened", number=1)
        told = both.b.left
        assert told is not None
    finally:
        server.kill()
    again = Process(tmp_path)
    try:
        moved(again.host, both)
        line = both.bob.line()
        line.until("position", number=1)
        assert line.left is not None
        assert told - 0.2 <= line.left <= 110.0
    finally:
        again.kill()


def test_after_a_restart_the_clock_decides_even_if_nobody_comes(
    start_server: StartServer, diver: NewDiver, tmp_path: Path
) -> None:
    clock = SetClock()
    server = start_server(tmp_path, clock=clock)
    both = seated(server, diver, MINUTE)
    both.b.draft(laid(4, 5))
    clock.advance(20)
    server.stop()
    later = SetClock()
    later.advance(3600)
    again = start_server(tmp_path, clock=later)
    later.wait_for_alarm(40 + GRACE_SECONDS)  # of a table that nobody has asked for
    later.advance(40 + GRACE_SECONDS)
    moved(again.host, both)
    line = both.ada.line(after=0)
    frame = line.until("happened", number=2)
    assert [level["plain"] for level in revealed(frame)[1]["levels"]] == [[4], [5]]
    line.say({"type": "close"})
    line.until_lobby(lambda lobby: lobby["phase"] == "closed")
    record = read_record(both.ada.get("/record").content)
    assert [move.by_clock for move in record.moves] == [True, True]


def moved(host: str, both: Pair) -> None:
    """The same browsers, at the address that the server has now."""
    for one in (both.ada, both.bob):
        one.host, one.http.base_url = host, f"http://{host}"


def test_a_broken_line_has_its_grace(start_server: StartServer, diver: NewDiver) -> None:
    clock = SetClock()
    both = timed(start_server, diver, clock, MINUTE)
    both.b.close()
    both.a.until_lobby(lambda lobby: not lobby["seats"][1]["connected"])
    clock.advance(GRACE_SECONDS)
    back = both.bob.line()
    back.until("position")
    assert back.left == 60.0
    back.close()
    both.a.until_lobby(lambda lobby: lobby["seats"][1]["connected"])
    both.a.until_lobby(lambda lobby: not lobby["seats"][1]["connected"])
    both.a.act(laid(1))
    clock.advance(60)
    assert both.a.until("happened", number=2)["view"]["round"] == 2


def test_a_bot_that_stands_in_is_not_on_the_clock(start_server: StartServer, diver: NewDiver) -> None:
    clock = SetClock()
    both = timed(start_server, diver, clock, MINUTE)
    both.b.close()
    both.a.until_lobby(lambda lobby: not lobby["seats"][1]["connected"])
    clock.advance(GRACE_SECONDS)
    both.a.say({"type": "stand-in", "seat": 1})
    frame = both.a.until("happened", number=1)
    assert frame["view"]["phase"]["ready"] == [False, True]
    assert frame["left"] == 30.0


# ── Drafts ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_draft_that_comes_too_late_is_refused(start_server: StartServer, pair: Sit) -> None:
    both = pair(start_server())
    assert both.b.draft(laid(1), number=0)["type"] == "checked"
    both.a.act(laid(1))
    both.b.until("happened", number=1)
    assert both.b.draft(laid(2), number=0)["type"] == "checked", "only someone else has decided since"
    both.b.act(laid(3))
    refused = both.b.draft(laid(4), number=1)
    assert refused["refusal"]["code"] == "stale"
    assert both.b.draft(laid(4), number=99)["refusal"]["code"] == "stale"
    assert both.b.draft(laid(4), number=2)["type"] == "checked"
