"""The kit accepts a sound game, and names what is wrong with each kind of unsound one."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from fathom.table import Dice, Event, Reader, Seat
from fathom.table.conformance import Broken, Report, check
from tests.table import pebbles
from tests.table.pebbles import Action, Guess, Options, Pebbles, PebblesEvent, PebblesState, View, redeal


def checked(state_type: type[PebblesState] = PebblesState, **parts: Any) -> Report:
    """The kit's verdict on Pebbles with some parts exchanged."""
    game = type("Exchanged", (Pebbles,), {"state_type": state_type, **parts})()
    return check(game, Options(), 3, redeal=redeal, games=10)


def test_a_sound_game_passes_and_everything_was_tried() -> None:
    report = check(Pebbles(), Options(), 3, redeal=redeal, games=10)
    assert report.games == 10
    assert report.moves >= 30
    assert report.positions >= 20
    assert report.refused > 100
    assert report.redealt > 20
    assert report.events_compared > 20


class TellsAHand(PebblesState):
    """The view shows a neighbour's hand under another name."""

    def view(self, reader: Reader) -> View:
        seen = super().view(reader)
        return msgspec.structs.replace(seen, options=Options(most=6 if self.hands[0] > 3 else 7))


class TellsTheGuess(PebblesState):
    """The public event carries the secret guess in its seat number."""

    def play(self, seat: Seat, action: Action, dice: Dice) -> tuple[PebblesEvent, ...]:
        events = super().play(seat, action, dice)
        if isinstance(action, Guess) and self.shown is None:
            return (pebbles.Guessed(action.pebbles % 3),)
        return events


class WaitsForTheRich(PebblesState):
    """Who is awaited depends on a hand."""

    def to_move(self) -> tuple[Seat, ...]:
        awaited = super().to_move()
        poor = tuple(seat for seat in awaited if self.hands[seat] <= 3)
        return poor or awaited


class DrawsItsOwnChance(PebblesState):
    """The wave comes from a generator of the state's own."""

    def play(self, seat: Seat, action: Action, dice: Dice) -> tuple[PebblesEvent, ...]:
        class Own(Dice):
            def roll(self, sides: int, purpose: str) -> int:
                return random.randrange(sides)

        return super().play(seat, action, Own())


class SharesItsGuesses(PebblesState):
    """A copy shares a list with its original."""

    def play(self, seat: Seat, action: Action, dice: Dice) -> tuple[PebblesEvent, ...]:
        shared: Any = self.guesses
        shared = shared if isinstance(shared, list) else list(shared)
        events = super().play(seat, action, dice)
        shared[:] = self.guesses
        self.guesses = shared
        return events


class PlaysBeforeItRefuses(PebblesState):
    """An illegal guess is refused, but has been written down already."""

    def play(self, seat: Seat, action: Action, dice: Dice) -> tuple[PebblesEvent, ...]:
        if seat in self.to_move():
            before, self.options = self.options, Options(most=7)
            events = super().play(seat, action, dice)
            self.options = before
            return events
        return super().play(seat, action, dice)


class TakesAnything(PebblesState):
    """Nothing is ever refused."""

    def play(self, seat: Seat, action: Action, dice: Dice) -> tuple[PebblesEvent, ...]:
        if isinstance(action, Guess) and self.shown is None:
            self.guesses = tuple(action.pebbles if at == seat else old for at, old in enumerate(self.guesses))
            if self.to_move():
                return (pebbles.Guessed(seat % 3),)
            self.guesses = tuple(None if at == seat else old for at, old in enumerate(self.guesses))
        return super().play(seat, action, dice)


class NeverEnds(PebblesState):
    """The last guess is always washed away."""

    def play(self, seat: Seat, action: Action, dice: Dice) -> tuple[PebblesEvent, ...]:
        if isinstance(action, Guess) and len(self.to_move()) == 1:
            return (pebbles.TakenBack(seat),)
        return super().play(seat, action, dice)


class GivesNoTime(PebblesState):
    def limit(self) -> float | None:
        return 0.0


class FallsBackToNonsense(PebblesState):
    def fallback(self, seat: Seat, draft: Action | None) -> Action:
        return Guess(0)


class WithoutAWave(PebblesState):
    """Nothing but the hands and guesses of the others is shown at the end, and no chance is drawn."""

    def play(self, seat: Seat, action: Action, dice: Dice) -> tuple[PebblesEvent, ...]:
        class Calm(Dice):
            def roll(self, sides: int, purpose: str) -> int:
                return 0

        return super().play(seat, action, Calm())


def test_what_is_said_to_reveal_nothing_is_tried_in_worlds_of_every_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Without a word every event of Pebbles may reveal something, which is safe.
    assert checked(WithoutAWave).harmless == 0
    monkeypatch.setattr(pebbles.Guessed, "reveals", False)
    monkeypatch.setattr(pebbles.TakenBack, "reveals", False)
    assert checked(WithoutAWave).harmless > 100


def test_a_planted_event_that_reveals_without_saying_so_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for event in (pebbles.Guessed, pebbles.TakenBack, pebbles.Shown):
        monkeypatch.setattr(event, "reveals", False)
    with pytest.raises(Broken, match="Guessed, Shown say it does not") as broken:
        checked(WithoutAWave)
    assert broken.value.law == "reveals"


@pytest.mark.parametrize(
    ("state_type", "law"),
    [
        (TellsAHand, "hidden information"),
        (TellsTheGuess, "hidden information"),
        (WaitsForTheRich, "hidden information"),
        (DrawsItsOwnChance, "chance"),
        (SharesItsGuesses, "copy"),
        (PlaysBeforeItRefuses, "refusal"),
        (TakesAnything, "refusal"),
        (NeverEnds, "end"),
        (GivesNoTime, "limit"),
        (FallsBackToNonsense, "fallback"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else value,
)
def test_a_broken_state_is_found_out(state_type: type[PebblesState], law: str) -> None:
    with pytest.raises(Broken) as broken:
        checked(state_type)
    assert law in broken.value.law


def test_a_menu_that_leaks_what_the_view_hides_is_found_out() -> None:
    def actions(self: Pebbles, view: View) -> pebbles.Menu:
        return pebbles.Menu((0, 100), False)

    with pytest.raises(Broken, match="another menu"):
        checked(actions=actions)


def test_imagination_that_contradicts_the_view_is_found_out() -> None:
    def imagine(self: Pebbles, view: View, dice: Dice) -> PebblesState:
        state = Pebbles.imagine(self, view, dice)
        state.hands = tuple(hand % 6 + 1 for hand in state.hands)
        return state

    with pytest.raises(Broken) as broken:
        checked(imagine=imagine)
    assert broken.value.law == "imagination"


def test_an_event_about_which_nothing_is_told_is_found_out() -> None:
    def tell(self: Pebbles, event: Event, names: object) -> str:
        return ""

    with pytest.raises(Broken, match="nothing is told"):
        checked(tell=tell)
