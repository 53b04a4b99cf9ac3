"""Scenery: what is on a card besides what matters, composed as a picture of the sea.

Every game has a composition of its own: a reef rises on one side, calm water lies on the other, the surface
is above and the abyss below. It is the same for all cards, so it tells nothing about any. Things stand and
swim as they do in the sea, however the card lies: plants grow from the ground, bubbles rise. What is on which
card follows from the secret and the card's place alone, never from another card or from what matters on it.
"""

import math

import msgspec

from fathom.ocean.art import Pose, drawing, growth, reef
from fathom.ocean.art.growth import Palette
from fathom.ocean.chance import Draws
from fathom.ocean.layout import WIDE, Spot

FISH = {
    "fish-angel": (0.0, 0.0, -0.05, 0.04, 0.47, 0.55),
    "fish-dart": (0.0, 0.0, -0.06, 0.07, 0.46, 0.54),
    "fish-puff": (0.0, 0.0, 0.06, 0.1, 0.52, 0.93),
}
"""The small fish, and by how much their hue may be turned without becoming garish."""

TALL = (growth.kelp, growth.kelp, growth.grass, reef.whip)
LOW = (growth.coral, growth.fan, reef.sponge, reef.anemone, reef.dome)

Hole = tuple[float, float, float]
"""Centre and radius of a round hole."""


class Composition(msgspec.Struct, frozen=True):
    """How a game's pictures are built: the side of its reef (-1 left, 1 right), its reach, the current."""

    side: int
    reach: float
    current: float

    @staticmethod
    def of(art: bytes) -> "Composition":
        """The composition of a game."""
        draws = Draws(art, "composition")
        return Composition(
            -1 if draws.chance(0.5) else 1, draws.between(0.22, 0.34), draws.between(-0.28, 0.28)
        )

    def across(self, from_reef: float) -> float:
        """Where something lies that is so far from the reef's side, in widths of the picture."""
        return WIDE * (from_reef if self.side < 0 else 1 - from_reef)


def scenery(draws: Draws, palette: Palette, built: Composition, tag: str) -> list[str]:
    """Choose the decoration of a card, as the window shows it: what lies far back first."""
    parts = _landmark(draws, palette, built, tag)
    for _ in range(draws.whole(1, 2)):
        parts.append(_planted(draws, palette, built))
    if draws.chance(0.5):
        parts.append(placed(reef.ground(draws, palette, WIDE, built.side), 0.0, WIDE, 1.0, 0.0))
    if draws.chance(0.24):
        parts.extend(_jelly(draws, f"j{tag}x{k}") for k in range(draws.whole(1, 2)))
    company = draws.unit()
    if company < 0.26:
        parts.append(_shoal(draws, built, f"f{tag}"))
    elif company < 0.5:
        x, y = _open_water(draws, built)
        parts.append(
            placed(
                reef.minnows(draws, palette),
                x,
                y,
                draws.between(0.8, 1.2),
                draws.between(-14, 14),
                draws.chance(0.5),
            )
        )
    parts.extend(_stray(draws, built, f"o{tag}x{k}") for k in range(draws.whole(0, 2)))
    return parts


def bubbles(draws: Draws, built: Composition) -> list[str]:
    """Strings of bubbles that rise."""
    return [
        placed(
            growth.bubbles(draws), *_open_water(draws, built), draws.between(0.7, 1.15), draws.between(-8, 8)
        )
        for _ in range(draws.whole(0, 2))
    ]


def holes(draws: Draws) -> list[Hole]:
    """Cut holes into some cards: single portholes, or a rising string like bubbles of nothing."""
    if not draws.chance(0.42):
        return []
    x, y = draws.between(0.14, 0.86) * WIDE, draws.between(0.14, 0.86) * WIDE
    if draws.chance(0.5):
        return [(x, y, draws.between(34, 66))]
    heading = draws.between(0, math.tau)
    cut: list[Hole] = []
    for _ in range(draws.whole(3, 6)):
        radius = draws.between(10, 36)
        cut.append((x, y, radius))
        reach = radius + draws.between(24, 46)
        x, y = x + reach * math.cos(heading), y + reach * math.sin(heading)
        heading += draws.between(-0.6, 0.6)
    return cut


def placed(body: str, x: float, y: float, size: float, angle: float, mirrored: bool = False) -> str:
    """Put a fragment on the sheet: moved, turned (degrees), scaled, perhaps mirrored."""
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({angle:.1f}) '
        f'scale({size:.3f} {-size if mirrored else size:.3f})">{body}</g>'
    )


def _upright(body: str, x: float, y: float, size: float, angle: float, facing_right: bool) -> str:
    """Put something on the sheet the right way up, heading to the left or to the right."""
    if facing_right:
        return placed(body, x, y, size, 180 - angle, mirrored=True)
    return placed(body, x, y, size, angle)


def _landmark(draws: Draws, palette: Palette, built: Composition, tag: str) -> list[str]:
    """Some cards have something large: rock on the reef, a wreck on the ground, a whale or dolphins above."""
    kind = draws.unit()
    if kind < 0.30:
        x = built.across(draws.between(-0.04, 0.20))
        return [
            placed(reef.rock(draws, palette), x, WIDE + 6, draws.between(0.8, 1.25), draws.between(-8, 8))
        ]
    if kind < 0.37:
        x = built.across(draws.between(0.45, 0.8))
        return [_large(draws, "wreck", tag, x, WIDE * draws.between(0.9, 0.97), (0.55, 0.75), 10)]
    if kind < 0.44:
        return [_large(draws, "whale", tag, *_open_water(draws, built), (0.6, 0.9), 16)]
    if kind < 0.52:
        x, y = built.across(draws.between(0.5, 0.75)), WIDE * draws.between(0.1, 0.3)
        return [
            _large(draws, "dolphin", f"{tag}x{k}", x + draws.between(-90, 90), y + 46 * k, (0.5, 0.75), 16)
            for k in range(draws.whole(1, 2))
        ]
    if kind < 0.60:
        x = built.across(draws.between(0.0, 0.25))
        return [placed(growth.arm(draws), x, WIDE, draws.between(0.75, 1.05), 24 * -built.side)]
    return []


def _large(
    draws: Draws, name: str, tag: str, x: float, y: float, sizes: tuple[float, float], tilt: float
) -> str:
    pose = Pose() if name == "wreck" else Pose(draws.between(-0.4, 0.4))
    body = drawing(name).posed(f"l{tag}", pose, draws.between(-0.03, 0.03), 1.0, draws.between(0.9, 1.1))
    return _upright(body, x, y, draws.between(*sizes), draws.between(-tilt, tilt), draws.chance(0.5))


def _planted(draws: Draws, palette: Palette, built: Composition) -> str:
    """Let something grow: mostly on the reef, where it is tall at the side and low further out."""
    from_reef = min(abs(draws.bell(built.reach)), 1.02)
    tall = draws.chance(0.75 - from_reef)
    body = draws.pick(TALL if tall else LOW)(draws, palette)
    size = draws.between(0.8, 1.25) * (1.1 - 0.5 * min(from_reef, 0.8))
    if from_reef < 0.1 and draws.chance(0.45):
        edge = -4.0 if built.side < 0 else WIDE + 4
        return placed(body, edge, WIDE * draws.between(0.45, 0.95), size, -built.side * draws.between(44, 76))
    return placed(body, built.across(from_reef), WIDE + 4, size, draws.between(-9, 9) - 5 * built.side)


def _open_water(draws: Draws, built: Composition) -> Spot:
    """A spot away from the reef, above the ground."""
    return built.across(draws.between(0.3, 0.95)), WIDE * draws.between(0.12, 0.72)


def _stray(draws: Draws, built: Composition, tag: str) -> str:
    """Draw a single small animal: fish anywhere, a seahorse among the plants, a starfish on the ground."""
    name = draws.pick((*FISH, *FISH, "seahorse", "starfish"))
    hue = draws.pick(FISH.get(name, (-0.05, 0.0, 0.04))) + draws.between(-0.015, 0.015)
    body = drawing(name).posed(tag, Pose(draws.between(-0.3, 0.3), length=70.0), hue, 0.9)
    size, right = draws.between(0.6, 1.0), draws.chance(0.5)
    if name == "starfish":
        x, y = built.across(draws.between(0.0, 0.6)), WIDE * draws.between(0.9, 0.98)
        return placed(body, x, y, size, draws.between(0, 72))
    if name == "seahorse":
        return _upright(
            body, built.across(draws.between(0.05, 0.4)), WIDE * draws.between(0.5, 0.85), size, 0, right
        )
    return _upright(body, *_open_water(draws, built), size, draws.between(-20, 20), right)


def _jelly(draws: Draws, tag: str) -> str:
    pose = Pose(draws.between(-0.5, 0.5), draws.between(-0.08, 0.08), draws.between(0, 6), length=170.0)
    body = drawing("jellyfish").posed(tag, pose, draws.between(-0.3, 0.14), 0.9, 1.0)
    x, y = draws.between(0.1, 0.9) * WIDE, draws.between(0.1, 0.55) * WIDE
    return f'<g opacity=".7">{placed(body, x, y, draws.between(0.45, 0.95), draws.between(50, 130))}</g>'


def _shoal(draws: Draws, built: Composition, tag: str) -> str:
    """Draw many of one fish along a bow with the current, all facing the way they swim."""
    name = draws.pick(tuple(FISH))
    hue, light = draws.pick(FISH[name]) + draws.between(-0.015, 0.015), draws.between(0.9, 1.05)
    right = draws.chance(0.5)
    fish = drawing(name)
    tones = [fish.posed(f"{tag}x{k}", Pose((k - 1) * 0.3, length=70.0), hue, 0.8, light) for k in range(2)]
    x, y = _open_water(draws, built)
    slope, curl = built.current + draws.between(-0.2, 0.2), draws.between(-0.07, 0.07)
    step = 25 if right else -25
    x -= 4 * step
    drawn = []
    for k in range(draws.whole(5, 10)):
        tilt = math.degrees(math.atan(slope)) * (1 if right else -1)
        aside, size = draws.bell(16), draws.between(0.4, 0.62)
        drawn.append(_upright(tones[k % 2], x, y + aside, size, -tilt if right else tilt, right))
        x, y, slope = x + step, y + abs(step) * slope, slope + curl
    return "".join(drawn)
