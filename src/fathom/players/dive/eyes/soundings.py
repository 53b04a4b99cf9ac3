"""Soundings: what a diver believes about each depth of Dive's stack, and how that follows from evidence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import perm

import msgspec
import numpy as np
from numpy.typing import NDArray

from fathom.dive import Helper, Kind

DEPTHS = 6
"""Five levels, and the anglerfish's sixth: no program looks deeper."""

Floats = NDArray[np.float64]


class Sounding(msgspec.Struct, frozen=True):
    """How probable it is that the card at one depth shows a shark, and each of the helpers."""

    shark: float
    green: float
    red: float
    manta: float


class Soundings(msgspec.Struct, frozen=True, tag="soundings"):
    """What one seat makes of the stack in one round: a sounding per depth, from the top card down.

    There are six, or fewer when the stack is lower. Equal soundings are all that two divers need to have in
    common to see the same; which cards they came from cannot be told.
    """

    depths: tuple[Sounding, ...]


ANIMALS = {
    kind: (
        kind.shark,
        kind.helper is Helper.GREEN,
        kind.helper is Helper.RED,
        kind.helper is Helper.MANTA,
    )
    for kind in Kind
}
"""Which of shark, green turtle, red turtle and manta are on a card, in the order of `Sounding`."""

_KIND_SHOWS: Floats = np.array([ANIMALS[kind] for kind in Kind], dtype=float)


def concluded(evidence: Floats, left: Sequence[Kind]) -> Soundings:
    """Soundings from evidence per depth and animal, when the cards in the stack are those that are `left`.

    Evidence is the logarithm of how much likelier it is to see this with the animal than without.
    """
    kinds = posterior(evidence @ _KIND_SHOWS.T, [left.count(kind) for kind in Kind])
    # Four digits: enough for anyone, and the same on machines that differ in the sixteenth.
    return Soundings(tuple(Sounding(*row) for row in (kinds @ _KIND_SHOWS).round(4).tolist()))


def posterior(evidence: Floats, counts: Sequence[int]) -> Floats:
    """For each depth the probability of each kind, given the evidence for it (a logarithm) at each depth.

    The cards are drawn without replacement from `counts`: near the end of the stack what is seen at one depth
    says much about the others. The sum over all ways to fill the depths is built kind by kind: `before[k][S]`
    is the weight of all ways in which the kinds before k fill exactly the set S of depths, `after` the same
    from the other end.
    """
    depths, kinds = evidence.shape
    subsets = _members(depths)
    likelihood = evidence - evidence.max(axis=1, keepdims=True)
    sizes = subsets.sum(axis=1).astype(int)
    filled = [
        np.exp(subsets @ likelihood[:, kind])
        * np.array([perm(count, size) for size in range(depths + 1)])[sizes]
        for kind, count in enumerate(counts)
    ]
    nothing_filled = np.zeros(len(subsets))
    nothing_filled[0] = 1.0
    before, after = [nothing_filled], [nothing_filled]
    for kind in range(kinds - 1):
        before.append(_joined(before[-1], filled[kind], depths))
        after.append(_joined(after[-1], filled[kinds - 1 - kind], depths))
    posterior = np.empty((depths, kinds))
    for kind in range(kinds):
        others = _joined(before[kind], after[kinds - 1 - kind], depths)
        # Every set that this kind fills, with all ways in which the others fill the rest.
        posterior[:, kind] = (filled[kind] * others[::-1]) @ subsets
    normalised: Floats = posterior / posterior.sum(axis=1, keepdims=True)
    return normalised


@cache
def _members(depths: int) -> Floats:
    """For each subset of the depths (a binary number) which depths are in it."""
    return (np.arange(2**depths)[:, None] >> np.arange(depths) & 1).astype(float)


@cache
def _splits(depths: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Every subset of the depths with every subset of it, and where the pairs of each begin."""
    pairs = [(whole, part) for whole in range(2**depths) for part in range(whole + 1) if part & whole == part]
    wholes, parts = np.array(pairs).T
    return wholes, parts, np.searchsorted(wholes, np.arange(2**depths))


def _joined(ways: Floats, more: Floats, depths: int) -> Floats:
    """The ways in which two groups of kinds together fill each set of depths."""
    wholes, parts, begins = _splits(depths)
    joined: Floats = np.add.reduceat(ways[parts] * more[wholes ^ parts], begins)
    return joined
