"""Players of Deep Blue: the Skipper, who weighs, and the Leviathan, who also tries out."""

from fathom.players.deepblue.mind import CAUTIOUS, Tastes
from fathom.players.deepblue.search import Leviathan
from fathom.players.deepblue.skipper import Skipper

__all__ = ["CAUTIOUS", "Leviathan", "Skipper", "Tastes"]
