"""`fathom replay` and `fathom verify`: what recorded games were like, and whether they were fair."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fathom.cli.talking import complain, counted, listed, progress, say, stop

if TYPE_CHECKING:
    from fathom.table import AnyGame, BadRecord, Record

_Records = Annotated[Path, typer.Argument(metavar="FILE", help="Records, one per line.")]


def replay(
    file: _Records,
    game: Annotated[int, typer.Option(min=1, help="Which game of the file, from 1.")] = 1,
) -> None:
    """Tell a recorded game in words."""
    from fathom.table import BadRecord, replay

    lines = 0
    for line, record in _records(file):
        lines += 1
        if lines < game:
            continue
        where = f"{file}, line {line}"
        try:
            if isinstance(record, BadRecord):
                raise record
            rules = _rules(record)
            say(f"Game {game} of {file.name}: {record.game}, {listed(record.players)}.")
            for position in replay(rules, record):
                if position.move is not None and position.move.by_clock:
                    say(f"Time is up for {record.players[position.move.seat]}.")
                if position.move is not None and position.taken_back is not None:
                    say(f"{record.players[position.move.seat]} takes that back.")
                for event in position.events:
                    if event.__struct_config__.tag != "ready":  # in a story it is noise that someone decided
                        say(rules.tell(event, record.players))
        except BadRecord as error:
            stop(f"{where}: {error}")
        say(_standing(record))
        return
    stop(f"{file}: there is no game {game}; " + (f"the file has {lines}" if lines else "the file is empty"))


def verify(file: _Records) -> None:
    """Recompute every random outcome of recorded games from their revealed seeds.

    Names the outcome that does not fit if a record was edited, cut off or played with other dice, and then
    leaves with status 1.
    """
    from fathom.table import BadRecord, verify

    games = outcomes = wrong = 0
    for line, record in progress(_records(file), "Verifying"):
        games += 1
        try:
            if isinstance(record, BadRecord):
                raise record
            outcomes += verify(_rules(record), record)
        except BadRecord as error:
            wrong += 1
            complain(f"{file}, line {line}: {error}")
    if not games:
        stop(f"{file}: the file is empty")
    if wrong:
        stop(f"{wrong:,} of {games:,} records do not fit")
    say(f"{counted(games, 'game')} verified: {counted(outcomes, 'outcome')}, each as its seed gives it.")


def _rules(record: Record) -> AnyGame:
    from fathom.guests import TwoGames, UnknownGame, rules
    from fathom.table import BadRecord

    try:
        return rules(record.game)
    except UnknownGame as error:
        raise BadRecord(str(error)) from None
    except TwoGames as error:
        stop(str(error))


def _standing(record: Record) -> str:
    if record.result is None:
        return "The game is not over."
    ranked = sorted(zip(record.result.places, record.players, record.result.scores, strict=True))
    return "Places: " + ", ".join(f"{place}. {player} ({score})" for place, player, score in ranked) + "."


def _records(file: Path) -> Iterator[tuple[int, Record | BadRecord]]:
    from fathom.lab import read_records

    try:
        yield from read_records(file)
    except OSError as error:
        stop(f"{file}: {error.strerror}")
