"""The physics of the stack: what light does among films."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from fathom.ocean import compose
from fathom.ocean.camera import VISIBLE
from fathom.ocean.films import WATERS, Film, Frame, laid, printed
from fathom.ocean.gaps import PLAYED, Moves, moves
from fathom.ocean.lamps import LIGHTS, basis, daylight
from fathom.ocean.light import COARSE, Lamp, coarser, finer
from fathom.ocean.pictures import made_up
from fathom.ocean.views import STEPS, tilt
from tests.ocean.films import BELOW, FRAME, STILL, WHITE, film, noise, radiance

NATURAL = WATERS["natural"]


def hole_film(hole: NDArray[np.float32]) -> Film:
    """Bare film of natural water with ink everywhere, and a hole in it."""
    side = FRAME.whole
    ink = np.full((side, side), 0.7, np.float32)
    colour = np.full((3, side, side), 0.3, np.float32)
    return printed(colour, ink, hole, NATURAL)


def test_a_hole_shows_the_layer_below_undimmed() -> None:
    below = noise(1)
    everywhere = np.ones((FRAME.whole, FRAME.whole), np.float32)
    assert np.array_equal(
        radiance([hole_film(everywhere), below], [WHITE], water=STILL)[:, 8:-8, 8:-8].round(5),
        radiance([film(), below], [WHITE], water=STILL)[:, 8:-8, 8:-8].round(5),
    )
    closed = radiance([hole_film(np.zeros_like(everywhere)), below], [WHITE])
    assert not np.allclose(closed, radiance([film(), below], [WHITE]))


def test_a_hole_transmits_everything_and_reflects_nothing() -> None:
    hole = np.zeros((FRAME.whole, FRAME.whole), np.float32)
    hole[40:60, 40:60] = 1
    cut = hole_film(hole)
    assert (cut.transmit[:, 40:60, 40:60] == 1).all()
    assert (cut.reflect[:, 40:60, 40:60] == 0).all()
    assert (cut.ink[40:60, 40:60] == 0).all()
    assert (cut.transmit[:, :40] < 1).all()


@pytest.mark.parametrize("lamp", [WHITE, BELOW])
def test_inks_that_only_multiply_give_the_same_picture_in_any_order(lamp: Lamp) -> None:
    inks = [noise(seed, reflects=False) for seed in range(3)]
    upright = Lamp(lamp.colour, soften=0.0, below=lamp.below)
    first, *others = [radiance(list(order), [upright]) for order in itertools.permutations(inks)]
    for other in others:
        np.testing.assert_allclose(other, first, atol=1e-6)


def test_inks_that_give_light_back_show_their_order() -> None:
    a, b = noise(1), noise(2)
    assert not np.allclose(radiance([a, b], [WHITE]), radiance([b, a], [WHITE]), atol=0.01)


ROUNDS = [(made_up(game)[1], number) for game in range(4) for number in (1, 2, 9)]


def dot_seen_at(layer: int, tilted: tuple[float, float], far: Moves) -> tuple[int, int]:
    """Where a bright dot on one layer of clear films appears, in the frame of 640."""
    frame = Frame()
    films = [film(frame=frame) for _ in range(VISIBLE)]
    films[layer].reflect[:, 200, 300] = 1.0
    seen = radiance(films, [WHITE], tilted, frame=frame, moves=far)
    row, column = np.unravel_index(int(seen[1].argmax()), seen[1].shape)
    assert (seen[1] > 0.5 * seen[1].max()).sum() == 1, "a dot stays a dot: no layer is softer than another"
    return int(row), int(column)


@pytest.mark.parametrize("layer", range(VISIBLE))
def test_parallax_of_a_layer_is_what_its_round_says_in_whole_pixels(layer: int) -> None:
    far = moves(made_up(1)[1], 1, VISIBLE)
    straight = dot_seen_at(layer, (0.0, 0.0), far)
    here = dot_seen_at(layer, (1.0, -0.5), far)
    assert here[0] - straight[0] == round(far[layer])
    assert here[1] - straight[1] == round(-0.5 * far[layer])


@pytest.mark.parametrize(("art", "number"), ROUNDS)
def test_deeper_cards_move_further_and_none_stands_still(art: bytes, number: int) -> None:
    far = moves(art, number, VISIBLE)
    assert list(far) == sorted(set(far))
    assert all(round(one) != 0 for one in far[:PLAYED]), "the stack turns about a point between two cards"
    assert far[0] < 0 < far[PLAYED - 1]


@pytest.mark.parametrize(("art", "number"), ROUNDS)
def test_neighbouring_views_differ_by_at_most_two_pixels_at_depth_five(art: bytes, number: int) -> None:
    steps = [tilt(0, column)[1] for column in range(STEPS)]
    for far in moves(art, number, PLAYED):
        shifts = [round(step * far) for step in steps]
        assert max(abs(one - other) for one, other in itertools.pairwise(shifts)) <= 2
    assert tilt(0, 0) == (-1, -1)
    assert tilt(STEPS - 1, STEPS - 1) == (1, 1)


def test_no_level_can_be_read_off_by_how_far_it_moves() -> None:
    """What moves by so many pixels at full tilt lies on one card in one round and on another in the next."""
    levels: dict[int, set[int]] = {}
    for game in range(60):
        for level, far in enumerate(moves(made_up(game)[1], 1, PLAYED)):
            levels.setdefault(round(far), set()).add(level)
    assert all(len(levels[far]) >= 3 for far in (-2, -1, 1, 2))
    gaps = [np.diff(moves(made_up(game)[1], 1, PLAYED)) for game in range(60)]
    assert min(gap.max() / gap.min() for gap in gaps) > 1.1


def test_two_rounds_never_share_gaps() -> None:
    """Nor do two games; an octopus laid within a round changes none of them."""
    drawn = [moves(made_up(game)[1], number, VISIBLE) for game in range(20) for number in range(1, 9)]
    singles = [gap for far in drawn for gap in np.diff(far)]
    assert len(set(singles)) == len(singles)
    assert moves(made_up(3)[1], 2, VISIBLE) == moves(made_up(3)[1], 2, VISIBLE)


def test_light_adds_up() -> None:
    films = [noise(seed) for seed in range(4)]
    lights = basis(FRAME)
    assert tuple(lights) == LIGHTS
    together = radiance(films, [*lights["west"], *lights["above"], *lights["below"]], (0.5, 1.0), NATURAL)
    apart = sum(
        radiance(films, list(lights[name]), (0.5, 1.0), NATURAL) for name in ("west", "above", "below")
    )
    np.testing.assert_allclose(together, apart, atol=1e-5)


def test_twice_the_lamp_is_twice_the_light() -> None:
    films = [noise(seed) for seed in range(3)]
    once = radiance(films, [Lamp((0.2, 0.3, 0.4), (5.0, 2.0))])
    twice = radiance(films, [Lamp((0.4, 0.6, 0.8), (5.0, 2.0))])
    np.testing.assert_allclose(twice, 2 * once, rtol=1e-4)


@pytest.mark.parametrize("lamp", [WHITE, Lamp((1, 1, 1), (9.0, -4.0)), Lamp((1, 1, 1), soften=12.0), BELOW])
def test_energy_never_exceeds_what_came_in(lamp: Lamp) -> None:
    for tilted in ((0.0, 0.0), (0.7, -1.0)):
        seen = radiance([noise(seed) for seed in range(5)], [lamp], tilted, NATURAL)
        assert seen.min() >= 0
        assert seen.max() <= 1 + 1e-5


@pytest.mark.parametrize("corner", range(4))
def test_a_real_stack_gives_back_no_more_daylight_than_falls_on_it(corner: int) -> None:
    """Even where the cut edge of paper gleams."""
    cards, art = made_up(4)
    films = [compose(card, place, art, "clear", FRAME) for place, card in enumerate(cards[:VISIBLE])]
    lamps = daylight(FRAME, corner)
    fallen = sum(
        np.multiply.outer(lamp.colour, np.max(lamp.pattern)) for lamp in lamps if lamp.pattern is not None
    )
    brightest = radiance(films, list(lamps), (1.0, -1.0), WATERS["clear"]).max(axis=(1, 2))
    assert (brightest <= fallen).all()
    assert (brightest > 0.2 * fallen).all()


@pytest.mark.parametrize("clarity", ["clear", "natural", "murky"])
def test_no_card_gives_back_and_lets_through_more_than_it_gets(clarity: str) -> None:
    cards, art = made_up(4)
    for place, card in enumerate(cards[:12]):
        for known in WATERS:
            if known == clarity:
                drawn = compose(card, place, art, known, FRAME)
                assert drawn.transmit.min() >= 0
                assert drawn.reflect.min() >= 0
                assert (drawn.transmit + drawn.reflect).max() <= 1 + 1e-6


def turned_lamp(lamp: Lamp, quarters: int, flipped: bool) -> Lamp:
    down, right = lamp.slant
    if flipped:
        right = -right
    for _ in range(quarters):
        down, right = -right, down
    pattern = None if lamp.pattern is None else laid(lamp.pattern, quarters, flipped)
    return Lamp(lamp.colour, (down, right), lamp.soften, lamp.reach, pattern, lamp.below)


@pytest.mark.parametrize(("quarters", "flipped"), list(itertools.product(range(4), (False, True))))
def test_mirror_and_quarter_turns_commute_with_rendering(quarters: int, flipped: bool) -> None:
    films = [noise(seed) for seed in range(3)]
    down, right = 1.0, -0.35
    straight = radiance(films, [*daylight(FRAME)], (down, right), NATURAL)
    if flipped:
        right = -right
    for _ in range(quarters):
        down, right = -right, down
    turned = radiance(
        [one.turned(quarters, flipped) for one in films],
        [turned_lamp(lamp, quarters, flipped) for lamp in daylight(FRAME)],
        (down, right),
        NATURAL,
    )
    np.testing.assert_allclose(turned, laid(straight, quarters, flipped), atol=2e-5)


def test_an_upper_layer_throws_its_shadow_along_the_slant() -> None:
    frame = Frame()
    above, below = film(frame=frame), film(0.0, 0.5, frame)
    above.transmit[:, 300:340, 300:340] = 0.0
    seen = radiance([above, below], [Lamp((1, 1, 1), (24.0, 0.0))], frame=frame)[1]
    bleed = frame.bleed
    assert seen[345 - bleed, 320 - bleed] < 0.2
    assert seen[290 - bleed, 320 - bleed] > 0.45


def test_light_from_below_is_the_product_of_all_films() -> None:
    seen = radiance([film(0.5, 0.2), film(0.8, 0.1)], [BELOW])
    np.testing.assert_allclose(seen, 0.4, atol=1e-6)


def test_deeper_water_is_darker() -> None:
    cover = [film(0.9, 0.0) for _ in range(7)]
    brightness = [radiance([*cover[:depth], film(0.0, 0.5)], [WHITE]).mean() for depth in range(8)]
    assert brightness == sorted(brightness, reverse=True)


def test_the_coarse_grid_keeps_the_amount_of_light() -> None:
    pixels = noise(5).transmit
    assert coarser(pixels).mean() == pytest.approx(pixels.mean(), rel=1e-5)
    even = np.full((3, 10, 10), 0.3, np.float32)
    assert finer(even).shape == (3, 10 * COARSE, 10 * COARSE)
    np.testing.assert_allclose(finer(even), 0.3, rtol=1e-6)
