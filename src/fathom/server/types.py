"""Writes the messages of `fathom.server.protocol`, and every game's own types, as TypeScript.

    python -m fathom.server.types           writes web/src/lib/protocol.ts and web/src/deepblue/box.json
    python -m fathom.server.types --check   says whether these files are up to date

What is in Deep Blue's own box (charts, wrecks, crew …) is no secret and the same for every table of an
edition that brings no other, so the browser has all editions from the start.

A game's types get the game's name in front (`DiveProgram`), so that two games may both have a `Program`.
Fields are required even where the server would fill in a default: so what is read and what is sent have one
type. Only a field that the server itself may leave out is optional.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect as shapes

from fathom.deepblue.box import CHARTS, EDITIONS, NEWEST, PART_TYPES, standard_chart, standard_part
from fathom.server import protocol
from fathom.server.served import GAMES
from fathom.table import AnyGame, Menu, Objection, Record, Refusal

TARGET = Path("web/src/lib/protocol.ts")
BOX = Path("web/src/deepblue/box.json")

HEADER = """\
// Written by `python -m fathom.server.types` from the server's messages. Do not edit.
"""


def main(arguments: list[str]) -> int:
    """Write the file, or with `--check` only compare it; gives the exit code."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write(__doc__ or "")
        return 2
    stale = False
    for target, wanted in ((TARGET, typescript()), (BOX, box())):
        if not arguments:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(wanted, encoding="utf-8")
        elif not target.is_file() or target.read_text(encoding="utf-8") != wanted:
            sys.stderr.write(f"{target} is stale: run `python -m fathom.server.types`\n")
            stale = True
    return int(stale)


def box() -> str:
    """What is in each edition of our box, as JSON: charts by name, and the parts that go with any of them."""
    editions: dict[str, Any] = {}
    for edition in EDITIONS:
        parts: dict[str, Any] = {name: standard_part(name, edition) for name in PART_TYPES if name != "chart"}
        editions[edition] = {**parts, "charts": {name: standard_chart(name, edition) for name in CHARTS}}
    boxes = msgspec.to_builtins({"newest": NEWEST, "editions": editions})
    return json.dumps(boxes, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def typescript() -> str:
    """All types of all messages, as one TypeScript module."""
    written = _Module()
    for game in GAMES.values():
        for part, members in _parts(game):
            written.union(_title(game) + part, members)
    for part in ("Options", "Action", "Event", "View", "Menu"):
        written.either("Game" + part, [_title(game) + part for game in GAMES.values()])
    for part in ("FromClient", "FromServer"):
        written.union(part, get_args(getattr(protocol, part)))
    for message in protocol.OVER_HTTP:
        written.reference(shapes.type_info(message))
    written.literals("GameName", sorted(GAMES))
    written.literals("RefusalCode", sorted(_codes()))
    return written.text()


def _parts(game: AnyGame) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The unions that a game speaks in; its menu is whatever its `actions` is annotated to give."""
    menu = inspect.signature(game.actions, eval_str=True).return_annotation
    assert menu is not Menu, f"{game.name} does not say which menus it has"
    for part, union in (
        ("Options", game.options_type),
        ("Action", game.action_type),
        ("Event", game.event_type),
        ("View", game.view_type),
        ("Menu", menu),
    ):
        yield part, get_args(union) or (union,)


def _codes() -> Iterator[str]:
    """Every code that a refusal can have: what the server objects to and what each game does."""
    packages = ["fathom.server", *(type(game).__module__.rpartition(".")[0] for game in GAMES.values())]
    for package in packages:
        for objection in vars(import_module(f"{package}.refusals")).values():
            if isinstance(objection, Objection):
                yield objection.code


def _title(game: AnyGame) -> str:
    return "".join(word.capitalize() for word in game.name.split("-"))


_PREFIXES = {type(game).__module__.rpartition(".")[0] + ".": _title(game) for game in GAMES.values()}


def _name(cls: type) -> str:
    if cls is Record:
        return "GameRecord"  # TypeScript has a Record of its own
    for package, prefix in _PREFIXES.items():
        if cls.__module__.startswith(package):
            return cls.__name__ if cls.__name__.startswith(prefix) else prefix + cls.__name__
    return cls.__name__


class _Module:
    """The declarations written so far, each once, in the order in which they were first needed."""

    def __init__(self) -> None:
        self._declared: dict[str, str] = {}
        self._classes: dict[str, type] = {}
        self._unions: dict[frozenset[str], str] = {}

    def text(self) -> str:
        return HEADER + "".join(f"\n{declaration}\n" for declaration in self._declared.values())

    def union(self, name: str, members: Iterable[Any]) -> None:
        """Declare a union, unless it is a single type that already bears the name."""
        references = [self.reference(shapes.type_info(member)) for member in members]
        if references != [name]:
            self.either(name, references)

    def either(self, name: str, references: list[str]) -> None:
        self._unions.setdefault(frozenset(references), name)
        members = references[0] if len(references) == 1 else "\n  | " + "\n  | ".join(references)
        self._declare(name, f"export type {name} ={'' if members.startswith(chr(10)) else ' '}{members};")

    def literals(self, name: str, values: Iterable[str]) -> None:
        self.either(name, [json.dumps(value) for value in dict.fromkeys(values)])

    def _declare(self, name: str, declaration: str) -> None:
        if self._declared.get(name, declaration) != declaration:
            raise ValueError(f"two different types want to be called {name}")
        self._declared[name] = declaration

    def reference(self, shape: shapes.Type) -> str:
        """How TypeScript refers to a type; declares it first where it needs a name."""
        match shape:
            case shapes.Metadata(inner, extra=extra):
                return f"Game{extra['part']}" if extra and "part" in extra else self.reference(inner)
            case shapes.StructType():
                return self._struct(shape)
            case shapes.EnumType(cls):
                return self._enum(cls)
            case shapes.UnionType(types):
                return self._either(list(dict.fromkeys(self.reference(member) for member in types)))
            case shapes.VarTupleType(item) | shapes.ListType(item):
                items = self.reference(item)
                return f"readonly ({items})[]" if " " in items else f"readonly {items}[]"
            case shapes.TupleType(members):
                return f"readonly [{', '.join(self.reference(member) for member in members)}]"
            case shapes.DictType(key, value):
                return f"{{ readonly [key: {self.reference(key)}]: {self.reference(value)} }}"
            case shapes.LiteralType(values):
                return " | ".join(json.dumps(value) for value in values)
            case shapes.IntType() | shapes.FloatType():
                return "number"
            case shapes.StrType():
                return "string"
            case shapes.BoolType():
                return "boolean"
            case shapes.NoneType():
                return "null"
            case shapes.RawType() | shapes.AnyType():
                return "unknown"
            case _:
                raise TypeError(f"no TypeScript for {shape}")

    def _either(self, references: list[str]) -> str:
        """A union, by its name if it has one."""
        named = self._unions.get(frozenset(references) - {"null"})
        if named is None or len(references) == 1:
            return " | ".join(references)
        return f"{named} | null" if "null" in references else named

    def _struct(self, shape: shapes.StructType) -> str:
        name = _name(shape.cls)
        known = self._classes.setdefault(name, shape.cls)
        if known is not shape.cls:
            raise ValueError(f"{known} and {shape.cls} both want to be called {name}")
        if name in self._declared:
            return name
        self._declared[name] = ""  # keeps its place, and ends the search in types that contain themselves
        if shape.array_like:
            items = ", ".join(f"{field.name}: {self.reference(field.type)}" for field in shape.fields)
            body = f"export type {name} = readonly [{items}];"
        else:
            lines = []
            if shape.tag_field:
                lines.append(f"readonly {shape.tag_field}: {json.dumps(shape.tag)};")
            for field in shape.fields:
                kind = "RefusalCode" if (shape.cls, field.name) == (Refusal, "code") else None
                name_of = field.encode_name + _mark(field)
                lines.append(f"readonly {name_of}: {kind or self.reference(field.type)};")
            body = f"export interface {name} {{\n" + "".join(f"  {line}\n" for line in lines) + "}"
        self._declared[name] = _told(shape.cls) + body
        return name

    def _enum(self, cls: type[Enum]) -> str:
        self.literals(_name(cls), [str(member.value) for member in cls])
        return _name(cls)


def _mark(field: shapes.Field) -> str:
    """A question mark if the field may be unset and is left out then: it has no default that JSON knows."""
    without = (field.default, field.default_factory) == (msgspec.NODEFAULT, msgspec.NODEFAULT)
    return "?" if without and not field.required else ""


def _told(cls: type) -> str:
    """The docstring as a comment."""
    text = inspect.cleandoc(cls.__doc__ or "")
    if not text:
        return ""
    lines = re.sub(r"\*/", "*", text).splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
