"""The drawings: vector art of everything that lives in the ocean, and what can be done with a drawing.

Each creature is one SVG file in this folder, drawn straight, head to the left. The browser shows the same
files as icons. For a card a drawing is posed (its outline is bent like a swimming body), recoloured a little,
and placed. Only absolute and relative `M L C Q Z` may be used in paths, circles and ellipses for the rest.
"""

from fathom.ocean.art.drawings import Drawing, drawing, icon, names
from fathom.ocean.art.pose import Pose
from fathom.ocean.art.species import MANTA, OCTOPUS, SHARKS, TURTLES

__all__ = ["MANTA", "OCTOPUS", "SHARKS", "TURTLES", "Drawing", "Pose", "drawing", "icon", "names"]
