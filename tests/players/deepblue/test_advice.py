"""Advice and reviews of Deep Blue: the Skipper's thoughts with the bag's exact odds, and planted blunders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from fathom.deepblue import (
    Action,
    DeepBlueGame,
    DeepBlueView,
    EndDive,
    GoOn,
    Options,
    PlayCrew,
    Protect,
    Sail,
    Surface,
)
from fathom.deepblue.phases import Answering, Deciding
from fathom.guests import guest, level
from fathom.lab.simulation import simulated
from fathom.players.deepblue.advice import TASTES, BlueOdds, at_stake, surfacing
from fathom.players.deepblue.bag import Shields
from fathom.players.deepblue.mind import Mind
from fathom.players.deepblue.review import EndedEarly, LeftPoints, Weaker, WentOn, review, tried_out
from fathom.players.deepblue.skipper import Skipper, best, weighed
from fathom.table import FastDice, Match, Record, Seat
from tests.deepblue.redeal import redeal

GAME = DeepBlueGame()
SKIPPER = Skipper()

Blunder = Callable[[DeepBlueView, Mind], Action | None]


def skippers(seed: int, blunder: Blunder | None = None) -> tuple[Record, Seat, int]:
    """A game between two Skippers, in which the blunder is made the first time that it can be."""
    match = Match(GAME, Options(chart="small"), ("Ada", "Bob"), FastDice(seed))
    made = (-1, 0)
    while awaited := match.state.to_move():
        seat = awaited[0]
        view = match.state.view(seat)
        mind = Mind(TASTES, view)
        planted = blunder(view, mind) if blunder and made[0] < 0 else None
        if planted is not None:
            made = (seat, len(match.moves) + 1)
        match.play(seat, planted or best(weighed(mind)))
    return match.record(), *made


@cache
def views() -> tuple[DeepBlueView, ...]:
    """Every decision of a game."""
    return tuple(_views())


def _views() -> Iterator[DeepBlueView]:
    state = GAME.start(Options(), 3, FastDice(2))
    while awaited := state.to_move():
        view = state.view(awaited[0])
        yield view
        state.play(awaited[0], SKIPPER.choose(view, None, FastDice(1)), FastDice(len(state.dived)))


def test_the_first_choice_is_what_a_skipper_does_who_knows_the_odds() -> None:
    for view in views():
        three = guest("deep-blue").advise(view, None, FastDice(1))
        assert 1 <= len(three) <= 3
        assert three[0].action == SKIPPER.choose(view, None, FastDice(1))
        assert all(choice.action in GAME.actions(view) for choice in three)
        behind = [choice.odds.behind for choice in three if isinstance(choice.odds, BlueOdds)]
        assert behind == sorted(behind)
        assert sum(isinstance(choice.action, Sail) for choice in three) <= 1


def test_the_odds_of_going_on_are_those_of_the_bag() -> None:
    asked = 0
    for view in views():
        if not isinstance(view.phase, Deciding):
            continue
        mind = Mind(TASTES, view)
        descent = view.phase.descent
        shields = mind.stance(mind.me, descent.site, mind.boats).shields
        if shields != Shields() or mind.scenario(descent.tile).draw != 1:
            continue
        hurting = sum(view.bag.of(hazard) for hazard in ("black", "blue") if descent.drawn.of(hazard))
        for choice in guest("deep-blue").advise(view, None, FastDice(1)):
            assert isinstance(choice.odds, BlueOdds)
            if choice.action == GoOn():
                assert choice.odds.surface == pytest.approx(hurting / view.bag.total, abs=0.001)
            else:
                assert choice.odds.vp == at_stake(mind, descent)
        asked += 1
    assert asked > 3


def test_worlds_with_the_same_view_get_the_same_advice() -> None:
    state = GAME.start(Options(), 3, FastDice(2))
    seat = state.to_move()[0]
    other = redeal(state.copy(), seat, FastDice(9))
    assert other != state
    assert guest("deep-blue").advise(state.view(seat), None, FastDice(1)) == guest("deep-blue").advise(
        other.view(seat), None, FastDice(1)
    )


# ── Reviews ─────────────────────────────────────────────────────────────────────────────────────────────────


def foolhardy(view: DeepBlueView, mind: Mind) -> Action | None:
    """Go on although two warnings lie there and there is much to lose."""
    if isinstance(view.phase, Deciding) and best(weighed(mind)) == EndDive():
        worths = {action: worth for worth, action in weighed(mind)}
        if 3 < worths[EndDive()] - worths[GoOn()] < 20:
            return GoOn()
    return None


def timid(view: DeepBlueView, mind: Mind) -> Action | None:
    """End a dive that has hardly begun."""
    if isinstance(view.phase, Deciding) and best(weighed(mind)) == GoOn():
        worths = {action: worth for worth, action in weighed(mind)}
        if 2.5 < worths[GoOn()] - worths[EndDive()] < 20:
            return EndDive()
    return None


def careless(view: DeepBlueView, mind: Mind) -> Action | None:
    """Surface with an answer in hand, or keep cards that could be played."""
    better = best(weighed(mind))
    if isinstance(view.phase, Answering) and isinstance(better, Protect):
        return Surface() if at_stake(mind, view.phase.descent) >= 4 else None
    return PlayCrew() if isinstance(better, PlayCrew) and better.cards else None


@pytest.mark.parametrize(
    ("blunder", "why"), [(foolhardy, WentOn), (timid, EndedEarly), (careless, LeftPoints)]
)
def test_a_planted_blunder_is_all_that_a_review_of_skippers_names(blunder: Blunder, why: type) -> None:
    record, seat, number = next(planted for seed in range(20) if (planted := skippers(seed, blunder))[1] >= 0)
    reviewed = review(record)
    assert reviewed.unit == "vp"
    (moment,) = reviewed.moments[seat]
    assert (moment.number, moment.seat) == (number, seat)
    assert isinstance(moment.why, why)
    assert moment.lost >= 2
    assert reviewed.moments[1 - seat] == ()
    if isinstance(moment.why, WentOn):
        mind = Mind(TASTES, moment.view)
        assert moment.why.surface == pytest.approx(surfacing(mind, moment.view.phase.descent), abs=0.001)
        assert moment.why.vp == at_stake(mind, moment.view.phase.descent)


def test_what_only_a_rule_of_thumb_thinks_worse_is_tried_out_with_the_same_luck() -> None:
    """An action is no better than itself; and of two at most one is better than the other."""
    view = next(view for view in views() if len(guest("deep-blue").advise(view, None, FastDice(1))) == 3)
    first, _, third = (choice.action for choice in guest("deep-blue").advise(view, None, FastDice(1)))
    assert tried_out(view, first, first, FastDice(1)) == 0
    assert 0 in {tried_out(view, first, third, FastDice(1)), tried_out(view, third, first, FastDice(1))}


def test_a_suspicion_that_does_not_hold_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of random players has much that the Skipper thinks worse; what is no worse is not named."""
    random = simulated(GAME, Options(chart="small"), [level("deep-blue", "random")] * 2, "1")
    named = [moment for of_seat in review(random).moments for moment in of_seat]
    assert any(isinstance(moment.why, Weaker) for moment in named)
    monkeypatch.setattr("fathom.players.deepblue.review.tried_out", lambda *_: 0.0)
    left = [moment for of_seat in review(random).moments for moment in of_seat]
    assert not any(isinstance(moment.why, Weaker) for moment in left)
