"""Fathom: the diving games Dive and Deep Blue, as rules, players and tables.

`fathom.table` is what any game at a table is; each game is a package of its own beside it.
"""

from importlib.metadata import version

__version__ = version("fathom-games")
