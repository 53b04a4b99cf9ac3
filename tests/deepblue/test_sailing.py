"""B5: Sail."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom.deepblue import Approach, Moor, Rest, Sail, Steer
from fathom.deepblue.chart import Chart, Place, Waters
from fathom.deepblue.events import Moored, Sailed, Steered, WreckFound
from fathom.deepblue.menus import SteeringMenu
from fathom.deepblue.phases import Approaching, Choosing, Mooring, Steering
from fathom.deepblue.purse import Coin, Purse
from tests.deepblue.scene import Scene, cards, clause, scene


def sailing(written: str, **settings: object) -> Scene:
    """A table at which G has played a helmsman, three propellers, with boats at these places."""
    table = scene(boats={"G": written}, hands={"G": "helmsman"}, **settings)  # type: ignore[arg-type]
    table.act("G", Sail(("helmsman",)))
    return table


@clause("B5.1")
def test_the_sum_of_all_propellers_and_tokens() -> None:
    table = scene(hands={"G": "helmsman deckhand old-salt"}, tokens={"G": 2})
    table.act("G", Sail(cards("helmsman old-salt"), 1))
    assert table.phase(Steering).moves == 3 + 2 + 1
    assert table.last(Sailed) == Sailed(0, ("helmsman", "old-salt"), 1, 6)


@clause("B5.1")
def test_at_least_one_propeller() -> None:
    table = scene(hands={"G": "helmsman"}, tokens={"G": 1})
    assert table.refuses("G", Sail()).code == "no-propeller"


@clause("B5.1")
@pytest.mark.parametrize(
    ("to", "legal"),
    [
        (("pilots-bank", "gull-rock"), True),  # 2 + 1
        (("gull-rock", "gull-rock"), True),
        (("sandbar", None), True),  # 3 + 0
        ((None, "old-mole"), True),
        ((None, "kelp-bay"), True),  # moves may be left unused
        (("pilots-bank", "pilots-bank"), False),
        (("whales-rest", None), False),
        (("sandbar", "kelp-bay"), False),
    ],
)
def test_moves_are_split_as_one_likes(to: tuple[str | None, str | None], legal: bool) -> None:
    table = sailing("harbour harbour")
    if legal:
        table.act("G", Steer(to))
        assert table.boats("G") == [place or "harbour" for place in to]
        assert table.last(Steered) == Steered(0, to)
        assert table.to_move == "O"
    else:
        assert table.refuses("G", Steer(to)).code == "too-far"


@clause("B5.1")
def test_at_least_one_move_is_made() -> None:
    assert sailing("harbour harbour").refuses("G", Steer((None, None))).code == "no-boat-moves"


def test_only_to_places_on_the_chart() -> None:
    assert sailing("harbour").refuses("G", Steer(("atlantis", None))).code == "no-such-place"
    assert sailing("harbour").refuses("G", Rest()).code == "steer"


@clause("B5.1")
def test_boats_pass_over_anything() -> None:
    table = sailing("harbour", wrecks={"gull-rock": "trawler", "pilots-bank": "?temple"})
    table.act("G", Steer(("sandbar", None)))
    assert table.boats("G")[0] == "sandbar"
    assert table.wreck("pilots-bank") == "?temple"


@clause("B5.2")
def test_a_free_space_of_ones_choice() -> None:
    table = sailing("harbour", wrecks={"pilots-bank": "galleon"})
    table.act("G", Steer(("pilots-bank", None)))
    assert table.phase(Mooring) == Mooring(0, free=(0, 1, 2))
    assert table.refuses("G", Moor(3)).code == "choose-a-space"
    assert table.refuses("G", Moor(-1)).code == "choose-a-space"
    table.act("G", Moor(2))
    assert table.boats("G") == ["pilots-bank:blue", "harbour"]
    assert table.last(Moored) == Moored(0, 0, "pilots-bank", 2)
    assert table.to_move == "O"


@clause("B5.2")
def test_one_boat_per_space() -> None:
    table = scene(
        wrecks={"pilots-bank": "galleon"},
        boats={"O": "pilots-bank:red", "G": "harbour"},
        hands={"G": "helmsman"},
    )
    table.act("G", Sail(("helmsman",)))
    table.act("G", Steer(("pilots-bank", None)))
    assert table.phase(Mooring).free == (0, 2)
    assert table.refuses("G", Moor(1)).clause == "B5.2"


@clause("B5.2")
def test_the_last_free_space_is_taken_without_asking() -> None:
    table = scene(
        wrecks={"pilots-bank": "trawler"},
        boats={"O": "pilots-bank:silver"},
        hands={"G": "helmsman"},
    )
    table.act("G", Sail(("helmsman",)))
    table.act("G", Steer(("pilots-bank", None)))
    assert table.boats("G")[0] == "pilots-bank:blue"
    assert table.to_move == "O"


@clause("B5.2")
def test_with_none_free_the_boat_lies_in_the_middle() -> None:
    table = scene(
        wrecks={"pilots-bank": "trawler"},
        boats={"O": "pilots-bank:silver pilots-bank:blue"},
        hands={"G": "helmsman"},
    )
    table.act("G", Sail(("helmsman",)))
    table.act("G", Steer(("pilots-bank", None)))
    assert table.boats("G")[0] == "pilots-bank"
    assert table.last(Moored).space is None


@clause("B5.2")
def test_both_boats_may_take_spaces_of_one_wreck() -> None:
    table = sailing("kelp-bay gull-rock", wrecks={"pilots-bank": "galleon"})
    table.act("G", Steer(("pilots-bank", "pilots-bank")))
    table.act("G", Moor(1))
    assert table.phase(Mooring) == Mooring(1, free=(0, 2))
    table.act("G", Moor(0))
    assert table.boats("G") == ["pilots-bank:red", "pilots-bank:gold"]


@clause("B5.3")
def test_a_face_down_wreck_is_turned_up_before_a_space_is_taken() -> None:
    table = sailing("lantern-shoal", wrecks={"coral-garden": "?ironclad"})
    table.act("G", Steer(("coral-garden", None)))
    assert table.last(WreckFound) == WreckFound(0, "coral-garden", "ironclad")
    assert table.wreck("coral-garden") == "ironclad"
    assert table.phase(Mooring).free == (0, 1, 2)


@clause("B5.4")
@pytest.mark.parametrize("place", ["north-buoy", "gull-rock", "harbour"])
def test_elsewhere_nothing_happens_and_places_are_shared(place: str) -> None:
    table = scene(boats={"G": "lantern-shoal", "O": f"{place} {place}"}, hands={"G": "helmsman"})
    table.act("G", Sail(("helmsman",)))
    table.act("G", Steer((place, None)))
    assert table.boats("G")[0] == place
    assert table.is_in(Choosing)
    assert not any(isinstance(event, Moored) for event in table.told)


@clause("B5.5")
def test_the_owner_chooses_which_boat_comes_first_and_sees_what_it_finds() -> None:
    table = sailing(
        "lantern-shoal lantern-shoal", wrecks={"coral-garden": "?corsair", "moonpool": "?galleon"}
    )
    table.act("G", Steer(("coral-garden", "moonpool")))
    assert table.boats("G") == ["coral-garden", "moonpool"], "both destinations are fixed"
    assert table.is_in(Approaching)
    assert table.menu("G") == [Approach(0), Approach(1)]
    assert table.refuses("G", Moor(0)).code == "choose-a-boat"
    table.act("G", Approach(1))
    assert table.wreck("moonpool") == "galleon"
    assert table.wreck("coral-garden") == "?corsair"
    table.act("G", Moor(1))
    assert table.wreck("coral-garden") == "corsair"
    table.act("G", Moor(2))
    assert table.boats("G") == ["coral-garden:silver", "moonpool:red"]


@clause("B5.5")
def test_a_boat_that_does_not_move_takes_no_space() -> None:
    table = sailing("pilots-bank harbour", wrecks={"pilots-bank": "galleon"})
    table.act("G", Steer((None, "kelp-bay")))
    assert table.boats("G") == ["pilots-bank", "kelp-bay"]
    assert table.to_move == "O"


@clause("B5.5")
def test_a_boat_may_leave_and_return_to_moor_anew() -> None:
    table = sailing("pilots-bank:gold harbour", wrecks={"pilots-bank": "galleon"})
    table.act("G", Steer(("pilots-bank", "gull-rock")))
    assert table.phase(Mooring).free == (0, 1, 2)
    table.act("G", Moor(1))
    assert table.boats("G") == ["pilots-bank:red", "gull-rock"]


@clause("B5.5")
def test_returning_takes_two_moves() -> None:
    table = sailing("pilots-bank:gold harbour", wrecks={"pilots-bank": "galleon"})
    assert table.refuses("G", Steer(("pilots-bank", "pilots-bank"))).values == {"needed": 4, "moves": 3}


@clause("B5.2")
def test_a_space_that_is_left_is_free() -> None:
    table = sailing("pilots-bank:gold harbour", wrecks={"pilots-bank": "galleon"})
    table.act("G", Steer(("gull-rock", None)))
    assert table.captain("G").boats[0].space is None


# ── Sail compared with trying everything out ─────────────────────────────────────────────────────


@st.composite
def small_charts(draw: st.DrawFn) -> Chart:
    """A connected chart of two to six places."""
    names = "abcdef"[: draw(st.integers(2, 6))]
    routes = {(names[draw(st.integers(0, number - 1))], name) for number, name in enumerate(names) if number}
    more = draw(st.sets(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=4))
    routes |= {(min(one, other), max(one, other)) for one, other in more if one != other}
    places = tuple(Place(name, name, "harbour" if name == "a" else "buoy", (0, 0)) for name in names)
    return Chart("small", places, tuple(sorted(routes)))


def walks(chart: Chart, start: str, moves: int) -> dict[str | None, int]:
    """By walking every path of 1 to `moves` moves: where one ends with how few moves; None: staying."""
    beside = {place.id: set[str]() for place in chart.places}
    for one, other in chart.routes:
        beside[one].add(other)
        beside[other].add(one)
    fewest: dict[str | None, int] = {None: 0}
    paths: list[tuple[str, ...]] = [(start,)]
    for length in range(1, moves + 1):
        paths = [(*path, place) for path in paths for place in sorted(beside[path[-1]])]
        for path in paths:
            fewest.setdefault(path[-1], length)
    return fewest


@clause("B5.1", "B5.5")
@given(chart=small_charts(), moves=st.integers(1, 4), starts=st.tuples(st.integers(0, 5), st.integers(0, 5)))
def test_every_outcome_of_every_path_and_no_other(chart: Chart, moves: int, starts: tuple[int, int]) -> None:
    places = [place.id for place in chart.places]
    first, second = (places[start % len(places)] for start in starts)
    waters = Waters(chart)
    menu = SteeringMenu(moves, waters.reach[first], waters.reach[second])
    ends_first = walks(chart, first, moves)
    ends_second = walks(chart, second, moves)
    reached = {
        Steer((one, other))
        for one, other in product(ends_first, ends_second)
        if 0 < ends_first[one] + ends_second[other] <= moves
    }
    listed = list(menu)
    assert len(menu) == len(listed) == len(set(listed))
    assert set(listed) == reached
    for one, other in product([None, *places], repeat=2):
        assert (Steer((one, other)) in menu) is (Steer((one, other)) in reached)


@clause("B5.1")
@given(
    chart=small_charts(),
    worths=st.lists(st.tuples(st.integers(1, 2), st.integers(1, 2)), max_size=2),
    tokens=st.integers(0, 2),
)
def test_payment_and_path_together_reach_what_they_should(
    chart: Chart, worths: list[tuple[int, int]], tokens: int
) -> None:
    """Over all payments: the boats' ends are those of all paths with that many moves."""
    coins = tuple(Coin(f"card-{number}", worth, count) for number, (worth, count) in enumerate(worths))
    purse = Purse(coins, tokens)
    waters = Waters(chart)
    reach = waters.reach["a"]
    for paid, spent in purse.payments(1):
        moves = purse.worth(paid, spent)
        assert moves is not None
        assert moves >= 1
        if moves > 5:
            continue
        ends = walks(chart, "a", moves)
        due = sum(0 < one + other <= moves for one, other in product(ends.values(), repeat=2))
        assert len(SteeringMenu(moves, reach, reach)) == due
