"""A game of Dive in words: one plain English sentence per event, for the command line and for tests."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from fathom.dive.actions import Faces
from fathom.dive.board import Face, Program
from fathom.dive.cards import Helper, Kind
from fathom.dive.companions import CallOrca, LayOctopus, LooseGreatWhite, RideTurtle, SendDolphins, Use
from fathom.dive.events import (
    CompanionsGiven,
    CompanionUsed,
    DiveEvent,
    DolphinsReturned,
    Ended,
    Lifted,
    Ready,
    Reopened,
    Rested,
    Revealed,
    RoundBegan,
    Who,
)
from fathom.table import Seat

HELPER_WORDS = {Helper.GREEN: "a green turtle", Helper.RED: "a red turtle", Helper.MANTA: "a manta ray"}


def tell(event: DiveEvent, names: Sequence[str]) -> str:
    """The event in a sentence; `names` are the divers' by seat."""
    match event:
        case Ready(seat):
            return f"{names[seat]} is ready."
        case Reopened(seat):
            return f"{names[seat]} takes it back."
        case CompanionsGiven(companions, youngest):
            given = [
                f"{name} has the {companion.value.replace('-', ' ')}"
                if companion
                else f"{name} chooses again"
                for name, companion in zip(names, companions, strict=True)
            ]
            return _listed(given) + "." + _clash(youngest, names)
        case CompanionUsed(seat, use):
            return f"{names[seat]} {_use(use, names)}."
        case Revealed():
            return _revealed(event, names)
        case Lifted():
            return _lifted(event, names)
        case DolphinsReturned(seat, to, spaces):
            if spaces:
                return f"{names[to]} made no mistake: the dolphins carry {names[seat]} 1 space."
            return f"{names[to]} erred: the dolphins do nothing for {names[seat]}."
        case Rested():
            return _rested(event, names)
        case RoundBegan(number, cards_left):
            return f"Round {number} begins with {_counted(cards_left, 'card')} in the frame."
        case Ended(why, winners):
            reason = "The stone is reached" if why == "stone" else "The stack has run out"
            named = _listed([_who(who, names) for who in winners])
            return f"{reason}: {named} " + ("share first place." if len(winners) > 1 else "wins.")


def program_in_words(program: Program | Faces) -> str:
    """A program as it lies on the board: tokens level by level, an "s" behind those that expect a shark."""
    if isinstance(program, Faces):
        return " ".join(_face(face) for face in program.faces)
    levels = []
    for number, level in enumerate(program.levels, start=1):
        stack = "+".join(str(token) for token in level.tokens)
        clownfish = "+clownfish" if program.clownfish == number else ""
        levels.append(f"{stack}{'s' if level.shark else ''}{clownfish}")
    if program.anglerfish:
        levels.append(f"anglerfish:{_face(program.anglerfish)}")
    return " ".join(levels)


def _face(face: Face) -> str:
    return face.value


def _clash(youngest: Seat | UnsetType | None, names: Sequence[str]) -> str:
    """Who came first, where that was asked for."""  # D8.0
    if youngest is UNSET:
        return ""
    if youngest is None:
        return " Nobody said who is youngest: the dice decided."
    others = "; among the others the dice decided" if len(names) > 2 else ""
    return f" {names[youngest]} is the youngest and comes first{others}."


def _revealed(event: Revealed, names: Sequence[str]) -> str:
    laid = [
        f"{name} {program_in_words(program)}" for name, program in zip(names, event.programs, strict=True)
    ]
    if event.chief:
        covered = f" (bubbles on {_listed([str(level) for level in event.bubbles])})" if event.bubbles else ""
        laid.append(f"the chief {event.chief}{covered}")
    return "Programs: " + "; ".join(laid) + "."


def _lifted(event: Lifted, names: Sequence[str]) -> str:
    words = [f"Level {event.level}: {_kind(event.kind)}."]
    if event.wrong:
        words.append(f"Wrong: {_listed([names[seat] for seat in event.wrong])}.")
    if event.lost_all:
        lost = _listed([names[seat] for seat in event.lost_all])
        words.append(f"In deep waters everything is lost: {lost}.")
    if event.helped is not None:
        helped = _who(event.helped, names)
        words.append(
            f"{helped[0].upper()}{helped[1:]} is fastest and moves {_counted(event.spaces, 'space')}."
        )
    elif event.raced:
        words.append("A tie: nobody is helped.")
    if event.bubbles:
        words.append(f"Bubbles cover the chief's {_listed([str(level) for level in event.bubbles])}.")
    return " ".join(words)


def _rested(event: Rested, names: Sequence[str]) -> str:
    moves = [
        f"{name} +{spaces} = {pawn}"
        for name, spaces, pawn in zip(names, event.spaces, event.pawns, strict=True)
    ]
    if event.chief is not None:
        moves.append(f"the chief +{event.chief_spaces} = {event.chief}")
    stopped = (
        f" The great white shark stops {_listed([names[seat] for seat in event.stopped])}."
        if event.stopped
        else ""
    )
    return "Rest: " + ", ".join(moves) + "." + stopped


def _use(use: Use, names: Sequence[str]) -> str:
    match use:
        case LayOctopus(across, down):
            return f"lays the octopus on the stack ({across} across, {down} down)"
        case CallOrca():
            return "calls the orca: ten seconds left"
        case RideTurtle():
            return "rides the giant green turtle"
        case SendDolphins(to):
            return f"gives the small dolphin to {names[to]}"
        case LooseGreatWhite():
            return "lets the great white shark loose"


def _kind(kind: Kind) -> str:
    seen = (["a shark"] if kind.shark else []) + ([HELPER_WORDS[kind.helper]] if kind.helper else [])
    return _listed(seen) if seen else "nothing"


def _who(who: Who, names: Sequence[str]) -> str:
    return "the chief" if who == "chief" else names[who]


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
