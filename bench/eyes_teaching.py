"""Teaching `PixelEyes`: gradient descent on drawn stacks whose answers are known, with NumPy alone.

First the network learns what squares of a picture look like, then, on games it has not seen, how much its
strongest spots are worth as evidence.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.eyes_stacks import Answer, Measures, Stack
from fathom.players.eyes import ANIMALS
from fathom.players.pixel_eyes import (
    ANIMAL_COUNT,
    CELL,
    CELLS,
    CLARITIES,
    REACHES,
    SIZE,
    Single,
    Weights,
    judged,
    neighbours,
    summed_up,
)
from fathom.players.soundings import DEPTHS

OUTPUTS = DEPTHS * ANIMAL_COUNT
BODY, NEAR = 2.5, 10.0
"""Squares this near to an animal's middle surely show it; those further away than the second do not."""

NOTICED = 24
"""So many things are noticed about each square."""

EPOCHS, BATCH, RATE, DECAY = 12, 8, 2e-3, 1e-4
EMPTY = 0.1
"""What a square without the animal counts, beside one with it: there are so many more of them."""

SPOTS = 40.0
"""As many squares as that, together, weigh as much as one that is surer by itself."""

RIDGE = 3.0
_AXIS = (np.arange(CELLS) + 1.5) * CELL / SIZE


def learnt(games: Sequence[Sequence[Stack]]) -> Weights:
    """Learn from four of five games what squares look like, from the others what follows for a stack."""
    weights = taught_on([stack for k, game in enumerate(games) for stack in game if k % 5])
    others = [stack for game in games[::5] for stack in game]
    summaries = [
        summed_up(judged(measures.astype(np.float32), weights), answer.clarity, len(answer.left))
        for measures, answer in others
    ]
    truths, known = zip(*(shown(answer) for _, answer in others), strict=True)
    return weights | summing(np.stack(summaries), np.stack(truths), np.stack(known))


def shown(answer: Answer) -> tuple[Single, Single]:
    """Which animals are at which depth, and which depths there are, as 0 and 1 in a row."""
    truth, there = np.zeros((DEPTHS, ANIMAL_COUNT), np.float32), np.zeros((DEPTHS, ANIMAL_COUNT), np.float32)
    for depth, kind in enumerate(answer.kinds[:DEPTHS]):
        truth[depth], there[depth] = ANIMALS[kind], 1
    return truth.ravel(), there.ravel()


def marked(answer: Answer) -> tuple[Single, Single]:
    """What each square shows at which depth, and what that counts: rows × columns × depths · animals."""
    truth = np.zeros((CELLS, CELLS, OUTPUTS), np.float32)
    counts = np.full_like(truth, EMPTY)
    counts[..., len(answer.kinds) * ANIMAL_COUNT :] = 0
    for depth, kind in enumerate(answer.kinds[:DEPTHS]):
        for animal, there in enumerate(ANIMALS[kind]):
            if there:
                across, down = (answer.helpers if animal else answer.sharks)[depth]
                far = np.hypot(_AXIS[None, :] - across, _AXIS[:, None] - down) * SIZE / CELL
                output = depth * ANIMAL_COUNT + animal
                truth[..., output] = far <= BODY
                counts[..., output] = np.where(far <= BODY, 1, np.where(far > NEAR, EMPTY, 0))
    return truth, counts


def taught_on(stacks: Sequence[Stack]) -> Weights:
    """Teach the network by Adam; every time a stack comes up it is turned or mirrored another way."""
    chance = np.random.default_rng(5)
    some = np.concatenate([measures[:: len(stacks) // 40 + 1] for measures, _ in stacks]).astype(np.float32)
    weights = _fresh(some.mean(axis=0), some.std(axis=0) + np.float32(1e-3), chance)
    names = [name for name in weights if name not in ("mean", "scale")]
    slow = {name: np.zeros_like(weights[name]) for name in names}
    fast = {name: np.zeros_like(weights[name]) for name in names}
    steps = EPOCHS * (len(stacks) // BATCH)
    for step in range(steps):
        picked = chance.choice(len(stacks), BATCH, replace=False)
        gradients = _gradients(weights, *_batch([stacks[k] for k in picked], chance))
        rate = RATE * min(1.0, step / 200) * (1 - step / steps)
        for name, gradient in gradients.items():
            slow[name] += 0.1 * (gradient - slow[name])
            fast[name] += 0.01 * (gradient * gradient - fast[name])
            eager = slow[name] / (1 - 0.9 ** (step + 1))
            eager /= np.sqrt(fast[name] / (1 - 0.99 ** (step + 1))) + 1e-8
            decay = 0 if name.endswith("bias") else DECAY
            weights[name] -= np.float32(rate) * (eager + decay * weights[name])
    return weights


def _fresh(mean: Single, scale: Single, chance: np.random.Generator) -> Weights:
    """Weights by chance, to begin with."""

    def layer(below: int, above: int, share: float = 1.0) -> Single:
        return (share * chance.normal(0, np.sqrt(2 / below), (below, above))).astype(np.float32)

    weights: dict[str, NDArray[Any]] = {
        "mean": mean,
        "scale": scale,
        "own": layer(len(mean), NOTICED),
        "own_bias": np.zeros(NOTICED),
    }
    for reach in REACHES:
        weights |= {f"near{reach}": layer(9 * NOTICED, NOTICED, 0.5), f"near{reach}_bias": np.zeros(NOTICED)}
    weights |= {"say": layer(NOTICED, OUTPUTS, 0.3), "say_bias": np.full(OUTPUTS, -4.0)}
    return {name: values.astype(np.float32) for name, values in weights.items()}


def _batch(stacks: Sequence[Stack], chance: np.random.Generator) -> tuple[Single, ...]:
    """Some stacks to learn from, each turned and perhaps mirrored: measures and answers of all squares."""
    columns: tuple[list[Measures], ...] = ([], [], [], [], [])
    for measures, answer in stacks:
        maps = (measures.reshape(CELLS, CELLS, -1), *marked(answer))
        quarters, mirrored = int(chance.integers(4)), bool(chance.integers(2))
        for column, one in zip(columns, maps, strict=False):
            turned = np.rot90(one, quarters)
            column.append((turned[:, ::-1] if mirrored else turned).astype(np.float32))
        for column, row in zip(columns[3:], shown(answer), strict=True):
            column.append(row)
    return tuple(np.stack(column) for column in columns)


def _gradients(
    weights: Weights, measures: Single, truths: Single, counts: Single, animals: Single, there: Single
) -> Weights:
    """How each weight changes the surprise at the answers, about squares and about whole stacks."""
    pictures = len(measures)
    inputs = ((measures - weights["mean"]) / weights["scale"]).reshape(-1, measures.shape[-1])
    noticed = np.maximum(inputs @ weights["own"] + weights["own_bias"], 0)
    passed = []
    for reach in REACHES:
        around = neighbours(noticed.reshape(pictures, CELLS, CELLS, NOTICED), reach)
        more = np.maximum(around @ weights[f"near{reach}"] + weights[f"near{reach}_bias"], 0)
        passed.append((reach, around, more, noticed))
        noticed = noticed + more
    said = noticed @ weights["say"] + weights["say_bias"]
    off = _off(said.reshape(pictures, -1, OUTPUTS), truths, counts, animals, there)
    gradients = {"say": noticed.T @ off, "say_bias": off.sum(axis=0)}
    back = off @ weights["say"].T
    for reach, around, more, _ in reversed(passed):
        through = back * (more > 0)
        gradients[f"near{reach}"] = around.T @ through
        gradients[f"near{reach}_bias"] = through.sum(axis=0)
        back = back + _gathered(through @ weights[f"near{reach}"].T, pictures, reach)
    back = back * (passed[0][3] > 0)
    gradients["own"] = inputs.T @ back
    gradients["own_bias"] = back.sum(axis=0)
    return gradients


def _off(said: Single, truths: Single, counts: Single, animals: Single, there: Single) -> Single:
    """How far off each saying was: about its square, and as part of what all squares say about the stack."""
    pictures, cells, _ = said.shape
    off = (_chance(said) - truths.reshape(said.shape)) * counts.reshape(said.shape) / np.float32(100)
    top = said.max(axis=1, keepdims=True)
    shares = np.exp(said - top)
    total = shares.sum(axis=1, keepdims=True)
    whole = (top + np.log(total) - np.float32(np.log(SPOTS)))[:, 0]
    off += shares / total * ((_chance(whole) - animals) * there)[:, None]
    return (off / np.float32(pictures)).reshape(pictures * cells, OUTPUTS)


def _gathered(around: Single, pictures: int, reach: int) -> Single:
    """Bring what was found out about neighbours back to the squares they are."""
    parts = around.reshape(pictures, CELLS, CELLS, 9, NOTICED)
    wide = np.zeros((pictures, CELLS + 2 * reach, CELLS + 2 * reach, NOTICED), np.float32)
    for k in range(9):
        down, right = k // 3 * reach, k % 3 * reach
        wide[:, down : down + CELLS, right : right + CELLS] += parts[..., k, :]
    return wide[:, reach : reach + CELLS, reach : reach + CELLS].reshape(-1, NOTICED)


def _chance(logit: Single) -> Single:
    half = np.float32(0.5)
    probability: Single = half + half * np.tanh(half * logit)
    return probability


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
