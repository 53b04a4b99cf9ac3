"""How well software reads the ocean's pictures: teaches `PixelEyes`, and measures it per depth and clarity.

    python -m bench.eyes draw      # draw the stacks of lessons and tests, and keep what is measured
    python -m bench.eyes learn     # learn from all lessons and write the weights into the package
    python -m bench.eyes report    # table, plot, and the NoisyEyes that fit

Everything follows from seeds that are never a table's. What is reported are games that nothing is learnt
from, read with the weights of the package. Drawing is what takes long: `--cache` says where it is kept, a
second process with `--backwards` may help, and `--tests-only` draws no lessons.
The plot needs matplotlib, which is in the development lock.
"""

import argparse
import io
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.eyes_stacks import CASES, LESSONS, TESTS, Case, Stack, kept, lesson, tests
from bench.eyes_teaching import learnt
from fathom.dive import Kind
from fathom.dive.box import standard_mix
from fathom.players.dive import Soundings
from fathom.players.dive.eyes import ANIMALS
from fathom.players.dive.eyes.confusion import Answers, confusion, fitted
from fathom.players.dive.eyes.pixel_eyes import CLARITIES, Weights, taught, understood
from fathom.players.dive.eyes.soundings import DEPTHS

WEIGHTS = Path(__file__).parent.parent / "src/fathom/players/dive/data/pixel_eyes.npz"
PLOT = Path(__file__).parent.parent / "docs/pictures/ocean-eyes.png"

Read = tuple[Soundings, tuple[Kind, ...], tuple[Kind, ...]]
"""What the eyes said, what lies there from the top, and which cards were left."""

Reads = dict[Case, list[Read]]

Rate = tuple[float, float, float]
"""A share with its 95 % interval."""

QUESTIONS = ("shark or not", "everything on the card")


def main() -> None:
    """Do one of the three steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("step", choices=("draw", "learn", "report"))
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "fathom-eyes")
    parser.add_argument("--backwards", action="store_true", help="draw the last games first")
    parser.add_argument("--lessons", type=int, default=len(LESSONS), help="learn from so many games")
    parser.add_argument("--tests", type=int, default=len(TESTS), help="test on so many games")
    parser.add_argument("--tests-only", action="store_true", help="draw what `report` needs and no more")
    given = parser.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)
    lessons = [(lesson, seed) for seed in LESSONS[: given.lessons]]
    if given.step == "draw":
        games = [*(() if given.tests_only else lessons), *((tests, seed) for seed in TESTS[: given.tests])]
        for drawn, seed in reversed(games) if given.backwards else games:
            kept(given.cache, seed, drawn)
    elif given.step == "learn":
        write(learnt([kept(given.cache, seed, drawn) for drawn, seed in lessons]))
    else:
        report(all_read([kept(given.cache, seed, tests) for seed in TESTS[: given.tests]]))


def write(weights: Weights) -> None:
    """Put weights into the package; half precision is plenty."""
    WEIGHTS.parent.mkdir(exist_ok=True)
    packed = io.BytesIO()
    halved: dict[str, Any] = {name: values.astype(np.float16) for name, values in weights.items()}
    np.savez_compressed(packed, **halved)
    WEIGHTS.write_bytes(packed.getvalue())
    print(f"{WEIGHTS.name}: {len(packed.getvalue())} bytes")


def all_read(games: Sequence[Sequence[Stack]]) -> Reads:
    """Read games, each of which has one stack for some of the cases, with the weights of the package."""
    reads: Reads = {case: [] for case in CASES}
    for game in games:
        for case, (measures, answer) in zip(CASES, game, strict=False):
            said = understood(measures.astype(np.float32), answer.left, answer.clarity, taught())
            reads[case].append((said, answer.kinds, answer.left))
    return reads


def report(reads: Reads) -> None:
    """Print how often the eyes are right beside chance, and the `NoisyEyes` that fit; draw the plot."""
    rates: dict[str, dict[Case, list[Rate]]] = {question: {} for question in QUESTIONS}
    usual: dict[str, dict[Case, list[Rate]]] = {question: {} for question in QUESTIONS}
    for case, read in reads.items():
        print(f"\n{case}: {len(read)} stacks")
        for question in QUESTIONS:
            rates[question][case] = [rate(read, question, depth) for depth in range(DEPTHS)]
            usual[question][case] = [rate(without_looking(read), question, depth) for depth in range(DEPTHS)]
            print(f"  {question:24} {told(rates[question][case])}")
            print(f"  {'without looking':24} {told(usual[question][case])}")
        surprise = [information(with_depth(read, depth), depth) for depth in range(DEPTHS)]
        print(f"  {'bits about the shark':24} {'  '.join(f'{bits:.2f}' for bits in surprise)}")
    for clarity in CLARITIES:
        found = confusion([(said, kinds) for said, kinds, _ in reads[clarity]], standard_mix().without(()))
        print(f"\n{clarity}: d′ of sharks   {strengths(found.sharks)}")
        print(f"{clarity}: d′ of helpers  {strengths(found.helpers)}")
        eyes = fitted(found)
        print(f"{clarity}: NoisyEyes(sharpness={eyes.sharpness:.2f}, fade={eyes.fade:.2f}, ", end="")
        print(f"detail={eyes.detail:.2f})")
    plot(rates, usual)


def strengths(answers: Sequence[Answers]) -> str:
    """How far animals stand out per depth, d′, with its 95 % interval."""
    reach = [1.96 / one.certainty**0.5 for one in answers]
    return "  ".join(
        f"{one.strength:.2f} ({one.strength - far:.1f}–{one.strength + far:.1f})"
        for one, far in zip(answers, reach, strict=True)
    )


def with_depth(read: Sequence[Read], depth: int) -> list[Read]:
    """The stacks that are deep enough."""
    return [one for one in read if len(one[1]) > depth]


def without_looking(read: Sequence[Read]) -> list[Read]:
    """What is said by someone who only knows which cards are left."""
    blind = []
    for said, kinds, left in read:
        shares = np.mean([ANIMALS[kind] for kind in left], axis=0)
        blank = type(said.depths[0])(*(float(share) for share in shares))
        blind.append((Soundings((blank,) * len(said.depths)), kinds, left))
    return blind


def rate(read: Sequence[Read], question: str, depth: int) -> Rate:
    """How often a question about a depth was answered rightly."""
    right = right_about_shark if question == QUESTIONS[0] else right_about_all
    some = with_depth(read, depth)
    return interval(sum(right(said, kinds, depth) for said, kinds, _ in some), len(some))


def information(read: Sequence[Read], depth: int) -> float:
    """How much less than by not looking one is surprised by the truth about the shark, in bits."""

    def surprise(reads: Sequence[Read]) -> float:
        said = np.array([one.depths[depth].shark for one, _, _ in reads]).clip(1e-3, 1 - 1e-3)
        truth = np.array([kinds[depth].shark for _, kinds, _ in reads])
        return float(-np.log2(np.where(truth, said, 1 - said)).mean())

    return surprise(without_looking(read)) - surprise(read)


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


def interval(hits: int, tries: int) -> Rate:
    """A rate with its 95 % interval (Wilson's)."""
    z, share = 1.96, hits / tries
    middle = (share + z * z / (2 * tries)) / (1 + z * z / tries)
    reach = z / (1 + z * z / tries) * np.sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    return share, float(middle - reach), float(middle + reach)


def told(rates: Sequence[Rate]) -> str:
    """Rates in percent."""
    return "  ".join(f"{100 * share:3.0f} ({100 * low:.0f}–{100 * high:.0f})" for share, low, high in rates)


STYLES: dict[Case, tuple[str, str, str]] = {
    "clear": ("#1b9e9e", "o", "--"),
    "natural": ("#1f5fa8", "s", "-"),
    "murky": ("#6b4a2b", "^", ":"),
    "octopus": ("#c0392b", "D", "-."),
    "few": ("#d08a1d", "P", ":"),
    "rows": ("#7a6fc0", "v", "--"),
    "plain": ("#3e8e5a", "x", ":"),
}


def plot(rates: dict[str, dict[Case, list[Rate]]], usual: dict[str, dict[Case, list[Rate]]]) -> None:
    """Draw the rates per depth with their intervals: the three waters above, the other cases below."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 6.6), layout="constrained")
    rows = figure.subplots(2, 2, sharex=True, sharey=True)
    for axes, cases in zip(rows, (CASES[:3], ("natural", *CASES[3:])), strict=True):
        for axis, question in zip(axes, QUESTIONS, strict=True):
            for k, case in enumerate(cases):
                colour, marker, line = STYLES[case]
                at = np.arange(1, DEPTHS + 1) + 0.08 * (k - 1)
                share, low, high = np.array(rates[question][case]).T
                style = {"label": case, "marker": marker, "capsize": 3, "color": colour, "linestyle": line}
                axis.errorbar(at, share, [share - low, high - share], **style)
            blind = [share for share, _, _ in usual[question]["natural"]]
            axis.plot(range(1, DEPTHS + 1), blind, color="grey", linewidth=1, label="without looking")
            axis.set(title=question, xticks=range(1, DEPTHS + 1), ylim=(0, 1.02))
        axes[0].set_ylabel("share right")
        axes[1].legend(frameon=False, fontsize=8, loc="lower left", ncols=3)
    for axis in rows[1]:
        axis.set_xlabel("depth")
    figure.savefig(PLOT, dpi=90)


if __name__ == "__main__":
    main()
