"""The games that can be played at a table of this server."""

from __future__ import annotations

from fathom import shelf
from fathom.table import AnyGame

GAMES: dict[str, AnyGame] = dict(shelf.GAMES)
