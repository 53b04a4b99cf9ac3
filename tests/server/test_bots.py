"""Bots at a table: same door, no state, and a game that goes on whatever they do."""

from __future__ import annotations

import asyncio
import os
import pickle
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fathom.dive import Card, Choose, Companion, DiveState, LayOctopus, Options
from fathom.dive.state import Choosing
from fathom.server import room
from fathom.server.common import logs
from fathom.server.common.tokens import Secrets
from fathom.server.common.workers import TooLong, Workers
from fathom.server.game import bots
from fathom.server.game.clocks import GRACE_SECONDS
from fathom.server.host.services import Services
from fathom.table import FastDice, encoded
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import (
    BOUND,
    GAME,
    OPEN,
    Running,
    SetClock,
    SharedWorkers,
    bot,
    laid,
    run,
    small_services,
    wait_until,
)

SECRETS = Secrets(b"s" * 32, b"t" * 32)


class Watched(Workers):
    """Runs work in this very process, and keeps what would have been sent to another."""

    def __init__(self) -> None:
        super().__init__(1)
        self.sent: list[Any] = []

    async def run(self, work: Any, *arguments: object, **_: object) -> Any:
        self.sent.append(arguments)
        return work(*pickle.loads(pickle.dumps(arguments)))


async def asked(state: DiveState, seat: int = 0, number: int = 0) -> tuple[bytes, Any]:
    watched = Watched()
    answer = await bots.decide(watched, GAME, "snorkeler", state, seat, number, SECRETS)
    return answer, watched.sent


def test_a_bot_gets_its_view_and_its_look_and_nothing_else() -> None:
    state = GAME.start(Options(), 2, FastDice(1))
    state.play(1, laid(5, 4), FastDice(2))
    answer, ((game, level, view, look, own_dice),) = run(asked(state))
    assert (game, level, view) == ("dive", "snorkeler", encoded(state.view(0)))
    assert not isinstance(look, DiveState | Card)
    assert SECRETS.seed.hex() not in own_dice
    # The other's program is not in it: another one gives the same bytes, and the same decision.
    other = GAME.start(Options(), 2, FastDice(1))
    other.play(1, laid((1, 2), 3, sharks=(1,)), FastDice(2))
    assert run(asked(other)) == (answer, [(game, level, view, look, own_dice)])
    # Asked again it sees the same and decides the same; in another entry it has other dice.
    assert run(asked(state))[0] == answer
    assert run(asked(state, number=1))[1][0][3:] != (look, own_dice)
    assert run(asked(state, number=1))[1][0][3] == look


async def crashes(*_: object) -> bytes:
    raise RuntimeError("5 4 3 2 1")


async def cheats(*_: object) -> bytes:
    return encoded(laid(1, 1))


async def babbles(*_: object) -> bytes:
    return b"not even JSON"


async def raises_elsewhere(*arguments: Any) -> bytes:
    """In another process, in the bot's own code: there is no such player."""
    view = encoded(arguments[3].view(arguments[4]))
    answer: bytes = await arguments[0].run(bots.choose, "dive", "5 4 3 2 1", view, None, "dice")
    return answer


async def dies_elsewhere(*arguments: Any) -> bytes:
    await arguments[0].run(_die)
    raise AssertionError("it is dead")


@pytest.mark.parametrize(
    ("wrong", "cause"),
    [
        (crashes, "error=RuntimeError where=test_bots.py:"),
        (cheats, "token-twice"),
        (babbles, "malformed"),
        (raises_elsewhere, "error=UnknownLevel where=levels.py:"),
        (dies_elsewhere, "error=BrokenProcessPool where=test_bots.py:"),
    ],
)
def test_a_bot_that_fails_plays_what_the_rules_play_for_it(
    start_server: StartServer,
    diver: NewDiver,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    wrong: Any,
    cause: str,
) -> None:
    monkeypatch.setattr(bots, "decide", wrong)
    ada = diver(start_server(), "Ada")
    ada.open(bot())
    line = ada.line()
    line.until("position")
    if line.number == 0:
        line.until("happened", number=1)
    line.act(laid(2))
    revealed = next(event for event in line.view["told"][0] if event["type"] == "revealed")
    assert revealed["programs"][1]["levels"] == [{"plain": [1], "shark": []}]
    (noted, *_) = [message for message in caplog.messages if message.startswith("bot-failed")]
    assert cause in noted
    assert "5 4 3 2 1" not in noted
    assert line.until("bot-failed")["seat"] == 1  # in the second round, when the line is surely open


def test_what_a_bot_thought_counts_though_others_were_ready_meanwhile(
    start_server: StartServer, diver: NewDiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sees more than that the others are ready: three bots think three times, not six."""
    asked: list[tuple[int, int]] = []
    ready = asyncio.Event()

    async def waits(*arguments: Any) -> bytes:
        seat, number = arguments[4:6]
        asked.append((seat, number))
        if number == 0:
            await ready.wait()
        return encoded(laid(5, 4, 3))

    honest = room.Room.happen

    def happen(self: room.Room, moment: Any) -> None:
        honest(self, moment)
        ready.set()

    monkeypatch.setattr(bots, "decide", waits)
    monkeypatch.setattr(room.Room, "happen", happen)
    ada = diver(start_server(), "Ada")
    ada.open(bot(), bot(), bot())
    line = ada.line()
    line.until("position", number=0)
    line.act(laid(2))
    line.until("happened", number=4)
    revealed = next(event for event in line.view["told"][0] if event["type"] == "revealed")
    assert [len(program["levels"]) for program in revealed["programs"]] == [1, 3, 3, 3]
    assert [one for one in asked if one[1] < 4] == [(1, 0), (2, 0), (3, 0)]


def test_a_bots_answer_is_bound_to_what_it_was_asked(
    start_server: StartServer, diver: NewDiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada lays an octopus over the picture while the bot thinks: it has to think again, at once."""
    asked: list[int] = []
    given_up: list[int] = []

    async def waits(*arguments: Any) -> bytes:
        state, number = arguments[3], arguments[5]
        if isinstance(state.phase, Choosing):
            return encoded(Choose(Companion.TURTLE))
        asked.append(number)
        if len(asked) == 1:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                given_up.append(number)
                raise
        return encoded(laid(5, 4, 3))

    monkeypatch.setattr(bots, "decide", waits)
    ada = diver(start_server(), "Ada")
    ada.open(bot(), companions=True)
    line = ada.line()
    line.until("position")
    line.act(Choose(Companion.OCTOPUS))
    if line.number < 2:
        line.until("happened", number=2)
    assert line.act(LayOctopus(50, 50))["number"] == 3
    line.until("happened", number=4)
    assert (asked, given_up) == ([2, 3], [2])


def test_an_error_in_a_worker_says_where_it_was_raised() -> None:
    """File and line of the real place, not where the server waited for it; no path, no value."""
    first = _raises.__code__.co_firstlineno

    async def scenario() -> None:
        workers = Workers(1)
        for work, arguments, said in (
            (_raises, ("5 4 3 2 1",), {"error": "RuntimeError", "where": f"test_bots.py:{first + 1}"}),
            (
                _die,
                (),
                {"error": "BrokenProcessPool", "where": f"test_bots.py:{_die.__code__.co_firstlineno}"},
            ),
            (_hang, (), {"error": "TooLong", "where": f"test_bots.py:{_hang.__code__.co_firstlineno}"}),
        ):
            with pytest.raises(Exception, match=r"5 4 3 2 1|terminated|after") as raised:
                await workers.run(work, *arguments, seconds=0.05 if work is _hang else BOUND)
            assert logs.cause(raised.value) == said
        workers.close()

    run(scenario())


def _raises(secret: str) -> None:
    raise RuntimeError(secret)


def test_a_worker_that_dies_is_replaced() -> None:
    async def scenario() -> None:
        workers = Workers(1)
        with pytest.raises(Exception, match="terminated abruptly"):
            await workers.run(_die)
        assert await workers.run(abs, -3) == 3
        workers.close()

    run(scenario())


def _die() -> None:
    os._exit(1)


def _hang() -> None:
    threading.Event().wait()


def test_work_that_never_ends_is_ended_and_nobody_else_waits_for_it() -> None:
    async def scenario() -> None:
        workers = Workers(1)
        await workers.run(bots.ready)
        waiting = [
            asyncio.ensure_future(workers.run(_hang, seconds=0.05)),
            asyncio.ensure_future(workers.run(abs, -3)),
        ]
        hung, fine = await asyncio.gather(*waiting, return_exceptions=True)
        assert isinstance(hung, TooLong)
        assert fine == 3
        workers.close()

    run(scenario())


async def _hangs(*arguments: Any) -> bytes:
    workers, seconds = arguments[0], arguments[7]
    answer: bytes = await workers.run(_hang, seconds=seconds)
    return answer


def test_a_bot_that_never_answers_holds_nobody_up(
    tmp_path: Path,
    diver: NewDiver,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(bots, "decide", _hangs)
    workers = Workers(1)
    server = Running(small_services(tmp_path, workers, bot_seconds=0.05))
    ada = diver(server, "Ada")
    ada.open(bot("random"))
    (line,) = ada.start()
    assert line.until("bot-failed")["seat"] == 1
    line.until("happened", number=1)
    line.act(laid(2))
    revealed = next(event for event in line.view["told"][0] if event["type"] == "revealed")
    assert revealed["programs"][1]["levels"] == [{"plain": [1], "shark": []}]
    assert any("bot-failed" in message and "TooLong" in message for message in caplog.messages)
    server.stop()


class Hanging:
    """A server whose bots choose the turtle at once, and then think for ever, in a real process."""

    def __init__(self, services: Services, folder: Path) -> None:
        self.clock = SetClock()
        self.workers = Workers(1)
        self._begun = folder / "begun"
        self.server = Running(replace(services, bots=self.workers, clock=self.clock, bot_seconds=100 * BOUND))

    async def decide(self, *arguments: Any) -> bytes:
        state, seat, number, seconds = *arguments[3:6], arguments[7]
        if isinstance(state.phase, Choosing):
            return encoded(Choose(Companion.TURTLE))
        await self.workers.run(_hang_here, self._noted(seat, number), seconds=seconds)
        raise AssertionError("it never ends")

    def _noted(self, seat: int, number: int) -> str:
        return f"{self._begun}-{seat}-{number}"

    def until_thinking(self, seat: int, number: int) -> None:
        """Wait until the process is at work for this seat, asked in this entry."""
        wait_until(Path(self._noted(seat, number)).exists)

    def check_free(self) -> None:
        """The process does other things, long before the bot's time is up."""
        assert run(asyncio.wait_for(self.workers.run(abs, -3), BOUND)) == 3


@pytest.fixture
def hanging(tmp_path: Path, workers: SharedWorkers, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    bots_that_hang = Hanging(small_services(tmp_path, workers), tmp_path)
    monkeypatch.setattr(bots, "decide", bots_that_hang.decide)
    yield bots_that_hang
    bots_that_hang.server.stop()


def _hang_here(noted: str) -> None:
    Path(noted).touch()
    _hang()


@pytest.mark.parametrize("end", ["close", "resign"])
def test_nobody_thinks_for_a_table_that_is_closed(hanging: Hanging, diver: NewDiver, end: str) -> None:
    """The host closes it, or the only person leaves."""
    ada = diver(hanging.server, "Ada")
    ada.open(bot())
    (line,) = ada.start()
    hanging.until_thinking(1, 0)
    line.say({"type": end})
    line.until_lobby(lambda lobby: lobby["phase"] == "closed")
    hanging.check_free()


def test_nobody_thinks_for_someone_who_is_back(hanging: Hanging, pair: Callable[..., Pair]) -> None:
    both = pair(hanging.server)
    both.b.close()
    both.a.until_lobby(lambda lobby: not lobby["seats"][1]["connected"])
    hanging.clock.advance(GRACE_SECONDS)
    both.a.until_lobby(lambda lobby: lobby["seats"][1]["gone"])
    both.a.say({"type": "stand-in", "seat": 1})
    hanging.until_thinking(1, 0)
    both.bob.line().until("position")
    hanging.check_free()


def test_nobody_thinks_on_about_a_position_that_has_changed(hanging: Hanging, diver: NewDiver) -> None:
    ada = diver(hanging.server, "Ada")
    ada.open(bot(), companions=True)
    (line,) = ada.start()
    line.act(Choose(Companion.OCTOPUS))
    hanging.until_thinking(1, 2)
    if line.number < 2:
        line.until("happened", number=2)
    assert line.act(LayOctopus(50, 50))["number"] == 3
    hanging.until_thinking(1, 3)
    line.say({"type": "close"})


def test_work_that_has_not_begun_is_dropped_when_nobody_wants_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers = Workers(1)
        hung = asyncio.ensure_future(workers.run(_hang_here, str(tmp_path / "hung"), seconds=BOUND))
        queued = asyncio.ensure_future(workers.run(_hang_here, str(tmp_path / "queued"), seconds=BOUND))
        fine = asyncio.ensure_future(workers.run(abs, -3))
        await asyncio.to_thread(wait_until, (tmp_path / "hung").exists)
        for unwanted in (queued, hung):
            unwanted.cancel()
        assert await fine == 3
        assert not (tmp_path / "queued").exists()
        await workers.idle()
        workers.close()

    run(scenario())


def test_bots_and_people_sit_together(server: Running, diver: NewDiver) -> None:
    """Companions included: whoever loses a clash, bot or person, chooses again (D8.0)."""
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN, bot("random"), bot("snorkeler"), companions=True)
    bob.join(ada)
    lines = ada.start(bob)
    for turn in range(200):
        # After a clash only one of them may be asked: the other hears of it, and waits for nobody before.
        asked = next((line for line in lines if line.menu in {"choosing", "programming"}), None)
        if asked is None:
            lines[0].until("happened")
        else:
            asked.act(asked.any_action(f"{turn}"))
        newest = max(line.number for line in lines)
        for line in lines:
            while line.number < newest:
                line.until("happened")
        if lines[0].view["round"] > 2:
            return
    raise AssertionError("it does not go on")
