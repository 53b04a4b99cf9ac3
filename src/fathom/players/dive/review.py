"""Review of a game of Dive.

Something is given away in two ways. A level is wrong: then the chance to win after that round is compared
with the chance that the same program would have led to with the right faces, in the ocean as it was and
against what the others had laid. Or nothing was wrong with it, but another program promised more from what
could be seen: that is the captain's judgement, with a captain's eyes in that seat, or better ones where the
program was right. Of each round the greater of the two counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec
import numpy as np

from fathom.dive import Action, DiveGame, DiveState, Face, Faces, Level, Program
from fathom.dive.events import Lifted
from fathom.dive.menus import ProgrammingMenu
from fathom.dive.state import Programming
from fathom.players.dive.advice import DiveOdds, elsewhere, odds, weighed
from fathom.players.dive.chances import chance_to_win, solved
from fathom.players.dive.eyes import Soundings
from fathom.players.dive.levels import ADVISER
from fathom.players.dive.rounds import After
from fathom.players.dive.searching import SearchingDiver
from fathom.players.dive.seeing import seen_in
from fathom.players.review import Lapse, Review, worst
from fathom.table import Dice, FairDice, FairProof, FastDice, Record, Seat, replay

_GAME = DiveGame()
_NO_DICE = FastDice(0)  # a round of Dive rolls nothing

LEAST_CHANCE = 0.02
"""A difference in chances that is smaller says more about the judge than about the player."""

LEAST_SPACES = 1.0

MOST_SIMULATIONS, SIMULATIONS = 512, 16384
"""Of each decision and of all together: a long game is looked through in no more time than a usual one."""

EVIDENT = 0.95
"""How sure a diver is taken to have been of a level that was right."""


class Missed(msgspec.Struct, frozen=True, tag="missed"):
    """A level of a program was wrong."""

    depth: int
    """From 1."""
    shark: bool
    """Whether a shark lay there; the program expected the contrary."""
    sure: float
    """How sure the reviewer's eyes were, in that round and from that seat, of what the program expected."""


class Misjudged(msgspec.Struct, frozen=True, tag="misjudged"):
    """Another program promised more than the one that was laid, as far as could be seen."""

    chosen: DiveOdds
    better: DiveOdds


class _Laid(msgspec.Struct, frozen=True):
    """A program, and the state in which it was laid."""

    number: int
    program: Program | Faces
    before: DiveState


def review(record: Record) -> Review:
    """Look a game through; raises `BadRecord` where it does not follow the rules."""
    eye_dice = _eye_dice(record)
    moments: list[Lapse] = []
    seats = len(record.players)
    reviewer = SearchingDiver(max(64, min(MOST_SIMULATIONS, SIMULATIONS // max(1, len(record.moves)))))
    laid: dict[Seat, _Laid] = {}
    state: Any = None
    before: DiveState | None = None
    for position in replay(_GAME, record):
        state = position.state
        if before is not None and position.move is not None and position.taken_back is None:
            action = msgspec.json.decode(position.move.action, type=Action)
            if isinstance(action, Program | Faces):
                # Whoever takes "ready" back lays another one later in the round, and that one counts.
                laid[position.move.seat] = _Laid(position.number, action, before)
            if len(state.told) > len(before.told):
                moments += _round(before, state, laid, eye_dice, reviewer)
                laid = {}
        before = state.copy()
    children = state.options.children
    return Review(
        unit="spaces" if children else "win",
        moments=worst(moments, seats, LEAST_SPACES if children else LEAST_CHANCE),
        sight=seen_in(state.told, seats),
    )


def _eye_dice(record: Record) -> Dice:
    """The dice from which looks are drawn: after a fair game those that the table itself drew from."""
    if isinstance(record.proof, FairProof):
        return record.proof.dice()
    return FairDice(sha256(record.hash.encode()).digest())


def _round(
    last: DiveState, after: DiveState, laid: dict[Seat, _Laid], eye_dice: Dice, reviewer: SearchingDiver
) -> Iterator[Lapse]:
    """What everyone gave away in a round that ended with a program laid in the state `last`."""
    for seat, own in sorted(laid.items()):
        assert ADVISER.eyes is not None
        look: Soundings = ADVISER.eyes.look(own.before, seat, eye_dice.at(0))
        missed = _missed(seat, own, last, after, laid, look)
        misjudged = _misjudged(seat, own, _as_it_was_seen(look, own.program, last), reviewer)
        if missed and misjudged and _could_be_seen(missed):
            # Both were lost by not looking: that says more than that something else promised more.
            missed = msgspec.structs.replace(missed, lost=max(missed.lost, misjudged.lost))
        found = [moment for moment in (missed, misjudged) if moment is not None]
        if found:
            yield max(found, key=lambda moment: moment.lost)


def _could_be_seen(missed: Lapse) -> bool:
    return isinstance(missed.why, Missed) and missed.why.sure < 0.5


def _missed(
    seat: Seat, own: _Laid, last: DiveState, after: DiveState, laid: dict[Seat, _Laid], look: Soundings
) -> Lapse | None:
    lifted = [event for event in after.told[-1] if isinstance(event, Lifted)]
    wrong = next((event for event in lifted if seat in event.wrong), None)
    if wrong is None:
        return None
    sharks = [card.kind.shark for card in last.ocean]
    better = with_right_faces(own.program, sharks)
    would = last.copy()
    assert isinstance(last.phase, Programming)
    others = [one.program for _, one in sorted(laid.items())]
    others[seat] = better
    would.phase = Programming((None, *others[1:]), last.phase.uses)
    would.play(0, others[0], _NO_DICE)
    shark = look.depths[wrong.level - 1].shark
    return Lapse(
        number=own.number,
        seat=seat,
        round=last.round,
        chosen=own.program,
        better=better,
        lost=round(_worth(would, seat) - _worth(after, seat), 3),
        why=Missed(wrong.level, wrong.kind.shark, round(1 - shark if wrong.kind.shark else shark, 3)),
        view=own.before.view(seat),
    )


def _as_it_was_seen(look: Soundings, program: Program | Faces, last: DiveState) -> Soundings:
    """The look of someone who was right where the program was: nobody is blamed for seeing better."""
    depths = list(look.depths)
    for depth in range(min(len(depths), program.depth if isinstance(program, Program) else 0)):
        shark = last.ocean[depth].kind.shark
        if isinstance(program, Program) and program.expects_shark(depth) is shark:
            sure = max(depths[depth].shark, EVIDENT) if shark else min(depths[depth].shark, 1 - EVIDENT)
            depths[depth] = msgspec.structs.replace(depths[depth], shark=sure)
    return Soundings(tuple(depths))


def _misjudged(seat: Seat, own: _Laid, look: Soundings, reviewer: SearchingDiver) -> Lapse | None:
    view = own.before.view(seat)
    menu = _GAME.actions(view)
    if not isinstance(own.program, Program) or not isinstance(menu, ProgrammingMenu):
        return None
    weighing = weighed(view, menu, look, FastDice(f"{own.number}/{seat}"), reviewer)
    best = weighing.programs[int(np.argmax(weighing.hopes))]
    # In other worlds than those in which it was found: there the best looks better than it is.
    again = elsewhere(weighing, view, look, FastDice(f"{own.number}/{seat}/again"), reviewer)
    chosen, better = odds(again.promised(own.program)), odds(again.promised(best))
    return Lapse(
        number=own.number,
        seat=seat,
        round=own.before.round,
        chosen=own.program,
        better=best,
        lost=round(_win(better) - _win(chosen), 3),
        why=Misjudged(chosen, better),
        view=view,
    )


def with_right_faces(program: Program | Faces, sharks: list[bool]) -> Program | Faces:
    """The same program, as someone lays it who knows the cards. Where there is no card nobody errs (D6.1)."""
    known = [*sharks, *[False] * 6]
    if isinstance(program, Faces):
        return Faces(tuple(Face.SHARK if shark else Face.PLAIN for shark in known[: len(program.faces)]))
    levels = tuple(
        Level(shark=level.tokens) if shark else Level(plain=level.tokens)
        for level, shark in zip(program.levels, known, strict=False)
    )
    sixth = None if program.anglerfish is None else Face.SHARK if known[len(levels)] else Face.PLAIN
    return Program(levels, program.clownfish, sixth)


def _worth(state: DiveState, seat: Seat) -> float:
    """A diver's chance to win from here; with children, who do not race, how far the pawn is."""
    if state.options.children:
        return float(state.pawns[seat])
    after = After(
        pawns=tuple(np.array(pawn, dtype=np.int8) for pawn in state.pawns),
        chief=None if state.chief is None else np.array(state.chief, dtype=np.int8),
        cards=np.array(len(state.ocean)),
    )
    return float(chance_to_win(after, seat, solved()))


def _win(promised: DiveOdds) -> float:
    return promised.win or 0.0
