"""A game of Deep Blue in progress: the position on the table, and what can be done with it."""

from __future__ import annotations

from copy import copy

from fathom.deepblue import diving, hiring, refusals, sailing
from fathom.deepblue.actions import (
    Action,
    Approach,
    Decided,
    Dive,
    EndDive,
    GoOn,
    Hire,
    Moor,
    PlayCrew,
    Protect,
    Renew,
    Rest,
    Rush,
    Sail,
    Steer,
    Take,
)
from fathom.deepblue.captain import BOATS, CaptainView, Yours
from fathom.deepblue.crew import sorted_cards
from fathom.deepblue.events import DeepBlueEvent, Passed, Reopened, Rested
from fathom.deepblue.menus import DeepBlueMenu, ListedMenu
from fathom.deepblue.offers import Holding, awaited, menu_in, not_asked, playing_menu
from fathom.deepblue.phases import (
    Answering,
    Approaching,
    Choosing,
    Deciding,
    Leading,
    Mooring,
    Over,
    Phase,
    PhaseView,
    Playing,
    PlayingView,
    Rushing,
    Steering,
    Taking,
)
from fathom.deepblue.position import Position, Told
from fathom.deepblue.scoring import standings
from fathom.deepblue.view import DeepBlueView
from fathom.deepblue.wrecks import Lying, Sighted
from fathom.table import Dice, Reader, Refused, Result, Seat

REST_CARDS = 3  # B6.1


class DeepBlueState(Position):
    """A position that takes actions and builds views."""

    def to_move(self) -> tuple[Seat, ...]:
        """The player whose decision is due; while cards are played after a draw, all who have not decided."""
        if isinstance(self.phase, Playing):
            return tuple([seat for seat in self.phase.asked() if self.phase.plays[seat] is None])
        seat = awaited(self.phase, self.active)
        return () if seat is None else (seat,)

    def menu(self, seat: Seat) -> DeepBlueMenu:
        """What the player may do now."""
        if not 0 <= seat < len(self.captains):
            return ListedMenu((), refusals.NOT_SEATED(seat=seat))
        captain = self.captains[seat]
        holding = Holding(
            captain.hand,
            len(captain.resting),
            captain.tokens,
            captain.boats,
            self.market,
            bool(self.market or self.deck or self.discards),
            self.lying,
        )
        phase = self.phase
        if isinstance(phase, Playing):
            if seat not in phase.asked():
                return not_asked()
            return playing_menu(phase.descent.drawn, phase.plays[seat], holding, self.box)
        return menu_in(phase, seat, self.active, holding, self.box)

    def play(self, seat: Seat, action: Action, dice: Dice) -> tuple[DeepBlueEvent, ...]:
        """Carry out a player's decision and all that follows from it until the next one is due."""
        refusal = self.menu(seat).refusal(action)
        if refusal is not None:
            raise Refused(refusal)
        told: Told = []
        self.decided = Decided(seat, None if isinstance(action, PlayCrew) else action)  # B8.6
        self._carry_out(seat, action, dice, told)
        return tuple(told)

    def _carry_out(self, seat: Seat, action: Action, dice: Dice, told: Told) -> None:
        match self.phase:
            case Choosing():
                self._take_turn(seat, action, dice, told)
            case Steering():
                assert isinstance(action, Steer)
                sailing.steer(self, action, dice, told)
            case Mooring() as mooring:
                assert isinstance(action, Moor)
                sailing.moor(self, mooring, action.space, dice, told)
            case Playing() as playing if isinstance(action, PlayCrew):
                diving.play_crew(self, playing, seat, action, dice, told)
            case Playing(descent, plays):
                self.phase = Playing(descent, (*plays[:seat], None, *plays[seat + 1 :]))
                told.append(Reopened(seat))
            case Deciding(descent) if isinstance(action, GoOn):
                diving.draw(self, descent, dice, told)
            case Deciding(descent):
                diving.end(self, descent, "ended", dice, told)
            case Answering() as answering if isinstance(action, Protect):
                diving.protect(self, answering, action, dice, told)
            case Answering() as answering:
                diving.surface(self, answering, dice, told)
            case Rushing() as rushing:
                assert isinstance(action, Rush)
                diving.rush(self, rushing, action.boats, dice, told)
            case Approaching():
                assert isinstance(action, Approach)
                other = tuple([boat for boat in BOATS if boat != action.boat])
                sailing.approach(self, action.boat, other, (), dice, told)
            case Taking():
                assert isinstance(action, Take)
                hiring.take(self, action, dice, told)
            case Leading(sites):
                assert isinstance(action, Dive)
                then = tuple([site for site in sites if site != action.site])
                diving.begin(self, action.site, then, dice, told)
            case Over():  # pragma: no cover - the menu has refused
                raise AssertionError(action)

    def _take_turn(self, seat: Seat, action: Action, dice: Dice, told: Told) -> None:
        """Hire, sail, rest or dive."""  # B3.1
        match action:
            case Hire():
                hiring.hire(self, action, dice, told)
            case Sail():
                sailing.sail(self, action, told)
            case Rest():
                self._rest(seat, dice, told)
            case Dive(site):
                diving.begin(self, site, (), dice, told)
            case Renew():
                hiring.renew(self, action, dice, told)
            case _:
                told.append(Passed(seat))
                self.end_turn(told)

    def _rest(self, seat: Seat, dice: Dice, told: Told) -> None:
        """Shuffle the resting cards and draw three."""  # B6.1
        captain = self.captains[seat]
        drawn = sorted_cards(dice.shuffle(captain.resting, "rest")[:REST_CARDS])
        self.change(seat, captain.drawing(drawn))
        told.append(Rested(seat, len(drawn), drawn))
        self.end_turn(told)

    def view(self, reader: Reader) -> DeepBlueView:
        """What the reader may know, built field by field."""
        captains = self.captains
        return DeepBlueView(
            reader=reader,
            options=self.options,
            scenario=self.scenario,
            first=self.first,
            active=self.active,
            turn=self.turn,
            round=self.round,
            captains=tuple(
                [
                    CaptainView(
                        boats=captain.boats,
                        crew=captain.crew,
                        hand=len(captain.hand),
                        resting=len(captain.resting),
                        open=captain.open,
                        tokens=captain.tokens,
                        vp=captain.vp,
                        memory=captain.memory,
                    )
                    for captain in captains
                ]
            ),
            yours=None if reader is None else Yours(captains[reader].hand, captains[reader].resting),
            market=self.market,
            deck=len(self.deck),
            discards=self.discards,
            bag=self.bag,
            supply=self.supply,
            wrecks=tuple([_sighted(wreck) for wreck in self.lying]),
            dived=self.dived,
            city=self.city,
            phase=_seen_by(reader, self.phase),
            decided=self.decided,
        )

    def fallback(self, seat: Seat, draft: Action | None) -> Action:
        """What is done for a player whose time is up: the draft if it is legal, else what costs least."""
        menu = self.menu(seat)
        if not len(menu):
            raise ValueError(f"seat {seat} is not awaited")
        if draft is not None and draft in menu:
            return draft
        match self.phase:
            case Choosing():
                return Rest() if Rest() in menu else next(iter(menu))
            case Deciding():
                return EndDive()
            case (
                _
            ):  # the nearest places, the first space, nobody rushes, protection before surfacing, no cards
                return next(iter(menu))

    def limit(self) -> float | None:
        """The rules themselves set no time."""
        return None

    def result(self) -> Result | None:
        """Places and VP once the game is over."""  # B11.2
        return standings(self.captains) if isinstance(self.phase, Over) else None

    def copy(self) -> DeepBlueState:
        """An independent state: a shallow copy is enough, because everything inside is immutable."""
        return copy(self)


def _sighted(wreck: Lying | None) -> Sighted | None:
    if wreck is None:
        return None
    return Sighted(wreck.tile if wreck.up else None, wreck.gem)


def _seen_by(reader: Reader, phase: Phase) -> PhaseView:
    if isinstance(phase, Playing):
        ready = tuple([play is not None for play in phase.plays])
        return PlayingView(phase.descent, ready, None if reader is None else phase.plays[reader])
    return phase
