"""Phase 2, Dive: cards are lifted one by one, programs are right or wrong, the fastest get the helpers."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fathom.dive.actions import Faces
from fathom.dive.board import Face, Program
from fathom.dive.cards import Card, Helper
from fathom.dive.chief import ChiefCard
from fathom.dive.companions import RideTurtle, SendDolphins, Use
from fathom.dive.descent import carried, deep
from fathom.dive.events import DiveEvent, DolphinsReturned, Lifted, Raced, Revealed, Who
from fathom.table import Seat


class Dived(msgspec.Struct, frozen=True):
    """How a dive went: where the pawns are now and what is left to move for in Rest."""

    events: tuple[DiveEvent, ...]
    lifted: int
    pawns: tuple[int, ...]
    kept: tuple[int, ...]
    """Per diver, the levels that still hold a token."""
    erred: tuple[Seat, ...] = ()
    """Those who made a mistake, for the great white shark; none of it is needed among children (D7.5)."""
    chief: int | None = None
    chief_kept: int = 0


def dive(
    round_number: int,
    programs: Sequence[Program],
    cards: Sequence[Card],
    pawns: Sequence[int],
    uses: Sequence[Use | None],
    chief: int | None = None,
    chief_card: ChiefCard | None = None,
) -> Dived:
    """Evaluate the programs level by level. `cards` are all that are left, the top one first."""
    spaces = list(pawns)
    kept = [0] * len(spaces)
    erred: list[Seat] = []
    down = list(range(len(spaces)))
    depths = [program.depth for program in programs]
    visible = set(range(1, len(chief_card.speeds) + 1)) if chief_card else set()
    bubbles = _covered(chief_card, chief, visible, evaluated=0)
    # D4.1, D9.4
    events: list[DiveEvent] = [Revealed(round_number, tuple(programs), chief_card, bubbles)]

    depth = 0  # from 0; the players' level is one more
    while depth < len(cards):  # D6.1
        down = [seat for seat in down if depths[seat] > depth]
        if not down and max(visible, default=0) <= depth:
            break  # D4.10, D9.7
        kind = cards[depth].kind
        level = depth + 1
        right: list[Seat] = []
        wrong: list[Seat] = []
        lost_all: list[Seat] = []
        for seat in down:
            if programs[seat].expects_shark(depth) is kind.shark:  # D4.2
                right.append(seat)
                kept[seat] = level
            else:
                wrong.append(seat)  # D4.3: deeper levels come off, earlier ones stay …
                if deep(spaces[seat]):
                    lost_all.append(seat)  # D4.4: … but not in deep waters
                    kept[seat] = 0
        erred += wrong
        down = right

        raced: list[Raced] = []
        helped: Who | None = None
        moved = 0
        bubbles = ()
        if kind.helper is not None:
            raced = [Raced(seat, programs[seat].speed(depth)) for seat in right]
            if chief_card and level in visible:
                raced.append(Raced("chief", chief_card.speeds[depth]))  # D9.6
            helped = _fastest(raced)
            everyone = spaces if chief is None else [*spaces, chief]
            if helped == "chief":
                assert chief is not None
                moved = carried(chief, kind.helper, everyone) - chief
                chief += moved
                bubbles = _covered(chief_card, chief, visible, evaluated=level)
            elif helped is not None:
                moved = carried(spaces[helped], kind.helper, everyone) - spaces[helped]
                if kind.helper is Helper.GREEN and isinstance(uses[helped], RideTurtle):
                    moved += 1  # D8.4
                spaces[helped] += moved  # D4.9
        events.append(
            Lifted(
                level, kind, tuple(right), tuple(wrong), tuple(lost_all), tuple(raced), helped, moved, bubbles
            )
        )
        depth = level

    for seat, use in enumerate(uses):
        if isinstance(use, SendDolphins):
            won = int(use.to not in erred)  # D8.6; before Rest, so that D8.7 cannot stop it: D8.8
            spaces[seat] += won
            events.append(DolphinsReturned(seat, use.to, won))
    return Dived(
        tuple(events),
        lifted=depth,
        pawns=tuple(spaces),
        kept=tuple(kept),
        erred=tuple(erred),
        chief=chief,
        chief_kept=sum(level <= depth for level in visible),  # D9.8
    )


def dive_as_children(
    round_number: int, programs: Sequence[Faces], cards: Sequence[Card], pawns: Sequence[int]
) -> Dived:
    """Evaluate the programs of the children's version: every level stands for itself."""  # D7.2, D7.3
    seats = range(len(pawns))
    kept = [0] * len(pawns)
    events: list[DiveEvent] = [Revealed(round_number, tuple(programs))]
    levels = len(programs[0].faces)
    for depth in range(levels):
        kind = cards[depth].kind
        right = tuple(seat for seat in seats if (programs[seat].faces[depth] is Face.SHARK) is kind.shark)
        wrong = tuple(seat for seat in seats if seat not in right)
        for seat in right:
            kept[seat] += 1
        events.append(Lifted(depth + 1, kind, right, wrong))
    return Dived(tuple(events), levels, tuple(pawns), tuple(kept))


def _fastest(raced: Sequence[Raced]) -> Who | None:
    """The one with the strictly highest speed; nobody on a tie."""  # D4.5
    if not raced:
        return None
    highest = max([racer.speed for racer in raced])
    fastest = [racer.who for racer in raced if racer.speed == highest]
    return fastest[0] if len(fastest) == 1 else None


def _covered(card: ChiefCard | None, space: int | None, visible: set[int], evaluated: int) -> tuple[int, ...]:
    """Cover the chief's yellow levels still to come if its pawn is in deep waters; say which."""  # D9.5
    if card is None or space is None or not deep(space):
        return ()
    covered = tuple(level for level in card.yellow if level > evaluated and level in visible)
    visible.difference_update(covered)
    return covered
