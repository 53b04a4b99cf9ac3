"""Clauses of the rules, where they are carried out and what pins them.

`docs/rules/` tells the rules clause by clause. Code names the clause that it carries out, in a comment, a
docstring or a refusal; tests name the clauses that they pin, in a marker. This finds them all and writes the
table at the end of each page of rules:

    python -m tests.clauses --write     brings the tables up to date
    python -m tests.clauses D4.7        names every place in code and tests for a clause
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEGIN = "<!-- clauses: written by `python -m tests.clauses --write` -->"
END = "<!-- end of clauses -->"
NO_CODE = "*No code of its own:*"
LANGUAGES = ("en", "de", "nl")


@dataclass(frozen=True)
class Place:
    """Where a clause is named: a file, what in it, and the line."""

    file: Path
    name: str
    line: int

    @property
    def module(self) -> str:
        """The file as one imports it, from the folder that holds all code or all tests."""
        parts = self.file.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[2:] if parts[0] == "src" else parts[1:])

    @property
    def part(self) -> str:
        """The part of Fathom that it belongs to."""
        return self.module.split(".")[0]

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT).as_posix()}:{self.line} {self.name}"


@dataclass(frozen=True)
class Rules:
    """A page of rules whose clauses begin with a letter, and how many clauses each section has."""

    page: Path
    letter: str
    sections: dict[int, range]
    parts: tuple[str, ...]
    """The parts of Fathom that carry the rules out, and their tests; others may only name clauses."""

    @property
    def clauses(self) -> list[str]:
        """Every clause there is, in order."""
        return [
            f"{self.letter}{section}.{number}"
            for section in self.sections
            for number in self.sections[section]
        ]

    @property
    def known(self) -> set[str]:
        """Everything that code and tests may name: clauses, and whole sections."""
        return {*self.clauses, *(f"{self.letter}{section}" for section in self.sections)}

    def text(self) -> str:
        """The page as it is."""
        return self.page.read_text(encoding="utf-8")

    def told(self, language: str = "en") -> dict[str, str]:
        """What the page says about each clause, in one of the LANGUAGES."""
        page = self.page if language == "en" else self.page.parent / language / self.page.name
        text = page.read_text(encoding="utf-8").partition(BEGIN)[0]
        parts = re.split(rf'<a id="({self.letter}\d+\.\d+)"></a>', text)
        return dict(zip(parts[1::2], parts[2::2], strict=True))

    def named_in(self, text: str) -> Iterator[str]:
        """The clauses and sections that a text names."""
        return iter(re.findall(rf"\b{self.letter}\d+(?:\.\d+)?(?![\w.]*\w)", text))

    def code(self, *, everywhere: bool = False) -> dict[str, list[Place]]:
        """Where each clause is named in the code of the parts that carry it out, or everywhere."""
        found = defaultdict(list)
        for file in sorted((ROOT / "src" / "fathom").rglob("*.py")):
            for text, place in _sayings(file):
                for clause in self.named_in(text):
                    if everywhere or place.part in self.parts:
                        found[clause].append(place)
        return found

    def tests(self, *, everywhere: bool = False) -> dict[str, list[Place]]:
        """Which tests of these parts are marked with each clause, or which at all."""
        found = defaultdict(list)
        for file in sorted((ROOT / "tests").rglob("test_*.py")):
            for clause, place in _markers(file):
                if clause.startswith(self.letter) and (everywhere or place.part in self.parts):
                    found[clause].append(place)
        return found

    def table(self) -> str:
        """The table clause → code → tests, as it belongs into the page now."""
        code, tests, told = self.code(), self.tests(), self.told()
        lines = ["| Clause | Code | Tests |", "|---|---|---|"]
        for clause in self.clauses:
            where = _listed(f"{place.module}.{place.name}".rstrip(".") for place in code[clause])
            if not where and NO_CODE in told.get(clause, ""):
                where = "none of its own"
            pinned = _listed(place.module for place in tests[clause])
            lines.append(f"| [{clause}](#{clause}) | {where} | {pinned} |")
        return "\n".join(lines)

    def written(self) -> str:
        """The page with its table brought up to date."""
        before, begin, rest = self.text().partition(BEGIN)
        _, end, after = rest.partition(END)
        assert begin, f"{self.page.name} has no line {BEGIN}"
        assert end, f"{self.page.name} has no line {END}"
        return f"{before}{BEGIN}\n\n{self.table()}\n\n{END}{after}"


DIVE = Rules(
    page=ROOT / "docs" / "rules" / "dive.md",
    letter="D",
    sections={
        1: range(1, 7),
        2: range(1, 3),
        3: range(1, 8),
        4: range(1, 11),
        5: range(1, 5),
        6: range(1, 4),
        7: range(1, 6),
        8: range(9),
        9: range(1, 10),
        10: range(1, 2),
    },
    parts=("dive", "ocean"),
)
DEEP_BLUE = Rules(
    page=ROOT / "docs" / "rules" / "deep-blue.md",
    letter="B",
    sections={
        1: range(1, 7),
        2: range(1, 7),
        3: range(1, 5),
        4: range(1, 7),
        5: range(1, 6),
        6: range(1, 2),
        7: range(1, 4),
        8: range(1, 9),
        9: range(1, 5),
        10: range(1, 8),
        11: range(1, 3),
        12: range(1, 3),
    },
    parts=("deepblue",),
)
ALL_RULES = (DIVE, DEEP_BLUE)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(set(names)))


@cache
def _sayings(file: Path) -> tuple[tuple[str, Place], ...]:
    """Every comment and every string of a file, with the function, class or constant that it belongs to."""
    said = []
    source = file.read_text(encoding="utf-8")
    names = _names_by_line(ast.parse(source))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        # Strings with places to fill are other tokens in newer versions of Python: they are left out in all.
        if token.type in {tokenize.COMMENT, tokenize.STRING} and token.string[0] not in "fF":
            # A comment on a line of its own speaks of what follows it.
            line = token.start[0]
            alone = token.type == tokenize.COMMENT and token.line.strip().startswith("#")
            said.append((token.string, Place(file, names.get(line + alone, names.get(line, "")), line)))
    return tuple(said)


def _names_by_line(tree: ast.Module) -> dict[int, str]:
    """For each line the innermost named thing around it."""
    names: dict[int, str] = {}

    def visit(node: ast.AST, around: str, *, inside: bool = False) -> None:
        name = around
        for child in ast.iter_child_nodes(node):
            # A string below a constant or a field is what is said about it.
            name = name if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant) else around
            if isinstance(child, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
                name = f"{around}.{child.name}".lstrip(".")
            elif isinstance(child, ast.Assign | ast.AnnAssign) and not inside:
                target = child.targets[0] if isinstance(child, ast.Assign) else child.target
                if isinstance(target, ast.Name):
                    name = f"{around}.{target.id}".lstrip(".")
            if name != around and isinstance(child, ast.stmt):
                for line in range(child.lineno, (child.end_lineno or child.lineno) + 1):
                    names[line] = name
            visit(child, name, inside=inside or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))

    visit(tree, "")
    return names


@cache
def _markers(file: Path) -> tuple[tuple[str, Place], ...]:
    """The clauses in `@clause(…)` and `@pytest.mark.clause(…)` above the tests of a file."""
    marked = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for call in node.decorator_list:
                if isinstance(call, ast.Call) and _called(call.func) == "clause":
                    for argument in call.args:
                        assert isinstance(argument, ast.Constant), (
                            f"{file}:{argument.lineno}: write clauses out"
                        )
                        marked.append((str(argument.value), Place(file, node.name, node.lineno)))
    return tuple(marked)


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def main(arguments: list[str]) -> None:
    """Write the tables, or name the places of clauses."""
    if arguments == ["--write"]:
        for rules in ALL_RULES:
            rules.page.write_text(rules.written(), encoding="utf-8")
        return
    for clause in arguments:
        for rules in ALL_RULES:
            for place in [*rules.code(everywhere=True)[clause], *rules.tests(everywhere=True)[clause]]:
                sys.stdout.write(f"{clause}  {place}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
