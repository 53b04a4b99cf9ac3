"""`fathom verify` finds every edit of a record and says where it is."""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fathom.dive import Options
from tests.cli.command import SMALL, a_fair_record, a_record, as_json, fathom, written


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "records.jsonl"


def test_records_as_they_were_played_are_verified(file: Path) -> None:
    written(file, a_record(), a_fair_record(), a_record(options=Options(mix=SMALL, companions=True)))
    said = fathom("verify", file)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("3 games verified: ")


def test_the_outcome_that_does_not_fit_is_named(file: Path) -> None:
    edited = as_json(a_record())
    edited["outcomes"][3][4] ^= 1
    said = fathom("verify", written(file, a_record("another"), edited))
    assert said.code == 1
    assert said.out == ""
    wrong, verdict = said.err.splitlines()
    assert wrong.startswith(f"fathom: {file}, line 2: outcome 3 of “ocean” in entry 0 is ")
    assert "but the seed gives" in wrong
    assert verdict == "fathom: 1 of 2 records do not fit"


def _edits(record: Any) -> Iterator[tuple[str, Any]]:
    """The record with one thing changed, for everything that can be changed."""
    for path, value in list(_leaves(record)):
        if path[0] == "players" or path[-1] == "by_clock" or path == ("options", "game"):
            continue  # Nothing follows from a name, or from who decided; and the game is named twice.
        edited = deepcopy(record)
        parent = edited
        for step in path[:-1]:
            parent = parent[step]
        parent[path[-1]] = _another(value)
        yield "/".join(map(str, path)), edited
    for part in ("moves", "outcomes"):
        edited = deepcopy(record)
        edited[part].pop()
        yield f"{part}: the last one gone", edited
        edited = deepcopy(record)
        edited[part].append(edited[part][-1])
        yield f"{part}: the last one twice", edited
    # Not so the first two moves: who decides first in a simultaneous phase makes no difference.
    edited = deepcopy(record)
    edited["outcomes"][:2] = reversed(edited["outcomes"][:2])
    yield "outcomes: the first two exchanged", edited


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif isinstance(value, list) and value:
        for index, inner in enumerate(value):
            yield from _leaves(inner, (*path, index))
    else:
        yield path, value


def _another(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value[:-1] + ("0" if value[-1:] != "0" else "1")
        case _:
            return 1


INDIFFERENT = ("options/flashlight", "options/clarity")
"""Options that touch only the picture. They are in the state's fingerprint, so even these are noticed."""


@pytest.mark.parametrize("original", [a_record(), a_fair_record()], ids=["fast dice", "fair dice"])
def test_every_single_edit_is_noticed(file: Path, original: msgspec.Struct) -> None:
    edits = list(_edits(as_json(original)))  # type: ignore[arg-type]
    assert len(edits) > 100
    assert {name for name, _ in edits} >= {"hash", "result/places/0", *INDIFFERENT}
    written(file, *(edited for _, edited in edits))
    said = fathom("verify", file)
    complaints = {int(line.split(", line ")[1].split(":")[0]) for line in said.err.splitlines()[:-1]}
    assert [name for line, (name, _) in enumerate(edits, start=1) if line not in complaints] == []
    assert said.code == 1


@pytest.mark.parametrize(
    ("edit", "complaint"),
    [
        (
            lambda record: record["moves"][0].update(action={"type": "withdraw"}),
            "move 1 (seat 0) does not fit: ",
        ),
        (lambda record: record["moves"][0].update(seat=7), "move 1 (seat 7) does not fit: "),
        (lambda record: record.update(hash="0" * 64), "another final position"),
        (lambda record: record.update(result=None), "the result is not the one that the moves lead to"),
        (lambda record: record.update(proof=None), "the seed of this game has not been revealed"),
        (lambda record: record["proof"].update(seed="other"), "but the seed gives"),
        (lambda record: record.update(game="chess"), "there is no game “chess”; there is dive and deep-blue"),
        (lambda record: record.update(format=2), "written in format 2"),
        (lambda record: record.update(players=["A"]), "the setup does not fit: "),
        (lambda record: record.update(surprise=1), "unknown field `surprise`"),
        (lambda record: record["outcomes"].append(record["outcomes"][0]), "that the game never asked for"),
        (lambda record: record["outcomes"].pop(), "the record ends before"),
        (lambda record: record["options"].update(children="maybe"), "the setup does not fit: "),
    ],
)
def test_an_edit_is_named(file: Path, edit: Any, complaint: str) -> None:
    edited = as_json(a_record())
    edit(edited)
    said = fathom("verify", written(file, edited))
    assert said.code == 1
    assert said.err.startswith(f"fathom: {file}, line 1: ")
    assert complaint in said.err.splitlines()[0]


@pytest.mark.parametrize("part", ["seed", "salt", "commitment"])
def test_a_seed_other_than_the_promised_one_is_found(file: Path, part: str) -> None:
    edited = as_json(a_fair_record())
    edited["proof"][part] = "ff" * 32
    said = fathom("verify", written(file, edited))
    assert said.code == 1
    assert "the revealed seed is not the one that was committed to before the game" in said.err


def test_a_seed_that_is_no_seed_is_found(file: Path) -> None:
    edited = as_json(a_fair_record())
    edited["proof"]["seed"] = "not hexadecimal"
    assert "the revealed seed cannot be read" in fathom("verify", written(file, edited)).err


def test_a_line_that_was_cut_off_is_found_wherever_it_was_cut(file: Path) -> None:
    whole = json.dumps(as_json(a_record())).encode()
    cuts = range(1, len(whole), 37)
    file.write_bytes(b"".join(whole[:cut] + b"\n" for cut in cuts))
    said = fathom("verify", file)
    assert said.code == 1
    assert said.err.count("not a whole record") == len(cuts)


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00", b"[]", b"null", b"{}", b"[" * 100_000, b'{"options":' + b"[" * 100_000, b"\x00" * 50],
    ids=["no text", "list", "null", "nothing in it", "deep list", "deep options", "zeros"],
)
def test_what_is_no_record_at_all_is_refused_in_one_line(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    said = fathom("verify", file)
    assert said.code == 1
    assert len(said.err.splitlines()) == 2
    assert said.err.startswith(f"fathom: {file}, line 1: not a whole record: ")


def test_a_file_that_is_missing_empty_or_a_folder_is_refused(tmp_path: Path, file: Path) -> None:
    missing = fathom("verify", file)
    file.touch()
    empty = fathom("verify", file)
    folder = fathom("verify", tmp_path)
    assert (missing.code, missing.err) == (1, f"fathom: {file}: No such file or directory\n")
    assert (empty.code, empty.err) == (1, f"fathom: {file}: the file is empty\n")
    assert (folder.code, folder.err) == (1, f"fathom: {tmp_path}: Is a directory\n")
