"""How long a game of Dive lasts and whether the seat matters, for `docs/balance-dive.md`.

    python -m bench.balance_dive --games 1000 --captains 200

plays so many games of four with Snorkelers, without and with companions, and so many with Captains. It writes
the page anew after each sort; the same numbers give the same page.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from fathom.dive import DiveGame, Options
from fathom.guests import level
from fathom.lab.simulation import simulated
from fathom.lab.statistics import Z_95, rounds_of, wilson
from fathom.players import Level
from fathom.players.dive import NoisyEyes
from fathom.table import Record

PAGE = Path(__file__).resolve().parent.parent / "docs/balance-dive.md"
GAME = DiveGame()
DIVERS = 4
FAIR = 1 / DIVERS
USUAL = (5, 6)
"""As many rounds as reviewers of the real game report."""

PERSON = NoisyEyes()
"""About as sharp as the last person whose reading was measured (docs/ocean.md)."""


@dataclass(frozen=True)
class Sort:
    """Four divers of a served level, but with a person's eyes, at one sort of table."""

    name: str
    level: str
    companions: bool = False

    def played(self, games: int) -> list[Record]:
        """So many of their games."""
        diver = Level(self.level, level("dive", self.level).player, PERSON)
        options = Options(companions=self.companions)
        return [simulated(GAME, options, [diver] * DIVERS, f"balance/{number}") for number in range(games)]


SORTS = (
    Sort("Snorkelers", "snorkeler"),
    Sort("Snorkelers with companions", "snorkeler", companions=True),
    Sort("Captains", "captain"),
)

BEGINNING = """# The balance of Dive

The rules are those of the real game; only the mix of the cards is ours ([D1.6](rules/dive.md#D1.6)), and how
much one sees of them. Reviewers of the real game report five to six rounds with four divers. These are games
between four alike who decide as the [levels](bots.md) of these names do at a table, but with eyes like a
person's (`NoisyEyes()`, [the ocean](ocean.md)), in natural water. Deep Blue has [its own page](balance.md).
"""

ENDING = """
Rounds are means with their 95 % intervals, shares of games have Wilson's; a seat's figure is how many times
its fair share of the victories it wins (a shared one counts as its part), and nobody's should be above 1.25.
Nothing in the rules tells the seats apart but who gets a companion that two wish for, the one in the earlier
seat ([D8.0](rules/dive.md#D8.0)).

## What is left

"""

WHAT_IS_LEFT = """\
Read on 16 November 2026. A game of four Snorkelers lasts a little over five rounds on average, of
four Captains just under five (4.95 ± 0.13), and 85 to 90 % of all games have five or six. Among
Snorkelers no seat was seen to win more than 1.25 times its share; the interval of the second
reaches just to it. That seats 1 and 4 win less than 2 and 3 there seems to be chance: nothing tells
them apart, and on 500 other deals they won 1.02, 1.01, 1.06 and 0.91 times (each ± 0.15).

60 games of Captains are too few to say what a seat is worth: the second won 1.52 ± 0.48 times its
share, which is more than 1.25, and the first 0.66 ± 0.34 times. Captains with companions have not
been measured.
"""
"""What whoever read the figures made of them. To be read and written again with new ones."""


def main() -> None:
    """Play, and write the page as far as it has come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="of Snorkelers")
    parser.add_argument("--captains", type=int, default=200, help="games of Captains; 0 for none")
    given = parser.parse_args()
    records: dict[Sort, list[Record]] = {}
    for sort in SORTS:
        games = given.captains if sort.level == "captain" else given.games
        if not games:
            continue
        records[sort] = sort.played(games)
        PAGE.write_text(page(records, given.games, given.captains), encoding="utf-8")
        print(sort.name, flush=True)


def page(records: dict[Sort, list[Record]], games: int, captains: int) -> str:
    """The page about these games."""
    lines = [BEGINNING]
    lines.append(f"Made by `python -m bench.balance_dive --games {games} --captains {captains}`.\n")
    usual = f"{USUAL[0]}–{USUAL[1]} rounds"
    lines.append(f"| four | games | rounds | {usual} | seat 1 | seat 2 | seat 3 | seat 4 |")
    lines.append("|---|---:|---:|---:|---:|---:|---:|---:|")
    for sort, played in records.items():
        rounds = [rounds_of(record) or 0 for record in played]
        usually = wilson(sum(one in USUAL for one in rounds), len(rounds))
        cells = [
            f"{len(played):,}",
            told(rounds),
            f"{usually.share:.0%} ({usually.low:.0%}–{usually.high:.0%})",
            *(told([won(record, seat) / FAIR for record in played]) for seat in range(DIVERS)),
        ]
        lines.append(f"| {sort.name} | {' | '.join(cells)} |")
    lines.append(ENDING + WHAT_IS_LEFT)
    return "\n".join(lines)


def won(record: Record, seat: int) -> float:
    """The seat's part of the victory."""
    assert record.result is not None
    winners = record.result.winners
    return (seat in winners) / max(1, len(winners))


def told(values: Sequence[float]) -> str:
    """The mean with its interval."""
    half = Z_95 * stdev(values) / sqrt(len(values))
    return f"{mean(values):.2f} ± {half:.2f}"


if __name__ == "__main__":
    main()
