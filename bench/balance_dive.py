"""How long a game of Dive lasts and whether the seat matters, for `docs/balance-dive.md`.

    python -m bench.balance_dive --games 240

plays that many games of four with each sort of diver and writes the page, anew after every forty games. The
same number gives the same page.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from fathom.dive import DiveGame, Options
from fathom.lab.simulation import simulated
from fathom.lab.statistics import Z_95, rounds_of
from fathom.players import Captain, Level, NoisyEyes, Snorkeler
from fathom.table import Record

PAGE = Path(__file__).resolve().parent.parent / "docs/balance-dive.md"
GAME = DiveGame()
DIVERS = 4
PAUSE = 40
"""Games between two writings of the page."""

PERSON = NoisyEyes()
"""About as sharp as the last person whose reading was measured (docs/ocean.md)."""

SORTS = {
    "Snorkelers": Level("snorkeler", Snorkeler(), PERSON),
    "Captains, 64 simulations": Level("captain", Captain(64), PERSON),
}

BEGINNING = """# The balance of Dive

The rules are those of the real game; only the mix of the cards is ours ([D1.6](rules/dive.md#D1.6)), and how
much one sees of them. Reviewers of the real game report five to six rounds with four divers. These are games
between four alike, with eyes like a person's (`NoisyEyes()`, [the ocean](ocean.md)), in natural water.
"""

ENDING = """
Means with their 95 % intervals; a shared victory counts as its part. A fair share is 25 %, and 1.25 times
that is 31.25 %. Nothing in the rules tells the seats apart but who gets a companion that two wish for
([D8.0](rules/dive.md#D8.0)); these games are without companions.
"""


def main() -> None:
    """Play, and write the page as far as it has come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=240)
    given = parser.parse_args()
    records: dict[str, list[Record]] = {name: [] for name in SORTS}
    for number in range(given.games):
        for name, level in SORTS.items():
            records[name].append(simulated(GAME, Options(), [level] * DIVERS, f"balance/{number}"))
        if (number + 1) % PAUSE == 0 or number + 1 == given.games:
            PAGE.write_text(page(records), encoding="utf-8")
            print(number + 1, flush=True)


def page(records: dict[str, list[Record]]) -> str:
    """The page about these games."""
    games = len(next(iter(records.values())))
    lines = [BEGINNING]
    lines.append(f"Made by `python -m bench.balance_dive --games {games}`: {games} games of each sort.\n")
    lines.append("| four | rounds | seat 1 wins | seat 2 | seat 3 | seat 4 |\n|---|---:|---:|---:|---:|---:|")
    for name, played in records.items():
        rounds = [float(rounds_of(record) or 0) for record in played]
        seats = [told([100 * won(record, seat) for record in played], "%") for seat in range(DIVERS)]
        lines.append(f"| {name} | {' | '.join([told(rounds), *seats])} |")
    lines.append(ENDING)
    return "\n".join(lines)


def won(record: Record, seat: int) -> float:
    """The seat's part of the victory."""
    assert record.result is not None
    winners = record.result.winners
    return (seat in winners) / max(1, len(winners))


def told(values: Sequence[float], unit: str = "") -> str:
    """The mean with its interval."""
    half = Z_95 * stdev(values) / sqrt(len(values))
    return f"{mean(values):.1f}{unit} ± {half:.1f}"


if __name__ == "__main__":
    main()
