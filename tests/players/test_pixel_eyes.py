"""Reading pictures: only from what is sent, the same every time, and well where it is plain."""

from functools import cache
from pathlib import Path

import msgspec
import numpy as np
import pytest

from bench.eyes_stacks import turned, views_sent
from fathom.dive import Kind
from fathom.dive.box import standard_mix
from fathom.ocean import Clarity, Look, Octopus, look, sight
from fathom.ocean.pictures import made_up
from fathom.ocean.sheets import planned
from fathom.players.dive import NoisyEyes, PixelEyes, chances, eyes
from fathom.players.dive.eyes import pixel_eyes
from fathom.players.dive.eyes.confusion import Answers, Confusion, confusion, fitted
from fathom.players.dive.eyes.pixel_eyes import (
    CELL,
    DISTANCES,
    FULL,
    _halved,
    _overlaid,
    glimpses,
    layers_found,
)
from fathom.table import FastDice

ALL = standard_mix().without(())

FOUND = 15 + 5 * len(DISTANCES)
"""Where among the measures of a square it stands where layers were found."""


@cache
def a_look(seed: int, clarity: Clarity = "natural", few: int = 36, octopus: Octopus | None = None) -> Look:
    """What `PixelEyes` look at of a made-up stack."""
    cards, art = made_up(seed)
    return views_sent(sight(cards[:few], 0, art, clarity, octopus))


def test_both_import_paths_give_the_same_eyes() -> None:
    assert eyes.PixelEyes is PixelEyes


def test_what_is_measured_is_what_is_sent() -> None:
    cards, art = made_up(1)
    whole = look(cards, 0, art)
    some = a_look(1)
    assert some.views == whole.views
    assert PixelEyes().read(some, ALL, "natural") == PixelEyes().read(whole, ALL, "natural")


def test_rows_are_read_as_the_moving_picture_is() -> None:
    """Whichever a browser was sent, the top is as plain, and nothing is said to be quite another."""
    for seed in (1, 2):
        cards, art = made_up(seed)
        rows = views_sent(sight(cards, 0, art), "rows")
        by_rows, moving = (PixelEyes().read(one, ALL, "natural") for one in (rows, a_look(seed)))
        for depth in range(2):
            assert abs(by_rows.depths[depth].shark - moving.depths[depth].shark) < 0.5
        assert (by_rows.depths[0].shark > 0.5) is cards[0].kind.shark


def test_sharks_on_top_are_plain() -> None:
    """All of twelve. Always yes would be right in eight, always no in four."""
    for seed in range(1, 13):
        first = PixelEyes().read(a_look(seed), ALL, "natural").depths[0]
        assert (first.shark > 0.5) is made_up(seed)[0][0].kind.shark, seed


def test_a_flashlight_table_is_read_by_its_daylight() -> None:
    """The grid is the same; what the lights show is left to people."""
    cards, art = made_up(1)
    by_torch = look(cards, 0, art, flashlight=True)
    assert by_torch.lights
    assert PixelEyes().read(by_torch, ALL, "natural") == PixelEyes().read(a_look(1), ALL, "natural")


@pytest.mark.parametrize("seed", [1, 3])
def test_an_octopus_right_on_the_shark_hides_it(seed: int) -> None:
    """Head and tail of a shark on top still show, and are not enough; beside it, it is as plain as before."""
    (top, *_), art = made_up(seed)
    across, down = turned(planned(art, 0, top.turn, top.flipped, ()).shark_spot, top)
    hidden = Octopus(round(100 * across), round(100 * down))
    aside = Octopus(*(80 if place < 0.5 else 20 for place in (across, down)))
    bare, covered, beside = (
        PixelEyes().read(a_look(seed, octopus=octopus), ALL, "natural").depths[0].shark
        for octopus in (None, hidden, aside)
    )
    assert bare > 0.97
    assert covered < 0.3
    assert beside > 0.97


@pytest.mark.parametrize("cards", [1, 3])
def test_the_last_cards_of_a_game_are_read_too(cards: int) -> None:
    for seed in (1, 2, 4):
        kinds = [card.kind for card in made_up(seed)[0][:cards]]
        read = PixelEyes().read(a_look(seed, few=cards), kinds, "natural")
        assert len(read.depths) == cards
        assert (read.depths[0].shark > 0.5) is kinds[0].shark


def test_soundings_are_probabilities_for_the_six_upper_cards() -> None:
    read = PixelEyes().read(a_look(1), ALL, "natural")
    assert len(read.depths) == 6
    for sounding in read.depths:
        values = msgspec.structs.astuple(sounding)
        assert all(0 <= value <= 1 for value in values)
        assert sounding.green + sounding.red + sounding.manta <= 1.0002


def test_what_has_been_lifted_is_not_seen_again() -> None:
    without_sharks = [kind for kind in ALL if not kind.shark]
    read = PixelEyes().read(a_look(1), without_sharks, "natural")
    assert all(sounding.shark == 0 for sounding in read.depths)


def test_a_low_stack_has_fewer_soundings() -> None:
    assert len(PixelEyes().read(a_look(1), [Kind.NOTHING, Kind.SHARK], "natural").depths) == 2


def test_what_no_picture_shows_changes_nothing() -> None:
    cards, art = made_up(2)
    other = views_sent(sight([*cards[:8], *reversed(cards[8:])], 0, art))
    assert PixelEyes().read(other, ALL, "natural") == PixelEyes().read(a_look(2), ALL, "natural")


def test_unknown_water_is_named() -> None:
    with pytest.raises(ValueError, match="clear, natural, murky, not 'muddy'"):
        PixelEyes().read(a_look(1), ALL, "muddy")  # type: ignore[arg-type]


def shifted(far: int, seed: int = 1) -> dict[tuple[int, int], np.ndarray]:
    """Views of one layer of noise that moves so far at full tilt."""
    edge = 4 * CELL
    texture = np.random.default_rng(seed).random((3, FULL + 2 * edge, FULL + 2 * edge)).astype(np.float32)
    seen = {}
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            top, left = edge - down * far, edge - right * far
            seen[down, right] = texture[:, top : top + FULL, left : left + FULL]
    return seen


@pytest.mark.parametrize("far", [-4, -3, -1, 2, 3, 8])
def test_views_agree_where_they_are_moved_back_by_as_far_as_the_layer_moved(far: int) -> None:
    halved = {
        tilt: {(down, right): _halved(view, down, right) for down in (0, 1) for right in (0, 1)}
        for tilt, view in shifted(far).items()
    }
    spreads = {distance: float(_overlaid(halved, distance)[1].mean()) for distance in DISTANCES}
    assert spreads[far] < 1e-6
    assert min(spread for distance, spread in spreads.items() if distance != far) > 0.01


@pytest.mark.parametrize(("upper", "lower"), [(-3, 2), (-4, -1), (1, 4)])
def test_gaps_are_found_from_the_views_alone(upper: int, lower: int) -> None:
    """Half of the picture is one layer, half another: most votes go to how far these two moved."""
    one, other = shifted(upper, 1), shifted(lower, 2)
    left = np.arange(FULL) < FULL // 2
    measures = glimpses({tilt: np.where(left, one[tilt], other[tilt]) for tilt in one}, "natural", 36)
    votes = measures[0, FOUND : FOUND + len(DISTANCES)]
    best = {DISTANCES[k] for k in np.argsort(votes)[-2:]}
    assert best == {upper, lower}
    assert layers_found(np.ones((13, 4, 4), np.float32), np.ones((13, 4, 4), np.float32)).shape == (39,)


def test_eyes_are_not_told_the_secret_gaps() -> None:
    """They know of no gaps and of no pivot: the module that draws them is not theirs to read."""
    source = Path(pixel_eyes.__file__).read_text(encoding="utf-8")
    assert "gaps import" not in source
    assert "ocean.views" not in source


def test_the_weights_are_small() -> None:
    assert (Path(chances.__file__).parent / "data" / "pixel_eyes.npz").stat().st_size < 200_000


def test_the_fit_finds_the_eyes_that_were_confused() -> None:
    true = NoisyEyes(sharpness=4.0, fade=0.7, detail=0.6)
    read = []
    for seed in range(20_000, 21_200):
        dice = FastDice(seed)
        top = dice.shuffle(ALL, "ocean")[:6]
        read.append((true.sound(top, ALL, dice), top))
    found = fitted(confusion(read, ALL))
    assert found.sharpness == pytest.approx(4.0, rel=0.1)
    assert found.fade == pytest.approx(0.7, rel=0.05)
    assert found.detail == pytest.approx(0.6, rel=0.1)


def test_answers_that_are_all_right_are_strong_but_not_infinite() -> None:
    assert 4 < Answers(hits=100, rejections=100).strength < 6
    assert Answers(hits=50, misses=50, false_alarms=50, rejections=50).strength == pytest.approx(0)


def test_one_depth_is_not_enough_for_a_fit() -> None:
    one = (Answers(5, 5, 5, 5),)
    with pytest.raises(ValueError, match="at least two depths"):
        fitted(Confusion(one, one))
