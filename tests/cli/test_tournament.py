"""`fathom tournament`: tables, a file to go on from, standings as JSON, a picture; and clear words."""

import sys
from pathlib import Path

import msgspec
import pytest

from tests.cli.command import SMALL, fathom

OCEAN = "".join(f"{name} = {getattr(SMALL, name)}\n" for name in SMALL.__struct_fields__)


def dive(folder: Path, *arguments: object) -> list[object]:
    ocean = folder / "ocean.toml"
    ocean.write_text(OCEAN)
    return ["tournament", "dive", "--ocean", ocean, "--jobs", 1, *arguments]


def test_the_tables_say_who_is_stronger(tmp_path: Path) -> None:
    said = fathom(*dive(tmp_path, "--players", "random,snorkeler", "--games", 12, "--until", 0.6))
    assert said.code == 0
    assert said.out.index("│ snorkeler │") < said.out.index("│ random    │")
    assert "random – snorkeler" in said.out
    assert "more than 60%" in said.out


def test_it_goes_on_from_its_file(tmp_path: Path) -> None:
    file, standings, picture = (tmp_path / name for name in ("games.jsonl", "standings.json", "plot.svg"))
    players = ("--players", "random,snorkeler", "--out", file)
    assert fathom(*dive(tmp_path, *players, "--games", 4)).code == 0
    assert len(file.read_bytes().splitlines()) == 1 + 4
    said = fathom(*dive(tmp_path, *players, "--games", 6, "--json", standings, "--plot", picture))
    assert said.out.startswith(f"{file}: going on after 4 games")
    assert len(file.read_bytes().splitlines()) == 1 + 6
    found = msgspec.json.decode(standings.read_bytes())
    assert found["matches"][0]["games"] == 6
    assert found["players"][0]["rating"]["low"] < found["players"][0]["rating"]["mean"]
    assert picture.read_text().startswith("<?xml")


def test_your_own_player_takes_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(
        "from fathom.dive import DiveGame\n"
        "class First:\n"
        "    def choose(self, view, look, dice):\n"
        "        return next(iter(DiveGame().actions(view)))\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    said = fathom(*dive(tmp_path, "--players", "random,mine:First", "--games", 2))
    assert said.code == 0
    assert "mine:First" in said.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--players", "random"), "1 player cannot fill a table of 2"),
        (("--players", "random,random"), "name each player once"),
        (("--players", "random,shark"), "there is no player “shark” for dive"),
        (("--players", "random,diver", "--until", "0.3"), "0.3 is not from 0.5 to 1"),
        (("--players", "random,diver,snorkeler", "--seats", "3", "--until", "0.6"), "two at a table"),
        (("--players", "random,diver,snorkeler", "--seats", "3", "--ladder"), "two at a table"),
        (("--players", "random,diver", "--plot", "picture.fish", "--games", "2"), "picture.fish: Format"),
        (("--players", "random,diver", "--scenario", "drawn"), "an option of deep-blue"),
    ],
)
def test_what_cannot_be_played_is_said(tmp_path: Path, arguments: tuple[str, ...], problem: str) -> None:
    said = fathom(*dive(tmp_path, *arguments))
    assert said.code == 1
    assert said.err.startswith("fathom: ")
    assert problem in said.err


def test_an_unknown_game_is_said() -> None:
    said = fathom("tournament", "chess", "--players", "random,diver")
    assert (said.code, said.err) == (
        1,
        "fathom: there is no game “chess”; there is dive and deep-blue\n",
    )


def test_without_matplotlib_one_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = fathom(
        *dive(tmp_path, "--players", "random,snorkeler", "--games", 2, "--plot", tmp_path / "plot.svg")
    )
    assert said.code == 1
    assert "install fathom-games[plots]" in said.err
