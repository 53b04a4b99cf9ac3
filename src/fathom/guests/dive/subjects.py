"""What there is to look at in a game of Dive, now and perhaps next: no picture knows more of it than this."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from fathom.dive import Card, DiveState, LayOctopus, Options
from fathom.dive.board import LEVELS
from fathom.dive.events import Lifted
from fathom.dive.state import Programming
from fathom.dive.view import Over
from fathom.ocean import VISIBLE, Clarity, Octopus
from fathom.table import encoded


class Subject(msgspec.Struct, frozen=True):
    """What there is to look at. Two equal subjects at a table give the same pictures."""

    round: int
    cards: tuple[Card, ...]
    """Those that can be seen at all: nothing about deeper ones can get into a picture."""
    place: int
    """How many cards lay above them in the first stack."""
    above: tuple[Card, ...]
    """Those cards, all lifted before: where the animals below them lie follows from what lay above."""
    lifted: tuple[Card, ...]
    """Cards to be shown by themselves."""
    lifted_place: int
    """How many lay above the first of them in the first stack."""
    octopus: Octopus | None
    clarity: Clarity
    flashlight: bool


def subject(first: Any, state: Any) -> Subject | None:
    """What there is to look at in this state of a game that began with `first`; None if nothing is."""
    if not isinstance(state, DiveState) or not isinstance(first, DiveState):
        return None
    lifted = sum(isinstance(event, Lifted) for event in state.told[-1]) if state.told else 0
    laid = None
    if isinstance(state.phase, Programming):
        laid = next((use for use in state.phase.uses if isinstance(use, LayOctopus)), None)
    octopus = Octopus(laid.across, laid.down) if laid else None
    return _seen(_above(first, state), state.ocean, lifted, state.round, octopus, state.options)


def coming(first: Any, state: Any) -> tuple[Subject, ...]:
    """What there may be to look at in the next round, the likeliest first: all ways the dive may go."""
    if not isinstance(state, DiveState) or not isinstance(first, DiveState) or isinstance(state.phase, Over):
        return ()
    if state.options.children:
        depths: tuple[int, ...] = (LEVELS,)  # D7.2: all of them, always
    else:
        depths = (*LIKELIEST, LEVELS + 1) if state.options.companions else LIKELIEST  # D8.3
    above, ocean = _above(first, state), state.ocean
    return tuple(
        _seen((*above, *ocean[:lifted]), ocean[lifted:], lifted, state.round + 1, None, state.options)
        for lifted in depths
        if lifted < len(ocean)
    )


LIKELIEST = (4, 5, 3, 2, 1, 0)
"""How many cards a dive lifts: in 150 games of two and of four bots, 4 and 5 in two dives of three."""


def _above(first: DiveState, state: DiveState) -> tuple[Card, ...]:
    """The cards that have been lifted, in the order in which they lay."""
    return first.ocean[: len(first.ocean) - len(state.ocean)]


def _seen(
    above: tuple[Card, ...],
    ocean: tuple[Card, ...],
    lifted: int,
    round_number: int,
    octopus: Octopus | None,
    options: Options,
) -> Subject:
    """What is seen of the ocean once those above have been lifted, the last few of them just now."""
    return Subject(
        round=round_number,
        cards=ocean[:VISIBLE],
        place=len(above),
        above=above,
        lifted=above[len(above) - lifted :],
        lifted_place=len(above) - lifted,
        octopus=octopus,
        clarity=_clarity(options),
        flashlight=options.flashlight,
    )


def _clarity(options: Options) -> Clarity:
    known: dict[str, Clarity] = {name: name for name in get_args(Clarity)}
    return known[options.clarity.value]


def name(subject: Subject) -> bytes:
    """What lies there follows from the round, what was lifted and what is laid on it, not from the cards."""
    return encoded((subject.round, subject.place, subject.octopus))


def before(subject: Subject) -> tuple[Subject, ...]:
    """The stack before each of the cards that are shown by themselves was lifted; of six at most (D8.3)."""
    cards = (*subject.above[subject.lifted_place :], *subject.cards)
    above = (*subject.above, *subject.cards)
    return tuple(
        msgspec.structs.replace(
            subject,
            cards=cards[number : number + VISIBLE],
            place=subject.lifted_place + number,
            above=above[: subject.lifted_place + number],
            lifted=subject.lifted[:number],
            octopus=None,  # D8.1: it goes at the start of the dive
        )
        for number in range(min(len(subject.lifted), LEVELS + 1))
    )


def alone(subject: Subject) -> Subject:
    """The same with every card that can be seen by itself too."""
    return msgspec.structs.replace(subject, lifted=subject.cards, lifted_place=subject.place)
