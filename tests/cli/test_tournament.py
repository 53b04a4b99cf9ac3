"""`fathom tournament`: tables, a file to go on from, standings as JSON, a picture; and clear words."""

import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from tests.cli.command import SMALL, fathom
from tests.lab.test_records import INTERRUPTIBLE
from tests.server.harbour import wait_until

OCEAN = "".join(f"{name} = {getattr(SMALL, name)}\n" for name in SMALL.__struct_fields__)


FATHOM = str(Path(sys.executable).with_name("fathom"))

BOUND = 120.0
"""Nothing here takes so many seconds; a test that waits for longer has failed."""

MINE = """
import os, time
from pathlib import Path
from fathom.dive import DiveGame

HERE = Path()  # where the command was given

class First:
    def choose(self, view, look, dice):
        (HERE / f"played-by-{os.getpid()}").touch()
        while self.holds():
            time.sleep(0.01)
        return next(iter(DiveGame().actions(view)))

    def holds(self):
        return False

class Patient(First):
    def holds(self):
        return not (HERE / "go").exists() and (HERE / "games.jsonl").read_bytes().count(b"\\n") > 2
"""
"""A player who says in which process it plays, and one who plays two games and then waits for a word."""


def dive(folder: Path, *arguments: object, jobs: int | None = 1) -> list[object]:
    ocean = folder / "ocean.toml"
    ocean.write_text(OCEAN)
    on = [] if jobs is None else ["--jobs", jobs]
    return ["tournament", "dive", "--ocean", ocean, *on, *arguments]


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


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Somebody's own players, in the folder in which the command is given."""
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    return file


@pytest.mark.parametrize(("jobs", "cores"), [(1, 2), (2, 1), (None, 2), (None, 1)])
def test_your_own_player_takes_part(
    tmp_path: Path, mine: Path, monkeypatch: pytest.MonkeyPatch, jobs: int | None, cores: int
) -> None:
    """On as many cores as one says, or on all there are; more than one means other processes than this."""
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    said = fathom(*dive(tmp_path, "--players", "random,mine:First", "--games", 2, jobs=jobs))
    assert (said.code, said.err) == (0, "")
    assert "mine:First" in said.out
    played_here = (tmp_path / f"played-by-{os.getpid()}").exists()
    assert played_here == ((jobs or cores) == 1)
    assert [*tmp_path.glob("played-by-*")]


def test_your_own_player_is_known_by_what_is_in_its_file(tmp_path: Path, mine: Path) -> None:
    file = tmp_path / "games.jsonl"
    match = dive(tmp_path, "--players", "random,mine:First", "--games", 2, "--out", file)
    assert fathom(*match).code == 0
    assert fathom(*match).out.startswith(f"{file}: going on after 2 games")
    mine.write_text(MINE + "# better now\n")
    said = fathom(*match)
    assert said.code == 1
    assert f"{file} was played before mine:First changed" in said.err


def test_interrupted_it_says_how_it_stands_and_goes_on_later(tmp_path: Path, mine: Path) -> None:
    file = tmp_path / "games.jsonl"

    def match(games: int) -> list[object]:
        players = ("--players", "random,mine:Patient", "--out", file)
        return dive(tmp_path, *players, "--games", games, jobs=2)

    begun = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *map(str, match(5000))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: file.exists() and file.read_bytes().count(b"\n") > 2)
    begun.send_signal(signal.SIGINT)
    (tmp_path / "go").touch()  # a game that has begun is played to its end
    _, err = begun.communicate(timeout=BOUND)
    assert begun.returncode == 130
    assert "interrupted; this is what was played until then; the same command goes on from here" in err
    played = file.read_bytes().count(b"\n") - 1
    assert 2 <= played < 5000
    said = fathom(*match(played + 4))
    assert said.out.startswith(f"{file}: going on after {played:,} games")
    assert said.code == 0
    assert file.read_bytes().count(b"\n") - 1 >= played + 4


def test_on_a_terminal_one_sees_how_far_it_is(tmp_path: Path) -> None:
    terminal, its_end = pty.openpty()
    match = dive(tmp_path, "--players", "random,snorkeler", "--games", 4)
    seen = b""
    with subprocess.Popen(
        [FATHOM, *map(str, match)],
        stdout=subprocess.PIPE,
        stderr=its_end,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    ) as begun:
        os.close(its_end)
        with suppress(OSError):  # so a terminal says that its other end is closed
            while more := os.read(terminal, 4096):
                seen += more
        out, _ = begun.communicate(timeout=BOUND)
    os.close(terminal)
    assert begun.returncode == 0
    assert b"Playing dive" in seen
    assert b"4/4" in seen
    assert b"Playing dive" not in out, "standard output has nothing but the tables"


def test_two_intervals_say_what_each_is_for(tmp_path: Path) -> None:
    standings = tmp_path / "standings.json"
    said = fathom(*dive(tmp_path, "--players", "random,snorkeler", "--games", 12, "--json", standings))
    assert "at any time" in said.out
    assert "games fixed" in said.out
    (match,) = msgspec.json.decode(standings.read_bytes())["matches"]
    for wide, narrow in zip(match["won"], match["fixed"], strict=True):
        assert narrow["share"] == pytest.approx(wide["share"])
        assert wide["low"] <= narrow["low"] <= narrow["high"] <= wide["high"]
        assert narrow["high"] - narrow["low"] < wide["high"] - wide["low"]
    said = fathom(*dive(tmp_path, "--players", "random,snorkeler", "--games", 12, "--until", 0.6))
    assert "games fixed" not in said.out


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
