"""Which companion to wish for, and when its moment has come."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fathom.dive import (
    Action,
    CallOrca,
    Choose,
    Companion,
    DiveView,
    LayOctopus,
    LooseGreatWhite,
    RideTurtle,
    SendDolphins,
    Use,
)
from fathom.dive.board import LEVELS
from fathom.dive.cards import Helper
from fathom.dive.companions import OCTOPUS_MOST
from fathom.dive.descent import LAST_TRANQUIL, STONE, deep
from fathom.dive.menus import ProgrammingMenu
from fathom.dive.view import ProgrammingView
from fathom.players.dive.programs import Prospects
from fathom.table import Dice

PREFERENCE = (
    Companion.CLOWNFISH,
    Companion.ANGLERFISH,
    Companion.DOLPHINS,
    Companion.TURTLE,
    Companion.GREAT_WHITE,
    Companion.OCTOPUS,
    Companion.ORCA,
)
"""From the surest gain to the one that only troubles people."""

A_ROUND = 4
"""About the spaces that a good round brings, and the cards that it takes."""


def wished(offered: Sequence[Companion], dice: Dice) -> Action:
    """One of the three best on offer: bots that always want the same one would always collide."""
    best = [companion for companion in PREFERENCE if companion in offered][:3]
    return Choose(dice.pick(best, "wish"))


def last_chance(view: DiveView) -> bool:
    """Whether this may well be the last round, and an unused companion is worth nothing after it."""  # D8.0
    front = max(view.pawns) if view.chief is None else max(*view.pawns, view.chief)
    return front + A_ROUND >= STONE or view.cards_left <= LEVELS


def worth_keeping(view: DiveView) -> float:
    """The spaces that a companion must bring now to be worth more than waiting for a better moment."""
    return 0.05 if last_chance(view) else 0.6


def used(view: DiveView, menu: ProgrammingMenu, seen: Prospects) -> Use | None:
    """The companion used now, or None if it is kept, part of the program, or gone."""
    assert view.reader is not None
    assert isinstance(view.phase, ProgrammingView)
    due = worth_keeping(view)
    flawless = np.cumprod(seen.right[:LEVELS])
    match menu.companion:
        case Companion.TURTLE:
            greens = seen.helpers[:LEVELS, tuple(Helper).index(Helper.GREEN)]
            return RideTurtle() if float(flawless @ greens) / 2 >= due else None
        case Companion.DOLPHINS:
            # Those who fear deep waters lay short programs, and short ones have no mistakes.
            to = max(menu.others, key=lambda other: view.pawns[other])
            levels = 2 if view.pawns[to] > LAST_TRANQUIL else 4
            return SendDolphins(to) if flawless[levels - 1] >= due else None
        case Companion.GREAT_WHITE:
            return LooseGreatWhite() if 1 - flawless[3] >= max(due, 0.5) else None
        case Companion.OCTOPUS:
            return LayOctopus(OCTOPUS_MOST // 2, OCTOPUS_MOST // 2) if someone_to_trouble(view) else None
        case Companion.ORCA:
            return CallOrca() if someone_to_trouble(view) else None
        case Companion.CLOWNFISH | Companion.ANGLERFISH | None:
            return None


def uses_to_weigh(menu: ProgrammingMenu) -> list[Use]:
    """The uses of the companion whose effect on this round follows from the rules alone."""
    match menu.companion:
        case Companion.TURTLE:
            return [RideTurtle()]
        case Companion.DOLPHINS:
            return [SendDolphins(to) for to in menu.others]
        case Companion.GREAT_WHITE:
            return [LooseGreatWhite()]
        case _:
            return []


def someone_to_trouble(view: DiveView) -> bool:
    """Whether someone who is ahead, or has more to lose, still thinks."""
    assert view.reader is not None
    assert isinstance(view.phase, ProgrammingView)
    here = view.pawns[view.reader]
    return any(
        pawn > here or (deep(pawn) and not deep(here))
        for seat, pawn in enumerate(view.pawns)
        if seat != view.reader and not view.phase.ready[seat]
    )
