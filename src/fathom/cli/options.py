"""What a table of either game agrees on, as options of a command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from fathom.cli.talking import stop

if TYPE_CHECKING:
    from fathom import deepblue, dive
    from fathom.table import AnyGame

_DIVE = "Dive"
_DEEP_BLUE = "Deep Blue"
"""The headings of options that only one game has."""

Tokens = Annotated[
    Literal["some", "all"],
    typer.Option(help="Air tokens: some may be left out, or all five are placed.", rich_help_panel=_DIVE),
]
Children = Annotated[bool, typer.Option("--children", help="The children's version.", rich_help_panel=_DIVE)]
Companions = Annotated[bool, typer.Option("--companions", help="With companions.", rich_help_panel=_DIVE)]
Chief = Annotated[bool, typer.Option("--chief", help="With the village chief.", rich_help_panel=_DIVE)]
Clarity = Annotated[
    Literal["clear", "natural", "murky"], typer.Option(help="How clear the water is.", rich_help_panel=_DIVE)
]
OceanFile = Annotated[
    Path | None, typer.Option(help="The ocean cards of your own box (TOML).", rich_help_panel=_DIVE)
]
ChiefDeckFile = Annotated[
    Path | None, typer.Option(help="The chief cards of your own box (TOML).", rich_help_panel=_DIVE)
]
Scenario = Annotated[
    str,
    typer.Option(
        help="A scenario such as troubled-waters; “drawn” draws one for each game.",
        rich_help_panel=_DEEP_BLUE,
    ),
]
Chart = Annotated[
    Literal["standard", "small"],
    typer.Option(help="The chart; the small one is for two or three.", rich_help_panel=_DEEP_BLUE),
]
BoxFolder = Annotated[
    Path | None, typer.Option(help="A folder with the contents of your own box.", rich_help_panel=_DEEP_BLUE)
]


def boxed(ocean: Path | None, chief_deck: Path | None) -> dive.Options:
    """Dive's options with what is in someone's own box; raises `BadBox`."""
    from fathom.dive import Options, read_chief_deck, read_mix, standard_mix

    return Options(
        mix=read_mix(ocean) if ocean else standard_mix(),
        chief_deck=read_chief_deck(chief_deck) if chief_deck else None,
    )


def agreed(
    context: typer.Context,
    game: AnyGame,
    *,
    tokens: Literal["some", "all"],
    children: bool,
    companions: bool,
    chief: bool,
    clarity: Literal["clear", "natural", "murky"],
    ocean: Path | None,
    chief_deck: Path | None,
    scenario: str,
    chart: Literal["standard", "small"],
    box: Path | None,
) -> dive.Options | deepblue.Options:
    """The options of a table of this game; says so and leaves if a file or an option does not fit."""
    from msgspec.structs import replace

    from fathom import deepblue, dive

    _refuse_options_of_other_games(context, game.name)
    try:
        if game.name == "dive":
            return replace(
                boxed(ocean, chief_deck),
                tokens=dive.Tokens(tokens),
                children=children,
                companions=companions,
                chief=chief,
                clarity=dive.Clarity(clarity),
            )
        return deepblue.Options(
            scenario=None if scenario == "drawn" else scenario,
            chart=chart,
            own=deepblue.read_box(box) if box else None,
        )
    except (dive.BadBox, deepblue.BadBox) as error:
        stop(str(error))


def _refuse_options_of_other_games(context: typer.Context, game: str) -> None:
    """Refuse options of the other game, such as the chief in Deep Blue."""
    owners = {_DIVE: "dive", _DEEP_BLUE: "deep-blue"}
    for parameter in context.command.params:
        owner = owners.get(str(getattr(parameter, "rich_help_panel", None)), game)
        source = context.get_parameter_source(parameter.name or "")
        if owner != game and source is not None and source.name == "COMMANDLINE":
            stop(f"{parameter.opts[0]} is an option of {owner}, not of {game}")
