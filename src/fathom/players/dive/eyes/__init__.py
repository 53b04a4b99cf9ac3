"""How a seat sees Dive's stack: eyes that read the picture, eyes that err as often, what they conclude."""

from fathom.players.dive.eyes.noisy import PIXELS, FittedEyes, NoisyEyes, like_pixels
from fathom.players.dive.eyes.pixel_eyes import PixelEyes
from fathom.players.dive.eyes.soundings import ANIMALS, DEPTHS, Floats, Sounding, Soundings

__all__ = [
    "ANIMALS",
    "DEPTHS",
    "PIXELS",
    "FittedEyes",
    "Floats",
    "NoisyEyes",
    "PixelEyes",
    "Sounding",
    "Soundings",
    "like_pixels",
]
