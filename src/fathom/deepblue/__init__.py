"""The rules of Deep Blue (clauses B1 to B12 of `docs/rules/deep-blue.md`)."""

from fathom.deepblue.actions import (
    Action,
    Approach,
    Dive,
    EndDive,
    GoOn,
    Hire,
    Moor,
    Pass,
    PlayCrew,
    Protect,
    Renew,
    Rest,
    Rush,
    Sail,
    Steer,
    Surface,
    Take,
    Withdraw,
)
from fathom.deepblue.box import CHARTS, BadBox, Box, OwnBox, read_box, standard_chart
from fathom.deepblue.events import DeepBlueEvent
from fathom.deepblue.game import DeepBlueGame
from fathom.deepblue.options import Options
from fathom.deepblue.state import DeepBlueState
from fathom.deepblue.view import DeepBlueView

__all__ = [
    "CHARTS",
    "Action",
    "Approach",
    "BadBox",
    "Box",
    "DeepBlueEvent",
    "DeepBlueGame",
    "DeepBlueState",
    "DeepBlueView",
    "Dive",
    "EndDive",
    "GoOn",
    "Hire",
    "Moor",
    "Options",
    "OwnBox",
    "Pass",
    "PlayCrew",
    "Protect",
    "Renew",
    "Rest",
    "Rush",
    "Sail",
    "Steer",
    "Surface",
    "Take",
    "Withdraw",
    "read_box",
    "standard_chart",
]
