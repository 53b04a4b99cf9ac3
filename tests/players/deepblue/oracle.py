"""The chance to win a dive that ends the game, found by trying out everything that may happen.

It plays the real rules: every decision is tried in every way, and every roll of the dice falls in every way.
The others decide as is worst for the player. Only for positions with few gems left, in which whoever does not
lead the last dive leaves it to somebody else.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from fathom.deepblue import Action, DeepBlueState, Dive, PlayCrew
from fathom.deepblue.phases import Choosing
from fathom.table import Dice


class _Needed(Exception):
    """The game rolls once more than was foreseen."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class _Foreseen(Dice):
    def __init__(self, rolls: tuple[int, ...]) -> None:
        self._rolls = list(rolls)

    def roll(self, sides: int, purpose: str) -> int:
        if not self._rolls:
            raise _Needed(sides)
        return self._rolls.pop(0)


def after(
    state: DeepBlueState, seat: int, action: Action, rolls: tuple[int, ...] = ()
) -> Iterator[tuple[Fraction, DeepBlueState]]:
    """Every position that the action may lead to, with its chance."""
    position = state.copy()
    try:
        position.play(seat, action, _Foreseen(rolls))
    except _Needed as needed:
        for value in range(needed.sides):
            for chance, found in after(state, seat, action, (*rolls, value)):
                yield chance / needed.sides, found
    else:
        yield Fraction(1), position


def chance_with(state: DeepBlueState, me: int, seat: int, action: Action) -> Fraction:
    """How probably the player wins after this action, if everyone goes on as well as they can."""
    positions: dict[str, tuple[Fraction, DeepBlueState]] = {}
    for chance, position in after(state, seat, action):
        key = repr(position)
        before = positions.get(key, (Fraction(0), position))[0]
        positions[key] = (before + chance, position)
    return sum((chance * chance_to_win(position, me) for chance, position in positions.values()), Fraction(0))


def chance_to_win(state: DeepBlueState, me: int) -> Fraction:
    """How probably the player wins from here; a shared first place counts as winning."""
    result = state.result()
    if result is not None:
        return Fraction(result.places[me] == 1)
    assert state.dived, "only the last dive is tried out"
    seat = state.to_move()[0]
    chances = [chance_with(state, me, seat, action) for action in sensible(state, seat)]
    return max(chances) if seat == me else min(chances)


def ends(state: DeepBlueState, dive: Dive) -> bool:
    """Whether the game ends with this dive."""
    wreck = state.wreck_at(dive.site)
    return wreck is not None and state.box.tiles[wreck.tile].city


def sensible(state: DeepBlueState, seat: int) -> list[Action]:
    """All that can be done, but cards are played as soon as they can be: nothing is to be kept for later.

    On a turn whoever can dives to the last part of the city. For a rival that is a bound: what is worst for
    the player may be worse still.
    """
    if isinstance(state.phase, Choosing):
        dives = [action for action in state.menu(seat) if isinstance(action, Dive) and ends(state, action)]
        assert dives, "a turn that does not end the game is not followed"
        return [*dives]
    actions = list(state.menu(seat))
    plays = [action for action in actions if isinstance(action, PlayCrew) and not action.last]
    return [max(plays, key=lambda play: len(play.cards))] if plays else actions
