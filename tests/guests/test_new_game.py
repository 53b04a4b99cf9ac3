"""What `fathom new-game` writes passes its own tests, and is played like any other game."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.cli.command import fathom
from tests.guests import packages
from tests.server.harbour import OPEN, Diver


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    said = fathom("new-game", "sea-bells", "--in", folder)
    assert said.code == 0, said.err
    home = folder / "sea-bells"
    packages.noted(home / "src", home / "pyproject.toml")
    return home


def test_its_own_tests_pass(written: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=written,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    assert "passed" in ran.stdout


def test_it_is_simulated_and_verified(written: Path, tmp_path: Path) -> None:
    words = ("simulate", "sea-bells", "--highest", 12, "--no-pile-up", "--games", 2, "--out", "bells.jsonl")
    said = packages.fathom(*words, sites=(written / "src",), cwd=tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    for line in (tmp_path / "bells.jsonl").read_text().splitlines():
        assert json.loads(line)["options"] == {"highest": 12, "pile_up": False}
    assert packages.fathom("verify", "bells.jsonl", sites=(written / "src",), cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("highest", [2, 21])
def test_an_option_out_of_bounds_is_refused(written: Path, tmp_path: Path, highest: int) -> None:
    words = ("simulate", "sea-bells", "--highest", highest)
    said = packages.fathom(*words, sites=(written / "src",), cwd=tmp_path)
    assert said.returncode == 2
    assert "--highest" in said.stderr


def test_two_people_play_it_to_the_end(written: Path, tmp_path: Path) -> None:
    with packages.serving(tmp_path, written / "src") as host:
        offers = {offer["game"]: offer for offer in httpx.get(f"http://{host}/api/games").json()}
        assert offers["sea-bells"]["fields"] == [
            {"name": "highest", "kind": "number", "default": 9, "least": 3, "most": 20},
            {"name": "pile_up", "kind": "switch", "default": True},
        ]
        ada, bob = Diver(host, "Ada"), Diver(host, "Bob")
        try:
            ada.open(OPEN, game="sea-bells")
            bob.join(ada)
            lines = ada.start(bob)
            for _ in range(5):
                for line in lines:
                    card = line.view["hand"][0]
                    assert line.act({"type": "play", "card": card})["type"] == "done"
                for line in lines:
                    while any(line.view["ready"]):
                        line.until("happened")
            assert ada.get().json()["phase"] == "over"
            assert len(ada.http.get(f"/api/replays/{ada.table}").json()["frames"]) == 11
        finally:
            ada.close()
            bob.close()


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        (
            "Sea Bells",
            "“Sea Bells” is no name for a game: small letters, digits and hyphens, such as sea-bells",
        ),
        ("dive", "there is a game “dive” already"),
        ("json", "“json” cannot be a package: Python has a “json” already"),
        ("class", "“class” cannot be a package: Python has a “class” already"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused(tmp_path: Path, name: str, problem: str) -> None:
    said = fathom("new-game", name, "--in", tmp_path)
    assert (said.code, said.err) == (1, f"fathom: {problem}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "sea-bells").mkdir()
    (tmp_path / "sea-bells" / "mine.txt").write_text("mine")
    said = fathom("new-game", "sea-bells", "--in", tmp_path)
    assert said.code == 1
    assert "is there already" in said.err
    assert [path.name for path in (tmp_path / "sea-bells").iterdir()] == ["mine.txt"]
