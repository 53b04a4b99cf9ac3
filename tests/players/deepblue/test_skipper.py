"""What the Skipper knows before any search, seen in what it does: small scenes, each with one change."""

from __future__ import annotations

import pytest

from fathom.deepblue import Action, Dive, EndDive, GoOn, Hire, Sail, Steer
from fathom.players.deepblue import Skipper
from fathom.table import FastDice
from tests.deepblue.scene import Scene, scene

SKIPPER = Skipper()


def does(table: Scene, name: str = "G") -> Action:
    """What the Skipper does in this seat."""
    assert name in table.to_move
    return SKIPPER.choose(table.state.view(table.seat(name)), None, FastDice(1))


@pytest.mark.clause("B7.2")
@pytest.mark.parametrize(
    ("oranges_wreck", "near_it"), [("moonpool", "reef-buoy"), ("trench-edge", "deep-buoy")]
)
def test_it_sails_to_be_near_other_peoples_dives(oranges_wreck: str, near_it: str) -> None:
    """Both wrecks are a move too far; from the buoy next to Orange's it can rush when Orange dives."""
    table = scene(
        "GO",
        wrecks={"moonpool": "galleon", "trench-edge": "merchantman"},
        boats={"G": "black-reef", "O": f"{oranges_wreck}:gold"},
        hands={"G": "pump-hand"},
    )
    sail = does(table)
    assert sail == Sail(("pump-hand",))
    table.act("G", sail)
    assert does(table) == Steer((near_it, None))


@pytest.mark.parametrize(
    ("bag", "hired"),
    [
        ("2*black 2*blue 4*silver 4*purple", "archaeologist"),
        ("2*black 2*blue 4*silver 4*green", "occultist"),
    ],
)
def test_it_hires_for_the_bag_as_it_is(bag: str, hired: str) -> None:
    table = scene(
        "GO",
        wrecks={
            "moonpool": "?galleon",
            "trench-edge": "?merchantman",
            "amber-deep": "?corsair",
            "far-shelf": "?ironclad",
            "whales-rest": "?treasure-junk",
            "coral-garden": "?temple",
            "serpent-bank": "?palace",
            "black-reef": "?sea-gate",
        },
        hands={"G": "patron patron patron"},
        market="occultist archaeologist",
        bag=bag,
    )
    hire = does(table)
    assert isinstance(hire, Hire)
    assert table.state.market[hire.slot] == hired


@pytest.mark.clause("B11.1")
@pytest.mark.parametrize(("green", "orange", "site"), [(40, 20, "amber-deep"), (20, 40, "kelp-bay")])
def test_it_races_for_the_city_when_that_wins_and_not_when_it_loses(
    green: int, orange: int, site: str
) -> None:
    """The last part of the city ends the game; the other wreck is as good a dive."""
    table = scene(
        "GO",
        wrecks={"amber-deep": "palace", "kelp-bay": "corsair", "moonpool": "?galleon"},
        boats={"G": "amber-deep:gold kelp-bay:red", "O": "moonpool"},
        vp={"G": green, "O": orange},
        dived="temple sea-gate market-hall",
        scenario="treacherous-reefs",
    )
    assert does(table) == Dive(site)


@pytest.mark.clause("B11.1")
@pytest.mark.parametrize(("green", "orange", "choice"), [(15, 16, EndDive()), (10, 20, GoOn())])
def test_in_the_last_dive_who_is_ahead_ends_it_and_who_is_behind_goes_on(
    green: int, orange: int, choice: Action
) -> None:
    """The same gems lie there, with the same risk."""
    table = scene(
        "GO",
        wrecks={"amber-deep": "palace"},
        boats={"G": "amber-deep"},
        vp={"G": green, "O": orange},
        bag="3*black 2*silver 2*gold",
        dived="temple sea-gate market-hall",
        scenario="treacherous-reefs",
    )
    table.dive("G", "amber-deep", "black")
    table.draws("silver")
    assert does(table) == choice


@pytest.mark.parametrize(("company", "choice"), [("", GoOn()), ("moonpool", EndDive())])
def test_a_leader_who_shares_the_treasure_ends_earlier(company: str, choice: Action) -> None:
    """What comes next is worth the risk to someone alone; not where two others get as much of it."""
    table = scene(
        "GOY",
        wrecks={"moonpool": "coal-barge", "far-shelf": "?galleon"},
        boats={"G": "moonpool", "O": company, "Y": company},
        bag="3*black 5*silver 2*gold",
    )
    table.dive("G", "moonpool", "black")
    table.draws("silver silver")
    assert does(table) == choice
