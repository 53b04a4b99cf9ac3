"""The scenarios: what is different in dives to the Sunken City (B10)."""

from __future__ import annotations

from typing import Literal

import msgspec

from fathom.deepblue.chart import Text


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One scenario as the ways in which it departs from an ordinary dive; the defaults depart in nothing."""

    id: Text
    name: Text
    draw: int = 1
    """Gems that the leader draws at once."""  # B10.1
    card_vp: int = 0
    """VP more for every card played for VP."""  # B10.2
    scatter: bool = False
    """Turning up a part of the city puts gems on it and on the wrecks around it."""  # B10.3
    safe_vp: int = 0
    """VP of a leader who ends safely, for every full `safe_gems` gems drawn."""  # B10.4
    safe_gems: int = 3
    at_once: bool = False
    """Whoever turns up a part of the city leads a dive there at once."""  # B10.5
    rush: int = 1
    """From how many moves away boats may rush; 0: nobody may."""  # B10.5, B10.6
    tile_vp_for: Literal["leader", "everyone"] = "leader"
    """Who gets the tile's VP; everyone gets them once per boat."""  # B10.7


ORDINARY = Scenario("ordinary", "An ordinary dive")
"""How one dives where no scenario applies."""
