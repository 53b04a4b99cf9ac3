"""Packages with games, as pip would leave them, in folders of their own: nothing is installed anywhere."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.blocks import ROOT, blocks

PAGE = ROOT / "docs" / "programming" / "game.md"

FATHOM = Path(sys.executable).with_name("fathom")


def tides(folder: Path) -> Path:
    """Tides, from the blocks of the page that tells how to write it."""
    for block in blocks(PAGE):
        if block.title:
            folder.mkdir(exist_ok=True)
            (folder / block.title).write_text(block.code, encoding="utf-8")
    noted(folder, folder / "pyproject.toml")
    return folder


def noted(site: Path, pyproject: Path) -> None:
    """Leave beside the modules what pip would note of a package: its name and its entry points."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    package(site, project["name"], project["entry-points"]["fathom.games"])


def package(site: Path, name: str, entries: dict[str, str]) -> None:
    """Note a package of this name that brings these games."""
    info = site / f"{name.replace('-', '_')}-0.1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n", encoding="utf-8")
    lines = ["[fathom.games]", *(f"{game} = {value}" for game, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def environment(*sites: Path) -> dict[str, str]:
    """Where these folders are on the path of Python."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(map(str, sites)), "PYTHONUNBUFFERED": "1"}


def fathom(*words: object, sites: tuple[Path, ...], cwd: Path) -> subprocess.CompletedProcess[str]:
    """The command as a program of its own, where these folders are on the path."""
    return subprocess.run(
        [FATHOM, *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env=environment(*sites),
        cwd=cwd,
    )


@contextmanager
def serving(data: Path, *sites: Path) -> Iterator[str]:
    """The host and port of a server that was started by the command; it is interrupted in the end."""
    server = subprocess.Popen(
        [FATHOM, "play", "--port", "0", "--no-browser", "--data", str(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(*sites),
    )
    try:
        assert server.stdout is not None
        told = server.stdout.readline()
        address = re.search(r"http://(127\.0\.0\.1:\d+)", told)
        assert address is not None, told
        yield address[1]
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=60)
