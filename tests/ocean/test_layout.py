"""Composing from the top down: what may depend on what, and that nothing that counts is hidden."""

import random

import msgspec
import numpy as np
import pytest

from bench.visibility import BOUNDS, shown
from fathom.dive.cards import Card, Kind
from fathom.ocean import VISIBLE, Frame, compose, film_picture
from fathom.ocean.chance import Draws
from fathom.ocean.layout import WIDE, layout, lifted_back, on_window
from fathom.ocean.pictures import made_up
from fathom.ocean.scenery import Composition, scenery
from fathom.ocean.sheets import planned, sheet
from fathom.ocean.weather import script
from tests.ocean.films import FRAME


def dealt_again(cards: list[Card], kept: int, seed: int) -> list[Card]:
    """The same cards down to a place, and all those below it dealt, turned and flipped again."""
    chance = random.Random(seed)
    below = cards[kept:]
    chance.shuffle(below)
    return [*cards[:kept], *(Card(card.kind, chance.randrange(4), chance.random() < 0.5) for card in below)]


@pytest.mark.parametrize("place", [0, 1, 4, 7, 20, 34])
def test_whatever_lies_below_a_card_its_film_is_the_same_bytes(place: int) -> None:
    cards, art = made_up(21)
    for seed in range(3):
        again = dealt_again(cards, place + 1, seed)
        assert again[place + 1 :] != cards[place + 1 :] or place == 34
        one, other = (
            compose(stack[place], place, art, "natural", FRAME, tuple(stack[:place]))
            for stack in (cards, again)
        )
        assert one.transmit.tobytes() == other.transmit.tobytes()
        assert one.reflect.tobytes() == other.reflect.tobytes()
        assert one.ink.tobytes() == other.ink.tobytes()


@pytest.mark.parametrize("place", [1, 3, 6])
def test_where_animals_lie_is_chosen_the_same_way_whatever_the_card_holds(place: int) -> None:
    """Places, poses and holes of a card do not ask what is on it; only the ink of animals does."""
    cards, art = made_up(22)
    above = tuple(cards[:place])
    turn, flipped = cards[place].turn, cards[place].flipped
    sheets = {kind: sheet(kind, place, art, turn, flipped, above) for kind in Kind}
    assert len({tuple(holes) for _, holes in sheets.values()}) == 1
    plan = planned(art, place, turn, flipped, above)
    for kind in Kind:
        films = compose(Card(kind, turn, flipped), place, art, "natural", FRAME, above)
        bare = compose(Card(Kind.NOTHING, turn, flipped), place, art, "natural", FRAME, above)
        differs = np.argwhere(np.abs(films.reflect - bare.reflect).max(axis=0) > 0.02)
        spots = [
            np.array(on_window(spot, turn, flipped))[::-1]
            for spot, there in ((plan.shark_spot, kind.shark), (plan.helper_spot, kind.helper))
            if there
        ]
        if not spots:
            assert len(differs) == 0
            continue
        at = (differs - FRAME.bleed) / FRAME.unit
        nearest = np.min([np.linalg.norm(at - spot, axis=1) for spot in spots], axis=0)
        assert nearest.max() < 0.5 * WIDE


def test_an_animal_keeps_clear_of_what_lies_above_it() -> None:
    """The same card under other cards lies elsewhere; by itself it would lie under theirs."""
    cards, art = made_up(23)
    moved = 0
    for place in range(3, VISIBLE):
        card = cards[place]
        under = planned(art, place, card.turn, card.flipped, tuple(cards[:place]))
        alone = planned(art, place, card.turn, card.flipped, ())
        moved += under.shark_spot != alone.shark_spot
    assert moved > 0


def test_scenery_depends_on_no_other_card_and_not_on_what_matters() -> None:
    art = made_up(24)[1]
    built, palette = Composition.of(art), script(art).palette
    drawn = ["".join(scenery(Draws(art, "scenery", place), palette, built, "x")) for place in range(12)]
    again = ["".join(scenery(Draws(art, "scenery", place), palette, built, "x")) for place in range(12)]
    assert drawn == again
    assert len(set(drawn)) == 12
    for place in range(12):
        tagged = "".join(scenery(Draws(art, "scenery", place), palette, built, str(place)))
        for kind in (Kind.NOTHING, Kind.SHARK_RED):
            for above in ((), tuple(made_up(25)[0][:5])):
                assert tagged in sheet(kind, place, art, 0, False, above)[0]


@pytest.mark.clause("D2.1")
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("flipped", [False, True])
def test_spots_come_back_from_where_they_lie(turn: int, flipped: bool) -> None:
    assert lifted_back(on_window((100.0, 250.0), turn, flipped), turn, flipped) == (100.0, 250.0)


@pytest.mark.clause("D2.1")
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("flipped", [False, True])
def test_in_the_stack_plants_grow_from_the_ground_however_a_card_lies(turn: int, flipped: bool) -> None:
    """The animals lie as the card does; scenery is where it is when the card lies straight."""
    _, art = made_up(26)
    straight, laid = (
        compose(Card(Kind.NOTHING, *lies), 3, art, "natural", FRAME, ()).ink > 0.5
        for lies in ((0, False), (turn, flipped))
    )
    # Only holes differ, which are cut where the card has them.
    assert (straight != laid).mean() < 0.04


def test_a_lifted_card_is_drawn_as_it_lay() -> None:
    cards, art = made_up(27)
    above = tuple(cards[:4])
    assert film_picture(cards[4], 4, art, FRAME, above) == film_picture(cards[4], 4, art, FRAME, above)
    apart = [
        film_picture(card, 4, art, FRAME, above)
        for card in (cards[4], msgspec.structs.replace(cards[4], kind=Kind.SHARK_MANTA))
    ]
    assert cards[4].kind is Kind.SHARK_MANTA or apart[0] != apart[1]


def test_places_differ_from_card_to_card() -> None:
    """An animal is not always in the same open corner."""
    plans = [layout(Draws(bytes(32), "places", k), 0, False, []) for k in range(60)]
    spots = np.array([plan.shark_spot for plan in plans]) / WIDE
    assert spots.std(axis=0).min() > 0.1


@pytest.mark.parametrize("clarity", ["clear", "natural", "murky"])
@pytest.mark.parametrize("seed", [551814, 3000018, 2025977])
def test_nothing_that_counts_is_invisible(seed: int, clarity: str) -> None:
    """Stacks in which something was hidden once; `bench/visibility.py` measures 200 games at full size."""
    for known in ("clear", "natural", "murky"):
        if known == clarity:
            found = list(shown(seed, known, Frame(320)))
            assert found
            for one in found:
                assert one.plain >= BOUNDS[one.depth], one
