"""Every lesson, walked through its good moves and through every wrong move that it explains."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fathom.dive.events import DolphinsReturned, Lifted
from fathom.guests import lessons
from fathom.lessons import (
    LEARNER,
    Act,
    Choice,
    Lesson,
    OffThePath,
    Read,
    Slip,
    Walk,
    good_choices,
    walk,
)
from fathom.table import FastDice, encoded, state_hash
from tests.clauses import DEEP_BLUE, DIVE

MESSAGES = Path(__file__).parents[2] / "web/messages/learn"
ACTIONS = 60
"""So many moves of each step's menu are tried; Dive has thousands."""

LESSONS = lessons()

each_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))


def raw(action: Any) -> msgspec.Raw:
    return msgspec.Raw(encoded(action))


def acts(lesson: Lesson) -> Iterator[tuple[tuple[Choice, ...], Act]]:
    """Every step in which something is to be done, with the choices that lead to it."""
    choices = good_choices(lesson)
    for number, (_, step) in enumerate(lesson.steps):
        if isinstance(step, Act):
            yield choices[:number], step


def slips() -> Iterator[Any]:
    for lesson in LESSONS.values():
        for before, step in acts(lesson):
            for slip in step.slips:
                yield pytest.param(lesson, before, step, slip, id=f"{lesson.name}-{len(before)}-{slip.name}")


@each_lesson
def test_the_good_moves_lead_to_the_end_step_by_step(lesson: Lesson) -> None:
    choices = good_choices(lesson)
    for taken in range(len(choices) + 1):
        there = walk(lesson, choices[:taken])
        assert (there.at, there.wrong) == (taken, None)
        if taken < len(choices):
            assert (there.chapter, there.step) == lesson.steps[taken]
            if isinstance(there.step, Act):
                assert LEARNER in there.state.to_move(), f"{there.step.name}: the learner is not awaited"
    assert walk(lesson, choices).step is None


@each_lesson
def test_every_chapter_can_be_taken_without_those_before_it(lesson: Lesson) -> None:
    choices = good_choices(lesson)
    for chapter in range(len(lesson.chapters)):
        first = lesson.before(chapter)
        for taken in range(first, len(choices) + 1):
            alone, whole = walk(lesson, choices[first:taken], chapter), walk(lesson, choices[:taken])
            assert (alone.at, alone.chapter, alone.step) == (whole.at, whole.chapter, whole.step)
            assert state_hash(alone.state) == state_hash(whole.state)
    with pytest.raises(OffThePath):
        walk(lesson, (), len(lesson.chapters))


@each_lesson
def test_a_chapter_ends_with_something_to_read_so_that_its_last_dive_can_be_seen(lesson: Lesson) -> None:
    for chapter in lesson.chapters:
        assert isinstance(chapter.steps[-1], Read)


@pytest.mark.parametrize(("lesson", "before", "step", "slip"), list(slips()))
def test_a_slip_is_explained_and_changes_nothing(
    lesson: Lesson, before: tuple[Choice, ...], step: Act, slip: Slip
) -> None:
    there = walk(lesson, (*before, raw(slip.such_as)))
    assert there.wrong is not None
    assert (there.wrong.refusal, there.wrong.slip) == (None, slip)
    assert there.step == step
    unchanged(there, walk(lesson, before))


@each_lesson
def test_whatever_else_is_tried_the_game_plays_it_or_says_why_not(lesson: Lesson) -> None:
    """Legal moves are taken or put right, and only what is taken changes anything."""
    for before, step in acts(lesson):
        here = walk(lesson, before)
        menu = here.state.menu(LEARNER)
        listed = list(islice(menu, ACTIONS)) + [menu.sample(FastDice(seed)) for seed in range(30)]
        for action in listed:
            there = walk(lesson, (*before, raw(action)))
            assert (there.wrong is None) == step.takes(action)
            if there.wrong is not None:
                assert there.wrong.refusal is None
                unchanged(there, here)
            else:
                assert there.at == here.at + 1
        assert step.takes(step.do)


@each_lesson
def test_what_the_rules_refuse_is_refused_with_their_clause(lesson: Lesson) -> None:
    illegal: dict[str, tuple[dict[str, Any], ...]] = {
        "dive": ({"type": "program", "levels": [{}, {"plain": [1]}]}, {"type": "withdraw"}),
        "deep-blue": ({"type": "pass"}, {"type": "moor", "space": 9}),
    }
    for before, _ in acts(lesson):
        here = walk(lesson, before)
        for action in illegal[lesson.game.name]:
            there = walk(lesson, (*before, msgspec.Raw(json.dumps(action).encode())))
            assert there.wrong is not None
            assert there.wrong.refusal is not None
            assert there.wrong.refusal.clause
            unchanged(there, here)


def positions(lesson: str, step: str) -> Iterator[Any]:
    """Where things stand after the step, for the worked example and for many other moves that will do."""
    taught = LESSONS[lesson]
    before, act = next((before, act) for before, act in acts(taught) if act.name == step)
    menu = walk(taught, before).state.menu(LEARNER)
    others = islice((action for action in menu if act.takes(action)), 0, None, 7)
    for action in (act.do, *islice(others, 40)):
        yield walk(taught, (*before, raw(action))).state


@pytest.mark.parametrize(
    ("step", "pawns"),
    [
        ("x1", (5, 2, 0)),
        ("x3b", (6, 2, 3)),
        ("x3", (19, 16, 18)),
        ("x5", (23, 18, 17)),
    ],
)
def test_a_dive_comes_out_as_in_the_example_with_whatever_will_do(step: str, pawns: tuple[int, ...]) -> None:
    assert {state.pawns for state in positions("dive", step)} == {pawns}


def lifted(state: Any, level: int) -> Lifted:
    return next(event for event in state.told[-1] if isinstance(event, Lifted) and event.level == level)


def test_x2_carries_the_learner_and_then_the_one_beside_them() -> None:
    for state in positions("dive", "x2"):
        cards = [lifted(state, level) for level in (1, 2)]
        assert [(card.helped, card.spaces) for card in cards] == [(0, 1), (1, 6)]


def test_x6_and_x7_move_the_chief_as_in_the_examples() -> None:
    assert {(state.pawns, state.chief) for state in positions("chief", "x6")} == {((13,), 19)}
    assert {(state.pawns, state.chief) for state in positions("chief", "x7")} == {((14,), 19)}


def test_companions_help_as_the_lesson_says() -> None:
    assert all(lifted(state, 1).helped == LEARNER for state in positions("companions", "clownfish"))
    for state in positions("companions", "program"):
        assert any(isinstance(event, DolphinsReturned) and event.spaces == 1 for event in state.told[-1])


@pytest.mark.parametrize(
    ("lesson", "step", "points"),
    [
        ("deep-blue", "y4_end", (18, 29, 2)),
        ("deep-blue", "y5_both", (14, 9, 0)),
        ("deep-blue", "city_end", (60, 34, 21)),
        ("scenarios", "troubled_end", (11, 0)),
        ("scenarios", "best_end", (22, 0)),
        ("scenarios", "lucrative_end", (16, 0)),
        ("scenarios", "riches_end", (23, 12)),
    ],
)
def test_dives_are_scored_as_the_lesson_says(lesson: str, step: str, points: tuple[int, ...]) -> None:
    for state in positions(lesson, step):
        assert tuple(captain.vp for captain in state.captains) == points


def unchanged(there: Walk, here: Walk) -> None:
    assert (there.at, there.chapter, there.news) == (here.at, here.chapter, 0)
    assert state_hash(there.state) == state_hash(here.state)


@each_lesson
def test_what_is_only_read_takes_no_move(lesson: Lesson) -> None:
    choices = good_choices(lesson)
    moves = [choice for choice in choices if choice is not None]
    for number, (_, step) in enumerate(lesson.steps):
        if isinstance(step, Read):
            there = walk(lesson, (*choices[:number], moves[0]))
            assert there.wrong is not None
            assert (there.wrong.refusal, there.wrong.slip, there.at) == (None, None, number)


@each_lesson
def test_choices_that_lead_nowhere_are_turned_away(lesson: Lesson) -> None:
    choices = good_choices(lesson)
    number = next(number for number, choice in enumerate(choices) if choice is not None)
    off = (
        (*choices, None),
        (*choices[:number], None),
        (*choices[:number], msgspec.Raw(b'{"type":"fly"}')),
        (*choices[:number], msgspec.Raw(b'{"type":"withdraw"}'), None),
    )
    for wrong in off:
        with pytest.raises(OffThePath):
            walk(lesson, wrong)


def named(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """What the lesson says, and the clause that it rests on."""
    for _, step in lesson.steps:
        yield step.name, step.clause
        if isinstance(step, Act):
            yield from ((slip.name, slip.clause) for slip in step.slips)


@each_lesson
def test_every_step_and_slip_rests_on_a_clause_of_its_game(lesson: Lesson) -> None:
    known = (DIVE if lesson.game.name == "dive" else DEEP_BLUE).clauses
    for name, clause in named(lesson):
        assert clause in known, name


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_client_has_words_for_every_step_and_slip_and_for_nothing_else(language: str) -> None:
    messages = json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8"))
    wanted = set()
    for lesson in LESSONS.values():
        prefix = lesson.name.replace("-", "_")
        wanted |= {f"learn_{prefix}_{name}" for name, _ in named(lesson)}
        wanted |= {f"learn_about_{prefix}", f"learn_about_{prefix}_hint"}
    of_lessons = "|".join(["about", *(lesson.replace("-", "_") for lesson in LESSONS)])
    assert {key for key in messages if re.match(rf"learn_({of_lessons})_", key)} == wanted
