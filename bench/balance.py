"""How Deep Blue plays with our data: many games between Skippers, and what they tell, for `docs/balance.md`.

    python bench/balance.py --games 140 --seed balance

plays that many games of two on each chart, and more of more players, so that everyone's share of the
victories is known as well; all scenarios in turn. It writes the page and its pictures. The same number and
seed give the same page, with however many processes (`--jobs`).

    python bench/balance.py --level captain --games 98 --players 2 4 --seed balance

plays as many between four or two of a level that one meets at a table, on the standard chart, and writes only
the rows about them into the page; the other run leaves these as they are.

    python bench/balance.py --goals captain --games 60 --players 2 3 4 5 --seed feel

plays as many for each number of players, in all scenarios but Treacherous Reefs, and writes the section
about how the game feels (`feel.py`); `--edition first` does it with the box as it was before, `--chart small`
on the small chart.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import TypeVar

import matplotlib as mpl
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from numpy.typing import NDArray
from rich.progress import track

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import feel
from fathom.deepblue import DeepBlueEvent, DeepBlueGame, Options
from fathom.deepblue.box import CHARTS, EDITIONS, NEWEST, ChartName
from fathom.deepblue.events import (
    CrewPlayed,
    DiveBegan,
    DiveEnded,
    Hired,
    Passed,
    Protected,
    Renewed,
    Rested,
    Sailed,
    Took,
)
from fathom.guests import guests, level
from fathom.lab.statistics import wilson
from fathom.players.deepblue import Skipper, Tastes
from fathom.players.player import AnyPlayer
from fathom.table import FastDice, Result

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "balance.md"
GAME = DeepBlueGame()
ACTIONS: dict[type[DeepBlueEvent], str] = {
    Hired: "hire",
    Renewed: "renew the market",
    Sailed: "sail",
    Rested: "rest",
    DiveBegan: "dive",
    Passed: "pass",
}
SORTS: tuple[tuple[ChartName, int], ...] = (
    *(("standard", players) for players in (2, 3, 4, 5)),
    *(("small", players) for players in (2, 3)),
)
FRUGAL = Skipper(replace(Tastes(), crew=1.4, late=0.0))
"""Dives early and often, and hires hardly anybody."""

AGAIN = 200
"""So often the games are drawn again to see how much a figure would vary."""

WITHOUT_RUSH = "treacherous-reefs"
"""The scenario in which nobody may come along."""

Value = TypeVar("Value")
Figures = NDArray[np.float64]
"""A figure from the games as they were played, and after it from those drawn again, each time."""


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    players: int
    chart: str
    scenario: str
    first: int
    rounds: int
    result: Result
    events: tuple[DeepBlueEvent, ...]
    felt: feel.Felt

    def by_turn_order(self, values: Sequence[Value]) -> list[Value]:
        """Values by seat, the first player's first."""
        return [values[(self.first + turn) % len(values)] for turn in range(len(values))]

    def victories(self) -> list[float]:
        """What part of the victory each seat has: half each if two share it."""
        shared = self.result.places.count(1)
        return [(place == 1) / shared for place in self.result.places]


@dataclass
class Dives:
    """How dives to one wreck went."""

    led: int = 0
    surfaced: int = 0
    leader_vp: list[int] = field(default_factory=list)
    divers: list[int] = field(default_factory=list)


def play(options: Options, seated: Sequence[AnyPlayer], seed: str) -> Played:
    """One game between these players."""
    players = len(seated)
    dice = FastDice(seed)
    own_dice = [FastDice(f"{seed}/{seat}") for seat in range(players)]
    state = GAME.start(options, players, dice)
    events: list[DeepBlueEvent] = []
    watching = feel.Watching(players)
    while awaited := state.to_move():
        seat = awaited[0]
        action = seated[seat].choose(state.view(seat), None, own_dice[seat])
        watching.before(state, seat, action)
        told = state.play(seat, action, dice)
        watching.after(state, told)
        events += told
    result = state.result()
    assert result is not None
    felt = watching.felt
    first, turns = state.first, state.round
    game = Played(players, options.chart, state.scenario, first, turns, result, tuple(events), felt)
    felt.rounds = state.round
    felt.victories = game.by_turn_order(game.victories())
    return game


def felt_game(seed: str, name: str, edition: str, chart: ChartName, players: int, turn: int) -> feel.Felt:
    """The game of this turn between players of a level, where boats may rush to the city."""
    scenarios = [one for one in Options(edition=edition).box.scenarios if one != WITHOUT_RUSH]
    options = Options(scenario=scenarios[turn % len(scenarios)], chart=chart, edition=edition)
    one = level("deep-blue", name).player
    return play(options, [one] * players, f"{seed}/feel/{chart}/{players}/{turn}").felt


def as_telling(number: int, players: int) -> int:
    """How many games of more players tell as much about who begins as this number of games of two.

    A fair share of the victories of n players, divided by what is fair, varies by n - 1.
    """
    return number * (players - 1)


def drawn(seed: str, name: str, chart: ChartName, players: int, turn: int) -> Played:
    """The game of this turn between players of a level, or Skippers if none is named."""
    scenarios = list(Options().box.scenarios)
    options = Options(scenario=scenarios[turn % len(scenarios)], chart=chart)
    one = level("deep-blue", name).player if name else Skipper()
    return play(options, [one] * players, f"{seed}/{chart}/{players}/{turn}")


def games(
    number: int, seed: str, jobs: int, name: str = "", sorts: Sequence[tuple[ChartName, int]] = SORTS
) -> list[Played]:
    """So many games of two on each chart, and as telling a number with more players."""
    asked = [
        (seed, name, chart, players, turn)
        for chart, players in sorts
        for turn in range(as_telling(number, players))
    ]
    with ProcessPoolExecutor(jobs) as pool:
        playing = pool.map(drawn, *zip(*asked, strict=True), chunksize=7)
        return list(track(playing, "playing", total=len(asked)))


class Again:
    """Games drawn again with replacement, as many of each sort: what comes out each time is the interval."""

    def __init__(self, played: Sequence[Played]) -> None:
        chance = np.random.default_rng(int.from_bytes(sha256(b"balance").digest()[:8]))
        self._times = np.ones((1 + AGAIN, len(played)))
        sorts = defaultdict(list)
        for number, game in enumerate(played):
            sorts[game.chart, game.players].append(number)
        for some in sorts.values():
            self._times[1:, some] = chance.multinomial(len(some), [1 / len(some)] * len(some), AGAIN)

    def sums(self, by_game: Sequence[float]) -> Figures:
        """The sum of something that each game has."""
        found: Figures = self._times @ np.asarray(by_game, float)
        return found


def spread(figures: Figures, digits: int = 2) -> str:
    """A figure with its 95 % interval."""
    low, high = np.percentile(figures[1:], (2.5, 97.5))
    return f"{figures[0]:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def with_interval(values: Sequence[float]) -> str:
    """The mean and the bounds of its 95 % interval."""
    half = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{mean(values):.1f} ± {half:.1f}"


def share(hits: int, trials: int) -> str:
    """A share and the bounds of its 95 % interval."""
    found = wilson(hits, trials)
    return f"{found.share:.0%} ({found.low:.0%}–{found.high:.0%})"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """A table of the page."""
    lines = [f"| {' | '.join(head)} |", "|---" + "|---:" * (len(head) - 1) + "|"]
    return [*lines, *(f"| {' | '.join(str(cell) for cell in row)} |" for row in rows), ""]


def sorts_of(played: Sequence[Played]) -> dict[tuple[str, int], list[Played]]:
    """The games by chart and number of players."""
    sorts = defaultdict(list)
    for game in played:
        sorts[game.chart, game.players].append(game)
    return dict(sorts)


def length_and_scores(played: Sequence[Played]) -> list[str]:
    """Rounds, scores, and how far apart the players are in the end."""
    rows = []
    for (chart, players), some in sorts_of(played).items():
        scores = [game.result.scores for game in some]
        rows.append(
            (
                f"{chart}, {players} players",
                with_interval([game.rounds for game in some]),
                f"{min(game.rounds for game in some)}–{max(game.rounds for game in some)}",
                with_interval([mean(score) for score in scores]),
                with_interval([max(score) for score in scores]),
                with_interval([max(score) - min(score) for score in scores]),
            )
        )
    return table(("", "rounds", "from–to", "mean VP", "winner's VP", "first to last"), rows)


def times_fair(shares: Sequence[float]) -> str:
    """How many times the fair share is won, from victories already divided by what is fair."""
    half = 1.96 * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 0.0
    return f"{mean(shares):.2f} ± {half:.2f}"


def seat_advantage(played: Sequence[Played]) -> list[str]:
    """How many times their fair share of the victories the first, second … player in turn order wins."""
    rows = []
    for (chart, players), some in sorts_of(played).items():
        ordered = [game.by_turn_order(game.victories()) for game in some]
        cells = [times_fair([shares[place] * players for shares in ordered]) for place in range(players)]
        rows.append((f"{chart}, {players} players", *cells, *[""] * (5 - players)))
    return table(("", "first", "second", "third", "fourth", "fifth"), rows)


def actions_used(played: Sequence[Played]) -> list[str]:
    """How often each action is taken, per player and game."""
    rows = []
    for (chart, players), some in sorts_of(played).items():
        counts = [
            Counter(ACTIONS[type(event)] for event in game.events if type(event) in ACTIONS) for game in some
        ]
        again = Again(some)
        cells = [
            spread(again.sums([count[name] for count in counts]) / (players * len(some)))
            for name in ACTIONS.values()
        ]
        rows.append((f"{chart}, {players} players", *cells))
    return table(("per player and game", *ACTIONS.values()), rows)


def hiring_or_not(seed: str, chart: ChartName, players: int, alone: bool, turn: int) -> float:
    """How many times the fair share is won by one who hires alone, or by one who alone does not."""
    scenarios = list(Options().box.scenarios)
    options = Options(scenario=scenarios[turn // players % len(scenarios)], chart=chart)
    one, others = (Skipper(), FRUGAL) if alone else (FRUGAL, Skipper())
    seat = turn % players
    seated = [one if other == seat else others for other in range(players)]
    game = play(options, seated, f"{seed}/hiring/{chart}/{players}/{turn // players}")
    return game.victories()[seat] * players


def hiring(number: int, seed: str, jobs: int) -> list[str]:
    """Somebody who hires alone among those who do not, and the other way round: so many games each."""
    rows = []
    with ProcessPoolExecutor(jobs) as pool:
        for chart, players in track(SORTS, "hiring or not"):
            cells = []
            for alone in (True, False):
                asked = [(seed, chart, players, alone, turn) for turn in range(number)]
                won = list(pool.map(hiring_or_not, *zip(*asked, strict=True), chunksize=7))
                cells.append(times_fair(won))
            rows.append((f"{chart}, {players} players", *cells))
    return table(("", "one who hires", "one who does not"), rows)


def cards_used(played: Sequence[Played]) -> tuple[list[str], dict[str, float]]:
    """For each card of the market how often it is hired and used, and how its owners fare."""
    box = Options().box
    hired_in: list[Counter[str]] = []
    used_in: list[Counter[str]] = []
    won: dict[str, list[float]] = defaultdict(list)
    for game in played:
        hired: Counter[str] = Counter()
        used: Counter[str] = Counter()
        hired_in.append(hired)
        used_in.append(used)
        owners: set[tuple[str, int]] = set()
        for event in game.events:
            match event:
                case Hired(seat, card, _, cards):
                    hired[card] += 1
                    owners.add((card, seat))
                    used.update(cards)
                case Took(seat, str(card)):
                    hired[card] += 1
                    owners.add((card, seat))
                case Sailed(_, cards) | Renewed(_, cards):
                    used.update(cards)
                case Protected(_, _, str(card)):
                    used[card] += 1
                case CrewPlayed(plays):
                    used.update(card for play in plays for card in play.cards)
                case _:
                    pass
        victories = game.victories()
        for card, seat in sorted(owners):
            won[card].append(victories[seat] * game.players)
    kinds = [box.crew[card] for card in dict.fromkeys(box.market)]
    again = Again(played)
    hires = {kind.id: again.sums([hired[kind.id] for hired in hired_in]) for kind in kinds}
    uses = {kind.id: again.sums([used[kind.id] for used in used_in]) for kind in kinds}
    usual = sum((uses[kind.id] / kind.count for kind in kinds), np.zeros(1 + AGAIN)) / len(kinds)
    rows = [
        (
            kind.name,
            kind.count,
            spread(hires[kind.id] / kind.count / len(played)),
            spread(uses[kind.id] / np.maximum(1, hires[kind.id]), 1),
            spread(uses[kind.id] / kind.count / usual),
            times_fair(won[kind.id]) if won[kind.id] else "",
        )
        for kind in kinds
    ]
    head = ("", "copies", "hired per copy and game", "uses per hire", "uses by the mean", "its owner wins")
    return table(head, rows), {kind.name: float(hires[kind.id][0]) / len(played) for kind in kinds}


def dives_of(played: Sequence[Played]) -> dict[str, Dives]:
    """How the dives to each wreck went."""
    found: dict[str, Dives] = defaultdict(Dives)
    for game in played:
        tile = ""
        for event in game.events:
            if isinstance(event, DiveBegan):
                tile = event.tile
            elif isinstance(event, DiveEnded):
                dives = found[tile]
                dives.led += 1
                dives.surfaced += event.why == "leader-surfaced"
                dives.leader_vp.append(event.tallies[0].total)
                dives.divers.append(len(event.tallies))
    return found


def wrecks(found: dict[str, Dives], played: Sequence[Played]) -> list[str]:
    """What each wreck brings."""
    tiles = Options().box.tiles
    again = Again(played)
    by_game = [dives_of([game]) for game in played]
    rows = []
    for tile in tiles:
        if tile not in found:
            continue
        led = again.sums([dives[tile].led for dives in by_game])
        divers = again.sums([sum(dives[tile].divers) for dives in by_game])
        rows.append(
            (
                tiles[tile].name,
                spread(led / len(played)),
                with_interval(found[tile].leader_vp),
                spread(divers / np.maximum(1, led)),
                share(found[tile].surfaced, found[tile].led),
            )
        )
    return table(("", "dived to per game", "leader's VP", "divers", "leader surfaces"), rows)


def scenarios(played: Sequence[Played]) -> list[str]:
    """The same by scenario, in dives to the city only."""
    tiles = Options().box.tiles
    rows = []
    for scenario in Options().box.scenarios.values():
        some = [game for game in played if game.scenario == scenario.id]
        city = [dives for tile, dives in dives_of(some).items() if tiles[tile].city]
        vp = [vp for dives in city for vp in dives.leader_vp]
        rows.append(
            (
                scenario.name,
                with_interval([game.rounds for game in some]),
                with_interval(vp),
                share(sum(dives.surfaced for dives in city), len(vp)),
            )
        )
    return table(("", "rounds", "leader's VP in the city", "leader surfaces in the city"), rows)


def pictures(played: Sequence[Played], hired: dict[str, float]) -> None:
    """Lengths, scores by turn order, and cards hired."""
    mpl.rcParams.update({"svg.hashsalt": "balance", "font.size": 9, "axes.spines.top": False})
    sorts = sorts_of(played)
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4))
    names = [f"{players}{' small' if chart == 'small' else ''}" for chart, players in sorts]
    left.boxplot([[game.rounds for game in some] for some in sorts.values()], tick_labels=names)
    left.set(title="Rounds in a game", xlabel="players")
    for (chart, players), some in sorts.items():
        if chart == "standard":
            ordered = [game.by_turn_order(game.result.scores) for game in some]
            right.plot(
                range(1, players + 1),
                [mean(place) for place in zip(*ordered, strict=True)],
                "o-",
                label=f"{players}",
            )
    right.set(title="Mean VP by turn order", xlabel="place in turn order", xticks=range(1, 6))
    right.legend(title="players", frameon=False)
    _save(figure, "balance-games")
    figure, axes = plt.subplots(figsize=(9, 3.8))
    ordered_cards = sorted(hired, key=hired.__getitem__)
    axes.barh(ordered_cards, [hired[card] for card in ordered_cards])
    axes.set(title="Hired per game, all copies together")
    _save(figure, "balance-crew")


def _save(figure: Figure, name: str) -> None:
    figure.tight_layout()
    (DOCS / "pictures").mkdir(exist_ok=True)
    figure.savefig(DOCS / "pictures" / f"{name}.svg", metadata={"Date": None})
    plt.close(figure)


SERVED = "## With the levels that one meets at a table"


def served_rows(name: str, played: Sequence[Played]) -> list[str]:
    """How often the leader surfaces among players of a level, and what the seats are worth."""
    rows = []
    for (chart, players), some in sorts_of(played).items():
        dives = dives_of(some).values()
        surfaced = share(sum(one.surfaced for one in dives), sum(one.led for one in dives))
        ordered = [game.by_turn_order(game.victories()) for game in some]
        seats = [times_fair([shares[place] * players for shares in ordered]) for place in range(players)]
        cells = (f"{name}, {chart}, {players}", len(some), surfaced, *seats, *[""] * (5 - players))
        rows.append(f"| {' | '.join(str(cell) for cell in cells)} |")
    return rows


def served(kept: Sequence[str], name: str = "", made: str = "", rows: Sequence[str] = ()) -> list[str]:
    """The section about served levels: what it held, but for what is new about one of them."""
    lines = [line for line in kept if not (name and line.startswith((f"- {name}:", f"| {name},")))]
    lines += [made, *rows] if name else []
    known = [one.name for one in guests()["deep-blue"].levels]
    told = [[line for line in lines if line.startswith(f"- {one}:")] for one in known]
    table_rows = [[line for line in lines if line.startswith(f"| {one},")] for one in known]
    if not any(table_rows):
        return [SERVED, "", "Since they last changed, only how the game feels to them has been measured.", ""]
    return [
        SERVED,
        "",
        "The leader should surface in 10 to 35 % of the dives, and no seat should win more than 1.25 times",
        "its share.",
        "",
        *(line for some in told for line in some),
        "",
        "| level, chart, players | games | leader surfaces | first | second | third | fourth | fifth |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
        *(line for some in table_rows for line in some),
        "",
    ]


def kept_lines() -> list[str]:
    """What the page holds about served levels."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    return text.partition(SERVED)[2].split("\n## ")[0].splitlines()


WHAT_IS_LEFT = (
    "## What is left",
    "",
    "Read on 18 November 2026, after the third edition had been tuned: 150 games of captains for each",
    "number of players on the standard chart. Followers, cards gained, two cards played, the leader's",
    "best tenth and the city are at their goals with two to five players; the leader is forced up in 26",
    "to 31 %, and no seat's interval lies wholly above 1.25. The leader's best tenth begins at 34, 35, 35",
    "and 34 VP, but with three and four the interval reaches 36.",
    "",
    "Three things are short. With two players 93 % (89–97) of the games are over within 25 rounds: the",
    "bound is 95 %, and it is not shown to hold. Another 150 games from a seed of their own came to 96 %",
    "(93–99), so it lies close to the bound, on which side cannot be told. With five, 59 % (57–61) play a",
    "card, not 60. And a rival is within one move in 84 % (83–86) with four and 87 % (86–89) with five,",
    "not 85 and 90: the chart is that of the second edition, and changing cards did not help. One more",
    "route, from the Sandbar to Old Mole, brought 90 % with five in three other boxes, but made the wide",
    "chart no wider than the small one and gave Y1 a second way, so it was left out.",
    "",
    "What gave way to length: a Purser who brings 2 VP on four gems let 63 % of five players' divers play",
    "a card, but only 88 % (83–93) of games of two were over in time. 44 boxes were tried, this one",
    "included, with 60 to 150 games each; the seed of the table was used for the last two of them.",
    "",
    "Not measured with the third edition: Leviathans, the small chart, and everything above How it feels,",
    "which is of the second edition; so whether a card of the third is dead or dominant in play is not",
    "known. That none is worse than another and better in nothing is tested. With the second edition",
    "nobody who would gain by rushing stayed away among captains, among three Leviathans one in one dive",
    "of twenty did, and Gold Hound, which has an easier condition now, was as good as dead among",
    "Skippers.",
    "",
)
"""What whoever read the figures made of them. To be read and written again with new ones."""


def page(played: Sequence[Played], number: int, seed: str, jobs: int) -> str:
    """The page, and its pictures."""
    found = dives_of(played)
    surfaced = sum(dives.surfaced for dives in found.values())
    led = sum(dives.led for dives in found.values())
    card_lines, hired = cards_used(played)
    pictures(played, hired)
    lines = [
        "# The balance of Deep Blue",
        "",
        "Chart, wrecks and cards are of our own design ([B12.2](rules/deep-blue.md#B12.2)), so whether they",
        "are good must be seen in play. These figures come from games between Skippers, who know the odds of",
        "the bag exactly but look only one step ahead: they are quick enough for thousands of games. What",
        "differs between stronger players is told [below](#with-the-levels-that-one-meets-at-a-table).",
        "The other game has [its own page](balance-dive.md).",
        "",
        "Every figure has its 95 % interval: means with ±, shares of dives by Wilson, and everything else",
        f"from drawing the games again {AGAIN} times.",
        "",
        f"Made by `python bench/balance.py --games {number} --seed {seed}`: {len(played)} games, all",
        f"scenarios in turn; {number} of two players on each chart, and twice, three and four times as many",
        "of three, four and five, so that all shares of victories below are known equally well.",
        "",
        "## Length and scores",
        "",
        *length_and_scores(played),
        "![Rounds in a game, and mean VP by turn order](pictures/balance-games.svg)",
        "",
        "## Does it matter who begins?",
        "",
        "How many times their fair share of the victories each player in turn order wins; two who share a",
        "victory have half of it each. Nobody's should be above 1.25:",
        "",
        *seat_advantage(played),
        "## What players do",
        "",
        *actions_used(played),
        "### Does hiring pay?",
        "",
        "How many times the fair share of the victories is won by one who hires where nobody else does, and",
        "by one who dives early and often and hires hardly anybody where all others hire, in",
        f"{number // 2} games each:",
        "",
        *hiring(number // 2, seed, jobs),
        "## Dives",
        "",
        f"In {share(surfaced, led)} of all dives the leader has to surface; it should be 10 to 35 %.",
        "",
        *wrecks(found, played),
        "## Scenarios",
        "",
        *scenarios(played),
        "## Crew",
        "",
        "A card is used when it is played, for whatever. *Uses by the mean* compares how often a copy in the",
        "box is used with the mean of all kinds: below a quarter it would be dead. *Its owner wins* so many",
        "times the fair share; above 1.5 it would be dominant.",
        "",
        *card_lines,
        "![Cards hired per game](pictures/balance-crew.svg)",
        "",
        *served(kept_lines()),
        *feel.section(),
        *WHAT_IS_LEFT,
    ]
    return "\n".join(lines)


def write_goals(
    name: str, number: int, seed: str, jobs: int, players: Sequence[int], edition: str, chart: ChartName
) -> None:
    """Play between players of a level, and write the section about how the game feels."""
    at_tables = " ".join(str(one) for one in players)
    command = f"python bench/balance.py --goals {name} --games {number} --players {at_tables} --seed {seed}"
    command += "" if edition == NEWEST else f" --edition {edition}"
    command += "" if chart == "standard" else f" --chart {chart}"
    with ProcessPoolExecutor(jobs) as pool:
        for several in players:
            asked = [(seed, name, edition, chart, several, turn) for turn in range(number)]
            playing = pool.map(felt_game, *zip(*asked, strict=True), chunksize=2)
            felt = list(track(playing, f"{name}s, {several} players", total=number))
            feel.keep([feel.Measured(name, edition, chart, several, number, command, feel.measured(felt))])
    rewrite_section(FELT, feel.section())


FELT = "## How it feels"


def rewrite_section(title: str, lines: Sequence[str]) -> None:
    """Put a section into the page in place of the one that has its title, or before what is left."""
    text = PAGE.read_text(encoding="utf-8")
    where = title if title in text else WHAT_IS_LEFT[0]
    before, _, rest = text.partition(where)
    after = rest if where != title else "\n## " + rest.partition("\n## ")[2]
    head = "" if where == title else where
    new = "\n".join(lines)
    PAGE.write_text(before + new + (after if where == title else "\n" + head + after), encoding="utf-8")


def main() -> None:
    """Play, count, write."""
    parser = argparse.ArgumentParser(description="Play many games of Deep Blue and write docs/balance.md.")
    parser.add_argument("--games", type=int, default=98, help="of two players on each chart, at least 7")
    parser.add_argument("--seed", default="balance", help="which games")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play")
    parser.add_argument(
        "--level",
        choices=[one.name for one in guests()["deep-blue"].levels],
        help="a level that one meets at a table",
    )
    parser.add_argument(
        "--players", type=int, nargs="+", default=[2, 4], help="with --level: how many at a table"
    )
    parser.add_argument(
        "--goals",
        choices=[one.name for one in guests()["deep-blue"].levels],
        help="how the game feels to this level",
    )
    parser.add_argument("--edition", choices=EDITIONS, default=NEWEST, help="with --goals: which box")
    parser.add_argument("--chart", choices=CHARTS, default="standard", help="with --goals: which chart")
    given = parser.parse_args()
    if given.goals:
        write_goals(
            given.goals, given.games, given.seed, given.jobs, given.players, given.edition, given.chart
        )
        return
    if given.games < len(Options().box.scenarios):
        parser.error(
            "each scenario must be played at least once with each number of players: 7 games or more"
        )
    if given.level:
        write_level(given.level, given.games, given.seed, given.jobs, given.players)
        return
    played = games(given.games, given.seed, given.jobs)
    PAGE.write_text(page(played, given.games, given.seed, given.jobs), encoding="utf-8")


def write_level(name: str, number: int, seed: str, jobs: int, players: Sequence[int]) -> None:
    """Play between players of a level, and write the rows about them into the page."""
    sorts = [sort for sort in SORTS if sort[0] == "standard" and sort[1] in players]
    played = games(number, seed, jobs, name, sorts)
    at_tables = " ".join(str(one) for one in players)
    command = f"python bench/balance.py --level {name} --games {number} --seed {seed} --players {at_tables}"
    lines = served(kept_lines(), name, f"- {name}: `{command}`", served_rows(name, played))
    before, left, rest = PAGE.read_text(encoding="utf-8").partition(WHAT_IS_LEFT[0])
    before = before.partition(SERVED)[0]
    PAGE.write_text(before + "\n".join(lines) + "\n" + left + rest, encoding="utf-8")


if __name__ == "__main__":
    main()
