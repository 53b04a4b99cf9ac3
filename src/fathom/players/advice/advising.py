"""Who advises: the captain's eyes and judgement, for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from fathom.players.advice.choice import Choice
from fathom.players.deepblue import advice as deepblue
from fathom.players.dive import advice as dive
from fathom.players.levels import level
from fathom.table import Dice

ADVISER = "captain"
"""The level whose eyes an adviser has: about those of someone who looks well."""

EYES = {"dive": level("dive", ADVISER).eyes}

_ADVISERS: dict[str, Callable[[Any, Any, Dice], Iterable[Choice]]] = {
    "dive": dive.choices,
    "deep-blue": deepblue.choices,
}

MOST = 3
"""Choices named in an advice."""


def advice(game: str, view: Any, look: Any, dice: Dice) -> tuple[Choice, ...]:
    """The best that the seat can do now, as far as its view and this look tell; the best first."""
    return tuple(islice(_ADVISERS[game](view, look, dice), MOST))
