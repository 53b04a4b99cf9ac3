"""The `fathom` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn, TypeVar

import typer

if TYPE_CHECKING:
    from fathom.deepblue import Options as DeepBlueOptions
    from fathom.dive import Options
    from fathom.lab import Tally
    from fathom.players import Level
    from fathom.table import AnyGame, BadRecord, Record

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Two diving games, Dive and Deep Blue: play them in the browser, simulate them, "
    "and check that nobody steered the dice.",
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


_DIVE = "Dive"
_DEEP_BLUE = "Deep Blue"
"""The headings of options that only one game has."""


# ── Playing ─────────────────────────────────────────────────────────────────────────────────────────────────


@app.command()
def play(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = 8000,
    lan: Annotated[bool, typer.Option("--lan", help="Let everyone on your network join.")] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    data: Annotated[Path | None, typer.Option(help="Where tables are kept.", metavar="DIR")] = None,
    ocean: Annotated[
        Path | None, typer.Option(help="The ocean cards of your own box (TOML).", rich_help_panel=_DIVE)
    ] = None,
    chief_deck: Annotated[
        Path | None, typer.Option(help="The chief cards of your own box (TOML).", rich_help_panel=_DIVE)
    ] = None,
) -> None:
    """Start a server on this computer and open the browser.

    Without --lan nobody but you can reach it. Games are kept: stop with Ctrl+C, start again and go on.
    """
    from fathom.dive import BadBox
    from fathom.server import serve

    try:
        usual = {"dive": _boxed(ocean, chief_deck)}
    except BadBox as error:
        _stop(str(error))

    def ready(address: str) -> None:
        _say(f"Fathom is at {address} (Ctrl+C stops it)")
        if browser and _has_browser():
            import webbrowser

            webbrowser.open(address)

    try:
        host = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104 - asked for
        serve(host=host, port=port, data=data, ready=ready, usual=usual)
    except OSError as error:
        if error.filename:
            _stop(f"{error.filename}: {error.strerror}")
        _stop(f"port {port}: {error.strerror or error}; choose another one with --port")


def _has_browser() -> bool:
    """Whether a window can open; where there is none, the address is more use than a browser in text."""
    return sys.platform in {"win32", "darwin"} or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def _boxed(ocean: Path | None, chief_deck: Path | None) -> Options:
    """Dive's options with what is in someone's own box; raises `BadBox`."""
    from fathom.dive import Options, read_chief_deck, read_mix, standard_mix

    return Options(
        mix=read_mix(ocean) if ocean else standard_mix(),
        chief_deck=read_chief_deck(chief_deck) if chief_deck else None,
    )


# ── Simulating ──────────────────────────────────────────────────────────────────────────────────────────────


@app.command()
def simulate(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The game to play: dive or deep-blue.")],
    players: Annotated[
        str | None,
        typer.Option(
            help="Who plays, from the first seat on: random, snorkeler, diver at Dive; random, skipper at "
            "Deep Blue. Two of a middling kind if you do not say."
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="On how many cores.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Write a record of every game here, one per line.")] = None,
    tokens: Annotated[
        Literal["some", "all"],
        typer.Option(help="Air tokens: some may be left out, or all five are placed.", rich_help_panel=_DIVE),
    ] = "some",
    children: Annotated[
        bool, typer.Option("--children", help="The children's version.", rich_help_panel=_DIVE)
    ] = False,
    companions: Annotated[
        bool, typer.Option("--companions", help="With companions.", rich_help_panel=_DIVE)
    ] = False,
    chief: Annotated[
        bool, typer.Option("--chief", help="With the village chief.", rich_help_panel=_DIVE)
    ] = False,
    clarity: Annotated[
        Literal["clear", "natural", "murky"],
        typer.Option(help="How clear the water is.", rich_help_panel=_DIVE),
    ] = "natural",
    ocean: Annotated[
        Path | None, typer.Option(help="The ocean cards of your own box (TOML).", rich_help_panel=_DIVE)
    ] = None,
    chief_deck: Annotated[
        Path | None, typer.Option(help="The chief cards of your own box (TOML).", rich_help_panel=_DIVE)
    ] = None,
    scenario: Annotated[
        str,
        typer.Option(
            help="A scenario such as troubled-waters; “drawn” draws one for each game.",
            rich_help_panel=_DEEP_BLUE,
        ),
    ] = "troubled-waters",
    chart: Annotated[
        Literal["standard", "small"],
        typer.Option(help="The chart; the small one is for two or three.", rich_help_panel=_DEEP_BLUE),
    ] = "standard",
    box: Annotated[
        Path | None,
        typer.Option(help="A folder with the contents of your own box.", rich_help_panel=_DEEP_BLUE),
    ] = None,
) -> None:
    """Let bots play many games and count who wins.

    Example: fathom simulate dive --players diver,snorkeler --games 500 --jobs 2 --out records.jsonl
    """
    from msgspec.structs import replace

    from fathom import deepblue, dive
    from fathom.players import LEVELS, UnknownLevel, level
    from fathom.table import Refused

    chosen = _game(game)
    if chosen is None:
        _stop(_no_such_game(game))
    _refuse_options_of_other_games(context, chosen.name)
    options: dive.Options | deepblue.Options
    try:
        if chosen.name == "dive":
            options = replace(
                _boxed(ocean, chief_deck),
                tokens=dive.Tokens(tokens),
                children=children,
                companions=companions,
                chief=chief,
                clarity=dive.Clarity(clarity),
            )
        else:
            options = deepblue.Options(
                scenario=None if scenario == "drawn" else scenario,
                chart=chart,
                own=deepblue.read_box(box) if box else None,
            )
        names = players.split(",") if players is not None else [LEVELS[chosen.name][1].name] * 2
        seated = [level(chosen.name, name.strip()) for name in names]
        chosen.check(options, len(seated))
    except (dive.BadBox, deepblue.BadBox, UnknownLevel, Refused) as error:
        _stop(str(error))
    tally = _simulate(chosen, options, seated, games, seed, jobs, out)
    _show(tally, seed)
    if tally.games < games:
        raise typer.Exit(130)  # interrupted


def _refuse_options_of_other_games(context: typer.Context, game: str) -> None:
    """Whoever asks for the chief in Deep Blue has mistaken something, and is told so."""
    owners = {_DIVE: "dive", _DEEP_BLUE: "deep-blue"}
    for parameter in context.command.params:
        owner = owners.get(str(getattr(parameter, "rich_help_panel", None)), game)
        source = context.get_parameter_source(parameter.name or "")
        if owner != game and source is not None and source.name == "COMMANDLINE":
            _stop(f"{parameter.opts[0]} is an option of {owner}, not of {game}")


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
            for record in _progress(records, f"Playing {game.name}", games):
                if file is not None:
                    file.add(record)
                tally.add(record)
    except KeyboardInterrupt:
        typer.echo("fathom: interrupted; this is what was played until then", err=True)
    except OSError as error:
        _stop(f"{error.filename or out}: {error.strerror}")
    except BrokenProcessPool:
        _stop("a process that simulated games was killed (too little memory?); try fewer --jobs")
    return tally


def _show(tally: Tally, seed: int) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title=f"{_counted(tally.games, 'game')}, seed {seed}", title_justify="left", caption_justify="left"
    )
    for heading in ("seat", "player", "won", "95 % interval", "drawn", "mean score"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for seat, counted in enumerate(tally.seats):
        won = tally.wins(seat)
        table.add_row(
            str(seat + 1),
            counted.player,
            f"{won.share:.1%}",
            f"{won.low:.1%} – {won.high:.1%}",
            f"{counted.draws / max(1, tally.games):.1%}",
            f"{tally.mean_score(seat):.1f}",
        )
    rounds = f"{tally.mean_rounds:.2f} rounds and " if tally.rounds else ""
    table.caption = f"{rounds}{tally.mean_moves:.1f} decisions per game"
    if tally.without_winner:
        table.caption += f"; the chief won {tally.without_winner / tally.games:.1%}"
    Console().print(table)


# ── Records ─────────────────────────────────────────────────────────────────────────────────────────────────

_Records = Annotated[Path, typer.Argument(metavar="FILE", help="Records, one per line.")]


@app.command()
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
            _say(f"Game {game} of {file.name}: {record.game}, {_listed(record.players)}.")
            for position in replay(rules, record):
                if position.move is not None and position.move.by_clock:
                    _say(f"Time is up for {record.players[position.move.seat]}.")
                for event in position.events:
                    if event.__struct_config__.tag != "ready":  # in a story it is noise that someone decided
                        _say(rules.tell(event, record.players))
        except BadRecord as error:
            _stop(f"{where}: {error}")
        _say(_standing(record))
        return
    _stop(f"{file}: there is no game {game}; " + (f"the file has {lines}" if lines else "the file is empty"))


@app.command()
def verify(file: _Records) -> None:
    """Recompute every random outcome of recorded games from their revealed seeds.

    Names the outcome that does not fit if a record was edited, cut off or played with other dice, and then
    leaves with status 1.
    """
    from fathom.table import BadRecord, verify

    games = outcomes = wrong = 0
    for line, record in _progress(_records(file), "Verifying"):
        games += 1
        try:
            if isinstance(record, BadRecord):
                raise record
            outcomes += verify(_rules(record), record)
        except BadRecord as error:
            wrong += 1
            _complain(f"{file}, line {line}: {error}")
    if not games:
        _stop(f"{file}: the file is empty")
    if wrong:
        _stop(f"{wrong:,} of {games:,} records do not fit")
    _say(f"{_counted(games, 'game')} verified: {_counted(outcomes, 'outcome')}, each as its seed gives it.")


def _rules(record: Record) -> AnyGame:
    from fathom.table import BadRecord

    rules = _game(record.game)
    if rules is None:
        raise BadRecord(_no_such_game(record.game))
    return rules


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
        _stop(f"{file}: {error.strerror}")


# ── Looking ─────────────────────────────────────────────────────────────────────────────────────────────────


@app.command()
def render(
    path: Annotated[Path, typer.Argument(metavar="PICTURE", help="The file to write: .png, .webp or .jpg.")],
    seed: Annotated[int, typer.Option(help="Which stack.")] = 1,
    tilt: Annotated[
        tuple[float, float], typer.Option(help="From where to look: down and right, each from -1 to 1.")
    ] = (0.0, 0.0),
    light: Annotated[
        Literal["day", "torch", "night", "above", "below", "north", "east", "south", "west"],
        typer.Option(help="Daylight, a torch over the middle, or one light of those it is mixed from."),
    ] = "day",
    clarity: Annotated[
        Literal["clear", "natural", "murky"], typer.Option(help="How clear the water is.")
    ] = "natural",
    size: Annotated[int, typer.Option(min=64, max=2048, help="Width and height in pixels.")] = 640,
    answers: Annotated[
        bool, typer.Option("--answers", help="Say which cards lie there, from the top.")
    ] = False,
) -> None:
    """Draw a made-up stack of Dive's cards, to practise looking."""
    from fathom.ocean import VISIBLE, render_to

    if not all(-1 <= part <= 1 for part in tilt):
        _stop(f"--tilt: {tilt[0]:g} {tilt[1]:g} is too much; each goes from -1 to 1")
    try:
        cards = render_to(path, seed=seed, tilt=tilt, light=light, clarity=clarity, size=size)
    except OSError as error:
        _stop(f"{path}: {error.strerror}")
    except ValueError as error:
        _stop(f"{path}: {error}")
    _say(f"{path}: stack {seed}")
    if answers:
        for depth, card in enumerate(cards[:VISIBLE], start=1):
            _say(f"{depth}: {card.kind.value}")


# ── Talking ─────────────────────────────────────────────────────────────────────────────────────────────────


def _stop(problem: str) -> NoReturn:
    _complain(problem)
    raise typer.Exit(1)


def _complain(problem: str) -> None:
    typer.echo(f"fathom: {_plain(problem)}", err=True)


def _say(sentence: str) -> None:
    typer.echo(_plain(sentence))


def _plain(text: str) -> str:
    """The text without control characters: names come from files and must not steer a terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


Item = TypeVar("Item")


def _progress(items: Iterable[Item], doing: str, total: int | None = None) -> Iterator[Item]:
    """The same items, with a progress bar where someone can see it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing, total=total)
        for item in items:
            yield item
            bar.advance(task)


def _game(name: str) -> AnyGame | None:
    from fathom.shelf import GAMES

    return GAMES.get(name)


def _no_such_game(name: str) -> str:
    from fathom.shelf import GAMES

    return f"there is no game “{name}”; there is {_listed(list(GAMES))}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
