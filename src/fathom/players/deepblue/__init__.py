"""Players of Deep Blue: the Skipper, who weighs, and the Leviathan, who also tries out."""

from fathom.players.deepblue.mind import Tastes
from fathom.players.deepblue.search import Leviathan
from fathom.players.deepblue.skipper import Skipper

__all__ = ["Leviathan", "Skipper", "Tastes"]
