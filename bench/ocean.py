"""How long the ocean takes to draw and how many bytes it sends, against its budgets and beside plain Pillow.

Run `python bench/ocean.py` where fathom is installed. It keeps to one core and counts that core's time, so
that other work on the machine matters less. Pillow's part does the least that a picture of the same stack
could do: `alpha_composite` of the same eight drawings, without light, shadow, water or parallax.
"""

import argparse
import io
import os
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from typing import ParamSpec, TypeVar

from PIL import Image
from rich.console import Console
from rich.table import Table

from fathom.dive.cards import Card
from fathom.guests.dive.subjects import LIKELIEST
from fathom.ocean import LIGHTS, STEPS, VISIBLE, Clarity, Frame, Glance, Sight, close_up, film_picture, sight
from fathom.ocean.camera import EFFORT, QUALITY
from fathom.ocean.films import WATERS
from fathom.ocean.lamps import basis
from fathom.ocean.pictures import made_up
from fathom.ocean.sheets import rasterised, sheet

Result = TypeVar("Result")
Given = ParamSpec("Given")

FIRST = "a game's first centre, all cards new"
NEXT = "a following round: four new cards, centre, all views"
FORESEEN = "the same with everything that was foreseen"
LARGE = "the centre at 1280"
ROWS = "all views again as rows of WebP"
FLASHLIGHT = "seven lights more"
PILLOW = "Pillow alpha_composite, one view"
BUDGETS: dict[str, tuple[float | None, int | None]] = {
    FIRST: (500.0, None),
    NEXT: (1000.0, 250_000),
    FORESEEN: (1500.0, None),
    LARGE: (700.0, None),
    **{f"a round in {clarity} water": (None, 250_000) for clarity in WATERS},
}
"""Milliseconds of one core, and bytes."""

A_ROUND = 40.0
"""Seconds that a round takes at a table."""

LIFTED = 4


def main() -> None:
    """Measure a number of games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    games = parser.parse_args().games
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    frame = Frame()
    basis(frame)
    for seed in range(12):  # every sun and most seas, and everything loaded
        sight(made_up(seed)[0][:1], 0, made_up(seed)[1]).glance()
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
        cards, art = made_up(seed)
        first = clocked(FIRST, _first, cards, art)
        weighed(FIRST, [first.centre, first.thumb])
        weighed(NEXT, clocked(NEXT, _next, cards, art))
        clocked("what was foreseen", _foreseen, cards, art)
        times.setdefault(FORESEEN, []).append(times[NEXT][-1] + times["what was foreseen"][-1])
        weighed(LARGE, [clocked(LARGE, _large, cards, art)])
        seen = sight(cards, 0, art)
        weighed(ROWS, clocked(ROWS, _rows, seen))
        weighed(FLASHLIGHT, clocked(FLASHLIGHT, _lights, seen))
        for clarity in WATERS:
            name = f"a round in {clarity} water"
            weighed(name, clocked(name, _round, cards, art, clarity))
        inks = [_ink(card, place, art, frame) for place, card in enumerate(cards[:VISIBLE])]
        weighed(PILLOW, [clocked(PILLOW, _pillow, inks)])
    _print(times, sizes, games)
    per_core = A_ROUND / (statistics.median(times[FORESEEN]) / 1000)
    Console().print(f"Tables per core at one round in {A_ROUND:g} seconds: {per_core:.0f}")


def _first(cards: Sequence[Card], art: bytes) -> Glance:
    return sight(cards, 0, art).glance()


def _round(cards: Sequence[Card], art: bytes, clarity: Clarity) -> list[bytes]:
    seen = sight(cards, 0, art, clarity)
    first = seen.glance()
    return [first.centre, first.thumb, seen.views()]


def _next(cards: Sequence[Card], art: bytes) -> list[bytes]:
    above = tuple(cards[:LIFTED])
    seen = sight(cards[LIFTED:], LIFTED, art, above=above, round_number=2)
    first = seen.glance()
    return [first.centre, first.thumb, seen.views()]


def _foreseen(cards: Sequence[Card], art: bytes) -> None:
    """What the server draws while divers think in the second round: lifted cards, and all centres to come."""
    for place in range(LIFTED, LIFTED + max(LIKELIEST)):
        film_picture(cards[place], place, art, Frame(), tuple(cards[:place]))
    for lifted in LIKELIEST:
        top = LIFTED + lifted
        sight(cards[top:], top, art, above=tuple(cards[:top]), round_number=3).glance()


def _rows(seen: Sight) -> list[bytes]:
    return [seen.row(row) for row in range(STEPS)]


def _lights(seen: Sight) -> list[bytes]:
    return [seen.light(name) for name in LIGHTS]


def _large(cards: Sequence[Card], art: bytes) -> bytes:
    return close_up(cards, 0, art)


def _ink(card: Card, place: int, art: bytes, frame: Frame) -> Image.Image:
    png = rasterised(sheet(card.kind, place, art, card.turn, card.flipped)[0], frame)
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
