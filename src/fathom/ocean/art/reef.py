"""Decoration of the ground: rocks, sponges, anemones, whips, domes, and shoals of minnows; each card its own.

Every function draws from the origin upwards (towards negative y) and returns an SVG fragment.
"""

import math

from fathom.ocean.art.drawings import recoloured
from fathom.ocean.art.growth import PLAIN, Palette, line, path
from fathom.ocean.chance import Draws


def rock(draws: Draws, palette: Palette = PLAIN) -> str:
    """Draw a boulder or a leaning pillar with a lit face and a little moss."""
    tone = draws.pick(palette.stones)
    dark, light = recoloured(tone, 0.0, 1.0, 0.55), recoloured(tone, 0.0, 0.9, 1.12)
    wide, tall = draws.between(60, 120), draws.between(70, 190)
    lean = draws.between(-0.3, 0.3) * tall
    left = [(-wide, 30.0)]
    right = [(wide, 30.0)]
    for step in range(1, 5):
        share = step / 5
        girth = wide * (1 - 0.62 * share**1.6)
        middle = lean * share
        left.append((middle - girth * draws.between(0.86, 1.1), -tall * share + draws.between(-8, 8)))
        right.append((middle + girth * draws.between(0.86, 1.1), -tall * share + draws.between(-8, 8)))
    top = (lean + draws.between(-10, 10), -tall)
    body = _smooth([*left, top, *right[::-1]])
    inner = [(0.45 * x + 0.55 * (lean * -y / tall) - 0.12 * wide, y + 8) for x, y in left[1:]]
    face = _smooth([*left[1:], (top[0] - 0.1 * wide, top[1] + 6), *inner[::-1]])
    moss = "".join(
        f'<circle cx="{lean * draws.between(0.6, 1.0) + draws.between(-0.3, 0.3) * wide:.1f}" '
        f'cy="{-tall * draws.between(0.55, 0.95):.1f}" r="{draws.between(3, 7):.1f}"/>'
        for _ in range(draws.whole(2, 5))
    )
    leaf = draws.pick(palette.leaves)
    return (
        f'<path d="{body}Z" fill="{dark}"/><path d="{face}Z" fill="{light}" fill-opacity=".6"/>'
        f'<g fill="{leaf}" fill-opacity=".7">{moss}</g>'
    )


def ground(draws: Draws, palette: Palette, wide: float, rises: int) -> str:
    """Draw sand along the lower edge of a picture: a ridge that rises to one side (-1 left, 1 right)."""
    tone = draws.pick(palette.sands)
    dark, pale = recoloured(tone, 0.0, 0.9, 0.62), recoloured(tone, 0.01, 0.9, 1.2)
    low, rise, wave = draws.between(6, 40), draws.between(14, 62), draws.between(3, 11)
    phase, length = draws.between(0, math.tau), draws.between(1.2, 2.6)
    ridge = []
    for step in range(13):
        share = step / 12
        up = low + rise * (share if rises > 0 else 1 - share) ** 2.2
        up += wave * math.sin(math.tau * length * share + phase)
        ridge.append((wide * (1.08 * share - 0.04), -up))
    crest = _smooth(ridge)
    ripples = "".join(
        path(("M", x, y), ("Q", x + 0.5 * long, y - draws.between(3, 7), x + long, y))
        for x, y, long in (
            (draws.between(0, wide), -draws.between(0.1, 0.75) * low, draws.between(24, 70)) for _ in range(7)
        )
    )
    return (
        f'<path d="{crest}L{1.05 * wide:.1f} 30L{-0.05 * wide:.1f} 30Z" fill="{dark}"/>'
        f'<path d="{crest}" fill="none" stroke="{tone}" stroke-width="14" stroke-opacity=".5"/>'
        f'<path d="{crest}" fill="none" stroke="{pale}" stroke-width="4" stroke-opacity=".6"/>'
        f'<path d="{ripples}" fill="none" stroke="{pale}" stroke-width="2.2" stroke-opacity=".28" '
        f'stroke-linecap="round"/>'
    )


def sponge(draws: Draws, palette: Palette = PLAIN) -> str:
    """Draw a group of tube sponges with dark mouths."""
    tone = draws.pick(palette.corals)
    dark, pale = recoloured(tone, 0.0, 0.9, 0.55), recoloured(tone, 0.01, 0.9, 1.2)
    drawn = []
    for tube in range(draws.whole(3, 5)):
        foot, tall = (tube - 2) * 22 + draws.between(-6, 6), draws.between(60, 150)
        width, lean = draws.between(13, 20), (tube - 2) * 11 + draws.between(-8, 8)
        x = foot + lean
        wall = path(
            ("M", foot - width * 0.6, 18.0),
            ("C", foot - width * 0.7, -0.4 * tall, x - width, -0.7 * tall, x - width, -tall),
            ("L", x + width, -tall),
            ("C", x + width, -0.7 * tall, foot + width * 0.7, -0.4 * tall, foot + width * 0.6, 18.0),
        )
        drawn.append(
            f'<path d="{wall}Z" fill="{recoloured(tone, 0.0, 1.0, 0.8 + 0.1 * (tube % 3))}"/>'
            f'<ellipse cx="{x:.1f}" cy="{-tall:.1f}" rx="{width:.1f}" ry="{width * 0.42:.1f}" fill="{pale}"/>'
            f'<ellipse cx="{x:.1f}" cy="{-tall:.1f}" rx="{width * 0.7:.1f}" ry="{width * 0.26:.1f}" '
            f'fill="{dark}"/>'
        )
    return "".join(drawn)


def anemone(draws: Draws, palette: Palette = PLAIN) -> str:
    """Draw an anemone: a foot and a crown of waving arms with pale tips."""
    tone = draws.pick(palette.corals)
    dark, pale = recoloured(tone, 0.0, 1.0, 0.65), recoloured(tone, 0.02, 0.9, 1.35)
    arms, tips = [], []
    count, tall = draws.whole(9, 14), draws.between(42, 70)
    for arm in range(count):
        angle = -1.25 + 2.5 * arm / (count - 1) + draws.between(-0.08, 0.08)
        reach = tall * draws.between(0.8, 1.15)
        x, y = reach * math.sin(angle), -26 - reach * math.cos(angle)
        bow = draws.between(-16, 16)
        arms.append(
            f"M{14 * math.sin(angle):.1f} -22Q{0.5 * x + bow:.1f} {0.55 * y - 10:.1f} {x:.1f} {y:.1f}"
        )
        tips.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
    return (
        f'<path d="{"".join(arms)}" fill="none" stroke="{tone}" stroke-width="8" stroke-linecap="round"/>'
        f'<g fill="{pale}">{"".join(tips)}</g>'
        f'<path d="M-26 22C-26 -6 -24 -24 -18 -30L18 -30C24 -24 26 -6 26 22Z" fill="{dark}"/>'
    )


def whip(draws: Draws, palette: Palette = PLAIN) -> str:
    """Draw sea whips: a few long thin arcs with knots."""
    tone = draws.pick(palette.corals)
    dark = recoloured(tone, 0.0, 0.9, 0.75)
    arcs, knots = [], []
    for stem in range(draws.whole(3, 5)):
        side = -1 if stem % 2 else 1
        tall, out = draws.between(110, 230), side * draws.between(10, 90)
        arcs.append(f"M{stem * 5 - 10} 16C{0.1 * out:.1f} {-0.4 * tall:.1f} {out:.1f} {-0.6 * tall:.1f} ")
        arcs.append(f"{out * 0.9:.1f} {-tall:.1f}")
        knots.append(f'<circle cx="{out * 0.9:.1f}" cy="{-tall:.1f}" r="4.5"/>')
    return (
        f'<path d="{"".join(arcs)}" fill="none" stroke="{dark}" stroke-width="5.5" stroke-linecap="round"/>'
        f'<g fill="{tone}">{"".join(knots)}</g>'
    )


def dome(draws: Draws, palette: Palette = PLAIN) -> str:
    """Draw a dome of brain coral with winding furrows."""
    tone = draws.pick(palette.corals)
    dark, pale = recoloured(tone, 0.0, 0.8, 0.6), recoloured(tone, 0.0, 0.8, 1.05)
    wide = draws.between(50, 90)
    tall = wide * draws.between(0.75, 1.0)
    furrows = []
    for row in range(4):
        y = -tall * (0.15 + 0.2 * row)
        half = wide * math.sqrt(max(0.0, 1 - (y / tall) ** 2)) * 0.88
        wave = [f"M{-half:.1f} {y:.1f}"]
        for step in range(1, 6):
            x = -half + 2 * half * step / 5
            lift = draws.between(4, 10) * (1 if step % 2 else -1)
            wave.append(f"Q{x - half / 5:.1f} {y + lift:.1f} {x:.1f} {y:.1f}")
        furrows.append("".join(wave))
    shell = f"M{-wide:.1f} 24C{-wide:.1f} {-tall * 1.3:.1f} {wide:.1f} {-tall * 1.3:.1f} {wide:.1f} 24Z"
    return (
        f'<path d="{shell}" fill="{pale}"/>'
        f'<path d="{"".join(furrows)}" fill="none" stroke="{dark}" stroke-width="4" stroke-linecap="round"/>'
    )


def minnows(draws: Draws, palette: Palette = PLAIN) -> str:
    """Draw a cloud of minnows, each a sliver with a tail, all swimming to the left."""
    tone = draws.pick(palette.minnows)
    bodies = []
    for _ in range(draws.whole(12, 26)):
        x, y, size = draws.bell(62), draws.bell(24), draws.between(0.8, 1.25)
        bodies.append(
            f"M{x - 11 * size:.1f} {y:.1f}"
            f"Q{x:.1f} {y - 5 * size:.1f} {x + 9 * size:.1f} {y:.1f}"
            f"L{x + 14 * size:.1f} {y - 4 * size:.1f}L{x + 14 * size:.1f} {y + 4 * size:.1f}"
            f"L{x + 9 * size:.1f} {y:.1f}Q{x:.1f} {y + 5 * size:.1f} {x - 11 * size:.1f} {y:.1f}Z"
        )
    return f'<path d="{"".join(bodies)}" fill="{tone}" fill-opacity=".72"/>'


def _smooth(points: list[tuple[float, float]]) -> str:
    """Write a path through the middles of an open line of points, with the points as its handles."""
    if len(points) < 3:
        return line(points)
    drawn = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for (x, y), (next_x, next_y) in zip(points[1:], [*points[2:], points[-1]], strict=True):
        drawn.append(f"Q{x:.1f} {y:.1f} {(x + next_x) / 2:.1f} {(y + next_y) / 2:.1f}")
    return "".join(drawn)
