"""The Skipper: a player of Deep Blue who weighs what each wreck promises against what it costs to get there.

It knows the bag, as everyone does, and the odds of what comes out of it, exactly or by imagining some
handfuls; of the others it knows what the table has seen. It looks one step ahead: what a dive is worth now,
what a sail makes possible, what a card adds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

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

    def choose(self, view: DeepBlueView, look: object, dice: Dice) -> Action:
        """One of the actions that the view offers."""
        odds = None if self.simulations is None else Handfuls(view.bag, self.simulations, dice)
        return best(weighed(Mind(self.tastes, view, odds)))


def best(choices: Weighed) -> Action:
    """The first of those that are worth most."""
    return max(choices, key=lambda choice: choice[0])[1]


def weighed(mind: Mind) -> Weighed:
    """What can sensibly be done now, and what it is thought to be worth; the first of the best is done."""
    menu = _GAME.actions(mind.view)
    match menu:
        case TurnMenu():
            return turn(mind, menu)
        case SteeringMenu():
            return sailing.steers(mind, menu)
        case PlayingMenu():
            return [(1.0, all_cards(menu))]
        case ListedMenu():
            return _listed(mind, menu)


def all_cards(menu: PlayingMenu) -> PlayCrew:
    """Play whatever can be played: VP of cards are safe."""  # B8.6
    cards = tuple([coin.card for coin in menu.coins for _ in range(coin.count)])
    return PlayCrew(cards, last=len(cards) == len(menu.hand))


def turn(mind: Mind, menu: TurnMenu) -> Weighed:
    """Dive, hire, sail or rest."""
    choices: Weighed = [(mind.lead(site, mind.boats), Dive(site)) for site in menu.dives]
    choices += crew.hires(mind, menu)
    choices += sailing.sails(mind, menu)
    if menu.rest:
        choices.append((crew.rest_worth(mind), Rest()))
    return choices or [(0.0, Pass())]


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
