"""Writes the messages of `fathom.server.protocol`, and the types of Fathom's own games, as TypeScript.

    python -m fathom.server.protocol.typescript           write `TARGET` and the data of games
    python -m fathom.server.protocol.typescript --check   say whether these files are up to date

What a game plays with at every table that brings nothing else (`Guest.browser_data`) is no secret, so the
browser has it from the start. Games from elsewhere are not looked at: their messages are plain JSON.

A game's types get the game's name in front (`DiveProgram`), so that two games may both have a `Program`.
Games of other packages are not written, whatever is installed: to the browser their messages are plain JSON.
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

from fathom.guests import ours
from fathom.server import protocol
from fathom.table import AnyGame, Menu, Objection, Record, Refusal

TARGET = Path("web/src/wire/protocol.ts")

OWN: dict[str, AnyGame] = {guest.name: guest.rules for guest in ours()}
"""The games whose messages the browser knows by type: Fathom's own."""

PARTS = ("Options", "Action", "Event", "View", "Menu")

PLAIN = """
/** Any JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** The options of a game that is not Fathom's own. */
export interface PlainOptions extends JsonObject {
  readonly game: string;
}

/** An action of a game that is not Fathom's own. */
export interface PlainAction extends JsonObject {
  readonly type: string;
}

/** An event of a game that is not Fathom's own. */
export interface PlainEvent extends JsonObject {
  readonly type: string;
}

/** A view of a game that is not Fathom's own. */
export interface PlainView extends JsonObject {
  readonly game: string;
}
"""
"""What a game of another package sends, of which only the outline is known."""

HEADER = """\
// Written by `python -m fathom.server.protocol.typescript` from the server's messages. Do not edit.
"""


def main(arguments: list[str]) -> int:
    """Write the file, or with `--check` only compare it; return the exit code."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write(__doc__ or "")
        return 2
    stale = False
    data = {Path(path): made() for guest in ours() for path, made in guest.browser_data.items()}
    for target, wanted in ({TARGET: typescript()} | data).items():
        if not arguments:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(wanted, encoding="utf-8")
        elif not target.is_file() or target.read_text(encoding="utf-8") != wanted:
            sys.stderr.write(f"{target} is stale: run `python -m fathom.server.protocol.typescript`\n")
            stale = True
    return int(stale)


def typescript() -> str:
    """All types of all messages, as one TypeScript module."""
    written = _Module()
    for game in OWN.values():
        for part, members in _parts(game):
            written.union(_title(game) + part, members)
    for part in PARTS:
        own = [_title(game) + part for game in OWN.values()]
        written.either("Game" + part, own, others=["Plain" + part])
    for part in ("FromClient", "FromServer"):
        written.union(part, get_args(getattr(protocol, part)))
    for message in protocol.OVER_HTTP:
        written.reference(shapes.type_info(message))
    written.reference(shapes.type_info(protocol.PlainMenu))
    written.literals("GameName", sorted(OWN))
    written.declare("Games", _games())
    written.literals("ServerRefusalCode", sorted(_codes("fathom.server.common")))
    for game in OWN.values():
        written.literals(_title(game) + "RefusalCode", sorted(_codes(_package(game))))
    written.either("RefusalCode", [f"{owner}RefusalCode" for owner in ("Server", *map(_title, OWN.values()))])
    return written.text() + PLAIN


def _games() -> str:
    """What each game speaks in, by its name."""
    lines = ["/** What each of Fathom's own games speaks in. */", "export interface Games {"]
    for name, game in OWN.items():
        lines.append(f"  readonly {json.dumps(name)}: {{")
        lines += [f"    readonly {part.lower()}: {_title(game)}{part};" for part in PARTS]
        lines.append(f"    readonly refusals: {_title(game)}RefusalCode;")
        lines.append("  };")
    return "\n".join([*lines, "}"])


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


def _codes(package: str) -> set[str]:
    """Every code with which a package objects to something."""
    objections = vars(import_module(f"{package}.refusals")).values()
    return {objection.code for objection in objections if isinstance(objection, Objection)}


def _package(game: AnyGame) -> str:
    return type(game).__module__.rpartition(".")[0]


def _title(game: AnyGame) -> str:
    return "".join(word.capitalize() for word in game.name.split("-"))


_PREFIXES = {_package(game) + ".": _title(game) for game in OWN.values()}


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

    def either(self, name: str, references: list[str], others: Iterable[str] = ()) -> None:
        """Declare a union; wherever these references stand together from now on, its name does."""
        self._unions.setdefault(frozenset(references), name)
        listed = [*references, *others]
        members = listed[0] if len(listed) == 1 else "\n  | " + "\n  | ".join(listed)
        self.declare(name, f"export type {name} ={'' if members.startswith(chr(10)) else ' '}{members};")

    def literals(self, name: str, values: Iterable[str]) -> None:
        self.either(name, [json.dumps(value) for value in dict.fromkeys(values)])

    def declare(self, name: str, declaration: str) -> None:
        if self._declared.get(name, declaration) != declaration:
            raise ValueError(f"two different types want to be called {name}")
        self._declared[name] = declaration

    def reference(self, shape: shapes.Type) -> str:
        """How TypeScript refers to a type; declares it first where it needs a name."""
        match shape:
            case shapes.Metadata(inner, extra=extra):
                if extra and "written" in extra:
                    return str(extra["written"])
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
                mark = "?" if _may_be_left_out(field) else ""
                lines.append(f"readonly {field.encode_name}{mark}: {kind or self.reference(field.type)};")
            body = f"export interface {name} {{\n" + "".join(f"  {line}\n" for line in lines) + "}"
        self._declared[name] = _told(shape.cls) + body
        return name

    def _enum(self, cls: type[Enum]) -> str:
        self.literals(_name(cls), [str(member.value) for member in cls])
        return _name(cls)


def _may_be_left_out(field: shapes.Field) -> bool:
    """Whether it is left out where it has nothing to say (`UNSET`)."""
    return not field.required and field.default is field.default_factory is msgspec.NODEFAULT


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
