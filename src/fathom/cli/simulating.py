"""`fathom simulate`: bots play many games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fathom.cli.options import (
    BoxFolder,
    Chart,
    Chief,
    ChiefDeckFile,
    Children,
    Clarity,
    Companions,
    OceanFile,
    Scenario,
    Tokens,
    agreed,
)
from fathom.cli.talking import counted, game_named, no_such_game, progress, stop

if TYPE_CHECKING:
    from fathom.deepblue import Options as DeepBlueOptions
    from fathom.dive import Options
    from fathom.lab import Tally
    from fathom.players import Level
    from fathom.table import AnyGame


def simulate(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The game to play: dive or deep-blue.")],
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
    tokens: Tokens = "some",
    children: Children = False,
    companions: Companions = False,
    chief: Chief = False,
    clarity: Clarity = "natural",
    ocean: OceanFile = None,
    chief_deck: ChiefDeckFile = None,
    scenario: Scenario = "troubled-waters",
    chart: Chart = "standard",
    box: BoxFolder = None,
) -> None:
    """Let bots play many games and count who wins.

    Example: fathom simulate dive --players diver,snorkeler --games 500 --jobs 2 --out records.jsonl
    """
    from fathom.players import LEVELS, UnknownLevel, level
    from fathom.table import Refused

    chosen = game_named(game)
    if chosen is None:
        stop(no_such_game(game))
    options = agreed(
        context,
        chosen,
        tokens=tokens,
        children=children,
        companions=companions,
        chief=chief,
        clarity=clarity,
        ocean=ocean,
        chief_deck=chief_deck,
        scenario=scenario,
        chart=chart,
        box=box,
    )
    names = players.split(",") if players is not None else [LEVELS[chosen.name][1].name] * 2
    try:
        seated = [level(chosen.name, name.strip()) for name in names]
        chosen.check(options, len(seated))
    except (UnknownLevel, Refused) as error:
        stop(str(error))
    tally = _simulate(chosen, options, seated, games, seed, jobs, out)
    _show(tally, seed)
    if tally.games < games:
        raise typer.Exit(130)  # interrupted


def _simulate(
    game: AnyGame,
    options: Options | DeepBlueOptions,
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
            records = simulate(game, options, players, games, seed, jobs)
            for record in progress(records, f"Playing {game.name}", games):
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


def _show(tally: Tally, seed: int) -> None:
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
        table.caption += f"; the chief won {tally.without_winner / tally.games:.1%}"
    Console().print(table)
