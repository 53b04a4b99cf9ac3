"""Everyone who has a window on a table, and how they are told something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from fathom.server.protocol import FromServer
from fathom.table import Reader, Seat, encoded


class Visitor(Protocol):
    """One open window on a table: someone who sits there, or a spectator."""

    @property
    def token(self) -> bytes | None:
        """The hash of the token that came with the connection, if one did."""
        ...

    @property
    def address(self) -> str:
        """Where the connection comes from, for limits."""
        ...

    def send(self, frame: bytes) -> None:
        """Put a frame into the line; never waits."""
        ...

    def leave(self, code: int) -> None:
        """Close the connection once the line is empty."""
        ...


class Audience:
    """The windows on one table. `reader` says which seat a proof is for."""

    def __init__(self, reader: Callable[[bytes | None], Reader]) -> None:
        self._reader = reader
        self._visitors: set[Visitor] = set()
        self._show: set[Visitor] = set()
        """Those of them who show at length what happens."""

    def __iter__(self) -> Iterator[Visitor]:
        return iter(tuple(self._visitors))

    def __contains__(self, visitor: Visitor) -> bool:
        return visitor in self._visitors

    def add(self, visitor: Visitor, *, shows: bool = False) -> None:
        """Someone has come in, who shows at length what happens, or does not."""
        self._visitors.add(visitor)
        if shows:
            self._show.add(visitor)

    def remove(self, visitor: Visitor) -> None:
        """Someone has gone."""
        self._visitors.discard(visitor)
        self._show.discard(visitor)

    def here(self) -> set[Reader]:
        """The seats of those who are connected; None is among them if a spectator is."""
        return {self._reader(visitor.token) for visitor in self._visitors}

    def showing(self) -> set[Reader]:
        """The seats that have a window which shows at length what happens."""
        return {self._reader(visitor.token) for visitor in self._show}

    def address(self) -> str | None:
        """Where the first of those who sit here is, or else a spectator: at their cost is drawn for all."""
        seats = {visitor: self._reader(visitor.token) for visitor in self._visitors}
        watching = max((seat for seat in seats.values() if seat is not None), default=0) + 1
        places = ((watching if seat is None else seat, visitor.address) for visitor, seat in seats.items())
        return min(places, default=(0, None))[1]

    def tell(self, message: FromServer) -> None:
        """Tell everyone the same."""
        frame = encoded(message)
        for visitor in self._visitors:
            visitor.send(frame)

    def tell_one(self, visitor: Visitor, message: FromServer) -> None:
        """Tell one of those who are here, or about to be."""
        visitor.send(encoded(message))

    def tell_others(self, seat: Seat, message: FromServer) -> None:
        """Tell everyone but those in this seat."""
        frame = encoded(message)
        for visitor in self._visitors:
            if self._reader(visitor.token) != seat:
                visitor.send(frame)

    def tell_each(self, frame: Callable[[Reader], bytes]) -> None:
        """Tell everyone what they may know."""
        told: dict[Reader, bytes] = {}
        for visitor in self._visitors:
            reader = self._reader(visitor.token)
            if reader not in told:
                told[reader] = frame(reader)
            visitor.send(told[reader])

    def send_away(self, code: int) -> None:
        """Close everyone's window."""
        for visitor in self._visitors:
            visitor.leave(code)
        self._visitors.clear()
        self._show.clear()

    def send_away_spectators(self, code: int, why: FromServer) -> None:
        """Close the windows of those who have no seat, and tell them why."""
        for visitor in self:
            if self._reader(visitor.token) is None:
                visitor.send(encoded(why))
                visitor.leave(code)
                self.remove(visitor)
