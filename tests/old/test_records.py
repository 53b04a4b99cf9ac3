"""Old records are read by this version: each leads to the same state, and a spoilt one is refused."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import pytest

from fathom.guests import rules
from fathom.table import read_record, verify
from tests.cli.command import fathom
from tests.old.conftest import DAMAGED, Harbour
from tests.old.expected import OldRecord, folders, read_expected
from tests.old.records import summary

FILES = [
    pytest.param(folder / file, records, id=f"{folder.name}-{file}")
    for folder in folders()
    for file, records in read_expected(folder).records.items()
]

CHOSEN = [pytest.param(DAMAGED.path / f"simulated/{game}.jsonl", id=game) for game in ("dive", "deep-blue")]
"""A file of each game, to be spoilt."""


@pytest.mark.parametrize(("file", "expected"), FILES)
def test_a_record_leads_to_the_same_state(file: Path, expected: tuple[OldRecord, ...]) -> None:
    records = [read_record(line) for line in file.read_bytes().splitlines()]
    assert tuple(summary(record) for record in records) == expected
    assert [record.hash for record in records] == [record.hash for record in expected]
    for record in records:
        assert verify(rules(record.game), record) == len(record.outcomes)


@pytest.mark.parametrize(("file", "expected"), FILES)
def test_a_record_is_verified_and_told(file: Path, expected: tuple[OldRecord, ...]) -> None:
    verified = fathom("verify", file)
    assert (verified.code, verified.err) == (0, "")
    outcomes = sum(record.outcomes for record in expected)
    games = "1 game" if len(expected) == 1 else f"{len(expected)} games"
    assert verified.out.startswith(f"{games} verified: {outcomes:,} outcomes")
    for number, record in enumerate(expected, start=1):
        told = fathom("replay", file, "--game", number)
        assert (told.code, told.err) == (0, "")
        last = told.out.splitlines()[-1]
        if record.result is None:
            assert last == "The game is not over."
        else:
            for player, score in zip(record.players, record.result.scores, strict=True):
                assert f"{player} ({score})" in last


def test_there_are_records_of_both_games() -> None:
    for folder in folders():
        records = read_expected(folder).records
        games = {record.game for lines in records.values() for record in lines}
        assert games >= ({"dive", "deep-blue"} if folder.name != "before-0.1" else set())


SPOILT: dict[str, tuple[tuple[str | int, ...], Any, str]] = {
    "unknown game": (("game",), "chess", "there is no game “chess”"),
    "newer format": (("format",), 99, "written in format 99; this version of Fathom reads format "),
    "unknown field": (("weather",), "fine", "not a whole record: Object contains unknown field `weather`"),
    "unknown option": (
        ("options", "weather"),
        "fine",
        "the setup does not fit: Object contains unknown field",
    ),
    "unknown action": (("moves", 2, "action"), {"type": "fly"}, "move 3 (seat "),
    "other outcome": (("outcomes", 5, 4), -1, ", but the seed gives "),
    "other hash": (("hash",), "0" * 64, "the moves lead to another final position"),
}
"""The place in a record, what stands there instead, and what is said about it."""


@pytest.mark.parametrize("file", CHOSEN)
@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_spoilt_record_is_refused_with_what_is_wrong(file: Path, spoilt: str, tmp_path: Path) -> None:
    (*path, key), value, problem = SPOILT[spoilt]
    record = json.loads(file.read_bytes().splitlines()[0])
    functools.reduce(lambda inner, step: inner[step], path, record)[key] = value
    copy = tmp_path / "spoilt.jsonl"
    copy.write_text(json.dumps(record) + "\n", encoding="utf-8")
    said = fathom("verify", copy)
    assert said.code == 1
    first, last = said.err.splitlines()
    assert first.startswith(f"fathom: {copy}, line 1: ")
    assert problem in first
    assert last == "fathom: 1 of 1 records do not fit"


@pytest.mark.parametrize("file", CHOSEN)
def test_a_record_that_was_cut_off_is_refused(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "cut.jsonl"
    content = file.read_bytes()
    copy.write_bytes(content[:-200])
    said = fathom("verify", copy)
    assert said.code == 1
    last = len(content.splitlines())
    assert said.err.splitlines()[0].startswith(f"fathom: {copy}, line {last}: not a whole record: ")


@pytest.mark.parametrize(("old", "game"), [DAMAGED.case(game) for game in ("dive", "deep-blue")])
def test_a_server_tells_a_record_that_is_brought_along(harbour: Harbour, game: str) -> None:
    line = (DAMAGED.path / "simulated" / f"{game}.jsonl").read_bytes().splitlines()[0]
    record = json.loads(line)
    told = harbour.stranger.post("replays", record)
    assert (told["players"], len(told["frames"])) == (record["players"], len(record["moves"]) + 1)
    record["game"] = "chess"
    refusal = harbour.stranger.refusal("replays", record)
    assert refusal["code"] == "bad-record"
    assert "“chess”" in refusal["text"]
