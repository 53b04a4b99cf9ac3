"""The pictures that are sent."""

import gc
import io
import itertools
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image

from fathom.dive.cards import Kind
from fathom.ocean import (
    STEPS,
    Clarity,
    Frame,
    Octopus,
    close_up,
    film_picture,
    look,
    prepare,
    render_to,
    sight,
)
from fathom.ocean.camera import THUMB, drawn, seen_closely
from fathom.ocean.cards import sketched
from fathom.ocean.lamps import basis, daylight
from fathom.ocean.light import Lit, lit
from fathom.ocean.octopus import octopus_film
from fathom.ocean.pictures import made_up
from fathom.ocean.torch import torch_weights, torchlight
from fathom.ocean.views import developed, see, side_by_side
from tests.ocean.films import FRAME

CARDS, ART = made_up(11)


def pixels(webp: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.asarray(Image.open(io.BytesIO(webp)).convert("RGB"), np.float64)


def test_a_look_has_a_grid_a_centre_and_a_thumbnail() -> None:
    seen = look(CARDS, 0, ART, frame=FRAME)
    assert len(seen.rows) == STEPS
    assert {pixels(row).shape for row in seen.rows} == {(FRAME.size, STEPS * FRAME.size, 3)}
    assert pixels(seen.centre).shape == (FRAME.size, FRAME.size, 3)
    assert pixels(seen.thumb).shape == (THUMB, THUMB, 3)
    assert seen.lights == {}


def test_the_centre_is_the_middle_of_the_grid() -> None:
    seen = look(CARDS, 0, ART, frame=FRAME)
    middle = STEPS // 2
    view = pixels(seen.rows[middle])[:, middle * FRAME.size : (middle + 1) * FRAME.size]
    assert np.abs(view - pixels(seen.centre)).mean() < 4
    others = [pixels(seen.rows[middle])[:, k * FRAME.size : (k + 1) * FRAME.size] for k in (0, STEPS - 1)]
    assert all(np.abs(other - pixels(seen.centre)).mean() > 4 for other in others)


def test_a_glance_comes_first_and_is_part_of_the_look() -> None:
    """Whoever began with the centre sees the same picture when everything has come."""
    seen = sight(CARDS, 0, ART, "clear", Octopus(30, 60), FRAME)
    first, whole = seen.glance(), look(CARDS, 0, ART, "clear", Octopus(30, 60), flashlight=True, frame=FRAME)
    assert (first.size, first.centre, first.thumb) == (whole.size, whole.centre, whole.thumb)
    assert seen.views() == whole.views
    assert tuple(seen.row(row) for row in range(STEPS)) == whole.rows
    assert {name: seen.light(name) for name in basis(FRAME)} == whole.lights


@pytest.mark.parametrize("octopus", [None, Octopus(30, 60)])
def test_a_close_up_is_the_centre_in_more_pixels(octopus: Octopus | None) -> None:
    """The same scene, and sharper where it can be: on the cards on top."""
    frame = Frame(160)
    close = pixels(close_up(CARDS, 0, ART, octopus=octopus, frame=frame))
    centre = pixels(sight(CARDS, 0, ART, "natural", octopus, frame).glance().centre)
    assert close.shape == (320, 320, 3)
    halved = close.reshape(160, 2, 160, 2, 3).mean(axis=(1, 3))
    assert np.abs(halved - centre).mean() < 7
    assert np.abs(np.diff(close, axis=0)).max() > 0.6 * np.abs(np.diff(centre, axis=0)).max()


def test_a_stack_is_let_go_of_once_its_picture_is_drawn() -> None:
    gc.collect()
    gc.disable()  # what waits for the collector makes a process that draws several times as large
    try:
        before = sum(isinstance(one, Lit) for one in gc.get_objects())
        close_up(CARDS, 0, ART, frame=FRAME)
        look(CARDS, 0, ART, frame=FRAME)
        assert sum(isinstance(one, Lit) for one in gc.get_objects()) == before
    finally:
        gc.enable()


def test_nothing_shows_through_the_octopus_in_a_close_up() -> None:
    """Under it not one value differs before they are encoded; beside it many do."""
    octopus = Octopus(50, 45)
    film = octopus_film(octopus, Frame(320))
    edge = Frame(320).bleed
    covered = film.ink[edge:-edge, edge:-edge] == 1
    one, other = (
        seen_closely(cards, 0, ART, octopus=octopus, frame=Frame(160)) for cards in (CARDS, CARDS[5:])
    )
    differs = (one != other).any(axis=0)
    assert covered.sum() > 1000
    assert not differs[covered].any()
    assert differs[~covered].mean() > 0.5


def test_views_side_by_side_are_the_views_by_themselves() -> None:
    day = lit(drawn(CARDS, 0, ART, "natural", None, FRAME), daylight(FRAME))
    tilts = [(0.5, -1.0), (0.0, 0.0), (0.25, 0.9)]
    together = side_by_side(day, tilts)
    for view, tilted in zip(np.split(together, 3, axis=-1), tilts, strict=True):
        assert np.array_equal(view, developed(see(day, tilted)))


def test_neighbouring_views_are_more_alike_than_far_ones() -> None:
    row = pixels(look(CARDS, 0, ART, frame=FRAME).rows[0])
    views = [row[:, k * FRAME.size : (k + 1) * FRAME.size] for k in range(STEPS)]
    differences = [np.abs(views[0] - view).mean() for view in views]
    assert differences[1] < differences[-1]


@pytest.mark.clause("D10.1")
def test_a_flashlight_table_gets_light_from_above_below_and_the_sides() -> None:
    lights = look(CARDS, 0, ART, flashlight=True, frame=FRAME).lights
    assert set(lights) == {"night", "above", "below", "north", "east", "south", "west"}
    assert pixels(lights["night"]).mean() < 0.6 * pixels(lights["above"]).mean()
    sides = [pixels(lights[name]) for name in ("north", "east", "south", "west")]
    for one, other in itertools.combinations(sides, 2):
        assert np.abs(one - other).mean() > 1


@pytest.mark.clause("D10.1")
def test_a_torch_brightens_where_it_is_held_and_follows() -> None:
    stack = drawn(CARDS, 0, ART, "natural", None, FRAME)
    lights = {name: see(lit(stack, lamps), (0.0, 0.0)) for name, lamps in basis(FRAME).items()}
    left, right = torchlight(lights, 0.25, 0.5), torchlight(lights, 0.75, 0.5)
    half = FRAME.size // 2
    assert left[..., :half].mean() > 1.5 * left[..., half:].mean()
    assert right[..., half:].mean() > 1.5 * right[..., :half].mean()


def test_the_weights_of_a_torch_never_make_light() -> None:
    total = sum(torch_weights(64, 0.3, 0.6).values())
    assert np.max(total) <= 1 + 1e-5


def test_a_lifted_card_lets_the_next_one_come_up() -> None:
    before, after = look(CARDS, 0, ART, frame=FRAME), look(CARDS[1:], 1, ART, frame=FRAME)
    assert before.centre != after.centre


def test_preparing_cards_changes_no_picture() -> None:
    cards, art = made_up(12)
    prepare(cards[:4], 0, art, FRAME)
    prepared = look(cards[:4], 0, art, frame=FRAME)
    sketched.cache_clear()
    assert look(cards[:4], 0, art, frame=FRAME) == prepared


def test_an_empty_frame_shows_the_abyss() -> None:
    assert pixels(look([], 36, ART, frame=FRAME).centre).mean() < 60


@pytest.mark.parametrize("game", range(11, 15))
def test_clearer_water_shows_more_of_the_fourth_card(game: int) -> None:
    """Measured before encoding: an encoder's noise is as large as what lies so deep."""
    cards, art = made_up(game)
    plain = [card for card in cards if card.kind is Kind.NOTHING][:3]
    shark = next(card for card in cards if card.kind is Kind.SHARK)
    bare = msgspec.structs.replace(shark, kind=Kind.NOTHING)

    def contrast(clarity: Clarity) -> float:
        with_shark, without = (
            developed(see(sight([*plain, card], 0, art, clarity, frame=FRAME).day, (0.0, 0.0))).astype(float)
            for card in (shark, bare)
        )
        return float(np.abs(with_shark - without).mean())

    assert contrast("clear") > contrast("natural") > contrast("murky") > 0


def test_the_octopus_is_in_every_view() -> None:
    bare, laid = look(CARDS, 0, ART, frame=FRAME), look(CARDS, 0, ART, octopus=Octopus(50, 50), frame=FRAME)
    for without, with_it in zip(bare.rows, laid.rows, strict=True):
        difference = (
            np.abs(pixels(without) - pixels(with_it)).mean(axis=(0, 2)).reshape(STEPS, -1).mean(axis=1)
        )
        assert difference.min() > 5


def test_a_lifted_card_has_a_picture_of_its_own() -> None:
    assert pixels(film_picture(CARDS[0], 0, ART)).shape == (480, 480, 3)
    assert film_picture(CARDS[0], 0, ART, FRAME) != film_picture(CARDS[1], 1, ART, FRAME)


def test_render_to_writes_a_picture_and_says_what_it_shows(tmp_path: Path) -> None:
    path = tmp_path / "stack.png"
    cards = render_to(path, seed=3, tilt=(0.3, -0.8), light="west", clarity="murky", size=128)
    with Image.open(path) as picture:
        assert picture.size == (128, 128)
    assert cards == made_up(3)[0]
    tilted = path.read_bytes()
    render_to(path, seed=3, light="west", clarity="murky", size=128)
    assert path.read_bytes() != tilted


def test_any_size_shows_the_same_scene() -> None:
    small, large = (
        Image.fromarray(pixels(look(CARDS, 0, ART, frame=Frame(size)).centre).astype(np.uint8))
        for size in (128, 320)
    )
    difference = np.asarray(small.resize((32, 32)), float) - np.asarray(large.resize((32, 32)), float)
    assert np.abs(difference).mean() < 8
