"""Menus and views at the plain table: all actions while there are few, otherwise forms by fields."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from fathom import guests
from fathom.dive import DiveGame, Options
from fathom.guests.dive.guest import DIVE
from fathom.server.game import frames, plain
from fathom.table import FastDice


@pytest.fixture
def dive_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dive as if the browser had no page for it: a game with many actions, and some with few."""
    monkeypatch.setattr(guests, "find", lambda _: replace(DIVE, plain=True))


def menu(options: Options, seat: int | None = 0) -> dict[str, Any]:
    state = DiveGame().start(options, 2, FastDice(0))
    told = frames.entry(DiveGame(), 0, (), state, seat, None)
    found: dict[str, Any] = json.loads(bytes(told.menu))
    return found


def test_a_game_with_a_page_of_its_own_is_told_as_it_writes_itself() -> None:
    assert menu(Options())["type"] == "programming"


@pytest.mark.usefixtures("dive_is_plain")
def test_few_actions_are_listed() -> None:
    told = menu(Options(children=True))
    assert told["type"] == "plain"
    assert told["count"] == len(told["actions"]) == 32
    assert told["actions"][0]["type"] == "faces"
    assert (told["forms"], told["refusal"]) == ([], None)


@pytest.mark.usefixtures("dive_is_plain")
def test_of_many_actions_there_are_forms() -> None:
    told = menu(Options())
    assert told["count"] > plain.LISTED
    assert told["actions"] == []
    forms = {form["tag"]: form["fields"] for form in told["forms"]}
    assert forms["withdraw"] == []
    assert forms["send-dolphins"] == [{"name": "to", "kind": "number"}]
    assert forms["choose"][0]["kind"] == "choice"
    assert "octopus" in forms["choose"][0]["choices"]
    assert {field["name"]: field["kind"] for field in forms["program"]}["levels"] == "json"


@pytest.mark.usefixtures("dive_is_plain")
def test_where_nothing_can_be_done_it_is_said_why() -> None:
    told = menu(Options(), None)
    assert (told["count"], told["actions"], told["forms"]) == (0, [], [])
    assert told["refusal"]["code"] == "watching"
