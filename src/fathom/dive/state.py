"""A game of Dive in progress. All is immutable but the state itself, which changes only in `play`."""

from __future__ import annotations

from copy import copy
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from fathom.dive import refusals
from fathom.dive.actions import Action, Choose, Faces, Withdraw
from fathom.dive.board import LEVELS, Face, Program
from fathom.dive.cards import Card, Kind
from fathom.dive.chief import ChiefCard
from fathom.dive.companions import NOT_WITH_CHIEF, ORCA_SECONDS, CallOrca, Companion, Use
from fathom.dive.diving import dive, dive_as_children
from fathom.dive.events import (
    CompanionsGiven,
    CompanionUsed,
    DiveEvent,
    Ready,
    Reopened,
    RoundBegan,
)
from fathom.dive.menus import ChoosingMenu, ClosedMenu, DiveMenu, FacesMenu, ProgrammingMenu, ReadyMenu
from fathom.dive.options import Options
from fathom.dive.resting import ending, rest, standings
from fathom.dive.view import ChoosingView, DiveView, Over, ProgrammingView
from fathom.table import Dice, Reader, Refused, Result, Seat

Item = TypeVar("Item")


class Choosing(msgspec.Struct, frozen=True, tag="choosing"):
    """Everyone without a companion wishes for one, in secret; None while a wish is missing."""  # D8.0

    wishes: tuple[Companion | None, ...]


class Programming(msgspec.Struct, frozen=True, tag="programming"):
    """Phase 1: the programs submitted so far, and the companions announced this round."""  # D3.1

    programs: tuple[Program | Faces | None, ...]
    uses: tuple[Use | None, ...]


Phase = Choosing | Programming | Over


class DiveState(msgspec.Struct):
    """Where everything is: the ocean (top card first), the chief's deck (next card first), the pawns …"""

    options: Options
    ocean: tuple[Card, ...]
    chief_deck: tuple[ChiefCard, ...]
    pawns: tuple[int, ...]
    chief: int | None
    companions: tuple[Companion | None, ...]
    lifted: tuple[Kind, ...]
    told: tuple[tuple[DiveEvent, ...], ...]
    phase: Phase
    ages: tuple[Seat, ...] | UnsetType = UNSET
    """The seats as they come first in a clash (D8.0); left out, they are in order of age."""

    @property
    def seats(self) -> range:
        """The divers' seats."""
        return range(len(self.pawns))

    @property
    def round(self) -> int:
        """The number of the round, from 1; after the end, that of the last one."""
        return len(self.told) + (not isinstance(self.phase, Over))

    def to_move(self) -> tuple[Seat, ...]:
        """Those who still have to choose a companion or to submit a program."""
        match self.phase:
            case Programming() as phase:
                return tuple([seat for seat, program in enumerate(phase.programs) if program is None])
            case Choosing(wishes):
                return tuple(
                    seat for seat in self.seats if self.companions[seat] is None and wishes[seat] is None
                )
            case Over():
                return ()

    def menu(self, seat: Seat) -> DiveMenu:
        """What the diver may do now."""
        if not 0 <= seat < len(self.pawns):
            return ClosedMenu(refusals.NOT_SEATED(seat=seat))
        match self.phase:
            case Programming() as phase:
                ready, used = phase.programs[seat] is not None, phase.uses[seat] is not None
                return programming_menu(self.options, seat, self.companions, len(self.ocean), ready, used)
            case Choosing(wishes):
                return choosing_menu(self.options, seat, self.companions, ready=wishes[seat] is not None)
            case Over():
                return ClosedMenu(refusals.GAME_OVER())

    def play(self, seat: Seat, action: Action, dice: Dice) -> tuple[DiveEvent, ...]:
        """Carry out a diver's decision; with the last one missing, the whole dive follows."""
        refusal = self.menu(seat).refusal(action)
        if refusal is not None:
            raise Refused(refusal)
        match self.phase:
            case Programming() as phase:
                return self._program(phase, seat, action)
            case Choosing() as phase:
                return self._choose(phase, seat, action)
            case Over():  # pragma: no cover - the menu has refused
                raise AssertionError(action)

    def view(self, reader: Reader) -> DiveView:
        """What the reader may know, built field by field."""
        return DiveView(
            reader=reader,
            options=self.options,
            round=self.round,
            pawns=self.pawns,
            chief=self.chief,
            companions=self.companions,
            cards_left=len(self.ocean),
            lifted=self.lifted,
            told=self.told,
            phase=self._phase_seen_by(reader),
            ages=self.ages,
        )

    def _phase_seen_by(self, reader: Reader) -> ChoosingView | ProgrammingView | Over:
        match self.phase:
            case Programming(programs, uses):
                ready = tuple(program is not None for program in programs)
                return ProgrammingView(ready, uses, yours=None if reader is None else programs[reader])
            case Choosing(wishes):
                ready = tuple(seat not in self.to_move() for seat in self.seats)
                return ChoosingView(ready, yours=None if reader is None else wishes[reader])
            case Over() as over:
                return over

    def fallback(self, seat: Seat, draft: Action | None) -> Action:
        """What lies on the board, made legal; without a companion, the first on offer."""  # D8.2
        match self.menu(seat):
            case ProgrammingMenu() as menu:
                return menu.programs.made_legal(draft if isinstance(draft, Program) else Program())
            case FacesMenu(levels):
                faces = draft.faces if isinstance(draft, Faces) else ()
                return Faces((faces + (Face.PLAIN,) * levels)[:levels])
            case ChoosingMenu() as menu:
                return draft if isinstance(draft, Choose) and draft in menu else Choose(menu.offered[0])
            case menu:
                raise ValueError(f"seat {seat} is not awaited: {menu}")

    def limit(self) -> float | None:
        """Ten seconds once the orca has been called."""  # D8.2
        match self.phase:
            case Programming(_, uses) if any(isinstance(use, CallOrca) for use in uses):
                return ORCA_SECONDS
            case _:
                return None

    def result(self) -> Result | None:
        """Places and spaces of the divers once the game is over."""
        return standings(self.pawns, self.chief) if isinstance(self.phase, Over) else None

    def copy(self) -> DiveState:
        """An independent state: a shallow copy is enough, because everything inside is immutable."""
        return copy(self)

    def _choose(self, phase: Choosing, seat: Seat, action: Action) -> tuple[DiveEvent, ...]:
        """Note a wish; once all are there give the companions out, on a clash to the youngest."""  # D8.0
        wish = action.companion if isinstance(action, Choose) else None
        self.phase = Choosing(_with(phase.wishes, seat, wish))
        if wish is None:
            return (Reopened(seat),)
        if self.to_move():
            return (Ready(seat),)
        companions = list(self.companions)
        for wisher in self.seats if self.ages is UNSET else self.ages:
            wished = self.phase.wishes[wisher]
            if wished is not None and wished not in companions:
                companions[wisher] = wished
        self.companions = tuple(companions)
        if None not in companions:
            self.phase = programming(len(companions))
            return (Ready(seat), CompanionsGiven(self.companions))
        self.phase = Choosing((None,) * len(companions))
        return (Ready(seat), CompanionsGiven(self.companions, self.options.youngest))

    def _program(self, phase: Programming, seat: Seat, action: Action) -> tuple[DiveEvent, ...]:
        """Take a program, and dive once all are there; or take one back; or use a companion."""
        match action:
            case Program() | Faces():
                programs = _with(phase.programs, seat, action)
                self.phase = Programming(programs, phase.uses)
                if None in programs:
                    return (Ready(seat),)
                return (Ready(seat), *self._dive_and_rest(programs, phase.uses))  # D3.6
            case Withdraw():
                self.phase = Programming(_with(phase.programs, seat, None), phase.uses)  # D3.6
                return (Reopened(seat),)
            case _:
                assert isinstance(action, Use)
                self.phase = Programming(phase.programs, _with(phase.uses, seat, action))  # D8.0: final
                return (CompanionUsed(seat, action),)

    def _dive_and_rest(
        self, programs: tuple[Program | Faces | None, ...], uses: tuple[Use | None, ...]
    ) -> tuple[DiveEvent, ...]:
        """Phases 2 and 3, and what comes after them."""  # D4, D5
        if self.options.children:
            faces = [program for program in programs if isinstance(program, Faces)]
            dived = dive_as_children(self.round, faces, self.ocean, self.pawns)
        else:
            laid = [program for program in programs if isinstance(program, Program)]
            chief_card = self.chief_deck[0] if self.chief_deck else None
            dived = dive(self.round, laid, self.ocean, self.pawns, uses, self.chief, chief_card)
            self._leave_used_companions(laid, uses)
        rested = rest(dived, uses)
        self.pawns, self.chief = rested.pawns, rested.chief
        # D5.4: only cards that were lifted leave
        self.lifted += tuple([card.kind for card in self.ocean[: dived.lifted]])
        self.ocean = self.ocean[dived.lifted :]
        self.chief_deck = self.chief_deck[1:]  # D9.4
        round_told = (*dived.events, rested)
        self.told += (round_told,)
        ended = ending(self.pawns, self.chief, len(self.ocean))
        if ended is not None:
            self.phase = Over(ended)
            return (*round_told, ended)
        self.phase = programming(len(self.pawns))
        return (*round_told, RoundBegan(self.round, len(self.ocean)))

    def _leave_used_companions(self, programs: list[Program], uses: tuple[Use | None, ...]) -> None:
        """Remove the companions that were used this round."""  # D8.0
        if self.options.companions:
            self.companions = tuple(
                None if use is not None or program.clownfish or program.anglerfish else companion
                for companion, use, program in zip(self.companions, uses, programs, strict=True)
            )


def programming(divers: int) -> Programming:
    """A Program phase in which nobody has done anything yet."""
    nobody = (None,) * divers
    return Programming(programs=nobody, uses=nobody)


def offered(options: Options, given: tuple[Companion | None, ...]) -> tuple[Companion, ...]:
    """The companions that can still be chosen."""  # D8.0, D9.1
    return tuple(
        companion
        for companion in Companion
        if companion not in given and not (options.chief and companion in NOT_WITH_CHIEF)
    )


def choosing_menu(
    options: Options, seat: Seat, given: tuple[Companion | None, ...], *, ready: bool
) -> DiveMenu:
    """What a diver may do while companions are chosen."""
    if given[seat] is not None:
        return ClosedMenu(refusals.COMPANION_KEPT())
    return ReadyMenu() if ready else ChoosingMenu(offered(options, given))


def programming_menu(
    options: Options,
    seat: Seat,
    companions: tuple[Companion | None, ...],
    cards_left: int,
    ready: bool,
    used: bool,
) -> DiveMenu:
    """What a diver may do while programs are laid."""
    companion = None if used else companions[seat]
    if ready:
        return ReadyMenu(orca=companion is Companion.ORCA)  # D8.2
    if options.children:
        return FacesMenu(min(LEVELS, cards_left))  # D7.1
    if companion is Companion.DOLPHINS:
        others = tuple(other for other in range(len(companions)) if other != seat)
        return ProgrammingMenu(options.tokens, companion, others)
    return ProgrammingMenu(options.tokens, companion)


def _with(values: tuple[Item, ...], seat: Seat, value: Item) -> tuple[Item, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
