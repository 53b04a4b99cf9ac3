"""Reading pictures: only from what is sent, the same every time, and well where it is plain."""

from functools import cache
from pathlib import Path

import msgspec
import numpy as np
import pytest

from bench.eyes_stacks import rows_sent, turned
from fathom.dive import Kind
from fathom.dive.box import standard_mix
from fathom.ocean import Clarity, Frame, Look, Octopus, look, sight
from fathom.ocean.cards import spots
from fathom.ocean.chance import Draws
from fathom.ocean.pictures import made_up
from fathom.players.dive import NoisyEyes, PixelEyes, chances, eyes
from fathom.players.dive.eyes.confusion import Answers, Confusion, confusion, fitted
from fathom.players.dive.eyes.pixel_eyes import CELL, SIZE, _overlaid
from fathom.table import FastDice

ALL = standard_mix().without(())


SMALL = Frame(SIZE)


@cache
def a_look(seed: int, clarity: Clarity = "natural", few: int = 36, octopus: Octopus | None = None) -> Look:
    """What `PixelEyes` look at of a made-up stack."""
    cards, art = made_up(seed)
    return rows_sent(sight(cards[:few], 0, art, clarity, octopus, SMALL).day)


def test_both_import_paths_give_the_same_eyes() -> None:
    assert eyes.PixelEyes is PixelEyes


def test_what_is_measured_is_what_is_sent() -> None:
    cards, art = made_up(1)
    whole = look(cards, 0, art, frame=SMALL)
    some = a_look(1)
    assert [row for row in some.rows if row] == [whole.rows[row] for row in (0, 2, 4)]
    assert PixelEyes().read(some, ALL, "natural") == PixelEyes().read(whole, ALL, "natural")


def test_sharks_on_top_are_plain() -> None:
    """All of twelve. Always yes would be right in eight, always no in four."""
    for seed in range(1, 13):
        first = PixelEyes().read(a_look(seed), ALL, "natural").depths[0]
        assert (first.shark > 0.5) is made_up(seed)[0][0].kind.shark, seed


def test_at_the_size_that_tables_have_the_top_is_as_plain() -> None:
    for seed in (1, 2, 4):
        cards, art = made_up(seed)
        read = PixelEyes().read(rows_sent(sight(cards, 0, art).day), ALL, "natural")
        assert (read.depths[0].shark > 0.5) is cards[0].kind.shark, seed


def test_a_flashlight_table_is_read_by_its_daylight() -> None:
    """The grid is the same; what the lights show is left to people."""
    cards, art = made_up(1)
    by_torch = look(cards, 0, art, flashlight=True, frame=SMALL)
    assert by_torch.lights
    assert PixelEyes().read(by_torch, ALL, "natural") == PixelEyes().read(a_look(1), ALL, "natural")


def test_an_octopus_right_on_the_shark_leaves_less_to_see_of_it() -> None:
    """Of the shark on top of stack 1 head and tail still show; beside it, it is as plain as before."""
    shark, _ = spots(Draws(made_up(1)[1], "card", 0))
    across, down = turned(shark, made_up(1)[0][0])
    hidden = Octopus(round(100 * across), round(100 * down))
    aside = Octopus(*(80 if place < 0.5 else 20 for place in (across, down)))
    bare, covered, beside = (
        PixelEyes().read(a_look(1, octopus=octopus), ALL, "natural").depths[0].shark
        for octopus in (None, hidden, aside)
    )
    assert bare > 0.99
    assert covered < 0.97
    assert beside > 0.99


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
    other = rows_sent(sight([*cards[:8], *reversed(cards[8:])], 0, art, frame=SMALL).day)
    assert PixelEyes().read(other, ALL, "natural") == PixelEyes().read(a_look(2), ALL, "natural")


def test_unknown_water_is_named() -> None:
    with pytest.raises(ValueError, match="clear, natural, murky, not 'muddy'"):
        PixelEyes().read(a_look(1), ALL, "muddy")  # type: ignore[arg-type]


@pytest.mark.parametrize("layer", range(8))
def test_views_agree_where_they_are_moved_back_by_the_right_layer(layer: int) -> None:
    texture = np.random.default_rng(1).random((3, SIZE + 4 * CELL, SIZE + 4 * CELL)).astype(np.float32)
    seen = {}
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            top, left = 2 * CELL - down * (layer - 2), 2 * CELL - right * (layer - 2)
            seen[down, right] = texture[:, top : top + SIZE, left : left + SIZE]
    spreads = [float(_overlaid(seen, other)[1].mean()) for other in range(8)]
    assert spreads[layer] < 1e-6
    assert min(spread for other, spread in enumerate(spreads) if other != layer) > 0.01


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
