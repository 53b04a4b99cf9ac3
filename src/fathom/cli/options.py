"""The options of games on the command line: read off their options types when a command first needs them.

Every option belongs to the games that have it, under the games' titles in the help. `fathom --help` loads no
game.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.core import TyperCommand
from typer.main import get_command

from fathom.cli.talking import stop

if TYPE_CHECKING:
    from fathom.guests import Field, Guest, OwnBox

THE_GAME = "The game to play."
"""What is said of the argument `game`; which games there are is added when they are known."""

SHARED = "Several games"
"""The heading of options that more than one game has."""


@dataclass(frozen=True)
class Flag:
    """An option of a game as it is said on the command line."""

    guest: Guest
    option: str
    """The field of the game's options that it fills."""
    flag: str
    kind: Any
    default: Any
    help: str
    box: OwnBox | None = None


class _WithGames(TyperCommand):
    """A command whose options are its own and those of the games that there are."""

    @property
    def own_flags(self) -> frozenset[str]:
        """What the command itself has."""
        return frozenset(flag for parameter in self.params for flag in parameter.opts) | {"--help"}

    @cached_property
    def flags(self) -> dict[str, tuple[Flag, ...]]:
        """The options of all games by how they are said, each with the games that have it."""
        found: dict[str, tuple[Flag, ...]] = {}
        for guest in _guests():
            for flag in self.flags_of(guest):
                said = (
                    f"--{flag.flag}"
                    if f"--{flag.flag}" not in self.own_flags
                    else f"--{guest.name}-{flag.flag}"
                )
                found[said] = (*found.get(said, ()), flag)
        return found

    @cached_property
    def added(self) -> list[Any]:
        """These options, as typer makes them."""
        made = [_parameter(said, flags) for said, flags in self.flags.items()]

        def games() -> None: ...

        vars(games)["__signature__"] = inspect.Signature(made)
        app = typer.Typer(add_completion=False)
        app.command()(games)
        return list(get_command(app).params)

    def flags_of(self, guest: Guest) -> tuple[Flag, ...]:
        raise NotImplementedError

    def get_params(self, ctx: Any) -> Any:
        *own, helping = super().get_params(ctx)
        for parameter in own:
            if getattr(parameter, "help", None) == THE_GAME:
                games = " or ".join(guest.name for guest in _guests())
                vars(parameter)["help"] = f"The game to play: {games}."
        return [*own, *self.added, helping]

    def invoke(self, ctx: Any) -> Any:
        # The command's own function does not know them: it asks `agreed` or `boxed`.
        ctx.meta[GIVEN] = {
            said: ctx.params.pop(parameter.name)
            for said, parameter in zip(self.flags, self.added, strict=True)
        }
        return super().invoke(ctx)


GIVEN = "fathom.games"


class GameCommand(_WithGames):
    """A command that plays one game, with its options and what is in one's own box."""

    def flags_of(self, guest: Guest) -> tuple[Flag, ...]:
        return _flags(guest)


class BoxCommand(_WithGames):
    """A command that serves all games: tables agree on options themselves, boxes are the host's."""

    def flags_of(self, guest: Guest) -> tuple[Flag, ...]:
        return _boxes(guest)


def agreed(context: typer.Context, guest: Guest) -> Any:
    """The options of a game as the command was given them; says so and leaves if one does not fit."""
    import msgspec

    values: dict[str, Any] = {}
    for said, (flag, value) in _given(context, guest).items():
        if flag.box is not None:
            values[flag.option] = _read(flag.box, value)
        elif guest.unset.get(flag.option) == value:
            values[flag.option] = None
        else:
            values[flag.option] = _fitting(said, flag, value)
    kind = guest.rules.options_type
    try:
        boxed = {
            option: values.pop(option) for option in [one.option for one in guest.boxes] if option in values
        }
        tag = {"game": kind.__struct_config__.tag} if kind.__struct_config__.tag_field == "game" else {}
        given = msgspec.structs.replace(msgspec.convert(values | tag, kind), **boxed)
        return guest.rules.settled(given)
    except msgspec.ValidationError as error:
        stop(str(error))


def boxed(context: typer.Context) -> dict[str, Any]:
    """By game, the options with what is in the host's own boxes; games without any are left out."""
    import msgspec

    usual: dict[str, Any] = {}
    for guest in _guests():
        parts = {
            flag.option: _read(flag.box, value)
            for said, flags in _flags_of(context).items()
            for flag in flags
            if flag.guest is guest and flag.box and (value := context.meta[GIVEN][said]) is not None
        }
        if parts:
            usual[guest.name] = msgspec.structs.replace(guest.rules.options_type(), **parts)
    return usual


def _given(context: typer.Context, guest: Guest) -> dict[str, tuple[Flag, Any]]:
    """What was said of the options of this game. Options of another game are refused by name."""
    found = {}
    for said, flags in _flags_of(context).items():
        value = context.meta[GIVEN][said]
        source = context.get_parameter_source(said.removeprefix("--").replace("-", "_"))
        if source is None or source.name != "COMMANDLINE":
            continue
        own = next((flag for flag in flags if flag.guest is guest), None)
        if own is None:
            owners = " and ".join(flag.guest.name for flag in flags)
            stop(f"{said} is an option of {owners}, not of {guest.name}")
        found[said] = (own, value)
    return found


def _flags_of(context: typer.Context) -> dict[str, tuple[Flag, ...]]:
    command: Any = context.command
    flags: dict[str, tuple[Flag, ...]] = command.flags
    return flags


def _guests() -> tuple[Guest, ...]:
    from fathom.guests import TwoGames, guests

    try:
        return tuple(guests().values())
    except TwoGames as error:
        stop(str(error))


def _flags(guest: Guest) -> tuple[Flag, ...]:
    """Every option of a game that a word can say, and its boxes."""
    from fathom.guests.fields import struct_fields

    words = guest.all_words()["en"]
    said = [
        Flag(
            guest,
            field.name,
            field.name.replace("_", "-"),
            _kind(field),
            field.default if isinstance(field.default, bool | int | float | str) else None,
            words.get(f"option.{field.name}.hint", words.get(f"option.{field.name}", "")),
        )
        for field in struct_fields(guest.rules.options_type)
        if field.kind != "json" and field.name not in guest.on_screen
    ]
    return (*said, *_boxes(guest))


def _boxes(guest: Guest) -> tuple[Flag, ...]:
    return tuple(Flag(guest, box.option, box.flag, Path | None, None, box.help, box) for box in guest.boxes)


def _kind(field: Field) -> Any:
    """The type in which typer reads a field."""
    match field.kind:
        case "switch":
            return bool
        case "choice":
            choices: Any = field.choices
            return Literal[choices]
        case "number":
            return int if isinstance(field.default, int) else float
        case _:
            return str


def _parameter(said: str, flags: tuple[Flag, ...]) -> inspect.Parameter:
    """One option for typer. Where several games have it and mean different things, it is taken as text."""
    first, *others = flags
    alike = all((flag.kind, flag.default) == (first.kind, first.default) for flag in others)
    kind, default = (first.kind, first.default) if alike else (str | None, None)
    switch = kind is bool and default is True
    panel = first.guest.title if not others else SHARED
    told = first.help if not others else " ".join(f"{flag.guest.title}: {flag.help}" for flag in flags)
    option: Callable[..., Any] = typer.Option
    names = (f"{said}/--no-{said.removeprefix('--')}" if switch else said,)
    limits = _limits(first) if alike else {}
    return inspect.Parameter(
        said.removeprefix("--").replace("-", "_"),
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, option(*names, help=told, rich_help_panel=panel, **limits)],
    )


def _limits(flag: Flag) -> dict[str, Any]:
    """The least and the most of a number, where its type says any."""
    field = next((one for one in flag.guest.fields if one.name == flag.option), None)
    if field is None or field.kind != "number":
        return {}
    bounds = {"min": field.least, "max": field.most}
    return {name: bound for name, bound in bounds.items() if isinstance(bound, int | float)}


def _fitting(said: str, flag: Flag, value: Any) -> Any:
    """A value in the type of its option, also where several games share the word for it."""
    import msgspec

    try:
        return msgspec.convert(value, flag.kind, strict=False)
    except msgspec.ValidationError as error:
        stop(f"{said}: {value}: {error}")


def _read(box: OwnBox, path: Any) -> Any:
    try:
        return box.read(Path(path))
    except box.error as error:
        stop(str(error))
