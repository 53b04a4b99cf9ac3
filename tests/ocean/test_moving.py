"""The moving picture: the same bytes whenever it is made, and nothing in it but pixels."""

import io
import re
import time

import numpy as np
import pytest
from PIL import Image, ImageDraw

from fathom.dive.cards import Card, Kind
from fathom.ocean import STEPS, compose, look, outlines, sight
from fathom.ocean.camera import picture
from fathom.ocean.moving import boxes, moving_picture, timeless
from fathom.ocean.pictures import made_up
from fathom.ocean.views import serpentine, side_by_side
from tests.ocean.films import FRAME

CARDS, ART = made_up(31)


def frames(avif: bytes) -> list[Image.Image]:
    found = []
    with Image.open(io.BytesIO(avif)) as moving:
        for number in range(getattr(moving, "n_frames", 1)):
            moving.seek(number)
            found.append(moving.convert("RGB"))
    return found


def test_views_are_in_it_in_serpentine_order() -> None:
    seen = sight(CARDS, 0, ART, frame=FRAME)
    decoded = frames(seen.views())
    assert len(decoded) == STEPS * STEPS
    tilts = serpentine()
    assert tilts[:2] == [(-1.0, -1.0), (-1.0, -0.5)]
    assert tilts[5] == (-0.5, 1.0), "the second row runs back"
    for (one, other), (down, right) in zip(tilts[1:], tilts[:-1], strict=True):
        assert abs(one - down) + abs(other - right) == 0.5, "each is a neighbour of the one before"
    for tilt, view in zip(tilts, decoded, strict=True):
        honest = np.asarray(picture(side_by_side(seen.day, [tilt])), float)
        assert np.abs(honest - np.asarray(view, float)).mean() < 6


def test_the_same_views_are_the_same_bytes_a_second_later() -> None:
    """The encoder writes the time into the file; what is sent does not have it."""
    views = [
        picture(side_by_side(sight(CARDS, 0, ART, frame=FRAME).day, [tilt])) for tilt in serpentine()[:4]
    ]
    first = moving_picture(views)
    begun = time.time()
    while int(time.time()) == int(begun):  # a second later by the clock that the encoder reads
        pass
    assert moving_picture(views) == first


def headers(avif: bytes) -> dict[bytes, list[bytes]]:
    """The headers that have times, by their names."""
    found: dict[bytes, list[bytes]] = {}

    def walk(start: int, end: int) -> None:
        for name, begin, stop in boxes(avif, start, end):
            if name in {b"moov", b"trak", b"mdia"}:
                walk(begin, stop)
            elif name in {b"mvhd", b"tkhd", b"mdhd"}:
                found.setdefault(name, []).append(avif[begin:stop])

    walk(0, len(avif))
    return found


def test_no_time_is_in_the_file() -> None:
    found = headers(sight(CARDS, 0, ART, frame=FRAME).views())
    assert set(found) == {b"mvhd", b"tkhd", b"mdhd"}
    for times in found.values():
        for header in times:
            wide = 16 if header[0] == 1 else 8
            assert header[4 : 4 + wide] == bytes(wide)


def test_names_and_boxes_do_not_depend_on_the_cards() -> None:
    one, other = (look(cards, 0, ART, frame=FRAME).views for cards in (CARDS, CARDS[9:]))
    assert one != other
    names = [[name for name, _, _ in boxes(avif, 0, len(avif))] for avif in (one, other)]
    assert names[0] == names[1]
    assert not {b"Exif", b"xml ", b"uuid"} & {*names[0]}
    with Image.open(io.BytesIO(one)) as moving:
        assert not moving.info.keys() & {"exif", "xmp", "icc_profile", "comment"}


def test_a_broken_file_is_refused() -> None:
    with pytest.raises(ValueError, match="broken at its box b'moov'"):
        timeless(b"\x00\x00\x00\xffmoov")


@pytest.mark.parametrize("place", range(6))
def test_an_outline_runs_along_its_animal(place: int) -> None:
    """Filled, it covers what the card with the animal has and the card without it has not."""
    card = CARDS[place]
    above = tuple(CARDS[:place])
    svg = outlines(card, place, ART, FRAME, above)
    paths = re.findall(r'data-animal="(\w+)" d="M([^Z]+)Z"', svg)
    wanted = ([card.kind.helper.value] if card.kind.helper else []) + (["shark"] if card.kind.shark else [])
    assert [name for name, _ in paths] == wanted
    assert f'viewBox="0 0 {FRAME.size} {FRAME.size}"' in svg
    if not paths:
        return
    mask = Image.new("L", (FRAME.size, FRAME.size))
    for _, line in paths:
        points = [tuple(map(float, point.split())) for point in line.split("L")]
        ImageDraw.Draw(mask).polygon(points, fill=255)
    inked, bare = (
        compose(Card(kind, card.turn, card.flipped), place, ART, "natural", FRAME, above).reflect
        for kind in (card.kind, Kind.NOTHING)
    )
    edge = slice(FRAME.bleed, FRAME.bleed + FRAME.size)
    differs = (np.abs(inked - bare).max(axis=0) > 0.01)[edge, edge]
    filled = np.asarray(mask) > 0
    assert (differs & filled).sum() > 0.8 * differs.sum()
