"""Writes the API reference: a page for each package, from its docstrings, as `make docs` builds the site.

    python scripts/reference.py

Nothing is imported: the sources are read. What a package lists in `__all__` is public, and is told in the
order of the modules that it comes from; for a single module that is everything without an underscore. The
pages are built, so git ignores them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
PAGES = ROOT / "docs" / "reference"

MODULES = (
    "fathom.table",
    "fathom.table.conformance",
    "fathom.guests",
    "fathom.dive",
    "fathom.deepblue",
    "fathom.players",
    "fathom.players.dive",
    "fathom.lab",
    "fathom.ocean",
)

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Assign | ast.AnnAssign


class Told(NamedTuple):
    """A public name: what defines it, and what is said of it."""

    name: str
    node: Definition
    doc: str


def page_name(module: str) -> str:
    """The page of a module, below `docs/`."""
    return f"reference/{module.removeprefix('fathom.').replace('.', '-')}.md"


def page(module: str) -> str:
    """What the page of a module says."""
    tree = _tree(module)
    lines = [f"# `{module}`", "", ast.get_docstring(tree) or "", ""]
    for told in public(module):
        lines += [f"## `{told.name}`", "", *_definition(told.node), ""]
        lines += [told.doc, ""] if told.doc else []
        if isinstance(told.node, ast.ClassDef):
            lines += _members(told.node)
    return "\n".join(lines).rstrip() + "\n"


def public(module: str) -> Iterator[Told]:
    """Everything public in a module, wherever in the package it is defined."""
    tree = _tree(module)
    listed = _listed(tree)
    if listed is None:
        yield from (told for told in _defined(tree.body) if not told.name.startswith("_"))
        return
    here = {told.name: told for told in _defined(tree.body)}
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and statement.module:
            for name in sorted({alias.name for alias in statement.names} & listed):
                yield _found(statement.module, name)
    yield from (told for name, told in here.items() if name in listed)


def _found(module: str, name: str) -> Told:
    """Where a name is defined, by way of modules that hand it on."""
    tree = _tree(module)
    for told in _defined(tree.body):
        if told.name == name:
            return told
    for statement in tree.body:
        named = {alias.name for alias in statement.names} if isinstance(statement, ast.ImportFrom) else set()
        if isinstance(statement, ast.ImportFrom) and statement.module and name in named:
            return _found(statement.module, name)
    raise LookupError(f"{module} does not define {name}")


@cache
def _tree(module: str) -> ast.Module:
    path = SOURCES.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))


def _listed(tree: ast.Module) -> set[str] | None:
    """What `__all__` names, if there is one."""
    for told in _defined(tree.body):
        if told.name == "__all__" and isinstance(told.node, ast.Assign):
            return set(ast.literal_eval(told.node.value))
    return None


def _defined(body: list[ast.stmt]) -> Iterator[Told]:
    """Classes, functions, constants and fields, each with the docstring in it or the string below it."""
    for statement, below in zip(body, [*body[1:], None], strict=True):
        match statement:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield Told(name, statement, ast.get_docstring(statement) or "")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                doc = ""
                if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                    doc = cleandoc(str(below.value.value))
                yield Told(name, statement, doc)
            case _:
                pass


def _definition(node: Definition) -> list[str]:
    """How a name is defined, as it stands in the source: without its body, and without long values."""
    match node:
        case ast.ClassDef():
            bases = ", ".join(ast.unparse(each) for each in [*node.bases, *node.keywords])
            code = f"class {node.name}({bases})" if bases else f"class {node.name}"
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            code = _signature(node)
        case _:
            code = ast.unparse(node)
            code = code if len(code) <= 100 else f"{code.partition(' = ')[0]} = …"
    return ["```python", code, "```"]


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    arguments = ast.unparse(node.args)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    whole = f"{word} {node.name}({arguments}){returns}"
    if len(whole) <= 100:
        return whole
    broken = arguments.replace(", *, ", ",\n    *, ")
    return f"{word} {node.name}(\n    {broken},\n){returns}"


def _members(node: ast.ClassDef) -> Iterator[str]:
    """The fields and methods of a class that are not its own business."""
    for name, member, doc in _defined(node.body):
        if name.startswith("_") and not (name.startswith("__") and doc):
            continue
        match member:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                decorated = {ast.unparse(each) for each in member.decorator_list}
                kind = "property " if "property" in decorated else ""
                yield from (f"- {kind}`{' '.join(_signature(member).split())}`", "")
            case ast.ClassDef():
                continue
            case _:
                yield from (f"- `{ast.unparse(member)}`", "")
        if doc:
            yield from (*(f"    {line}".rstrip() for line in doc.splitlines()), "")


def main() -> None:
    """Write every page anew."""
    PAGES.mkdir(exist_ok=True)
    for old in PAGES.glob("*.md"):
        old.unlink()
    for module in MODULES:
        (ROOT / "docs" / page_name(module)).write_text(page(module), encoding="utf-8")


if __name__ == "__main__":
    main()
