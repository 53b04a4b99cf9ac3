"""Pebbles: the smallest game that has all that the contract speaks of, to try the contract out on.

Everyone is dealt pebbles in secret (1 to 6) and guesses in secret how many there are in all; a wave then
washes up to 2 more ashore. The nearest guess wins. There are private things, a simultaneous phase, chance in
the setup and chance in play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

import msgspec

from fathom.table import Dice, Event, Game, Objection, Reader, Refusal, Refused, Result, Seat

NOT_A_GUESS = Objection("not-a-guess", "P2", "Guess from {fewest} to {most}.")
ALREADY = Objection("already", "P3", "You have guessed; take it back first.")
NOTHING_TO_TAKE_BACK = Objection("nothing-to-take-back", "P3", "You have not guessed yet.")
OVER = Objection("over", "P4", "The game is over.")
NOBODY = Objection("nobody", "P1", "There is no seat {seat}.")
WRONG_SEATS = Objection("wrong-seats", "P1", "Pebbles is for 2 to 4, not {seats}.")


class Options(msgspec.Struct, frozen=True):
    """How many pebbles a hand holds at most."""

    most: int = 6


class Guess(msgspec.Struct, frozen=True, tag="guess"):
    pebbles: int


class TakeBack(msgspec.Struct, frozen=True, tag="take-back"):
    pass


Action = Guess | TakeBack


class Guessed(Event, frozen=True, tag="guessed"):
    seat: Seat


class TakenBack(Event, frozen=True, tag="taken-back"):
    seat: Seat


class Shown(Event, frozen=True, tag="shown"):
    hands: tuple[int, ...]
    guesses: tuple[int, ...]
    wave: int


PebblesEvent = Guessed | TakenBack | Shown


class View(msgspec.Struct, frozen=True):
    reader: Reader
    options: Options
    hand: int | None
    guess: int | None
    guessed: tuple[bool, ...]
    shown: Shown | None


class Menu(msgspec.Struct, frozen=True):
    guesses: tuple[int, int] | None
    take_back: bool
    closed: Refusal | None = None

    def __len__(self) -> int:
        return (self.guesses[1] - self.guesses[0] + 1 if self.guesses else 0) + self.take_back

    def __iter__(self) -> Iterator[Action]:
        if self.guesses:
            yield from (Guess(number) for number in range(self.guesses[0], self.guesses[1] + 1))
        if self.take_back:
            yield TakeBack()

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.refusal(action) is None

    def refusal(self, action: Action) -> Refusal | None:
        if self.closed:
            return self.closed
        match action:
            case TakeBack():
                return None if self.take_back else NOTHING_TO_TAKE_BACK()
            case Guess(pebbles):
                if not self.guesses:
                    return ALREADY()
                fewest, most = self.guesses
                return None if fewest <= pebbles <= most else NOT_A_GUESS(fewest=fewest, most=most)

    def sample(self, dice: Dice) -> Action:
        return dice.pick(tuple(self), "sample")


class PebblesState(msgspec.Struct):
    options: Options
    hands: tuple[int, ...]
    guesses: tuple[int | None, ...]
    shown: Shown | None = None

    def to_move(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, guess in enumerate(self.guesses) if guess is None)

    def menu(self, seat: Seat) -> Menu:
        if not 0 <= seat < len(self.hands):
            return Menu(None, False, NOBODY(seat=seat))
        return menu(self.options, len(self.hands), self.guesses[seat] is not None, self.shown is not None)

    def play(self, seat: Seat, action: Action, dice: Dice) -> tuple[PebblesEvent, ...]:
        refusal = self.menu(seat).refusal(action)
        if refusal:
            raise Refused(refusal)
        guesses = list(self.guesses)
        guesses[seat] = action.pebbles if isinstance(action, Guess) else None
        self.guesses = tuple(guesses)
        if isinstance(action, TakeBack):
            return (TakenBack(seat),)
        told: tuple[PebblesEvent, ...] = (Guessed(seat),)
        if None not in guesses:
            self.shown = Shown(
                self.hands, tuple(guess for guess in guesses if guess is not None), dice.roll(3, "wave")
            )
            told += (self.shown,)
        return told

    def view(self, reader: Reader) -> View:
        return View(
            reader,
            self.options,
            hand=None if reader is None else self.hands[reader],
            guess=None if reader is None else self.guesses[reader],
            guessed=tuple(guess is not None for guess in self.guesses),
            shown=self.shown,
        )

    def fallback(self, seat: Seat, draft: Action | None) -> Action:
        return draft if draft in self.menu(seat) else Guess(len(self.hands))  # type: ignore[return-value]

    def limit(self) -> float | None:
        return None

    def result(self) -> Result | None:
        if self.shown is None:
            return None
        total = sum(self.hands) + self.shown.wave
        off = [abs(guess - total) for guess in self.shown.guesses]
        return Result(
            tuple(1 + sum(other < mine for other in off) for mine in off), tuple(-mine for mine in off)
        )

    def copy(self) -> PebblesState:
        return copy(self)


def menu(options: Options, seats: int, guessed: bool, over: bool) -> Menu:
    if over:
        return Menu(None, False, OVER())
    return Menu(None, True) if guessed else Menu((seats, seats * options.most + 2), False)


class Pebbles(Game[Options, Action, PebblesEvent, View, PebblesState]):
    """The game, with its parts named so that a test can exchange one for a broken one."""

    name = "pebbles"
    options_type = Options
    action_type = Action
    event_type = PebblesEvent
    view_type = View
    state_type: type[PebblesState] = PebblesState

    def seats(self, options: Options) -> range:
        return range(2, 5)

    def check(self, options: Options, seats: int) -> None:
        if seats not in self.seats(options):
            raise Refused(WRONG_SEATS(seats=seats))

    def start(self, options: Options, seats: int, dice: Dice) -> PebblesState:
        self.check(options, seats)
        hands = tuple(dice.roll(options.most, "hand") + 1 for _ in range(seats))
        return self.state_type(options, hands, (None,) * seats)

    def imagine(self, view: View, dice: Dice) -> PebblesState:
        seats = len(view.guessed)
        hands = [dice.roll(view.options.most, "hand") + 1 for _ in range(seats)]
        guesses: list[int | None] = [
            seats + dice.roll(seats * (view.options.most - 1) + 3, "guess") if guessed else None
            for guessed in view.guessed
        ]
        if view.shown:
            hands, guesses = list(view.shown.hands), list(view.shown.guesses)
        if view.reader is not None:
            assert view.hand is not None
            hands[view.reader], guesses[view.reader] = view.hand, view.guess
        return self.state_type(view.options, tuple(hands), tuple(guesses), view.shown)

    def actions(self, view: View) -> Menu:
        if view.reader is None:
            return Menu(None, False, NOBODY(seat="spectator"))
        return menu(view.options, len(view.guessed), view.guessed[view.reader], view.shown is not None)

    def tell(self, event: PebblesEvent, names: Sequence[str]) -> str:
        match event:
            case Guessed(seat):
                return f"{names[seat]} has guessed."
            case TakenBack(seat):
                return f"{names[seat]} takes the guess back."
            case Shown(hands, guesses, wave):
                return f"Hands {hands}, guesses {guesses}, the wave brings {wave}."


def redeal(state: PebblesState, reader: Reader, dice: Dice) -> PebblesState:
    """Other hands and other guesses for everyone but the reader; nothing is hidden once all is shown."""
    if state.shown is None:
        most = state.options.most
        state.hands = tuple(
            hand if seat == reader else 1 + dice.roll(most, "hand") for seat, hand in enumerate(state.hands)
        )
        state.guesses = tuple(
            guess if guess is None or seat == reader else len(state.hands) + dice.roll(most, "guess")
            for seat, guess in enumerate(state.guesses)
        )
    return state
