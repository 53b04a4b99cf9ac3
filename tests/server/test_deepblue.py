"""Whole games of Deep Blue over real sockets: two people, a person and bots, the record at the end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from fathom.deepblue import DeepBlueGame, DeepBlueView
from fathom.deepblue.actions import Dive, PlayCrew
from fathom.server.game import bots
from fathom.table import FastDice, encoded, read_record, verify
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Frame, Line, Running, SetClock, bot, repeatable

GAME = DeepBlueGame()

DECISIONS = 4000
"""No game of these tests takes so many."""

GAMES = 6
"""So many are played in search of a situation."""


def offered(line: Line) -> bool:
    """Whether this line's owner is awaited: taking back what was decided moves nothing on."""
    menu = GAME.actions(msgspec.convert(line.view, DeepBlueView))
    return len(menu) > 0 and any(action.__struct_config__.tag != "withdraw" for action in menu)


def anything(line: Line, seed: str) -> Frame:
    """Play something that is legal now."""
    menu = GAME.actions(msgspec.convert(line.view, DeepBlueView))
    return line.act(menu.sample(FastDice(seed)))


def play(clock: SetClock, lines: tuple[Line, ...], until: Callable[[], bool]) -> None:
    """Let everyone do something legal, with a second to think before each decision."""
    for decision in range(DECISIONS):
        if until():
            return
        clock.advance(1)
        awaited = next((line for line in lines if offered(line)), None)
        if awaited is None:
            lines[0].until("happened")  # a bot decides
        else:
            assert anything(awaited, str(decision))["type"] == "done"
        for line in lines:
            while line.number < max(other.number for other in lines):
                line.until("happened")
    raise AssertionError("the game does not end")


def play_to_end(clock: SetClock, *lines: Line) -> None:
    play(clock, lines, lambda: lines[0].over)


def test_two_people_play_a_whole_game_and_get_a_record_that_verifies(
    start_server: StartServer, pair: Callable[..., Pair]
) -> None:
    clock = SetClock()
    both = pair(start_server(clock=clock), game="deep-blue", chart="small")
    play_to_end(clock, both.a, both.b)
    assert both.a.view["phase"] == both.b.view["phase"]
    assert both.a.view["city"] == 4
    record = read_record(both.bob.get("/record").content)
    assert (record.game, record.players) == ("deep-blue", ("Ada", "Bob"))
    assert verify(GAME, record) == len(record.outcomes) > 0


def test_a_person_plays_a_whole_game_against_bots(start_server: StartServer, diver: NewDiver) -> None:
    clock = SetClock()
    ada = diver(start_server(clock=clock), "Ada")
    ada.open(bot("diver"), bot("random"), game="deep-blue", scenario=None)
    line = ada.line()
    line.until("position")
    play_to_end(clock, line)
    record = read_record(ada.get("/record").content)
    assert record.players == ("Ada", "diver", "random")
    verify(GAME, record)


async def crashes(*_: object) -> bytes:
    raise RuntimeError("a bot that knows no more")


async def cheats(*_: object) -> bytes:
    return encoded(Dive("amber-deep"))


@pytest.mark.parametrize(("wrong", "cause"), [(crashes, "RuntimeError"), (cheats, "no-boat-on-wreck")])
def test_a_bot_that_fails_does_what_costs_least(
    start_server: StartServer,
    diver: NewDiver,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    wrong: Callable[..., object],
    cause: str,
) -> None:
    """The rules decide for it once, the table goes on, and the log has the cause."""
    monkeypatch.setattr(bots, "decide", wrong)
    clock = SetClock()
    ada = diver(start_server(clock=clock), "Ada")
    ada.open(bot("leviathan"), game="deep-blue")
    line = ada.line()
    line.until("position")
    play(clock, (line,), lambda: line.view["turn"] >= 4)
    assert any(message.startswith("bot-failed") and cause in message for message in caplog.messages)
    assert failures_told(line) >= {1}


def failures_told(line: Line) -> set[int]:
    """The seats of bots that have failed, as everyone at the table was told."""
    frames = map(msgspec.json.decode, line.frames)
    return {frame["seat"] for frame in frames if frame["type"] == "bot-failed"}


async def dawdles(*arguments: Any) -> bytes:
    await arguments[0].run(_think_for_ever, seconds=0.05)
    raise AssertionError("it never ends")


def _think_for_ever() -> None:
    threading.Event().wait()


def test_a_bot_that_is_late_does_what_costs_least(
    start_server: StartServer,
    diver: NewDiver,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """In a real process, which is ended; and the table hears of it."""
    monkeypatch.setattr(bots, "decide", dawdles)
    clock = SetClock()
    ada = diver(start_server(clock=clock), "Ada")
    ada.open(bot("leviathan"), game="deep-blue")
    line = ada.line()
    line.until("position")
    play(clock, (line,), lambda: bool(failures_told(line)))
    assert failures_told(line) == {1}
    late = [message for message in caplog.messages if message.startswith("bot-failed")]
    assert "error=TooLong where=test_deepblue.py:" in late[0]


def until_both_are_asked(clock: SetClock, sit: Callable[[], Pair]) -> Pair:
    """Two people who dive together and are both to say which cards they play; not every game has that."""

    def over_or_asked(line: Line) -> bool:
        phase = line.view["phase"]
        if line.over:
            return True
        return phase["type"] == "playing" and len(phase["descent"]["down"]) == 2 and not any(phase["ready"])

    for _ in range(GAMES):
        both = sit()
        play(clock, (both.a, both.b), partial(over_or_asked, both.a))
        if not both.a.over:
            return both
    raise AssertionError("nobody ever dives with another")


@pytest.mark.clause("B8.6")
def test_two_may_decide_at_once_which_cards_they_play(
    start_server: StartServer, pair: Callable[..., Pair]
) -> None:
    """The second decision was made in a position that is gone by then, and counts all the same."""
    clock = SetClock()
    server = start_server(clock=clock, random=repeatable("the same games every time"))
    both = until_both_are_asked(clock, lambda: pair(server, game="deep-blue", chart="small"))
    seen = both.a.number
    assert both.a.act(PlayCrew())["number"] == seen + 1
    assert both.b.act(PlayCrew(), number=seen)["number"] == seen + 2


@pytest.mark.clause("B3.2")
def test_nobody_is_told_which_cards_another_holds(
    start_server: StartServer, pair: Callable[..., Pair]
) -> None:
    clock = SetClock()
    both = pair(start_server(clock=clock), game="deep-blue", chart="small")
    play(clock, (both.a, both.b), lambda: any('"rested"' in frame for frame in both.a.frames))
    rested = 0
    for line, seat in ((both.a, 0), (both.b, 1)):
        for frame in map(msgspec.json.decode, line.frames):
            for event in frame.get("events", ()):
                if event["type"] == "rested":
                    assert (event["drawn"] is None) == (event["seat"] != seat)
                    rested += 1
    assert rested > 0


def test_a_table_that_cannot_be_played_is_not_opened(server: Running, diver: NewDiver) -> None:
    ada = diver(server, "Ada")
    wanted = {"name": "Ada", "seats": [{"type": "me"}, *[OPEN] * 3]}
    for options, code in (
        ({"chart": "small"}, "small-chart-seats"),
        ({"scenario": "calm"}, "no-such-scenario"),
        ({"chart": "tiny"}, "malformed"),
    ):
        answer = ada.http.post("/api/tables", json={**wanted, "options": {"game": "deep-blue", **options}})
        assert answer.json()["code"] == code
        assert answer.status_code == (400 if code == "malformed" else 422)
