"""Phase 3, Rest (D5): everyone moves for the levels they kept, and perhaps the game is over."""

from __future__ import annotations

from typing import Any

from fathom.dive.descent import STONE
from fathom.shoal.compiling import kernel
from fathom.shoal.dive.catalogue import LOOSE_GREAT_WHITE
from fathom.shoal.dive.layout import PROGRAMMING, STACK_EMPTY, STONE_REACHED, Game, Story, Terms


@kernel
def rest(terms: Terms, game: Game, story: Story, number: int, lifted: int, erred: int, visible: int) -> None:
    """Move all pawns after a dive, and let the lifted cards leave."""
    stopped = stopped_by_great_white(terms, game, erred)
    chief_spaces = stayed(visible, lifted)
    game.chief += chief_spaces  # D9.8
    for seat in range(terms.seats):
        spaces = 0 if stopped >> seat & 1 else int(game.kept[seat])
        game.pawns[seat] += spaces  # D5.1
        game.last_spaces[seat] = spaces
        game.kept[seat] = 0
    if terms.told:
        tell_rest(terms, game, story, number, lifted, stopped, chief_spaces)
    game.top += lifted  # D5.4
    game.rounds += 1  # D9.4


@kernel
def stopped_by_great_white(terms: Terms, game: Game, erred: int) -> int:
    """Those whom the great white shark keeps from moving: all who erred, or else its owner."""  # D8.7
    for owner in range(terms.seats):
        if game.uses[owner] == terms.starts[LOOSE_GREAT_WHITE]:
            others = erred & ~(1 << owner)
            return others or 1 << owner
    return 0


@kernel
def stayed(visible: int, lifted: int) -> int:
    """How many of the chief's levels to be seen were reached."""  # D9.8
    count = 0
    for level in range(lifted):
        count += visible >> level & 1
    return count


@kernel
def phase_after(terms: Terms, game: Game) -> int:
    """The phase after a round: programs are laid again, or the game is over."""
    front = furthest(terms, game)
    if terms.chief:
        front = max(front, int(game.chief))
    if front >= STONE:
        return STONE_REACHED  # D5.2
    if game.top == terms.cards:
        return STACK_EMPTY  # D6.2
    return PROGRAMMING  # D6.3


@kernel
def furthest(terms: Terms, game: Game) -> int:
    """The space of the foremost diver."""
    front = 0
    for seat in range(terms.seats):
        front = max(front, int(game.pawns[seat]))
    return front


@kernel
def place_of(terms: Terms, game: Game, seat: int) -> int:
    """The place of a diver; the chief goes before a diver on the same space."""  # D5.3, D9.9
    place = 1
    for other in range(terms.seats):
        place += game.pawns[other] > game.pawns[seat]
    if terms.chief and game.chief >= game.pawns[seat]:
        place += 1
    return place


@kernel
def tell_rest(
    terms: Terms, game: Game, story: Story, number: int, lifted: int, stopped: int, chief_spaces: int
) -> None:
    """Write down the round that ends."""
    told: Any = story.rounds[number, game.rounds]
    told.lifted, told.stopped, told.chief_spaces, told.chief = lifted, stopped, chief_spaces, game.chief
    for seat in range(terms.seats):
        told.programs[seat] = game.programs[seat]
        told.spaces[seat] = game.last_spaces[seat]
        told.pawns[seat] = game.pawns[seat]
