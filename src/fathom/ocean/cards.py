"""Cards: what the rules put on a card, drawn anew for every game from the table's secret."""

import functools
import math
from collections.abc import Sequence

import numpy as np
import resvg_py
from PIL import Image

from fathom.dive.cards import Card, Helper, Kind
from fathom.ocean.art import MANTA, SHARKS, TURTLES, Pose, drawing, growth
from fathom.ocean.chance import Draws
from fathom.ocean.films import Clarity, Film, Frame, Plane, laid
from fathom.ocean.ink import Ink
from fathom.ocean.weather import water

WIDE = 640.0
"""All cards are laid out on a square of this width, whatever the number of pixels."""

FISH = {
    "fish-angel": (0.0, 0.0, -0.05, 0.04, 0.47, 0.55),
    "fish-dart": (0.0, 0.0, -0.06, 0.07, 0.46, 0.54),
    "fish-puff": (0.0, 0.0, 0.06, 0.1, 0.52, 0.93),
}
"""The small fish, and by how much their hue may be turned without becoming garish."""

GROWTHS = (growth.kelp, growth.kelp, growth.grass, growth.coral, growth.fan)


APART = 0.42
"""So far from each other, in widths of the card, is far enough for a shark and a helper."""

HEART = 40.0
"""So far around the middle of a shark or a helper there is never a hole in its card."""

Spot = tuple[float, float]

Hole = tuple[float, float, float]
"""Centre and radius of a round hole."""


def compose(
    card: Card, place: int, art: bytes, clarity: Clarity = "natural", frame: Frame | None = None
) -> Film:
    """Draw the card that lay at a place of the first stack (0 is its top) as a film, turned as it lies.

    Everything but the kind and the way it lies follows from the secret and the place, so the film is the
    same whenever it is drawn, and nobody without the secret can draw it.
    """
    frame = frame or Frame()
    ink, holes = sketched(card.kind, place, art, frame)
    draws = Draws(art, "paper", place)
    grain = paper(frame.whole, draws.whole(0, 255), draws.whole(0, 255))
    hole = laid(cut(holes, frame), card.turn, card.flipped) if holes else None
    return ink.printed(grain, card.turn, card.flipped, hole, water(clarity, art))


def sheet(kind: Kind, place: int, art: bytes) -> tuple[str, list[Hole]]:
    """Lay out one card: the SVG of its ink, and its holes."""
    draws = Draws(art, "card", place)
    shark_spot, helper_spot = spots(draws)
    parts = _background(draws, place)
    if kind.helper is not None:
        parts.append(_helper(draws, kind.helper, helper_spot, f"h{place}"))
    if kind.shark:
        parts.append(_shark(draws, shark_spot, f"s{place}"))
    for _ in range(draws.whole(1, 3)):
        parts.append(placed(growth.bubbles(draws), *_anywhere(draws, 0.06), draws.between(0.7, 1.2), 0))
    middles = [spot for spot, there in ((shark_spot, kind.shark), (helper_spot, kind.helper)) if there]
    holes = [hole for hole in _holes(draws) if _spares(hole, middles)]
    parts.extend(growth.ring(*hole) for hole in holes)
    return "".join(parts), holes


def placed(body: str, x: float, y: float, size: float, angle: float, mirrored: bool = False) -> str:
    """Put a fragment on the sheet: moved, turned (degrees), scaled, perhaps mirrored."""
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({angle:.1f}) '
        f'scale({size:.3f} {-size if mirrored else size:.3f})">{body}</g>'
    )


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


@functools.lru_cache(maxsize=160)
def sketched(kind: Kind, place: int, art: bytes, frame: Frame) -> tuple[Ink, tuple[Hole, ...]]:
    """Keep the sheets of running games: most cards of a round were there in the round before."""
    svg, holes = sheet(kind, place, art)
    return Ink.of(rasterised(svg, frame)), tuple(holes)


@functools.lru_cache(maxsize=4)
def _roll(whole: int) -> Plane:
    """Make paper: fine fibre over soft mottling, about 1. The same for all; it carries no secret."""
    side = whole + 256
    noise = np.random.default_rng(20).normal(0.0, 1.0, (side, side)).astype(np.float32)
    fine = noise + np.roll(noise, 1, 0) + np.roll(noise, 1, 1) + np.roll(noise, (1, 1), (0, 1))
    coarse = np.random.default_rng(21).normal(0.0, 1.0, (side // 8 + 1,) * 2)
    soft = Image.fromarray(coarse.astype(np.float32)).resize((side, side), Image.Resampling.BICUBIC)
    return (1.0 + 0.035 * fine + 0.05 * np.asarray(soft, np.float32)).astype(np.float32)


def paper(whole: int, down: int, right: int) -> Plane:
    """Give the texture of one sheet of paper, cut from the roll at some place (up to 255 down and right)."""
    return _roll(whole)[down : down + whole, right : right + whole]


def cut(holes: Sequence[Hole], frame: Frame) -> Plane:
    """Draw the holes as coverage from 0 to 1, one pixel soft at the edge."""
    whole = np.zeros((frame.whole, frame.whole), np.float32)
    axis = (np.arange(frame.whole, dtype=np.float32) + 0.5 - frame.bleed) / np.float32(frame.unit)
    for x, y, radius in holes:
        rows, columns = np.abs(axis - y) < radius + 2, np.abs(axis - x) < radius + 2
        distance = np.hypot(axis[None, columns] - x, axis[rows, None] - y)
        part = np.ix_(rows, columns)
        whole[part] = np.maximum(whole[part], np.clip((radius - distance) * frame.unit + 0.5, 0, 1))
    return whole


def _anywhere(draws: Draws, margin: float) -> Spot:
    return draws.between(margin, 1 - margin) * WIDE, draws.between(margin, 1 - margin) * WIDE


def spots(draws: Draws) -> tuple[Spot, Spot]:
    """Choose where shark and helper go: apart, so that on a card with both neither hides the other."""
    shark = _anywhere(draws, 0.25)
    tries = [_anywhere(draws, 0.2) for _ in range(12)]
    return shark, max(tries, key=lambda spot: min(math.dist(shark, spot), APART * WIDE))


def _shark(draws: Draws, spot: Spot, tag: str) -> str:
    pose = Pose(draws.between(-0.8, 0.8), draws.between(-0.1, 0.1), draws.between(-0.6, 0.6))
    body = drawing(draws.pick(SHARKS)).posed(
        tag, pose, draws.between(-0.02, 0.02), draws.between(0.85, 1.2), draws.between(0.92, 1.06)
    )
    return placed(body, *spot, draws.between(0.8, 1.4), draws.between(0, 360), draws.chance(0.5))


def _helper(draws: Draws, helper: Helper, spot: Spot, tag: str) -> str:
    name = MANTA if helper is Helper.MANTA else TURTLES[helper.value]
    pose = Pose(draws.between(-0.5, 0.5), 0.0, 0.0, draws.between(-0.22, 0.3), 200.0)
    body = drawing(name).posed(tag, pose, draws.between(-0.012, 0.012), 1.0, draws.between(0.94, 1.06))
    size = draws.between(0.62, 1.0) if helper is Helper.MANTA else draws.between(0.66, 1.02)
    return placed(body, *spot, size, draws.between(0, 360), draws.chance(0.5))


def _background(draws: Draws, place: int) -> list[str]:
    """Choose the decoration: what lies far back first."""
    parts: list[str] = []
    large = draws.unit()
    if large < 0.13:
        parts.append(_loose(draws, "whale", f"w{place}", 0.8, 1.25, 0.1))
    elif large < 0.22:
        parts.append(_loose(draws, "wreck", f"k{place}", 0.6, 0.95, 0.2))
    elif large < 0.32:
        pod = draws.whole(1, 3)
        parts.extend(_loose(draws, "dolphin", f"d{place}x{k}", 0.6, 0.95, 0.12) for k in range(pod))
    plants = draws.whole(1, 3)
    parts.extend(_rooted(draws, draws.pick(GROWTHS)(draws), draws.between(0.7, 1.2)) for _ in range(plants))
    if draws.chance(0.16):
        parts.append(_rooted(draws, growth.arm(draws), draws.between(0.8, 1.15)))
    if draws.chance(0.34):
        parts.extend(_jelly(draws, f"j{place}x{k}") for k in range(draws.whole(1, 3)))
    if draws.chance(0.62):
        parts.append(_shoal(draws, f"f{place}"))
    parts.extend(_stray(draws, f"o{place}x{k}") for k in range(draws.whole(1, 3)))
    return parts


def _loose(draws: Draws, name: str, tag: str, small: float, large: float, margin: float) -> str:
    pose = Pose(draws.between(-0.5, 0.5)) if name != "wreck" else Pose()
    body = drawing(name).posed(tag, pose, draws.between(-0.03, 0.03), 1.0, draws.between(0.9, 1.1))
    size, angle = draws.between(small, large), draws.between(0, 360)
    return placed(body, *_anywhere(draws, margin), size, angle, draws.chance(0.5))


def _stray(draws: Draws, tag: str) -> str:
    """Draw a single small animal."""
    name = draws.pick((*FISH, *FISH, "seahorse", "starfish"))
    hue = draws.pick(FISH.get(name, (-0.05, 0.0, 0.04))) + draws.between(-0.015, 0.015)
    body = drawing(name).posed(tag, Pose(draws.between(-0.4, 0.4), length=70.0), hue)
    return placed(body, *_anywhere(draws, 0.05), draws.between(0.7, 1.25), draws.between(0, 360))


def _jelly(draws: Draws, tag: str) -> str:
    pose = Pose(draws.between(-0.5, 0.5), draws.between(-0.08, 0.08), draws.between(0, 6), length=170.0)
    body = drawing("jellyfish").posed(tag, pose, draws.between(-0.3, 0.14), 1.0, 1.0)
    size, angle = draws.between(0.5, 1.1), draws.between(0, 360)
    return f'<g opacity=".78">{placed(body, *_anywhere(draws, 0.1), size, angle)}</g>'


def _shoal(draws: Draws, tag: str) -> str:
    """Draw many of one fish along a bow, all facing the way they swim."""
    name = draws.pick(tuple(FISH))
    hue, light = draws.pick(FISH[name]) + draws.between(-0.015, 0.015), draws.between(0.9, 1.08)
    fish = drawing(name)
    tones = [fish.posed(f"{tag}x{k}", Pose((k - 1) * 0.35, length=70.0), hue, 0.85, light) for k in range(3)]
    x, y = _anywhere(draws, 0.1)
    heading, curl = draws.between(0, math.tau), draws.between(-0.25, 0.25)
    drawn = []
    for k in range(draws.whole(6, 14)):
        aside, size = draws.bell(24), draws.between(0.42, 0.72)
        angle = math.degrees(heading) + 180 + draws.bell(7)
        drawn.append(
            placed(tones[k % 3], x - aside * math.sin(heading), y + aside * math.cos(heading), size, angle)
        )
        x, y = x + 26 * math.cos(heading), y + 26 * math.sin(heading)
        heading += curl
    return "".join(drawn)


def _rooted(draws: Draws, body: str, size: float) -> str:
    """Let something grow from one of the four edges inwards."""
    along, lean = draws.between(0.04, 0.96) * WIDE, draws.between(-14, 14)
    x, y, angle = draws.pick(((along, WIDE, 0), (along, 0.0, 180), (0.0, along, 90), (WIDE, along, 270)))
    return placed(body, x, y, size, angle + lean)


def _spares(hole: Hole, middles: Sequence[Spot]) -> bool:
    """Whether a hole leaves the middle of all animals that matter: a turtle is no larger than some holes."""
    x, y, radius = hole
    return all(math.dist((x, y), middle) >= radius + HEART for middle in middles)


def _holes(draws: Draws) -> list[Hole]:
    """Cut holes into some cards: single portholes, or a rising string like bubbles of nothing."""
    if not draws.chance(0.42):
        return []
    x, y = _anywhere(draws, 0.14)
    if draws.chance(0.5):
        return [(x, y, draws.between(34, 66))]
    heading = draws.between(0, math.tau)
    holes: list[Hole] = []
    for _ in range(draws.whole(3, 6)):
        radius = draws.between(10, 36)
        holes.append((x, y, radius))
        reach = radius + draws.between(24, 46)
        x, y = x + reach * math.cos(heading), y + reach * math.sin(heading)
        heading += draws.between(-0.6, 0.6)
    return holes
