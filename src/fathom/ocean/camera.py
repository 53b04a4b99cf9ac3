"""Camera: what is drawn for a round, and the bytes that are sent."""

import io
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from fathom.dive.cards import Card
from fathom.ocean.cards import compose, sketched
from fathom.ocean.films import Clarity, Film, Frame, Water
from fathom.ocean.gaps import USUAL, Moves, moves
from fathom.ocean.lamps import basis, daylight
from fathom.ocean.light import Lamp, Lit, Stack, doubled, lit, stacked
from fathom.ocean.moving import moving_picture
from fathom.ocean.octopus import Octopus, octopus_film
from fathom.ocean.sheets import Above
from fathom.ocean.views import STEPS, Tilt, from_above, seen_below, serpentine, side_by_side, tilt
from fathom.ocean.weather import script, sun_corner, water

VISIBLE = 8
"""Cards drawn, from the top; below them lies the abyss. What is deeper never reaches a picture."""

THUMB = 128
FINE = 3
"""Cards drawn in every pixel, from the top; deeper ones are out of focus by more than half as fine is."""

CLOSE = 2
"""Cards drawn anew for a close look, from the top; what lies deeper is out of focus."""

QUALITY = 77
EFFORT = 2
"""How hard WebP tries. The step from 1 to 2 saves a fifth of the bytes and costs a fourth more time; the
next one costs twice the time and saves nothing to speak of."""

ABOVE: Tilt = (0.0, 0.0)


class Glance(msgspec.Struct, frozen=True):
    """What can be shown first: the view from straight above, and a small one."""

    size: int
    centre: bytes
    thumb: bytes


class Look(msgspec.Struct, frozen=True):
    """Everything that a table is sent to look at in one round. The same bytes go to everybody.

    `views` is the daylight grid as one moving picture, a frame per view in serpentine order: the first row
    from left to right, the second from right to left, rows from the top, tilt from -1 to 1. `rows` are the
    same views for browsers that cannot take the moving picture apart: one picture per row, side by side from
    left to right. `centre` is the middle view alone, `thumb` a small one. `lights` are the basis of a
    flashlight table, seen from above, and empty elsewhere.
    """

    size: int
    steps: int
    views: bytes
    rows: tuple[bytes, ...]
    centre: bytes
    thumb: bytes
    lights: dict[str, bytes]


class Sight(msgspec.Struct, frozen=True):
    """A stack that was drawn and lit once, to be looked at in parts: the centre first, then the rest.

    It holds some 170 megabytes in a frame of 640: let go of it when everything has been seen.
    """

    stack: Stack
    day: Lit

    def glance(self) -> Glance:
        """The centre and the thumbnail: quick, so that nobody has to wait for the whole grid to begin."""
        centre = side_by_side(from_above(self.day), [ABOVE])
        return Glance(self.stack.frame.size, encoded(centre), encoded(centre, THUMB))

    def views(self) -> bytes:
        """The daylight grid as one moving picture."""
        size = self.stack.frame.size
        frames: list[Image.Image] = []
        for row in range(STEPS):
            planes = side_by_side(self.day, serpentine()[row * STEPS : (row + 1) * STEPS])
            frames.extend(picture(planes[..., k * size : (k + 1) * size]) for k in range(STEPS))
        return moving_picture(frames)

    def row(self, row: int) -> bytes:
        """One row of the daylight grid, for browsers that cannot take a moving picture apart."""
        return encoded(side_by_side(self.day, [tilt(row, column) for column in range(STEPS)]))

    def light(self, name: str) -> bytes:
        """One light of the basis of a flashlight table."""
        return encoded(side_by_side(from_above(lit(self.stack, basis(self.stack.frame)[name])), [ABOVE]))

    def look(self, *, flashlight: bool = False) -> Look:
        """Everything, the glance included."""
        first, frame = self.glance(), self.stack.frame
        return Look(
            frame.size,
            STEPS,
            self.views(),
            tuple(self.row(row) for row in range(STEPS)),
            first.centre,
            first.thumb,
            {name: self.light(name) for name in basis(frame)} if flashlight else {},
        )


def sight(
    cards: Sequence[Card],
    place_of_top: int,
    art: bytes,
    clarity: Clarity = "natural",
    octopus: Octopus | None = None,
    frame: Frame | None = None,
    *,
    above: Above = (),
    round_number: int = 1,
) -> Sight:
    """Draw and light the remaining cards, the top one first, so that they can be looked at.

    `above` are the cards that were lifted before, in the order in which they lay: where animals lie follows
    from what lay above them. The gaps between the cards are those of the round. Only the topmost cards are
    ever drawn, so nothing about the others can be in the bytes.
    """
    frame = frame or Frame()
    stack = drawn(cards, place_of_top, art, clarity, octopus, frame, above, round_number)
    return Sight(stack, lit(stack, sunlit(frame, art)))


def close_up(
    cards: Sequence[Card],
    place_of_top: int,
    art: bytes,
    clarity: Clarity = "natural",
    octopus: Octopus | None = None,
    frame: Frame | None = None,
    *,
    above: Above = (),
) -> bytes:
    """Draw the view from straight above in twice as many pixels each way as the frame has."""
    return encoded(seen_closely(cards, place_of_top, art, clarity, octopus, frame, above=above))


def seen_closely(
    cards: Sequence[Card],
    place_of_top: int,
    art: bytes,
    clarity: Clarity = "natural",
    octopus: Octopus | None = None,
    frame: Frame | None = None,
    *,
    above: Above = (),
) -> NDArray[np.uint8]:
    """The screen values of a close-up.

    The topmost cards are drawn so finely; what is seen of the others through them is doubled.
    """
    frame = frame or Frame()
    fine = Frame(2 * frame.size)
    whole = sight(cards, place_of_top, art, clarity, octopus, frame, above=above).day
    films = [
        compose(card, place_of_top + k, art, clarity, fine, (*above, *cards[:k]))
        for k, card in enumerate(cards[:CLOSE])
    ]
    near = lit(piled(films, octopus, water(clarity, art), fine), sunlit(fine, art))
    below = doubled(seen_below(whole, len(near.layers)))
    return side_by_side(Lit(near.layers, below, fine), [ABOVE])


def sunlit(frame: Frame, art: bytes) -> tuple[Lamp, ...]:
    """The daylight of a game."""
    colours = script(art)
    return daylight(frame, sun_corner(art), colours.sky, colours.sun, colours.surface, colours.abyss)


def look(
    cards: Sequence[Card],
    place_of_top: int,
    art: bytes,
    clarity: Clarity = "natural",
    octopus: Octopus | None = None,
    *,
    flashlight: bool = False,
    frame: Frame | None = None,
    above: Above = (),
    round_number: int = 1,
) -> Look:
    """Draw what everyone at the table sees of the remaining cards, the top one first: all of it at once."""
    seen = sight(cards, place_of_top, art, clarity, octopus, frame, above=above, round_number=round_number)
    return seen.look(flashlight=flashlight)


def drawn(
    cards: Sequence[Card],
    place_of_top: int,
    art: bytes,
    clarity: Clarity,
    octopus: Octopus | None,
    frame: Frame,
    above: Above = (),
    round_number: int = 1,
) -> Stack:
    """Draw the cards that matter, from the top, and lay them on each other."""
    films = [
        compose(card, place_of_top + k, art, clarity, fineness(frame, k), (*above, *cards[:k]))
        for k, card in enumerate(cards[:VISIBLE])
    ]
    return piled(films, octopus, water(clarity, art), frame, moves(art, round_number, VISIBLE))


def fineness(frame: Frame, depth: int) -> Frame:
    """How finely a film is drawn that lies so deep: from the fourth on, half as fine is plenty.

    Such films are out of focus by more than that; see `light.stacked`.
    """
    return Frame(frame.size // 2) if depth >= FINE and frame.size % 64 == 0 and frame.size >= 320 else frame


def piled(
    films: Sequence[Film], octopus: Octopus | None, water: Water, frame: Frame, far: Moves = USUAL
) -> Stack:
    """Lay films on each other, the first on top, and an octopus over them, which moves with the top card."""
    depths, far = [float(k) for k in range(len(films))], far[: len(films)]
    if octopus is not None:
        films, depths = [octopus_film(octopus, frame), *films], [0.0, *depths]
        far = (*(far[:1] or USUAL[:1]), *far)
    return stacked(films, depths, far, water, frame)


def prepare(
    cards: Sequence[Card],
    place_of_top: int,
    art: bytes,
    frame: Frame | None = None,
    above: Above = (),
) -> None:
    """Draw cards before they are looked at: vector art is what takes longest, and it is kept.

    Worth doing with the whole stack while divers still choose seats, in a thread beside the event loop.
    """
    for k, card in enumerate(cards):
        sketched(card, place_of_top + k, art, fineness(frame or Frame(), k), (*above, *cards[:k]))


def picture(planes: NDArray[np.uint8]) -> Image.Image:
    """Put screen values together to a picture: three planes, or four where the last says what can be seen."""
    return Image.merge("RGBA" if len(planes) == 4 else "RGB", [Image.fromarray(plane) for plane in planes])


def encoded(planes: NDArray[np.uint8], size: int | None = None) -> bytes:
    """Encode screen values as WebP without any metadata, shrunk if a size is given."""
    image = picture(planes)
    if size is not None:
        image = image.resize((size, size), Image.Resampling.LANCZOS)
    file = io.BytesIO()
    image.save(file, "WEBP", quality=QUALITY, method=EFFORT)
    return file.getvalue()
