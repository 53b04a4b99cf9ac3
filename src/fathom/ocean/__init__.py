"""The ocean: a stack of see-through cards that can be looked into on a screen.

Cards are drawn for every game from a secret of the table (`compose`) and lit as a stack of films; what
everyone sees in a round is encoded as pictures (`look`). The order of the cards is never sent, only pixels.
"""

from fathom.ocean.camera import VISIBLE, Glance, Look, Sight, close_up, look, prepare, sight
from fathom.ocean.cards import compose
from fathom.ocean.chance import SECRET_BYTES
from fathom.ocean.films import Clarity, Film, Frame
from fathom.ocean.lamps import LIGHTS
from fathom.ocean.octopus import Octopus
from fathom.ocean.pictures import film_picture, outlines, render_to
from fathom.ocean.views import STEPS, Tilt

__all__ = [
    "LIGHTS",
    "SECRET_BYTES",
    "STEPS",
    "VISIBLE",
    "Clarity",
    "Film",
    "Frame",
    "Glance",
    "Look",
    "Octopus",
    "Sight",
    "Tilt",
    "close_up",
    "compose",
    "film_picture",
    "look",
    "outlines",
    "prepare",
    "render_to",
    "sight",
]
