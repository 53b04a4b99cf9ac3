"""Advice for Deep Blue: what the Skipper makes of the bag, with the exact odds of every dive.

The Skipper's first thought, without doubt and without search: it knows all the odds, looks one step ahead,
and can say what it was thinking of.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fathom.deepblue import Action, DeepBlueGame, DeepBlueView, Dive, EndDive, GoOn, Sail
from fathom.deepblue.menus import ListedMenu
from fathom.deepblue.phases import Answering, Deciding, Descent, Rushing
from fathom.players.advice import Choice
from fathom.players.deepblue.bag import survival
from fathom.players.deepblue.dives import MOST_DRAWS
from fathom.players.deepblue.mind import Mind, Tastes
from fathom.players.deepblue.skipper import Weighed, best, weighed
from fathom.table import Dice

TASTES = Tastes()


class BlueOdds(msgspec.Struct, frozen=True, tag="deep-blue"):
    """What an action of Deep Blue promises."""

    behind: float
    """By how many VP it is thought to be worse than the best."""
    vp: float | None = None
    """Of a dive to be begun the VP in the mean, of one to be ended those that its gems have brought."""
    surface: float | None = None
    """The chance that one has to surface: until the planned end of a dive, or with the next draw."""
    draws: int | None = None
    """How many gems are best planned for."""


_GAME = DeepBlueGame()


def choices(view: DeepBlueView, look: object, dice: Dice) -> tuple[Choice, ...]:
    """What can sensibly be done, the best first; empty for someone who has nothing to decide."""
    if not len(_GAME.actions(view)):
        return ()
    mind = Mind(TASTES, view)
    found = ranked(weighed(mind))
    highest = found[0][0]
    told = [Choice(action, _odds(mind, action, highest - worth)) for worth, action in found]
    if isinstance(view.phase, Rushing | Answering):
        # Here the Skipper has a rule of thumb and no numbers: what else is possible comes after it.
        first = told[0].action
        return (Choice(first, None), *(Choice(action, None) for action in _listed(view) if action != first))
    return tuple(told)


def ranked(weighed: Weighed) -> Weighed:
    """The best first, which is what the Skipper does; of several ways to pay for a Sail only the best."""
    order = sorted(weighed, key=lambda choice: -choice[0])
    first = best(weighed)
    order.sort(key=lambda choice: choice[1] is not first)
    sailing = [choice for choice in order if isinstance(choice[1], Sail)][1:]
    return [choice for choice in order if choice not in sailing]


def _listed(view: DeepBlueView) -> Iterator[Action]:
    menu = _GAME.actions(view)
    return iter(menu if isinstance(menu, ListedMenu) else ())


def _odds(mind: Mind, action: Action, behind: float) -> BlueOdds:
    less = round(behind, 1)
    match action, mind.view.phase:
        case Dive(site), _:
            tile = mind.tile(site)
            assert tile is not None
            scenario = mind.scenario(tile)
            stance = mind.stance(mind.me, site, mind.boats)
            planned = mind.promise(stance, scenario)
            wreck = mind.box.tiles[tile].vp
            safe = planned.draws // scenario.safe_gems * scenario.safe_vp
            return BlueOdds(
                less,
                vp=round(planned.vp + wreck + safe, 1),
                surface=round(1 - _outlasts(mind, None, site, planned.draws), 3),
                draws=planned.draws,
            )
        case GoOn(), Deciding(descent):
            return BlueOdds(less, surface=round(surfacing(mind, descent), 3))
        case EndDive(), Deciding(descent):
            return BlueOdds(less, vp=float(at_stake(mind, descent)))
        case _:
            return BlueOdds(less)


def surfacing(mind: Mind, descent: Descent) -> float:
    """How probable it is that the next draw makes one surface."""
    draws = min(mind.scenario(descent.tile).draw, mind.view.bag.total)
    return 1 - _outlasts(mind, descent, descent.site, draws)


def at_stake(mind: Mind, descent: Descent) -> int:
    """The VP for gems that one has until now, and loses by surfacing."""
    return descent.drawn.worth(mind.stance(mind.me, descent.site, mind.boats).explored)


def _outlasts(mind: Mind, descent: Descent | None, site: str, draws: int) -> float:
    """The chance that after so many more draws one is still down, with all that one can answer."""
    bag = mind.view.bag
    warned = (False, False) if descent is None else (descent.drawn.black > 0, descent.drawn.blue > 0)
    shields = mind.stance(mind.me, site, mind.boats).shields
    lasting = survival(bag.black, bag.blue, bag.total - bag.black - bag.blue, warned, shields, MOST_DRAWS)
    return lasting.chance[min(draws, len(lasting.chance) - 1)]
