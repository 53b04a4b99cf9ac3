"""No module of Fathom imports another in a circle: also not for its types alone, nor inside a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parent.parent / "src"

Graph = dict[str, set[str]]


def modules(root: Path) -> dict[str, Path]:
    """Every module under a folder, by its dotted name."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules among those known that a file names in an import, wherever in the file it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module is not None
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                if name in known:
                    yield name
                elif node.module in known:
                    yield node.module


def graph(root: Path) -> Graph:
    """Who imports whom."""
    known = modules(root)
    return {name: set(imported(path, known)) - {name} for name, path in known.items()}


def circle(found: Graph) -> list[str]:
    """The modules of a circle; none if there is none."""
    try:
        TopologicalSorter(found).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_nobody_imports_in_a_circle() -> None:
    found = graph(SOURCES)
    assert len(found) > 200
    assert sum(map(len, found.values())) > 1000
    assert circle(found) == []


@pytest.mark.parametrize(
    "back",
    [
        "import fathom.one",
        "from fathom import one",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from fathom.one import Thing",
        "def late() -> None:\n    from fathom.one import Thing",
    ],
)
def test_a_circle_is_found(tmp_path: Path, back: str) -> None:
    package = tmp_path / "fathom"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "one.py").write_text("from fathom.two import Other\nclass Thing: ...\n")
    (package / "two.py").write_text(f"{back}\nclass Other: ...\n")
    assert set(circle(graph(tmp_path))) == {"fathom.one", "fathom.two"}
