"""Names in backticks resolve: what a docstring or a page says of code is there under that name.

Checked are dotted names, under `fathom` by importing them, capitalised names, calls such as `print()`, and
paths. Names that do not begin with `fathom` must be defined somewhere in the project.
"""

import ast
import builtins
import importlib
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

ELSEWHERE = {
    # Of libraries, tools and the platform, built, or a reader's own: nothing that stands in the project.
    *("ImageDecoder", "PyTorch", "SQLite", "WebGL", "TypeScript", "WebSocket", "LimitNOFILE", "Host"),
    *(
        "console.timeStamp",
        "fathom.games",
        "MemoryDenyWriteExecute",
        "tests.old.tables",
        "state.actions",
        "fathom.sqlite3",
        "my_bot.py",
        "bench/peer/node_modules",
    ),
}
"""The only exceptions."""

DOTTED = re.compile(r"^fathom(\.\w+)+$")
NAME = re.compile(r"^[A-Z]+[a-z0-9]\w*(?:\.\w+)*$|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$")
CALL = re.compile(r"^([A-Za-z_][\w.]*)\(\)$")
TOPS = ("src", "tests", "bench", "docs", "web", "scripts", "deploy", "requirements", ".ci")
ENDS = ("py", "md", "toml", "txt", "svelte", "ts", "css", "json", "lock")
PATH = re.compile(rf"^(?:{'|'.join(map(re.escape, TOPS))})/[\w./*-]*$|^\w[\w./-]*\.(?:{'|'.join(ENDS)})$")
BOX = re.compile(r"^(?:chart|wrecks|crew|market|gems|scenarios|ocean|chief)\.toml$")
"""The parts of a reader's own box."""
WORDS = re.compile(r"^(?:title|blurb|option|action|event|view|value|refusal|level)\.[a-z]")
"""Keys of a game's words."""
QUOTED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FENCED = re.compile(r"^( *)(`{3,}).*?^\1\2$", re.MULTILINE | re.DOTALL)


def texts() -> Iterator[tuple[str, str]]:
    """Every docstring of ours and every page, with where it stands."""
    for top in ("src", "tests", "bench", "scripts"):
        for path in sorted((ROOT / top).rglob("*.py")):
            for text in docstrings(path):
                yield path.relative_to(ROOT).as_posix(), text
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "web").glob("*.md")]):
        if path.name != "CHANGELOG.md" and "reference" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), FENCED.sub("", path.read_text(encoding="utf-8"))


def docstrings(path: Path) -> Iterator[str]:
    """All strings that stand alone: of modules, classes and functions, and those below a field."""
    for node in ast.walk(parsed(path)):
        for statement in getattr(node, "body", ()) if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            match statement:
                case ast.Expr(ast.Constant(str() as text)):
                    yield text
                case _:
                    pass


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def names(path: Path) -> frozenset[str]:
    """Every class, function, constant, field and argument in a module of ours, and what it imports."""
    found = {path.stem}
    for node in ast.walk(parsed(path)):
        match node:
            case ast.ClassDef(name) | ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                found.add(name)
            case ast.Name(name, ast.Store()) | ast.arg(name) | ast.Attribute(_, name):
                found.add(name)
            case ast.alias(name, alias):
                found.update({alias or name, name.rpartition(".")[2]})
            case _:
                pass
    return frozenset(found)


@cache
def defined() -> frozenset[str]:
    """Every name in our modules, the modules themselves, and what the web client exports."""
    found = set(modules()).union(*(names(path) for paths in modules().values() for path in paths))
    for path in (ROOT / "web/src").rglob("*"):
        if path.suffix in {".svelte", ".ts"} and "paraglide" not in path.parts:
            found.add(path.name.partition(".")[0])
            exported = r"export (?:abstract )?(?:async )?(?:class|function|const|type|interface) (\w+)"
            found.update(re.findall(exported, path.read_text(encoding="utf-8")))
    return frozenset(found)


def problem(name: str, folder: Path = ROOT) -> str | None:
    """What is wrong with a name on a page in that folder; None if it resolves, or is none to be checked."""
    if name in ELSEWHERE or name.startswith("docs/reference") or BOX.match(name) or WORDS.match(name):
        return None
    if PATH.match(name):
        return None if there(name, folder) else "there is no such path"
    if DOTTED.match(name):
        return None if imported(name) else "nothing under fathom has this name"
    if call := CALL.match(name):
        name = call[1]
    elif not NAME.match(name):
        return None
    first, _, rest = name.partition(".")
    if rest and first in modules():  # `camera.see` is there if a module called camera has it
        return None if any(rest.split(".")[0] in names(path) for path in modules()[first]) else "not in it"
    known = all(part in defined() or hasattr(builtins, part) for part in name.split("."))
    return None if known else "nothing has this name"


@cache
def modules() -> dict[str, list[Path]]:
    """Our Python modules by the last part of their names, and by the package that they are in."""
    found: dict[str, list[Path]] = {}
    for top in ("src", "tests", "bench", "scripts"):
        for path in (ROOT / top).rglob("*.py"):
            found.setdefault(path.stem, []).append(path)
            found.setdefault(path.parent.name, []).append(path)
    return found


def imported(name: str) -> bool:
    module, tail = name, list[str]()
    while module:
        try:
            found: object = importlib.import_module(module)
        except ImportError:
            module, _, rest = module.rpartition(".")
            tail.insert(0, rest)
            continue
        return all((found := getattr(found, part, None)) is not None for part in tail)
    return False


def there(name: str, folder: Path) -> bool:
    path = name.rstrip("/")
    if path in {"src/fathom/server/static", "uv.lock"}:  # built; and not there on purpose
        return True
    return path in paths() or any(True for base in (ROOT, folder) for _ in base.glob(path))


@cache
def paths() -> frozenset[str]:
    """Every file and folder of ours, also by the end of its path alone."""
    found: set[str] = set()
    for top in TOPS:
        for folder, folders, files in os.walk(ROOT / top):
            folders[:] = [
                name for name in folders if name not in {"node_modules", "paraglide", "__pycache__"}
            ]
            parts = Path(folder).relative_to(ROOT).parts
            for name in (*folders, *files):
                found.update("/".join((*parts, name)[start:]) for start in range(len(parts) + 1))
    return frozenset(found)


def test_every_name_in_backticks_resolves() -> None:
    wrong = [
        f"{where}: `{name}`: {found}"
        for where, text in texts()
        for name in QUOTED.findall(text)
        if (found := problem(name, (ROOT / where).parent)) is not None
    ]
    assert wrong == []


MISSING = (
    "fathom.server.letters fathom.table.Gmae WeatherForecast GameOffer.carried_off Dseks nowhere_to_be() "
    "src/fathom/server/app.py docs/nothing.md inside.py cameras.see_all"
)


@pytest.mark.parametrize("name", MISSING.split())
def test_a_name_that_is_not_there_is_found(name: str) -> None:
    assert problem(name) is not None
