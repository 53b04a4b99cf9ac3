"""Ink: kept as few pixels, printed as if it were the whole sheet."""

import io
import itertools

import numpy as np
import pytest
from PIL import Image

from fathom.ocean.cards import cut, paper
from fathom.ocean.films import WATERS, Frame, laid, printed
from fathom.ocean.ink import Ink, linear

FRAME = Frame(64)


def a_sheet() -> bytes:
    """A drawn sheet of noise, half of it bare."""
    chance = np.random.default_rng(3)
    pixels = chance.integers(0, 256, (FRAME.whole, FRAME.whole, 4), np.uint8)
    pixels[chance.random(pixels.shape[:2]) < 0.5] = 0
    file = io.BytesIO()
    Image.fromarray(pixels, "RGBA").save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(("turn", "flipped"), list(itertools.product(range(4), (False, True))))
def test_few_pixels_print_the_same_film_as_the_whole_sheet(turn: int, flipped: bool) -> None:
    sheet, grain = a_sheet(), paper(FRAME.whole, 5, 9)
    hole = laid(cut([(200.0, 300.0, 90.0)], FRAME), turn, flipped)
    planes = np.asarray(Image.open(io.BytesIO(sheet))).transpose(2, 0, 1)
    colour, ink = linear(np.stack([laid(plane, turn, flipped) for plane in planes]))
    colour *= laid(grain, turn, flipped)
    whole = printed(np.minimum(colour, ink), ink, hole, WATERS["natural"])
    few = Ink.of(sheet).printed(grain, turn, flipped, hole, WATERS["natural"])
    np.testing.assert_array_equal(few.transmit, whole.transmit)
    np.testing.assert_array_equal(few.reflect, whole.reflect)
    np.testing.assert_array_equal(few.ink, whole.ink)


def test_a_sheet_without_ink_is_bare_film() -> None:
    file = io.BytesIO()
    Image.new("RGBA", (FRAME.whole, FRAME.whole)).save(file, "PNG")
    film = Ink.of(file.getvalue()).printed(paper(FRAME.whole, 0, 0), 1, True, None, WATERS["clear"])
    assert (film.ink == 0).all()
    for channel in range(3):
        assert (film.transmit[channel] == np.float32(WATERS["clear"].clear[channel])).all()
        assert (film.reflect[channel] == np.float32(WATERS["clear"].haze[channel])).all()
