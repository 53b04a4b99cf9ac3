"""The last dive: positions in which one decision wins, or wins most often, and the search must find it.

Three parts of the city are in their place and the Palace (6 VP to its leader) is the last, so the game ends
with the dive. What each decision is worth is found by an oracle that tries everything out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from fathom.deepblue import Action, Dive, EndDive, GoOn, Hire, Moor, Protect, Rest, Rush, Sail, Steer
from fathom.players.deepblue import Leviathan, Skipper
from fathom.table import FastDice
from tests.deepblue.scene import Scene, scene
from tests.players.deepblue.oracle import chance_with

LEVIATHAN = Leviathan(seconds=60)
"""As it is served, but never in a hurry."""

CLEARLY = 0.1
"""The best decision wins more often than any other by at least this much."""


@dataclass(frozen=True)
class Endgame:
    """Green has to decide; `drawn` are the gems of the dive until now, and `bag` is what was in it before."""

    name: str
    best: Action
    green: int
    orange: int
    bag: str
    drawn: str = ""
    boats: str = "palace-site"
    hand: str = ""
    oranges_boats: str = ""
    oranges_hand: str = ""
    leader: str = "G"
    scenario: str = "treacherous-reefs"
    resting: str = ""
    market: str = ""
    wrecks: dict[str, str] = field(default_factory=dict)

    def table(self) -> Scene:
        """The position, with Green to decide."""
        at = "amber-deep"
        table = scene(
            "GO",
            wrecks={at: "palace", **self.wrecks},
            boats={
                "G": self.boats.replace("palace-site", at),
                "O": self.oranges_boats.replace("palace-site", at),
            },
            hands={"G": self.hand, "O": self.oranges_hand},
            resting={"G": self.resting},
            market=self.market,
            vp={"G": self.green, "O": self.orange},
            bag=self.bag,
            dived="temple sea-gate market-hall",
            scenario=self.scenario,
            active=self.leader,
        )
        if self.leader == "O" and not self.drawn:
            table.act("O", Dive(at))
        for number, draw in enumerate(self.drawn.split()):
            if number == 0:
                table.dive(self.leader, at, draw.replace("+", " "))
            else:
                table.go_on(draw.replace("+", " "))
        while table.to_move == "O":  # Orange answers what Green has to answer next
            table.act("O", table.menu("O")[0])
        return table


DECIDING = [
    Endgame(
        "enough to win lies below: end",
        EndDive(),
        10,
        19,
        "2*black blue 4*silver",
        "silver silver black silver silver",
    ),
    Endgame(
        "a point short: go on", GoOn(), 10, 21, "2*black blue 5*silver", "silver silver black silver silver"
    ),
    Endgame(
        "a draw loses with fewer crew: go on",
        GoOn(),
        10,
        20,
        "black 5*silver gold",
        "silver silver silver silver",
        oranges_hand="helmsman",
    ),
    Endgame(
        "a draw wins with more crew: end",
        EndDive(),
        10,
        20,
        "2*black 5*silver gold",
        "black silver silver silver silver",
        hand="helmsman",
    ),
    Endgame("only the red gem can help", GoOn(), 10, 22, "red 2*silver 2*black blue", "black silver"),
    Endgame("the red gem has come: end", EndDive(), 10, 18, "red 2*silver 2*black 2*blue", "black blue red"),
    Endgame(
        "on the red space ten points are enough: end",
        EndDive(),
        10,
        24,
        "red 2*silver 2*black 2*blue",
        "black blue red",
        boats="palace-site:red",
    ),
    Endgame(
        "the gold space makes the next gem worth five: go on",
        GoOn(),
        10,
        20,
        "2*gold 2*black silver",
        "black silver",
        boats="palace-site:gold",
    ),
    Endgame(
        "nothing left but hazards: end",
        EndDive(),
        10,
        17,
        "2*black 2*blue 2*silver",
        "silver silver black blue",
    ),
    Endgame(
        "behind, but shielded: go on",
        GoOn(),
        10,
        19,
        "2*black 2*blue 4*silver",
        "black blue silver silver",
        hand="harpooner hose-tender",
    ),
    Endgame(
        "behind, on a space against both: go on",
        GoOn(),
        10,
        19,
        "3*black 4*silver",
        "black silver silver",
        boats="palace-site:blue-or-black",
    ),
    Endgame(
        "one more gem plays the Old Salt: go on",
        GoOn(),
        10,
        23,
        "2*black 6*silver",
        "silver silver black silver",
        hand="old-salt",
    ),
    Endgame(
        "the Archaeologist waits for purple: go on",
        GoOn(),
        10,
        20,
        "2*purple 2*silver 2*black",
        "black silver",
        hand="archaeologist",
    ),
    Endgame(
        "two gems at once: end while ahead",
        EndDive(),
        10,
        18,
        "3*black 2*blue 4*silver",
        "silver+black silver+silver",
        scenario="troubled-waters",
    ),
    Endgame(
        "two gems at once and two points short: go on",
        GoOn(),
        10,
        19,
        "2*black blue 6*silver",
        "silver+silver",
        scenario="troubled-waters",
    ),
]
"""Whether Green goes on or ends."""

ANSWERING = [
    Endgame(
        "the card saves the gems",
        Protect("harpooner"),
        10,
        19,
        "2*black 4*silver",
        "black silver silver silver silver black",
        hand="harpooner",
    ),
    Endgame(
        "the space saves the gems",
        Protect(boat=0),
        10,
        19,
        "2*black 4*silver",
        "black silver silver silver silver black",
        boats="palace-site:blue-or-black",
    ),
    Endgame(
        "the card, because the space is needed against blue",
        Protect("harpooner"),
        10,
        21,
        "2*black 2*blue 5*silver gold",
        "black blue silver silver silver silver black",
        boats="palace-site:blue-or-black",
        hand="harpooner",
    ),
    Endgame(
        "the space, because the card against blue does not help",
        Protect(boat=0),
        10,
        19,
        "2*black 4*silver",
        "black silver silver silver silver black",
        boats="palace-site:blue-or-black",
        hand="hose-tender",
    ),
    Endgame(
        "the card, because the space is needed against black",
        Protect("hose-tender"),
        10,
        21,
        "2*black 2*blue 5*silver gold",
        "blue black silver silver silver silver blue",
        boats="palace-site:blue-or-black",
        hand="hose-tender",
    ),
    Endgame(
        "nothing lies below yet, but the red gem may come: the card",
        Protect("harpooner"),
        10,
        19,
        "2*black red 2*silver",
        "black black",
        hand="harpooner",
    ),
    Endgame(
        "nothing lies below yet, but the red gem may come: the space",
        Protect(boat=0),
        10,
        19,
        "2*black red 2*silver",
        "black black",
        boats="palace-site:blue-or-black",
    ),
    Endgame(
        "a single silver gem is not worth a card, the game is",
        Protect("hose-tender"),
        10,
        20,
        "2*blue red gold silver",
        "silver blue blue",
        hand="hose-tender",
    ),
    Endgame(
        "stay for the gold that is left",
        Protect("pump-hand"),
        10,
        17,
        "2*blue 2*gold black",
        "blue blue",
        hand="pump-hand",
    ),
    Endgame(
        "as a companion: stay for the treasure",
        Protect("harpooner"),
        18,
        12,
        "2*black 2*gold 2*silver",
        "black gold gold black",
        leader="O",
        oranges_boats="palace-site",
        oranges_hand="harpooner",
        hand="harpooner",
    ),
]
"""How Green answers the last gem drawn."""

ELSEWHERE = [
    Endgame(
        "ahead with a boat there: dive and win, before Orange does",
        Dive("amber-deep"),
        14,
        12,
        "2*black 3*silver",
        oranges_boats="palace-site",
        hand="deckhand",
    ),
    Endgame(
        "the wreck's VP are enough: dive and win, and hire nobody",
        Dive("amber-deep"),
        10,
        15,
        "2*black 3*silver",
        oranges_boats="palace-site",
        hand="purser",
        market="patron navigator",
    ),
    Endgame(
        "a rich crew rests: dive and win all the same",
        Dive("amber-deep"),
        10,
        16,
        "gold silver black",
        oranges_boats="palace-site",
        resting="gold-hound gold-hound navigator patron patron ruby-seeker",
    ),
    Endgame(
        "rush to share the treasure",
        Rush((0,)),
        26,
        18,
        "3*gold silver",
        boats="storm-buoy",
        leader="O",
        oranges_boats="palace-site",
        scenario="best-of-the-best",
    ),
]

STORM = [
    Endgame("red is all there is: the red space", Moor(0), 10, 25, "red"),
    Endgame("gold is all there is: the gold space", Moor(1), 10, 24, "2*gold"),
    Endgame("silver among monsters: the space against both", Moor(3), 10, 18, "3*black 3*silver"),
]
"""Where Green moors in a storm, when the dive follows at once."""


def test_there_are_twenty_endgames_and_more() -> None:
    names = {endgame.name for endgame in [*DECIDING, *ANSWERING, *ELSEWHERE, *STORM]}
    assert len(names) == len(DECIDING) + len(ANSWERING) + len(ELSEWHERE) + len(STORM) >= 20


def test_a_skipper_who_does_not_search_misses_some_of_them() -> None:
    """So it is the search that finds what wins, not the first thought on which it builds."""
    missed = [
        endgame.name
        for endgame in [*DECIDING, *ANSWERING, *ELSEWHERE]
        if Skipper().choose(endgame.table().state.view(0), None, FastDice(1)) != endgame.best
    ]
    assert len(missed) >= 5, missed


def test_a_dive_is_compared_with_all_that_one_could_do_instead() -> None:
    dives = [endgame for endgame in ELSEWHERE if isinstance(endgame.best, Dive)]
    instead = [{type(action) for action in endgame.table().menu("G")} - {Dive} for endgame in dives]
    assert all(instead)
    assert set().union(*instead) >= {Hire, Rest, Sail}


@pytest.mark.parametrize("endgame", [*DECIDING, *ANSWERING, *ELSEWHERE], ids=lambda endgame: endgame.name)
def test_the_search_finds_what_wins(endgame: Endgame) -> None:
    finds(endgame.table(), endgame.best)


@pytest.mark.parametrize("endgame", STORM, ids=lambda endgame: endgame.name)
def test_the_search_moors_where_it_wins(endgame: Endgame) -> None:
    table = scene(
        "GO",
        wrecks={"amber-deep": "?palace"},
        boats={"G": "forest-buoy harbour", "O": "kelp-bay kelp-bay"},
        hands={"G": "helmsman"},
        vp={"G": endgame.green, "O": endgame.orange},
        bag=endgame.bag,
        dived="temple sea-gate market-hall",
        scenario="storm-rising",
    )
    table.act("G", Sail(("helmsman",)))
    table.act("G", Steer(("amber-deep", None)))
    finds(table, endgame.best)


def finds(table: Scene, best: Action) -> None:
    seat = table.seat("G")
    assert table.to_move == "G"
    chances = values(table)
    others = [chance for action, chance in chances.items() if action != best]
    assert chances[best] >= max(others, default=0) + CLEARLY, chances
    for seed in range(3):
        assert LEVIATHAN.choose(table.state.view(seat), None, FastDice(seed)) == best


def values(table: Scene) -> dict[Action, float]:
    """How probably Green wins after each decision, at most where Orange is to move then."""
    seat = table.seat("G")
    return {action: float(chance_with(table.state, seat, seat, action)) for action in table.menu("G")}
