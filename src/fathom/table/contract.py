"""What any game at a Fathom table is: everything that the rest of Fathom knows of one.

Read it top-down: a `Game` starts a `State`; a state says who is awaited, what they may do (`Menu`), takes an
action and tells what happened (`Event`), and builds for each seat the view of what that seat may know. The
laws that hold between these are checked by `fathom.table.conformance`.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from fathom.table.dice import Dice
from fathom.table.menu import Menu

Seat = int
"""Seats are numbered from 0 in the order in which people sit."""

Reader = Seat | None
"""Who reads a view or an event: a seat, or None for a spectator, who may know only what everyone may."""


class Event(msgspec.Struct, frozen=True):
    """Something that happened, as one reader may know it."""

    in_secret: ClassVar[bool] = False
    """Whether it says only that someone has decided something, or has taken that back: those who still decide
    have the same decision as before."""

    reveals: ClassVar[bool] = True
    """Whether it may tell anyone something that was hidden from them, other than what was decided.

    A decision of which everything that followed reveals nothing, and for which no chance was drawn, may be
    taken back (`fathom.table.standing`). So True, which is safe, wherever a game does not say otherwise; the
    conformance kit finds events that say False and are wrong.
    """

    final: ClassVar[bool] = False
    """Whether the rules of the game say that what was decided stays, although nothing was revealed."""

    def seen_by(self, reader: Reader) -> Self | None:
        """This event as the reader may know it, or None if the reader may know nothing of it.

        Public events, which are most, are the same for everyone.
        """
        return self


class Result(msgspec.Struct, frozen=True):
    """How a game ended: a place and a score per seat. Place 1 is best, equal places are shared.

    When nobody at the table won (Dive's village chief can), the places begin at 2.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place: several if they share it, none if nobody at the table won."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


OptionsT = TypeVar("OptionsT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT", bound=Event)
ViewT = TypeVar("ViewT")
EventT_co = TypeVar("EventT_co", bound=Event, covariant=True)
ViewT_co = TypeVar("ViewT_co", covariant=True)


class State(Protocol[ActionT, EventT_co, ViewT_co]):
    """A game in progress. It changes only in `play`, holds no random generator, and msgspec can encode it."""

    def to_move(self) -> tuple[Seat, ...]:
        """The seats that the game waits for; in a simultaneous phase, those still missing. Empty at the end.

        A seat that is not awaited may still have a menu (to take back what it submitted).
        """
        ...

    def menu(self, seat: Seat) -> Menu[ActionT]:
        """What the seat may do now; the same as `Game.actions` of its view, without building the view."""
        ...

    def play(self, seat: Seat, action: ActionT, dice: Dice) -> tuple[EventT_co, ...]:
        """Carry out the action and tell what followed; raise `Refused`, unchanged, if it is not legal."""
        ...

    def view(self, reader: Reader) -> ViewT_co:
        """What the reader may know, built field by field."""
        ...

    def fallback(self, seat: Seat, draft: ActionT | None) -> ActionT:
        """What the rules do for an awaited seat whose time is up.

        `draft` is the newest unfinished action of that seat, legal or not.
        """
        ...

    def limit(self) -> float | None:
        """The seconds that the rules themselves allow for the decision now awaited, or None for no limit."""
        ...

    def result(self) -> Result | None:
        """How the game ended, or None while it has not."""
        ...

    def copy(self) -> Self:
        """An independent state: nothing played on one is seen in the other."""
        ...


StateT = TypeVar("StateT", bound=State[Any, Any, Any])


class Game(ABC, Generic[OptionsT, ActionT, EventT, ViewT, StateT]):
    """The rules of one game. Holds no state: one instance serves every table."""

    name: ClassVar[str]
    """How the game is called on the command line and in records, for example "deep-blue"."""

    # What decodes JSON at the door: types, or unions of tagged types.
    options_type: ClassVar[Any]
    action_type: ClassVar[Any]
    event_type: ClassVar[Any]
    view_type: ClassVar[Any]

    @abstractmethod
    def seats(self, options: OptionsT) -> range:
        """How many seats these options allow."""

    @abstractmethod
    def check(self, options: OptionsT, seats: int) -> None:
        """Raise `Refused` if these options do not go together or not with this many seats."""

    def settled(self, options: OptionsT) -> OptionsT:
        """The options of a new table; a game overrides this to fill in what they leave open."""
        return options

    def with_youngest(self, options: OptionsT, youngest: Seat | None) -> OptionsT:
        """The options of a table about to start where this seat has the youngest player, or nobody said who.

        A game whose rules ask for anyone's age overrides this.
        """
        return options

    @abstractmethod
    def start(self, options: OptionsT, seats: int, dice: Dice) -> StateT:
        """Set the game up; `check` is part of it."""

    @abstractmethod
    def imagine(self, view: ViewT, dice: Dice) -> StateT:
        """A full state that the reader of this view must hold possible, drawn from all there are."""

    @abstractmethod
    def actions(self, view: ViewT) -> Menu[ActionT]:
        """What the seat whose view this is may do now; an empty menu for a spectator."""

    def retold(self, event: EventT, reader: Reader, state: StateT) -> EventT | None:
        """What a reader is told of an event again, later, while the game lasts; None if nothing.

        No more than `Event.seen_by` says, which is what the reader was told when it happened and is told
        again once the game has ended. A game overrides this where something is said once, as around a table,
        and not repeated before the end.
        """
        return event.seen_by(reader)

    @abstractmethod
    def tell(self, event: EventT, names: Sequence[str]) -> str:
        """The event in a sentence of plain English, with the seats' names."""


AnyGame = Game[Any, Any, Any, Any, Any]

_canonical = msgspec.json.Encoder(order="deterministic")


def encoded(value: object) -> bytes:
    """The one JSON form of a value: equal values give equal bytes."""
    return _canonical.encode(value)


def state_hash(state: State[Any, Any, Any]) -> str:
    """A fingerprint of everything in a state. It never leaves the server: it would give secrets away."""
    return hashlib.sha256(encoded(state)).hexdigest()
