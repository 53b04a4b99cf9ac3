"""Nobody can take the evening from the others: each attack has an end, in bytes, frames, entries or work.

Everything here happens on loopback and is bounded; no test asserts a time. `make siege` does all of it at
once beside tables at which people play.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fathom import deepblue, guests
from fathom.deepblue import DeepBlueGame, PlayCrew
from fathom.deepblue import Withdraw as TakeCrewBack
from fathom.deepblue.phases import Playing
from fathom.dive import DiveGame, Options, Withdraw
from fathom.dive.box import standard_chief_deck
from fathom.dive.options import MOST_CHIEF_CARDS
from fathom.guests import level, rules
from fathom.lab.simulation import simulated
from fathom.server.common.budgets import MOST_LISTED
from fathom.server.common.limits import FRAMING, GREETING, REPLIES, RETELLING, WORKING, Limits, Rate
from fathom.server.common.tokens import Secrets
from fathom.server.common.turns import AHEAD, ARCHIVE, LIVE, FairLine, Turn
from fathom.server.common.workers import MOST_WAITING, Workers
from fathom.server.game import lessons, telling_again
from fathom.server.game.advice import advise
from fathom.server.game.bots import decide
from fathom.server.game.packed import PIECE, Packing
from fathom.server.game.play import SLICE, Play
from fathom.server.game.telling_again import tell
from fathom.server.http.connections import (
    BODY_SECONDS,
    HEADER_SECONDS,
    LOOK_SECONDS,
    RESERVED,
    SEND_SECONDS,
    Doorkeeper,
    most_connections,
    trusted,
)
from fathom.server.http.guard import _while_awaited
from fathom.server.http.uvicorn_sockets import PORTION
from fathom.server.pictures.looks import table_address
from fathom.server.pictures.pieces import Awaited
from fathom.server.room.audience import Audience
from fathom.server.room.resting import MOST_RESTING, REST_SECONDS, Resting
from fathom.server.store import TableRow
from fathom.table import BadRecord, FastDice, Match, Refused, encoded
from fathom.table.standing import MOST_TAKEN_BACK
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import (
    BOUND,
    FRAMES,
    OPEN,
    Line,
    Running,
    SetClock,
    laid,
    repeatable,
    run,
    wait_until,
)
from tests.server.test_games import play_to_end
from tests.server.test_replays import bring, simulate
from tests.server.test_slow_readers import silent_reader
from tests.server.worlds import chosen

Sit = Callable[..., Pair]

ROOT = Path(__file__).parents[2]


# ── Records that are brought along ─────────────────────────────────────────────────────────────────────────


def taken_back(times: int, rounds: int = 1) -> bytes:
    """A record of Dive with the largest chief's deck there may be, in which one seat takes back so often."""
    deck = (standard_chief_deck() * 3)[:MOST_CHIEF_CARDS]
    match = Match(DiveGame(), Options(chief=True, chief_deck=deck), ("Ada", "Bob"), FastDice(1))
    for _ in range(rounds):
        for _ in range(times):
            match.play(0, laid(1))
            match.play(0, Withdraw())
        match.play(0, laid(1))
        match.play(1, laid(1))
    return encoded(match.record())


def test_own_decks_have_a_largest_size() -> None:
    deck = [{"speeds": [2, 3, 4, 6], "yellow": []}] * (MOST_CHIEF_CARDS + 1)
    with pytest.raises(msgspec.ValidationError, match="length <= 99"):
        msgspec.convert({"game": "dive", "chief": True, "chief_deck": deck}, Options)
    with pytest.raises(msgspec.ValidationError, match="length <= 8"):
        msgspec.convert({"game": "dive", "chief_deck": [{"speeds": [2] * 9, "yellow": []}]}, Options)
    with pytest.raises(msgspec.ValidationError, match="length"):
        msgspec.convert(
            {"game": "deep-blue", "own": {"market": {"prices": [1] * 21, "renew": 1, "tokens": []}}},
            DeepBlueGame().options_type,
        )


def test_options_are_told_once_in_a_replay_and_all_of_it_is_bounded() -> None:
    """They were told with every entry: 980 kB that were brought came back as 912 MB."""
    record = taken_back(MOST_TAKEN_BACK, rounds=4)
    told = tell("file", record, None, True)
    whole = b"".join(told.pieces())
    assert whole.count(b'"chief_deck"') == 1
    assert told.size == pytest.approx(len(whole), abs=10)
    assert len(whole) < 12 * len(record)
    assert len(told.content) < len(whole) / 5, "it waits packed"
    assert max(map(len, told.pieces())) <= PIECE
    assert len(json.loads(whole)["frames"]) == 1 + 4 * (2 * MOST_TAKEN_BACK + 2)


def test_what_becomes_too_large_is_not_told_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    honest = Packing.write

    def write(self: Packing, piece: bytes) -> None:
        honest(self, piece)
        written.append(len(piece))

    monkeypatch.setattr(Packing, "write", write)
    monkeypatch.setattr(telling_again, "MOST_TOLD", 100_000)
    with pytest.raises(BadRecord, match="more than 100000 bytes"):
        tell("file", simulate("deep-blue"), 0)
    assert sum(written) <= 100_000


def test_a_record_in_which_someone_takes_back_too_often_is_turned_away(
    server: Running, diver: NewDiver
) -> None:
    ada = diver(server, "Ada")
    assert bring(ada, taken_back(MOST_TAKEN_BACK, rounds=2)).status_code == 200
    answer = bring(ada, taken_back(MOST_TAKEN_BACK + 1))
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-record")
    assert "20th time in one phase" in answer.json()["text"]


def test_so_many_replies_may_be_on_their_way(start_server: StartServer, diver: NewDiver) -> None:
    server = start_server(clock=SetClock(), limits=1.0)
    ada = diver(server, "Ada")
    name = bring(ada, simulate("dive")).json()["id"]
    limits = server.services.limits
    with ExitStack() as held:
        for _ in range(REPLIES.each):
            held.enter_context(limits.place(REPLIES, "127.0.0.1"))
        refused = ada.http.get(f"/api/replays/{name}")
        assert (refused.status_code, refused.json()["code"]) == (429, "too-fast")
        for other in range(REPLIES.all - REPLIES.each):
            held.enter_context(limits.place(REPLIES, other))
        with pytest.raises(Refused):
            held.enter_context(limits.place(REPLIES, "someone else"))
    assert ada.http.get(f"/api/replays/{name}").status_code == 200
    wait_until(lambda: not limits._held[REPLIES.kind, None])  # and each gives its place back


def test_work_is_charged_to_the_address_that_caused_it(start_server: StartServer, diver: NewDiver) -> None:
    server = start_server(clock=SetClock(), limits=1.0)
    ada = diver(server, "Ada")
    name = bring(ada, simulate("dive")).json()["id"]
    server.services.limits.spend(WORKING, "127.0.0.1", 2 * WORKING.burst)
    refused = ada.http.get(f"/api/replays/{name}")
    assert (refused.status_code, refused.json()["code"]) == (429, "too-fast")


def test_what_a_process_did_is_charged_even_if_nobody_waits_for_it(workers: Workers) -> None:
    charged: list[float] = []

    async def scenario() -> None:
        await workers.run(os.getpid, turn=Turn(ARCHIVE, "here", charged.append))
        for _ in range(FRAMES):
            if charged:
                return
            await asyncio.sleep(0)

    run(scenario())
    assert len(charged) == 1


# ── Frames without a message ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "frame",
    [
        b"\x89\x80\x00\x00\x00\x00",  # a ping
        b"\x8a\x80\x00\x00\x00\x00",  # a pong that nobody asked for
        b"\x00\x80\x00\x00\x00\x00",  # nothing more of a message
    ],
)
def test_frames_without_a_message_count(
    start_server: StartServer, pair: Sit, monkeypatch: pytest.MonkeyPatch, frame: bytes
) -> None:
    """1.4 million pings over one socket stopped everyone for five seconds."""
    server = start_server(clock=SetClock(), limits=1.0)
    both = pair(server)
    line = silent_reader(server.host, both.ada.table)
    if frame[0] == 0:
        line.sendall(b"\x01\x80\x00\x00\x00\x00")  # the beginning of a message
    before = server.services.limits.turned_away.get(FRAMING.kind, 0)
    answered = b""
    try:
        line.sendall(frame * 20_000)
        while piece := line.recv(65536):
            answered += piece
    except ConnectionResetError:
        pass
    assert answered.count(b"\x8a") <= FRAMING.burst + PORTION // len(frame)
    assert server.services.limits.turned_away[FRAMING.kind] == before + 1, "cut at the first that is too many"
    assert both.a.act(laid(1))["type"] == "done"
    line.close()


# ── Live play before everything else ───────────────────────────────────────────────────────────────────────


def test_live_tables_come_first_and_then_each_address_in_its_turn() -> None:
    line: FairLine[str] = FairLine()
    for number in range(3):
        line.put(Turn(ARCHIVE, "greedy"), f"greedy {number}")
    line.put(Turn(AHEAD, "table"), "ahead")
    line.put(Turn(ARCHIVE, "modest"), "modest")
    line.put(Turn(LIVE, "one table"), "live 0")
    line.put(Turn(LIVE, "one table"), "live 1")
    line.put(Turn(LIVE, "another"), "another")
    assert line.waiting(Turn(ARCHIVE, "greedy")) == 3
    assert [line.take() for _ in range(len(line))] == [
        "live 0",
        "another",
        "live 1",
        "greedy 0",
        "modest",
        "greedy 1",
        "greedy 2",
        "ahead",
    ]


def test_a_live_picture_waits_for_one_piece_of_work_at_most(tmp_path: Path) -> None:
    """With four pictures of lessons asked for every second, a live one came after 21 to 60 seconds."""
    workers = Workers(1)

    async def scenario() -> None:
        done: list[str] = []
        begun = asyncio.ensure_future(workers.run(wait_for, tmp_path / "go"))
        past = [
            asyncio.ensure_future(workers.run(os.getpid, turn=Turn(ARCHIVE, f"{number % 3}")))
            for number in range(30)
        ]
        live = asyncio.ensure_future(workers.run(os.getpid))
        for name, work in (("live", live), *(("past", one) for one in past)):
            work.add_done_callback(partial(_append, done, name))
        (tmp_path / "go").touch()
        await asyncio.gather(begun, live, *past)
        await asyncio.sleep(0)
        assert done[0] == "live"

    try:
        run(scenario())
    finally:
        workers.close()


def test_live_pictures_are_drawn_for_each_address_in_its_turn(start_server: StartServer, pair: Sit) -> None:
    """However many tables someone opens, others wait for one piece of a picture of theirs."""
    server = start_server()
    drawn = server.services.looks._drawn
    tables = [pair(server).ada.table for _ in range(2)]
    assert [drawn[table_address(table)]._turn for table in tables] == [Turn(LIVE, "127.0.0.1")] * 2


def test_it_is_drawn_for_where_the_first_at_the_table_is() -> None:
    class Window:
        def __init__(self, token: bytes | None, address: str) -> None:
            self.token, self.address = token, address

    audience = Audience(lambda token: None if token is None else int(token))
    assert audience.address() is None
    for token, address in ((None, "watches"), (b"2", "third"), (b"1", "second")):
        audience.add(Window(token, address))  # type: ignore[arg-type]
    assert audience.address() == "second"


def test_whoever_plays_comes_between_any_two_who_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of a lesson takes up to 25 ms: a hundred of them at once held everyone up for seconds."""
    done: list[str] = []
    monkeypatch.setattr(lessons, "now", lambda *_: done.append("lesson"))

    async def play() -> None:
        while done.count("lesson") < 20:
            done.append("play")
            await asyncio.sleep(0)

    async def scenario() -> None:
        one_by_one, lesson = asyncio.Lock(), lessons.lesson_of("dive")
        await asyncio.gather(*(lessons.learn(one_by_one, lesson, ()) for _ in range(20)), play())

    run(scenario())
    assert ("lesson", "lesson") not in set(pairwise(done))


def test_what_can_be_played_is_found_out_once(server: Running) -> None:
    assert all(
        one is other for one, other in zip(server.tables.offers(), server.tables.offers(), strict=True)
    )


def test_tables_take_turns_with_their_bots_and_advice() -> None:
    """All thoughts waited in one line: a table full of bots that think long kept those of others waiting."""
    turns: list[Turn] = []

    class Watched:
        async def run(self, *_: object, turn: Turn, **__: object) -> bytes:
            turns.append(turn)
            return b""

    async def scenario() -> None:
        game, watched = DeepBlueGame(), Watched()
        for name in ("one", "other"):
            secrets = Secrets.drawn(repeatable(name))
            now = Play.begun(game, game.options_type(), 2, secrets, at=0.0).now
            for seat in (0, 1):
                await decide(watched, game, "random", now.state, seat, 0, secrets)  # type: ignore[arg-type]
            await advise(
                watched,  # type: ignore[arg-type]
                guests.guest(game.name),
                now,
                0,
                secrets,
                since=0,
                soundings=False,
                seconds=1.0,
            )

    run(scenario())
    assert {turn.rank for turn in turns} == {LIVE}
    assert [turn.who == turns[0].who for turn in turns] == [True] * 3 + [False] * 3
    assert len({turn.who for turn in turns}) == 2


def _append(done: list[str], name: str, _: object) -> None:
    done.append(name)


def wait_for(path: Path) -> None:
    """Work until there is such a file."""
    wait_until(path.exists)


def test_so_much_waits_for_one_address(tmp_path: Path) -> None:
    workers = Workers(1)

    async def scenario() -> None:
        begun = asyncio.ensure_future(workers.run(wait_for, tmp_path / "go"))
        wait_until_taken = 0
        while len(workers._line) and wait_until_taken < FRAMES:
            wait_until_taken += 1
            await asyncio.sleep(0)
        turn = Turn(ARCHIVE, "greedy")
        waiting = [asyncio.ensure_future(workers.run(os.getpid, turn=turn)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await workers.run(os.getpid, turn=turn)
        assert refused.value.refusal.code == "too-fast"
        other = asyncio.ensure_future(workers.run(os.getpid, turn=Turn(ARCHIVE, "modest")))
        (tmp_path / "go").touch()
        await asyncio.gather(begun, other, *waiting)

    try:
        run(scenario())
    finally:
        workers.close()


def test_pictures_that_nobody_waits_for_any_more_are_not_drawn() -> None:
    async def scenario() -> None:
        drawn: list[str] = []
        free = asyncio.Event()

        async def draw(_: Turn) -> dict[str, bytes]:
            await free.wait()
            drawn.append("centre")
            return {"centre": b"ink"}

        piece = Awaited(draw)
        gone = [asyncio.ensure_future(piece.get(Turn())) for _ in range(3)]
        await asyncio.sleep(0)
        for one in gone:
            one.cancel()
        await asyncio.gather(*gone, return_exceptions=True)
        free.set()
        await asyncio.sleep(0)
        assert drawn == []
        assert await piece.get(Turn()) == {"centre": b"ink"}
        assert await piece.get(Turn()) == {"centre": b"ink"}
        assert drawn == ["centre"], "once for all who come later"
        assert piece.size == 3

    run(scenario())


def test_work_for_someone_who_has_gone_is_given_up() -> None:
    async def scenario() -> None:
        given_up: list[bool] = []
        gone = asyncio.Event()

        async def app(_: Any, receive: Any, __: Any) -> None:
            assert (await receive())["type"] == "http.request"
            gone.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                given_up.append(True)
                raise

        messages = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if messages:
                return messages.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(_: Any) -> None:
            raise AssertionError("there is nobody to answer")

        scope: Any = {"type": "http"}
        await asyncio.wait_for(_while_awaited(app, scope, receive, send), BOUND)
        assert given_up == [True]

    run(scenario())


# ── A log has an end ───────────────────────────────────────────────────────────────────────────────────────


def test_someone_takes_back_twenty_times_in_a_phase_and_then_stays_with_it(
    server: Running, pair: Sit
) -> None:
    both = pair(server)
    for _ in range(MOST_TAKEN_BACK):
        assert both.a.act(laid(1))["type"] == "done"
        assert both.a.act(Withdraw())["type"] == "done"
    assert both.a.act(laid(2))["type"] == "done"
    number = both.a.number
    refused = both.a.act(Withdraw())
    assert refused["refusal"]["code"] == "taken-back-often"
    assert refused["refusal"]["values"] == {"most": MOST_TAKEN_BACK}
    assert both.ada.http.get(f"/api/tables/{both.ada.table}/view").json()["messages"]
    assert both.b.act(laid(1))["number"] == number + 1, "the game goes on"
    if both.a.number <= number:
        both.a.until("happened", number=number + 1)
    assert both.a.act(laid(1))["type"] == "done"
    assert both.a.act(Withdraw())["type"] == "done", "in the next phase as often again"


def test_in_deep_blue_as_well() -> None:
    play = begun(DeepBlueGame(), DeepBlueGame().options_type(chart="small"))
    for turn in range(3000):
        state = play.state
        if isinstance(state.phase, Playing) and len(state.to_move()) > 1:
            break
        seat = state.to_move()[0]
        keep(play, seat, chosen(state, state.menu(seat), f"{turn}"))
    seat = play.state.to_move()[0]
    for _ in range(MOST_TAKEN_BACK):
        keep(play, seat, PlayCrew(()))
        keep(play, seat, TakeCrewBack())
    keep(play, seat, PlayCrew(()))
    assert play.state.menu(seat).refusal(TakeCrewBack()) is None, "the rules set no limit"
    with pytest.raises(Refused) as refused:
        keep(play, seat, TakeCrewBack())
    assert refused.value.refusal.code == "taken-back-often"


def begun(game: Any, options: Any) -> Play:
    return Play.begun(game, options, 2, Secrets.drawn(repeatable("budgets")), at=0.0)


def keep(play: Play, seat: int, action: Any) -> None:
    play.keep(play.decided(seat, play.number, action, at=0.0))


def test_a_long_table_is_rebuilt_while_the_event_loop_does_other_things() -> None:
    """12,000 entries held everyone up for 250 to 680 ms at every look."""
    secrets = Secrets.drawn(repeatable("budgets"))
    play = begun(DiveGame(), Options())
    for _ in range(300):
        play.keep(play.tried(0, laid(1), at=0.0))
        play.keep(play.tried(0, Withdraw(), at=0.0))
    row = TableRow("id", "dive", encoded(Options()), b"", secrets, 0, (None, None))  # type: ignore[arg-type]

    async def scenario() -> None:
        others = 0

        async def go_on() -> None:
            nonlocal others
            while True:
                others += 1
                await asyncio.sleep(0)

        going_on = asyncio.create_task(go_on())
        again = await Play.rebuilt_in_slices(DiveGame(), row, tuple(play.entries), {})
        going_on.cancel()
        assert again.number == play.number == 600
        assert others >= 600 // SLICE

    run(scenario())


def test_looking_in_again_costs_no_rebuilding(
    start_server: StartServer, pair: Sit, diver: NewDiver, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "fathom.server")
    clock = SetClock()
    server = start_server(clock=clock)
    both = pair(server)
    both.a.act(laid(1))
    for line in (both.a, both.b):
        line.close()
    eve = diver(server, "Eve")
    wait_until(lambda: len(server.tables._resting) == 1)
    for _ in range(20):
        assert eve.http.get(f"/api/tables/{both.ada.table}/view").status_code == 200
    assert not [message for message in caplog.messages if message.startswith("table-rebuilt")]
    clock.advance(REST_SECONDS)
    wait_until(lambda: len(server.tables) == 0)
    assert eve.http.get(f"/api/tables/{both.ada.table}").status_code == 200
    assert len([message for message in caplog.messages if message.startswith("table-rebuilt")]) == 1


class Room:
    """A room in which nothing happens."""

    idle = True

    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True


def test_so_many_rooms_rest_and_the_longest_unused_go_first() -> None:
    async def scenario() -> None:
        at_rest = Resting(SetClock())
        rooms = [Room() for _ in range(MOST_RESTING + 3)]
        for room in rooms:
            at_rest.rest(room)
        assert [room.closed for room in rooms] == [True] * 3 + [False] * MOST_RESTING
        assert len(at_rest) == MOST_RESTING

    run(scenario())


# ── Coming back, and lists ─────────────────────────────────────────────────────────────────────────────────


def test_whoever_says_hello_with_an_old_number_again_and_again_gets_the_position(
    start_server: StartServer, pair: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was 63 times the work of any other message."""
    few = Rate(RETELLING.kind, 30, 1.0)
    monkeypatch.setattr("fathom.server.room.door.RETELLING", few)
    server = start_server(clock=SetClock(), limits=1.0)
    both = pair(server)
    for _ in range(4):
        both.a.act(laid(1))
        both.a.act(Withdraw())
    line = Line(server.host, both.ada.table, None)
    told = []
    for _ in range(6):
        line.number = -1
        line.say({"type": "hello", "after": 0})
        line.say("{}")
        line.until("refused")
        told.append(sum('"type":"happened"' in frame for frame in line.frames))
        line.frames.clear()
    line.close()
    assert told == [8, 8, 8, 0, 0, 0]


def test_hellos_over_one_socket_are_limited(start_server: StartServer, pair: Sit) -> None:
    server = start_server(clock=SetClock(), limits=1.0)
    both = pair(server)
    line = Line(server.host, both.ada.table, None)
    for _ in range(GREETING.burst + 1):
        line.say({"type": "hello"})
    assert line.until("refused")["refusal"]["code"] == "too-fast"
    assert sum('"type":"position"' in frame for frame in line.frames) == GREETING.burst
    line.close()


def test_a_list_of_tables_is_small_whatever_they_play_with(
    start_server: StartServer, diver: NewDiver
) -> None:
    """Twenty public tables with large options made a list of 1.1 MB."""
    server = start_server()
    ada = diver(server, "Ada")
    deck = [json.loads(encoded(card)) for card in (standard_chief_deck() * 3)[:MOST_CHIEF_CARDS]]
    for _ in range(20):
        ada.open(OPEN, settings={"public": True}, chief=True, chief_deck=deck)
    for path in ("/api/public", "/api/tables"):
        answer = ada.http.get(path)
        assert len(answer.json()) == 20
        assert {table["options"]["chief_deck"] for table in answer.json()} == {None}
        assert len(answer.content) < 40_000 < MOST_LISTED
    assert ada.get().json()["options"]["chief_deck"] == deck, "at the table it is told"


def test_a_list_ends_where_it_would_be_too_large(
    start_server: StartServer, diver: NewDiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fathom.server.room.tables.MOST_LISTED", 3000)
    server = start_server()
    ada = diver(server, "Ada")
    for _ in range(8):
        ada.open(OPEN, settings={"public": True})
    answer = ada.http.get("/api/public")
    assert len(answer.content) <= 3000
    assert 0 < len(answer.json()) < 8


# ── Connections ────────────────────────────────────────────────────────────────────────────────────────────


def connected(server: Running, said: bytes = b"") -> socket.socket:
    host, _, port = server.host.partition(":")
    line = socket.create_connection((host, int(port)), timeout=BOUND)
    line.sendall(said)
    return line


def cut(line: socket.socket) -> bool:
    """Whether the other end has cut the line; whatever came before is read."""
    try:
        while line.recv(65536):
            pass
    except OSError:
        pass
    line.close()
    return True


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        (b"", HEADER_SECONDS),
        (b"GET /health HTTP/1.1\r\nHost: here\r\nX-Slow: ", HEADER_SECONDS),
        (b"POST /api/replays HTTP/1.1\r\nHost: here\r\nContent-Length: 900\r\n\r\n{", BODY_SECONDS),
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_whoever_does_not_say_what_they_want_in_time_is_cut_off(
    start_server: StartServer, said: bytes, seconds: float
) -> None:
    """1,100 silent connections locked newcomers out for 75 seconds."""
    clock = SetClock()
    server = start_server(clock=clock)
    doorkeeper = server._server.config.http_protocol_class.doorkeeper  # type: ignore[attr-defined]
    line = connected(server, said)
    wait_until(lambda: len(doorkeeper) == 1)
    if b"POST" in said:
        wait_until(lambda: all(one.protocol.cycle is not None for one in doorkeeper._open.values()))
    clock.advance(LOOK_SECONDS)
    assert len(doorkeeper) == 1, "there is time"
    clock.advance(seconds)
    assert cut(line)
    wait_until(lambda: len(doorkeeper) == 0)


def long_record() -> bytes:
    """A game of random players on the first edition's chart, where they wander for long: 14 MB when told."""
    played, bot = rules("deep-blue"), level("deep-blue", "random")
    return encoded(simulated(played, deepblue.Options(edition="first"), [bot] * 2, "0"))


def test_whoever_does_not_take_an_answer_off_is_cut_off(start_server: StartServer, diver: NewDiver) -> None:
    clock = SetClock()
    server = start_server(clock=clock)
    ada = diver(server, "Ada")
    name = bring(ada, long_record()).json()["id"]
    ada.http.close()
    doorkeeper = server._server.config.http_protocol_class.doorkeeper  # type: ignore[attr-defined]
    wait_until(lambda: len(doorkeeper) == 0)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    host, _, port = server.host.partition(":")
    line.connect((host, int(port)))
    line.sendall(f"GET /api/replays/{name} HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
    wait_until(lambda: any(one.stuck for one in doorkeeper._open.values()))
    (stuck,) = doorkeeper._open.values()
    assert stuck.transport.get_write_buffer_size() < 300_000, "of many megabytes little waits unread"
    clock.advance(SEND_SECONDS)
    clock.advance(SEND_SECONDS)  # what waits gives some time more
    wait_until(lambda: len(doorkeeper) == 0)
    line.close()


class Transport:
    """As much of a connection as a doorkeeper looks at."""

    def __init__(self) -> None:
        self.aborted = False

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True

    def get_write_buffer_size(self) -> int:
        return 0


def test_there_are_always_fewer_connections_than_files_and_one_address_never_has_all(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario() -> None:
        limits = Limits(SetClock())
        doorkeeper = Doorkeeper(SetClock(), limits, most=200, is_proxy=trusted(("192.0.2.0/30",)))
        lines: list[Any] = [Transport() for _ in range(400)]
        one = [line for line in lines[:200] if doorkeeper.come(line, ("198.51.100.1", 1))]
        assert len(one) == 100, "half of all"
        others = [line for line in lines[200:] if doorkeeper.come(line, ("192.0.2.1", 1))]
        assert len(others) == 100, "a proxy may have as many as are left"
        assert not doorkeeper.come(lines[-1], ("203.0.113.9", 1))
        assert sum(message.startswith("too-many-connections") for message in caplog.messages) == 1, "once"
        for line in one:
            doorkeeper.go(line)
        assert doorkeeper.come(lines[-1], ("203.0.113.9", 1))
        doorkeeper.close()

    run(scenario())


def test_the_bound_on_connections_is_below_the_limit_of_files() -> None:
    resource = pytest.importorskip("resource")
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert most_connections() <= max(64, files - RESERVED)
    unit = (ROOT / "deploy" / "fathom.service").read_text(encoding="utf-8")
    found = re.search(r"^LimitNOFILE=(\d+)$", unit, re.MULTILINE)
    assert found is not None
    assert int(found[1]) >= 4096


# ── Nothing stays ──────────────────────────────────────────────────────────────────────────────────────────


def test_of_a_deleted_table_nothing_stays_in_memory(start_server: StartServer, pair: Sit) -> None:
    server = start_server()
    both = pair(server)
    play_to_end(both.a, both.b)
    table = both.ada.table
    assert both.ada.http.get("/api/eyesight").status_code == 200
    assert both.ada.http.get(f"/api/replays/{table}/review").status_code == 200
    assert both.ada.http.get(f"/api/replays/{table}/looks/1").status_code == 200
    replays, looks = server.services.replays, server.services.looks
    assert table in {name for name, _ in replays._reviews}
    assert table in replays._looked_at
    assert table in server.tables._seen
    assert both.ada.http.delete(f"/api/tables/{table}").status_code in {200, 204}
    assert not {name for name, _ in replays._reviews}
    assert table not in replays._looked_at
    assert table not in server.tables._seen
    assert not {table_address(table), f"/api/replays/{table}"} & set(looks._drawn)
    assert table not in server.tables._rooms
    wait_until(lambda: not server.services.limits.sockets)


def test_what_was_brought_along_goes_by_itself(
    start_server: StartServer, diver: NewDiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fathom.server.game.replays.KEPT", 2)
    server = start_server()
    ada = diver(server, "Ada")
    for number in range(4):
        assert bring(ada, simulate("dive", seed=f"budget {number}")).status_code == 200
    assert len(server.services.replays._brought) == 2
