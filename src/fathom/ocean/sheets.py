"""Sheets: one card as a drawing, laid out from the table's secret: scenery, animals, holes."""

import functools
import io
import math
from collections.abc import Sequence

import numpy as np
import resvg_py
from PIL import Image

from fathom.dive.cards import Card, Helper, Kind
from fathom.ocean.art import drawing
from fathom.ocean.chance import Draws
from fathom.ocean.films import Frame, laid
from fathom.ocean.layout import GRID, OVER, WIDE, Cover, Layout, Spot, Swimmer, layout, lifted_back
from fathom.ocean.scenery import Composition, Hole, bubbles, holes, placed, scenery
from fathom.ocean.weather import script

HEART = 40.0
"""So far around the places of shark and helper no card has a hole, whether an animal is there or not."""

Above = tuple[Card, ...]
"""The cards that lay above a card in the first stack, from its top down; the last lay right on it."""

ORDER = (Helper.GREEN, Helper.RED, Helper.MANTA)
"""The helpers in the order of `Layout.helpers`."""


def sheet(
    kind: Kind, place: int, art: bytes, turn: int = 0, flipped: bool = False, above: Above | None = None
) -> tuple[str, tuple[Hole, ...]]:
    """Draw one card as it lies on its own: the SVG of its ink, and its holes.

    Its film is flipped and turned afterwards; scenery is drawn so that it stands upright then. Without
    `above` it is a card by itself, whose own lower edge is the ground.
    """
    draws, built, palette = Draws(art, "scenery", place), Composition.of(art), script(art).palette
    lies = (turn, flipped) if above is not None else (0, False)
    plan = planned(art, place, *lies, above)
    back = scenery(draws, palette, built, str(place))
    front = bubbles(draws, built)
    cut = [hole for hole in holes(draws) if _spares(hole, (plan.shark_spot, plan.helper_spot))]
    parts = [_standing(back, *lies)]
    parts.extend(drawn_alone(swimmer, spot, tag) for swimmer, spot, tag in swimmers(kind, plan, place))
    parts.append(_standing(front, *lies))
    return "".join(parts), tuple(cut)


kept_sheet = functools.lru_cache(maxsize=64)(sheet)
"""A sheet that may have been drawn just before: for what lies below it, or as finely as another needs."""


def swimmers(kind: Kind, plan: Layout, place: int) -> list[tuple[Swimmer, Spot, str]]:
    """The animals that matter on a card of this kind, the lower one first, with a tag for each."""
    there = []
    if kind.helper is not None:
        there.append((plan.helpers[ORDER.index(kind.helper)], plan.helper_spot, f"h{place}"))
    if kind.shark:
        there.append((plan.shark, plan.shark_spot, f"s{place}"))
    return there


@functools.lru_cache(maxsize=1024)
def planned(art: bytes, place: int, turn: int, flipped: bool, above: Above | None) -> Layout:
    """Where the animals of a card lie under those that lay above it; the kind of the card is not asked."""
    first = place - len(above or ())
    counted = range(max(0, len(above or ()) - OVER), len(above or ()))
    covers = [_cover(art, first + number, (above or ())[: number + 1]) for number in counted]
    return layout(Draws(art, "card", place), turn, flipped, covers)


def rasterised(svg: str, frame: Frame) -> bytes:
    """Turn a sheet into pixels, bleed included, as a PNG."""
    edge = frame.bleed / frame.unit
    box = f"{-edge:g} {-edge:g} {WIDE + 2 * edge:g} {WIDE + 2 * edge:g}"
    document = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{svg}</svg>'
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=document, width=frame.whole, height=frame.whole, skip_system_fonts=True
        )
    )


@functools.lru_cache(maxsize=1024)
def _cover(art: bytes, place: int, cards: Above) -> Cover:
    """How much of each cell of the window the last of some cards inks; the others lie above it."""
    card = cards[-1]
    svg, _ = kept_sheet(card.kind, place, art, card.turn, card.flipped, cards[:-1])
    document = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {WIDE:g}">{svg}</svg>'
    png = resvg_py.svg_to_bytes(svg_string=document, width=GRID, height=GRID, skip_system_fonts=True)
    ink = np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGBA"))[..., 3]
    return laid(ink, card.turn, card.flipped).astype(np.float32) / np.float32(255)


def drawn_alone(swimmer: Swimmer, spot: Spot, tag: str) -> str:
    """Draw one animal where it lies on its card."""
    body = drawing(swimmer.name).posed(tag, swimmer.pose, swimmer.hue, swimmer.strength, swimmer.light)
    return placed(body, *spot, swimmer.size, swimmer.angle, swimmer.mirrored)


def _standing(parts: Sequence[str], turn: int, flipped: bool) -> str:
    """Lay what is drawn as the window shows it on the card, so that it stands upright once the card lies."""
    if (turn, flipped) == (0, False):
        return "".join(parts)
    (x, y), (right_x, right_y), (down_x, down_y) = (
        lifted_back(corner, turn, flipped) for corner in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    )
    matrix = (right_x - x, right_y - y, down_x - x, down_y - y, x, y)
    return f'<g transform="matrix({" ".join(f"{number:g}" for number in matrix)})">{"".join(parts)}</g>'


def _spares(hole: Hole, middles: Sequence[Spot]) -> bool:
    """Whether a hole leaves the places of animals alone: a turtle is no larger than some holes."""
    x, y, radius = hole
    return all(math.dist((x, y), middle) >= radius + HEART for middle in middles)
