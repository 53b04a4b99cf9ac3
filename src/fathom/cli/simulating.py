"""`fathom simulate`: bots play many games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fathom.cli.options import THE_GAME, agreed
from fathom.cli.talking import counted, guest_named, progress, stop

if TYPE_CHECKING:
    from fathom.guests import Guest
    from fathom.lab import Tally
    from fathom.players import Level


def simulate(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help=THE_GAME)],
    players: Annotated[
        str | None,
        typer.Option(
            help="Who plays, from the first seat on: random, snorkeler, diver, captain or leviathan. "
            "Two snorkelers if you do not say."
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="On how many cores.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Write a record of every game here, one per line.")] = None,
) -> None:
    """Let bots play many games and count who wins.

    Example: fathom simulate dive --players diver,snorkeler --games 500 --jobs 2 --out records.jsonl
    """
    from fathom.players import UnknownLevel
    from fathom.table import Refused

    guest = guest_named(game)
    options = agreed(context, guest)
    names = players.split(",") if players is not None else _usual_players(guest, options)
    try:
        seated = [guest.level(name.strip()) for name in names]
        guest.rules.check(options, len(seated))
    except (UnknownLevel, Refused) as error:
        stop(str(error))
    tally = _simulate(guest, options, seated, games, seed, jobs, out)
    _show(tally, seed, guest.nobody_won)
    if tally.games < games:
        raise typer.Exit(130)  # interrupted


def _usual_players(guest: Guest, options: Any) -> list[str]:
    """Two of the second level, or as many as the game needs."""
    seats = guest.rules.seats(options)
    return [guest.levels[:2][-1].name] * min(max(2, seats.start), seats.stop - 1)


def _simulate(
    guest: Guest,
    options: Any,
    players: list[Level],
    games: int,
    seed: int,
    jobs: int,
    out: Path | None,
) -> Tally:
    """Play, write down and count; what was counted until then if it is interrupted."""
    from concurrent.futures.process import BrokenProcessPool
    from contextlib import nullcontext

    from fathom.lab import RecordFile, Tally, seat_names, simulate

    tally = Tally(seat_names(players))
    try:
        with RecordFile(out) if out else nullcontext() as file:
            records = simulate(guest.rules, options, players, games, seed, jobs)
            for record in progress(records, f"Playing {guest.name}", games):
                if file is not None:
                    file.add(record)
                tally.add(record)
    except KeyboardInterrupt:
        typer.echo("fathom: interrupted; this is what was played until then", err=True)
    except OSError as error:
        stop(f"{error.filename or out}: {error.strerror}")
    except BrokenProcessPool:
        stop("a process that simulated games was killed (too little memory?); try fewer --jobs")
    return tally


def _show(tally: Tally, seed: int, nobody_won: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title=f"{counted(tally.games, 'game')}, seed {seed}", title_justify="left", caption_justify="left"
    )
    for heading in ("seat", "player", "won", "95 % interval", "drawn", "mean score"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for seat, seated in enumerate(tally.seats):
        won = tally.wins(seat)
        table.add_row(
            str(seat + 1),
            seated.player,
            f"{won.share:.1%}",
            f"{won.low:.1%} – {won.high:.1%}",
            f"{seated.draws / max(1, tally.games):.1%}",
            f"{tally.mean_score(seat):.1f}",
        )
    rounds = f"{tally.mean_rounds:.2f} rounds and " if tally.rounds else ""
    table.caption = f"{rounds}{tally.mean_moves:.1f} decisions per game"
    if tally.without_winner:
        table.caption += f"; {nobody_won} {tally.without_winner / tally.games:.1%}"
    Console().print(table)
