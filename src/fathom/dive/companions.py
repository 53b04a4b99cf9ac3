"""The seven companions (D8) and what is done with them while programs are laid."""

from __future__ import annotations

from enum import Enum

import msgspec

from fathom.table import Seat


class Companion(Enum):
    """A diver's companion, used once in a game."""  # D1.5

    OCTOPUS = "octopus"
    ORCA = "orca"
    ANGLERFISH = "anglerfish"
    TURTLE = "turtle"
    CLOWNFISH = "clownfish"
    DOLPHINS = "dolphins"
    GREAT_WHITE = "great-white"


NOT_WITH_CHIEF = frozenset({Companion.DOLPHINS, Companion.GREAT_WHITE})  # D9.1
ORCA_SECONDS = 10.0  # D8.2

OCTOPUS_MOST = 100
"""The octopus lies with its middle at (across, down), in hundredths of the frame from its top left corner."""


class LayOctopus(msgspec.Struct, frozen=True, tag="lay-octopus", forbid_unknown_fields=True):
    """Hide a part of the stack from everyone."""  # D8.1

    across: int
    down: int


class CallOrca(msgspec.Struct, frozen=True, tag="call-orca", forbid_unknown_fields=True):
    """Give everyone ten more seconds."""  # D8.2


class RideTurtle(msgspec.Struct, frozen=True, tag="ride-turtle", forbid_unknown_fields=True):
    """Go one further with every green turtle of this round."""  # D8.4


class SendDolphins(msgspec.Struct, frozen=True, tag="send-dolphins", forbid_unknown_fields=True):
    """Bet on another diver making no mistake."""  # D8.6

    to: Seat


class LooseGreatWhite(msgspec.Struct, frozen=True, tag="loose-great-white", forbid_unknown_fields=True):
    """Stop those who err, or yourself if nobody does."""  # D8.7


Use = LayOctopus | CallOrca | RideTurtle | SendDolphins | LooseGreatWhite
"""A companion that is used by announcing it. Clownfish and anglerfish are part of the program (D8.0)."""

COMPANION_OF: dict[type[Use], Companion] = {
    LayOctopus: Companion.OCTOPUS,
    CallOrca: Companion.ORCA,
    RideTurtle: Companion.TURTLE,
    SendDolphins: Companion.DOLPHINS,
    LooseGreatWhite: Companion.GREAT_WHITE,
}
