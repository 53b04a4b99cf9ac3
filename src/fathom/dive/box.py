"""What is in the box besides the rules: the ocean's mix of cards and the chief's deck, read from data files.

The rulebooks print neither (D1.6, D9.3). Ours lie in `data/`; a table can bring the ones of its own box.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from fathom.dive.cards import MOST_CARDS, Kind, Mix
from fathom.dive.chief import ChiefCard


class BadBox(Exception):
    """A data file that cannot be played with; the message names the file and the key."""


def read_mix(path: Path) -> Mix:
    """The ocean's mix from a file like `data/ocean.toml`; raises `BadBox` if something in it is wrong."""
    return _mix(_table(path.name, _text(path)), path.name)


def read_chief_deck(path: Path) -> tuple[ChiefCard, ...]:
    """A chief deck from a file like `data/chief.toml`; raises `BadBox` if something in it is wrong."""
    return _chief_deck(_table(path.name, _text(path)), path.name)


@cache
def standard_mix() -> Mix:
    """Our ocean."""  # D1.6
    return _mix(_table("ocean.toml", _packaged("ocean.toml")), "ocean.toml")


@cache
def standard_chief_deck() -> tuple[ChiefCard, ...]:
    """Our 48 chief cards."""  # D9.3
    return _chief_deck(_table("chief.toml", _packaged("chief.toml")), "chief.toml")


def _mix(table: dict[str, Any], file: str) -> Mix:
    for key, count in table.items():
        if type(count) is int and not 0 <= count <= MOST_CARDS:
            raise BadBox(f"{file}: {key}: {count} is not a number of cards from 0 to {MOST_CARDS}")
    try:
        mix = msgspec.convert(table, Mix)
    except msgspec.ValidationError as error:
        keys = ", ".join(kind.name.lower() for kind in Kind)
        raise BadBox(f"{file}: {error} (the keys are {keys})") from None
    if not mix.valid():
        raise BadBox(
            f"{file}: nothing … shark_manta: {mix.total} cards in all; an ocean has 1 to {MOST_CARDS}"
        )
    return mix


def _chief_deck(table: dict[str, Any], file: str) -> tuple[ChiefCard, ...]:
    unknown = sorted(set(table) - {"cards"})
    if unknown:
        raise BadBox(f"{file}: {unknown[0]}: no such key; a chief deck has only “cards”")
    written = table.get("cards")
    if not isinstance(written, list) or not written:
        raise BadBox(f"{file}: cards: a list of cards such as “2 3 4y 6y” is missing")
    if len(written) > MOST_CARDS:
        raise BadBox(f"{file}: cards: {len(written)} cards; a deck has at most {MOST_CARDS}")
    deck = []
    for number, card in enumerate(written, start=1):
        try:
            deck.append(ChiefCard.read(str(card)))
        except ValueError:
            raise BadBox(
                f"{file}: cards, number {number}: “{card}” is not a chief card; it gives the speeds "
                "2, 3, 4, 6 in some order, with a y behind at most two of them"
            ) from None
    return tuple(deck)


def _table(file: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"{file}: not TOML: {error}") from None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not written in UTF-8"
        raise BadBox(f"{path.name}: cannot be read: {reason}") from None


def _packaged(file: str) -> str:
    return (files("fathom.dive") / "data" / file).read_text(encoding="utf-8")
