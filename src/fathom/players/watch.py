"""A diver's watch: how long a decision may take."""

from __future__ import annotations

from math import inf
from time import thread_time


class Watch:
    """Runs for so many seconds of its thread's own time, whatever else the machine does meanwhile.

    A player looks at it between two pieces of work, and returns the best action found when time is up.
    """

    def __init__(self, seconds: float) -> None:
        self._end = thread_time() + seconds

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return thread_time() >= self._end


UNHURRIED = Watch(inf)
"""A watch without a limit."""
