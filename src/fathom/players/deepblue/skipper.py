"""The Skipper: a player of Deep Blue who weighs what each wreck promises against what it costs to get there.

It knows the bag, as everyone does, and the odds of what comes out of it, exactly or by imagining some
handfuls; of the others it knows what the table has seen. It looks one step ahead: what a dive is worth now,
what a sail makes possible, what a card adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from fathom.deepblue import (
    Action,
    Approach,
    DeepBlueGame,
    DeepBlueView,
    Dive,
    EndDive,
    GoOn,
    Pass,
    PlayCrew,
    Rest,
    Take,
)
from fathom.deepblue.menus import ListedMenu, PlayingMenu, SteeringMenu, TurnMenu
from fathom.deepblue.phases import Answering, Deciding, Mooring, Rushing
from fathom.players.deepblue import below, crew, sailing
from fathom.players.deepblue.handfuls import Handfuls
from fathom.players.deepblue.mind import Mind, Tastes
from fathom.players.watch import Watch
from fathom.table import Dice

_GAME = DeepBlueGame()

Weighed = list[tuple[float, Action]]
"""Actions with what they are thought to be worth, in VP."""


@dataclass(frozen=True)
class Skipper:
    """Does at once what it thinks is best."""

    tastes: Tastes = field(default_factory=Tastes)
    simulations: int | None = None
    """How many handfuls of the bag it imagines; None: all that there are, so it knows the odds."""
    seconds: float = 1.0
    """The most time that a decision may take, of this thread; after it the best until then is done."""

    def choose(self, view: DeepBlueView, look: object, dice: Dice) -> Action:
        """One of the actions that the view offers."""
        watch = Watch(self.seconds)
        odds = None if self.simulations is None else Handfuls(view.bag, self.simulations, dice)
        choices: Weighed = []
        for choice in weighing(Mind(self.tastes, view, odds)):
            choices.append(choice)
            if watch.over:
                break
        return best(choices)


def best(choices: Weighed) -> Action:
    """The first of those that are worth most."""
    return max(choices, key=lambda choice: choice[0])[1]


def weighed(mind: Mind) -> Weighed:
    """What can sensibly be done now, and what it is thought to be worth; the first of the best is done."""
    return list(weighing(mind))


def weighing(mind: Mind) -> Iterator[tuple[float, Action]]:
    """The same, one after the other."""
    menu = _GAME.actions(mind.view)
    match menu:
        case TurnMenu():
            yield from turn(mind, menu)
        case SteeringMenu():
            yield from sailing.steers(mind, menu)
        case PlayingMenu():
            yield 1.0, all_cards(menu)
        case ListedMenu():
            yield from _listed(mind, menu)


def all_cards(menu: PlayingMenu) -> PlayCrew:
    """Play whatever can be played: VP of cards are safe."""  # B8.6
    cards = tuple([coin.card for coin in menu.coins for _ in range(coin.count)])
    return PlayCrew(cards, last=len(cards) == len(menu.hand))


def turn(mind: Mind, menu: TurnMenu) -> Iterator[tuple[float, Action]]:
    """Dive, hire, sail or rest."""
    idle = True
    for choice in chain(_leads(mind, menu), crew.hires(mind, menu), sailing.sails(mind, menu)):
        idle = False
        yield choice
    if menu.rest:
        yield crew.rest_worth(mind), Rest()
    elif idle:
        yield 0.0, Pass()


def _leads(mind: Mind, menu: TurnMenu) -> Iterator[tuple[float, Action]]:
    for site in menu.dives:
        yield mind.lead(site, mind.boats), Dive(site)


def _listed(mind: Mind, menu: ListedMenu) -> Weighed:
    """What is asked in a chain or in a dive."""
    match mind.view.phase:
        case Deciding(descent):
            return [
                (below.ending_worth(mind, descent), EndDive()),
                (below.going_on_worth(mind, descent), GoOn()),
            ]
        case Answering() as answering:
            return [(1.0, below.answer(mind, menu.actions, answering))]
        case Rushing(descent, asked):
            return [(1.0, below.rush(mind, descent, asked[0].boats))]
        case Mooring(boat, free):
            return sailing.moors(mind, boat, free)
        case _:
            return [(_simple_worth(mind, action), action) for action in menu]


def _simple_worth(mind: Mind, action: Action) -> float:
    match action:
        case Take(int(slot)):
            return crew.hire_worth(mind, mind.view.market[slot])
        case Approach(boat):  # what lies face down is looked at first
            return float(mind.tile(mind.boats[boat].place) is None)
        case Dive(site):
            return mind.lead(site, mind.boats)
        case _:
            return 0.0
