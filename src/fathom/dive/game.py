"""Dive as a game on Fathom's table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from fathom.dive import refusals
from fathom.dive.actions import Action, Faces
from fathom.dive.board import Program
from fathom.dive.cards import stacked
from fathom.dive.events import DiveEvent, Revealed
from fathom.dive.menus import ChoosingMenu, ClosedMenu, DiveMenu, FacesMenu, ProgrammingMenu
from fathom.dive.options import Options
from fathom.dive.state import (
    Choosing,
    DiveState,
    Phase,
    Programming,
    choosing_menu,
    programming,
    programming_menu,
)
from fathom.dive.telling import tell
from fathom.dive.view import ChoosingView, DiveView, Over, ProgrammingView
from fathom.table import Dice, Game, Refused, Seat


class DiveGame(Game[Options, Action, DiveEvent, DiveView, DiveState]):
    """The rules of Dive. Seats are all alike but for their order of age (D8.0, `Options.youngest`)."""

    name = "dive"
    options_type = Options
    action_type = Action
    event_type = DiveEvent
    view_type = DiveView

    def seats(self, options: Options) -> range:
        """How many divers these options allow."""
        return options.seats()

    def check(self, options: Options, seats: int) -> None:
        """Raise `Refused` if the options do not go together or not with this many divers."""
        refusal = options.refusal(seats)
        if refusal is not None:
            raise Refused(refusal)

    def start(self, options: Options, seats: int, dice: Dice) -> DiveState:
        """Stack the ocean, shuffle the chief's deck, all pawns on 0."""  # D2
        self.check(options, seats)
        nobody = (None,) * seats
        return DiveState(
            options=options,
            ocean=stacked(options.mix.without(()), dice),  # D2.1
            chief_deck=dice.shuffle(options.deck(), "chief"),
            pawns=(0,) * seats,  # D2.2
            chief=0 if options.chief else None,  # D9.1
            companions=nobody,
            lifted=(),
            told=(),
            phase=Choosing(nobody) if options.companions else programming(seats),
            ages=_ages(options, seats, dice),
        )

    def with_youngest(self, options: Options, youngest: Seat | None) -> Options:
        """Only companions ask for anyone's age."""  # D8.0
        return msgspec.structs.replace(options, youngest=youngest if options.companions else UNSET)

    def actions(self, view: DiveView) -> DiveMenu:
        """What the reader of this view may do now."""
        if view.reader is None:
            return ClosedMenu(refusals.WATCHING())
        return _menu(view, view.reader)

    def imagine(self, view: DiveView, dice: Dice) -> DiveState:
        """The cards that are left in any order; for others who are ready anything they may have chosen."""
        seen = Counter(
            event.chief for told in view.told for event in told if isinstance(event, Revealed) and event.chief
        )
        left = Counter(view.options.deck()) - seen
        return DiveState(
            options=view.options,
            ocean=stacked(view.options.mix.without(view.lifted), dice),
            chief_deck=dice.shuffle(sorted(left.elements(), key=str), "chief"),
            pawns=view.pawns,
            chief=view.chief,
            companions=view.companions,
            lifted=view.lifted,
            told=view.told,
            phase=_imagined_phase(view, dice),
            ages=view.ages,
        )

    def tell(self, event: DiveEvent, names: Sequence[str]) -> str:
        """The event in plain English."""
        return tell(event, names)


def _ages(options: Options, seats: int, dice: Dice) -> tuple[Seat, ...] | UnsetType:
    """Who comes first in a clash: the youngest if that was said, and the others as the dice say."""  # D8.0
    if not options.companions or options.youngest is UNSET:
        return UNSET
    said = () if options.youngest is None else (options.youngest,)
    return said + dice.shuffle([seat for seat in range(seats) if seat not in said], "ages")


def _menu(view: DiveView, seat: Seat, *, still_thinking: bool = False) -> DiveMenu:
    """The menu of a seat as far as this view tells; `still_thinking`: the one it had before it was ready."""
    match view.phase:
        case ProgrammingView(ready, uses):
            return programming_menu(
                view.options,
                seat,
                view.companions,
                view.cards_left,
                ready=ready[seat] and not still_thinking,
                used=uses[seat] is not None,
            )
        case ChoosingView(ready):
            return choosing_menu(
                view.options, seat, view.companions, ready=ready[seat] and not still_thinking
            )
        case Over():
            return ClosedMenu(refusals.GAME_OVER())


def _imagined_phase(view: DiveView, dice: Dice) -> Phase:
    match view.phase:
        case ProgrammingView(ready, uses, yours):
            return Programming(
                tuple(
                    yours if seat == view.reader else _any_program(view, seat, dice) if ready[seat] else None
                    for seat in range(len(view.pawns))
                ),
                uses,
            )
        case ChoosingView(ready, yours):
            wishes = []
            for seat in range(len(view.pawns)):
                if seat == view.reader:
                    wishes.append(yours)
                elif ready[seat] and view.companions[seat] is None:
                    menu = _menu(view, seat, still_thinking=True)
                    assert isinstance(menu, ChoosingMenu)
                    wishes.append(dice.pick(menu.offered, "wish"))
                else:
                    wishes.append(None)
            return Choosing(tuple(wishes))
        case Over() as over:
            return over


def _any_program(view: DiveView, seat: Seat, dice: Dice) -> Program | Faces:
    match _menu(view, seat, still_thinking=True):
        case ProgrammingMenu() as menu:
            programs = menu.programs
            return programs[dice.roll(len(programs), "program")]
        case FacesMenu() as menu:
            faces = menu.sample(dice)
            assert isinstance(faces, Faces)
            return faces
        case (
            menu
        ):  # pragma: no cover - in a Program phase there is no other menu for someone who still thinks
            raise AssertionError(menu)
