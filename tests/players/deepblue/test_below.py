"""In a dive: what going on is worth is the mean over all that may come, counted one by one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import pytest

from fathom.deepblue.gems import COLOURS, Colour
from fathom.deepblue.phases import Deciding
from fathom.players.deepblue import Tastes
from fathom.players.deepblue.advice import surfacing
from fathom.players.deepblue.below import going_on_worth
from fathom.players.deepblue.mind import Mind
from tests.deepblue.scene import Scene, scene

SITE = "amber-deep"
AN_ANSWER = 1.5
"""What the Skipper thinks that an answer costs."""


@dataclass(frozen=True)
class Below:
    """A dive under way, alone; `bag` is what was in it before, `drawn` what has come, draw by draw."""

    bag: str
    drawn: str
    boat: str = SITE
    hand: str = ""
    answers: tuple[Colour, ...] = ()
    """The hazards that Green can answer, once each."""
    scenario: str = "treacherous-reefs"

    def table(self) -> Scene:
        """The dive, with Green to decide."""
        table = scene(
            "GO",
            wrecks={SITE: "palace"},
            boats={"G": self.boat},
            hands={"G": self.hand},
            bag=self.bag,
            scenario=self.scenario,
        )
        first, *others = [draw.replace("+", " ") for draw in self.drawn.split()]
        table.dive("G", SITE, first)
        for more in others:
            table.go_on(more)
        return table


TWO = "troubled-waters"
DIVES = [
    Below("3*black 2*blue 4*silver red", "silver"),
    Below("3*black 2*blue 4*silver red", "black silver silver"),
    Below("2*black 2*blue 3*silver 2*gold red", "black blue gold", f"{SITE}:gold"),
    Below("3*black blue 3*silver", "black silver", hand="harpooner", answers=("black",)),
    Below("3*black blue 5*silver", "silver silver silver black", hand="old-salt"),
    Below("3*black 2*blue 4*silver red", "silver+silver", scenario=TWO),
    Below("3*black 2*blue 4*silver red", "black+silver", scenario=TWO),
    Below("3*black 3*blue 4*silver", "black+blue silver+silver", scenario=TWO),
    Below("4*black blue 4*silver", "black+silver", hand="harpooner", answers=("black",), scenario=TWO),
    Below(
        "4*black blue 4*silver", "silver+silver", hand="old-salt harpooner", answers=("black",), scenario=TWO
    ),
    Below("2*black 2*silver gold", "silver+black silver+gold", scenario=TWO),
]


@pytest.mark.parametrize("below", DIVES, ids=lambda below: f"{below.drawn} of {below.bag}")
def test_what_going_on_is_worth(below: Below) -> None:
    table = below.table()
    state, view = table.state, table.state.view(0)
    descent = table.phase(Deciding).descent
    mind = Mind(Tastes(), view)
    explored = mind.stance(0, SITE, mind.boats).explored
    bag: list[Colour] = [colour for colour in COLOURS for _ in range(state.bag.of(colour))]
    draws = min(2 if below.scenario == TWO else 1, len(bag))
    cards = [state.box.crew[card] for card in state.captains[0].hand]
    before = descent.drawn
    worth = surfaced = 0.0
    every = list(combinations(bag, draws))
    for handful in every:
        drawn, owed = before, list[Colour]()
        for colour in handful:
            if colour in {"black", "blue"} and drawn.of(colour):
                owed.append(colour)
            drawn = drawn.with_one(colour)
        if any(owed.count(colour) > below.answers.count(colour) for colour in owed):
            surfaced += 1
            worth -= before.worth(explored)
            continue
        worth += drawn.worth(explored) - before.worth(explored) - AN_ANSWER * len(owed)
        worth += sum(card.vp for card in cards if card.plays_on(drawn) and not card.plays_on(before))
    assert going_on_worth(mind, descent) == pytest.approx(worth / len(every))
    assert surfacing(mind, descent) == pytest.approx(surfaced / len(every))


def test_two_monsters_at_once_are_a_risk_without_a_warning() -> None:
    """The second of them is no warning any more, though neither has come yet."""
    one, two = (
        Below("2*black 2*silver", "silver+silver", scenario=TWO).table(),
        Below("black blue 2*silver", "silver+silver", scenario=TWO).table(),
    )
    worths = [
        going_on_worth(Mind(Tastes(), it.state.view(0)), it.phase(Deciding).descent) for it in (one, two)
    ]
    assert worths == [pytest.approx(-2), pytest.approx(0)]


def test_of_a_rivals_hand_one_knows_what_the_table_has_seen() -> None:
    """While the split is certain it is known; after an unseen draw each card is as probable as the next."""
    table = scene(
        "GO",
        wrecks={SITE: "palace"},
        boats={"G": SITE, "O": SITE},
        hands={"O": "gold-diver"},
        resting={"O": "old-salt harpooner hose-tender"},
    )
    mind = Mind(Tastes(), table.state.view(0))
    seen = mind.stance(1, SITE, table.state.captains[1].boats)
    assert [(hope.on, hope.held) for hope in seen.hopes] == [("gold", 1.0)]
    assert (seen.shields.black, seen.shields.blue) == (0, 0)
    captain = table.state.captains[1].drawing(("old-salt", "harpooner"))
    table.state.captains = (table.state.captains[0], captain)
    mind = Mind(Tastes(), table.state.view(0))
    guessed = mind.stance(1, SITE, captain.boats)
    assert {(hope.on, hope.held) for hope in guessed.hopes} == {("gold", 0.75), ("any", 0.75)}
    assert (guessed.shields.black, guessed.shields.blue) == (1, 1)
