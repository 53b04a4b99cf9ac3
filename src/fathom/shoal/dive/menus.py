"""What a seat may do now: one bit for each block of the catalogue."""

from __future__ import annotations

from typing import Any

from fathom.dive.board import LEVELS
from fathom.shoal.chance import roll
from fathom.shoal.compiling import kernel
from fathom.shoal.dive.catalogue import (
    BARE,
    CALL_ORCA,
    CHOOSE,
    FACES,
    LAY_OCTOPUS,
    LOOSE_GREAT_WHITE,
    RIDE_TURTLE,
    SEND_DOLPHINS,
    WITH_ANGLERFISH,
    WITH_CLOWNFISH,
)
from fathom.shoal.dive.layout import (
    ANGLERFISH,
    CHOOSING,
    CLOWNFISH,
    DOLPHINS,
    GREAT_WHITE,
    NONE,
    OCTOPUS,
    ORCA,
    PROGRAMMING,
    TURTLE,
    Game,
    Terms,
)


@kernel
def awaited(game: Game, seat: int) -> bool:
    """Whether the game waits for this seat."""
    if game.phase == PROGRAMMING:
        return bool(game.programs[seat] == NONE)
    if game.phase == CHOOSING:
        return bool(game.companions[seat] == NONE and game.wishes[seat] == NONE)
    return False


@kernel
def first_awaited(terms: Terms, game: Game) -> int:
    """The lowest seat that the game waits for; `NONE` at the end."""
    for seat in range(terms.seats):
        if awaited(game, seat):
            return seat
    return NONE


@kernel
def menu(terms: Terms, game: Game, seat: int) -> int:
    """The blocks from which a seat may take anything; one that is ready may still call the orca."""
    if not awaited(game, seat):
        return 1 << CALL_ORCA if may_call_orca(game, seat) else 0
    if game.phase == CHOOSING:
        return offered(terms, game) << CHOOSE
    if terms.children:
        return 1 << (FACES + min(LEVELS, terms.cards - int(game.top)) - 1)  # D7.1
    companion = int(game.companions[seat])
    if companion == NONE or game.uses[seat] != NONE:
        return 1 << BARE
    return 1 << BARE | uses_of(terms, companion, seat)


@kernel
def may_call_orca(game: Game, seat: int) -> bool:
    """Whether the orca waits beside the board of this seat, ready or not."""  # D8.2
    return bool(game.phase == PROGRAMMING and game.companions[seat] == ORCA and game.uses[seat] == NONE)


@kernel
def offered(terms: Terms, game: Game) -> int:
    """The companions that can still be chosen, as bits."""  # D8.0
    left = (1 << (GREAT_WHITE + 1)) - 1
    if terms.chief:
        left &= ~(1 << DOLPHINS | 1 << GREAT_WHITE)  # D9.1
    for seat in range(terms.seats):
        if game.companions[seat] != NONE:
            left &= ~(1 << int(game.companions[seat]))
    return left


@kernel
def uses_of(terms: Terms, companion: int, seat: int) -> int:
    """The blocks that a companion opens to its owner."""
    if companion == OCTOPUS:
        return 1 << LAY_OCTOPUS  # D8.1
    if companion == ORCA:
        return 1 << CALL_ORCA  # D8.2
    if companion == ANGLERFISH:
        return 1 << WITH_ANGLERFISH  # D8.3
    if companion == TURTLE:
        return 1 << RIDE_TURTLE  # D8.4
    if companion == CLOWNFISH:
        return 1 << WITH_CLOWNFISH  # D8.5
    if companion == DOLPHINS:
        return (((1 << terms.seats) - 1) & ~(1 << seat)) << SEND_DOLPHINS  # D8.6
    return 1 << LOOSE_GREAT_WHITE  # D8.7


@kernel
def allows(terms: Terms, bits: int, number: int) -> bool:
    """Whether a menu has this number."""
    if number < 0 or number >= terms.starts[-1]:
        return False
    block = 0
    while number >= terms.starts[block + 1]:
        block += 1
    return bool(bits >> block & 1)


@kernel
def sample(terms: Terms, bits: int, chance: Any) -> int:
    """Any number of a menu, all equally likely; `chance` is a word."""
    if bits == 1 << BARE:
        return roll(chance, terms.starts[BARE + 1])
    total = 0
    block = 0
    while bits >> block:
        if bits >> block & 1:
            total += terms.starts[block + 1] - terms.starts[block]
        block += 1
    left = roll(chance, total)
    block = 0
    while True:
        if bits >> block & 1:
            size = terms.starts[block + 1] - terms.starts[block]
            if left < size:
                return int(terms.starts[block]) + left
            left -= size
        block += 1
