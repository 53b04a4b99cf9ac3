"""What can be done, and how likely it is to turn out well."""

from __future__ import annotations

from typing import Any

import msgspec


class DiveOdds(msgspec.Struct, frozen=True, tag="dive"):
    """What a program of Dive promises."""

    win: float | None
    """The chance to win the game; null in the children's version, where nobody weighs that."""
    spaces: float
    """How far the pawn gets in this round, in the mean."""
    flawless: float
    """The chance that no level is wrong."""


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


Odds = DiveOdds | BlueOdds


class Choice(msgspec.Struct, frozen=True):
    """One of the actions that the game offers. Some, like a companion to wish for, have no odds."""

    action: Any
    odds: Odds | None
