"""Games told again: everyone sees what they saw then, byte for byte, and bad records are turned away."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
import pytest

from fathom.guests import level, rules
from fathom.lab.simulation import simulated
from fathom.server.common import refusals
from fathom.server.common.budgets import MOST_RECORD
from fathom.server.game.replays import KEPT
from fathom.server.game.telling_again import MOST_MOVES
from fathom.table import encoded
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import Diver, Line, Running, SetClock
from tests.server.test_deepblue import play_to_end as play_deep_blue
from tests.server.test_games import play_to_end as play_dive


class Told(msgspec.Struct):
    """As much of a frame as must not depend on when it is told; its parts are left as bytes."""

    type: str
    number: int = 0
    events: msgspec.Raw = msgspec.Raw(b"[]")
    view: msgspec.Raw = msgspec.Raw(b"")
    menu: msgspec.Raw = msgspec.Raw(b"")
    result: msgspec.Raw = msgspec.Raw(b"")


class Retold(msgspec.Struct):
    """A frame of a replay, of whose view only those fields are told that have changed."""

    number: int
    events: msgspec.Raw
    view: dict[str, msgspec.Raw]
    menu: msgspec.Raw
    result: msgspec.Raw


class ToldAgain(msgspec.Struct):
    id: str
    players: tuple[str, ...]
    eyes: int | None
    frames: tuple[Retold, ...]
    steps: tuple[Any, ...]

    def views(self) -> list[dict[str, bytes]]:
        """The whole view of every frame, field by field."""
        views: list[dict[str, bytes]] = []
        for frame in self.frames:
            changed = {name: bytes(value) for name, value in frame.view.items()}
            views.append((views[-1] if views else {}) | changed)
        return views


def replayed(diver: Diver, eyes: int | None, name: str = "") -> ToldAgain:
    answer = diver.http.get(
        f"/api/replays/{name or diver.table}", params={} if eyes is None else {"eyes": eyes}
    )
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=ToldAgain)


def was_told(line: Line) -> dict[int, Told]:
    """Every entry that came over a line, as it came."""
    told = (msgspec.json.decode(frame, type=Told) for frame in line.frames)
    return {frame.number: frame for frame in told if frame.type in {"position", "happened"}}


def assert_same(again: ToldAgain, line: Line) -> None:
    then = was_told(line)
    assert len(again.frames) == len(then) == len(again.steps) + 1
    for frame, view in zip(again.frames, again.views(), strict=True):
        sent = then[frame.number]
        whole = {name: msgspec.Raw(value) for name, value in view.items()}
        assert msgspec.json.encode(whole) == bytes(sent.view)
        assert bytes(frame.menu) == bytes(sent.menu)
        assert bytes(frame.result) == bytes(sent.result)
        if sent.type == "happened":
            assert bytes(frame.events) == bytes(sent.events)


def test_a_game_of_dive_is_told_again_byte_for_byte_to_each_seat_and_to_spectators(
    server: Running, pair: Callable[..., Pair], diver: NewDiver
) -> None:
    both = pair(server)
    eve = diver(server, "Eve")
    watching = eve.line(table=both.ada.table)
    watching.until("position")
    play_dive(both.a, both.b)
    watching.until("happened", number=both.a.number)
    for eyes, line in ((0, both.a), (1, both.b), (None, watching)):
        again = replayed(both.ada, eyes)
        assert (again.players, again.eyes) == (("Ada", "Bob"), eyes)
        assert_same(again, line)
    assert replayed(both.ada, 0).views()[1] != replayed(both.ada, 1).views()[1]


def test_a_game_of_deep_blue_is_told_again_byte_for_byte_to_each_seat(
    start_server: StartServer, pair: Callable[..., Pair]
) -> None:
    clock = SetClock()
    both = pair(start_server(clock=clock), game="deep-blue", chart="small")
    play_deep_blue(clock, both.a, both.b)
    assert_same(replayed(both.bob, 0), both.a)
    assert_same(replayed(both.bob, 1), both.b)


def test_nothing_is_told_again_before_the_end(server: Running, pair: Callable[..., Pair]) -> None:
    both = pair(server)
    answer = both.ada.http.get(f"/api/replays/{both.ada.table}")
    assert (answer.status_code, answer.json()["code"]) == (409, refusals.NOT_OVER.code)


def test_a_table_without_spectators_is_told_again_only_to_those_who_sat_there(
    server: Running, pair: Callable[..., Pair], diver: NewDiver
) -> None:
    both = pair(server, settings={"spectators": False})
    play_dive(both.a, both.b)
    answer = diver(server, "Eve").http.get(f"/api/replays/{both.ada.table}")
    assert (answer.status_code, answer.json()["code"]) == (403, refusals.NO_SPECTATORS.code)


# ── Records that are brought along ─────────────────────────────────────────────────────────────────────────


def bring(diver: Diver, content: bytes) -> httpx.Response:
    return diver.http.post("/api/replays", content=content)


def simulate(game: str, seed: str = "0") -> bytes:
    """A game between two random players, as `fathom simulate --out` writes it."""
    played = rules(game)
    return encoded(simulated(played, played.options_type(), [level(game, "random")] * 2, seed))


@pytest.fixture(scope="module")
def record() -> bytes:
    return simulate("dive")


@pytest.mark.parametrize("game", ["dive", "deep-blue"])
def test_a_record_of_another_machine_can_be_brought_and_seen_from_every_seat(
    server: Running, diver: NewDiver, game: str
) -> None:
    ada = diver(server, "Ada")
    answer = bring(ada, simulate(game))
    assert answer.status_code == 200, answer.text
    brought = msgspec.json.decode(answer.content, type=ToldAgain)
    assert brought.eyes is None
    for seat in range(len(brought.players)):
        again = replayed(ada, seat, brought.id)
        assert len(again.frames) == len(brought.frames)
        assert bytes(again.frames[0].view["reader"]) == str(seat).encode()


def test_a_replay_of_deep_blue_says_what_lay_face_down(server: Running, diver: NewDiver) -> None:
    """Every wreck and every card that is turned up was said to lie there before."""
    told = json.loads(bring(diver(server, "Ada"), simulate("deep-blue")).content)
    covered = {one["since"]: one for one in told["covered"]}
    now = covered[0]
    wrecks = cards = 0
    view: dict[str, Any] = {}
    for frame in told["frames"]:
        before, now = now, covered.get(frame["number"], now)
        view |= frame["view"]
        assert len(now["deck"]) == view["deck"]
        up = [event["card"] for event in frame["events"] if event["type"] == "turned-up"]
        if up and len(before["deck"]) >= len(up) and frame["number"]:
            assert before["deck"][: len(up)] == up
            cards += 1
        for site, tile in before["wrecks"].items():
            if site not in now["wrecks"]:
                assert tile in json.dumps(frame["events"])
                wrecks += 1
    assert (wrecks > 0, cards > 0) == (True, True)


def test_what_is_no_record_is_turned_away_with_the_reason(
    server: Running, diver: NewDiver, record: bytes
) -> None:
    ada = diver(server, "Ada")
    whole = json.loads(record)
    endless = [{"seat": 0, "action": {"type": "withdraw"}}] * (MOST_MOVES + 1)
    for content, reason in (
        (b"", "not a whole record"),
        (b"\x89PNG\r\n", "not a whole record"),
        (record[:-20], "not a whole record"),
        (b"[" * 100_000, "not a whole record"),
        (encoded({**whole, "game": "chess"}), "chess"),
        (encoded({**whole, "hash": "0" * 64}), "another final position"),
        (encoded({**whole, "outcomes": []}), "setup does not fit"),
        (encoded({**whole, "players": []}), "setup does not fit"),
        (encoded({**whole, "moves": whole["moves"][:-1]}), "the result is not the one"),
        (encoded({**whole, "moves": endless}), f"at most {MOST_MOVES}"),
    ):
        answer = bring(ada, content)
        assert answer.status_code == 422, (reason, answer.text)
        assert answer.json()["code"] == refusals.BAD_RECORD.code
        assert reason in answer.json()["text"]


def test_a_record_that_is_too_large_is_not_even_read(server: Running, diver: NewDiver) -> None:
    answer = bring(diver(server, "Ada"), b" " * (MOST_RECORD + 1))
    assert (answer.status_code, answer.json()["values"]) == (413, {"most": MOST_RECORD})


def test_eyes_that_are_nobodys_are_refused(server: Running, diver: NewDiver, record: bytes) -> None:
    ada = diver(server, "Ada")
    name = bring(ada, record).json()["id"]
    for eyes, code in (("2", refusals.BAD_RECORD), ("-1", refusals.MALFORMED), ("x", refusals.MALFORMED)):
        answer = ada.http.get(f"/api/replays/{name}", params={"eyes": eyes})
        assert answer.json()["code"] == code.code


def test_what_was_brought_long_ago_has_to_be_brought_again(server: Running, diver: NewDiver) -> None:
    ada = diver(server, "Ada")
    first = bring(ada, simulate("dive", seed="first")).json()["id"]
    assert ada.http.get(f"/api/replays/{first}").status_code == 200
    for number in range(KEPT):
        assert bring(ada, simulate("dive", seed=str(number))).status_code == 200
    answer = ada.http.get(f"/api/replays/{first}")
    assert (answer.status_code, answer.json()["code"]) == (404, refusals.NO_REPLAY.code)
