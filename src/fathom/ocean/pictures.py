"""Single pictures: one lifted card by itself, and a look into a made-up stack for the command line."""

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from PIL import Image

from fathom.dive.box import standard_mix
from fathom.dive.cards import Card
from fathom.ocean.camera import drawn, encoded, picture
from fathom.ocean.cards import compose
from fathom.ocean.films import WATERS, Clarity, Frame, Pixels
from fathom.ocean.lamps import basis, daylight
from fathom.ocean.light import Lamp, Stack, lit, stacked
from fathom.ocean.octopus import Octopus
from fathom.ocean.torch import torchlight
from fathom.ocean.views import Tilt, developed, see
from fathom.ocean.weather import sun_corner

LightName = Literal["day", "torch", "night", "above", "below", "north", "east", "south", "west"]

SHALLOWS = Lamp((0.10, 0.34, 0.38), below=True)
"""Bright water behind a card that is held up."""


def film_picture(card: Card, place: int, art: bytes, frame: Frame | None = None) -> bytes:
    """Draw one card by itself against bright water, as WebP. Only for cards that have been lifted."""
    frame = frame or Frame(size=480)
    film = compose(card, place, art, "clear", frame)
    alone = lit(stacked([film], [0.0], WATERS["clear"], frame), [*daylight(frame, sun_corner(art)), SHALLOWS])
    return encoded(developed(see(alone, (0.0, 0.0))))


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
    return picture(developed(_seen(stack, light, tilt, sun_corner(art))))


def _seen(stack: Stack, light: LightName, tilt: Tilt, corner: int) -> Pixels:
    if light == "day":
        return see(lit(stack, daylight(stack.frame, corner)), tilt)
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
