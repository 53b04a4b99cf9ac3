"""The command as a program of its own: help, version, the server, pictures."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from urllib.request import urlopen

import pytest
from PIL import Image

from fathom.dive import Kind
from tests.cli.command import fathom

FATHOM = Path(sys.executable).with_name("fathom")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([FATHOM, *arguments], capture_output=True, text=True, check=False)


def test_the_installed_command_says_its_version() -> None:
    said = run("--version")
    assert (said.returncode, said.stdout, said.stderr) == (0, f"fathom {version('fathom-games')}\n", "")


def test_help_names_every_command_and_where_to_begin() -> None:
    said = fathom("--help")
    assert said.code == 0
    for command in ("play", "simulate", "replay", "verify", "render", "backup"):
        assert re.search(rf"^│ {command} ", said.out, re.MULTILINE), command
    assert "Start with: fathom play" in said.out


@pytest.mark.parametrize("command", ["play", "simulate", "replay", "verify", "render"])
def test_every_command_has_help(command: str) -> None:
    said = fathom(command, "--help")
    assert said.code == 0
    assert f"Usage: fathom {command}" in said.out


def test_help_needs_none_of_the_heavy_parts() -> None:
    """Whoever asks for help does not wait for NumPy or the server."""
    program = "import sys, fathom.cli; print({'numpy', 'litestar', 'PIL', 'fathom.dive'} & {*sys.modules})"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout == "set()\n"


def test_an_unknown_command_is_a_usage_error() -> None:
    said = fathom("swim")
    assert said.code == 2
    assert "swim" in said.err


@contextmanager
def playing(data: Path, *arguments: str) -> Iterator[str]:
    """The address of a server that was started by the command; it is interrupted in the end."""
    server = subprocess.Popen(
        [FATHOM, "play", "--port", "0", "--no-browser", "--data", str(data), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    try:
        assert server.stdout is not None
        told = server.stdout.readline()
        address = re.fullmatch(r"Fathom is at (http://127\.0\.0\.1:\d+) \(Ctrl\+C stops it\)\n", told)
        assert address is not None, told
        yield address[1]
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=60)


def test_play_starts_a_server_says_where_and_stops_when_asked(tmp_path: Path) -> None:
    with playing(tmp_path) as address, urlopen(address + "/health") as answer:
        assert answer.status == 200


@pytest.mark.clause("D1.6", "D9.3")
def test_play_offers_the_cards_of_ones_own_box(tmp_path: Path) -> None:
    ocean, deck = tmp_path / "my-ocean.toml", tmp_path / "my-chief.toml"
    ocean.write_text("\n".join(f"{kind.name.lower()} = 1" for kind in Kind))
    deck.write_text(f"cards = {['2 3 4y 6y'] * 8}")
    box = ("--ocean", str(ocean), "--chief-deck", str(deck))
    with playing(tmp_path, *box) as address, urlopen(address + "/api/games") as answer:
        (dive,) = [offer for offer in json.load(answer) if offer["game"] == "dive"]
    assert set(dive["options"]["mix"].values()) == {1}
    assert dive["options"]["chief_deck"] == [{"speeds": [2, 3, 4, 6], "yellow": [3, 4]}] * 8


def test_play_refuses_a_box_that_cannot_be_played_with(tmp_path: Path) -> None:
    ocean = tmp_path / "my-ocean.toml"
    ocean.write_text("shark = -1")
    said = run("play", "--no-browser", "--ocean", str(ocean))
    assert said.returncode == 1
    assert said.stderr == "fathom: my-ocean.toml: shark: -1 is not a number of cards from 0 to 99\n"


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = run("play", "--port", str(port), "--no-browser", "--data", str(tmp_path))
    assert said.returncode == 1
    assert said.stderr == f"fathom: port {port}: Address already in use; choose another one with --port\n"


def test_render_draws_a_stack(tmp_path: Path) -> None:
    picture = tmp_path / "stack.png"
    said = fathom("render", picture, "--seed", 3, "--size", 96, "--tilt", 0.5, -0.5, "--answers")
    assert said.code == 0
    with Image.open(picture) as drawn:
        assert drawn.size == (96, 96)
    told, *answers = said.out.splitlines()
    assert told == f"{picture}: stack 3"
    assert [answer.split(": ")[0] for answer in answers] == [
        str(depth) for depth in range(1, len(answers) + 1)
    ]
    assert len(answers) >= 6


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["stack.xyz"], "stack.xyz: "),
        (["no/such/folder/stack.png"], "no/such/folder/stack.png: No such file or directory"),
        (["stack.png", "--tilt", "2", "0"], "--tilt: 2 0 is too much; each goes from -1 to 1"),
        (["stack.png", "--size", "100"], "stack.png: "),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_refused_in_one_line(
    arguments: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = fathom("render", *arguments)
    assert said.code == 1
    assert said.err.startswith(f"fathom: {complaint}")
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
