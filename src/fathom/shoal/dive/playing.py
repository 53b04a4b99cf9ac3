"""One decision of one seat, and what follows from it."""

from __future__ import annotations

from fathom.shoal.compiling import entry, kernel
from fathom.shoal.dive.catalogue import CHOOSE
from fathom.shoal.dive.diving import dive, dive_as_children, dolphins_return
from fathom.shoal.dive.layout import CHOOSING, NONE, PROGRAMMING, Game, Story, Terms
from fathom.shoal.dive.menus import first_awaited
from fathom.shoal.dive.resting import phase_after, rest


@kernel
def play(terms: Terms, game: Game, story: Story, number: int, seat: int, decision: int) -> None:
    """Carry out a decision that is on the seat's menu; with the last one missing, the whole dive follows.

    `number` is the game's own, under which its story is told.
    """
    if game.phase == CHOOSING:
        game.wishes[seat] = decision - terms.starts[CHOOSE]
        if first_awaited(terms, game) == NONE:
            give_companions(terms, game)
    elif decision < terms.starts[CHOOSE]:
        game.programs[seat] = decision
        if first_awaited(terms, game) == NONE:
            dive_and_rest(terms, game, story, number)  # D3.6
    else:
        game.uses[seat] = decision  # D8.0


@kernel
def give_companions(terms: Terms, game: Game) -> None:
    """Give the companions out, on a clash to the youngest; whoever gets none wishes again."""  # D8.0
    missing = False
    for place in range(terms.seats):
        seat = game.ages[place]
        if game.companions[seat] == NONE:
            if free(terms, game, game.wishes[seat]):
                game.companions[seat] = game.wishes[seat]
            else:
                missing = True
        game.wishes[seat] = NONE
    game.phase = CHOOSING if missing else PROGRAMMING


@kernel
def free(terms: Terms, game: Game, companion: int) -> bool:
    """Whether nobody has this companion yet."""
    for seat in range(terms.seats):
        if game.companions[seat] == companion:
            return False
    return True


@entry
def dive_and_rest(terms: Terms, game: Game, story: Story, number: int) -> None:
    """Phases 2 and 3, and what comes after them."""  # D4, D5
    if terms.children:
        lifted = dive_as_children(terms, game, story, number)
        rest(terms, game, story, number, lifted, 0, 0)
    else:
        lifted, erred, visible = dive(terms, game, story, number)
        if terms.companions:
            dolphins_return(terms, game, story, number, erred)
        rest(terms, game, story, number, lifted, erred, visible)
    for seat in range(terms.seats):
        if terms.companions and used(terms, game, seat):
            game.companions[seat] = NONE  # D8.0
        game.last_programs[seat] = game.programs[seat]
        game.programs[seat] = NONE
        game.uses[seat] = NONE
    game.phase = phase_after(terms, game)


@kernel
def used(terms: Terms, game: Game, seat: int) -> bool:
    """Whether a diver has used the companion this round, announced or laid with the program."""
    return bool(game.uses[seat] != NONE or terms.programs[game.programs[seat]].tile)
