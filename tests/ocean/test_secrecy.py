"""What a picture may not tell: nothing below an opaque card, nothing beside the pixels."""

import io

import msgspec
import numpy as np
import pytest
from PIL import Image

from fathom.dive.cards import Card, Kind
from fathom.ocean import VISIBLE, Look, Octopus, Sight, look
from fathom.ocean.camera import drawn, encoded, piled
from fathom.ocean.films import WATERS, Film
from fathom.ocean.lamps import basis, daylight
from fathom.ocean.light import lit
from fathom.ocean.octopus import octopus_film
from fathom.ocean.pictures import made_up
from fathom.ocean.views import developed, see
from tests.ocean.films import FRAME, film, noise

CARDS, ART = made_up(7)


def bytes_seen(films: list[Film], light: str, tilt: tuple[float, float]) -> bytes:
    stack = piled(films, None, WATERS["natural"], FRAME)
    lamps = daylight(FRAME) if light == "day" else basis(FRAME)[light]
    return encoded(developed(see(lit(stack, lamps), tilt)))


@pytest.mark.parametrize("light", ["day", *basis(FRAME)])
def test_what_lies_under_an_opaque_card_changes_no_byte(light: str) -> None:
    opaque = film(0.0, 0.4)
    for tilt in ((0.0, 0.0), (-1.0, 1.0), (0.3, 0.8)):
        one = bytes_seen([noise(1), opaque, noise(2), noise(3)], light, tilt)
        other = bytes_seen([noise(1), opaque, noise(4), noise(5), noise(6)], light, tilt)
        assert one == other


def test_what_lies_under_an_opaque_card_is_in_nothing_that_is_sent() -> None:
    """The whole way: grid, centre, thumbnail and the lights of a flashlight table."""

    def everything(under: list[Film]) -> Look:
        stack = piled([noise(1), film(0.0, 0.4), *under], Octopus(30, 40), WATERS["clear"], FRAME)
        return Sight(stack, lit(stack, daylight(FRAME))).look(flashlight=True)

    assert everything([noise(2), noise(3)]) == everything([noise(4), noise(5), noise(6)])
    assert everything([]) == everything([noise(7)])


def test_what_lies_above_an_opaque_card_does_change_bytes() -> None:
    opaque = film(0.0, 0.4)
    assert bytes_seen([noise(1), opaque], "day", (0.0, 0.0)) != bytes_seen(
        [noise(2), opaque], "day", (0.0, 0.0)
    )


def test_cards_below_the_visible_ones_are_in_no_byte() -> None:
    some = look(CARDS[:VISIBLE], 0, ART, flashlight=True, frame=FRAME)
    assert look(CARDS, 0, ART, flashlight=True, frame=FRAME) == some
    others = [*CARDS[:VISIBLE], *reversed(CARDS[VISIBLE:])]
    assert look(others, 0, ART, flashlight=True, frame=FRAME) == some


def test_everyone_gets_the_same_bytes_however_often_they_are_drawn() -> None:
    assert look(CARDS, 3, ART, "murky", Octopus(20, 70), frame=FRAME) == look(
        CARDS, 3, ART, "murky", Octopus(20, 70), frame=FRAME
    )


def test_nothing_shows_through_the_octopus() -> None:
    octopus = Octopus(50, 45)
    solid = octopus_film(octopus, FRAME).ink[4:-4, 4:-4] == 1
    assert solid.mean() > 0.04
    seen = []
    for cards in (CARDS, CARDS[5:20]):
        day = lit(drawn(cards, 0, ART, "clear", octopus, FRAME), daylight(FRAME))
        seen.append(see(day, (0.0, 0.0))[:, solid])
    assert np.array_equal(seen[0], seen[1])


def chunks(webp: bytes) -> list[bytes]:
    """The names of the chunks in a WebP file."""
    assert webp[:4] == b"RIFF"
    assert webp[8:12] == b"WEBP"
    found, at = [], 12
    while at < len(webp):
        found.append(webp[at : at + 4])
        at += 8 + (int.from_bytes(webp[at + 4 : at + 8], "little") + 1) // 2 * 2
    return found


def pictures(seen: Look) -> dict[str, bytes]:
    rows = {f"row {k}": row for k, row in enumerate(seen.rows)}
    return {"centre": seen.centre, "thumb": seen.thumb, **rows, **seen.lights}


def test_pictures_hold_pixels_and_no_metadata() -> None:
    for webp in pictures(look(CARDS, 0, ART, flashlight=True, frame=FRAME)).values():
        assert chunks(webp) == [b"VP8 "]
        assert not Image.open(io.BytesIO(webp)).info.keys() & {"exif", "xmp", "icc_profile", "comment"}


def test_names_and_headers_do_not_depend_on_the_cards() -> None:
    def outside(seen: Look) -> object:
        sizes = {name: Image.open(io.BytesIO(webp)).size for name, webp in pictures(seen).items()}
        return seen.size, seen.steps, sizes, {name: webp[8:16] for name, webp in pictures(seen).items()}

    other_cards = [Card(Kind.NOTHING, 0, False)] * 9
    one, other = (look(cards, 0, ART, flashlight=True, frame=FRAME) for cards in (CARDS, other_cards))
    assert outside(one) == outside(other)
    assert list(pictures(one)) == list(pictures(other))


def test_two_orders_of_the_same_cards_differ_in_pixels_only() -> None:
    """Names, sizes, chunks and headers are those of any other order, for the parts and in their sequence."""
    other_order = [*reversed(CARDS[:VISIBLE]), *CARDS[VISIBLE:]]
    one, other = (look(cards, 0, ART, flashlight=True, frame=FRAME) for cards in (CARDS, other_order))
    assert one.centre != other.centre
    assert list(pictures(one)) == list(pictures(other))
    for mine, theirs in zip(pictures(one).values(), pictures(other).values(), strict=True):
        assert chunks(mine) == chunks(theirs)
        assert mine[8:16] == theirs[8:16]
        assert Image.open(io.BytesIO(mine)).size == Image.open(io.BytesIO(theirs)).size
        assert Image.open(io.BytesIO(mine)).info == Image.open(io.BytesIO(theirs)).info


def test_the_secret_of_the_art_is_not_sent() -> None:
    sent = msgspec.msgpack.encode(look(CARDS, 0, ART, flashlight=True, frame=FRAME))
    assert ART not in sent
    assert ART.hex().encode() not in sent


def test_a_card_cannot_be_redrawn_without_the_secret() -> None:
    guess = bytes([ART[0] ^ 1]) + ART[1:]
    mine, theirs = (drawn(CARDS[:1], 0, secret, "natural", None, FRAME).films[0] for secret in (ART, guess))
    inked = (mine.ink > 0.5).astype(float).ravel(), (theirs.ink > 0.5).astype(float).ravel()
    assert abs(np.corrcoef(*inked)[0, 1]) < 0.5
