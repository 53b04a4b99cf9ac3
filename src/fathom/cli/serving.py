"""`fathom serve`: the server for hosts."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from fathom.cli.options import boxed
from fathom.cli.talking import say, stop

_WHERE = "Where it is"
_KEPT = "What is kept"
_WATCH = "Watching it"


def serve(
    context: typer.Context,
    host: Annotated[
        str | None,
        typer.Option(
            help="The address to listen at: 127.0.0.1 (usual) for this machine or a proxy on it, 0.0.0.0 for "
            "everyone who can reach it.",
            rich_help_panel=_WHERE,
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="The port; 8000 if you do not say, 0 for any.", rich_help_panel=_WHERE)
    ] = None,
    names: Annotated[
        str | None,
        typer.Option(
            help="The names under which people ask for it, with commas, beside those of this machine: the "
            "proxy's, fathom.example.org. Requests for other names are refused; * allows any.",
            rich_help_panel=_WHERE,
        ),
    ] = None,
    trusted_proxies: Annotated[
        str | None,
        typer.Option(
            help="Addresses or networks of the proxies in front, with commas. Only they are believed about "
            "who asks and whether it was encrypted. 127.0.0.1 for a proxy on this machine.",
            rich_help_panel=_WHERE,
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(help="The folder for everything that is kept.", metavar="DIR", rich_help_panel=_KEPT),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="A PostgreSQL URL to keep tables there. Better in FATHOM_DATABASE: others on this machine "
            "can read command lines.",
            metavar="URL",
            rich_help_panel=_KEPT,
        ),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            help="Give out measurements for Prometheus here, never at the public address.",
            metavar="HOST:PORT",
            rich_help_panel=_WATCH,
        ),
    ] = None,
    log: Annotated[
        Literal["text", "json"] | None,
        typer.Option(help="How notes are written to standard error.", rich_help_panel=_WATCH),
    ] = None,
    limits: Annotated[
        float | None,
        typer.Option(help="How many times the usual anyone may ask for; 0 lifts all limits."),
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="A file with settings (TOML), also FATHOM_CONFIG.", metavar="FILE")
    ] = None,
) -> None:
    """Serve tables to others, until SIGTERM or Ctrl+C.

    Every setting can be said here, in the environment (--trusted-proxies is FATHOM_TRUSTED_PROXIES) or in a
    file (trusted_proxies = ["127.0.0.1"]); the first of these that says something decides. Some are only
    there: picture_size, processes, bot_seconds, and for how many days tables are kept, keep_finished and
    keep_unstarted.

    People on the internet should come through a proxy that speaks TLS; docs/hosting.md has examples, a
    systemd unit and a container file. When the server stops, everyone is told that it will be back in a
    moment; nothing that was acknowledged is lost, and games go on after the next start.

    Example: fathom serve --names fathom.example.org --trusted-proxies 127.0.0.1
    """
    usual = boxed(context)
    from fathom.server import BadSetting, read_settings
    from fathom.server import serve as serve_tables

    given: dict[str, Any] = {
        "host": host,
        "port": port,
        "data": None if data is None else str(data),
        "database": database,
        "names": None if names is None else _listed(names),
        "trusted_proxies": None if trusted_proxies is None else _listed(trusted_proxies),
        "metrics": metrics,
        "log": log,
        "limits": limits,
    }
    try:
        settings = read_settings(os.environ, file=config, given=given)
        serve_tables(
            settings, usual=usual, ready=lambda address: say(f"Fathom is at {address} (Ctrl+C stops it)")
        )
    except BadSetting as error:
        stop(str(error))
    except OSError as error:
        if error.errno is None:
            stop(str(error))  # the database's affair, and in our own words
        if error.filename:
            stop(f"{error.filename}: {error.strerror}")
        stop(f"{error.strerror or error}; the port may be taken (--port, --metrics)")


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
