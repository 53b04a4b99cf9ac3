"""Whole games in words, one per variant, in `golden/`: a change of the rules shows as a change of a story.

To write them anew after a change that was meant, and then read what changed:

    FATHOM_GOLDEN=write pytest tests/dive/test_golden.py
    git diff tests/dive/golden
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from fathom.dive import (
    Choose,
    DiveEvent,
    DiveState,
    Kind,
    Mix,
    Options,
    Tokens,
    Withdraw,
)
from fathom.dive.chief import ChiefCard
from fathom.dive.state import Choosing
from fathom.table import FastDice
from tests.dive.chance import a_good_program, a_use
from tests.dive.scene import GAME, clause

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Ada", "Bo", "Cem", "Dee")


@dataclass(frozen=True)
class Story:
    """A game that is told: its options, how many divers play, and how well they see (1: not at all)."""

    options: Options
    divers: int
    sight: int = 5
    seed: int = 2


STORIES = {
    "base-some": Story(Options(), 3),
    "base-all": Story(Options(tokens=Tokens.ALL), 4),
    "children": Story(Options(children=True), 2, sight=3, seed=15),
    "children-all": Story(Options(tokens=Tokens.ALL, children=True), 3, sight=2),
    "companions-some": Story(Options(companions=True), 4, seed=16),
    "companions-all": Story(Options(tokens=Tokens.ALL, companions=True), 3, seed=30),
    "chief-solo": Story(Options(chief=True), 1, sight=20),
    "chief-some": Story(Options(chief=True), 3, sight=12),
    "chief-all": Story(Options(tokens=Tokens.ALL, chief=True), 2, sight=12),
    "chief-companions-some": Story(Options(chief=True, companions=True), 2, sight=12),
    "chief-companions-all": Story(
        Options(tokens=Tokens.ALL, chief=True, companions=True), 4, sight=12, seed=7
    ),
    "flashlight": Story(Options(flashlight=True), 2),
    "stack-runs-out": Story(Options(), 2, sight=1, seed=18),
    "own-box": Story(
        Options(
            chief=True,
            mix=Mix(nothing=3, shark=9, green=4, red=4, manta=4, shark_green=1, shark_red=1, shark_manta=1),
            chief_deck=(ChiefCard.read("6y 2y 3 4"), ChiefCard.read("4 3 2 6")) * 14,
        ),
        2,
        sight=9,
    ),
}


def told(story: Story) -> str:
    """The game in words and positions."""
    dice = FastDice(story.seed)
    state = GAME.start(story.options, story.divers, dice)
    names = NAMES[: story.divers]
    lines = [*_setup(state, names), ""]
    for _ in range(400):
        if not state.to_move():
            break
        before = state.round
        lines += [GAME.tell(event, names) for event in _a_decision(state, story, dice)]
        if state.round != before:
            lines += ["", _position(state, names), ""]
    result = state.result()
    assert result is not None
    lines.append(
        f"Places: {', '.join(f'{name} {place}' for name, place in zip(names, result.places, strict=True))}"
    )
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _a_decision(state: DiveState, story: Story, dice: FastDice) -> tuple[DiveEvent, ...]:
    seat = dice.pick(state.to_move(), "seat")
    if isinstance(state.phase, Choosing):
        return state.play(seat, state.menu(seat).sample(dice), dice)
    ready = [other for other in state.seats if other not in state.to_move()]
    if ready and not dice.roll(12, "second thoughts"):
        return state.play(dice.pick(ready, "seat"), Withdraw(), dice)
    use = a_use(state, seat, dice)
    if use is not None and not dice.roll(3, "use"):
        return state.play(seat, use, dice)
    program = a_good_program(state, seat, dice, story.sight)
    if not dice.roll(10, "clock"):
        return state.play(seat, state.fallback(seat, program), dice)
    return state.play(seat, program, dice)


def _setup(state: DiveState, names: tuple[str, ...]) -> list[str]:
    options = state.options
    agreed = [f"{options.tokens.value} tokens"] + [
        word for word in ("children", "companions", "chief", "flashlight") if getattr(options, word)
    ]
    ocean = [card.kind.value for card in state.ocean]
    rows = [" · ".join(ocean[start : start + 9]) for start in range(0, len(ocean), 9)]
    lines = [f"{', '.join(names)}. Agreed: {', '.join(agreed)}.", "", "The ocean, from the top:"]
    lines += [f"  {row}" for row in rows]
    if state.chief_deck:
        lines.append(f"The chief's next cards: {' · '.join(str(card) for card in state.chief_deck[:8])} …")
    return lines


def _position(state: DiveState, names: tuple[str, ...]) -> str:
    pawns = [f"{name} {pawn}" for name, pawn in zip(names, state.pawns, strict=True)]
    if state.chief is not None:
        pawns.append(f"chief {state.chief}")
    words = [f"── {' · '.join(pawns)} ── {len(state.ocean)} cards left"]
    words += [
        f"{name}: {companion.value}"
        for name, companion in zip(names, state.companions, strict=True)
        if companion is not None
    ]
    return " ── ".join(words)


@clause("D3.4", "D7.1", "D8.0", "D9.1", "D10.1")
@pytest.mark.parametrize("name", STORIES)
def test_the_game_is_told_as_before(name: str) -> None:
    path = GOLDEN / f"{name}.txt"
    story = told(STORIES[name])
    if os.environ.get("FATHOM_GOLDEN") == "write":
        path.write_text(story, encoding="utf-8")
    assert path.is_file(), f"no golden playthrough of {name}; see the top of this file"
    assert path.read_text(encoding="utf-8") == story


def test_every_variant_has_a_story() -> None:
    """Every combination of the options that change the rules is told, and lights, and a box of one's own."""
    told_of = {
        (story.options.tokens, story.options.children, story.options.companions, story.options.chief)
        for story in STORIES.values()
    }
    for variant in product(Tokens, (False, True), (False, True), (False, True)):
        tokens, children, companions, chief = variant
        options = Options(tokens=tokens, children=children, companions=companions, chief=chief)
        if options.refusal(2) is None:
            assert variant in told_of, f"no golden playthrough with {options}"
    assert any(story.options.flashlight for story in STORIES.values())
    assert any(story.divers == 1 for story in STORIES.values())
    assert any(story.options.chief_deck and story.options.mix != Options().mix for story in STORIES.values())


def test_every_story_belongs_to_a_variant() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*")) == sorted(STORIES)


def test_together_the_stories_tell_everything_that_can_happen() -> None:
    everything = "\n".join(path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.txt"))
    for words in (
        "The stone is reached",
        "The stack has run out",
        "wins.",
        "share first place.",
        "A tie: nobody is helped.",
        "In deep waters everything is lost",
        "takes it back.",
        "chooses again",
        "lays the octopus",
        "calls the orca",
        "rides the giant green turtle",
        "gives the small dolphin",
        "lets the great white shark loose",
        "The great white shark stops",
        "the dolphins carry",
        "clownfish",
        "anglerfish:",
        "Bubbles cover the chief's",
        "(bubbles on",
        "moves 0 spaces",
        *(kind.value for kind in Kind),
    ):
        assert words in everything, words


def test_wishes_are_told_without_saying_what_was_wished() -> None:
    state = GAME.start(Options(companions=True), 2, FastDice(1))
    wish = next(iter(state.menu(0)))
    assert isinstance(wish, Choose)
    said = [GAME.tell(event, NAMES) for event in state.play(0, wish, FastDice(1))]
    assert said == ["Ada is ready."]
