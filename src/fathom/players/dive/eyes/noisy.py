"""Looking into Dive's stack: eyes that see the cards through noise, and eyes that see pictures only."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

import msgspec
import numpy as np

from fathom.dive import Clarity, DiveState, Kind, LayOctopus
from fathom.dive.state import Programming
from fathom.players.dive.eyes.soundings import ANIMALS, DEPTHS, Floats, Soundings, concluded
from fathom.table import Dice, Seat


class NoisyEyes(msgspec.Struct, frozen=True):
    """A model of seeing: honest evidence, weaker with every card that lies above, and what follows from it.

    Every card has a signal for the shark and one for each helper: 1 if the animal is on the card and 0 if
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

    def look(self, state: DiveState, seat: Seat, dice: Dice, *, clearness: float | None = None) -> Soundings:
        """The soundings of a seat in this round; other ones, not better, once an octopus lies on the stack.

        What the water does to them is `CLEARNESS`, unless it is said.
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
            clearness=CLEARNESS[state.options.clarity] if clearness is None else clearness,
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
        strengths = self.strengths(len(top)) * clearness
        shown = np.array([ANIMALS[kind] for kind in top], dtype=float).reshape(-1, 4)
        signals = shown + _normals(shown.shape, dice, label) / strengths
        if octopus:
            # More noise on the same signals: who looks again after the octopus was laid learns nothing by it.
            hazy = strengths * (1 - self.octopus)
            added = np.sqrt(hazy**-2 - strengths**-2)
            signals, strengths = signals + added * _normals(shown.shape, dice, f"{label}/octopus"), hazy
        evidence = strengths**2 * (signals - 0.5)  # log of how much likelier the signal is with the animal
        return concluded(evidence, left)

    def strengths(self, depths: int) -> Floats:
        """How far each animal stands out from the noise: depth by animal, in the water as it is."""
        by_depth = self.sharpness * self.fade ** np.arange(depths)
        return np.outer(by_depth, [1.0, self.detail, self.detail, self.detail])


class FittedEyes(msgspec.Struct, frozen=True):
    """Eyes that were fitted in each kind of water by itself."""

    clear: NoisyEyes
    natural: NoisyEyes
    murky: NoisyEyes

    def look(self, state: DiveState, seat: Seat, dice: Dice) -> Soundings:
        """The soundings of the eyes for this water."""
        return self.in_water(state.options.clarity).look(state, seat, dice, clearness=1.0)

    def in_water(self, clarity: Clarity) -> NoisyEyes:
        """The eyes for such water."""
        waters = {Clarity.CLEAR: self.clear, Clarity.NATURAL: self.natural, Clarity.MURKY: self.murky}
        return waters[clarity]


PIXELS = FittedEyes(
    clear=NoisyEyes(sharpness=3.49, fade=0.82, detail=1.12),
    natural=NoisyEyes(sharpness=3.74, fade=0.80, detail=1.17),
    murky=NoisyEyes(sharpness=3.72, fade=0.76, detail=1.04),
)
"""What fits `PixelEyes`, our software that reads the pictures (docs/ocean.md). No bot's eyes are better."""


def like_pixels(sharpness: float, fade: float, detail: float) -> FittedEyes:
    """Eyes as they are in natural water; other waters change how deep they see as they do for `PIXELS`."""
    return FittedEyes(
        clear=NoisyEyes(sharpness, fade + PIXELS.clear.fade - PIXELS.natural.fade, detail),
        natural=NoisyEyes(sharpness, fade, detail),
        murky=NoisyEyes(sharpness, fade + PIXELS.murky.fade - PIXELS.natural.fade, detail),
    )


CLEARNESS = {Clarity.CLEAR: 1.4, Clarity.NATURAL: 1.0, Clarity.MURKY: 0.65}
"""What the clarity of the water does to sharpness."""

_STEPS = 2**24
_NORMAL = NormalDist()


def _normals(shape: tuple[int, ...], dice: Dice, label: str) -> Floats:
    """Independent draws from the normal distribution."""
    count = shape[0] * shape[1]
    return np.array(
        [_NORMAL.inv_cdf((dice.roll(_STEPS, label) + 0.5) / _STEPS) for _ in range(count)]
    ).reshape(shape)
