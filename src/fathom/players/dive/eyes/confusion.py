"""How often eyes are right and how often not, and the `NoisyEyes` that are wrong as often."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from statistics import NormalDist

import msgspec
import numpy as np

from fathom.dive import Kind
from fathom.dive.box import standard_mix
from fathom.players.dive.eyes.noisy import NoisyEyes
from fathom.players.dive.eyes.soundings import ANIMALS, Soundings
from fathom.table import FastDice

LEAST = 0.05
"""Strengths are taken as at least so much: none is ever measured as nothing."""

CORRECTIONS, REHEARSALS = 3, 1500


class Answers(msgspec.Struct, frozen=True):
    """Counts of yes and no about one animal at one depth, by whether it was there."""

    hits: int = 0
    misses: int = 0
    false_alarms: int = 0
    rejections: int = 0

    def also(self, there: bool, said: bool) -> Answers:
        """Count one more answer."""
        return Answers(
            self.hits + (there and said),
            self.misses + (there and not said),
            self.false_alarms + (not there and said),
            self.rejections + (not there and not said),
        )

    @property
    def strength(self) -> float:
        """How many widths of the noise the animal stands out by, whatever made for saying yes or no.

        A half is added to every count, so that a few answers that are all right do not mean infinity.
        """
        hit, false_alarm = self._rates()
        return _NORMAL.inv_cdf(hit) - _NORMAL.inv_cdf(false_alarm)

    @property
    def certainty(self) -> float:
        """One over the variance of `strength`."""
        hit, false_alarm = self._rates()
        there, not_there = self.hits + self.misses + 1, self.false_alarms + self.rejections + 1
        return 1 / (_variance(hit) / there + _variance(false_alarm) / not_there)

    def _rates(self) -> tuple[float, float]:
        return (
            (self.hits + 0.5) / (self.hits + self.misses + 1),
            (self.false_alarms + 0.5) / (self.false_alarms + self.rejections + 1),
        )


class Confusion(msgspec.Struct, frozen=True):
    """The answers about sharks and about helpers (of all three together), per depth from the top."""

    sharks: tuple[Answers, ...]
    helpers: tuple[Answers, ...]


def confusion(read: Sequence[tuple[Soundings, Sequence[Kind]]], left: Sequence[Kind]) -> Confusion:
    """Compare soundings with what lay there, from the top; yes means likelier than before looking.

    `left` are the cards that the stacks were made of.
    """
    before = [sum(ANIMALS[kind][animal] for kind in left) / len(left) for animal in range(4)]
    depths = min(len(soundings.depths) for soundings, _ in read)
    counted = [[Answers(), Answers()] for _ in range(depths)]
    for soundings, kinds in read:
        for depth in range(depths):
            said = msgspec.structs.astuple(soundings.depths[depth])
            for animal, there in enumerate(ANIMALS[kinds[depth]]):
                group = min(animal, 1)
                counted[depth][group] = counted[depth][group].also(there, said[animal] > before[animal])
    return Confusion(tuple(sharks for sharks, _ in counted), tuple(helpers for _, helpers in counted))


def fitted(confused: Confusion) -> NoisyEyes:
    """The `NoisyEyes` that are confused in this way, each count weighed by how certain it is.

    Eyes draw conclusions from one animal about another (there is at most one helper on a card), so they
    answer a little better than their signals alone: the first guess is corrected by what such eyes answer on
    stacks of our own ocean. What an octopus does is not in a confusion and stays as it is.
    """
    wanted = _line(confused)
    eyes = wanted
    for _ in range(CORRECTIONS):
        got = _line(_rehearsed(eyes, len(confused.sharks)))
        eyes = NoisyEyes(
            sharpness=eyes.sharpness * wanted.sharpness / got.sharpness,
            fade=eyes.fade * wanted.fade / got.fade,
            detail=eyes.detail * wanted.detail / got.detail,
        )
    return eyes


def _line(confusion: Confusion) -> NoisyEyes:
    """Fit the logarithm of the strengths by a straight line over the depth, lower by the same for helpers."""
    if len(confusion.sharks) < 2:
        raise ValueError("a fit over the depths needs answers about at least two depths")
    design, logs, weights = [], [], []
    for helper, answers in ((0.0, confusion.sharks), (1.0, confusion.helpers)):
        for depth, answer in enumerate(answers):
            strength = max(answer.strength, LEAST)
            design.append((1.0, float(depth), helper))
            logs.append(log(strength))
            weights.append(strength * sqrt(answer.certainty))
    weigh = np.array(weights)
    sharpness, fade, detail = np.linalg.lstsq(np.array(design) * weigh[:, None], np.array(logs) * weigh)[0]
    return NoisyEyes(sharpness=exp(sharpness), fade=exp(fade), detail=exp(detail))


def _rehearsed(eyes: NoisyEyes, depths: int) -> Confusion:
    """The confusion of eyes on stacks of our own ocean, always the same ones."""
    left = standard_mix().without(())
    read = []
    for rehearsal in range(REHEARSALS):
        dice = FastDice(rehearsal)
        top = dice.shuffle(left, "ocean")[:depths]
        read.append((eyes.sound(top, left, dice), top))
    return confusion(read, left)


_NORMAL = NormalDist()


def _variance(rate: float) -> float:
    """How much a rate's place under the bell varies, per answer."""
    return rate * (1 - rate) / _NORMAL.pdf(_NORMAL.inv_cdf(rate)) ** 2
