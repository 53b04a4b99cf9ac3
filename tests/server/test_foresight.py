"""A round opens with its first picture there: what may come was drawn while divers thought."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom import ocean
from fathom.dive import DiveGame, DiveState, LayOctopus, Options
from fathom.dive.state import Programming
from fathom.guests.dive.drawing import draw_ahead
from fathom.guests.dive.guest import PICTURES
from fathom.guests.dive.subjects import coming, subject
from fathom.ocean import SECRET_BYTES
from fathom.server.pictures.foresight import Foresight
from fathom.server.pictures.looks import Looks
from fathom.server.room import look_news
from fathom.table import FastDice
from tests.server.conftest import Pair, StartServer
from tests.server.harbour import SMALL, Running, SharedWorkers, laid, run, wait_until

Sit = Callable[..., Pair]

ART = bytes(SECRET_BYTES)
TABLE = "/api/tables/one"

OPTIONS = [Options(), Options(children=True), Options(companions=True), Options(chief=True)]


def setup(options: Options | None = None) -> DiveState:
    return DiveGame().start(options or Options(), 2, FastDice(1))


@given(st.sampled_from(OPTIONS), st.integers(0, 2**32))
def test_whatever_comes_was_thought_of(options: Options, seed: int) -> None:
    """The law behind it all: no dive leads to something to look at that was not foreseen."""
    dice = FastDice(seed)
    first = DiveGame().start(options, 3, dice)
    state = first.copy()
    while awaited := state.to_move():
        before, thought_of = state.round, coming(first, state)
        state.play(awaited[0], state.menu(awaited[0]).sample(dice), dice)
        if state.round > before:
            assert isinstance(state.phase, Programming)
            assert subject(first, state) in thought_of
    assert coming(first, state) == ()


@pytest.mark.clause("D7.2")
def test_children_always_dive_as_deep_as_they_can() -> None:
    first = setup(Options(children=True))
    (only,) = coming(first, first)
    assert only.lifted == first.ocean[:5]


def test_nothing_is_foreseen_of_cards_that_lie_deeper_than_the_next_picture_shows() -> None:
    first = setup()
    deepest = max(one.place + len(one.cards) for one in coming(first, first))
    assert deepest == 5 + ocean.VISIBLE < len(first.ocean)


class CannotDraw:
    """Lets nothing more be drawn for those who need it now."""

    def __init__(self, workers: SharedWorkers, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(workers, "in_turn", self._in_turn)

    def _in_turn(self, works: Any, *_: Any, **__: Any) -> tuple[asyncio.Future[Any], ...]:
        loop = asyncio.get_running_loop()
        return tuple(loop.create_future() for _ in works)


def test_a_round_opens_with_its_picture_and_the_lifted_cards_there(
    start_server: StartServer, workers: SharedWorkers, pair: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    server: Running = start_server()
    both = pair(server)
    both.a.until("look-ready", round=1)
    there = coming_at(server, both.ada.table)
    seen, art = there.subjects, there.art
    CannotDraw(workers, monkeypatch)
    both.a.act(laid(1, 2))
    both.b.act(laid(1))
    both.a.until("look-ready", round=2)
    look = both.ada.get("/looks/2").json()
    (now,) = [one for one in seen if len(one.lifted) == len(look["lifted"])]
    frame = ocean.Frame(SMALL)
    whole = ocean.look(now.cards, now.place, art, frame=frame, above=now.above, round_number=now.round)
    assert both.ada.http.get(look["centre"]).content == whole.centre
    assert both.bob.http.get(look["thumb"]).content == whole.thumb
    films = [
        ocean.film_picture(card, place, art, frame, now.above[:place])
        for place, card in enumerate(now.lifted, start=now.lifted_place)
    ]
    assert [both.ada.http.get(path).content for path in look["lifted"]] == films
    # Under each card lies what was foreseen for a dive that ends there.
    shorter = sorted((one for one in seen if len(one.lifted) < len(films)), key=lambda one: len(one.lifted))
    under = [
        ocean.look(one.cards, one.place, art, frame=frame, above=one.above, round_number=one.round).centre
        for one in shorter
    ]
    assert [both.ada.http.get(path).content for path in look["stacks"]] == under


def coming_at(server: Running, table: str) -> Any:
    """What may come at one table of a server, once it has all been drawn."""
    foresight = server.services.looks._foresight
    address = f"/api/tables/{table}"
    wait_until(lambda: address in foresight._tables and not foresight.busy)
    coming_there = foresight._tables[address]
    assert not coming_there.left
    return coming_there


def test_a_game_begins_with_its_picture_there(
    start_server: StartServer, pair: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start_server()
    told: list[bool] = []
    honest = look_news.Showing.follow

    def follow(self: look_news.Showing, play: Any, secrets: Any) -> None:
        if not told:
            seen = subject(play.first, play.state)
            assert seen is not None
            told.append(self._drawn_for(seen, secrets)._pieces[0].size > 0)
        honest(self, play, secrets)

    monkeypatch.setattr(look_news.Showing, "follow", follow)
    pair(server).a.until("look-ready", round=1)
    assert told == [True]


def test_a_game_begins_even_if_nothing_can_be_drawn(
    start_server: StartServer, workers: SharedWorkers, pair: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look_news, "PATIENCE", 0.05)
    CannotDraw(workers, monkeypatch)
    both = pair(start_server())
    both.a.act(laid(1))
    both.b.act(laid(1))
    both.a.until("happened", number=2)


def test_an_octopus_does_not_change_what_may_come(server: Running, pair: Sit) -> None:
    both = pair(server, companions=True)
    both.a.act({"type": "choose", "companion": "octopus"})
    both.b.act({"type": "choose", "companion": "turtle"})
    both.a.until("happened", number=2)
    before = coming_at(server, both.ada.table)
    both.a.act(LayOctopus(50, 50))
    both.a.until("look-ready", round=1)
    assert coming_at(server, both.ada.table) is before, "nothing is drawn twice"


def test_what_may_come_waits_until_nobody_needs_anything_else(workers: SharedWorkers) -> None:
    first = setup()

    async def scenario() -> None:
        foresight = Foresight(workers, SMALL)
        needed: Future[None] = Future()
        workers._submitted.add(needed)
        foresight.want(TABLE, ART, PICTURES, coming(first, first))
        await workers.run(_nothing)
        *_, table = foresight._tables.values()
        assert len(table.left) == 1 + len(table.subjects)
        workers._submitted.discard(needed)
        needed.set_result(None)
        await foresight_done(foresight)
        assert not table.left

    run(scenario())


def test_what_did_not_come_is_let_go(workers: SharedWorkers) -> None:
    first = setup()
    thought_of = coming(first, first)

    async def scenario() -> None:
        foresight = Foresight(workers, SMALL)
        foresight.want(TABLE, ART, PICTURES, thought_of)
        await foresight_done(foresight)
        now = subject(first, first)
        assert now is not None
        assert foresight.taken(TABLE, now) == {}, "this round is not the next"
        assert foresight.taken("/api/tables/two", thought_of[0]) == {}
        pictures = foresight.taken(TABLE, thought_of[0])
        assert pictures["centre"] == draw_ahead(thought_of[0], ART, SMALL)["centre"]
        lifted = {f"{part}/{number}" for number in range(4) for part in ("lifted", "outline")}
        stacks = {f"stack/{number}" for number in range(4)}
        assert set(pictures) == {"centre", "thumb"} | lifted | stacks
        assert foresight.taken(TABLE, thought_of[1]) == {}
        assert not foresight._tables

    run(scenario())


def test_foresight_that_fails_costs_nothing_but_itself(
    workers: SharedWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = setup()
    (_, second, *_) = coming(first, first)

    async def scenario() -> None:
        kept = Looks(workers, SMALL)
        now = subject(first, first)
        assert now is not None
        await kept.drawing(TABLE, ART, PICTURES, now).finished()
        with monkeypatch.context() as patch:
            patch.setattr("fathom.guests.dive.drawing.draw_lifted", _no_ink)
            kept.foresee(TABLE, ART, PICTURES, coming(first, first))
            await foresight_done(kept._foresight)
        assert (await kept.drawing(TABLE, ART, PICTURES, second).look()).round == 2
        kept.forget(TABLE)

    run(scenario())


async def foresight_done(foresight: Foresight) -> None:
    assert foresight._drawing is not None
    await foresight._drawing


def _nothing() -> None:
    pass


def _no_ink(*_: object) -> None:
    raise OSError("no ink")
