"""How fast the rules run: random games of ours beside random games of Catan in catanatron, on one core.

They take turns in the same process and are timed by the processor time they use, so that a busy machine
slows all alike; what counts is the ratio. An action is one recorded decision: an action played here, an entry
of `state.actions` there. Setting the games up is included. Run it with `make bench`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from fathom.deepblue import DeepBlueGame
from fathom.deepblue import Options as DeepBlueOptions
from fathom.dive import DiveGame, DiveState, Options
from fathom.table import FastDice, FastProof, Match

SEATS = 4
DEEP_BLUE = DeepBlueOptions()


def dive_game(seed: int) -> int:
    """A random game of Dive, played on the state; how many actions it took."""
    dice = FastDice(seed)
    state = DiveGame().start(Options(), SEATS, dice)
    actions = 0
    while awaited := state.to_move():
        seat = awaited[0]
        state.play(seat, state.menu(seat).sample(dice), dice)
        actions += 1
    return actions


def dive_game_recorded(seed: int) -> int:
    """The same with a record that can be verified, encoded at the end."""
    dice = FastDice(seed)
    match = Match(DiveGame(), Options(), tuple("ABCD"), dice)
    while awaited := match.state.to_move():
        seat = awaited[0]
        match.play(seat, match.state.menu(seat).sample(dice))
    return len(match.record(FastProof(seed)).moves)


def deep_blue_game(seed: int) -> int:
    """A random game of Deep Blue, played on the state; how many actions it took."""
    dice = FastDice(seed)
    state = DeepBlueGame().start(DEEP_BLUE, SEATS, dice)
    actions = 0
    while awaited := state.to_move():
        seat = awaited[0]
        state.play(seat, state.menu(seat).sample(dice), dice)
        actions += 1
    return actions


def catan_game(seed: int) -> int:
    """A random game of Catan, played the way catanatron plays one; how many actions it took."""
    game = new_catan(seed)
    while game.winning_color() is None and game.state.num_turns < 1000:
        game.play_tick()
    return len(game.state.actions)


def new_catan(seed: int) -> Any:
    """A game of Catan between four random players."""
    from catanatron.game import Game
    from catanatron.models.player import Color, RandomPlayer

    return Game([RandomPlayer(color) for color in Color], seed=seed + 1)


def half_a_dive(seed: int) -> DiveState:
    """A game of Dive after half of its actions."""
    total = dive_game(seed)
    dice = FastDice(seed)
    state = DiveGame().start(Options(), SEATS, dice)
    for _ in range(total // 2):
        seat = state.to_move()[0]
        state.play(seat, state.menu(seat).sample(dice), dice)
    return state


def half_a_catan(seed: int) -> Any:
    """A game of Catan after half of its actions."""
    total = catan_game(seed)
    game = new_catan(seed)
    for _ in range(total // 2):
        game.play_tick()
    return game


class Stopwatch:
    """What was played, and the processor time that it took."""

    def __init__(self, play: Callable[[int], int]) -> None:
        self._play = play
        self.seed = 0
        self.reset()

    def reset(self) -> None:
        """Begin anew, with other games."""
        self.actions = self.games = 0
        self.seconds = 0.0

    def run(self, seconds: float) -> None:
        """Play for about so long."""
        begin = process_time()
        while (elapsed := process_time() - begin) < seconds:
            self.actions += self._play(self.seed)
            self.games += 1
            self.seed += 1
        self.seconds += elapsed


def time_of(copy: Callable[[], object], seconds: float) -> float:
    """Seconds per copy, from copies for about so many seconds."""
    copies = 0
    begin = process_time()
    while (elapsed := process_time() - begin) < seconds:
        for _ in range(100):
            copy()
        copies += 100
    return elapsed / copies


SLICES = 8
"""Ours and theirs take turns so often in one repetition: whatever else the machine does hits both."""


def measured(repetitions: int, seconds: float) -> dict[str, list[float]]:
    """Every figure once per repetition."""
    watches = {
        "dive": Stopwatch(dive_game),
        "dive recorded": Stopwatch(dive_game_recorded),
        "deep blue": Stopwatch(deep_blue_game),
        "catanatron": Stopwatch(catan_game),
    }
    figures: dict[str, list[float]] = {
        f"{who} {what}": [] for who in watches for what in ("actions/s", "games/s")
    }
    figures |= {"dive copy µs": [], "catanatron copy µs": []}
    for watch in watches.values():
        watch.run(seconds / 2)  # what is made only once is not what we measure
    for repetition in range(repetitions):
        for watch in watches.values():
            watch.reset()
        for _ in range(SLICES):
            for watch in watches.values():
                watch.run(seconds / SLICES)
        for who, watch in watches.items():
            figures[f"{who} actions/s"].append(watch.actions / watch.seconds)
            figures[f"{who} games/s"].append(watch.games / watch.seconds)
        dive, catan = half_a_dive(repetition), half_a_catan(repetition)
        figures["dive copy µs"].append(1e6 * time_of(dive.copy, seconds / 4))
        figures["catanatron copy µs"].append(1e6 * time_of(catan.copy, seconds / 4))
    return figures


def ratios(figures: dict[str, list[float]]) -> dict[str, list[float]]:
    """How many times as fast as catanatron, per repetition."""

    def over(above: str, below: str) -> list[float]:
        return [ours / theirs for ours, theirs in zip(figures[above], figures[below], strict=True)]

    return {
        "actions/s": over("dive actions/s", "catanatron actions/s"),
        "actions/s, recorded": over("dive recorded actions/s", "catanatron actions/s"),
        "actions/s, Deep Blue": over("deep blue actions/s", "catanatron actions/s"),
        "copy": over("catanatron copy µs", "dive copy µs"),
    }


def machine() -> dict[str, str]:
    """What it was measured on."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [
            line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line
        ]
        model = names[0] if names else model
    return {
        "processor": model,
        "cores": str(os.cpu_count()),
        "load": f"{os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else "unknown",
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "fathom": version("fathom-games"),
        "catanatron": version("catanatron"),
    }


def show(figures: dict[str, list[float]], console: Console) -> None:
    """Print median and spread of everything."""
    table = Table(title=f"{SEATS} random players, one core", title_justify="left")
    for heading in ("", "median", "lowest", "highest"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, values in figures.items():
        digits = 0 if min(values) > 1000 else 2
        table.add_row(name, *(f"{value:,.{digits}f}" for value in (median(values), min(values), max(values))))
    table.add_section()
    for name, values in ratios(figures).items():
        table.add_row(
            f"[bold]times as fast: {name}",
            *(f"{value:.1f}×" for value in (median(values), min(values), max(values))),
        )
    console.print(table)


def main() -> None:
    """Measure, print, write down."""
    parser = argparse.ArgumentParser(description="Measure the engine beside catanatron.")
    parser.add_argument("--repetitions", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.5, help="per measurement")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".json"))
    asked = parser.parse_args()
    before = machine()
    figures = measured(asked.repetitions, asked.seconds)
    console = Console()
    show(figures, console)
    for name, value in before.items():
        console.print(f"{name}: {value}", highlight=False)
    rounded = {
        name: [round(value, 3) for value in values] for name, values in (figures | ratios(figures)).items()
    }
    medians = {name: round(median(values), 3) for name, values in rounded.items()}
    asked.out.write_text(json.dumps({"machine": before, "median": medians, "all": rounded}, indent=1) + "\n")
    console.print(f"written to {asked.out}", highlight=False)


if __name__ == "__main__":
    main()
