"""The same game twice: once in the shoal's kernels, once in the rules, compared after every decision."""

from __future__ import annotations

from collections.abc import Callable

from fathom.dive import Action, CallOrca, DiveGame, DiveState, Options, Withdraw
from fathom.shoal import DiveShoal
from fathom.shoal.dive.catalogue import BLOCKS
from fathom.shoal.dive.layout import NONE
from fathom.shoal.dive.menus import first_awaited
from fathom.table import Dice, Move, Record, Seat, encoded, replay, state_hash
from fathom.table.dice import ReplayedDice
from fathom.table.record import raw
from tests.dive.chance import a_good_program, a_use

GAME = DiveGame()

Chooser = Callable[[DiveState, Seat, Dice], Action]


class Different(AssertionError):
    """The two games are not the same."""


class Twice:
    """One game of a shoal, and the same game in the rules, set up from what the kernel drew."""

    def __init__(self, shoal: DiveShoal, game: int = 0) -> None:
        self.shoal = shoal
        self.game = game
        self.state = GAME.start(shoal.options, shoal.seats, ReplayedDice(shoal.outcomes(game)))
        self.moves: list[Move] = []
        self.compare()

    def play(self, seat: Seat, action: Action) -> None:
        """Decide the same on both sides."""
        number = self.shoal.catalogue.number(action)
        if self.shoal.catalogue.action(number) != action:
            raise Different(f"{action} becomes {self.shoal.catalogue.action(number)}")
        self.shoal.play([seat], [number], [self.game])
        self.state.play(seat, action, ReplayedDice(()))
        self.moves.append(Move(seat, raw(action)))
        self.compare()

    def compare(self) -> None:
        """Raise `Different` unless state, menus and result are equal."""
        taken_out = self.shoal.take_out(self.game)
        if state_hash(taken_out) != state_hash(self.state):
            raise Different(f"{encoded(taken_out).decode()}\nnot\n{encoded(self.state).decode()}")
        if self.shoal.result(self.game) != self.state.result():
            raise Different(f"{self.shoal.result(self.game)} not {self.state.result()}")
        menus = self.shoal.menus()[self.game]
        for seat in range(self.shoal.seats):
            bits = int(menus[seat])
            if bits != self.menu_of_the_rules(seat):
                raise Different(f"seat {seat} may do {bits:b}, but {self.menu_of_the_rules(seat):b}")
        first = self.state.to_move()[0] if self.state.to_move() else NONE
        if first_awaited(self.shoal.terms, self.shoal.games[self.game]) != first:
            raise Different(f"seat {first} is awaited on one side only")

    def menu_of_the_rules(self, seat: Seat) -> int:
        """The rules' menu as bits; all of a block must be on it, or nothing."""
        menu, catalogue = self.state.menu(seat), self.shoal.catalogue
        bits = count = 0
        for block in range(BLOCKS):
            first, end = int(catalogue.starts[block]), int(catalogue.starts[block + 1])
            there = catalogue.action(first) in menu
            if there is not (catalogue.action(end - 1) in menu):
                raise Different(f"block {block} is not all or nothing")
            bits |= there << block
            count += (end - first) * there
        if count != len(menu) - (Withdraw() in menu):  # which is in no catalogue
            raise Different(f"{count} decisions, not {len(menu)}")
        return bits

    def record(self) -> Record:
        """The kernel's game as a record, from the kernel's own outcomes and last state."""
        return Record(
            game=GAME.name,
            players=tuple("ABCD"[: self.shoal.seats]),
            options=raw(self.shoal.options),
            moves=tuple(self.moves),
            outcomes=self.shoal.outcomes(self.game),
            hash=state_hash(self.shoal.take_out(self.game)),
            result=self.shoal.result(self.game),
        )


def played_twice(shoal: DiveShoal, choose: Chooser, dice: Dice, game: int = 0) -> Twice:
    """Play a game of the shoal to its end on both sides; then the rules replay its record."""
    twice = Twice(shoal, game)
    while awaited := twice.state.to_move():
        ready = [seat for seat in twice.state.seats if seat not in awaited]
        callers = [seat for seat in ready if CallOrca() in twice.state.menu(seat)]
        if callers and dice.roll(2, "orca"):  # D8.2
            twice.play(callers[0], CallOrca())
            continue
        seat = dice.pick(awaited, "seat")
        twice.play(seat, choose(twice.state, seat, dice))
    for _ in replay(GAME, twice.record()):
        pass
    return twice


def at_random(state: DiveState, seat: Seat, dice: Dice) -> Action:
    """Anything on the menu."""
    return state.menu(seat).sample(dice)


def sensibly(state: DiveState, seat: Seat, dice: Dice) -> Action:
    """A program that is rather right than wrong, after a companion that is rather used than kept."""
    use = a_use(state, seat, dice)
    if use is not None and dice.roll(3, "use"):
        return use
    if state.told or not state.options.companions or None not in state.companions:
        return a_good_program(state, seat, dice, tries=6)
    return state.menu(seat).sample(dice)


def a_shoal(options: Options, seats: int, games: int = 1, seed: int = 0) -> DiveShoal:
    return DiveShoal(options, seats, games=games, seed=seed)
