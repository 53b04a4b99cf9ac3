"""`fathom tournament`: who is stronger than whom, and how sure that is."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fathom.cli.options import THE_GAME, agreed
from fathom.cli.talking import counted, guest_named, progress, say, stop

if TYPE_CHECKING:
    from fathom.lab.standings import MatchStanding, Standings
    from fathom.lab.statistics import Interval
    from fathom.lab.tournament import Contest, Tournament


def tournament(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help=THE_GAME)],
    players: Annotated[
        str,
        typer.Option(
            help="Who plays: names of levels, captain@50 for a level with so many simulations, "
            "or module:Class for your own."
        ),
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games each match has at most.")] = 100,
    seats: Annotated[int, typer.Option(min=2, max=6, help="How many play at a table.")] = 2,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Only neighbours in the list of players meet, two at a table.")
    ] = False,
    until: Annotated[
        float | None,
        typer.Option(
            help="End a match as soon as it is sure whether someone wins more than this share, such as 0.6."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same deals.")] = 0,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=256, help="On how many cores; all if you do not say.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Write every finished game here. The same command goes on from there."),
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the standings here.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the standings: .svg, .png or .pdf.")] = None,
) -> None:
    """Let players meet each other, and rate them.

    All matches play the same deals, each deal in every rotation of the seats.

    Example: fathom tournament dive --players random,snorkeler,diver --until 0.6 --out dive.jsonl
    """
    from msgspec import Raw
    from msgspec.json import encode

    from fathom.lab.makings import makings
    from fathom.lab.plots import NoPlots
    from fathom.lab.plots import plot as draw
    from fathom.lab.standings import standings
    from fathom.lab.tournament import Contest
    from fathom.players import UnknownLevel
    from fathom.table import Refused, encoded

    guest = guest_named(game)
    if until is not None and not 0.5 <= until < 1:
        stop(f"--until: {until:g} is not from 0.5 to 1")
    if until is not None and seats != 2:
        stop("--until is for two at a table")
    if ladder and seats != 2:
        stop("--ladder is for two at a table")
    options = agreed(context, guest)
    names = tuple(name.strip() for name in players.split(","))
    if len({*names}) < len(names):
        stop("--players: everyone takes part once; name each player once")
    if len(names) < seats:
        stop(f"--players: {counted(len(names), 'player')} cannot fill a table of {seats}")
    sys.path.insert(0, str(Path.cwd()))  # somebody's own players lie where the command is given
    try:
        for name in names:
            guest.named(name)
        guest.rules.check(options, seats)
    except (UnknownLevel, Refused) as error:
        stop(str(error))
    made_of = tuple(makings(guest.name, name) for name in names)
    contest = Contest(guest.name, Raw(encoded(options)), names, seats, ladder, seed, made_of)
    deals = -(-games // seats)
    played, whole = _play(contest, deals, until, out, jobs or os.cpu_count() or 1)
    found = standings(played, until)
    _show(found)
    try:
        if json is not None:
            json.write_bytes(encode(found) + b"\n")
        if plot is not None:
            draw(found, plot)
    except OSError as error:
        stop(f"{error.filename}: {error.strerror}")
    except (ValueError, NoPlots) as error:
        stop(f"{plot}: {error}")
    if not whole:
        raise typer.Exit(130)


def _play(
    contest: Contest, deals: int, until: float | None, out: Path | None, jobs: int
) -> tuple[Tournament, bool]:
    """Play on from what the file holds; also whether it came to its end, or was interrupted."""
    from concurrent.futures.process import BrokenProcessPool
    from contextlib import nullcontext

    from fathom.lab.ledger import Ledger, OtherTournament
    from fathom.lab.tournament import PlayerFailed, Tournament

    try:
        with Ledger(out, contest) if out else nullcontext() as ledger:
            played = Tournament(contest, deals, until, ledger.games if ledger else ())
            left = sum(1 for _ in played.missing())
            if ledger and ledger.games:
                say(f"{out}: going on after {counted(len(ledger.games), 'game')}")
            try:
                for game in progress(played.play(jobs), f"Playing {contest.game}", left):
                    if ledger is not None:
                        ledger.add(game)
            except KeyboardInterrupt:
                hint = "; the same command goes on from here" if out else ""
                typer.echo(f"fathom: interrupted; this is what was played until then{hint}", err=True)
                return played, False
            return played, True
    except OSError as error:
        stop(f"{error.filename or out}: {error.strerror}")
    except (OtherTournament, PlayerFailed) as error:
        stop(str(error))
    except BrokenProcessPool:
        stop("a process that played games was killed (too little memory?); try fewer --jobs")


def _show(found: Standings) -> None:
    from rich.console import Console
    from rich.table import Table

    if not found.players:
        say("No deal was played to its end.")
        return
    console = Console()
    table = Table(title=f"Players, seed {found.contest.seed}", title_justify="left")
    for heading in ("player", "rating", "95 % interval", "games", "won", "mean score"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for one in found.players:
        table.add_row(
            one.player,
            f"{one.rating.mean:.1f}",
            f"{one.rating.low:.1f} – {one.rating.high:.1f}",
            f"{one.games:,}",
            f"{one.won:.1%}",
            f"{one.score:.1f}",
        )
    console.print(table)
    table = Table(title="Matches, with 95 % intervals of the first player", title_justify="left")
    for heading in ("match", "games", "won", "at any time"):
        table.add_column(heading, justify="left" if heading == "match" else "right")
    fixed = found.until is None
    table.add_column("games fixed" if fixed else f"more than {found.until:.0%}")
    for match in found.matches:
        table.add_row(
            " – ".join(match.match),
            f"{match.games:,}",
            " – ".join(f"{share.share:.1%}" for share in match.won),
            _bounds(match.won[0]),
            _fixed(match) if fixed else match.ahead or "open",
        )
    console.print(table)


def _bounds(share: Interval) -> str:
    """Of the first player of a match."""
    return f"{share.low:.1%} – {share.high:.1%}"


def _fixed(match: MatchStanding) -> str:
    """The bounds for a number of games that was fixed beforehand, if all of them were played."""
    return "–" if match.fixed is None else _bounds(match.fixed[0])
