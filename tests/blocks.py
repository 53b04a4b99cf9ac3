"""The code blocks of the README and of the documentation, found and run.

A page's blocks are run one after the other in a folder of their own, as a reader would: what one block
defines or writes, the next may use. Python with a title (title="my_bot.py") is also saved under that name.
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

import typer
from typer.main import get_command

from fathom.cli import app
from fathom.guests import named
from tests.cli.command import SMALL, fathom

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^( *)(`{3,})(\w*)([^\n]*)\n(.*?)^\1\2$", re.MULTILINE | re.DOTALL)

SHOWN_ONLY = {
    "text": "what a program prints, or a drawing",
}
"""Kinds of blocks that are no code."""

RUN_ELSEWHERE = {
    "docs/http.md": "tests/server/test_letters.py",
}
"""Pages whose Python needs a server: the test that runs it there."""

NOT_FATHOM = {
    "python3 -m venv /opt/fathom": "writes outside the checkout; tests/test_wheel.py builds the wheel",
    "/opt/fathom/bin/pip install --require-hashes -r serve.txt": "needs the machine that it is meant for",
    "/opt/fathom/bin/pip install --no-deps fathom_games-*.whl": "needs the machine that it is meant for",
}
"""Commands that cannot be run here, and why."""

SERVERS = {"play", "serve", "backup"}
"""They would serve, or read the tables of whoever runs the tests: only their words are checked."""

MISUSED = cast("type[Exception]", typer.BadParameter.__mro__[1])
"""Any wrong word on the command line: the class above, which typer keeps to itself."""

FEW_GAMES = {"simulate": 4, "tournament": 2}
QUICK = {"random", "snorkeler", "diver"}
"""With these a tournament of few games takes a moment; of others the words are checked."""


class NotRun(AssertionError):
    """A block that nothing runs: a new one needs a kind that can be run, or a reason why it cannot."""


class Block(NamedTuple):
    """A code block: where it begins, what kind it is, and what it says."""

    page: str
    line: int
    kind: str
    title: str | None
    code: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    """Everything that shows code to readers; the reference is built from docstrings and shows definitions."""
    documentation = sorted((ROOT / "docs").rglob("*.md"))
    return [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(page for page in documentation if page.parent.name != "reference"),
    ]


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    name = page.relative_to(ROOT).as_posix()
    for found in FENCE.finditer(text):
        indent, _, kind, rest, code = found.groups()
        title = re.search(r'title="([^"]+)"', rest)
        lines = [line.removeprefix(indent) for line in code.splitlines()]
        line = text.count("\n", 0, found.start()) + 1
        if "```" in code:
            raise NotRun(f"{name}:{line}: a block that does not end")
        yield Block(name, line, kind, title[1] if title else None, "\n".join(lines) + "\n")


class Runner:
    """Runs the blocks of one page, in the current folder."""

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"__name__": "__main__"}

    def run(self, block: Block) -> None:
        match block.kind:
            case "python" if block.page in RUN_ELSEWHERE:
                assert block.page in (ROOT / RUN_ELSEWHERE[block.page]).read_text(encoding="utf-8")
            case "python":
                if block.title:
                    Path(block.title).write_text(block.code, encoding="utf-8")
                # Padded, so that a traceback names the line of the page.
                # As a reader would run it: without what this module imports from the future.
                code = compile("\n" * block.line + block.code, block.page, "exec", dont_inherit=True)
                exec(code, self._names)
            case "sh":
                for command in _commands(block.code):
                    _run_command(block, command)
            case "toml":
                assert tomllib.loads(block.code)
            case "json":
                json.loads(block.code)
            case kind if kind in SHOWN_ONLY:
                pass
            case kind:
                raise NotRun(f"{block}: nothing runs a block of kind “{kind}”")


def _commands(script: str) -> Iterator[str]:
    """The commands of a script, one per line, without what is said beside them."""
    for line in script.replace("\\\n", " ").splitlines():
        command = re.sub(r"\s+#.*$", "", line).strip()
        if command and not command.startswith("#"):
            yield " ".join(command.split())


def _run_command(block: Block, command: str) -> None:
    words = shlex.split(command)
    program = words[0].rpartition("/")[2]
    if program == "make":
        targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert words[1] in targets, f"{block}: there is no target {words[1]}"
    elif program == "fathom":
        _fathom(block, words[1:])
    elif command not in NOT_FATHOM:
        raise NotRun(f"{block}: nothing runs “{command}”")


def _fathom(block: Block, words: list[str]) -> None:
    parsed = _parsed(words)
    players = str(parsed.get("players", "")).split(",")
    if words[0] in SERVERS:
        return
    if words[0] == "tournament" and not {name for name in players if ":" not in name} <= QUICK:
        for name in players:
            named(words[1], name)
        return
    said = fathom(*_fewer(words))
    assert said.code == 0, f"{block}: fathom {shlex.join(words)}: {said.err}"


def _parsed(words: list[str]) -> dict[str, Any]:
    """What the command makes of its words, without doing it; a wrong option or value raises."""
    group: Any = get_command(app)
    command = group.commands[words[0]]
    try:
        context: typer.Context = command.make_context("fathom", list(words[1:]))
    except MISUSED as error:
        raise ValueError(f"fathom {shlex.join(words)}: {error}") from error
    return dict(context.params)


def _fewer(words: list[str]) -> list[str]:
    """The same with few games on a small ocean: it is to be shown that it runs, not what comes of it."""
    if words[0] not in FEW_GAMES:
        return words
    fewer = list(words)
    for option, most in (("--games", FEW_GAMES[words[0]]), ("--jobs", 1)):
        if option in fewer:
            at = fewer.index(option) + 1
            fewer[at] = str(min(int(fewer[at]), most))
        else:
            fewer += [option, str(most)]
    if words[1] == "dive":
        ocean = Path("small-ocean.toml")
        ocean.write_text("".join(f"{name} = {getattr(SMALL, name)}\n" for name in SMALL.__struct_fields__))
        fewer += ["--ocean", str(ocean)]
    return fewer
