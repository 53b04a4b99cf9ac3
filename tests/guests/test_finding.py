"""Games are found on the path; what cannot be played is named, and spoils nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathom.guests import UnknownGame, guest, guests
from tests.guests import packages


def test_an_unknown_game_is_an_error_that_says_which_there_are() -> None:
    with pytest.raises(UnknownGame, match="there is no game “chess”; there is dive and deep-blue"):
        guest("chess")
    assert list(guests()) == ["dive", "deep-blue"]


WITHOUT_DEFAULTS = """
from dataclasses import replace

import msgspec
from tides import Tides
from tides_guest import TIDES


class Options(msgspec.Struct):
    highest: int


class Broken(Tides):
    name, options_type = "broken", Options


GAME = replace(TIDES, rules=Broken())
"""


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("import nothing_like_that", "ModuleNotFoundError: No module named 'nothing_like_that'"),
        ("GAME = 1 / 0", "ZeroDivisionError: division by zero"),
        (
            WITHOUT_DEFAULTS,
            "its options are no struct with a default for every field: Missing required argument 'highest'",
        ),
        ("GAME = 3", "broken:GAME is a int, not a Guest"),
        ("from fathom.guests.dive.guest import DIVE as GAME", "broken:GAME calls itself “dive”"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_named_and_all_others_work(
    tmp_path: Path, module: str, reason: str
) -> None:
    site = tmp_path / "site"
    packages.package(site, "a-broken-game", {"broken": "broken:GAME"})
    (site / "broken.py").write_text(module)
    tides = packages.tides(tmp_path / "tides")
    words = ("simulate", "tides", "--games", 1)
    said = packages.fathom(*words, sites=(site, tides), cwd=tmp_path)
    assert said.returncode == 0
    assert said.stderr == f"fathom: the game “broken” of a-broken-game is left out: {reason}\n"


def test_two_games_of_one_name_are_refused(tmp_path: Path) -> None:
    one, other = packages.tides(tmp_path / "one"), tmp_path / "other"
    packages.package(other, "more-tides", {"tides": "tides_guest:TIDES"})
    for words in (("simulate", "dive", "--games", 1), ("verify", "nothing.jsonl"), ("play", "--help")):
        if words[0] == "verify":
            (tmp_path / "nothing.jsonl").write_text(RECORD)
        said = packages.fathom(*words, sites=(one, other), cwd=tmp_path)
        assert said.returncode == 1
        assert said.stderr == (
            "fathom: two games are called “tides”: tides_guest:TIDES of more-tides and tides_guest:TIDES "
            "of tides; uninstall one of them\n"
        )


RECORD = (
    '{"game":"tides","players":["a","b"],"options":{},"moves":[],"outcomes":[],"hash":"","result":null,'
    '"proof":null,"format":1}\n'
)


def test_help_and_import_load_no_game(tmp_path: Path) -> None:
    site = tmp_path / "site"
    packages.package(site, "a-broken-game", {"broken": "broken:GAME"})
    (site / "broken.py").write_text("raise RuntimeError('loaded')")
    for words in (("--help",), ("--version",)):
        said = packages.fathom(*words, sites=(site,), cwd=tmp_path)
        assert (said.returncode, said.stderr) == (0, "")
