"""The torch of a flashlight table (D10.1): a light that is moved, mixed from pictures that were drawn once.

The browser does the same sum for every frame. Pictures of the basis are squared (that undoes the screen's
curve), weighted pixel by pixel, added, and rooted again.
"""

from collections.abc import Mapping

import numpy as np

from fathom.ocean.films import Pixels, Plane

REACH = 0.30
"""How far the cone reaches, in widths of the picture."""

SPILL = 0.10
"""What the water scatters of the torch beyond its cone."""


def torchlight(lights: Mapping[str, Pixels], across: float, down: float, strength: float = 1.9) -> Pixels:
    """Mix the radiance under a torch that is held over a point, given in widths of the picture.

    Right under the torch light comes from above; away from it, more and more from the torch's side, so that
    shadows point away from it and move when it is moved.
    """
    weights = torch_weights(lights["above"].shape[-1], across, down)
    mixed = lights["night"].copy()
    for name, weight in weights.items():
        mixed += np.float32(strength) * weight * lights[name]
    return mixed


def torch_weights(size: int, across: float, down: float) -> dict[str, Plane]:
    """How much each light of the basis counts at each pixel."""
    axis = (np.arange(size, dtype=np.float32) + np.float32(0.5)) / np.float32(size)
    right, below = axis[None, :] - np.float32(across), axis[:, None] - np.float32(down)
    distance = np.hypot(right, below)
    cone = 1.0 / (1.0 + np.exp((distance - REACH) * np.float32(22.0)))
    cone = np.float32(1.0 - SPILL) * cone + np.float32(SPILL) * np.exp(-4.0 * distance)
    slanting = np.minimum(distance / np.float32(REACH), 1.0) / np.maximum(distance, np.float32(1e-6))
    sides = {"west": right, "east": -right, "north": below, "south": -below}
    weights = {name: cone * np.clip(slanting * offset, 0.0, 1.0) ** 2 for name, offset in sides.items()}
    weights["above"] = cone * (1.0 - np.minimum(distance / np.float32(REACH), 1.0) ** 2)
    return {name: weight.astype(np.float32) for name, weight in weights.items()}
