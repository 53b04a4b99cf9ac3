"""A tree for Deep Blue, to compare the Leviathan's flat search with: information-set Monte Carlo tree search.

    fathom tournament deep-blue --players bench.ismcts:Tree,leviathan --games 40 --scenario drawn

Everything else is the Leviathan's: the same actions come into question, the first thought counts as much, as
many simulations are played on for as many turns, and luck in dives is taken out. What differs: what was found
out about replies is kept, in a tree whose nodes are what has been done since (single observer, one
imagined world for every descent), searched by upper confidence bounds. Everyone goes for their own standing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any

from fathom.deepblue import Action, DeepBlueGame, DeepBlueState, DeepBlueView, Dive
from fathom.deepblue.events import DiveEnded
from fathom.deepblue.phases import Answering, Deciding
from fathom.players.deepblue import Leviathan
from fathom.players.deepblue.mind import Mind
from fathom.players.deepblue.search import Luck, standing
from fathom.players.deepblue.skipper import best, weighed
from fathom.table import Dice, Seat

_GAME = DeepBlueGame()


@dataclass
class Node:
    """What was found out about an action: how often it could be done, how often it was, and the VP in sum."""

    available: int = 0
    visits: int = 0
    total: float = 0.0
    replies: dict[Action, Node] = field(default_factory=dict)


@dataclass(frozen=True)
class Tree(Leviathan):
    """The Leviathan with a tree; `bold` is how many VP of doubt one standard error is worth exploring."""

    bold: float = 6.0

    def choose(self, view: DeepBlueView, look: object, dice: Dice) -> Action:
        """The action that was tried most often, of those the best."""
        assert view.reader is not None
        choices = self._choices(Mind(self.tastes, view))
        if len(choices) == 1:
            return choices[0][1]
        root = Node()
        turns = 0 if isinstance(view.phase, Deciding | Answering) else self.turns
        for _ in range(self.simulations):
            world = _GAME.imagine(view, dice)
            self._descend(world, view.reader, root, Luck(dice.roll(2**53, "luck")), world.turn + turns)
        thoughts = {action: worth for worth, action in choices}
        return max(
            root.replies,
            key=lambda action: (
                root.replies[action].visits,
                self._mean(root.replies[action], thoughts[action]),
            ),
        )

    def _mean(self, node: Node, thought: float) -> float:
        return (self.prior * thought + node.total) / (self.prior + node.visits)

    def _descend(self, state: DeepBlueState, seat: Seat, root: Node, dice: Dice, last: int) -> None:
        """One simulation: down the tree, a new node, then as Skippers do; and what came of it told to all."""
        lucky = [0.0] * len(state.captains)
        promised: dict[Seat, float] = {}
        path: list[tuple[Seat, Node]] = []
        node: Node | None = root
        while True:
            mind = Mind(self.tastes, state.view(seat))
            action: Action
            if node is None:
                action = best(weighed(mind))
            else:
                action, reply = self._most_promising(node, mind)
                path.append((seat, reply))
                node = reply if reply.visits else None
            if isinstance(action, Dive):
                promised = mind.promised(action.site, mind.boats)
            events: Any = state.play(seat, action, dice)
            for event in events:
                if isinstance(event, DiveEnded):
                    for tally in event.tallies:
                        lucky[tally.seat] += tally.total - promised.get(tally.seat, tally.total)
                    promised = {}
            awaited = state.to_move()
            if state.turn > last or not awaited:
                break
            seat = awaited[0]
        worths = [standing(state, own, self.tastes, lucky) for own in range(len(state.captains))]
        for own, visited in path:
            visited.visits += 1
            visited.total += worths[own]

    def _most_promising(self, node: Node, mind: Mind) -> tuple[Action, Node]:
        choices = self._choices(mind)
        for _, action in choices:
            node.replies.setdefault(action, Node()).available += 1

        def bound(choice: tuple[float, Action]) -> float:
            reply = node.replies[choice[1]]
            doubt = sqrt(log(1 + reply.available) / (self.prior + reply.visits))
            return self._mean(reply, choice[0]) + self.bold * doubt

        _, action = max(choices, key=bound)
        return action, node.replies[action]
