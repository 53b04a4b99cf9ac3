"""What the command says, and how: sentences, complaints, progress."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeVar

import typer

if TYPE_CHECKING:
    from fathom.guests import Guest


def stop(problem: str) -> NoReturn:
    """Say what is wrong, and leave."""
    complain(problem)
    raise typer.Exit(1)


def complain(problem: str) -> None:
    """Say what is wrong, on standard error."""
    typer.echo(f"fathom: {plain(problem)}", err=True)


def say(sentence: str) -> None:
    """Print a line to standard output."""
    typer.echo(plain(sentence))


def plain(text: str) -> str:
    """The text without control characters: names come from files and must not steer a terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


Item = TypeVar("Item")


def progress(items: Iterable[Item], doing: str, total: int | None = None) -> Iterator[Item]:
    """The same items, with a progress bar where someone can see it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing, total=total)
        for item in items:
            yield item
            bar.advance(task)


def guest_named(name: str) -> Guest:
    """The game of this name; says so and leaves if there is none."""
    from fathom.guests import TwoGames, UnknownGame, guest

    try:
        return guest(name)
    except (UnknownGame, TwoGames) as error:
        stop(str(error))


def listed(words: Sequence[str]) -> str:
    """One, two and three."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def counted(number: int, thing: str) -> str:
    """A number of things, in the plural unless it is one."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
