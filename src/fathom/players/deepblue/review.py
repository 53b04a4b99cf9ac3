"""Review of a game of Deep Blue: every decision as the Skipper would have weighed it, in VP.

What a dive risked and promised the Skipper knows exactly. What it thinks of hiring, sailing and resting is a
rule of thumb: there both actions are tried out in imagined worlds, and only what stays worse is named.
"""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev

import msgspec

from fathom.deepblue import (
    Action,
    DeepBlueGame,
    DeepBlueState,
    DeepBlueView,
    EndDive,
    GoOn,
    Hire,
    PlayCrew,
    Protect,
    Renew,
    Sail,
    Steer,
    Surface,
)
from fathom.deepblue.menus import PlayingMenu, TurnMenu
from fathom.deepblue.phases import Answering, Deciding
from fathom.players.deepblue import crew, sailing
from fathom.players.deepblue.advice import TASTES, at_stake, surfacing
from fathom.players.deepblue.mind import Mind
from fathom.players.deepblue.search import Luck, prospects
from fathom.players.deepblue.skipper import best, weighed
from fathom.players.review import Lapse, Review, worst
from fathom.table import Dice, FastDice, Record, Seat, replay

_GAME = DeepBlueGame()

LEAST = 2.0
"""VP below which the Skipper's taste decides more than the matter."""

SUSPECTS, WORLDS, TURNS = 5, 24, 4
"""Moments looked at for each seat, imagined worlds for each of them, and turns played on in a world."""

MOST = 30.0
"""The worth of a game that is won or lost with a decision; the most that a lapse can cost."""


class WentOn(msgspec.Struct, frozen=True, tag="went-on"):
    """A leader drew again although that risked more than it promised."""

    surface: float
    """The chance to have to surface with the next draw."""
    vp: int
    """What was at stake."""


class EndedEarly(msgspec.Struct, frozen=True, tag="ended-early"):
    """A leader ended a dive that promised more than it risked."""

    surface: float
    vp: float
    """What the next draw promised."""


class LeftPoints(msgspec.Struct, frozen=True, tag="left-points"):
    """Someone surfaced who could have stayed, or kept cards that could be played for VP."""

    vp: int


class Weaker(msgspec.Struct, frozen=True, tag="weaker"):
    """Something else promised more."""


Why = WentOn | EndedEarly | LeftPoints | Weaker


def review(record: Record) -> Review:
    """Look a game through; raises `BadRecord` where it does not follow the rules."""
    moments: list[Lapse] = []
    views: dict[Seat, DeepBlueView] = {}
    turn = 0
    for position in replay(_GAME, record):
        if position.taken_back is not None:  # whoever took it back did not give anything away with it
            moments = [moment for moment in moments if moment.number != position.taken_back]
        elif position.move is not None and position.move.seat in views:
            action: Action = msgspec.json.decode(position.move.action, type=Action)
            moment = _given_away(position.number, turn, views[position.move.seat], action)
            if moment is not None:
                moments.append(moment)
        views = {seat: position.state.view(seat) for seat in position.state.to_move()}
        turn = position.state.round
    seats = len(record.players)
    # Only the worst by the first thought are thought over: a long game takes no more time than a short one.
    suspects = worst(moments, seats, LEAST, SUSPECTS)
    found = [thought_over(moment, record) for of_seat in suspects for moment in of_seat]
    return Review("vp", worst(found, seats, LEAST), ())


def thought_over(moment: Lapse, record: Record) -> Lapse:
    """The same, with what both actions lead to where the first thought is no more than a rule of thumb."""
    if not isinstance(moment.why, Weaker):
        return moment
    lost = tried_out(moment.view, moment.better, moment.chosen, FastDice(f"{record.hash}/{moment.number}"))
    return msgspec.structs.replace(moment, lost=round(min(lost, MOST), 1))


def tried_out(view: DeepBlueView, one: Action, other: Action, dice: Dice) -> float:
    """By how many VP the one action leads further than the other in imagined worlds; 0 if that is chance.

    Both are played on for a few turns in the same worlds with the same luck, everyone playing like a Skipper.
    """
    assert view.reader is not None
    gains = []
    for _ in range(WORLDS):
        world = _GAME.imagine(view, dice)
        seed = dice.roll(2**53, "luck")
        gains.append(_led_to(world, view.reader, one, seed) - _led_to(world, view.reader, other, seed))
    gain = mean(gains)
    return gain if gain > 2 * stdev(gains) / sqrt(WORLDS) else 0.0


def _led_to(world: DeepBlueState, me: Seat, action: Action, seed: int) -> float:
    """One's lead after a few turns, prospects included; a game that is over is won or lost."""
    state, luck = world.copy(), Luck(seed)
    state.play(me, action, luck)
    while state.turn <= world.turn + TURNS and (awaited := state.to_move()):
        state.play(awaited[0], best(weighed(Mind(TASTES, state.view(awaited[0])))), luck)
    result = state.result()
    if result is not None:
        lead = result.scores[me] - max(vp for seat, vp in enumerate(result.scores) if seat != me)
        return max(-MOST, min(MOST, lead))
    worths = [captain.vp + prospects(state, seat, TASTES) for seat, captain in enumerate(state.captains)]
    return worths[me] - max(worth for seat, worth in enumerate(worths) if seat != me)


def _given_away(number: int, turn: int, view: DeepBlueView, action: Action) -> Lapse | None:
    """What someone with this view gave away by this action; None if that cannot be told, or is nothing."""
    assert view.reader is not None
    mind = Mind(TASTES, view)
    choices = weighed(mind)
    better = best(choices)
    if better == action:
        return None
    found = _lost(mind, action, better, {one: worth for worth, one in choices})
    if found is None:
        return None
    lost, why = found
    return Lapse(number, view.reader, turn, action, better, round(min(lost, MOST), 1), why, view)


def _lost(
    mind: Mind, action: Action, better: Action, worths: dict[Action, float]
) -> tuple[float, Why] | None:
    """By how many VP the action was worse, and in which way."""
    phase = mind.view.phase
    menu = _GAME.actions(mind.view)
    match action, better:
        case GoOn(), EndDive() if isinstance(phase, Deciding):
            why = WentOn(round(surfacing(mind, phase.descent), 3), at_stake(mind, phase.descent))
            return worths[better] - worths[action], why
        case EndDive(), GoOn() if isinstance(phase, Deciding):
            gain = worths[better] - worths[action]
            return gain, EndedEarly(round(surfacing(mind, phase.descent), 3), round(min(gain, MOST), 1))
        case Surface(), Protect() if isinstance(phase, Answering):
            stake = at_stake(mind, phase.descent)
            return float(stake), LeftPoints(stake)
        case PlayCrew(cards), PlayCrew(all_cards) if isinstance(menu, PlayingMenu):
            worth = {coin.card: coin.worth for coin in menu.coins}
            left = sum(worth[card] for card in all_cards) - sum(worth[card] for card in cards)
            return float(left), LeftPoints(left)
        case ((Hire() | Renew() | Sail()), _) if isinstance(menu, TurnMenu):
            own = worths.get(action, _paid(mind, menu, action, worths))
            return None if own is None else (worths[better] - own, Weaker())
        case Steer(to), _:
            ends = [
                sailing.stay_worth(mind, boat) if place is None else sailing.arrival_worth(mind, place)
                for boat, place in zip(mind.boats, to, strict=True)
            ]
            return worths[better] - sailing.fleet_worth(mind, ends), Weaker()
        case _ if action in worths:
            return worths[better] - worths[action], Weaker()
        case _:
            return None


def _paid(mind: Mind, menu: TurnMenu, action: Action, worths: dict[Action, float]) -> float | None:
    """What a Hire, Renew or Sail is worth that was paid for in another way than the cheapest."""
    match action:
        case Hire(cards=cards, tokens=tokens, slot=slot):
            return crew.hire_worth(mind, mind.view.market[slot]) - crew.cost(mind, (cards, tokens))
        case Sail(cards=cards, tokens=tokens):
            moves = menu.propellers.worth(cards, tokens)
            for other, worth in worths.items():
                if isinstance(other, Sail) and menu.propellers.worth(other.cards, other.tokens) == moves:
                    dearer = crew.cost(mind, (cards, tokens)) - crew.cost(mind, (other.cards, other.tokens))
                    return worth - dearer
        case _:
            pass
    return None
