"""Dive as a guest: everything that general code may ask of it."""

from __future__ import annotations

from typing import Any

import msgspec

from fathom.dive import BadBox, DiveGame, DiveState, Kind, read_chief_deck, read_mix, refusals
from fathom.dive.events import Revealed
from fathom.guests.description import (
    Advice,
    Ahead,
    Guest,
    OwnBox,
    Pictures,
    Reviewing,
    Seeing,
    Soundings,
    Uncovered,
)
from fathom.guests.dive import drawing, subjects
from fathom.guests.dive.words import WORDS
from fathom.lessons.dive import LESSONS
from fathom.players.dive import LEVELS, NoisyEyes
from fathom.players.dive import Soundings as Sounded
from fathom.players.dive.advice import DiveOdds, choices
from fathom.players.dive.levels import ADVISER
from fathom.players.dive.review import Misjudged, Missed, review
from fathom.players.dive.seeing import Accuracy, seen_in
from fathom.table import Objection, Record


class _Tagged(msgspec.Struct):
    type: str


def rounds_of(record: Record) -> int:
    """How many rounds were played: how often the first seat laid a program and did not take it back."""
    decode = msgspec.json.Decoder(_Tagged).decode
    rounds = 0
    laid = False
    for move in record.moves:
        if move.seat == 0 and not move.takes_back:  # programs are taken back by withdrawing them
            action = decode(move.action).type
            if action == "withdraw":
                rounds -= laid
            laid = action in {"program", "faces"}
            rounds += laid
    return rounds


class WholeOcean:
    """The whole stack as it lay at the start, from the top."""

    def __init__(self) -> None:
        self._kinds: tuple[Kind, ...] = ()

    def see(self, number: int, state: DiveState) -> None:
        """Remember the first position."""
        if number == 0:
            self._kinds = tuple(card.kind for card in state.ocean)

    def told(self) -> tuple[Kind, ...]:
        """The kinds of its cards."""
        return self._kinds


def _ahead(coming: Any) -> tuple[Ahead, ...]:
    # The cards are lifted in the same order, however many they are: the deepest dive has them all.
    deepest = max(coming, key=lambda subject: len(subject.lifted))
    lifted = Ahead(drawing.draw_lifted, deepest, tuple(coming))
    centres = (
        # What is left after two cards is also what lies under the second one of a deeper dive.
        Ahead(
            drawing.draw_ahead,
            subject,
            tuple(deeper for deeper in coming if len(deeper.lifted) >= len(subject.lifted)),
            {"centre": f"stack/{len(subject.lifted)}"},
        )
        for subject in coming
    )
    return (lifted, *centres)


def _seen(state: DiveState, seats: int) -> tuple[Accuracy, ...]:
    return seen_in(state.told, seats)


def _staged(event: Any) -> bool:
    """The dive is shown card by card."""
    return isinstance(event, Revealed)


PICTURES = Pictures(
    subject=subjects.subject,
    coming=subjects.coming,
    parts=drawing.parts,
    name=subjects.name,
    suffix=drawing.suffix,
    in_turn=drawing.IN_TURN,
    on_demand=drawing.ON_DEMAND,
    turn=drawing.turn,
    ahead=_ahead,
    alone=subjects.alone,
    practise=drawing.practise,
)

DIVE = Guest(
    rules=DiveGame(),
    words=WORDS,
    levels=LEVELS,
    objections=tuple(one for one in vars(refusals).values() if isinstance(one, Objection)),
    advice=Advice(choices, ADVISER, (DiveOdds,)),
    reviewing=Reviewing(review, (Missed, Misjudged), ("win", "spaces")),
    seeing=Seeing(Accuracy, _seen),
    soundings=Soundings(NoisyEyes(), Sounded, lambda state: int(state.round)),
    pictures=PICTURES,
    uncovered=(Uncovered("ocean", Kind, WholeOcean),),
    lessons=LESSONS,
    boxes=(
        OwnBox("ocean", "mix", "The ocean cards of your own box (TOML).", read_mix, BadBox),
        OwnBox(
            "chief-deck", "chief_deck", "The chief cards of your own box (TOML).", read_chief_deck, BadBox
        ),
    ),
    plain=False,
    staged=_staged,
    order=1,
    round=lambda state: int(state.round),
    rounds=rounds_of,
    nobody_won="the chief won",
    on_screen=frozenset({"flashlight"}),
)
