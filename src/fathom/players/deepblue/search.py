"""Search: the sensible actions are played on in imagined worlds, and the one that leads furthest is done.

Every world is one that the view leaves open, and all actions are tried in the same worlds with the same luck,
so that what differs between them is the action and not the dice.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from random import Random

from fathom.deepblue import Action, DeepBlueGame, DeepBlueState, DeepBlueView, Dive
from fathom.deepblue.events import DiveEnded
from fathom.deepblue.menus import ListedMenu, PlayingMenu
from fathom.deepblue.phases import Answering, Deciding, Playing, Rushing
from fathom.players.deepblue import crew, sailing
from fathom.players.deepblue.mind import Mind, Tastes
from fathom.players.deepblue.skipper import Weighed, all_cards, best, weighed
from fathom.players.watch import Watch
from fathom.table import Dice, Seat

_GAME = DeepBlueGame()
_SEEDS = 2**53
_VICTORY = 30.0
"""What winning is worth beside the VP by which one wins."""


class Luck(Dice):
    """Dice for an imagined world: a stream of its own for every purpose.

    Whatever was done before, the next gem that is drawn is the same.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._streams: dict[str, Random] = {}

    def roll(self, sides: int, purpose: str) -> int:
        stream = self._streams.get(purpose)
        if stream is None:
            stream = self._streams[purpose] = Random(f"{self._seed}/{purpose}")
        return int(stream.random() * sides)


@dataclass(frozen=True)
class Leviathan:
    """Tries the best few actions out in so many simulations, each a few turns long."""

    simulations: int = 24
    turns: int = 2
    """How many turns are played on after the one that is being decided."""
    width: int = 6
    """How many actions are tried out."""
    seconds: float = 1.0
    """The most time that a decision may take, of this thread; simulations are what is meant to end it."""
    prior: float = 2.0
    """Simulations of an action that the first estimate of it counts for."""
    tastes: Tastes = field(default_factory=Tastes)

    def choose(self, view: DeepBlueView, look: object, dice: Dice) -> Action:
        """The best action that was found when the simulations, or the time, are used up."""
        watch = Watch(self.seconds)
        thoughts = self.thoughts(view, dice)
        best = next(thoughts)
        for thought in thoughts:
            best = thought
            if watch.over:
                break
        return best

    def thoughts(self, view: DeepBlueView, dice: Dice) -> Generator[Action, None, None]:
        """Yield the best action so far after every imagined world. Closing the generator cancels it."""
        mind = Mind(self.tastes, view)
        choices = self._choices(mind)
        yield choices[0][1]
        if len(choices) == 1:
            return
        # All that are compared have been simulated equally often, so sums do as well as means.
        totals = [self.prior * worth for worth, _ in choices]
        left = list(range(len(choices)))
        turns = 0 if isinstance(view.phase, Deciding | Answering) else self.turns
        spent = 0
        # Sequential halving: everyone gets an equal share of each stage, and the worse half drops out.
        stages = max(1, (len(choices) - 1).bit_length())
        for stage in range(1, stages + 1):
            until = self.simulations * stage // stages
            while spent + len(left) <= until:
                world = _GAME.imagine(view, dice)
                seed = dice.roll(_SEEDS, "luck")
                for number in left:
                    totals[number] += self.played_on(world, mind.me, choices[number][1], seed, turns)
                spent += len(left)
                yield choices[max(left, key=totals.__getitem__)][1]
            left.sort(key=totals.__getitem__, reverse=True)
            left = left[: max(2, (len(left) + 1) // 2)]

    def _choices(self, mind: Mind) -> Weighed:
        """What is worth trying out, the most promising first."""
        choices = weighed(mind)
        menu = _GAME.actions(mind.view)
        if isinstance(menu, ListedMenu) and isinstance(mind.view.phase, Rushing | Answering):
            first = choices[0][1]
            choices = [choices[0], *((0.0, action) for action in menu if action != first)]
        choices = sorted(choices, key=lambda choice: -choice[0])
        return choices[: self.width]

    def played_on(self, world: DeepBlueState, me: Seat, action: Action, seed: int, turns: int) -> float:
        """What the action leads to in this world: one's VP and prospects beside those of the best rival."""
        state = world.copy()
        lucky = self.play_turns(state, me, action, Luck(seed), turns)
        return standing(state, me, self.tastes, lucky)

    def play_turns(
        self, state: DeepBlueState, me: Seat, action: Action, dice: Dice, turns: int
    ) -> Sequence[float]:
        """Play the action, then as Skippers do until so many more turns are over. Return everyone's luck.

        Most of what differs from world to world is luck in dives, and of that the odds are known: what a dive
        gives beyond what it promised is luck, and no reason to prefer what led to it.
        """
        lucky = [0.0] * len(state.captains)
        promised: dict[Seat, float] = {}
        last = state.turn + turns
        seat = me
        while True:
            if isinstance(action, Dive):
                mind = Mind(self.tastes, state.view(seat))
                promised = mind.promised(action.site, mind.boats)
            for event in state.play(seat, action, dice):
                if isinstance(event, DiveEnded):
                    for tally in event.tallies:
                        lucky[tally.seat] += tally.total - promised.get(tally.seat, tally.total)
                    promised = {}
            awaited = state.to_move()
            if state.turn > last or not awaited:
                return lucky
            seat = awaited[0]
            action = self._skippers(state, seat)

    def _skippers(self, state: DeepBlueState, seat: Seat) -> Action:
        """What a Skipper does; a view is built only where it needs one."""
        menu = state.menu(seat) if isinstance(state.phase, Playing) else None
        if isinstance(menu, PlayingMenu):
            return all_cards(menu)
        return best(weighed(Mind(self.tastes, state.view(seat))))


def standing(state: DeepBlueState, me: Seat, tastes: Tastes, lucky: Sequence[float]) -> float:
    """By how many VP one leads, prospects included and luck not; a game that is over is worth winning."""
    result = state.result()
    if result is not None:
        lead = result.scores[me] - max(vp for seat, vp in enumerate(result.scores) if seat != me)
        return 0.5 * lead + (_VICTORY if result.places[me] == 1 else -_VICTORY)
    worths = [
        captain.vp - lucky[seat] + prospects(state, seat, tastes)
        for seat, captain in enumerate(state.captains)
    ]
    return worths[me] - max(worth for seat, worth in enumerate(worths) if seat != me)


def prospects(state: DeepBlueState, seat: Seat, tastes: Tastes) -> float:
    """What boats, crew and tokens promise for the rest of the game.

    The weights are those that fit best how many VP Skippers went on to win by in 400 games.
    """
    mind = Mind(tastes, state.view(seat))
    worse, better = sorted([sailing.stay_worth(mind, boat) for boat in mind.boats])
    hand = sum([crew.keep_worth(mind, card) for card in mind.yours.hand])
    resting = sum([crew.keep_worth(mind, card) for card in mind.yours.resting])
    wrecks_left = sum([wreck is not None for wreck in state.lying]) / len(state.box.tiles)
    cards = len(mind.yours.hand) + len(mind.yours.resting)
    return (
        0.37 * better
        + 0.31 * worse
        + 0.44 * hand
        + 2.8 * wrecks_left * (hand + resting - 3.7 * cards)
        + tastes.token * state.captains[seat].tokens
    )
