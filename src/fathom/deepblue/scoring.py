"""What a dive is worth to everyone who took part, and who wins in the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from fathom.deepblue.captain import Captain, Fleet
from fathom.deepblue.events import Tally
from fathom.deepblue.gems import Colour
from fathom.deepblue.phases import Descent
from fathom.deepblue.scenario import Scenario
from fathom.deepblue.wrecks import Tile, treasure_of
from fathom.table import Result


def tallies(
    descent: Descent,
    tile: Tile,
    scenario: Scenario,
    fleets: Sequence[Fleet],
    why: Literal["ended", "leader-surfaced", "bag-empty"],
) -> tuple[Tally, ...]:
    """The VP of everyone who took part, the leader first."""
    scored = []
    for seat in descent.divers:
        boats = [boat for boat in fleets[seat] if boat.place == descent.site]
        explored = frozenset(_treasures(tile, [boat.space for boat in boats]))
        leads = seat == descent.leader
        tile_vp = tile.vp if leads else 0  # B9.3: also after surfacing
        if scenario.tile_vp_for == "everyone":
            tile_vp = tile.vp * len(boats)  # B10.7
        bonus = 0
        if leads and why != "leader-surfaced":
            bonus = descent.drawn.total // scenario.safe_gems * scenario.safe_vp  # B10.4
        scored.append(
            Tally(
                seat,
                cards=descent.card_vp[seat],  # B9.1
                gems=descent.drawn.worth(explored) if seat in descent.down else 0,  # B9.2
                tile=tile_vp,
                safe=bonus,
            )
        )
    return tuple(scored)


def standings(captains: Sequence[Captain]) -> Result:
    """Places by VP, then by the number of crew cards; who is equal in both shares the place."""  # B11.2
    order = [(captain.vp, len(captain.crew)) for captain in captains]
    return Result(
        places=tuple(1 + sum(other > mine for other in order) for mine in order),
        scores=tuple(captain.vp for captain in captains),
    )


def _treasures(tile: Tile, spaces: Sequence[int | None]) -> list[Colour]:
    colours = [treasure_of(tile.spaces[space]) for space in spaces if space is not None]
    return [colour for colour in colours if colour is not None]
