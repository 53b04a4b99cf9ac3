"""How well software reads the ocean's pictures: teaches `PixelEyes`, and measures it per depth and clarity.

    python bench/eyes.py draw      # draw the stacks to learn from and to be tested on, and keep them
    python bench/eyes.py report    # measure on games that nothing was learnt from: table, plot, and NoisyEyes
    python bench/eyes.py learn     # learn from all games and write the weights into the package

Everything follows from seeds that are never a table's. For the report the games of the test are divided:
those of each part are read with weights learnt from the others. The package's weights are learnt from all.
Drawing is what takes long: `--cache` says where stacks are kept, and two processes may share it with
`--part 0/2` and `--part 1/2`. The plot needs matplotlib, which is in the development lock.
"""

import argparse
import io
import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from fathom.dive import Kind
from fathom.dive.box import standard_mix
from fathom.dive.cards import Card
from fathom.ocean import STEPS, VISIBLE, Clarity, Frame, Look
from fathom.ocean.camera import EFFORT, drawn, encoded, side_by_side, tilt
from fathom.ocean.cards import WIDE, spots
from fathom.ocean.chance import Draws
from fathom.ocean.lamps import daylight
from fathom.ocean.light import lit
from fathom.ocean.pictures import made_up
from fathom.ocean.weather import sun_corner
from fathom.players import Soundings
from fathom.players.confusion import confusion, fitted
from fathom.players.eyes import ANIMALS
from fathom.players.pixel_eyes import (
    ANIMAL_COUNT,
    CELL,
    CELLS,
    CLARITIES,
    SIZE,
    Single,
    glimpses,
    judged,
    summed_up,
    understood,
    views,
)
from fathom.players.soundings import DEPTHS

LESSONS = range(10_000, 10_012)
"""Games that are only learnt from, in many of their rounds."""

TESTS = range(20_000, 20_200)
"""Games that are tested in their first round, in every water."""

PARTS = 2
WEIGHTS = Path(__file__).parent.parent / "src/fathom/players/data/pixel_eyes.npz"
PLOT = Path(__file__).parent.parent / "docs/pictures/ocean-eyes.png"

Measures = NDArray[Any]
Spots = tuple[tuple[float, float], ...]


class Seen(msgspec.Struct, frozen=True):
    """One stack as it was sent, with the answers: what lies in it and about where (across, down, 0 to 1)."""

    clarity: Clarity
    look: Look
    left: tuple[Kind, ...]
    kinds: tuple[Kind, ...]
    sharks: Spots
    helpers: Spots


Game = list[tuple[Measures, Seen]]
"""Stacks of one game, each with what `PixelEyes` measure in its pictures."""


def main() -> None:
    """Do one of the three steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("step", choices=("draw", "learn", "report"))
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "fathom-eyes")
    parser.add_argument("--part", default="0/1", help="draw only this part of the games, as in 1/2")
    given = parser.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)
    if given.step == "draw":
        part, parts = map(int, given.part.split("/"))
        for seed in [*LESSONS, *TESTS][part::parts]:
            kept(given.cache, seed)
        return
    lessons = [measured(given.cache, seed) for seed in LESSONS]
    tests = [measured(given.cache, seed) for seed in TESTS]
    if given.step == "learn":
        write(learnt([*lessons, *tests]))
    else:
        report(lessons, tests)


# ── Drawing ──────────────────────────────────────────────────────────────────────────────────────


def kept(cache: Path, seed: int) -> list[Seen]:
    """The stacks of one game, drawn if they have not been drawn before."""
    file = cache / f"{seed}.msgpack"
    if not file.exists():
        rounds = lesson(seed) if seed in LESSONS else test(seed)
        unfinished = file.with_suffix(".part")
        unfinished.write_bytes(msgspec.msgpack.encode(list(rounds)))
        unfinished.replace(file)
    return msgspec.msgpack.decode(file.read_bytes(), type=list[Seen])


def measured(cache: Path, seed: int) -> Game:
    """The stacks of one game with what `PixelEyes` measure in their pictures."""
    stacks, file = kept(cache, seed), cache / f"{seed}.npy"
    if not file.exists():
        np.save(file, np.stack([glimpses(views(one.look), one.clarity).astype(np.float16) for one in stacks]))
    return list(zip(np.load(file), stacks, strict=True))


def lesson(seed: int) -> Iterator[Seen]:
    """Every round that a game could have down to its last eight cards, each in one of the waters by turns."""
    cards, art = made_up(seed)
    for place in range(len(cards) - VISIBLE + 1):
        yield seen(cards, place, art, CLARITIES[(place + seed) % len(CLARITIES)])


def test(seed: int) -> Iterator[Seen]:
    """The first round of a game in every water."""
    cards, art = made_up(seed)
    for clarity in CLARITIES:
        yield seen(cards, 0, art, clarity)


def seen(cards: list[Card], place: int, art: bytes, clarity: Clarity) -> Seen:
    """Draw a stack and put the answers beside it."""
    top = cards[place : place + VISIBLE]
    where = [
        [laid(spot, card) for spot in spots(Draws(art, "card", place + k))] for k, card in enumerate(top)
    ]
    return Seen(
        clarity,
        sent(cards, place, art, clarity),
        tuple(card.kind for card in cards[place:]),
        tuple(card.kind for card in top),
        tuple(shark for shark, _ in where),
        tuple(helper for _, helper in where),
    )


def sent(cards: list[Card], place: int, art: bytes, clarity: Clarity) -> Look:
    """What `look` gives, byte for byte, but only the rows of views that `PixelEyes` looks at."""
    frame = Frame(SIZE)
    day = lit(drawn(cards[place:], place, art, clarity, None, frame), daylight(frame, sun_corner(art)))
    rows = [b""] * STEPS
    for row in (0, STEPS // 2, STEPS - 1):
        tilts = [tilt(row, column) for column in range(STEPS)]
        rows[row] = encoded(side_by_side(day, tilts), effort=EFFORT[clarity])
    return Look(SIZE, STEPS, tuple(rows), b"", b"", {})


def laid(spot: tuple[float, float], card: Card) -> tuple[float, float]:
    """Where a spot of the sheet comes to lie with the card: flipped, then turned against the clock."""
    across, down = spot[0] / WIDE, spot[1] / WIDE
    if card.flipped:
        across = 1 - across
    for _ in range(card.turn):
        across, down = down, 1 - across
    return across, down


# ── Learning ─────────────────────────────────────────────────────────────────────────────────────

BODY, NEAR = 2.5, 10.0
"""Squares this near to an animal's middle surely show it; those further away than the second do not."""

HIDDEN = (64, 32)
EPOCHS, BATCH, RATE, DECAY, DROPPED = 14, 1024, 3e-3, 1e-4, 0.15
RIDGE = 3.0
_AXIS = (np.arange(CELLS) + 1.5) * CELL / SIZE


def learnt(games: Sequence[Game]) -> dict[str, Single]:
    """Learn weights from games.

    How to sum a picture up is learnt from judgements of a network that has not seen its game: each half of
    the games is judged by one that was taught on the other.
    """
    summaries, truths = [], []
    for judges, pupils in ((games[::2], games[1::2]), (games[1::2], games[::2])):
        weights = taught_on(judges)
        for game in pupils:
            for measures, one in game:
                summaries.append(summed_up(judged(measures.astype(np.float32), weights), one.clarity))
                truths.append(shown(one))
    return taught_on(games) | summing(np.stack(summaries), np.stack(truths))


def write(weights: dict[str, Single]) -> None:
    """Put weights into the package; half precision is plenty."""
    WEIGHTS.parent.mkdir(exist_ok=True)
    packed = io.BytesIO()
    halved: dict[str, Any] = {name: values.astype(np.float16) for name, values in weights.items()}
    np.savez_compressed(packed, **halved)
    WEIGHTS.write_bytes(packed.getvalue())
    print(f"{WEIGHTS.name}: {len(packed.getvalue())} bytes")


def shown(one: Seen) -> Single:
    """Which animals are at which depth, as 0 and 1 in a row."""
    return np.array([ANIMALS[kind] for kind in one.kinds[:DEPTHS]], np.float32).ravel()


def marked(one: Seen, chance: np.random.Generator) -> tuple[Measures, Single, Single]:
    """Squares worth learning from, what each of them shows at which depth, and what of that is sure."""
    truth = np.zeros((DEPTHS * ANIMAL_COUNT, CELLS, CELLS), np.float32)
    sure = np.ones_like(truth)
    for depth, kind in enumerate(one.kinds[:DEPTHS]):
        for animal, there in enumerate(ANIMALS[kind]):
            if there:
                across, down = (one.helpers if animal else one.sharks)[depth]
                far = np.hypot(_AXIS[None, :] - across, _AXIS[:, None] - down) * SIZE / CELL
                truth[depth * ANIMAL_COUNT + animal] = far <= BODY
                sure[depth * ANIMAL_COUNT + animal] = (far <= BODY) | (far > NEAR)
    picked = truth.any(axis=0).ravel()
    picked[chance.integers(0, CELLS * CELLS, 100)] = True
    squares = np.flatnonzero(picked)
    return squares, truth.reshape(len(truth), -1)[:, squares].T, sure.reshape(len(sure), -1)[:, squares].T


def taught_on(games: Sequence[Game]) -> dict[str, Single]:
    """Teach the network what squares look like: gradient descent (Adam) on the surprise at the answers."""
    chance = np.random.default_rng(5)
    parts = []
    for measures, one in chain.from_iterable(games):
        squares, truth, sure = marked(one, chance)
        parts.append((measures[squares].astype(np.float32), truth, sure))
    inputs, truths, sures = (np.concatenate(column) for column in zip(*parts, strict=True))
    mean, scale = inputs.mean(axis=0), inputs.std(axis=0) + np.float32(1e-3)
    inputs = (inputs - mean) / scale
    sizes = (inputs.shape[1], *HIDDEN, truths.shape[1])
    layers: list[Single] = []
    for below, above in pairwise(sizes):
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


def summing(summaries: Single, truths: Single) -> dict[str, Single]:
    """Learn what the strongest spots mean for a depth: ridge logistic regression by Newton's method.

    For an animal at a depth it may use what was judged about all animals there and about this one elsewhere.
    What comes out is evidence: how often the animal is there without looking is taken off again.
    """
    mean, scale = summaries.mean(axis=0), summaries.std(axis=0) + np.float32(1e-2)
    inputs = np.concatenate([(summaries - mean) / scale, np.ones((len(summaries), 1))], axis=1)
    depth, animal = np.divmod(np.arange(DEPTHS * ANIMAL_COUNT), ANIMAL_COUNT)
    per_spot = (summaries.shape[1] - len(CLARITIES)) // len(depth)
    weights = np.zeros((inputs.shape[1], len(depth)))
    for k in range(len(depth)):
        akin = np.repeat((depth == depth[k]) | (animal == animal[k]), per_spot)
        used = np.concatenate([akin, np.ones(len(CLARITIES) + 1, bool)])
        some, found = inputs[:, used], np.zeros(int(used.sum()))
        ridge = np.full(len(found), RIDGE)
        ridge[-1] = 1e-6
        for _ in range(25):
            said = 1 / (1 + np.exp(-np.clip(some @ found, -30, 30)))
            slope = some.T @ (said - truths[:, k]) + ridge * found
            bend = (some * (said * (1 - said))[:, None]).T @ some + np.diag(ridge)
            found -= np.linalg.solve(bend, slope)
        weights[used, k] = found
    usual = truths.mean(axis=0)
    matrix = weights[:-1] / scale[:, None]
    bias = weights[-1] - mean @ matrix - np.log(usual / (1 - usual))
    return {"sum": matrix.astype(np.float32), "sum_bias": bias.astype(np.float32)}


# ── Measuring ────────────────────────────────────────────────────────────────────────────────────


def report(lessons: Sequence[Game], tests: Sequence[Game]) -> None:
    """Print how often the eyes are right beside chance, and the `NoisyEyes` that fit; draw the plot."""
    reads: dict[Clarity, list[tuple[Soundings, tuple[Kind, ...]]]] = {clarity: [] for clarity in CLARITIES}
    for part in range(PARTS):
        others = [game for k, game in enumerate(tests) if k % PARTS != part]
        weights = learnt([*lessons, *others])
        for measures, one in chain.from_iterable(tests[part::PARTS]):
            soundings = understood(measures.astype(np.float32), one.left, one.clarity, weights)
            reads[one.clarity].append((soundings, one.kinds))
    left = standard_mix().without(())
    sharks = sum(kind.shark for kind in left) / len(left)
    nothing = max(left.count(kind) for kind in Kind) / len(left)
    print(
        f"without looking: shark or not {max(sharks, 1 - sharks):.3f}, everything on the card {nothing:.3f}"
    )
    rates: dict[str, list[list[tuple[float, float, float]]]] = {
        "shark or not": [],
        "everything on the card": [],
    }
    for clarity, read in reads.items():
        for name, right in (("shark or not", right_about_shark), ("everything on the card", right_about_all)):
            hits = [
                sum(right(soundings, kinds, depth) for soundings, kinds in read) for depth in range(DEPTHS)
            ]
            rates[name].append([interval(count, len(read)) for count in hits])
            cells = "  ".join(f"{100 * r:3.0f} ({100 * a:.0f}–{100 * b:.0f})" for r, a, b in rates[name][-1])
            print(f"{clarity:8} {name:24} n={len(read)}  {cells}")
        found = confusion(read, left)
        print(f"{clarity:8} strengths  sharks {' '.join(f'{one.strength:.2f}' for one in found.sharks)}")
        print(f"{clarity:8}           helpers {' '.join(f'{one.strength:.2f}' for one in found.helpers)}")
        eyes = fitted(found)
        values = f"sharpness={eyes.sharpness:.2f}, fade={eyes.fade:.2f}, detail={eyes.detail:.2f}"
        print(f"{clarity:8} fits NoisyEyes({values})")
    plot(rates, {"shark or not": max(sharks, 1 - sharks), "everything on the card": nothing})


def right_about_shark(soundings: Soundings, kinds: Sequence[Kind], depth: int) -> bool:
    """Whether the likelier answer about the shark is the true one."""
    return (soundings.depths[depth].shark > 0.5) is kinds[depth].shark


def right_about_all(soundings: Soundings, kinds: Sequence[Kind], depth: int) -> bool:
    """Whether shark and helper are both named rightly, each by its likeliest answer."""
    said = soundings.depths[depth]
    helpers = (1 - said.green - said.red - said.manta, said.green, said.red, said.manta)
    there = ANIMALS[kinds[depth]]
    named = int(np.argmax(helpers))
    return right_about_shark(soundings, kinds, depth) and (there[named] if named else not any(there[1:]))


def interval(hits: int, tries: int) -> tuple[float, float, float]:
    """A rate with its 95 % interval (Wilson's)."""
    z, rate = 1.96, hits / tries
    middle = (rate + z * z / (2 * tries)) / (1 + z * z / tries)
    reach = z / (1 + z * z / tries) * np.sqrt(rate * (1 - rate) / tries + z * z / (4 * tries * tries))
    return rate, float(middle - reach), float(middle + reach)


def plot(rates: dict[str, list[list[tuple[float, float, float]]]], usual: dict[str, float]) -> None:
    """Draw the rates per depth and clarity with their intervals."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    axes = figure.subplots(1, 2, sharey=True)
    for axis, (name, waters) in zip(axes, rates.items(), strict=True):
        for k, (clarity, depths) in enumerate(zip(CLARITIES, waters, strict=True)):
            at = np.arange(1, DEPTHS + 1) + 0.08 * (k - 1)
            rate, low, high = np.array(depths).T
            axis.errorbar(
                at,
                rate,
                [rate - low, high - rate],
                label=clarity,
                marker="os^"[k],
                capsize=3,
                color=("#1b9e9e", "#1f5fa8", "#6b4a2b")[k],
                linestyle=("--", "-", ":")[k],
            )
        axis.axhline(usual[name], color="grey", linewidth=1, label="without looking")
        axis.set(title=name, xlabel="depth", xticks=range(1, DEPTHS + 1), ylim=(0, 1.02))
    axes[0].set_ylabel("share right")
    axes[1].legend(frameon=False)
    figure.savefig(PLOT, dpi=100)


if __name__ == "__main__":
    main()
