"""How often someone may take a decision back by the rules' own action, so that a log has an end.

The rules themselves set no limit. What is taken back by an entry of its own is counted in
`fathom.table.standing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from fathom.table import Seat
from fathom.table.standing import MOST_TAKEN_BACK


class TakingBack:
    """Counts taking back in the phase under way: a seat does it `MOST_TAKEN_BACK` times and no more.

    It is a taking back when somebody's own action lets them decide again. A phase lasts until a decision
    changes for somebody else whether they are to move: then everyone may take back as often again.
    """

    def __init__(self) -> None:
        self._taken: Counter[Seat] = Counter()

    def often(self, seat: Seat, before: Collection[Seat], after: Collection[Seat]) -> bool:
        """Whether this would be taking back once too often: who was to move before it, and after it."""
        return _takes_back(seat, before, after) and self._taken[seat] >= MOST_TAKEN_BACK

    def follow(self, seat: Seat, before: Collection[Seat], after: Collection[Seat]) -> None:
        """A decision has been made."""
        if (set(before) ^ set(after)) - {seat}:
            self._taken.clear()
        elif _takes_back(seat, before, after):
            self._taken[seat] += 1


def _takes_back(seat: Seat, before: Collection[Seat], after: Collection[Seat]) -> bool:
    return seat not in before and seat in after
