"""A Deep Blue table in a few words, so that a test reads like an example in the rulebook.

    table = scene("GOY", wrecks={"moonpool": "galleon"}, boats={"G": "moonpool:blue", "O": "moonpool:gold"})
    table.dive("G", "moonpool", "gold")
    table.go_on("silver", O="gold-diver")

Players are named by one capital letter and sit in the order in which they are named; the first one is to move
unless `active` says otherwise. Only the wrecks that are named lie on the chart; "?temple" lies face down, and
"corsair+red" has a scattered gem on it. A boat is written as its place, with the exploration space behind a
colon; boats that are not named are in the harbour. Cards, gems and places are written with spaces between
them. Gems come out of the bag as the test says. Chart, wrecks and crew are those of `box/`, so that balancing
ours does not touch what the tests say about the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest

from fathom.deepblue import (
    Action,
    DeepBlueEvent,
    DeepBlueGame,
    DeepBlueState,
    Dive,
    EndDive,
    GoOn,
    Options,
    PlayCrew,
    read_box,
)
from fathom.deepblue.box import Box
from fathom.deepblue.captain import Boat, Captain, Fleet
from fathom.deepblue.events import DiveEnded
from fathom.deepblue.gems import COLOURS, Colour, Gems
from fathom.deepblue.memory import Memory
from fathom.deepblue.phases import Choosing, Deciding, Playing
from fathom.deepblue.wrecks import Lying
from fathom.table import Dice, FastDice, Refusal, Refused, state_hash

GAME = DeepBlueGame()
clause = pytest.mark.clause
EventT = TypeVar("EventT")
PhaseT = TypeVar("PhaseT")

BOX = read_box(Path(__file__).parent / "box")
"""The box that the tests of the rules are written for."""

FULL_BAG = "4*black 4*blue 7*silver 3*gold 1*red"
"""The bag as it is at the beginning."""  # B2.2


def gems(written: str) -> Gems:
    """The gems that are written like this: colours, each perhaps with a number and a star before it."""
    pile = Gems()
    for colour in colours(written):
        pile = pile.with_one(colour)
    return pile


def colours(written: str) -> list[Colour]:
    """The same, one after the other."""
    found: list[Colour] = []
    for word in written.split():
        number, star, colour = word.rpartition("*")
        [named] = [known for known in COLOURS if known == colour]
        found += [named] * (int(number) if star else 1)
    return found


def cards(written: str) -> tuple[str, ...]:
    """The cards that are written like this, sorted as hands are."""
    return tuple(sorted(written.split()))


class Promised(Dice):
    """Dice that take the promised gems out of the bag, in order, and are FastDice for all else."""

    def __init__(self, state: DeepBlueState, promised: list[Colour]) -> None:
        self._state = state
        self._promised = promised
        self._fast = FastDice(0)

    def roll(self, sides: int, purpose: str) -> int:
        if purpose not in {"gem", "scatter"}:
            return self._fast.roll(sides, purpose)
        assert self._promised, "a gem is drawn that the test does not name"
        colour = self._promised.pop(0)
        bag = self._state.bag
        assert bag.of(colour), f"no {colour} gem is in the bag"
        return sum(bag.of(other) for other in COLOURS[: COLOURS.index(colour)])


@dataclass
class Scene:
    """A position, and what can be done in it by name."""

    state: DeepBlueState
    names: str
    told: list[DeepBlueEvent] = field(default_factory=list)
    """Everything that has happened."""

    def seat(self, name: str) -> int:
        """Where the player sits."""
        return self.names.index(name)

    def act(self, name: str, action: Action, drawing: str = "") -> tuple[DeepBlueEvent, ...]:
        """Let the player act, with these gems coming out of the bag; all of them must."""
        promised = colours(drawing)
        events = self.state.play(self.seat(name), action, Promised(self.state, promised))
        assert not promised, f"{promised} never came out of the bag"
        self.told += events
        return events

    def dive(self, name: str, site: str, drawing: str = "", **played: str) -> None:
        """Let the player lead a dive to which nobody can rush; whoever is named plays these cards."""
        self.act(name, Dive(site), drawing)
        self.play(**played)

    def go_on(self, drawing: str, **played: str) -> None:
        """Let the leader draw again, and whoever is named play these cards, if it comes to that."""
        self.act(self.leader, GoOn(), drawing)
        self.play(**played)

    def draws(self, drawing: str) -> None:
        """Let the leader draw gem after gem, with nobody playing anything."""
        for gem in drawing.split():
            self.go_on(gem)

    def play(self, **played: str) -> None:
        """Let everyone who is asked decide: those named play these cards, the others none."""
        for name in self.to_move if isinstance(self.state.phase, Playing) else "":
            self.act(name, PlayCrew(cards(played.pop(name, ""))))
        assert not played, f"{list(played)} cannot play cards now"

    def end(self) -> dict[str, int]:
        """Let the leader end the dive; the VP that everyone got for it."""
        self.act(self.leader, EndDive())
        return self.scored

    @property
    def leader(self) -> str:
        """Who decides whether the dive goes on."""
        return self.names[self.phase(Deciding).descent.leader]

    def phase(self, kind: type[PhaseT]) -> PhaseT:
        """The phase that the game is in, which must be of this kind."""
        phase = self.state.phase
        assert isinstance(phase, kind), f"the game is in {phase}"
        return phase

    def is_in(self, kind: type) -> bool:
        """Whether the game is in a phase of this kind."""
        return isinstance(self.state.phase, kind)

    @property
    def market(self) -> str:
        """The cards of the market, as they are written."""
        return " ".join(self.state.market)

    @property
    def scored(self) -> dict[str, int]:
        """The VP of the last dive, by name."""
        ended = self.last(DiveEnded)
        return {self.names[tally.seat]: tally.total for tally in ended.tallies}

    def last(self, kind: type[EventT]) -> EventT:
        """The last event of a kind."""
        return next(event for event in reversed(self.told) if isinstance(event, kind))

    def refuses(self, name: str, action: Action) -> Refusal:
        """Why the player may not do that; checks that nothing has changed and that the menu says the same."""
        return self.refuses_seat(self.seat(name), action)

    def refuses_seat(self, seat: int, action: Action) -> Refusal:
        """The same, by seat, for one that need not be at the table."""
        before = state_hash(self.state)
        with pytest.raises(Refused) as refused:
            self.state.play(seat, action, Promised(self.state, []))
        assert state_hash(self.state) == before
        menu = self.state.menu(seat)
        assert menu.refusal(action) == refused.value.refusal
        assert action not in menu
        return refused.value.refusal

    def menu(self, name: str) -> list[Action]:
        """Everything the player may do."""
        return list(self.state.menu(self.seat(name)))

    @property
    def to_move(self) -> str:
        """Who is awaited."""
        return "".join(self.names[seat] for seat in self.state.to_move())

    def captain(self, name: str) -> Captain:
        """The player's things."""
        return self.state.captains[self.seat(name)]

    def hand(self, name: str) -> str:
        """The player's hand, as it is written."""
        return " ".join(self.captain(name).hand)

    def resting(self, name: str) -> str:
        """The player's resting cards, as they are written."""
        return " ".join(self.captain(name).resting)

    def boats(self, name: str) -> list[str]:
        """The player's boats, as they are written."""
        return [self._boat(boat) for boat in self.captain(name).boats]

    def _boat(self, boat: Boat) -> str:
        if boat.space is None:
            return boat.place
        wreck = self.state.wreck_at(boat.place)
        assert wreck is not None
        return f"{boat.place}:{self.state.box.tiles[wreck.tile].spaces[boat.space]}"

    def wreck(self, site: str) -> str:
        """The wreck on a site as it is written, "" for none."""
        wreck = self.state.wreck_at(site)
        return "" if wreck is None else wreck.tile if wreck.up else f"?{wreck.tile}"


def scene(
    names: str = "GO",
    *,
    wrecks: Mapping[str, str] | None = None,
    boats: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None,
    resting: Mapping[str, str] | None = None,
    tokens: Mapping[str, int] | None = None,
    vp: Mapping[str, int] | None = None,
    market: str = "",
    deck: str = "",
    discards: str = "",
    bag: str = FULL_BAG,
    supply: str = "",
    dived: str = "",
    scenario: str = "troubled-waters",
    active: str | None = None,
    options: Options | None = None,
) -> Scene:
    """A table at the beginning of someone's turn. `deck` is written with the next card first."""
    options = options or Options(scenario=scenario, own=BOX)
    box = options.box
    named: dict[str, Any] = {"wrecks": wrecks or {}, "boats": boats or {}, "hands": hands or {}}
    lying = {site: _lying(written) for site, written in named["wrecks"].items()}
    captains = []
    for name in names:
        hand, rests = cards(named["hands"].get(name, "")), cards((resting or {}).get(name, ""))
        captains.append(
            Captain(
                boats=_fleet(named["boats"].get(name, ""), lying, box),
                hand=hand,
                tokens=(tokens or {}).get(name, 0),
                memory=Memory(hand, rests),
                resting=rests,
                vp=(vp or {}).get(name, 0),
            )
        )
    first = names.index(active or names[0])
    state = DeepBlueState(
        options=options,
        scenario=options.scenario or scenario,
        first=first,
        active=first,
        turn=0,
        captains=tuple(captains),
        market=tuple(market.split()),
        deck=tuple(reversed(deck.split())),
        discards=cards(discards),
        bag=gems(bag),
        supply=gems(supply),
        lying=tuple(lying.get(site) for site in box.sites),
        dived=tuple(dived.split()),
        phase=Choosing(),
    )
    return Scene(state, names)


def _lying(written: str) -> Lying:
    tile, _, gem = written.partition("+")
    found: list[Colour] = colours(gem) if gem else []
    return Lying(tile.removeprefix("?"), up=not tile.startswith("?"), gem=found[0] if found else None)


def _fleet(written: str, lying: Mapping[str, Lying], box: Box) -> Fleet:
    boats = []
    for word in written.split():
        place, _, space = word.partition(":")
        assert place in box.waters.distance, f"there is no place {place}"
        spaces: list[str] = list(box.tiles[lying[place].tile].spaces) if space else []
        boats.append(Boat(place, spaces.index(space) if space else None))
    boats += [Boat(box.waters.harbour)] * (2 - len(boats))
    return boats[0], boats[1]
