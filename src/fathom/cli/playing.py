"""`fathom play`: a server on this computer, and the browser."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from fathom.cli.options import boxed
from fathom.cli.talking import say, stop


def play(
    context: typer.Context,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = 8000,
    lan: Annotated[bool, typer.Option("--lan", help="Let everyone on your network join.")] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    data: Annotated[Path | None, typer.Option(help="Where tables are kept.", metavar="DIR")] = None,
) -> None:
    """Start a server on this computer and open the browser.

    Without --lan nobody but you can reach it. Games are kept: stop with Ctrl+C, start again and go on.
    """
    usual = boxed(context)
    from fathom.server import Settings, serve

    def ready(address: str) -> None:
        say(f"Fathom is at {address} (Ctrl+C stops it)")
        if browser and _has_browser():
            import webbrowser

            webbrowser.open(address)

    try:
        host = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104 - asked for
        settings = Settings(host=host, port=port, data="" if data is None else str(data))
        serve(settings, ready=ready, usual=usual)
    except OSError as error:
        if error.filename:
            stop(f"{error.filename}: {error.strerror}")
        stop(f"port {port}: {error.strerror or error}; choose another one with --port")


def _has_browser() -> bool:
    """Whether a window can open; where there is none, the address is more use than a browser in text."""
    return sys.platform in {"win32", "darwin"} or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
