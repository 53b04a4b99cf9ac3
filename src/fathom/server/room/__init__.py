"""A room: one table, and the only place where anything at it changes.

Everything that is asked of a table goes through its mailbox and is carried out one after the other. An action
is checked, played on a copy, written down, and only then acknowledged and told to everyone: what nobody has
written down has not happened. What may be asked, and what it leads to, is in files of its own
(`fathom.server.seating.changes`, `fair`, `talk`, `clocks`, `play`); here is only the order of things.
"""

from fathom.server.room.desk import NOT_WELCOME, RETRY_SECONDS, TRY_AGAIN, Desk
from fathom.server.room.room import Room

__all__ = ["NOT_WELCOME", "RETRY_SECONDS", "TRY_AGAIN", "Desk", "Room"]
