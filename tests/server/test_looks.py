"""Pictures: the same bytes for everyone, only of what may be looked at now."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from fathom.dive import DiveGame, Options
from fathom.server.looks import subject
from fathom.table import FastDice
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import SMALL, Diver, Frame, Running, laid, repeatable

Sit = Callable[..., Pair]


def pictures(diver: Diver, round_number: int) -> dict[str, bytes]:
    look = diver.get(f"/looks/{round_number}").json()
    paths = [*look["rows"], look["centre"], look["thumb"], *look["lights"].values(), *look["lifted"]]
    answers = {path: diver.http.get(path) for path in paths}
    assert {answer.headers["content-type"] for answer in answers.values()} == {"image/webp"}
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
