"""Reading Dive's stack from the pictures that everyone is sent, and from nothing else.

The views of the daylight grid differ by how far each layer has moved. How far that is is secret and new in
every round, so the views are laid over each other once for every distance that a layer can have moved, and
moved back by it: what lies on a layer that moved so far comes out sharp and equal in all views, everything
else smeared. At which distances much comes out sharp tells where the layers are, and how many lie above. From
how sharp, how equal and of which colour the picture is around each spot, at every distance, a small network
that was taught on made-up stacks (`bench/eyes.py`) says how much each animal seems to lie there per
depth. The strongest spots make the evidence.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import get_args

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from fathom.dive import Kind
from fathom.ocean import STEPS, VISIBLE, Clarity, Look
from fathom.players.dive.eyes.soundings import DEPTHS, Soundings, concluded

Single = NDArray[np.float32]

Weights = dict[str, Single]

Views = dict[tuple[int, int], Single]
"""Pictures of the full size by their tilt (down, right), each -1, 0 or 1."""

SIZE = 320
"""Views are read at this size, from pictures of twice as many pixels."""

FULL = 2 * SIZE

DISTANCES = tuple(range(-4, 9))
"""How far a layer can have moved at full tilt, in pixels of the full size; which do occur is not known."""

CELL = 8
"""The picture is judged in squares of so many pixels."""

CELLS = SIZE // CELL - 2
"""Squares across and down; the outermost are left out, because not all views show them."""

ENDS = (0, STEPS // 2, STEPS - 1)
"""The rows and columns of the grid that are looked at."""

REACHES = (3, 6)
"""How far around a square the network looks as well, in squares."""

AROUND = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)

COLOUR, EDGES = slice(0, 3), slice(15, 15 + len(DISTANCES))
"""Where among the measures of a square its colour is, and how sharp it is at each distance."""

ANIMAL_COUNT = 4
CLARITIES: tuple[Clarity, ...] = get_args(Clarity)
_FAINT = 1e-6


class PixelEyes:
    """Eyes that get the encoded pictures of a round, as any browser does, and say what lies at each depth.

    Besides they know what everyone knows: the clarity of the table's water and which cards are still in the
    stack. They are a published attacker and our measure of how readable the water is. They were taught on
    stacks of any height, some under an octopus. The lights of a flashlight table they do not look at: its
    daylight grid is the same as that of any other.
    """

    def read(self, look: Look, left: Sequence[Kind], clarity: Clarity) -> Soundings:
        """What the pictures tell about the top of a stack that holds the cards that are `left`.

        The same pictures always tell the same.
        """
        if clarity not in CLARITIES:
            raise ValueError(f"the water can be {', '.join(CLARITIES)}, not {clarity!r}")
        return understood(glimpses(views(look), clarity, len(left)), left, clarity, taught())


def understood(measures: Single, left: Sequence[Kind], clarity: Clarity, weights: Weights) -> Soundings:
    """What follows from the measures of a picture by the given weights."""
    summary = summed_up(judged(measures, weights), clarity, len(left))
    evidence = summary @ weights["sum"] + weights["sum_bias"]
    by_depth = evidence.reshape(DEPTHS, ANIMAL_COUNT)[: len(left)]
    return concluded(by_depth.astype(float), left)


@cache
def taught() -> Weights:
    """The weights that were learnt, as they lie in the package."""
    with (files("fathom.players.dive") / "data" / "pixel_eyes.npz").open("rb") as file:
        stored = np.load(file, allow_pickle=False)
        return {name: stored[name].astype(np.float32) for name in stored.files}


def views(look: Look) -> Views:
    """Decode the middle view and the eight at full tilt, by their tilt, as planes of values from 0 to 1.

    The moving picture is read if there is one, the rows otherwise: whichever a browser was sent.
    """
    seen = {}
    if look.views:
        moving = Image.open(io.BytesIO(look.views))
        for row in ENDS:
            for column in ENDS:
                moving.seek(row * look.steps + (column if row % 2 == 0 else look.steps - 1 - column))
                seen[row // 2 - 1, column // 2 - 1] = planes(moving.convert("RGB"))
        return seen
    for row in ENDS:
        strip = Image.open(io.BytesIO(look.rows[row])).convert("RGB")
        for column in ENDS:
            view = strip.crop((column * look.size, 0, (column + 1) * look.size, look.size))
            seen[row // 2 - 1, column // 2 - 1] = planes(view)
    return seen


def planes(view: Image.Image) -> Single:
    """One view as planes of values from 0 to 1, of the full size."""
    if view.width != FULL:
        view = view.resize((FULL, FULL), Image.Resampling.BOX)
    values = np.asarray(view, np.float32).transpose(2, 0, 1) * np.float32(1 / 255)
    return np.ascontiguousarray(values)


def glimpses(seen: Views, clarity: Clarity, cards: int) -> Single:
    """What can be measured around each square, and what is known of the whole: squares × measures."""
    halved = {
        tilt: {(down, right): _halved(view, down, right) for down in (0, 1) for right in (0, 1)}
        for tilt, view in seen.items()
    }
    sharp, equal = [], []
    for distance in DISTANCES:
        mean, spread = _overlaid(halved, distance)
        edges = np.zeros_like(mean)
        edges[:, 1:] += np.square(np.diff(mean, axis=1))
        edges[:, :, 1:] += np.square(np.diff(mean, axis=2))
        sharp.append(_cells(edges).sum(axis=0))
        equal.append(_cells(spread).sum(axis=0))
    edges, spread = np.stack(sharp), np.stack(equal)
    middle = halved[0, 0][0, 0][:, CELL:-CELL, CELL:-CELL]
    colour = _cells(middle)
    texture = np.maximum(_cells(middle * middle) - colour * colour, 0)
    far = np.minimum(np.arange(CELLS), np.arange(CELLS)[::-1]).astype(np.float32) / CELLS
    flat = np.ones((CELLS, CELLS), np.float32)
    down = np.linspace(0, 1, CELLS, dtype=np.float32)[:, None]
    measures = [
        *colour,
        *_around(colour, 1),
        *_around(colour, 3),
        *(flat * mean for mean in colour.mean(axis=(1, 2))),
        *np.log(texture + _FAINT),
        *np.log(edges + _FAINT),
        *np.log(_around(edges, 1) + _FAINT),
        *np.log(_around(edges, 3) + _FAINT),
        *np.log(spread + _FAINT),
        *np.log(_around(spread, 1) + _FAINT),
        *(flat * share for share in layers_found(edges, spread)),
        np.minimum(far[:, None], far[None, :]),
        flat * down,
        *(flat * (clarity == water) for water in CLARITIES),
        flat * np.float32(min(cards, VISIBLE) / VISIBLE),
    ]
    return np.stack(measures, axis=-1).astype(np.float32).reshape(CELLS * CELLS, len(measures))


def layers_found(edges: Single, spread: Single) -> Single:
    """Where layers seem to be: how much of what is sharp agrees best at each distance, and at all before it.

    A square votes for the distance at which the views agree best, with the weight of its edges. Where layers
    are, votes pile up: that is all there is to find gaps and pivot of the round by.
    """
    best = spread.argmin(axis=0)
    weight = np.sqrt(np.take_along_axis(edges, best[None], axis=0)[0])
    votes = np.array([weight[best == k].sum() for k in range(len(DISTANCES))], np.float32)
    votes /= votes.sum() + _FAINT
    profile = np.log(spread.mean(axis=(1, 2)) + _FAINT)
    found: Single = np.concatenate([votes, votes.cumsum(), profile - profile.min()]).astype(np.float32)
    return found


def judged(measures: Single, weights: Weights) -> Single:
    """How much each square looks like the middle of each animal at each depth, as logarithms of odds."""
    inputs = (surrounded(measures) - weights["mean"]) / weights["scale"]
    first = np.maximum(inputs @ weights["one"] + weights["one_bias"], 0)
    second = np.maximum(first @ weights["two"] + weights["two_bias"], 0)
    judgement: Single = second @ weights["three"] + weights["three_bias"]
    return judgement


def surrounded(measures: Single) -> Single:
    """Each square with what is most telling about sixteen squares around it, some near and some further.

    An animal is larger than a square: from its middle, body, fins and tail lie in some of these directions.
    """
    maps = measures.reshape(CELLS, CELLS, -1)
    telling = np.concatenate([maps[..., COLOUR], maps[..., EDGES]], axis=-1)
    parts = [maps]
    for reach in REACHES:
        wide = np.pad(telling, ((reach, reach), (reach, reach), (0, 0)), mode="edge")
        for down, right in AROUND:
            rows, columns = reach * (1 + down), reach * (1 + right)
            parts.append(wide[rows : rows + CELLS, columns : columns + CELLS])
    return np.concatenate(parts, axis=-1).reshape(CELLS * CELLS, -1)


def summed_up(judgement: Single, clarity: Clarity, cards: int) -> Single:
    """The whole picture in a few numbers: how strong the strongest spots are, for each depth and animal."""
    maps = judgement.T.reshape(-1, CELLS, CELLS)
    smooth = _around(maps, 1).reshape(len(maps), -1)
    ranked = -np.partition(-judgement, (8, 40), axis=0)
    strengths = np.stack(
        [smooth.max(axis=1), judgement.max(axis=0), ranked[:8].mean(axis=0), ranked[:40].mean(axis=0)], axis=1
    )
    waters = [float(clarity == water) for water in CLARITIES]
    lower = [float(cards <= fewer) for fewer in range(1, VISIBLE)]
    return np.concatenate([strengths.ravel(), waters, lower]).astype(np.float32)


def _halved(view: Single, down: int, right: int) -> Single:
    """A view at the size at which it is read, begun at an even or an odd pixel."""
    moved = np.pad(view[:, down:, right:], ((0, 0), (0, down), (0, right)), mode="edge")
    half: Single = 0.25 * (
        moved[:, ::2, ::2] + moved[:, 1::2, ::2] + moved[:, ::2, 1::2] + moved[:, 1::2, 1::2]
    )
    return half


def _overlaid(
    halved: dict[tuple[int, int], dict[tuple[int, int], Single]], distance: int
) -> tuple[Single, Single]:
    """Lay all views over each other as a layer that moved so far has them: their mean, how they differ."""
    total = np.zeros((3, CELLS * CELL, CELLS * CELL), np.float32)
    squares = np.zeros_like(total)
    for tilt, phases in halved.items():
        (down, odd_down), (right, odd_right) = (divmod(part * distance, 2) for part in tilt)
        moved = phases[odd_down, odd_right]
        moved = moved[:, CELL + down : SIZE - CELL + down, CELL + right : SIZE - CELL + right]
        total += moved
        squares += moved * moved
    total /= len(halved)
    return total, np.maximum(squares / len(halved) - total * total, 0)


def _cells(planes: Single) -> Single:
    """Mean over each square."""
    averaged: Single = planes.reshape(len(planes), CELLS, CELL, CELLS, CELL).mean(axis=(2, 4))
    return averaged


def _around(planes: Single, reach: int) -> Single:
    """Mean over each square and its neighbours up to a reach, the edge repeated."""
    for axis in (1, 2):
        pads = [(0, 0), (0, 0), (0, 0)]
        pads[axis] = (reach, reach)
        wide = np.pad(planes, pads, mode="edge")
        moved = [np.take(wide, range(k, k + CELLS), axis=axis) for k in range(2 * reach + 1)]
        planes = np.mean(moved, axis=0, dtype=np.float32)
    return planes
