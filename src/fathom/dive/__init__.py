"""The rules of Dive (clauses D1 to D10 of `docs/rules/dive.md`)."""

from fathom.dive.actions import Action, Choose, Faces, Withdraw
from fathom.dive.board import Face, Level, Program, Programs, Tokens
from fathom.dive.box import BadBox, read_chief_deck, read_mix, standard_chief_deck, standard_mix
from fathom.dive.cards import Card, Helper, Kind, Mix
from fathom.dive.chief import ChiefCard
from fathom.dive.companions import (
    CallOrca,
    Companion,
    LayOctopus,
    LooseGreatWhite,
    RideTurtle,
    SendDolphins,
    Use,
)
from fathom.dive.events import DiveEvent
from fathom.dive.game import DiveGame
from fathom.dive.options import Clarity, Options
from fathom.dive.state import DiveState
from fathom.dive.view import DiveView

__all__ = [
    "Action",
    "BadBox",
    "CallOrca",
    "Card",
    "ChiefCard",
    "Choose",
    "Clarity",
    "Companion",
    "DiveEvent",
    "DiveGame",
    "DiveState",
    "DiveView",
    "Face",
    "Faces",
    "Helper",
    "Kind",
    "LayOctopus",
    "Level",
    "LooseGreatWhite",
    "Mix",
    "Options",
    "Program",
    "Programs",
    "RideTurtle",
    "SendDolphins",
    "Tokens",
    "Use",
    "Withdraw",
    "read_chief_deck",
    "read_mix",
    "standard_chief_deck",
    "standard_mix",
]
