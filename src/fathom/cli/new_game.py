"""`fathom new-game`: a package with a small, whole game, to begin one's own with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from fathom.cli.talking import say, stop

FILES = {
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
    "init.py.txt": "src/{module}/__init__.py",
    "rules.py.txt": "src/{module}/rules.py",
    "refusals.py.txt": "src/{module}/refusals.py",
    "words.py.txt": "src/{module}/words.py",
    "test_game.py.txt": "tests/test_{module}.py",
}
"""What is written, by the template that it is written from."""


def new_game(
    name: Annotated[str, typer.Argument(help="What the game is called: small letters, digits and hyphens.")],
    folder: Annotated[
        Path, typer.Option("--in", help="Where its folder is to be.", metavar="FOLDER")
    ] = Path(),
) -> None:
    """Write a package with a small, whole game, to begin your own with.

    It has rules with a secret, a phase in which all decide at once, and chance; words in three languages; and
    tests that hold it to the laws of the table. Once it is installed (pip install -e .), Fathom finds it.

    Example: fathom new-game sea-bells --in games
    """
    _check(name)
    home = folder / name
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        stop(f"{home} is there already; name another game or another folder")
    module = name.replace("-", "_")
    title = " ".join(word.capitalize() for word in name.split("-"))
    signs = {"@NAME@": name, "@MODULE@": module, "@TITLE@": title, "@CLASS@": title.replace(" ", "")}
    try:
        for template, path in FILES.items():
            text = (Path(__file__).parent / "template" / template).read_text(encoding="utf-8")
            for sign, meant in signs.items():
                text = text.replace(sign, meant)
            file = home / path.format(module=module)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        stop(f"{error.filename or home}: {error.strerror}")
    say(f"{home}: a package with the game “{name}”.")
    say(f"Install it with: pip install -e {home}")
    say(f"Then: fathom simulate {name}, or fathom play.")
    say(f"Its rules are in {home / 'src' / module / 'rules.py'}.")


def _check(name: str) -> None:
    """Leave with a word if no game can be called this."""
    from importlib.util import find_spec
    from keyword import iskeyword

    from fathom.guests import find

    if re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) is None:
        stop(f"“{name}” is no name for a game: small letters, digits and hyphens, such as sea-bells")
    if find(name) is not None:
        stop(f"there is a game “{name}” already")
    module = name.replace("-", "_")
    if iskeyword(module) or find_spec(module) is not None:
        stop(f"“{name}” cannot be a package: Python has a “{module}” already")
