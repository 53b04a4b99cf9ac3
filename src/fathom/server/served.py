"""The games that can be played at a table of this server: those that the browser can show.

Deep Blue's rules are on the shelf, but there is no board for it in the browser yet.
"""

from __future__ import annotations

from fathom import shelf
from fathom.table import AnyGame

GAMES: dict[str, AnyGame] = {name: shelf.GAMES[name] for name in ("dive",)}
