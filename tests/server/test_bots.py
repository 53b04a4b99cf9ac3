"""Bots at a table: same door, no state, and a game that goes on whatever they do."""

from __future__ import annotations

import asyncio
import os
import pickle
import threading
from pathlib import Path
from typing import Any

import pytest

from fathom.dive import Card, DiveState, Options
from fathom.server import bots, room
from fathom.server.tokens import Secrets
from fathom.server.workers import TooLong, Workers
from fathom.table import FastDice, encoded
from tests.server.conftest import NewDiver, StartServer
from tests.server.harbour import GAME, OPEN, Running, a_house, bot, laid, run

SECRETS = Secrets(b"s" * 32, b"t" * 32)


class Watched(Workers):
    """Runs work in this very process, and keeps what would have been sent to another."""

    def __init__(self) -> None:
        super().__init__(1)
        self.sent: list[Any] = []

    async def run(self, work: Any, *arguments: object, seconds: float | None = None) -> Any:
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


@pytest.mark.parametrize(
    ("wrong", "cause"), [(crashes, "RuntimeError"), (cheats, "token-twice"), (babbles, "malformed")]
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


def test_a_bots_answer_is_bound_to_the_position_it_saw(
    start_server: StartServer, diver: NewDiver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The first answer comes after Ada is ready, for the position before: the bot is asked again."""
    numbers: list[int] = []
    ready = asyncio.Event()

    async def waits(*arguments: Any) -> bytes:
        number = arguments[5]
        numbers.append(number)
        if number == 0:
            await ready.wait()
        else:
            return encoded(laid(5, 4, 3))
        return encoded(laid(1))

    honest = room.Room.happen

    def happen(self: room.Room, moment: Any) -> None:
        honest(self, moment)
        ready.set()

    monkeypatch.setattr(bots, "decide", waits)
    monkeypatch.setattr(room.Room, "happen", happen)
    ada = diver(start_server(), "Ada")
    ada.open(bot())
    line = ada.line()
    line.until("position", number=0)
    line.act(laid(2))
    line.until("happened", number=2)
    revealed = next(event for event in line.view["told"][0] if event["type"] == "revealed")
    assert len(revealed["programs"][1]["levels"]) == 3
    assert numbers[:2] == [0, 1]


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
    server = Running(a_house(tmp_path, workers, bot_seconds=0.05))
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


def test_bots_and_people_sit_together(server: Running, diver: NewDiver) -> None:
    """Companions included: whoever loses a clash, bot or person, chooses again (D8.0)."""
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN, bot("random"), bot("snorkeler"), companions=True)
    bob.join(ada)
    lines = ada.start(bob)
    for turn in range(200):
        for line in lines:
            if line.menu in {"choosing", "programming"}:
                line.act(line.any_action(f"{turn}"))
            else:
                line.until("happened")
            if line.view["round"] > 2:
                return
    raise AssertionError("it does not go on")
