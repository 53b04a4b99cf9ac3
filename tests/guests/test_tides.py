"""Tides, as the documentation tells to write it, in a folder of its own: no file of Fathom knows it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.blocks import ROOT
from tests.guests import packages
from tests.server.harbour import OPEN, Diver, Line, bot

pytestmark = pytest.mark.xdist_group("tides")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return packages.tides(tmp_path_factory.mktemp("tides") / "site")


@pytest.fixture(scope="module")
def host(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with packages.serving(tmp_path_factory.mktemp("tables"), site) as host:
        yield host


@pytest.fixture
def people(host: str) -> Iterator[tuple[Diver, Diver]]:
    ada, bob = Diver(host, "Ada"), Diver(host, "Bob")
    yield ada, bob
    for one in (ada, bob):
        one.close()


def test_no_file_of_fathom_knows_it() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.ts")]
    assert len(sources) > 200
    knowing = [
        path for path in sources if re.search(r"\btides\b", path.read_text(encoding="utf-8"), re.IGNORECASE)
    ]
    assert knowing == []


def test_types_and_documents_are_those_of_our_own_games(site: Path, host: str) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "fathom.server.protocol.typescript", "--check"],
        env=packages.environment(site),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "tides" not in httpx.get(f"http://{host}/schema/openapi.json").text.lower()


# ── On the command line ────────────────────────────────────────────────────────────────────────────────────


def test_it_is_simulated_told_and_verified(site: Path, tmp_path: Path) -> None:
    said = packages.fathom(
        "simulate", "tides", "--highest", 9, "--games", 3, "--out", "tides.jsonl", sites=(site,), cwd=tmp_path
    )
    assert (said.returncode, said.stderr) == (0, ""), said.stderr
    records = [json.loads(line) for line in (tmp_path / "tides.jsonl").read_text().splitlines()]
    assert [record["game"] for record in records] == ["tides"] * 3
    assert all(record["options"] == {"highest": 9} for record in records)
    verified = packages.fathom("verify", "tides.jsonl", sites=(site,), cwd=tmp_path)
    assert verified.returncode == 0, verified.stderr
    assert verified.stdout.startswith("3 games verified")
    told = packages.fathom("replay", "tides.jsonl", sites=(site,), cwd=tmp_path)
    assert "The numbers are" in told.stdout
    # Where it is not on the path there is no such game, and that is said.
    unknown = packages.fathom("verify", "tides.jsonl", sites=(), cwd=tmp_path)
    assert unknown.returncode == 1
    assert "there is no game “tides”; there is dive and deep-blue" in unknown.stderr


def test_its_options_are_those_of_its_type(site: Path, tmp_path: Path) -> None:
    said = packages.fathom("simulate", "--help", sites=(site,), cwd=tmp_path)
    assert "Numbers go from 1 to this." in said.stdout
    assert "dive or deep-blue or tides" in said.stdout
    other = packages.fathom("simulate", "dive", "--highest", 9, sites=(site,), cwd=tmp_path)
    assert (other.returncode, other.stderr) == (1, "fathom: --highest is an option of tides, not of dive\n")
    wrong = packages.fathom("simulate", "tides", "--chief", sites=(site,), cwd=tmp_path)
    assert (wrong.returncode, wrong.stderr) == (1, "fathom: --chief is an option of dive, not of tides\n")


CAREFUL = '''
from tides import DrawAgain, Keep


class Careful:
    """Draws again with a low number."""

    def choose(self, view, look, dice):
        return Keep() if view.number > view.options.highest / 2 else DrawAgain()
'''


def test_players_of_it_meet_in_a_tournament(site: Path, tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(CAREFUL)
    words = ("tournament", "tides", "--players", "random,my_bot:Careful", "--games", 40, "--jobs", 1)
    said = packages.fathom(*words, "--json", "standings.json", sites=(site,), cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    best, worst = json.loads((tmp_path / "standings.json").read_text())["players"]
    assert (best["player"], worst["player"]) == ("my_bot:Careful", "random")


# ── At a table ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_lobby_offers_it_with_its_words(host: str) -> None:
    offers = {offer["game"]: offer for offer in httpx.get(f"http://{host}/api/games").json()}
    assert list(offers) == ["dive", "deep-blue", "tides"]
    tides = offers["tides"]
    assert tides["options"] == {"game": "tides", "highest": 6}
    assert tides["title"] == {"en": "Tides", "de": "Gezeiten", "nl": "Getijden"}
    assert tides["fields"] == [{"name": "highest", "kind": "number", "default": 6}]
    assert (tides["plain"], tides["advice"], tides["review"]) == (True, False, False)
    assert (tides["fewest"], tides["most"], tides["levels"]) == (2, 6, ["random"])
    assert [offers[game]["plain"] for game in ("dive", "deep-blue")] == [False, False]
    words = httpx.get(f"http://{host}/api/games/tides/words").json()
    assert list(words) == ["en", "de", "nl"]
    assert words["de"]["action.keep"] == "Die Zahl behalten"
    assert words["de"]["view.reader"] == "-", "what German lacks is said in English"
    missing = httpx.get(f"http://{host}/api/games/chess/words")
    assert (missing.status_code, missing.json()["code"]) == (404, "not-found")


def frame(line: Line, kind: str = "position") -> dict[str, Any]:
    """The last frame of this kind."""
    return next(found for text in reversed(line.frames) if (found := json.loads(text))["type"] == kind)


def test_two_people_play_it_to_the_end_and_again(people: tuple[Diver, Diver]) -> None:
    ada, bob = people
    ada.open(OPEN, game="tides", highest=9)
    bob.join(ada)
    a, b = ada.start(bob)
    assert ada.get().json()["options"] == {"game": "tides", "highest": 9}
    position = frame(a)
    assert position["view"]["game"] == "tides"
    assert position["view"]["shown"] is None
    assert position["menu"] == {
        "type": "plain",
        "actions": [{"type": "keep"}, {"type": "draw-again"}],
        "count": 2,
        "forms": [],
        "refusal": None,
    }
    refused = a.act({"type": "swim"})
    assert refused["refusal"]["code"] == "malformed"
    assert a.act({"type": "keep"})["type"] == "done"
    closed = frame(a, "happened")["menu"]
    assert (closed["count"], closed["actions"], closed["refusal"]["code"]) == (0, [], "decided")
    assert a.act({"type": "keep"})["refusal"]["code"] == "decided"
    assert b.act({"type": "draw-again"})["type"] == "done"
    for line in (a, b):
        while frame(line, "happened")["result"] is None:
            line.until("happened")
        assert [event["type"] for event in frame(line, "happened")["events"]] == ["decided", "shown"]
    assert ada.get("/advice").json()["code"] == "no-advice"

    record = ada.get("/record").json()
    assert (record["game"], record["options"]) == ("tides", {"highest": 9})
    replay = ada.http.get(f"/api/replays/{ada.table}?eyes=1").json()
    assert len(replay["frames"]) == 3
    assert replay["frames"][0]["view"]["game"] == "tides"
    assert replay["frames"][0]["view"]["number"] == b.view["number"] or record["moves"][1]["action"] == {
        "type": "draw-again"
    }
    review = ada.http.get(f"/api/replays/{ada.table}/review")
    assert (review.status_code, review.json()["code"]) == (404, "no-review")

    a.say({"type": "rematch"})
    again = a.until_lobby(lambda lobby: bool(lobby["rematch"]))["rematch"]
    assert ada.http.get(f"/api/tables/{again}").json()["options"] == {"game": "tides", "highest": 9}


def test_its_record_verifies(people: tuple[Diver, Diver], site: Path, tmp_path: Path) -> None:
    ada, _ = people
    play_against_a_bot(ada)
    (tmp_path / "game.json").write_bytes(ada.get("/record").content)
    said = packages.fathom("verify", "game.json", sites=(site,), cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    brought = ada.http.post("/api/replays", content=(tmp_path / "game.json").read_bytes())
    assert brought.status_code == 200, brought.text


def play_against_a_bot(ada: Diver) -> Line:
    ada.open(bot("random"), game="tides")
    line = ada.line()
    line.until("position")
    assert line.act({"type": "keep"})["type"] == "done"
    while line.number < 2:
        line.until("happened")
    assert frame(line, "happened")["result"] is not None
    return line


def test_one_person_plays_against_a_bot_with_a_clock(people: tuple[Diver, Diver]) -> None:
    ada, _ = people
    ada.open(bot("random"), game="tides", settings={"clock": {"type": "per-decision", "seconds": 600}})
    line = ada.line()
    line.until("clocks")
    assert line.act({"type": "draw-again"})["type"] == "done"
    while line.number < 2:
        line.until("happened")
    assert frame(line, "happened")["result"]["places"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"game": "tides", "highest": "many"}, "malformed"),
        ({"game": "chess"}, "no-such-game"),
        ({"highest": 9}, "malformed"),
    ],
)
def test_options_that_are_none_are_refused(host: str, options: dict[str, Any], code: str) -> None:
    asked = {"options": options, "seats": [{"type": "me"}, OPEN], "name": "Ada"}
    answer = httpx.post(f"http://{host}/api/tables", json=asked)
    assert answer.json()["code"] == code
    assert 400 <= answer.status_code < 500


def test_seats_and_levels_are_those_of_the_game(host: str) -> None:
    for seats, code in (([OPEN] * 6, "wrong-seats"), ([bot("captain")], "no-such-level")):
        asked = {"options": {"game": "tides"}, "seats": [{"type": "me"}, *seats], "name": "Ada"}
        assert httpx.post(f"http://{host}/api/tables", json=asked).json()["code"] == code
