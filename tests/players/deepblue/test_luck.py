"""The search takes the luck of dives out, which is right only if dives give what they promise in the mean."""

from __future__ import annotations

from statistics import mean, stdev

from fathom.deepblue import Dive
from fathom.deepblue.events import DiveEnded
from fathom.players.deepblue import Leviathan, Skipper, Tastes
from fathom.players.deepblue.mind import Mind
from fathom.players.deepblue.search import Luck
from fathom.table import FastDice
from tests.deepblue.scene import Scene, scene

SITE = "moonpool"
DIVES = 300


def table() -> Scene:
    """Green is to lead a dive, Orange is there as well."""
    return scene(
        "GO",
        wrecks={SITE: "galleon", "kelp-bay": "corsair"},
        boats={"G": f"{SITE}:gold", "O": SITE},
        hands={"G": "harpooner gold-diver", "O": "hose-tender"},
    )


def test_dives_give_what_they_promise() -> None:
    beginning = table().state
    promised = Mind(Tastes(), beginning.view(0)).promised(SITE, beginning.captains[0].boats)
    assert promised.keys() == {0, 1}
    won: dict[int, list[int]] = {0: [], 1: []}
    for seed in range(DIVES):
        state, dice, own = beginning.copy(), Luck(seed), FastDice(seed)
        told = list(state.play(0, Dive(SITE), dice))
        while not any(isinstance(event, DiveEnded) for event in told):
            seat = state.to_move()[0]
            told += state.play(seat, Skipper().choose(state.view(seat), None, own), dice)
        [ended] = [event for event in told if isinstance(event, DiveEnded)]
        for tally in ended.tallies:
            won[tally.seat].append(tally.total)
    # A leader who looks at every gem, and companions who are taken along, do not do quite as planned.
    assert abs(mean(won[0]) - promised[0]) < 2.5
    assert abs(mean(won[1]) - promised[1]) < 3.5
    assert stdev(won[0]) > 5


def test_luck_does_not_count() -> None:
    """The same dive in many worlds: what it is thought to lead to hardly differs, what it gives does."""
    state = table().state
    search = Leviathan()
    thought = [search.played_on(state, 0, Dive(SITE), seed, turns=0) for seed in range(60)]
    given = []
    for seed in range(60):
        then = state.copy()
        search.play_turns(then, 0, Dive(SITE), Luck(seed), turns=0)
        given.append(then.captains[0].vp - then.captains[1].vp)
    assert stdev(thought) < 0.5 * stdev(given)
