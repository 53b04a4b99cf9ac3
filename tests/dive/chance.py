"""Rounds that chance makes, but not quite: divers who see a little of what lies in the frame."""

from __future__ import annotations

from typing import NamedTuple

from fathom.dive import (
    CallOrca,
    Companion,
    DiveEvent,
    DiveState,
    Face,
    Faces,
    LayOctopus,
    LooseGreatWhite,
    Program,
    RideTurtle,
    SendDolphins,
    Use,
)
from fathom.dive.menus import ProgrammingMenu
from fathom.dive.state import Programming
from fathom.table import Dice

NAMES = "AMRS"


class Round(NamedTuple):
    """What was decided in a round, and what followed."""

    uses: dict[str, Use | None]
    laid: dict[str, Program | Faces]
    events: tuple[DiveEvent, ...]


def any_round(state: DiveState, dice: Dice) -> Round:
    """Play a whole round: companions are used rather often, and programs are rather right than wrong."""
    for seat in state.seats:
        use = a_use(state, seat, dice)
        if use is not None and dice.roll(3, "use"):
            state.play(seat, use, dice)
    assert isinstance(state.phase, Programming)
    uses = dict(zip(NAMES, state.phase.uses, strict=False))
    laid: dict[str, Program | Faces] = {}
    events: tuple[DiveEvent, ...] = ()
    for seat in state.to_move():
        laid[NAMES[seat]] = a_good_program(state, seat, dice, tries=6)
        events = state.play(seat, laid[NAMES[seat]], dice)
    return Round(uses, laid, events)


def a_good_program(state: DiveState, seat: int, dice: Dice, tries: int) -> Program | Faces:
    """Of so many programs that came by chance, the one with the most levels right."""
    sharks = [card.kind.shark for card in state.ocean]
    return max(
        (a_program(state, seat, dice) for _ in range(tries)), key=lambda program: _right(program, sharks)
    )


def a_program(state: DiveState, seat: int, dice: Dice) -> Program | Faces:
    """Any program that the diver may submit."""
    menu = state.menu(seat)
    action = (
        menu.programs[dice.roll(len(menu.programs), "program")]
        if isinstance(menu, ProgrammingMenu)
        else menu.sample(dice)
    )
    assert isinstance(action, Program | Faces)
    return action


def a_use(state: DiveState, seat: int, dice: Dice) -> Use | None:
    """A use of the companion that the diver still has, if it is one that is announced."""
    menu = state.menu(seat)
    if not isinstance(menu, ProgrammingMenu):
        return None
    match menu.companion:
        case Companion.TURTLE:
            return RideTurtle()
        case Companion.DOLPHINS:
            return SendDolphins(dice.pick(menu.others, "to"))
        case Companion.GREAT_WHITE:
            return LooseGreatWhite()
        case Companion.ORCA:
            return CallOrca()
        case Companion.OCTOPUS:
            return LayOctopus(dice.roll(101, "across"), dice.roll(101, "down"))
        case Companion.CLOWNFISH | Companion.ANGLERFISH | None:
            return None


def _right(program: Program | Faces, sharks: list[bool]) -> int:
    """How many levels are right: all that are in the children's version, else those before a mistake."""
    if isinstance(program, Faces):
        return sum((face is Face.SHARK) is shark for face, shark in zip(program.faces, sharks, strict=False))
    for depth, shark in enumerate(sharks[: program.depth]):
        if program.expects_shark(depth) is not shark:
            return depth
    return program.depth
