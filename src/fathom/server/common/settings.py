"""How a host runs the server: what is said on the command line, in the environment, in a file, or nowhere.

The first of these that says something about a setting decides it. In the environment a setting is called
`FATHOM_` and its name in capitals; in the file (TOML) just its name. A setting that does not exist, or a
value that cannot be, is an error that names it and where it was said.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta

PICTURE_SIZE = 640

BOT_SECONDS = 30.0
"""Seconds that a bot may think about one decision; then the rules decide, and its process is replaced."""

PROCESSES = 1
"""Processes for pictures, and as many for bots: no bot waits for a picture that is being drawn."""

PREFIX = "FATHOM_"
FILE = "FATHOM_CONFIG"
"""The variable that names the file."""

NOT_SETTINGS = frozenset({FILE, "FATHOM_CHROMIUM", "FATHOM_KIT_GAMES", "FATHOM_POSTGRES"})
"""Variables of ours that say something else."""

Port = Annotated[int, Meta(ge=0, le=65535)]


class BadSetting(Exception):
    """A setting that does not exist or cannot be; the message says which, and where it was said."""


class Settings(msgspec.Struct, frozen=True):
    """Everything that a host can decide. The defaults are for one machine and nobody else."""

    host: str = "127.0.0.1"
    """The address to listen at; 0.0.0.0 is everywhere."""
    port: Port = 8000
    data: str = ""
    """The folder for everything that is kept; the user's own for that if empty."""
    database: str = ""
    """A PostgreSQL URL to keep the tables there instead of in the folder."""
    keep_finished: Annotated[float, Meta(ge=0)] = 365.0
    """Days after which a finished game is removed; 0 keeps it for ever."""
    keep_unstarted: Annotated[float, Meta(ge=0)] = 30.0
    """Days after which a table is removed that has not started; 0 keeps it for ever."""
    names: tuple[str, ...] = ()
    """Names under which people ask for it, beside those of this machine; `*` is any."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose word on who asks, and whether encrypted, is believed."""
    metrics: str = ""
    """Where to give out measurements, as HOST:PORT; nowhere if empty, and never at the public address."""
    log: Literal["text", "json"] = "text"
    limits: Annotated[float, Meta(ge=0)] = 1.0
    """How many times the usual may be asked for in a time; 0 lifts all limits."""
    picture_size: Annotated[int, Meta(ge=64, le=2048)] = PICTURE_SIZE
    processes: Annotated[int, Meta(ge=1, le=64)] = PROCESSES
    """Processes for pictures, and as many for bots."""
    bot_seconds: Annotated[float, Meta(ge=1)] = BOT_SECONDS
    """Seconds that a bot may think about one decision; then the rules decide for it."""


_TYPES: dict[str, Any] = get_type_hints(Settings, include_extras=True)


def read_settings(
    environ: Mapping[str, str], *, file: Path | None = None, given: Mapping[str, Any] | None = None
) -> Settings:
    """The settings that hold; raises `BadSetting`, or `OSError` if the file cannot be read."""
    if file is None and environ.get(FILE):
        file = Path(environ[FILE])
    found: dict[str, Any] = {}
    if file is not None:
        found |= _in_file(file)
    found |= _in_environment(environ)
    found |= {
        name: _converted(f"--{name.replace('_', '-')}", name, value)
        for name, value in (given or {}).items()
        if value is not None
    }
    return Settings(**found)


def address(text: str, name: str = "metrics") -> tuple[str, int]:
    """HOST:PORT as a host and a port; raises `BadSetting`."""
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdigit() or int(port) > 65535:
        raise BadSetting(f"{name}: “{text}” is not HOST:PORT, such as 127.0.0.1:9464")
    return host.strip("[]"), int(port)


def _in_file(file: Path) -> dict[str, Any]:
    try:
        said = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{file}: {error}") from None
    for name in said:
        if name not in _TYPES:
            raise BadSetting(f"{file}: there is no setting “{name}”; {_there_are()}")
    return {name: _converted(f"{file}: {name}", name, value) for name, value in said.items()}


def _in_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for variable, text in sorted(environ.items()):
        if not variable.startswith(PREFIX) or variable in NOT_SETTINGS:
            continue
        name = variable.removeprefix(PREFIX).lower()
        if name not in _TYPES:
            raise BadSetting(f"{variable}: there is no such setting; {_there_are()}")
        value: Any = text
        if _TYPES[name] == _TYPES["trusted_proxies"]:
            value = [part.strip() for part in text.split(",") if part.strip()]
        found[name] = _converted(variable, name, value, strict=False)
    return found


def _converted(where: str, name: str, value: Any, *, strict: bool = True) -> Any:
    try:
        if isinstance(value, int) and _TYPES[name] == _TYPES["limits"]:
            value = float(value)
        return msgspec.convert(value, _TYPES[name], strict=strict)
    except msgspec.ValidationError as error:
        raise BadSetting(f"{where}: {value!r} cannot be: {error}") from None


def _there_are() -> str:
    return "there are " + ", ".join(_TYPES)
