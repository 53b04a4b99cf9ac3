"""What a Deep Blue table agrees on before it begins."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec
from msgspec import UNSET, StructMeta, UnsetType

from fathom.deepblue import refusals
from fathom.deepblue.box import EDITIONS, FIRST, NEWEST, Box, ChartName, OwnBox, packed
from fathom.deepblue.chart import Text
from fathom.deepblue.parts import MOST_SEATS
from fathom.table import Refusal

FEWEST_SEATS = 2  # B1.1
SMALL_CHART_SEATS = 3


class _NamesItsEdition(StructMeta):
    """Lets `Options()` name the newest edition, while options that are decoded without one name none.

    Records and tables from before there were editions name none. Their JSON, and with it the hash of their
    states, has to stay as it was.
    """

    def __call__(cls, *args: Any, **fields: Any) -> Any:  # noqa: N805 - of a metaclass
        if "edition" not in fields and len(args) < len(cls.__struct_fields__):
            fields["edition"] = NEWEST
        return super().__call__(*args, **fields)


class Options(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    dict=True,
    tag_field="game",
    tag="deep-blue",
    metaclass=_NamesItsEdition,
):
    """The agreements of a table. `own` holds what the table brings from its own box."""

    scenario: Text | None = "troubled-waters"
    """The id of a scenario; None: one is drawn."""  # B2.3
    chart: ChartName = "standard"
    closed_chests: bool = True
    """Totals are not shown before the end; they are public knowledge and in every view."""  # B1.1
    own: OwnBox | None = None
    edition: str | UnsetType = UNSET
    """Which of our boxes is played with, where `own` has nothing else; unset: the first.

    `Options()` names the newest one."""

    @cached_property
    def box(self) -> Box:
        """What this table plays with."""
        return packed(FIRST if self.edition is UNSET else self.edition, self.chart, self.own)

    def settled(self) -> Options:
        """These options for a new table: without an edition they mean the newest one."""
        return msgspec.structs.replace(self, edition=NEWEST) if self.edition is UNSET else self

    def seats(self) -> range:
        """How many players these options allow."""
        most = (
            SMALL_CHART_SEATS if self.chart == "small" and not (self.own and self.own.chart) else MOST_SEATS
        )
        return range(FEWEST_SEATS, most + 1)

    def refusal(self, seats: int) -> Refusal | None:
        """Why these options cannot be played by this many players, or None if they can."""
        if not FEWEST_SEATS <= seats <= MOST_SEATS:
            return refusals.WRONG_SEATS(seats=seats)
        if seats not in self.seats():
            return refusals.SMALL_CHART_SEATS(seats=seats)
        if self.edition is not UNSET and self.edition not in EDITIONS:
            return refusals.NO_SUCH_EDITION(edition=self.edition, editions=", ".join(EDITIONS))
        fault = self.own.fault() if self.own else None
        if fault is not None:
            return refusals.BAD_BOX(key=fault.key, problem=fault.problem)
        scenarios = self.box.scenarios
        if self.scenario is not None and self.scenario not in scenarios:
            return refusals.NO_SUCH_SCENARIO(scenario=self.scenario, scenarios=", ".join(scenarios))
        return None
