"""The `fathom` command: each file here has one or two of its commands."""

from __future__ import annotations

from typing import Annotated

import typer

from fathom.cli.backing_up import backup
from fathom.cli.looking import render
from fathom.cli.new_game import new_game
from fathom.cli.options import BoxCommand, GameCommand
from fathom.cli.playing import play
from fathom.cli.records import replay, verify
from fathom.cli.serving import serve
from fathom.cli.simulating import simulate
from fathom.cli.tournament import tournament

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Two diving games, Dive and Deep Blue: play them in the browser, simulate them, "
    "rate their players, and check that nobody steered the dice.",
    epilog="Start with: fathom play",
)


def _version(asked: bool) -> None:
    if asked:
        from fathom import __version__

        typer.echo(f"fathom {__version__}")
        raise typer.Exit


@app.callback()
def fathom(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Two diving games on the command line."""


for served in (play, serve):
    app.command(cls=BoxCommand)(served)
for played in (simulate, tournament):
    app.command(cls=GameCommand)(played)
for command in (replay, verify, render, backup, new_game):
    app.command()(command)
