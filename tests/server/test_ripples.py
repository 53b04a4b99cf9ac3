"""Pointing at the picture: everyone at the table sees it, nobody is told who may not, and nothing is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fathom.server.seating.talk import RIPPLING
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Frame, Line, Running, SetClock, laid

Sit = Callable[..., Pair]


def rippled(line: Line, **changed: Any) -> Frame:
    """Point at the picture: what comes of it, a ripple or a refusal."""
    line.quiet()
    line.say({"type": "ripple", "round": 1, "across": 0.25, "down": 0.75, **changed})
    for _ in range(100):
        frame = line.next()
        if frame["type"] == "refused":
            refusal: Frame = frame["refusal"]
            return refusal
        if frame["type"] == "ripple-of":
            return frame
    raise AssertionError("no answer")


def ripples(line: Line) -> list[Frame]:
    """Those that have arrived since the line was quiet last."""
    return [frame for frame in line.quiet() if frame["type"] == "ripple-of"]


def test_everyone_at_the_table_sees_where_someone_points(server: Running, diver: NewDiver, pair: Sit) -> None:
    both = pair(server)
    watching = diver(server, "Eve").line(table=both.ada.table)
    watching.until("position")
    seen = {"type": "ripple-of", "seat": 1, "round": 1, "across": 0.25, "down": 0.75}
    assert rippled(both.b) == seen
    assert both.a.until("ripple-of") == seen
    assert watching.until("ripple-of") == seen
    assert rippled(watching)["code"] == "only-seated"
    assert not ripples(both.a)
    again = both.ada.line()
    again.until("position")
    assert not ripples(again), "who comes later is not told"


def test_over_http_it_is_said_and_is_no_news(server: Running, diver: NewDiver, pair: Sit) -> None:
    both = pair(server)
    answer = both.ada.http.post(
        f"/api/tables/{both.ada.table}/ripple", json={"round": 1, "across": 0, "down": 1}
    )
    assert (answer.status_code, answer.content) == (204, b"")
    assert both.b.until("ripple-of")["down"] == 1
    eve = diver(server, "Eve")
    refused = eve.http.post(f"/api/tables/{both.ada.table}/ripple", json={"round": 1, "across": 0, "down": 1})
    assert refused.json()["code"] == "only-seated"


def test_who_is_muted_points_at_nothing(server: Running, pair: Sit) -> None:
    both = pair(server)
    both.a.say({"type": "mute", "seat": 1, "muted": True})
    both.b.until_lobby(lambda lobby: lobby["seats"][1]["muted"])
    assert rippled(both.b)["code"] == "muted"
    assert not ripples(both.a)
    both.a.say({"type": "mute", "seat": 1, "muted": False})
    both.b.until_lobby(lambda lobby: not lobby["seats"][1]["muted"])
    assert rippled(both.b)["seat"] == 1


def test_only_the_round_that_is_looked_at_can_be_pointed_at(
    server: Running, diver: NewDiver, pair: Sit
) -> None:
    both = pair(server)
    assert rippled(both.a, round=2)["code"] == "no-look"
    for line in (both.a, both.b):
        line.act(laid(1))
    for line in (both.a, both.b):
        while line.view["round"] == 1:
            line.next()
    assert rippled(both.a)["code"] == "no-look", "the picture of round 1 lies on no screen any more"
    assert rippled(both.a, round=2)["round"] == 2
    waiting = diver(server, "Ada")
    waiting.open(OPEN)
    assert rippled(waiting.line())["code"] == "no-look", "before the start there is nothing to see"
    blue = pair(server, game="deep-blue")
    assert rippled(blue.a)["code"] == "no-look", "Deep Blue has no picture"


def test_outside_of_the_picture_nothing_is_pointed_at(server: Running, pair: Sit) -> None:
    both = pair(server)
    for wrong in ({"across": 1.01}, {"down": -0.5}, {"round": 0}, {"across": None}, {"seat": 0}):
        assert rippled(both.a, **wrong)["code"] == "malformed"
    assert not ripples(both.b)


def test_too_many_ripples_are_refused(start_server: StartServer, pair: Sit) -> None:
    clock = SetClock()
    server = start_server(clock=clock, limits=1.0)
    both = pair(server)
    heard = [rippled(both.a).get("code", "seen") for _ in range(RIPPLING.burst + 2)]
    assert heard == ["seen"] * RIPPLING.burst + ["too-fast"] * 2
    assert rippled(both.b)["seat"] == 1, "each seat has its own"
    clock.advance(1)
    assert rippled(both.a)["seat"] == 0
    assert server.services.limits.turned_away == {"rippling": 2}
