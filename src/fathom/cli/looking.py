"""`fathom render`: a stack to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from fathom.cli.talking import say, stop


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
        stop(f"--tilt: {tilt[0]:g} {tilt[1]:g} is too much; each goes from -1 to 1")
    try:
        cards = render_to(path, seed=seed, tilt=tilt, light=light, clarity=clarity, size=size)
    except OSError as error:
        stop(f"{path}: {error.strerror}")
    except ValueError as error:
        stop(f"{path}: {error}")
    say(f"{path}: stack {seed}")
    if answers:
        for depth, card in enumerate(cards[:VISIBLE], start=1):
            say(f"{depth}: {card.kind.value}")
