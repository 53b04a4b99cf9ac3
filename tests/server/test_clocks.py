"""Clocks as values: nothing here knows what time it is."""

from __future__ import annotations

import msgspec
import pytest

from fathom.server.game.clocks import CUT_SECONDS, GRACE_SECONDS, SHOWN_SECONDS, Clocks
from fathom.server.protocol.agreement import Bank, NoClock, PerDecision, Terms

MINUTE = PerDecision(60)
BANK = Bank(300, 5)


def begun(terms: Terms, *awaited: int, seats: int = 2, here: tuple[int, ...] = (0, 1)) -> Clocks:
    clocks = Clocks.wound(terms, seats).attended(here, ())
    return clocks.followed(terms, awaited, None, None)


def lefts(clocks: Clocks) -> list[float | None]:
    return [seat.left for seat in clocks.seats]


def test_without_a_clock_nothing_is_counted() -> None:
    clocks = begun(NoClock(), 0, 1).passed(10_000)
    assert (clocks.end, clocks.up, lefts(clocks)) == (None, (), [None, None])


def test_everyone_who_is_awaited_is_on_the_clock_and_nobody_else() -> None:
    clocks = begun(MINUTE, 0).passed(20)
    assert (clocks.left(0), clocks.left(1), clocks.end) == (40, None, 40)
    clocks = clocks.followed(MINUTE, (1,), None, 0).passed(10)
    assert (clocks.left(0), clocks.left(1)) == (None, 50)


def test_every_decision_has_its_own_time() -> None:
    clocks = begun(MINUTE, 0, 1).passed(50)
    clocks = clocks.followed(MINUTE, (1,), None, 0)
    assert clocks.left(1) == 10, "the other goes on with the time that was left"
    clocks = clocks.followed(MINUTE, (0, 1), None, 1)
    assert [clocks.left(0), clocks.left(1)] == [60, 60]


def test_the_next_step_of_a_turn_is_a_decision_too() -> None:
    clocks = begun(MINUTE, 0).passed(50).followed(MINUTE, (0,), None, 0)
    assert clocks.left(0) == 60


def test_taking_back_gives_no_time() -> None:
    clocks = begun(MINUTE, 0, 1).passed(50)
    ready = clocks.followed(MINUTE, (1,), None, 0)
    back = ready.passed(5).followed(MINUTE, (0, 1), None, 0)
    assert [back.left(0), back.left(1)] == [10, 5]


def test_a_bank_lasts_for_the_game_and_grows_with_every_decision() -> None:
    clocks = begun(BANK, 0)
    assert lefts(clocks) == [305, 300]
    clocks = clocks.passed(100).followed(BANK, (1,), None, 0)
    assert lefts(clocks) == [205, 305]
    clocks = clocks.passed(5).followed(BANK, (0,), None, 1)
    assert lefts(clocks) == [210, 300]


def test_going_back_and_forth_does_not_fill_the_bank() -> None:
    clocks = begun(BANK, 0, 1)
    for _ in range(10):
        clocks = clocks.followed(BANK, (1,), None, 0).followed(BANK, (0, 1), None, 0)
    assert lefts(clocks) == [305, 305]


def test_whoever_has_used_all_up_still_has_the_increment() -> None:
    clocks = begun(BANK, 0).passed(1000)
    assert clocks.up == (0,)
    clocks = clocks.followed(BANK, (1,), None, 0).followed(BANK, (0,), None, 1)
    assert (clocks.left(0), clocks.up) == (5, ())


def test_a_broken_line_stops_the_clock_for_a_while_in_each_decision() -> None:
    clocks = begun(MINUTE, 0, 1).attended((1,), ())
    assert clocks.end == 60
    clocks = clocks.passed(GRACE_SECONDS - 10)
    assert clocks.seats[0].left == 60
    assert not clocks.seats[0].running
    assert clocks.left(0) == 70
    clocks = clocks.attended((0, 1), ()).passed(20).attended((1,), ())
    assert (clocks.seats[0].left, clocks.seats[0].grace) == (40, 10)
    clocks = clocks.passed(15)
    assert (clocks.seats[0].left, clocks.seats[0].running) == (35, True)
    clocks = clocks.followed(MINUTE, (0, 1), None, 0)
    assert clocks.seats[0].grace == GRACE_SECONDS


def test_bots_are_not_on_the_clock() -> None:
    clocks = begun(MINUTE, 0, 1).attended((0,), (1,)).passed(45)
    assert lefts(clocks) == [15, 60]
    assert clocks.passed(100).up == (0,)


def test_the_rules_limit_is_for_everyone_and_nothing_lengthens_it() -> None:
    clocks = begun(NoClock(), 0, 1).followed(NoClock(), (0, 1), 10.0, 0).passed(4)
    assert [clocks.left(0), clocks.left(1), clocks.left(None)] == [6, 6, 6]
    clocks = clocks.followed(NoClock(), (1,), 10.0, 0).passed(6)
    assert clocks.up == (1,)
    assert clocks.put_off(10.0, 2.0).rules == 10
    clocks = clocks.followed(NoClock(), (0, 1), None, 1)
    assert (clocks.up, clocks.rules) == ((), None)


def test_a_clock_that_is_written_down_stands_still() -> None:
    clocks = begun(BANK, 0, 1).passed(12.5)
    again = msgspec.json.decode(msgspec.json.encode(clocks), type=Clocks)
    assert again == clocks
    assert again.rested().seats[0].left == clocks.seats[0].left


def test_nobody_thinks_while_the_dive_is_still_being_shown_to_them() -> None:
    clocks = begun(MINUTE, 0, 1).staged({0})
    assert [clocks.left(0), clocks.left(1)] == [60 + SHOWN_SECONDS, 60]
    assert [seat.running for seat in clocks.seats] == [False, True]
    clocks = clocks.passed(20)
    assert [clocks.left(0), clocks.left(1)] == [40 + SHOWN_SECONDS, 40]
    clocks = clocks.shown(0)
    assert (clocks.left(0), clocks.seats[0].running) == (60, True)


def test_a_clock_is_held_for_so_long_and_no_longer() -> None:
    clocks = begun(MINUTE, 0, 1).staged({0, 1}).passed(SHOWN_SECONDS + 10)
    assert (clocks.left(0), clocks.end, clocks.held) == (50, 50, 0)


def test_nothing_is_held_for_bots_nor_after_the_server_was_down() -> None:
    clocks = begun(MINUTE, 0, 1).attended((0, 1), {1}).staged({0, 1})
    assert [seat.held for seat in clocks.seats] == [SHOWN_SECONDS, 0]
    assert clocks.rested().held == 0


@pytest.mark.clause("D8.2")
def test_the_orca_cuts_short_what_is_shown_and_counts_when_all_have_the_stack() -> None:
    clocks = begun(NoClock(), 0, 1).staged({0, 1}).passed(5).shown(1)
    called = clocks.followed(NoClock(), (0, 1), 10.0, 1)
    assert (called.held, called.left(None)) == (CUT_SECONDS, 10 + CUT_SECONDS)
    assert called.passed(1).shown(0).left(None) == 10
    assert called.passed(CUT_SECONDS + 4).left(None) == 6
    assert called.passed(CUT_SECONDS + 10).up == (0, 1)
