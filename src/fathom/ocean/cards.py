"""Cards: what the rules put on a card, drawn anew for every game from the table's secret, as a film."""

import functools
from collections.abc import Sequence

import numpy as np
from PIL import Image

from fathom.dive.cards import Card
from fathom.ocean.chance import Draws
from fathom.ocean.films import Clarity, Film, Frame, Plane, laid
from fathom.ocean.ink import Ink
from fathom.ocean.scenery import Hole
from fathom.ocean.sheets import Above, kept_sheet, rasterised
from fathom.ocean.weather import water


def compose(
    card: Card,
    place: int,
    art: bytes,
    clarity: Clarity = "natural",
    frame: Frame | None = None,
    above: Above | None = None,
) -> Film:
    """Draw the card that lay at a place of the first stack (0 is its top) as a film, turned as it lies.

    Everything but the kind and the way it lies follows from the secret, the place and the cards that lay
    `above` it in the first stack, lifted or not: so the film is the same whenever it is drawn, whatever lies
    below, and nobody without the secret can draw it. Without `above` it is drawn as a card by itself.
    """
    frame = frame or Frame()
    ink, holes = sketched(card, place, art, frame, above)
    draws = Draws(art, "paper", place)
    grain = paper(frame.whole, draws.whole(0, 255), draws.whole(0, 255))
    hole = laid(cut(holes, frame), card.turn, card.flipped) if holes else None
    return ink.printed(grain, card.turn, card.flipped, hole, water(clarity, art))


@functools.lru_cache(maxsize=160)
def sketched(
    card: Card, place: int, art: bytes, frame: Frame, above: Above | None = None
) -> tuple[Ink, tuple[Hole, ...]]:
    """Keep the sheets of running games: most cards of a round were there in the round before."""
    svg, holes = kept_sheet(card.kind, place, art, card.turn, card.flipped, above)
    return Ink.of(rasterised(svg, frame)), holes


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
