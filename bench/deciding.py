"""How long do the levels think? The two tables of times in docs/bots.md.

    python -m bench.deciding --games 4

Every level plays whole games against itself at each kind of table. Of all its decisions the median and the
longest are told, in milliseconds of the thread's own time: that is the time that a level's cap counts. What a
process works out once for all decisions is worked out in a game that is not counted.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import median
from time import thread_time
from typing import Any

import msgspec

from fathom.deepblue import Options as DeepBlueOptions
from fathom.dive import Options as DiveOptions
from fathom.dive import Tokens
from fathom.guests import guests
from fathom.players import Level
from fathom.players.dive.programs import arrangements
from fathom.table import FairDice, FastDice


class Table(msgspec.Struct, frozen=True):
    """A kind of table."""

    name: str
    seats: int
    options: DiveOptions | DeepBlueOptions


TABLES = {
    "dive": (
        Table("2 divers", 2, DiveOptions()),
        Table("4 divers", 4, DiveOptions()),
        Table("4 with companions", 4, DiveOptions(companions=True)),
        Table("alone with the chief", 1, DiveOptions(chief=True)),
    ),
    "deep-blue": (
        Table("2 players", 2, DeepBlueOptions(scenario=None)),
        Table("4 players", 4, DeepBlueOptions(scenario=None)),
    ),
}


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=4, help="at each kind of table, for each level")
    parser.add_argument("--game", choices=TABLES, help="only this one")
    given = parser.parse_args()
    games: int = given.games
    for tile in (False, True):  # worked out once, and not in every game
        arrangements(Tokens.SOME, clownfish=tile, anglerfish=False)
        arrangements(Tokens.SOME, clownfish=False, anglerfish=tile)
    for game, tables in TABLES.items():
        if given.game not in {None, game}:
            continue
        print(f"\n{game}\n")
        print("| level | " + " | ".join(table.name for table in tables) + " |")
        print("|---|" + "---:|" * len(tables))
        for level in guests()[game].levels[1:]:
            print(f"| `{level.name}` |", end="", flush=True)
            for table in tables:
                list(played(game, table, level, "not counted"))
                times = [time for number in range(games) for time in played(game, table, level, str(number))]
                print(f" {median(times) * 1000:.0f}, {max(times) * 1000:.0f} ms |", end="", flush=True)
            print()


def played(game: str, table: Table, level: Level, seed: str) -> Iterator[float]:
    """How long each decision of a whole game took."""
    dice, own = FastDice(seed), FastDice(f"{seed}/own")
    secret = bytes(FastDice(f"{seed}/eyes").roll(256, "secret") for _ in range(32))
    state: Any = guests()[game].rules.start(table.options, table.seats, dice)
    while awaited := state.to_move():
        seat = awaited[0]
        look = level.eyes.look(state, seat, FairDice(secret)) if level.eyes else None
        view = state.view(seat)
        begun = thread_time()
        action = level.player.choose(view, look, own)
        yield thread_time() - begun
        state.play(seat, action, dice)


if __name__ == "__main__":
    main()
