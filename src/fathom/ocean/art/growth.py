"""Decoration that grows: weeds, corals, bubbles and stray arms, different on every card.

Every function draws from the origin upwards (towards negative y) and returns an SVG fragment.
"""

import math
from collections.abc import Callable

import msgspec

from fathom.ocean.art.drawings import recoloured
from fathom.ocean.chance import Draws


class Palette(msgspec.Struct, frozen=True):
    """The tones of everything that grows, so that the decoration of a game is of one piece."""

    leaves: tuple[str, ...]
    corals: tuple[str, ...]
    stones: tuple[str, ...]
    minnows: tuple[str, ...]
    sands: tuple[str, ...] = ("#b8a680", "#9c9078", "#8a8a7c")


PLAIN = Palette(
    ("#2f7d5b", "#3e8e5a", "#6a8f3c", "#a8455a", "#c07a3a", "#7a4f8f", "#2d7f7a"),
    ("#ff6b57", "#f28fa5", "#ffb14a", "#c76bb0", "#e8543f", "#f4d06f"),
    ("#5d6b78", "#6f6a63", "#4c6470", "#7a6a5c"),
    ("#cfe6e4", "#f2d9a0"),
)

Growth = Callable[[Draws, Palette], str]
"""Something that draws itself from chance, in the tones of a palette."""

ARM_TONES = ("#d1495b", "#8f4f9c", "#c4623f", "#3f7f8f")


def kelp(draws: Draws, palette: Palette = PLAIN) -> str:
    """Draw a winding stem with leaves left and right, each leaf of two halves like folded paper."""
    tone = draws.pick(palette.leaves)
    dark, light = recoloured(tone, 0.0, 1.0, 0.68), recoloured(tone, 0.02, 1.0, 1.28)
    stem, leaves = ["M0 20"], []
    joints, sway, beat = draws.whole(6, 11), draws.between(6, 16), draws.between(0.5, 1.0)
    start = draws.between(0, math.tau)
    x = 0.0
    for joint in range(joints):
        y = -22.0 * joint
        following = sway * (math.sin((joint + 1) * beat + start) - math.sin(start))
        stem.append(path(("C", x, y - 8, following, y - 14, following, y - 22)))
        side = 1 if joint % 2 else -1
        size = draws.between(0.8, 1.25) * (1.15 - 0.5 * joint / joints)
        tip_x, tip_y = x + side * 34 * size, y - 26 * size
        low = path(("M", x, y), ("C", x + side * 22 * size, y, tip_x, tip_y + 16 * size, tip_x, tip_y))
        high = path(("C", x + side * 16 * size, y - 26 * size, x + side * 4, y - 14 * size, x, y))
        leaves.append(f'<path d="{low}{high}Z" fill="{tone if joint % 3 else light}"/>')
        leaves.append(f'<path d="{low}Z" fill="{dark}" fill-opacity=".55"/>')
        x = following
    trunk = f'<path d="{"".join(stem)}" fill="none" stroke="{dark}" stroke-width="5" stroke-linecap="round"/>'
    return trunk + "".join(leaves)


def grass(draws: Draws, palette: Palette = PLAIN) -> str:
    """Draw a tuft of long blades."""
    tone = draws.pick(palette.leaves)
    blades = []
    for blade in range(draws.whole(5, 9)):
        foot, tall = draws.between(-34, 34), draws.between(90, 210)
        lean, curl = draws.between(-40, 40), draws.between(-46, 46)
        width = draws.between(7, 12)
        shade = recoloured(tone, draws.between(-0.02, 0.02), 1.0, 0.7 + 0.12 * (blade % 5))
        left, right, middle, half = foot - width, foot + width, foot + lean, -0.5 * tall
        outline = path(
            ("M", left, 16.0),
            ("C", left, -0.25 * tall, middle - width, half, foot + lean * 0.4 + curl, -tall),
            ("C", middle + width, half, right, -0.2 * tall, right, 16.0),
        )
        blades.append(f'<path d="{outline}Z" fill="{shade}"/>')
    return "".join(blades)


def coral(draws: Draws, palette: Palette = PLAIN) -> str:
    """Draw a branching coral with pale tips, standing on a stone."""
    tone = draws.pick(palette.corals)
    dark, pale = recoloured(tone, -0.01, 1.0, 0.72), recoloured(tone, 0.01, 1.0, 1.3)
    shadow: list[str] = []
    wood: list[str] = []
    tips: list[str] = []

    def branch(x: float, y: float, angle: float, length: float, width: float) -> None:
        end_x, end_y = x + length * math.sin(angle), y - length * math.cos(angle)
        bow = draws.between(-0.2, 0.2) * length
        curve = f"M{x:.1f} {y:.1f}Q{(x + end_x) / 2 + bow:.1f} {(y + end_y) / 2:.1f} {end_x:.1f} {end_y:.1f}"
        shadow.append(f'<path d="{curve}" stroke-width="{width + 3:.1f}"/>')
        wood.append(f'<path d="{curve}" stroke-width="{width:.1f}"/>')
        if width < 6:
            tips.append(f'<circle cx="{end_x:.1f}" cy="{end_y:.1f}" r="{width * 0.62:.1f}"/>')
            return
        for side in (-1, 1):
            spread = side * draws.between(0.25, 0.62)
            branch(end_x, end_y, angle + spread, length * draws.between(0.66, 0.84), width * 0.7)

    for stem in range(draws.whole(2, 3)):
        branch(
            draws.between(-12, 12),
            12,
            (stem - 1) * 0.55 + draws.between(-0.2, 0.2),
            draws.between(34, 50),
            15,
        )
    return (
        f'<g fill="none" stroke-linecap="round"><g stroke="{dark}">{"".join(shadow)}</g>'
        f'<g stroke="{tone}">{"".join(wood)}</g></g><g fill="{pale}">{"".join(tips)}</g>'
        f"{stones(draws, palette)}"
    )


def fan(draws: Draws, palette: Palette = PLAIN) -> str:
    """Draw a sea fan: a flat leaf with a net of veins."""
    tone = draws.pick(palette.corals)
    dark, pale = recoloured(tone, 0.0, 1.0, 0.6), recoloured(tone, 0.0, 1.0, 1.25)
    lobes, outer = draws.whole(5, 8), draws.between(80, 115)
    edge, veins = ["M-6 10"], []
    for lobe in range(lobes + 1):
        angle = -1.05 + 2.1 * lobe / lobes
        reach = outer * draws.between(0.86, 1.08)
        x, y = reach * math.sin(angle), -reach * math.cos(angle)
        middle = angle - 1.05 / lobes
        dip = outer * 0.8
        edge.append(
            f"Q{dip * 1.12 * math.sin(middle):.1f} {-dip * 1.12 * math.cos(middle):.1f} {x:.1f} {y:.1f}"
        )
        veins.append(f"M0 0Q{0.5 * x + draws.between(-9, 9):.1f} {0.5 * y:.1f} {0.9 * x:.1f} {0.9 * y:.1f}")
        veins.append(f"M{0.4 * x:.1f} {0.4 * y:.1f}L{0.72 * x + 8:.1f} {0.76 * y:.1f}")
        veins.append(f"M{0.55 * x:.1f} {0.55 * y:.1f}L{0.84 * x - 7:.1f} {0.8 * y:.1f}")
    edge.append("L6 10Z")
    return (
        f'<path d="{"".join(edge)}" fill="{tone}" fill-opacity=".88"/>'
        f'<path d="{"".join(veins)}" fill="none" stroke="{dark}" stroke-width="2.6" stroke-linecap="round"/>'
        f'<path d="{"".join(veins[::3])}" fill="none" stroke="{pale}" stroke-width="1.2"/>'
        f"{stones(draws, palette)}"
    )


def stones(draws: Draws, palette: Palette = PLAIN) -> str:
    """Draw a few rounded stones in front of what grows on them."""
    tone = draws.pick(palette.stones)
    dark, light = recoloured(tone, 0.0, 1.0, 0.62), recoloured(tone, 0.0, 1.0, 1.2)
    drawn = []
    for _ in range(draws.whole(2, 4)):
        x, wide = draws.between(-46, 46), draws.between(20, 38)
        top = 6 - wide * draws.between(0.5, 0.8)
        stone = path(
            ("M", x - wide, 26.0),
            ("C", x - wide, top + 6, x - wide * 0.3, top - 2, x, top),
            ("C", x + wide * 0.8, top + 2, x + wide, 10.0, x + wide, 26.0),
        )
        face = path(
            ("M", x - wide * 0.86, 22.0),
            ("C", x - wide * 0.8, top + 8, x - wide * 0.2, top + 2, x + wide * 0.1, top + 5),
            ("C", x, 0.4 * top + 14, x - wide * 0.4, 18.0, x - wide * 0.86, 22.0),
        )
        drawn.append(
            f'<path d="{stone}Z" fill="{dark}"/><path d="{face}Z" fill="{light}" fill-opacity=".8"/>'
        )
    return "".join(drawn)


def arm(draws: Draws, _palette: Palette = PLAIN) -> str:
    """Draw one curling arm with suckers, reaching in from the edge: never the octopus itself."""
    tone = draws.pick(ARM_TONES)
    dark, pale = recoloured(tone, 0.0, 1.0, 0.62), recoloured(tone, 0.03, 1.0, 1.45)
    side = 1 if draws.chance(0.5) else -1
    heading, x, y = draws.between(-0.3, 0.3), 0.0, 30.0
    pieces, curl = 46, 0.05 * draws.between(2.6, 4.2)
    left, right, ridge, suckers = [], [], [], []
    for piece in range(pieces):
        along = piece / (pieces - 1)
        width = 25.0 * (1 - along) ** 0.8 + 2.0
        nx, ny = width * math.cos(heading), width * math.sin(heading)
        left.append((x - nx, y - ny))
        right.append((x + nx, y + ny))
        ridge.append((x - side * 0.72 * nx, y - side * 0.72 * ny))
        if piece % 3 == 1 and piece < pieces - 4:
            cx, cy = x + side * 0.56 * nx, y + side * 0.56 * ny
            suckers.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{0.25 * width + 1:.1f}"/>')
        heading += side * (0.012 + curl * along**2.2) * (1 if along > 0.22 else -1.6)
        step = 8.2 * (1 - 0.45 * along)
        x, y = x + step * math.sin(heading), y - step * math.cos(heading)
    outline, glow = line(left + right[::-1]), line(ridge)
    return (
        f'<path d="{outline}Z" fill="{tone}" stroke="{dark}" stroke-width="2.5" stroke-linejoin="round"/>'
        f'<path d="{glow}" fill="none" stroke="{pale}" stroke-width="2.4" stroke-opacity=".55"/>'
        f'<g fill="#ffe6d2" stroke="{dark}" stroke-width="1.4">{"".join(suckers)}</g>'
    )


def bubbles(draws: Draws, _palette: Palette = PLAIN) -> str:
    """Draw a string of rising bubbles, each a glass bead with a glint."""
    beads, glints = [], []
    x, y = 0.0, 0.0
    for _ in range(draws.whole(3, 9)):
        radius = draws.between(2.5, 8.5)
        beads.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>')
        left, up = x - 0.6 * radius, y - 0.1 * radius
        glints.append(path(("M", left, up), ("Q", x - radius * 0.5, y - radius * 0.6, x, y - radius * 0.62)))
        x, y = x + draws.bell(7), y - radius - draws.between(8, 26)
    return (
        f'<g fill="#dff6f5" fill-opacity=".12" stroke="#d5f0ee" stroke-width="1.3" stroke-opacity=".3">'
        f'{"".join(beads)}</g><path d="{"".join(glints)}" fill="none" stroke="#eefcfa" stroke-width="1.4" '
        f'stroke-opacity=".6" stroke-linecap="round"/>'
    )


def path(*strokes: tuple[str, *tuple[float, ...]]) -> str:
    """Write a path from strokes like ("M", x, y) and ("C", x1, y1, x2, y2, x, y)."""
    return "".join(letter + " ".join(f"{number:.1f}" for number in numbers) for letter, *numbers in strokes)


def line(points: list[tuple[float, float]]) -> str:
    """Write a path of straight lines."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
