"""Players of Deep Blue: the Skipper, who weighs, and the Leviathan, who also tries out.

May import the general part of `fathom.players`; knows no other game.
"""

from fathom.players.deepblue.levels import LEVELS
from fathom.players.deepblue.mind import Tastes
from fathom.players.deepblue.search import Leviathan
from fathom.players.deepblue.skipper import Skipper

__all__ = ["LEVELS", "Leviathan", "Skipper", "Tastes"]
