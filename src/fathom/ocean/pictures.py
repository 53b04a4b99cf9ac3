"""Single pictures: one lifted card by itself, and a look into a made-up stack for the command line."""

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
from PIL import Image

from fathom.dive.box import standard_mix
from fathom.dive.cards import Card
from fathom.ocean.art import MANTA, SHARKS, TURTLES
from fathom.ocean.art.silhouette import silhouette
from fathom.ocean.camera import drawn, encoded, picture, sunlit
from fathom.ocean.cards import compose
from fathom.ocean.films import WATERS, Clarity, Frame, Pixels
from fathom.ocean.lamps import basis
from fathom.ocean.layout import WIDE, laid_points, on_window, points_of
from fathom.ocean.light import Lamp, Stack, lit, stacked
from fathom.ocean.octopus import Octopus
from fathom.ocean.sheets import Above, planned, swimmers
from fathom.ocean.torch import torchlight
from fathom.ocean.views import Tilt, developed, see

LightName = Literal["day", "torch", "night", "above", "below", "north", "east", "south", "west"]

ANIMALS = {MANTA: "manta", **{name: colour for colour, name in TURTLES.items()}}
"""What the helpers' drawings show."""

SHALLOWS = Lamp((0.10, 0.34, 0.38), below=True)
"""Bright water behind a card that is held up."""


def film_picture(
    card: Card, place: int, art: bytes, frame: Frame | None = None, above: Above | None = None
) -> bytes:
    """Draw one card by itself in bright water, as WebP: what is not ink can be seen through.

    Only for cards that have been lifted. `above` are the cards that lay above it in the first stack, all
    lifted before it.
    """
    frame = frame or Frame(size=480)
    film = compose(card, place, art, "clear", frame, above)
    alone = lit(stacked([film], [0.0], [0.0], WATERS["clear"], frame), [*sunlit(frame, art), SHALLOWS])
    window = slice(frame.bleed, frame.bleed + frame.size)
    ink = np.rint(255 * film.ink[window, window]).astype(np.uint8)
    return encoded(np.concatenate((developed(see(alone, (0.0, 0.0))), ink[np.newaxis])))


def outlines(
    card: Card, place: int, art: bytes, frame: Frame | None = None, above: Above | None = None
) -> str:
    """The outline of each animal that matters on a card, as SVG paths in the coordinates of its picture.

    Only for cards that have been lifted. The lower animal comes first; each path says which animal it is.
    """
    size = (frame or Frame(size=480)).size
    lies = (card.turn, card.flipped) if above is not None else (0, False)
    paths = []
    for swimmer, spot, _ in swimmers(card.kind, planned(art, place, *lies, above), place):
        around = laid_points(points_of(swimmer, silhouette(swimmer.name).outline), card.turn, card.flipped)
        at = (np.array(on_window(spot, card.turn, card.flipped)) + around) * (size / WIDE)
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in at)
        animal = "shark" if swimmer.name in SHARKS else ANIMALS[swimmer.name]
        paths.append(f'<path data-animal="{animal}" d="M{line}Z"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" fill="none" stroke="#ffc145" '
        f'stroke-width="{size / 160:g}" stroke-linejoin="round">{"".join(paths)}</svg>'
    )


def render_to(
    path: Path,
    seed: int = 1,
    tilt: Tilt = (0.0, 0.0),
    light: LightName = "day",
    clarity: Clarity = "natural",
    octopus: Octopus | None = None,
    size: int = 640,
) -> list[Card]:
    """Shuffle a stack from a seed and write one view of it; the file's ending chooses the format.

    Gives the cards from the top, so that whoever looks can check what they saw. The seed is not a table's.
    """
    cards, art = made_up(seed)
    view_of(cards, art, tilt, light, clarity, octopus, size).save(path)
    return cards


def view_of(
    cards: Sequence[Card],
    art: bytes,
    tilt: Tilt = (0.0, 0.0),
    light: LightName = "day",
    clarity: Clarity = "natural",
    octopus: Octopus | None = None,
    size: int = 640,
) -> Image.Image:
    """One view of a stack in one light."""
    stack = drawn(cards, 0, art, clarity, octopus, Frame(size))
    return picture(developed(_seen(stack, light, tilt, art)))


def _seen(stack: Stack, light: LightName, tilt: Tilt, art: bytes) -> Pixels:
    if light == "day":
        return see(lit(stack, sunlit(stack.frame, art)), tilt)
    lights = basis(stack.frame)
    if light == "torch":
        return torchlight({name: see(lit(stack, lamps), tilt) for name, lamps in lights.items()}, 0.42, 0.45)
    return see(lit(stack, lights[light]), tilt)


def made_up(seed: int) -> tuple[list[Card], bytes]:
    """Make a stack and a secret for its art from a seed: to look and measure, never for a real table."""
    draws = random.Random(seed)
    kinds = list(standard_mix().without(()))
    draws.shuffle(kinds)
    cards = [Card(kind, draws.randrange(4), draws.random() < 0.5) for kind in kinds]
    return cards, hashlib.sha256(f"fathom.ocean made up {seed}".encode()).digest()
