"""What is on a card, and that no two are alike."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from fathom.dive.cards import Card, Helper, Kind
from fathom.ocean import compose
from fathom.ocean.art import MANTA, SHARKS, TURTLES, Drawing, drawing
from fathom.ocean.chance import Draws
from fathom.ocean.films import Frame
from fathom.ocean.layout import WIDE, layout
from fathom.ocean.octopus import Octopus, octopus_film
from fathom.ocean.pictures import made_up
from fathom.ocean.sheets import HEART, planned, sheet
from fathom.ocean.weather import SCRIPTS, sun_corner, water
from tests.ocean.films import FRAME


def test_all_cards_of_a_game_differ_and_two_games_share_none() -> None:
    sheets = [sheet(Kind.SHARK, place, made_up(game)[1])[0] for game in range(3) for place in range(36)]
    assert len(set(sheets)) == len(sheets)


def test_a_card_is_drawn_the_same_whenever_it_is_drawn() -> None:
    cards, art = made_up(1)
    assert sheet(cards[5].kind, 5, art) == sheet(cards[5].kind, 5, art)
    assert sheet(cards[5].kind, 5, art) != sheet(cards[5].kind, 6, art)


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the drawings that are put on cards."""
    count: Counter[str] = Counter()

    def noted(name: str) -> Drawing:
        count[name] += 1
        return drawing(name)

    monkeypatch.setattr("fathom.ocean.sheets.drawing", noted)
    monkeypatch.setattr("fathom.ocean.scenery.drawing", noted)
    return count


@pytest.mark.clause("D1.1")
def test_a_card_shows_what_its_kind_says_and_nothing_else_that_matters(used: Counter[str]) -> None:
    helpers = {Helper.GREEN: TURTLES["green"], Helper.RED: TURTLES["red"], Helper.MANTA: MANTA}
    _, art = made_up(2)
    for kind, place in itertools.product(Kind, range(20)):
        used.clear()
        sheet(kind, place, art)
        assert sum(used[name] for name in SHARKS) == int(kind.shark)
        for helper, name in helpers.items():
            assert used[name] == int(kind.helper is helper)


@pytest.mark.clause("D1.2")
def test_sharks_come_in_exactly_three_drawings(used: Counter[str]) -> None:
    _, art = made_up(3)
    for place in range(36):
        sheet(Kind.SHARK, place, art)
    assert len(SHARKS) == 3
    assert {name for name in used if name.startswith("shark")} == set(SHARKS)


@pytest.mark.clause("D2.1")
@pytest.mark.parametrize(("turn", "flipped"), list(itertools.product(range(4), (False, True))))
def test_turn_and_flip_act_on_the_finished_film(turn: int, flipped: bool) -> None:
    _, art = made_up(4)
    straight = compose(Card(Kind.SHARK_RED, 0, False), 9, art, "natural", FRAME)
    laid = compose(Card(Kind.SHARK_RED, turn, flipped), 9, art, "natural", FRAME)
    assert np.array_equal(laid.transmit, straight.turned(turn, flipped).transmit)
    assert np.array_equal(laid.reflect, straight.turned(turn, flipped).reflect)


def test_some_cards_have_holes_and_some_have_none() -> None:
    _, art = made_up(5)
    holes = [len(sheet(Kind.NOTHING, place, art)[1]) for place in range(36)]
    assert min(holes) == 0
    assert max(holes) >= 3
    drawn = compose(Card(Kind.NOTHING, 0, False), holes.index(max(holes)), art, "natural", FRAME)
    assert ((drawn.transmit == 1) & (drawn.reflect == 0)).all(axis=0).sum() > 20


def test_no_hole_takes_the_middle_out_of_an_animal_that_matters() -> None:
    """What is on a card shows on it (D1.1), whatever is cut out; elsewhere holes may be anywhere.

    Cards without animals spare the same places: a hole that is missing tells nothing.
    """
    cut_elsewhere = 0
    for game in range(12):
        _, art = made_up(game)
        for place in range(36):
            plan = planned(art, place, 0, False, None)
            for x, y, radius in sheet(Kind.NOTHING, place, art)[1]:
                middles = (plan.shark_spot, plan.helper_spot)
                assert min(math.dist((x, y), middle) for middle in middles) >= radius + HEART
                cut_elsewhere += 1
    assert cut_elsewhere > 100


def test_shark_and_helper_on_one_card_keep_apart() -> None:
    plans = [layout(Draws(bytes(32), "spots", k), 0, False, []) for k in range(500)]
    distances = [math.dist(plan.shark_spot, plan.helper_spot) for plan in plans]
    assert min(distances) > 0.2 * WIDE
    assert sum(distance > 0.35 * WIDE for distance in distances) > 450


def test_every_kind_of_sea_and_sun_comes_up() -> None:
    secrets = [made_up(game)[1] for game in range(60)]
    assert len({water("natural", art) for art in secrets}) == len(SCRIPTS)
    assert {sun_corner(art) for art in secrets} == {0, 1, 2, 3}


def test_unknown_clarity_is_refused() -> None:
    with pytest.raises(ValueError, match="clear, natural, murky, not 'inky'"):
        water("inky", bytes(32))  # type: ignore[arg-type]


def test_a_secret_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 5"):
        compose(Card(Kind.NOTHING, 0, False), 0, b"short")


def test_a_size_that_does_not_fit_the_light_is_refused() -> None:
    with pytest.raises(ValueError, match="multiple of 32"):
        Frame(100)


@pytest.mark.clause("D8.1")
def test_the_octopus_lies_where_it_was_laid() -> None:
    for across, down in ((25, 30), (70, 60)):
        ink = octopus_film(Octopus(across, down), FRAME).ink
        rows, columns = np.nonzero(ink > 0.5)
        unit = FRAME.size / 100
        assert rows.mean() - FRAME.bleed == pytest.approx(down * unit, abs=0.04 * FRAME.size)
        assert columns.mean() - FRAME.bleed == pytest.approx(across * unit, abs=0.02 * FRAME.size)


def test_draws_are_even_and_keep_to_their_bounds() -> None:
    draws = Draws(bytes(32), "even")
    units = [draws.unit() for _ in range(4000)]
    assert 0 <= min(units) < max(units) < 1
    assert sum(units) / 4000 == pytest.approx(0.5, abs=0.02)
    assert {draws.whole(2, 5) for _ in range(200)} == {2, 3, 4, 5}
    bells = [draws.bell(3.0) for _ in range(4000)]
    assert np.std(bells) == pytest.approx(3.0, rel=0.05)


def test_labels_and_secrets_have_streams_of_their_own() -> None:
    streams = [
        Draws(bytes(32), "a", 1),
        Draws(bytes(32), "a", 2),
        Draws(bytes(32), "b", 1),
        Draws(b"x" * 32, "a", 1),
    ]
    assert len({stream.unit() for stream in streams}) == 4
