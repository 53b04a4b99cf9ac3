"""The games that there are: found through the entry-point group `fathom.games`, loaded when first asked for.

A package that brings a game names its description in its `pyproject.toml`:

    [project.entry-points."fathom.games"]
    sea-bells = "sea_bells:GAME"

A game that cannot be loaded is named on standard error with the reason, once; all others work.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from multiprocessing import parent_process
from types import MappingProxyType
from typing import Any

from fathom.guests.description import Guest
from fathom.guests.fields import members
from fathom.lessons import Lesson
from fathom.players import Level
from fathom.table import AnyGame

GROUP = "fathom.games"
OURS = "fathom-games"
"""The distribution whose games are Fathom's own."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class UnknownGame(LookupError):
    """There is no game of this name; the message says which there are."""


class TwoGames(Exception):
    """Two packages bring a game of the same name; the message names both."""


class BadGuest(Exception):
    """What an entry point names cannot be a game; the message says why."""


def guests() -> Mapping[str, Guest]:
    """Every game by its name, in the order in which they are listed; raises `TwoGames`."""
    return _found()[0]


def ours() -> tuple[Guest, ...]:
    """Fathom's own games: types and documents are made from these, whatever else is installed."""
    return _found()[1]


def find(name: str) -> Guest | None:
    """The game of this name, or None."""
    return guests().get(name)


def guest(name: str) -> Guest:
    """The game of this name; raises `UnknownGame`."""
    found = find(name)
    if found is None:
        raise UnknownGame(f"there is no game “{name}”; there is {_listed(list(guests()))}")
    return found


def rules(name: str) -> AnyGame:
    """The rules of the game of this name; raises `UnknownGame`."""
    return guest(name).rules


def level(game: str, name: str) -> Level:
    """The bot of this name at a game; raises `UnknownGame` and `UnknownLevel`."""
    return guest(game).level(name)


def named(game: str, name: str) -> Level:
    """The bot that a name stands for, also `captain@50` and `module:Class`; raises as `level` does."""
    return guest(game).named(name)


def lessons() -> dict[str, Lesson]:
    """The lessons of all games, by name."""
    return {lesson.name: lesson for found in guests().values() for lesson in found.lessons}


@cache
def _found() -> tuple[Mapping[str, Guest], tuple[Guest, ...]]:
    named: dict[str, EntryPoint] = {}
    loaded: list[tuple[EntryPoint, Guest]] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, _package(entry))):
        try:
            one = _loaded(entry)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one game, the others are played
            reason = str(error) if isinstance(error, BadGuest) else f"{type(error).__name__}: {error}"
            _complain(f"the game “{entry.name}” of {_package(entry)} is left out: {reason}")
            continue
        if one.name in named:
            raise TwoGames(
                f"two games are called “{one.name}”: {named[one.name].value} of {_package(named[one.name])} "
                f"and {entry.value} of {_package(entry)}; uninstall one of them"
            )
        named[one.name] = entry
        loaded.append((entry, one))
    loaded.sort(key=lambda pair: (pair[1].order, pair[1].name))
    _check_lessons(loaded)
    return (
        MappingProxyType({one.name: one for _, one in loaded}),
        tuple(one for entry, one in loaded if _package(entry) == OURS),
    )


def _loaded(entry: EntryPoint) -> Guest:
    found: Any = entry.load()
    if not isinstance(found, Guest):
        raise BadGuest(f"{entry.value} is a {type(found).__name__}, not a Guest")
    if found.name != entry.name:
        raise BadGuest(f"{entry.value} calls itself “{found.name}”")
    if _NAME.fullmatch(found.name) is None:
        raise BadGuest(f"“{found.name}” is no name: small letters, digits and hyphens")
    if "title" not in found.words.get("en", {}):
        raise BadGuest("it has no title in English")
    _check_options(found.rules.options_type)
    if found.plain:
        for kind, union in (("action", found.rules.action_type), ("event", found.rules.event_type)):
            for struct in members(union):
                if struct.tag is None or struct.tag_field != "type":
                    raise BadGuest(f"its {kind} {struct.cls.__name__} has no tag in “type”")
    return found


def _check_options(kind: Any) -> None:
    """A game has usual options, and the wire has room for its name beside them."""
    try:
        usual = kind()
        fields = usual.__struct_fields__
    except (TypeError, AttributeError) as error:
        raise BadGuest(f"its options are no struct with a default for every field: {error}") from None
    if "game" in fields:
        raise BadGuest("its options have a field “game”, in which the name of the game is sent")


def _complain(problem: str) -> None:
    if parent_process() is None:  # whoever started this process has said it
        sys.stderr.write(f"fathom: {problem}\n")


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "an unknown package"


def _check_lessons(loaded: list[tuple[EntryPoint, Guest]]) -> None:
    known: dict[str, EntryPoint] = {}
    for entry, one in loaded:
        for lesson in one.lessons:
            if lesson.name in known:
                raise TwoGames(
                    f"two lessons are called “{lesson.name}”: of {known[lesson.name].value} and {entry.value}"
                )
            known[lesson.name] = entry


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
