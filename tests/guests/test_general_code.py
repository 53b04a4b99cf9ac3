"""General code knows no game: it imports none and names none; what it needs to know it asks a `Guest`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import fathom
from fathom.guests import ours

HOME = Path(fathom.__file__).parent

OF_A_GAME = ("dive", "deepblue", "ocean")
"""Folders that belong to a game, here or below `players`, `lessons` and `guests`."""

DRAWS_A_STACK = HOME / "cli" / "looking.py"
"""`fathom render` draws Dive's cards for whoever wants to practise: the ocean's own command."""

SHOWN = {HOME / "server" / "http" / "openapi_examples.py"}
"""Examples in the document of the HTTP door are of a game that there is."""


def general() -> Iterator[Path]:
    """Every file that must not know a game."""
    for path in sorted(HOME.rglob("*.py")):
        if not any(part in OF_A_GAME for part in path.relative_to(HOME).parts):
            yield path


def test_there_is_general_code_in_every_layer() -> None:
    folders = {path.relative_to(HOME).parts[0] for path in general()}
    assert folders >= {"table", "players", "lessons", "guests", "lab", "server", "cli"}
    assert not folders & set(OF_A_GAME)


def test_it_imports_no_game() -> None:
    games = re.compile(rf"fathom(\.players|\.lessons|\.guests)?\.({'|'.join(OF_A_GAME)})\b")
    found = [
        f"{path.relative_to(HOME)}: {name}"
        for path in general()
        if path != DRAWS_A_STACK
        for name in imports(path)
        if games.match(name)
    ]
    assert found == []


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_it_names_no_game() -> None:
    """No `game == "dive"`: strings that are a game's name stand in the game's own folder."""
    names = {guest.name for guest in ours()} | {"deepblue", "deep_blue"}
    found = [
        f"{path.relative_to(HOME)}:{node.lineno}: {node.value!r}"
        for path in general()
        if path not in SHOWN
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert found == []


def test_no_folder_is_an_attic() -> None:
    """About fifteen modules side by side are as many as one can see at once."""
    crowded = {
        folder.relative_to(HOME).as_posix(): count
        for folder in HOME.rglob("*")
        if folder.is_dir()
        and "static" not in folder.parts
        and folder.relative_to(HOME).parts[0] in {"players", "lessons", "guests"}
        and (count := len(list(folder.glob("*.py")))) > 16
    }
    assert crowded == {}
