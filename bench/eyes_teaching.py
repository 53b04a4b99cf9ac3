"""Teaching `PixelEyes`: gradient descent on drawn stacks whose answers are known, with NumPy alone.

First the network learns what squares of a picture look like, then, on games it has not seen, how much its
strongest spots are worth as evidence.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from bench.eyes_stacks import Answer, Measures, Stack
from fathom.players.dive.eyes import ANIMALS
from fathom.players.dive.eyes.pixel_eyes import (
    ANIMAL_COUNT,
    CELL,
    CELLS,
    CLARITIES,
    SIZE,
    Single,
    Weights,
    judged,
    summed_up,
    surrounded,
)
from fathom.players.dive.eyes.soundings import DEPTHS

OUTPUTS = DEPTHS * ANIMAL_COUNT
BODY, NEAR = 2.5, 10.0
"""Squares this near to an animal's middle surely show it; those further away than the second do not."""

HIDDEN = (64, 32)
EPOCHS, BATCH, RATE, DECAY, DROPPED = 30, 1024, 3e-3, 1e-4, 0.15
RIDGE = 1.0
_AXIS = (np.arange(CELLS) + 1.5) * CELL / SIZE


def learnt(games: Sequence[Sequence[Stack]]) -> Weights:
    """Learn weights from games.

    How to sum a picture up is learnt from judgements of a network that has not seen its game: each half of
    the games is judged by one that was taught on the other.
    """
    summaries, truths = [], []
    for judges, pupils in ((games[::2], games[1::2]), (games[1::2], games[::2])):
        weights = taught_on([stack for game in judges for stack in game])
        for measures, answer in (stack for game in pupils for stack in game):
            judgement = judged(measures.astype(np.float32), weights)
            summaries.append(summed_up(judgement, answer.clarity, len(answer.left)))
            truths.append(shown(answer))
    truth, known = (np.stack(column) for column in zip(*truths, strict=True))
    weights = taught_on([stack for game in games for stack in game])
    return weights | summing(np.stack(summaries), truth, known)


def shown(answer: Answer) -> tuple[Single, Single]:
    """Which animals are at which depth, and which depths there are, as 0 and 1 in a row."""
    truth, there = np.zeros((DEPTHS, ANIMAL_COUNT), np.float32), np.zeros((DEPTHS, ANIMAL_COUNT), np.float32)
    for depth, kind in enumerate(answer.kinds[:DEPTHS]):
        truth[depth], there[depth] = ANIMALS[kind], 1
    return truth.ravel(), there.ravel()


def marked(answer: Answer) -> tuple[Single, Single]:
    """What each square shows at which depth, and what of that is sure: rows × columns × depths · animals."""
    truth = np.zeros((CELLS, CELLS, OUTPUTS), np.float32)
    sure = np.ones_like(truth)
    sure[..., len(answer.kinds) * ANIMAL_COUNT :] = 0
    for depth, kind in enumerate(answer.kinds[:DEPTHS]):
        for animal, there in enumerate(ANIMALS[kind]):
            if there:
                across, down = (answer.helpers if animal else answer.sharks)[depth]
                far = np.hypot(_AXIS[None, :] - across, _AXIS[:, None] - down) * SIZE / CELL
                output = depth * ANIMAL_COUNT + animal
                truth[..., output] = far <= BODY
                sure[..., output] = (far <= BODY) | (far > NEAR)
    return truth, sure


def lessons(stack: Stack, chance: np.random.Generator) -> tuple[Measures, Single, Single]:
    """Squares worth learning from, what each of them shows, and what of that is sure.

    The stack is mirrored by chance: left and right mean nothing.
    """
    measures, answer = stack
    mirrored = bool(chance.integers(2))
    maps = [
        (one[:, ::-1] if mirrored else one).reshape(CELLS * CELLS, -1)
        for one in (measures.reshape(CELLS, CELLS, -1), *marked(answer))
    ]
    picked = np.union1d(np.flatnonzero(maps[1].any(axis=1)), chance.integers(0, CELLS * CELLS, 100))
    return surrounded(maps[0])[picked], maps[1][picked], maps[2][picked]


def taught_on(stacks: Sequence[Stack]) -> Weights:
    """Teach the network what squares look like: gradient descent (Adam) on the surprise at the answers."""
    chance = np.random.default_rng(5)
    columns = zip(*(lessons(stack, chance) for stack in stacks), strict=True)
    inputs, truths, sures = (np.concatenate(column).astype(np.float32) for column in columns)
    mean, scale = inputs.mean(axis=0), inputs.std(axis=0) + np.float32(1e-3)
    inputs = (inputs - mean) / scale
    layers: list[Single] = []
    for below, above in pairwise((inputs.shape[1], *HIDDEN, OUTPUTS)):
        layers.append(chance.normal(0, np.sqrt(2 / below), (below, above)).astype(np.float32))
        layers.append(np.zeros(above, np.float32))
    layers[-1] -= np.float32(3)
    slow, fast = [np.zeros_like(layer) for layer in layers], [np.zeros_like(layer) for layer in layers]
    steps = EPOCHS * (len(inputs) // BATCH)
    for step in range(steps):
        batch = chance.integers(0, len(inputs), BATCH)
        gradients = _gradients(layers, inputs[batch], truths[batch], sures[batch], chance)
        rate = RATE * (1 - step / steps)
        for k, gradient in enumerate(gradients):
            slow[k] += 0.1 * (gradient - slow[k])
            fast[k] += 0.01 * (gradient * gradient - fast[k])
            eager = slow[k] / (1 - 0.9 ** (step + 1)) / (np.sqrt(fast[k] / (1 - 0.99 ** (step + 1))) + 1e-8)
            layers[k] -= np.float32(rate) * (eager + (DECAY if k % 2 == 0 else 0) * layers[k])
    names = ("one", "one_bias", "two", "two_bias", "three", "three_bias")
    return {"mean": mean, "scale": scale, **dict(zip(names, layers, strict=True))}


def _gradients(
    layers: Sequence[Single], inputs: Single, truths: Single, sures: Single, chance: np.random.Generator
) -> list[Single]:
    """How each weight changes the surprise; some of what the network noticed is left out by chance."""
    one, one_bias, two, two_bias, three, three_bias = layers
    first = np.maximum(inputs @ one + one_bias, 0)
    kept_first = first * (chance.random(first.shape, np.float32) > DROPPED) / np.float32(1 - DROPPED)
    second = np.maximum(kept_first @ two + two_bias, 0)
    said = 0.5 + 0.5 * np.tanh(0.5 * (second @ three + three_bias))
    off_third = (said - truths) * sures / np.float32(len(inputs))
    off_second = (off_third @ three.T) * (second > 0)
    off_first = (off_second @ two.T) * (kept_first > 0) / np.float32(1 - DROPPED)
    return [
        inputs.T @ off_first,
        off_first.sum(axis=0),
        kept_first.T @ off_second,
        off_second.sum(axis=0),
        second.T @ off_third,
        off_third.sum(axis=0),
    ]


def summing(summaries: Single, truths: Single, known: Single) -> Weights:
    """Learn what the strongest spots mean for a depth: ridge logistic regression by Newton's method.

    For an animal at a depth it may use what was judged about all animals there and about this one elsewhere.
    What comes out is evidence: how often the animal is there without looking is taken off again.
    """
    mean, scale = summaries.mean(axis=0), summaries.std(axis=0) + np.float32(1e-2)
    inputs = np.concatenate([(summaries - mean) / scale, np.ones((len(summaries), 1))], axis=1)
    depth, animal = np.divmod(np.arange(OUTPUTS), ANIMAL_COUNT)
    public = len(CLARITIES) + 7
    per_spot = (summaries.shape[1] - public) // OUTPUTS
    matrix, bias = np.zeros((summaries.shape[1], OUTPUTS)), np.zeros(OUTPUTS)
    for k in range(OUTPUTS):
        akin = np.repeat((depth == depth[k]) | (animal == animal[k]), per_spot)
        used = np.concatenate([akin, np.ones(public + 1, bool)])
        rows = known[:, k] > 0
        some, truth, found = inputs[rows][:, used], truths[rows, k], np.zeros(int(used.sum()))
        ridge = np.full(len(found), RIDGE)
        ridge[-1] = 1e-6
        for _ in range(25):
            said = 1 / (1 + np.exp(-np.clip(some @ found, -30, 30)))
            slope = some.T @ (said - truth) + ridge * found
            bend = (some * (said * (1 - said))[:, None]).T @ some + np.diag(ridge)
            found -= np.linalg.solve(bend, slope)
        matrix[used[:-1], k] = found[:-1] / scale[used[:-1]]
        bias[k] = found[-1] - mean @ matrix[:, k] - np.log(truth.mean() / (1 - truth.mean()))
    return {"sum": matrix.astype(np.float32), "sum_bias": bias.astype(np.float32)}
