"""Coming back: the missing suffix or a fresh position, and actions that are sent again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from fathom.dive import Withdraw
from fathom.server.game.play import REMEMBERED
from fathom.server.room import TRY_AGAIN
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import Line, Running, SetClock, laid

Sit = Callable[..., Pair]


def happened(line: Line) -> list[str]:
    return [frame for frame in line.frames if frame.startswith('{"type":"happened"')]


def test_who_comes_back_gets_what_they_missed(server: Running, pair: Sit) -> None:
    both = pair(server)
    stays = both.bob.line()
    stays.until("position")
    both.b.close()
    for action in (laid(1), Withdraw(), laid(2, 3)):
        both.a.act(action)
    stays.until("happened", number=3)

    back = both.bob.line(after=0)
    back.until("happened", number=3)
    assert happened(back) == happened(stays)
    assert len(happened(back)) == 3
    part = both.bob.line(after=2)
    part.until("happened", number=3)
    assert happened(part) == happened(stays)[2:]
    nothing_missed = both.bob.line(after=3)
    assert nothing_missed.until("position")["number"] == 3


def test_who_was_away_too_long_or_is_ahead_gets_a_position(start_server: StartServer, pair: Sit) -> None:
    clock = SetClock()
    both = pair(start_server(clock=clock))
    lines = both.a, both.b  # in turn: nobody takes back without end
    for number in range(REMEMBERED // 2 + 1):
        one, other = lines[number % 2], lines[(number + 1) % 2]
        assert one.act(laid(1))["type"] == "done"
        assert one.act(Withdraw())["type"] == "done"
        other.until("happened", number=one.number)
        clock.advance(10)  # so that it is no flood
    late = both.bob.line(after=0)
    assert late.until("position")["number"] == REMEMBERED + 2
    assert happened(late) == []
    ahead = both.bob.line(after=10**6)
    assert ahead.until("position")["number"] == REMEMBERED + 2


def test_an_action_sent_again_is_carried_out_once(server: Running, pair: Sit) -> None:
    both = pair(server)
    done = both.a.act(laid(1), name="once", number=0)
    assert {key: done[key] for key in ("type", "id", "number")} == {"type": "done", "id": "once", "number": 1}
    assert both.a.act(laid(1), name="once", number=0) == done
    # Another window of the same seat, and the other seat, whose ids are its own.
    again = both.ada.line()
    again.until("position", number=1)
    assert again.act(laid(1), name="once", number=0)["number"] == 1
    assert both.b.act(laid(2), name="once", number=0)["number"] == 2
    assert both.a.act(laid(1), name="once", number=0)["number"] == 1


def test_an_id_is_for_one_action(server: Running, pair: Sit) -> None:
    both = pair(server)
    both.a.act(laid(1), name="once", number=0)
    assert both.a.act(laid(2), name="once", number=0)["refusal"]["code"] == "id-taken"


def test_a_refused_action_may_be_sent_again_and_be_legal_then(server: Running, pair: Sit) -> None:
    both = pair(server)
    assert both.a.act(Withdraw(), name="back")["type"] == "refused"
    assert both.a.act(laid(1))["type"] == "done"
    assert both.a.act(Withdraw(), name="back")["type"] == "done"


def test_after_a_restart_everything_is_as_it_was(
    start_server: StartServer, pair: Sit, diver: NewDiver, tmp_path: Path
) -> None:
    first = start_server(tmp_path)
    both = pair(first)
    both.a.act(laid(1), name="before", number=0)
    both.b.act(laid(2, 3), name="before", number=0)
    both.a.until("happened", number=2)
    first.stop()

    second = start_server(tmp_path)
    for one in (both.ada, both.bob):
        one.host, one.http.base_url = second.host, f"http://{second.host}"
    a, b = both.ada.line(after=0), both.bob.line(after=0)
    a.until("happened", number=2)
    b.until("happened", number=2)
    assert happened(a) == happened(both.a)
    assert happened(b) == happened(both.b)
    assert a.act(laid(1), name="before", number=0)["number"] == 1
    assert a.act(laid(1), name="after")["number"] == 3
    # The invite still works for nobody, and a stranger is still one.
    assert diver(second, "Eve").try_join(both.ada.table, both.ada.invite).status_code == 409


def test_a_stopping_server_says_come_back(start_server: StartServer, pair: Sit) -> None:
    server = start_server()
    both = pair(server)
    server.stop()
    with pytest.raises(ConnectionClosed) as closed:
        both.a.until("done")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == TRY_AGAIN
