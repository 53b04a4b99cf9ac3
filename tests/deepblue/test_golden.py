"""Whole games in words, one per scenario and number of players, in `golden/`.

A change of the rules shows as a change of a story. To write them anew after a change that was meant, and then
read what changed:

    FATHOM_GOLDEN=write pytest tests/deepblue/test_golden.py
    git diff tests/deepblue/golden
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fathom.deepblue import CHARTS, DeepBlueState, Options
from fathom.deepblue.gems import COLOURS
from fathom.table import FastDice
from tests.deepblue.chance import a_lively_action
from tests.deepblue.scene import GAME, clause

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Ada", "Bo", "Cem", "Dee", "Eli")
LONGEST = 3000

STORIES = {
    **{
        f"{scenario}-{players}": (Options(scenario=scenario), players)
        for scenario in Options().box.scenarios
        for players in (2, 3, 4, 5)
    },
    "small-chart-2": (Options(scenario=None, chart="small"), 2),
    "small-chart-3": (Options(scenario=None, chart="small"), 3),
}


def told(name: str) -> str:
    """The game in words and positions."""
    options, players = STORIES[name]
    dice = FastDice(name)
    state = GAME.start(options, players, dice)
    names = NAMES[:players]
    lines = [*_setup(state, names), ""]
    for _ in range(LONGEST):
        if not state.to_move():
            break
        before = state.round
        seat = dice.pick(state.to_move(), "seat")
        others = [
            other for other in range(players) if other not in state.to_move() and len(state.menu(other))
        ]
        if others and not dice.roll(20, "second thoughts"):
            seat = others[0]
        action = a_lively_action(state, seat, dice)
        if not dice.roll(25, "clock"):
            action = state.fallback(seat, action)
        lines += [GAME.tell(event, names) for event in state.play(seat, action, dice)]
        if state.round != before and state.round % 4 == 0:
            lines += ["", _position(state, names), ""]
    result = state.result()
    assert result is not None
    lines.append(
        f"Places: {', '.join(f'{name} {place}' for name, place in zip(names, result.places, strict=True))}"
    )
    return "\n".join(lines) + "\n"


def _setup(state: DeepBlueState, names: tuple[str, ...]) -> list[str]:
    wrecks = [
        f"  {site}: {'nothing' if wreck is None else wreck.tile if wreck.up else f'({wreck.tile})'}"
        for site, wreck in zip(state.box.sites, state.lying, strict=True)
    ]
    return [
        f"{', '.join(names)}. Scenario: {state.scenario}. {names[state.first]} begins.",
        f"Market: {', '.join(state.market)}",
        f"Deck: {', '.join(reversed(state.deck))}",
        *wrecks,
    ]


def _position(state: DeepBlueState, names: tuple[str, ...]) -> str:
    bag = " ".join(f"{state.bag.of(colour)} {colour}" for colour in COLOURS if state.bag.of(colour))
    words = [f"── round {state.round} ── bag: {bag} ── market: {', '.join(state.market)}"]
    for name, captain in zip(names, state.captains, strict=True):
        boats = ", ".join(
            boat.place if boat.space is None else f"{boat.place} on {boat.space + 1}"
            for boat in captain.boats
        )
        hand = ", ".join(captain.hand) or "nothing"
        resting = ", ".join(captain.resting) or "nobody"
        words.append(f"   {name}: {captain.vp} VP, boats at {boats}; holds {hand}; {resting} resting")
    return "\n".join(words)


@clause("B1.1", "B1.4", "B2.3")
@pytest.mark.parametrize("name", STORIES)
def test_the_game_is_told_as_before(name: str) -> None:
    path = GOLDEN / f"{name}.txt"
    story = told(name)
    if os.environ.get("FATHOM_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(story, encoding="utf-8")
    assert path.is_file(), f"no golden playthrough of {name}; see the top of this file"
    assert path.read_text(encoding="utf-8") == story


def test_every_scenario_chart_and_number_of_players_has_a_story() -> None:
    played = {(options.scenario, players) for options, players in STORIES.values()}
    assert {(scenario, players) for scenario in Options().box.scenarios for players in range(2, 6)} <= played
    assert {options.chart for options, _ in STORIES.values()} == set(CHARTS)
    assert sorted(path.stem for path in GOLDEN.glob("*")) == sorted(STORIES)


def test_together_the_stories_tell_everything_that_can_happen() -> None:
    everything = "\n".join(path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.txt"))
    for words in (
        "hires",
        "renews the market",
        "free.",
        "takes none of them.",
        "into the bag.",
        "sails",
        "token",
        "finds temple",
        "on space",
        "in the middle",
        "gem glitters at",
        "rests and draws 3 cards",
        "rests and draws 1 card",
        "rushes with 1 boat.",
        "rushes with 2 boats.",
        "stays away.",
        "lies there",
        "must be answered",
        "with the space of boat",
        "answers black with",
        "answers blue with",
        "surfaces because of",
        "takes it back.",
        "Nothing more from",
        "Nobody plays a card.",
        "The leader ends the dive",
        "The leader has surfaced",
        "safe ",
        "4 parts of the Sunken City found.",
        "won.",
    ):
        assert words in everything, words
