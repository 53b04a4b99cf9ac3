"""`fathom backup`: a copy of all tables, while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fathom.cli.talking import counted, say, stop


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy is to be; it must not exist.")],
    data: Annotated[Path | None, typer.Option(help="Where tables are kept.", metavar="DIR")] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL", envvar="FATHOM_DATABASE", help="The PostgreSQL database, if tables are in one."
        ),
    ] = None,
) -> None:
    """Copy all tables into a file, also while the server is running.

    The copy is the log as it was at one moment. To go back to it, stop the server and put it in the place of
    fathom.sqlite3 in the folder where tables are kept. It holds secrets of games that are not over: keep it
    to yourself.
    """
    if database:
        stop(
            "a PostgreSQL database is copied by its own program, also while servers run: "
            f"pg_dump --format=custom --file={file} followed by the URL of the database"
        )
    from platformdirs import user_data_path

    from fathom.server.store.backup import back_up

    folder = data or user_data_path("fathom", appauthor=False)
    try:
        tables = back_up(folder / "fathom.sqlite3", file)
    except OSError as error:
        stop(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    say(f"{counted(tables, 'table')} copied to {file}.")
