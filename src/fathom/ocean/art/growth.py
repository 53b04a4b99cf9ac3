"""Decoration that grows: weeds, corals, bubbles and stray arms, different on every card.

Every function draws from the origin upwards (towards negative y) and returns an SVG fragment.
"""

import math

from fathom.ocean.art.drawing import recoloured
from fathom.ocean.chance import Draws

LEAF_TONES = ("#2f7d5b", "#3e8e5a", "#6a8f3c", "#a8455a", "#c07a3a", "#7a4f8f", "#2d7f7a")
CORAL_TONES = ("#ff6b57", "#f28fa5", "#ffb14a", "#c76bb0", "#e8543f", "#f4d06f")


def kelp(draws: Draws) -> str:
    """Draw a winding stem with leaves left and right, each leaf of two halves like folded paper."""
    tone = draws.pick(LEAF_TONES)
    dark, light = recoloured(tone, 0.0, 1.0, 0.68), recoloured(tone, 0.02, 1.0, 1.28)
    stem, leaves = ["M0 20"], []
    joints, sway, beat = draws.whole(6, 11), draws.between(6, 16), draws.between(0.5, 1.0)
    start = draws.between(0, math.tau)
    x = 0.0
    for joint in range(joints):
        y = -22.0 * joint
        following = sway * (math.sin((joint + 1) * beat + start) - math.sin(start))
        stem.append(f"C{x:.1f} {y - 8:.1f} {following:.1f} {y - 14:.1f} {following:.1f} {y - 22:.1f}")
        side = 1 if joint % 2 else -1
        size = draws.between(0.8, 1.25) * (1.15 - 0.5 * joint / joints)
        tip_x, tip_y = x + side * 34 * size, y - 26 * size
        low = (
            f"C{x + side * 22 * size:.1f} {y:.1f} {tip_x:.1f} {tip_y + 16 * size:.1f} {tip_x:.1f} {tip_y:.1f}"
        )
        high = f"C{x + side * 16 * size:.1f} {y - 26 * size:.1f} {x + side * 4:.1f} {y - 14 * size:.1f} {x:.1f} {y:.1f}"
        leaves.append(f'<path d="M{x:.1f} {y:.1f}{low}{high}Z" fill="{tone if joint % 3 else light}"/>')
        leaves.append(f'<path d="M{x:.1f} {y:.1f}{low}L{x:.1f} {y:.1f}Z" fill="{dark}" fill-opacity=".55"/>')
        x = following
    trunk = f'<path d="{"".join(stem)}" fill="none" stroke="{dark}" stroke-width="5" stroke-linecap="round"/>'
    return trunk + "".join(leaves)


def grass(draws: Draws) -> str:
    """Draw a tuft of long blades."""
    tone = draws.pick(LEAF_TONES)
    blades = []
    for blade in range(draws.whole(5, 9)):
        foot, tall = draws.between(-34, 34), draws.between(90, 210)
        lean, curl = draws.between(-40, 40), draws.between(-46, 46)
        width = draws.between(7, 12)
        shade = recoloured(tone, draws.between(-0.02, 0.02), 1.0, 0.7 + 0.12 * (blade % 5))
        middle = (foot + lean, -0.5 * tall)
        tip = (foot + lean * 0.4 + curl, -tall)
        blades.append(
            f'<path d="M{foot - width:.1f} 16C{foot - width:.1f} {-0.25 * tall:.1f} {middle[0] - width:.1f} {middle[1]:.1f}'
            f" {tip[0]:.1f} {tip[1]:.1f}C{middle[0] + width:.1f} {middle[1]:.1f} {foot + width:.1f} {-0.2 * tall:.1f}"
            f' {foot + width:.1f} 16Z" fill="{shade}"/>'
        )
    return "".join(blades)


def coral(draws: Draws) -> str:
    """Draw a branching coral with pale tips, standing on a stone."""
    tone = draws.pick(CORAL_TONES)
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
        f'<g stroke="{tone}">{"".join(wood)}</g></g><g fill="{pale}">{"".join(tips)}</g>{stones(draws)}'
    )


def fan(draws: Draws) -> str:
    """Draw a sea fan: a flat leaf with a net of veins."""
    tone = draws.pick(CORAL_TONES)
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
        f'<path d="{"".join(veins[::3])}" fill="none" stroke="{pale}" stroke-width="1.2"/>{stones(draws)}'
    )


def stones(draws: Draws) -> str:
    """Draw a few rounded stones in front of what grows on them."""
    tone = draws.pick(("#5d6b78", "#6f6a63", "#4c6470", "#7a6a5c"))
    drawn = []
    for _ in range(draws.whole(2, 4)):
        x, wide = draws.between(-46, 46), draws.between(20, 38)
        tall = wide * draws.between(0.5, 0.8)
        dark, light = recoloured(tone, 0.0, 1.0, 0.62), recoloured(tone, 0.0, 1.0, 1.2)
        drawn.append(
            f'<path d="M{x - wide:.1f} 26C{x - wide:.1f} {12 - tall:.1f} {x - wide * 0.3:.1f} {4 - tall:.1f} {x:.1f} {6 - tall:.1f}'
            f'C{x + wide * 0.8:.1f} {8 - tall:.1f} {x + wide:.1f} 10 {x + wide:.1f} 26Z" fill="{dark}"/>'
            f'<path d="M{x - wide * 0.86:.1f} 22C{x - wide * 0.8:.1f} {14 - tall:.1f} {x - wide * 0.2:.1f} {8 - tall:.1f} {x + wide * 0.1:.1f} {11 - tall:.1f}'
            f'C{x:.1f} {16 - tall * 0.4:.1f} {x - wide * 0.4:.1f} 18 {x - wide * 0.86:.1f} 22Z" fill="{light}" fill-opacity=".8"/>'
        )
    return "".join(drawn)


def arm(draws: Draws) -> str:
    """Draw one curling arm with suckers, reaching in from the edge: never the octopus itself."""
    tone = draws.pick(("#d1495b", "#8f4f9c", "#c4623f", "#3f7f8f"))
    dark, pale = recoloured(tone, 0.0, 1.0, 0.62), recoloured(tone, 0.03, 1.0, 1.45)
    side = 1 if draws.chance(0.5) else -1
    heading, x, y = draws.between(-0.3, 0.3), 0.0, 30.0
    pieces = 46
    left, right, suckers = [], [], []
    tight = draws.between(2.6, 4.2)
    for piece in range(pieces):
        along = piece / (pieces - 1)
        width = 25.0 * (1 - along) ** 0.8 + 2.0
        nx, ny = math.cos(heading), math.sin(heading)
        left.append((x - nx * width, y - ny * width))
        right.append((x + nx * width, y + ny * width))
        if piece % 3 == 1 and piece < pieces - 4:
            inset = side * width * 0.56
            suckers.append(
                f'<circle cx="{x + nx * inset:.1f}" cy="{y + ny * inset:.1f}" r="{0.25 * width + 1:.1f}"/>'
            )
        heading += side * (0.012 + 0.05 * tight * along**2.2) * (1 if along > 0.22 else -1.6)
        step = 8.2 * (1 - 0.45 * along)
        x, y = x + step * math.sin(heading), y - step * math.cos(heading)
    outline = "L".join(f"{px:.1f} {py:.1f}" for px, py in left + right[::-1])
    ridge = right if side < 0 else left
    glow = "L".join(
        f"{px * 0.86 + qx * 0.14:.1f} {py * 0.86 + qy * 0.14:.1f}"
        for (px, py), (qx, qy) in zip(ridge, left if side < 0 else right, strict=True)
    )
    return (
        f'<path d="M{outline}Z" fill="{tone}" stroke="{dark}" stroke-width="2.5" stroke-linejoin="round"/>'
        f'<path d="M{glow}" fill="none" stroke="{pale}" stroke-width="2.4" stroke-opacity=".55"/>'
        f'<g fill="#ffe6d2" stroke="{dark}" stroke-width="1.4">{"".join(suckers)}</g>'
    )


def bubbles(draws: Draws) -> str:
    """Draw a string of rising bubbles, each a glass bead with a glint."""
    drawn = []
    x, y = 0.0, 0.0
    for _ in range(draws.whole(3, 9)):
        radius = draws.between(3.0, 12.5)
        drawn.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#dff6f5" fill-opacity=".13" stroke="#eefcfa" stroke-width="1.7" stroke-opacity=".85"/>'
            f'<path d="M{x - radius * 0.6:.1f} {y - radius * 0.1:.1f}Q{x - radius * 0.5:.1f} {y - radius * 0.6:.1f} {x - radius * 0.05:.1f} {y - radius * 0.62:.1f}" '
            f'fill="none" stroke="#ffffff" stroke-width="1.6" stroke-linecap="round"/>'
        )
        x, y = x + draws.bell(13), y - radius - draws.between(8, 26)
    return "".join(drawn)
