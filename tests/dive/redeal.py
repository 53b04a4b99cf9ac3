"""Everything that a diver may not know, dealt again: written from the rulebook, not from the view."""

from __future__ import annotations

from fathom.dive.actions import Faces
from fathom.dive.board import Face, Program, Programs
from fathom.dive.cards import Card
from fathom.dive.companions import Companion
from fathom.dive.state import Choosing, DiveState, Programming
from fathom.table import Dice, Reader


def redeal(state: DiveState, reader: Reader, dice: Dice) -> DiveState:
    """Another order of the ocean and of the chief's deck, other programs and wishes behind the screens."""
    cards = dice.shuffle(state.ocean, "cards")
    state.ocean = tuple(Card(card.kind, dice.roll(4, "turn"), dice.roll(2, "flip") == 1) for card in cards)
    state.chief_deck = dice.shuffle(state.chief_deck, "deck")
    match state.phase:
        case Programming(programs, uses):
            state.phase = Programming(
                tuple(
                    program
                    if program is None or seat == reader
                    else _another(state, seat, program, used=uses[seat] is not None, dice=dice)
                    for seat, program in enumerate(programs)
                ),
                uses,
            )
        case Choosing(wishes):
            # A wish can be for any tile that lies in the middle; with the chief two of the seven do not.
            absent = {Companion.DOLPHINS, Companion.GREAT_WHITE} if state.options.chief else set()
            on_table = [tile for tile in Companion if tile not in absent and tile not in state.companions]
            state.phase = Choosing(
                tuple(
                    wish if wish is None or seat == reader else dice.pick(on_table, "wish")
                    for seat, wish in enumerate(wishes)
                )
            )
        case _:
            pass
    return state


def _another(
    state: DiveState, seat: int, program: Program | Faces, *, used: bool, dice: Dice
) -> Program | Faces:
    if isinstance(program, Faces):
        return Faces(tuple(dice.pick(tuple(Face), "face") for _ in program.faces))
    tile = None if used else state.companions[seat]
    programs = Programs(
        state.options.tokens,
        clownfish=tile is Companion.CLOWNFISH,
        anglerfish=tile is Companion.ANGLERFISH,
    )
    return programs[dice.roll(len(programs), "program")]
