"""What players are made of: games count as those of a player of the same name only if that is the same."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import fathom
from fathom import guests

DIGITS = 16
"""Hexadecimal digits of a fingerprint; enough that no two will ever be the same."""


def makings(game: str, player: str) -> str:
    """A fingerprint of the code and data that decide what a player does: the rules, our players, and its own.

    Of somebody's own player that is the file of its module, or the folder if it is a package; what it imports
    from elsewhere is not looked at.
    """
    digest = sha256(ours(game))
    module, colon, _ = player.partition(":")
    if colon:
        digest.update(_contents(import_module(module).__file__))
    return digest.hexdigest()[:DIGITS]


@cache
def ours(game: str) -> bytes:
    """A fingerprint of the rules of a game and of all its players, here or in the package it comes in."""
    home = Path(fathom.__file__).parent
    package, _, module = type(guests.rules(game)).__module__.partition(".")
    parts = [_folder(home / part) for part in ("table", "players")]
    if package == fathom.__name__:
        parts.insert(1, _folder(home / module.partition(".")[0]))
    else:
        parts.append(_contents(import_module(package).__file__))
    return sha256(b"".join(parts)).digest()


def _contents(file: str | None) -> bytes:
    if file is None:
        return b""
    path = Path(file)
    return _folder(path.parent) if path.name == "__init__.py" else path.read_bytes()


def _folder(folder: Path) -> bytes:
    """The names and contents of all files, in an order that is the same on every machine."""
    files = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )
    return b"".join(name.encode() + b"\0" + sha256((folder / name).read_bytes()).digest() for name in files)
