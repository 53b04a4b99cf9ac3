"""The words of a game: templates from which the plain table makes its sentences, and what they are held to.

A template is text with places in braces:

    {field}                 the value of a field; `{hand.cards}` goes further down
    {@field}                the name of the player in the seat that the field holds
    {field?yes|no}          one text if the field is true, not empty and not zero, the other otherwise
    {field#one|many}        one text for 1, the other for all other numbers; # stands for the number

There is no other syntax; the texts in a choice have no places. Keys are `title`, `blurb`, `option.<field>`,
`option.<field>.hint`, `option.<field>.<value>`, `action.<tag>`, `action.<tag>.<field>` (the label of a field
where an action is filled in), `event.<tag>`, `view.<path>` (`-`: not shown), `value.<string>`,
`refusal.<code>`, `level.<name>` and `level.<name>.hint`. The fields of an action or event template are those
of the action or event; of a refusal, its values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any, Literal

from msgspec import inspect as shapes

from fathom.guests.description import LANGUAGES, Guest
from fathom.guests.fields import members
from fathom.table import Objection, Refusal

_PLACE = re.compile(r"\{(@?)([A-Za-z_]\w*(?:\.\w+)*)(?:([?#])([^{}|]*)\|([^{}|]*))?\}")

HIDDEN = "-"
"""The word for a field of a view that is not shown."""


class BadTemplate(ValueError):
    """A template that cannot be read; the message says where."""


class BadWords(AssertionError):
    """Words that a game lacks, or that do not fit it; the message lists all of them."""


@dataclass(frozen=True)
class Place:
    """A place in a template: a field, and what is made of it."""

    path: str
    way: Literal["", "@", "?", "#"]
    first: str = ""
    second: str = ""


Template = tuple[str | Place, ...]

_WAYS: dict[str, Literal["", "@", "?", "#"]] = {"": "", "@": "@", "?": "?", "#": "#"}


def parsed(text: str) -> Template:
    """A template from its text; raises `BadTemplate`."""
    parts: list[str | Place] = []
    end = 0
    for found in _PLACE.finditer(text):
        _add_plain(text[end : found.start()], parts)
        player, path, way, first, second = found.groups()
        if player and way:
            raise BadTemplate(f"“{found[0]}”: a name is no choice")
        parts.append(Place(path, _WAYS[player or way or ""], first or "", second or ""))
        end = found.end()
    _add_plain(text[end:], parts)
    return tuple(parts)


def _add_plain(text: str, parts: list[str | Place]) -> None:
    """Add the text between two places; a brace in it belongs to a place that cannot be read."""
    if re.search(r"[{}]", text):
        raise BadTemplate(f"“{text}” has a brace that belongs to no {{field}}, {{@field}} or {{field?a|b}}")
    if text:
        parts.append(text)


def places(template: Template) -> Iterator[Place]:
    """The places of a template."""
    return (part for part in template if isinstance(part, Place))


def filled(template: Template, values: Mapping[str, Any], players: Sequence[str] = ()) -> str:
    """The sentence that a template makes of a value, as the browser makes it."""
    return "".join(part if isinstance(part, str) else _filled(part, values, players) for part in template)


def _filled(place: Place, values: Mapping[str, Any], players: Sequence[str]) -> str:
    found = _at(values, place.path)
    match place.way:
        case "":
            return _said(found)
        case "@":
            return ", ".join(players[seat] for seat in found) if isinstance(found, list) else players[found]
        case "?":
            return place.first if found else place.second
        case "#":
            number = len(found) if isinstance(found, list) else found
            return (place.first if number == 1 else place.second).replace("#", _said(number))


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_said, value)) or "–"
    return "–" if value is None else str(value)


def _at(values: Any, path: str) -> Any:
    for name in path.split("."):
        values = values[int(name)] if isinstance(values, list) else values[name]
    return values


# ── What words are held to ─────────────────────────────────────────────────────────────────────────────────


def check_words(guest: Guest) -> None:
    """Raise `BadWords` unless everything of a game has words that can be read and fit it.

    English must be complete; what another language says must fit as well, and a language that has words of
    some kind has all of that kind. Games with a page of their own need no more than a title.
    """
    problems = list(_problems(guest))
    if problems:
        raise BadWords("\n".join(problems))


def untranslated(guest: Guest) -> dict[str, tuple[str, ...]]:
    """What each language lacks that English has; languages that lack nothing are left out."""
    english = guest.words.get("en", {})
    lacking = {
        language: tuple(key for key in english if key not in guest.words.get(language, {}))
        for language in LANGUAGES
    }
    return {language: keys for language, keys in lacking.items() if keys}


def _problems(guest: Guest) -> Iterator[str]:
    english = guest.words.get("en", {})
    yield from (
        f"{guest.name}: there is no language “{language}”; there are {', '.join(LANGUAGES)}"
        for language in guest.words
        if language not in LANGUAGES
    )
    required = _required(guest)
    yield from (f"{guest.name}, en: “{key}” has no words" for key in required if key not in english)
    known = _known(guest)
    for language, words in guest.words.items():
        for key, text in words.items():
            for problem in _wrong(key, text, known):
                yield f"{guest.name}, {language}: “{key}”: {problem}"
            if key not in english:
                yield f"{guest.name}, {language}: “{key}” has no words in English"


def _required(guest: Guest) -> Iterator[str]:
    yield "title"
    if not guest.plain:
        return
    yield "blurb"
    for option in guest.fields:
        yield f"option.{option.name}"
        if isinstance(option.choices, tuple):
            yield from (f"option.{option.name}.{choice}" for choice in option.choices)
    yield from (f"action.{struct.tag}" for struct in members(guest.rules.action_type))
    yield from (f"event.{struct.tag}" for struct in members(guest.rules.event_type))
    yield from (f"refusal.{objection.code}" for objection in guest.objections)
    yield from (f"level.{level.name}" for level in guest.levels if level.name != "random")


@dataclass(frozen=True)
class _Known:
    """What the keys and fields of a game's templates may be."""

    actions: Mapping[str, shapes.StructType]
    events: Mapping[str, shapes.StructType]
    refusals: Mapping[str, Objection]
    options: frozenset[str]
    views: tuple[shapes.StructType, ...]
    levels: frozenset[str]


def _known(guest: Guest) -> _Known:
    rules = guest.rules
    return _Known(
        {str(struct.tag): struct for struct in members(rules.action_type)},
        {str(struct.tag): struct for struct in members(rules.event_type)},
        {objection.code: objection for objection in guest.objections},
        frozenset(shape.name for struct in members(rules.options_type) for shape in struct.fields),
        members(rules.view_type),
        frozenset(level.name for level in guest.levels),
    )


def _wrong(key: str, text: str, known: _Known) -> Iterator[str]:
    """What is wrong with one template."""
    kind, _, rest = key.partition(".")
    try:
        template = parsed(text)
    except BadTemplate as error:
        yield str(error)
        return
    fields = [place.path for place in places(template)]
    match kind:
        case "title" | "blurb" | "value":
            yield from (f"it has no field “{path}”" for path in fields)
        case "option":
            if rest.partition(".")[0] not in known.options:
                yield "there is no such option"
        case "level":
            if rest.partition(".")[0] not in known.levels:
                yield "there is no such level"
        case "view":
            if not any(_has(struct, rest) for struct in known.views):
                yield "no view has such a field"
        case "refusal":
            if rest not in known.refusals:
                yield "the game objects to no such thing"
                return
            sentence = known.refusals[rest].sentence
            values = {name for _, name, _, _ in Formatter().parse(sentence) if name}
            yield from (f"it has no value “{path}”" for path in fields if path not in values)
        case "action" | "event":
            tag, _, label = rest.partition(".")
            struct = (known.actions if kind == "action" else known.events).get(tag)
            if struct is None or (label and kind == "event"):
                yield f"there is no such {kind}"
                return
            if label and not _has(struct, label):
                yield f"the action has no field “{label}”"
                return
            yield from (f"it has no field “{path}”" for path in fields if not _has(struct, path))
            yield from (
                f"“{place.path}” is no seat"
                for place in places(template)
                if place.way == "@" and not _is_seat(struct, place.path)
            )
        case _:
            yield "there is no such key"


def _has(struct: shapes.Type, path: str) -> bool:
    """Whether values of this type have such a field; what cannot be told from the type has it."""
    name, _, rest = path.partition(".")
    found = next((shape for shape in _shapes(struct) if isinstance(shape, shapes.StructType)), None)
    if found is None:
        return True
    return any(
        field.encode_name == name and (not rest or any(_has(shape, rest) for shape in _shapes(field.type)))
        for one in _shapes(struct)
        if isinstance(one, shapes.StructType)
        for field in one.fields
    )


def _is_seat(struct: shapes.StructType, path: str) -> bool:
    """Whether a field of this name holds seats: whole numbers. Nested ones are taken on trust."""
    if "." in path:
        return True
    return any(
        isinstance(shape, shapes.IntType | shapes.VarTupleType | shapes.ListType)
        for field in struct.fields
        if field.encode_name == path
        for shape in _shapes(field.type)
    )


def _shapes(shape: shapes.Type) -> tuple[shapes.Type, ...]:
    if isinstance(shape, shapes.Metadata):
        return _shapes(shape.type)
    if isinstance(shape, shapes.UnionType):
        return tuple(part for one in shape.types for part in _shapes(one))
    return (shape,)


def told(guest: Guest, refusal: Refusal, language: str = "en") -> str:
    """A refusal in words of this language; its own English text where the game has none."""
    text = guest.all_words()[language].get(f"refusal.{refusal.code}")
    return refusal.text if text is None else filled(parsed(text), refusal.values)
