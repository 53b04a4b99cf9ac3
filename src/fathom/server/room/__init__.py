"""A room is one table in memory, and the only place where anything at it changes.

`Room` carries out what is asked, one thing after the other; `Table` is what it owns, and the only one that
writes; the others get callables and values. `Tables` finds the room of a table.

May import everything but `http`.
"""

from fathom.server.room.room import RETRY_SECONDS, TRY_AGAIN, Room
from fathom.server.room.telling import NOT_WELCOME

__all__ = ["NOT_WELCOME", "RETRY_SECONDS", "TRY_AGAIN", "Room"]
