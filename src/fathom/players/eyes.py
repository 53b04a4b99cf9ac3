"""Looking into Dive's stack: what a diver believes about each depth, and a model of how that comes about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import perm
from statistics import NormalDist

import msgspec
import numpy as np
from numpy.typing import NDArray

from fathom.dive import Clarity, DiveState, Helper, Kind, LayOctopus
from fathom.dive.state import Programming
from fathom.table import Dice, Seat

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


class NoisyEyes(msgspec.Struct, frozen=True):
    """A model of seeing: honest evidence, weaker with every card that lies above, and what follows from it.

    Every card gives a signal for the shark and one for each helper: 1 if the animal is on the card and 0 if
    not, blurred by normal noise. `sharpness` is how many times wider than the noise that difference is for a
    shark on the top card (2 tells shark from no shark in 84 of 100 cases, 4 in 98), `fade` is what is left of
    it one card further down, `detail` what is left of it for the smaller helpers. An octopus on the stack
    takes away the part `octopus` of it. From the signals and the public list of the cards that have not been
    lifted yet follows the exact probability of each animal at each depth.
    """

    sharpness: float = 5.0
    fade: float = 0.68
    detail: float = 0.8
    octopus: float = 0.35

    def look(self, state: DiveState, seat: Seat, dice: Dice) -> Soundings:
        """The soundings of a seat in this round; other ones, not better, once an octopus lies on the stack.

        Everything is rolled under a purpose that names round and seat, so with fair dice every look has its
        own labels, and may be drawn at any time and as often as needed.
        """
        laid = isinstance(state.phase, Programming) and any(
            isinstance(use, LayOctopus) for use in state.phase.uses
        )
        return self.sound(
            [card.kind for card in state.ocean[:DEPTHS]],
            state.options.mix.without(state.lifted),
            dice,
            label=f"soundings/{state.round}/{seat}",
            clearness=CLEARNESS[state.options.clarity],
            octopus=laid,
        )

    def sound(
        self,
        top: Sequence[Kind],
        left: Sequence[Kind],
        dice: Dice,
        *,
        label: str = "soundings",
        clearness: float = 1.0,
        octopus: bool = False,
    ) -> Soundings:
        """Soundings of a stack with these cards on `top`, when the cards in it are those that are `left`."""
        strengths = self._strengths(len(top)) * clearness
        shown = np.array([ANIMALS[kind] for kind in top], dtype=float).reshape(-1, 4)
        signals = shown + _normals(shown.shape, dice, label) / strengths
        if octopus:
            # More noise on the same signals: who looks again after the octopus was laid learns nothing by it.
            hazy = strengths * (1 - self.octopus)
            added = np.sqrt(hazy**-2 - strengths**-2)
            signals, strengths = signals + added * _normals(shown.shape, dice, f"{label}/octopus"), hazy
        evidence = strengths**2 * (signals - 0.5)  # log of how much likelier the signal is with the animal
        kinds = _posterior(evidence @ _KIND_SHOWS.T, [left.count(kind) for kind in Kind])
        # Four digits: enough for anyone, and the same on machines that differ in the sixteenth.
        return Soundings(tuple(Sounding(*row) for row in (kinds @ _KIND_SHOWS).round(4).tolist()))

    def _strengths(self, depths: int) -> Floats:
        by_depth = self.sharpness * self.fade ** np.arange(depths)
        return np.outer(by_depth, [1.0, self.detail, self.detail, self.detail])


CLEARNESS = {Clarity.CLEAR: 1.4, Clarity.NATURAL: 1.0, Clarity.MURKY: 0.65}
"""What the clarity of the water does to sharpness."""

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

_KIND_SHOWS = np.array([ANIMALS[kind] for kind in Kind], dtype=float)
_STEPS = 2**24
_NORMAL = NormalDist()


def _normals(shape: tuple[int, ...], dice: Dice, label: str) -> Floats:
    """Independent draws from the normal distribution."""
    count = shape[0] * shape[1]
    return np.array(
        [_NORMAL.inv_cdf((dice.roll(_STEPS, label) + 0.5) / _STEPS) for _ in range(count)]
    ).reshape(shape)


def _posterior(evidence: Floats, counts: Sequence[int]) -> Floats:
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
