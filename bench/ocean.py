"""How long the ocean takes to draw and how many bytes it sends, against its budgets and beside plain Pillow.

Run `python bench/ocean.py` where fathom is installed. It keeps to one core and counts that core's time, so
that other work on the machine matters little. Pillow's part does the least that a picture of the same stack
could do: `alpha_composite` of the same eight drawings, without light, shadow, water or parallax.
"""

import argparse
import io
import os
import statistics
import time
from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar

from PIL import Image
from rich.console import Console
from rich.table import Table

from fathom.dive.cards import Card
from fathom.ocean import STEPS, VISIBLE, Frame, Glance, Look, Tilt, look, prepare, sight
from fathom.ocean.camera import EFFORT, QUALITY, drawn, encoded
from fathom.ocean.films import WATERS
from fathom.ocean.lamps import basis, daylight
from fathom.ocean.light import Lit, lit
from fathom.ocean.pictures import made_up
from fathom.ocean.sheets import rasterised, sheet
from fathom.ocean.views import developed, see, tilt
from fathom.ocean.weather import sun_corner

Result = TypeVar("Result")
Given = ParamSpec("Given")

ONE_VIEW = "one view, drawn and encoded"
ROUNDS = {clarity: f"a round in {clarity} water" for clarity in WATERS}
"""Everything that is sent: 5 × 5 views, and again the centre by itself and the thumbnail."""

BUDGETS: dict[str, tuple[float, int | None]] = {
    ONE_VIEW: (45.0, None),
    **dict.fromkeys(ROUNDS.values(), (1200.0, 1500000)),
}
"""Milliseconds of one core, and bytes."""


def main() -> None:
    """Measure a number of games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    games = parser.parse_args().games
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    frame = Frame()
    basis(frame)
    for corner in range(4):
        daylight(frame, corner)
    look(made_up(0)[0], 0, made_up(0)[1])
    times: dict[str, list[float]] = {}
    sizes: dict[str, list[int]] = {}

    def clocked(
        name: str, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs
    ) -> Result:
        start = time.process_time()
        result = work(*given, **named)
        times.setdefault(name, []).append(1000 * (time.process_time() - start))
        return result

    def weighed(name: str, sent: Iterable[bytes]) -> None:
        sizes.setdefault(name, []).append(sum(map(len, sent)))

    for seed in range(1000, 1000 + games):
        stack, art = made_up(seed)
        clocked("draw 8 new cards", prepare, stack[:VISIBLE], 0, art)
        ocean = clocked("print 8 cards, focus", drawn, stack, 0, art, "natural", None, frame)
        day = clocked("light by day", lit, ocean, daylight(frame, sun_corner(art)))
        for at in [tilt(row, column) for row in range(STEPS) for column in range(STEPS)]:
            weighed(ONE_VIEW, [clocked(ONE_VIEW, _view, day, at)])
        first = clocked("the centre, to begin with", _first, stack, art)
        weighed("the centre, to begin with", [first.centre, first.thumb])
        for clarity, name in ROUNDS.items():
            weighed(name, _sent(clocked(name, look, stack, 0, art, clarity)))
        name = "a flashlight round (7 lights more)"
        weighed(name, _sent(clocked(name, look, stack, 0, art, flashlight=True)))
        inks = [_ink(card, place, art, frame) for place, card in enumerate(stack[:VISIBLE])]
        weighed(
            "Pillow alpha_composite, one view", [clocked("Pillow alpha_composite, one view", _pillow, inks)]
        )
    _print(times, sizes, games)


def _first(stack: list[Card], art: bytes) -> Glance:
    return sight(stack, 0, art).glance()


def _sent(seen: Look) -> list[bytes]:
    return [*seen.rows, seen.centre, seen.thumb, *seen.lights.values()]


def _view(day: Lit, at: Tilt) -> bytes:
    return encoded(developed(see(day, at)))


def _ink(card: Card, place: int, art: bytes, frame: Frame) -> Image.Image:
    png = rasterised(sheet(card.kind, place, art)[0], frame)
    whole = Image.open(io.BytesIO(png)).convert("RGBA")
    edge = frame.bleed
    return whole.crop((edge, edge, edge + frame.size, edge + frame.size))


def _pillow(inks: list[Image.Image]) -> bytes:
    """Lay the same drawings over each other the plain way, and encode them like our views."""
    picture = Image.new("RGBA", inks[0].size, (18, 97, 138, 255))
    for ink in reversed(inks):
        picture.alpha_composite(ink)
    file = io.BytesIO()
    picture.convert("RGB").save(file, "WEBP", quality=QUALITY, method=EFFORT)
    return file.getvalue()


def _print(times: dict[str, list[float]], sizes: dict[str, list[int]], games: int) -> None:
    table = Table(title=f"The ocean at 640×640, one core, {games} games")
    for heading in ("what", "median ms", "worst ms", "budget ms", "median kB", "worst kB", "budget kB"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for name, taken in times.items():
        most_ms, most_bytes = BUDGETS.get(name, (None, None))
        sent = sizes.get(name)
        table.add_row(
            name,
            f"{statistics.median(taken):.1f}",
            f"{max(taken):.1f}",
            "" if most_ms is None else f"{most_ms:.0f}",
            "" if sent is None else f"{statistics.median(sent) / 1000:.0f}",
            "" if sent is None else f"{max(sent) / 1000:.0f}",
            "" if most_bytes is None else f"{most_bytes / 1000:.0f}",
        )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
