"""Which decisions may still be taken back, and what was before them.

A decision may be taken back by whoever made it while it is the last thing that happened: no chance was drawn
for it, nothing that followed from it revealed anything (`Event.reveals`) or stays by the rules of the game
(`Event.final`), the game has not ended with it, no clock decided it and none of the rules began to count
because of it, and nobody else has decided since.
Someone who has made several such decisions, one after the other, takes them back from the last to the first.
Where a game has an action of its own for taking a secret decision back, that is the way.

This is what any table and any record has in common. Whether others are asked before is the table's affair.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from fathom.table.contract import Event, Seat

MOST_TAKEN_BACK = 20
"""A seat takes back as often as this before something else must happen, so that a log has an end."""


class Standing(msgspec.Struct, frozen=True):
    """A decision that may be taken back."""

    number: int
    """Its entry in the log."""
    seat: Seat
    before: Any
    """The state before it. Nobody may play on it."""
    in_secret: bool
    """Whether others were told no more than that something had been decided."""


class Standings(msgspec.Struct, frozen=True):
    """The decisions at one table that may be taken back, all of one seat, the last one last."""

    standing: tuple[Standing, ...] = ()
    seat: Seat | None = None
    """Who decided last."""
    taken: int = 0
    """How often they have taken back since anyone else decided, or something final was decided."""

    @property
    def last(self) -> Standing | None:
        """What may be taken back now."""
        return self.standing[-1] if self.standing and not self.often else None

    @property
    def often(self) -> bool:
        """Whether the seat that decided last has taken back so often that its decision stays."""
        return self.taken >= MOST_TAKEN_BACK

    def decided(
        self, number: int, seat: Seat, before: Any, after: Any, events: Collection[Event], *, final: bool
    ) -> Standings:
        """What stands after entry `number`; `final` if chance was drawn for it, or the clock decided.

        `before` must stay as it is.
        """
        in_secret = bool(events) and all(event.in_secret for event in events)
        if (
            final
            or any(event.reveals or event.final for event in events)
            or after.result() is not None
            or after.limit() != before.limit()
            or (in_secret and any(_has_a_way(state, seat) for state in (before, after)))
        ):
            return Standings((), seat)
        others = self if seat == self.seat else Standings((), seat)
        decided = Standing(number, seat, before, in_secret)
        return Standings((*others.standing, decided)[-MOST_TAKEN_BACK:], seat, others.taken)

    def taken_back(self) -> Standings:
        """What stands once the last one has been taken back."""
        return Standings(self.standing[:-1], self.seat, self.taken + 1)


def _has_a_way(state: Any, seat: Seat) -> bool:
    """Whether the rules let the seat take back what it has decided."""
    return seat not in state.to_move() and len(state.menu(seat)) > 0
