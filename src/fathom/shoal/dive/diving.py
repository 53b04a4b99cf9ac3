"""Phase 2, Dive (D4): cards are lifted, programs are right or wrong, the fastest get the helpers."""

from __future__ import annotations

from fathom.dive.board import LEVELS
from fathom.dive.descent import LAST_TRANQUIL
from fathom.shoal.compiling import kernel
from fathom.shoal.dive.catalogue import FACES, RIDE_TURTLE, SEND_DOLPHINS
from fathom.shoal.dive.layout import (
    CHIEF,
    CHIEF_LEVELS,
    GREEN,
    HELPER_BITS,
    HELPER_SHIFT,
    MANTA,
    NO_HELPER,
    NONE,
    SHARK_BIT,
    Game,
    Story,
    Terms,
)

NOBODY_AHEAD = 1 << 14


@kernel
def dive(terms: Terms, game: Game, story: Story, number: int) -> tuple[int, int, int]:
    """Evaluate all programs level by level.

    Return how many cards were lifted, who erred, and the chief's levels that are still to be seen.
    """
    top = int(game.top)
    visible = (1 << CHIEF_LEVELS) - 1 if terms.chief else 0
    bubbles = covered(terms, game, visible, 0)  # D9.5
    visible &= ~bubbles
    if terms.told:
        story.rounds[number, game.rounds].bubbles = bubbles
    down = (1 << terms.seats) - 1
    erred = 0
    depth = 0  # from 0; the players' level is one more
    while top + depth < terms.cards:  # D6.1
        down = reaching(terms, game, down, depth)
        if down == 0 and visible >> depth == 0:
            break  # D4.10, D9.7
        card = int(game.ocean[top + depth])
        right = judged(terms, game, down, depth, card & SHARK_BIT)
        wrong = down & ~right
        lost = losing_all(terms, game, wrong)
        erred |= wrong
        helper = card >> HELPER_SHIFT & HELPER_BITS
        helped = moved = NONE
        bubbles = 0
        if helper != NO_HELPER:
            helped = fastest(terms, game, right, depth, visible)
        if helped != NONE:
            moved = carry(terms, game, helped, helper)
        if helped == CHIEF:
            bubbles = covered(terms, game, visible, depth + 1)  # D9.5
        if terms.told:
            tell_lift(terms, game, story, number, depth, right, wrong, lost, visible, helped, moved, bubbles)
        visible &= ~bubbles
        down = right
        depth += 1
    return depth, erred, visible


@kernel
def dive_as_children(terms: Terms, game: Game, story: Story, number: int) -> int:
    """Evaluate the children's programs, in which every level stands for itself."""  # D7.2, D7.3
    levels = min(LEVELS, terms.cards - int(game.top))
    everyone = (1 << terms.seats) - 1
    for depth in range(levels):
        shark = int(game.ocean[game.top + depth]) & SHARK_BIT
        right = 0
        for seat in range(terms.seats):
            faces = int(game.programs[seat]) - int(terms.starts[FACES + levels - 1])
            if faces >> depth & 1 == shark:
                right |= 1 << seat
                game.kept[seat] += 1
        if terms.told:
            tell_lift(terms, game, story, number, depth, right, everyone & ~right, 0, 0, NONE, NONE, 0)
    return levels


@kernel
def reaching(terms: Terms, game: Game, down: int, depth: int) -> int:
    """Those of the divers below whose program goes on to this depth."""
    for seat in range(terms.seats):
        if terms.programs[game.programs[seat]].depth <= depth:
            down &= ~(1 << seat)
    return down


@kernel
def judged(terms: Terms, game: Game, down: int, depth: int, shark: int) -> int:
    """Those who expected what is on the card; they keep the level."""  # D4.2
    right = 0
    for seat in range(terms.seats):
        if down >> seat & 1 and int(terms.programs[game.programs[seat]].sharks) >> depth & 1 == shark:
            right |= 1 << seat
            game.kept[seat] = depth + 1
    return right


@kernel
def losing_all(terms: Terms, game: Game, wrong: int) -> int:
    """Those who err in deep waters and lose their earlier levels too."""  # D4.3, D4.4
    lost = 0
    for seat in range(terms.seats):
        if wrong >> seat & 1 and game.pawns[seat] > LAST_TRANQUIL:
            lost |= 1 << seat
            game.kept[seat] = 0
    return lost


@kernel
def speed_of(terms: Terms, game: Game, racer: int, depth: int) -> int:
    """How fast a diver or the chief goes for the helper at this depth."""
    if racer == CHIEF:
        return int(terms.chief_speeds[game.deck[game.rounds], depth])  # D9.6
    return int(terms.programs[game.programs[racer]].speeds[depth])


@kernel
def fastest(terms: Terms, game: Game, right: int, depth: int, visible: int) -> int:
    """The one with the strictly highest speed; nobody on a tie."""  # D4.5
    highest = who = NONE
    for racer in range(CHIEF + 1):
        races = visible >> depth & 1 if racer == CHIEF else right >> racer & 1  # D9.6
        if races:
            speed = speed_of(terms, game, racer, depth)
            if speed > highest:
                highest, who = speed, racer
            elif speed == highest:
                who = NONE
    return who


@kernel
def carry(terms: Terms, game: Game, racer: int, helper: int) -> int:
    """Move the fastest with the helper; return by how many spaces."""  # D4.9
    space = int(game.chief) if racer == CHIEF else int(game.pawns[racer])
    moved = ridden(terms, game, space) if helper == MANTA else helper  # D4.6: turtles by their number
    if racer == CHIEF:
        game.chief += moved
        return moved
    if helper == GREEN and game.uses[racer] == terms.starts[RIDE_TURTLE]:
        moved += 1  # D8.4
    game.pawns[racer] += moved
    return moved


@kernel
def ridden(terms: Terms, game: Game, space: int) -> int:
    """How far a manta carries a pawn from a space: to the next pawn ahead, within tranquil waters."""  # D4.7
    if space > LAST_TRANQUIL:
        return 0  # D4.8
    ahead = NOBODY_AHEAD
    for seat in range(terms.seats):
        if game.pawns[seat] > space:
            ahead = min(ahead, int(game.pawns[seat]))
    if terms.chief and game.chief > space:
        ahead = min(ahead, int(game.chief))
    if ahead == NOBODY_AHEAD:
        return 0  # D4.8
    return min(ahead, LAST_TRANQUIL) - space


@kernel
def covered(terms: Terms, game: Game, visible: int, evaluated: int) -> int:
    """The chief's yellow levels still to come, if its pawn is in deep waters: they are covered."""  # D9.5
    if not terms.chief or game.chief <= LAST_TRANQUIL:
        return 0
    return int(terms.chief_yellow[game.deck[game.rounds]]) & visible & ~((1 << evaluated) - 1)


@kernel
def dolphins_return(terms: Terms, game: Game, story: Story, number: int, erred: int) -> None:
    """Move those one space whose small dolphin was with a diver who made no mistake."""  # D8.6, D8.8
    for seat in range(terms.seats):
        to = max(int(game.uses[seat]) - int(terms.starts[SEND_DOLPHINS]), NONE)
        won = 0 if to == NONE else 1 - (erred >> to & 1)
        game.pawns[seat] += won
        if terms.told:
            story.rounds[number, game.rounds].dolphins[seat] = to
            story.rounds[number, game.rounds].returned[seat] = won


@kernel
def tell_lift(
    terms: Terms,
    game: Game,
    story: Story,
    number: int,
    depth: int,
    right: int,
    wrong: int,
    lost: int,
    visible: int,
    helped: int,
    moved: int,
    bubbles: int,
) -> None:
    """Write down what happened at one card."""
    lift = story.lifts[number, game.top + depth]
    lift.right, lift.wrong, lift.lost_all = right, wrong, lost
    lift.helped, lift.spaces, lift.bubbles = helped, max(moved, 0), bubbles
    helper = int(game.ocean[game.top + depth]) >> HELPER_SHIFT & HELPER_BITS
    raced = right | (visible >> depth & 1) << CHIEF
    lift.raced = raced if helper != NO_HELPER and not terms.children else 0
    for racer in range(CHIEF + 1):
        lift.speeds[racer] = 0
        if int(lift.raced) >> racer & 1:
            lift.speeds[racer] = speed_of(terms, game, racer, depth)
