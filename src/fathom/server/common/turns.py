"""Whose turn it is for a process: live tables first, then everyone else, each address in its turn."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

T = TypeVar("T")

LIVE: Final = 0
"""For a game that is being played."""
ARCHIVE: Final = 1
"""For replays, reviews and lessons."""
AHEAD: Final = 2
"""What nobody waits for yet."""


@dataclass(frozen=True)
class Turn:
    """When work is done: those of the lowest rank first, and within a rank each `who` in turn.

    `charge` is told, in the event loop, how many seconds a process was busy with it.
    """

    rank: int = LIVE
    who: Hashable = ""
    charge: Callable[[float], None] | None = None

    def took(self, seconds: float) -> None:
        """The work has been done, or given up, after so many seconds."""
        if self.charge is not None:
            self.charge(seconds)


class FairLine(Generic[T]):
    """Work that waits. Not safe across threads: whoever owns it holds a lock."""

    def __init__(self) -> None:
        self._ranks: dict[int, OrderedDict[Hashable, deque[T]]] = {}

    def __len__(self) -> int:
        return sum(len(works) for rank in self._ranks.values() for works in rank.values())

    def put(self, turn: Turn, work: T) -> None:
        """Let something wait for its turn."""
        self._ranks.setdefault(turn.rank, OrderedDict()).setdefault(turn.who, deque()).append(work)

    def take(self) -> T:
        """What comes next; raises `IndexError` if nothing waits."""
        for rank in sorted(self._ranks):
            waiting = self._ranks[rank]
            who, works = next(iter(waiting.items()))
            work = works.popleft()
            if works:
                waiting.move_to_end(who)  # the others first
            else:
                del waiting[who]
            if not waiting:
                del self._ranks[rank]
            return work
        raise IndexError("nothing waits")

    def waiting(self, turn: Turn) -> int:
        """How much waits for the same turn."""
        waiting = self._ranks.get(turn.rank)
        return len(waiting[turn.who]) if waiting is not None and turn.who in waiting else 0

    def before(self, turn: Turn) -> bool:
        """Whether something waits that comes no later than this."""
        return any(rank <= turn.rank for rank in self._ranks)
