"""How a drawing is bent: a straight creature becomes one that swims."""

import math
import re
from collections.abc import Callable, Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]

_TOKENS = re.compile(r"[MLCQZmlcqz]|-?(?:\d+\.?\d*|\.\d+)")
_PATH = re.compile(r'(?<=\sd=")[^"]+(?=")')
_CENTRE = re.compile(r'cx="([^"]+)" cy="([^"]+)"')
_POINTS = {"M": 1, "L": 1, "C": 3, "Q": 2}


class Pose(msgspec.Struct, frozen=True):
    """A way to swim, as a bend of the plane in the drawing's own units.

    `turn` curls the whole spine (radians from head to tail), `wave` pushes the tail sideways in a swimming
    stroke (fraction of the length), `sweep` carries what sticks out sideways forward or back: the beat of
    flippers and wings.
    """

    turn: float = 0.0
    wave: float = 0.0
    phase: float = 0.0
    sweep: float = 0.0
    length: float = 300.0

    def bend(self, x: float, y: float) -> Point:
        """Move one point of the straight drawing to where the pose puts it."""
        s = x / self.length
        x += self.sweep * abs(y) ** 1.5 / math.sqrt(self.length)
        y += self.wave * self.length * (0.5 + s) ** 2 * math.sin(math.tau * 0.62 * s + self.phase)
        if abs(self.turn) < 1e-6:
            return x, y
        radius = self.length / self.turn
        angle = x / radius
        return (radius - y) * math.sin(angle), radius - (radius - y) * math.cos(angle)

    def bend_all(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Move many points at once, given as rows of x and y."""
        x, y = points[:, 0], points[:, 1]
        s = x / self.length
        x = x + self.sweep * np.abs(y) ** 1.5 / math.sqrt(self.length)
        y = y + self.wave * self.length * (0.5 + s) ** 2 * np.sin(math.tau * 0.62 * s + self.phase)
        if abs(self.turn) >= 1e-6:
            radius = self.length / self.turn
            angle = x / radius
            x, y = (radius - y) * np.sin(angle), radius - (radius - y) * np.cos(angle)
        return np.stack([x, y], axis=1)

    def applied(self, body: str) -> str:
        """Bend every path, circle and ellipse of an SVG fragment."""

        def bent_centre(match: re.Match[str]) -> str:
            x, y = self.bend(float(match[1]), float(match[2]))
            return f'cx="{x:.1f}" cy="{y:.1f}"'

        body = _PATH.sub(lambda match: bent_path(match[0], self.bend), body)
        return _CENTRE.sub(bent_centre, body)


def bent_path(path: str, bend: Callable[[float, float], Point]) -> str:
    """Rewrite a path with every point moved; relative commands become absolute."""
    written: list[str] = []
    for command, points in _segments(path):
        written.append(command + " ".join(f"{x:.1f} {y:.1f}" for x, y in (bend(*point) for point in points)))
    return "".join(written)


def _segments(path: str) -> Iterator[tuple[str, list[Point]]]:
    """Yield absolute commands with their absolute points."""
    tokens = _TOKENS.findall(path)
    here, start = (0.0, 0.0), (0.0, 0.0)
    command, at = "", 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        if command in "Zz":
            here = start
            yield "Z", []
            continue
        count = _POINTS[command.upper()]
        origin = here if command.islower() else (0.0, 0.0)
        numbers = [float(token) for token in tokens[at : at + 2 * count]]
        at += 2 * count
        points = [(origin[0] + numbers[k], origin[1] + numbers[k + 1]) for k in range(0, 2 * count, 2)]
        here = points[-1]
        yield command.upper(), points
        if command in "Mm":
            start = here
            command = "L" if command == "M" else "l"
