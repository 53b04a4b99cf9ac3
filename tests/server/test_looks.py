"""Pictures: the same bytes for everyone, the centre first, only of what may be looked at now."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from fathom import ocean
from fathom.dive import DiveGame, Options
from fathom.guests.dive.guest import PICTURES
from fathom.guests.dive.subjects import subject
from fathom.ocean import SECRET_BYTES
from fathom.server.common.workers import Workers
from fathom.server.pictures import looks
from fathom.server.pictures.looks import Looks, table_address
from fathom.server.room.resting import REST_SECONDS
from fathom.table import FastDice, Refused
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import (
    BOUND,
    SMALL,
    Diver,
    Frame,
    Running,
    SetClock,
    SharedWorkers,
    laid,
    repeatable,
    run,
    wait_until,
)

Sit = Callable[..., Pair]


def pictures(diver: Diver, round_number: int) -> dict[str, bytes]:
    look = diver.get(f"/looks/{round_number}").json()
    paths = [
        *(look["views"], *look["rows"], look["centre"], look["large"], look["thumb"]),
        *(*look["lights"].values(), *look["lifted"], *look["outlines"]),
    ]
    answers = {path: diver.http.get(path) for path in paths}
    for path, answer in answers.items():
        kind = {"webp": "image/webp", "avif": "image/avif", "svg": "image/svg+xml"}[path.rpartition(".")[2]]
        assert answer.headers["content-type"].partition(";")[0] == kind
    assert {answer.headers["cache-control"] for answer in answers.values()} == {"no-store"}
    return {path: answer.content for path, answer in answers.items()}


def test_everyone_gets_the_same_pictures(server: Running, pair: Sit, diver: NewDiver) -> None:
    both = pair(server)
    both.a.until("look-ready", round=1)
    both.b.until("look-ready", round=1)
    eve = diver(server, "Eve")
    eve.table = both.ada.table
    first = pictures(both.ada, 1)
    assert first == pictures(both.bob, 1) == pictures(eve, 1)
    look: Frame = both.ada.get("/looks/1").json()
    assert (look["size"], look["lights"], look["lifted"]) == (SMALL, {}, [])
    assert len(look["rows"]) == look["steps"]
    for path in look["rows"]:
        with Image.open(BytesIO(first[path])) as row:
            assert row.size == (SMALL * look["steps"], SMALL)
            assert "exif" not in row.info
            assert "xmp" not in row.info
    with Image.open(BytesIO(first[look["views"]])) as moving:
        assert moving.size == (SMALL, SMALL)
        moving.seek(look["steps"] ** 2 - 1)
        with pytest.raises(EOFError):
            moving.seek(look["steps"] ** 2)
    with Image.open(BytesIO(first[look["large"]])) as large:
        assert large.size == (2 * SMALL, 2 * SMALL)


def test_rows_and_the_large_centre_are_drawn_once_when_someone_asks(
    start_server: StartServer, workers: SharedWorkers, pair: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    in_turn, run_one = workers.in_turn, workers.run

    def drawn_in_turn(works: Any, *given: Any, **when: Any) -> Any:
        begun.extend(work.__name__ for work in works)
        return in_turn(works, *given, **when)

    def drawn_on_demand(work: Any, *given: Any, **when: Any) -> Any:
        begun.append(work.__name__)
        return run_one(work, *given, **when)

    monkeypatch.setattr(workers, "in_turn", drawn_in_turn)
    monkeypatch.setattr(workers, "run", drawn_on_demand)
    both = pair(start_server())
    both.a.until("look-ready", round=1)
    look: Frame = both.ada.get("/looks/1").json()
    assert both.ada.http.get(look["views"]).status_code == 200
    assert not {"draw_rows", "draw_large"} & set(begun), "nobody has asked yet"
    for diver in (both.ada, both.bob):
        assert diver.http.get(look["rows"][0]).status_code == 200
        assert diver.http.get(look["rows"][4]).status_code == 200
        assert diver.http.get(look["large"]).status_code == 200
    assert (begun.count("draw_rows"), begun.count("draw_large")) == (1, 1)


@pytest.mark.clause("D5.4")
def test_outlines_come_with_the_lifted_cards_and_go_with_them(server: Running, pair: Sit) -> None:
    both = pair(server)
    assert both.ada.get("/looks/1").json()["outlines"] == []
    both.a.act(laid(1, 2))
    both.b.act(laid(1))
    both.a.until("look-ready", round=2)
    look = both.ada.get("/looks/2").json()
    assert len(look["outlines"]) == len(look["lifted"]) > 0
    lifted = [frame for frame in both.a.frames if '"lifted"' in frame]
    assert lifted
    for path in look["outlines"]:
        assert both.ada.http.get(path).text.startswith(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"'
        )
    both.a.act(laid(1))
    both.b.act(laid(1))
    assert both.ada.http.get(look["outlines"][0]).status_code == 404


@pytest.mark.clause("D5.4")
def test_after_the_dive_only_the_lifted_cards_are_shown_until_the_next(server: Running, pair: Sit) -> None:
    both = pair(server)
    old = both.ada.get("/looks/1").json()
    both.a.act(laid(1, 2))
    both.b.act(laid(1))
    both.a.until("look-ready", round=2)
    lifted = both.ada.get("/looks/2").json()["lifted"]
    assert len(lifted) in {1, 2}
    assert both.ada.http.get(lifted[0]).status_code == 200
    for path in (old["centre"], f"/api/tables/{both.ada.table}/looks/1"):
        gone = both.ada.http.get(path)
        assert (gone.status_code, gone.json()["code"]) == (404, "no-look")
    # A new address does not bring back an old picture either.
    assert both.ada.http.get(old["centre"].replace("/looks/1/", "/looks/2/")).status_code == 404
    both.a.act(laid(1))
    both.b.act(laid(1))
    assert both.ada.http.get(lifted[0]).status_code == 404


@pytest.mark.clause("D5.4")
def test_who_has_gone_on_sees_no_more_of_the_past_round(server: Running, pair: Sit) -> None:
    both = pair(server)
    both.a.act(laid(1, 2))
    both.b.act(laid(1))
    both.a.until("look-ready", round=2)
    look = both.ada.get("/looks/2").json()
    before = [*look["lifted"], *look["outlines"], *look["stacks"]]
    assert len(look["stacks"]) == len(look["lifted"]) > 0
    assert {both.ada.http.get(path).status_code for path in before} == {200}
    # An entry of long ago says nothing about this dive.
    shown = f"/api/tables/{both.ada.table}/shown"
    assert both.ada.http.post(shown, json={"number": 0}).status_code == 204
    assert both.ada.http.get(before[0]).status_code == 200
    assert both.ada.http.post(shown, json={"number": 99}).status_code == 204
    now = both.ada.get("/looks/2").json()
    assert now == look | {"lifted": [], "outlines": [], "stacks": []}
    assert {both.ada.http.get(path).status_code for path in before} == {404}
    assert both.ada.http.get(look["centre"]).status_code == 200
    # Bob is still watching.
    assert both.bob.get("/looks/2").json() == look
    assert {both.bob.http.get(path).status_code for path in before} == {200}


@pytest.mark.clause("D8.1")
def test_the_octopus_makes_new_pictures_for_everyone(server: Running, pair: Sit) -> None:
    both = pair(server, companions=True)
    both.a.act({"type": "choose", "companion": "octopus"})
    both.b.act({"type": "choose", "companion": "turtle"})
    both.a.until("happened", number=2)
    before = pictures(both.ada, 1)
    both.a.act({"type": "lay-octopus", "across": 50, "down": 50})
    both.a.until("look-ready", round=1)
    after = pictures(both.ada, 1)
    assert not before.keys() & after.keys()
    assert not set(before.values()) & set(after.values())
    assert pictures(both.bob, 1) == after


def test_a_flashlight_table_gets_the_basis_of_lights(server: Running, pair: Sit) -> None:
    both = pair(server, flashlight=True)
    look = both.ada.get("/looks/1").json()
    assert {"night", "above", "below"} <= look["lights"].keys()
    assert both.ada.http.get(look["lights"]["below"]).status_code == 200


def test_pictures_can_be_drawn_again_and_are_the_same(
    start_server: StartServer, pair: Sit, tmp_path: Path
) -> None:
    one = pair(start_server(tmp_path / "one", random=repeatable("x")))
    two = pair(start_server(tmp_path / "two", random=repeatable("x")))
    assert pictures(one.ada, 1) == pictures(two.ada, 1)
    three = pair(start_server(tmp_path / "three", random=repeatable("y")))
    assert not set(pictures(three.ada, 1).values()) & set(pictures(one.ada, 1).values())


class HeldBack:
    """Lets workers draw as ever, but tells nobody of more than the centre until it is released."""

    def __init__(self, workers: SharedWorkers, patch: pytest.MonkeyPatch) -> None:
        self._honest = workers.in_turn
        self._held: list[tuple[asyncio.Future[Any], asyncio.Future[Any]]] = []
        self.subjects: list[Any] = []
        patch.setattr(workers, "in_turn", self._in_turn)

    def _in_turn(self, works: Any, *arguments: Any, **when: Any) -> tuple[asyncio.Future[Any], ...]:
        *first, rest = self._honest(works, *arguments, **when)
        later = asyncio.get_running_loop().create_future()
        self._held.append((rest, later))
        self.subjects.append(arguments)
        return *first, later

    def release(self) -> None:
        for rest, later in self._held:
            rest.get_loop().call_soon_threadsafe(self._pass_on, rest, later)

    def _pass_on(self, rest: asyncio.Future[Any], later: asyncio.Future[Any]) -> None:
        rest.add_done_callback(lambda done: later.set_result(done.result()))


def test_the_centre_comes_first_and_the_rest_when_it_is_drawn(
    start_server: StartServer, workers: SharedWorkers, pair: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = HeldBack(workers, monkeypatch)
    both = pair(start_server(), flashlight=True)
    both.a.until("look-ready", round=1)
    look: Frame = both.ada.get("/looks/1").json()
    shown = {part: both.ada.http.get(look[part]) for part in ("centre", "thumb")}
    assert {answer.status_code for answer in shown.values()} == {200}
    others = [look["views"], *look["lights"].values()]
    with ThreadPoolExecutor(len(others)) as threads:
        asked = [threads.submit(both.ada.http.get, path) for path in others]
        # Whatever else is asked meanwhile is answered: nobody holds anybody up, and no row is there yet.
        assert both.bob.get("/looks/1").json() == look
        assert both.bob.http.get(look["centre"]).content == shown["centre"].content
        assert not any(one.done() for one in asked)
        held.release()
        answers = [one.result(BOUND) for one in asked]
    assert {answer.status_code for answer in answers} == {200}
    ((seen, art, size),) = held.subjects
    whole = ocean.look(
        *(seen.cards, seen.place, art, seen.clarity, seen.octopus),
        flashlight=True,
        frame=ocean.Frame(size),
        above=seen.above,
        round_number=seen.round,
    )
    assert [shown["centre"].content, shown["thumb"].content] == [whole.centre, whole.thumb]
    assert [answer.content for answer in answers] == [whole.views, *whole.lights.values()]


def test_rest_that_cannot_be_drawn_is_drawn_again(
    start_server: StartServer, workers: SharedWorkers, pair: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = workers.in_turn
    monkeypatch.setattr(
        workers, "in_turn", lambda works, *given, **when: honest((*works[:-1], _no_ink), *given, **when)
    )
    both = pair(start_server())
    both.a.until("look-ready", round=1)
    look: Frame = both.ada.get("/looks/1").json()
    assert both.ada.http.get(look["views"]).status_code == 500
    monkeypatch.setattr(workers, "in_turn", honest)
    assert both.ada.http.get(look["views"]).status_code == 200
    run_honestly = workers.run
    monkeypatch.setattr(workers, "run", lambda _, *given, **when: run_honestly(_no_ink, *given, **when))
    assert both.ada.http.get(look["rows"][0]).status_code == 500, "rows are drawn when someone asks"
    monkeypatch.setattr(workers, "run", run_honestly)
    assert both.ada.http.get(look["rows"][0]).status_code == 200


def _no_ink(*_: object) -> None:
    raise OSError("no ink")


def test_one_process_does_what_is_done_in_turn_and_stops_when_something_fails(workers: SharedWorkers) -> None:
    async def scenario() -> None:
        first, second = workers.in_turn((_process, _process))
        assert await first == await second != os.getpid()
        fine, failed, after = workers.in_turn((_process, _no_ink, _process))
        assert await fine
        for one in (failed, after):
            with pytest.raises(OSError, match="no ink"):
                await one
        unwanted, never = workers.in_turn((_process, _process))
        unwanted.cancel()
        assert await workers.run(_process)
        assert not never.done()

    run(scenario())


def test_whoever_waits_comes_before_the_rest_of_what_is_done_in_turn() -> None:
    """Ten tables that begin at once all get their first picture before any gets its last."""
    workers = Workers(1)

    async def scenario() -> None:
        done: list[str] = []
        begun = [workers.in_turn((_process, _process, _process)) for _ in range(3)]
        for table, works in enumerate(begun):
            for number, result in enumerate(works):
                result.add_done_callback(partial(_append, done, f"{table}{number}"))
        await asyncio.gather(*(result for works in begun for result in works))
        await asyncio.sleep(0)
        assert done == ["00", "10", "20", "01", "11", "21", "02", "12", "22"]

    try:
        run(scenario())
    finally:
        workers.close()


def _append(done: list[str], name: str, _: object) -> None:
    done.append(name)


def _process() -> int:
    return os.getpid()


def test_pictures_that_nobody_looks_at_are_let_go(
    workers: SharedWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many tables only the newest are kept; the others are drawn again when someone asks."""
    monkeypatch.setattr(looks, "KEPT", 2)
    first = DiveGame().start(Options(), 2, FastDice(1))
    seen = subject(first, first)
    assert seen is not None
    art = bytes(SECRET_BYTES)

    async def scenario() -> None:
        kept = Looks(workers, SMALL)
        old, *_ = [kept.drawing(table, art, PICTURES, seen) for table in ("one", "two", "three")]
        with pytest.raises(Refused) as refused:
            await old.look()
        assert refused.value.refusal.code == "no-look"
        again = kept.drawing("one", art, PICTURES, seen)
        assert again is not old
        assert (await again.look()).round == 1
        assert kept.drawing("one", art, PICTURES, seen) is again
        kept.forget("one")
        assert kept.drawing("one", art, PICTURES, seen) is not again
        for table in ("one", "three"):
            kept.forget(table)
        assert not kept._drawn

    run(scenario())


def test_when_everyone_has_gone_the_pictures_go_with_the_room(start_server: StartServer, pair: Sit) -> None:
    clock = SetClock()
    server = start_server(clock=clock)
    both = pair(server)
    both.a.until("look-ready", round=1)
    assert table_address(both.ada.table) in server.services.looks._drawn
    for line in (both.a, both.b):
        line.close()
    wait_until(lambda: len(server.tables._resting) == 1)
    clock.advance(REST_SECONDS)
    wait_until(lambda: table_address(both.ada.table) not in server.services.looks._drawn)
    assert both.ada.get("/looks/1").status_code == 200, "drawn again for whoever comes back"


def test_only_cards_that_can_be_seen_are_in_the_subject() -> None:
    """What lies deeper cannot get into a picture, because nobody who draws is told."""
    game = DiveGame()
    first = game.start(Options(), 2, FastDice(1))
    seen = subject(first, first)
    assert seen is not None
    assert seen.cards == first.ocean[: len(seen.cards)]
    assert len(seen.cards) < len(first.ocean)
    state = first.copy()
    for seat in (0, 1):
        state.play(seat, laid(1, 2), FastDice(2))
    after = subject(first, state)
    assert after is not None
    assert after.lifted == first.ocean[: after.place]
    assert after.cards[0] == first.ocean[after.place]
    assert after.above == first.ocean[: after.place], "what was lifted is public"
