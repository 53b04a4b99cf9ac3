"""The orca's ten seconds (D8.2), on a clock that the test holds in its hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fathom.dive import Withdraw
from fathom.server.clock import Countdown
from fathom.table import read_record
from tests.server.conftest import Pair, StartServer
from tests.server.harbour import Frame, SetClock, laid

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


def test_a_countdown_rings_once_and_stays_up_until_it_is_told_otherwise() -> None:
    rung: list[str] = []

    class Bell:
        def __init__(self) -> None:
            self.time = 0.0
            self.wake: Callable[[], None] = lambda: None

        def now(self) -> float:
            return self.time

        def date(self) -> float:
            return self.time

        def call_at(self, when: float, wake: Callable[[], None]) -> Bell:
            self.wake = wake
            return self

        def cancel(self) -> None:
            self.wake = lambda: None

    bell = Bell()
    countdown = Countdown(bell, lambda: rung.append("ding"))
    assert (countdown.left(), countdown.running, countdown.up) == (None, False, False)
    countdown.follow(10)
    bell.time = 4
    countdown.follow(10)
    assert (countdown.left(), countdown.running, countdown.up) == (6.0, True, False)
    bell.time = 10
    bell.wake()
    countdown.follow(10)
    assert (countdown.left(), countdown.running, countdown.up, rung) == (0.0, True, True, ["ding"])
    countdown.follow(None)
    countdown.follow(10)
    assert (countdown.left(), countdown.up) == (10.0, False)
