"""How a game of Deep Blue feels, in numbers: who could come along to a dive, who did, and what it gave them.

Two measures that are never mixed: what the chart allows (was a rival's boat within one move when the dive
began?) and what players do (did a rival take part?). `bench/balance.py --goals` plays the games and writes
the page; what was measured is kept in `docs/balance-goals.json`, so that several runs make one page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import msgspec
import numpy as np

from fathom.deepblue import Action, DeepBlueEvent, DeepBlueState, Rush
from fathom.deepblue.events import CrewPlayed, DiveBegan, DiveEnded, Hired, Protected, Took
from fathom.deepblue.phases import Rushing
from fathom.players.deepblue.mind import Mind, Tastes
from fathom.players.deepblue.sailing import stay_worth
from fathom.table import Seat

KEPT = Path(__file__).resolve().parent.parent / "docs" / "balance-goals.json"
AGAIN = 400
"""So often the games are drawn again to see how much a figure would vary."""
MANY_ROUNDS = 25


@dataclass
class Dived:
    """One dive: where, who was near, who came, and what it gave."""

    city: bool
    near: bool
    """Whether a rival had a boat on the wreck or one move away from it when the dive began."""
    stayed: int = 0
    """How many could have rushed and gained by it, and did not."""
    cards: Counter[Seat] = field(default_factory=Counter)
    """How many cards each diver played, for VP or against hazards."""
    leader_vp: int = 0
    seats: tuple[Seat, ...] = ()
    """Everyone who took part, the leader first."""
    forced: bool = False
    """Whether the leader had to surface."""


@dataclass
class Felt:
    """What was noted of one game."""

    dives: list[Dived] = field(default_factory=list)
    gained: int = 0
    """How many cards came from the market into anyone's hand."""
    players: int = 0
    rounds: int = 0
    victories: list[float] = field(default_factory=list)
    """What part of the victory each player has, in turn order."""


class Watching:
    """Notes what happens in a game while it is played."""

    def __init__(self, players: int) -> None:
        self.felt = Felt(players=players)
        self._places: list[list[str]] = []

    def before(self, state: DeepBlueState, seat: Seat, action: Action) -> None:
        """Note what the position tells before an action changes it."""
        self._places = [[boat.place for boat in captain.boats] for captain in state.captains]
        phase = state.phase
        if isinstance(phase, Rushing) and isinstance(action, Rush) and seat != phase.descent.leader:
            self.felt.dives[-1].stayed += stays_away(state, seat, phase, action)

    def after(self, state: DeepBlueState, events: Sequence[DeepBlueEvent]) -> None:
        """Note what happened."""
        for event in events:
            match event:
                case DiveBegan(leader, site, tile):
                    away = state.box.waters.distance[site]
                    rivals = [both for seat, both in enumerate(self._places) if seat != leader]
                    near = any(away[place] <= 1 for both in rivals for place in both)
                    self.felt.dives.append(Dived(state.box.tiles[tile].city, near))
                case CrewPlayed(plays):
                    for play in plays:
                        self.felt.dives[-1].cards[play.seat] += len(play.cards)
                case Protected(seat, _, str()):
                    self.felt.dives[-1].cards[seat] += 1
                case DiveEnded(why, tallies):
                    dive = self.felt.dives[-1]
                    dive.leader_vp = tallies[0].total
                    dive.seats = tuple(tally.seat for tally in tallies)
                    dive.forced = why == "leader-surfaced"
                case Hired() | Took(_, str()):
                    self.felt.gained += 1
                case _:
                    pass


def stays_away(state: DeepBlueState, seat: Seat, rushing: Rushing, action: Rush) -> bool:
    """Whether someone does not come although the gems promise more than the place that a boat would leave.

    Reckoned with the exact odds of the bag, for as many draws as suit the leader, and only for those who have
    no boat on the wreck yet.
    """
    site = rushing.descent.site
    if action.boats or any(boat.place == site for boat in state.captains[seat].boats):
        return False
    mind = Mind(Tastes(), state.view(seat))
    leads = Mind(Tastes(), state.view(rushing.descent.leader))
    scenario = mind.scenario(rushing.descent.tile)
    draws = leads.promise(leads.stance(leads.me, site, leads.boats), scenario).draws
    gain = mind.odds.with_draws(mind.stance(seat, site, ()), draws, scenario.card_vp).vp
    left = min(stay_worth(mind, mind.boats[boat]) for boat in rushing.asked[0].boats)
    return gain > max(0.0, left)


class Measured(msgspec.Struct, frozen=True):
    """What a run of games came to: each figure with its interval, as it is written."""

    level: str
    edition: str
    chart: str
    players: int
    games: int
    command: str
    figures: dict[str, str]

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What a later run of the same kind replaces."""
        return self.level, self.edition, self.chart, self.players


class _Pile:
    """All dives of some games, as arrays, with the number of the game that each belongs to."""

    def __init__(self, felt: Sequence[Felt]) -> None:
        dives = [(number, dive) for number, game in enumerate(felt) for dive in game.dives]
        self.game = np.array([number for number, _ in dives])
        self.vp = np.array([dive.leader_vp for _, dive in dives], float)
        self.city = np.array([dive.city for _, dive in dives], bool)
        divers = [(number, dive.cards[seat]) for number, dive in dives for seat in dive.seats]
        self.divers_game = np.array([number for number, _ in divers])
        self.divers_cards = np.array([cards for _, cards in divers])
        self.near = np.array([dive.near for _, dive in dives], float)
        self.followed = np.array([len(dive.seats) > 1 for _, dive in dives], float)
        self.stayed = np.array([dive.stayed for _, dive in dives], float)
        self.forced = np.array([dive.forced for _, dive in dives], float)


def measured(felt: Sequence[Felt]) -> dict[str, str]:
    """Every figure of these games, with its 95 % interval from drawing the games again."""
    pile = _Pile(felt)
    number = len(felt)
    gained = np.array([game.gained / game.players for game in felt])
    short = np.array([game.rounds <= MANY_ROUNDS for game in felt], float)
    rounds = np.array([game.rounds for game in felt], float)
    stats: dict[str, tuple[Callable[[np.ndarray], float], str]] = {
        "near": (lambda times: _mean(pile.near, times[pile.game]), "%"),
        "followed": (lambda times: _mean(pile.followed, times[pile.game]), "%"),
        "stayed": (lambda times: _mean(pile.stayed, times[pile.game]), "2"),
        "gained": (lambda times: _mean(gained, times), "1"),
        "one": (lambda times: _mean(pile.divers_cards >= 1, times[pile.divers_game]), "%"),
        "two": (lambda times: _mean(pile.divers_cards >= 2, times[pile.divers_game]), "%"),
        "best": (lambda times: _percentile(pile.vp, times[pile.game], 0.9), "0"),
        "city": (
            lambda times: (
                _mean(pile.vp, times[pile.game] * pile.city) / _mean(pile.vp, times[pile.game] * ~pile.city)
            ),
            "2",
        ),
        "forced": (lambda times: _mean(pile.forced, times[pile.game]), "%"),
        "short": (lambda times: _mean(short, times), "%"),
        "rounds": (lambda times: _mean(rounds, times), "1"),
    }
    chance = np.random.default_rng(int.from_bytes(sha256(b"feel").digest()[:8]))
    draws = [np.ones(number), *chance.multinomial(number, [1 / number] * number, AGAIN).astype(float)]
    found = {name: _written([stat(times) for times in draws], how) for name, (stat, how) in stats.items()}
    for place in range(felt[0].players):
        won = np.array([game.victories[place] * game.players for game in felt])
        found[f"seat {place + 1}"] = _written([_mean(won, times) for times in draws], "2")
    return found


def _mean(values: np.ndarray, times: np.ndarray) -> float:
    whole = float(times.sum())
    return float((values * times).sum()) / whole if whole else 0.0


def _percentile(values: np.ndarray, times: np.ndarray, part: float) -> float:
    order = np.argsort(values)
    heaped = np.cumsum(times[order])
    return float(values[order][np.searchsorted(heaped, part * heaped[-1])])


def _written(figures: Sequence[float], how: str) -> str:
    low, high = np.percentile(figures[1:], (2.5, 97.5))
    if how == "%":
        return f"{figures[0]:.0%} ({low:.0%}–{high:.0%})"
    return f"{figures[0]:.{how}f} ({low:.{how}f}–{high:.{how}f})"


def kept() -> list[Measured]:
    """What earlier runs measured."""
    return msgspec.json.decode(KEPT.read_bytes(), type=list[Measured]) if KEPT.exists() else []


def keep(new: Sequence[Measured]) -> None:
    """Put these in place of what was measured of the same kind."""
    keys = {one.key for one in new}
    every = sorted([*(one for one in kept() if one.key not in keys), *new], key=lambda one: one.key)
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(every), indent=1) + b"\n")


GOALS: dict[int, dict[str, str]] = {
    2: {"near": "55 %", "followed": "30 %", "gained": "4", "one": "60 %", "two": "25 %"},
    3: {"near": "75 %", "followed": "50 %", "gained": "4", "one": "60 %", "two": "25 %"},
    4: {"near": "85 %", "followed": "60 %", "gained": "3", "one": "60 %", "two": "25 %"},
    5: {"near": "90 %", "followed": "70 %", "gained": "3", "one": "60 %", "two": "25 %"},
}
TABLES: tuple[tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]], ...] = (
    (
        "What the chart allows",
        (
            "In how many dives a rival has a boat on the wreck or one move away from it when the dive",
            "begins, whether it comes or not.",
        ),
        (("near", "a rival within one move"),),
    ),
    (
        "What players do",
        (
            "In how many dives anyone takes part beside the leader; who could have rushed there for more",
            "than their place promised, and stayed away, per dive; cards that each player gains in a game;",
            "how many of all who take part in a dive play a card in it (for points or against a hazard), and",
            "two or more; the leader's VP at the 90th percentile; and how many times the mean of the other",
            "wrecks a part of the city brings its leader.",
        ),
        (
            ("followed", "with a follower"),
            ("stayed", "stayed away"),
            ("gained", "cards gained"),
            ("one", "play one"),
            ("two", "play two"),
            ("best", "leader, 90 %"),
            ("city", "city : others"),
        ),
    ),
    (
        "Bounds",
        (
            "How often the leader has to surface; games that are over within 25 rounds, and the mean of",
            "rounds; how many times their fair share each player in turn order wins.",
        ),
        (
            ("forced", "leader surfaces"),
            ("short", "within 25 rounds"),
            ("rounds", "rounds"),
            *((f"seat {place}", name) for place, name in enumerate(("1st", "2nd", "3rd", "4th", "5th"), 1)),
        ),
    ),
)
BOUNDS = {"best": "25–35", "city": "1.3–2", "forced": "10–35 %", "short": "95 %", "stayed": "0"}


def section() -> list[str]:
    """The section of the page about the goals, from all that was measured."""
    every = kept()
    if not every:
        return []
    lines = [
        "## How it feels",
        "",
        "What a game should be like, as goals, and what it is: among captains and Leviathans, in all",
        "scenarios but Treacherous Reefs, where nobody may rush. The third edition of the box is how it is;",
        "the others were measured before, with players who thought a little less of cards against hazards.",
        "Every figure has its 95 % interval, from drawing the games again. Two measures are kept apart: what",
        "the chart allows, and what players make of it.",
        "",
    ]
    for title, told, columns in TABLES:
        lines += [f"### {title}", "", *told, ""]
        lines += [f"| players | who | {' | '.join(name for _, name in columns)} |"]
        lines += ["|---|---" + "|---:" * len(columns) + "|"]
        for chart, players in sorted({(one.chart, one.players) for one in every}, key=_order):
            seats = {f"seat {place}": "≤ 1.25" for place in range(1, players + 1)}
            goals = {**BOUNDS, **GOALS[players], **seats}
            name = f"{players}{'' if chart == 'standard' else ', small chart'}"
            lines.append(_row(name, "*goal*", [goals.get(key, "") for key, _ in columns]))
            for one in every:
                if (one.chart, one.players) == (chart, players):
                    who = f"{one.level}s, {one.edition} edition, {one.games} games"
                    lines.append(_row("", who, [one.figures.get(key, "") for key, _ in columns]))
        lines.append("")
    commands = sorted({one.command for one in every})
    return [*lines, "Made by", "", *(f"- `{command}`" for command in commands), ""]


def _order(sort: tuple[str, int]) -> tuple[bool, int]:
    return sort[0] != "standard", sort[1]


def _row(*cells: object) -> str:
    flat = [str(one) for cell in cells for one in (cell if isinstance(cell, list) else [cell])]
    return f"| {' | '.join(flat)} |"
