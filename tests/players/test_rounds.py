"""Rounds as arrays come out as the rules have them."""

from collections.abc import Sequence

import numpy as np
import pytest

from fathom.dive import (
    Card,
    Face,
    Kind,
    LooseGreatWhite,
    Program,
    Programs,
    RideTurtle,
    SendDolphins,
    Tokens,
    Use,
)
from fathom.dive.box import standard_chief_deck, standard_mix
from fathom.dive.diving import dive
from fathom.dive.resting import rest
from fathom.players.dive.imagined import dealt, stacks
from fathom.players.dive.programs import with_faces
from fathom.players.dive.rounds import Boards, Numbers, Stacks, played
from fathom.table import FastDice

DEPTHS = 6
BARE = Programs(Tokens.SOME)
WITH_CLOWNFISH = Programs(Tokens.SOME, clownfish=True)
WITH_ANGLERFISH = Programs(Tokens.SOME, anglerfish=True)


def as_boards(programs: Sequence[Program]) -> Boards:
    """One seat's programs, one per table."""
    return Boards(
        np.array(
            [[_speed(program, depth) for depth in range(DEPTHS)] for program in programs], dtype=np.int8
        ),
        np.array([program.depth for program in programs], dtype=np.int8),
        np.array([[program.expects_shark(depth) for depth in range(DEPTHS)] for program in programs]),
    )


def _speed(program: Program, depth: int) -> int:
    return 99 if depth == DEPTHS - 1 and program.anglerfish else program.speed(depth)


def as_stacks(oceans: Sequence[Sequence[Card]]) -> Stacks:
    order = list(Kind)
    kinds = [[order.index(card.kind) for card in (*ocean, *[ocean[0]] * DEPTHS)[:DEPTHS]] for ocean in oceans]
    return stacks(np.array(kinds), np.array([len(ocean) for ocean in oceans]))


def a_number(tables: Sequence[int]) -> Numbers:
    return np.array(tables, dtype=np.int8)


def compare(divers: int, uses: tuple[Use | None, ...], *, with_chief: bool, tables: int = 400) -> None:
    """Play so many different tables both ways."""
    dice = FastDice(f"{divers}/{uses}/{with_chief}")
    kinds = standard_mix().without(())
    deck = standard_chief_deck()
    oceans, programs, pawns, chiefs, turned_up = [], [], [], [], []
    for _ in range(tables):
        size = dice.pick((1, 2, 3, 4, 5, 6, 20, 36), "size")
        oceans.append([Card(kind, 0, False) for kind in dice.shuffle(kinds, "ocean")[:size]])
        laid = []
        for seat in range(divers):
            some = (BARE, WITH_CLOWNFISH if seat == 0 else BARE, WITH_ANGLERFISH if seat == 1 else BARE)
            from_these = dice.pick(some, "tile")
            laid.append(_deep_enough(from_these, oceans[-1], dice))
        programs.append(laid)
        pawns.append(tuple(dice.pick((0, 9, 12, 13, 14, 15, 16, 17, 20), "pawn") for _ in range(divers)))
        chiefs.append(dice.pick((3, 10, 13, 14, 15, 16, 19), "chief"))
        turned_up.append(dice.roll(len(deck), "card"))
    got = played(
        as_stacks(oceans),
        [as_boards([laid[seat] for laid in programs]) for seat in range(divers)],
        [a_number([at[seat] for at in pawns]) for seat in range(divers)],
        uses,
        a_number(chiefs) if with_chief else None,
        dealt(deck, np.array(turned_up)) if with_chief else None,
    )
    for table in range(tables):
        dived = dive(
            1,
            programs[table],
            oceans[table],
            pawns[table],
            uses,
            chiefs[table] if with_chief else None,
            deck[turned_up[table]] if with_chief else None,
        )
        rested = rest(dived, uses)
        assert tuple(int(pawn[table]) for pawn in got.pawns) == rested.pawns
        assert (None if got.chief is None else int(got.chief[table])) == rested.chief
        assert got.cards[table] == len(oceans[table]) - dived.lifted


def _deep_enough(programs: Programs, ocean: Sequence[Card], dice: FastDice) -> Program:
    """Any program, but mostly one that is right for a while: else no test would come to the deeper levels."""
    program = programs[dice.roll(len(programs), "program")]
    wanted = [card.kind.shark for card in (*ocean, *[ocean[0]] * DEPTHS)[:DEPTHS]]
    wrong = dice.roll(DEPTHS + 2, "wrong")
    faces = [Face.SHARK if shark ^ (depth == wrong) else Face.PLAIN for depth, shark in enumerate(wanted)]
    return with_faces(program, faces)


@pytest.mark.parametrize("divers", [2, 3, 4])
def test_arrays_play_by_the_rules(divers: int) -> None:
    compare(divers, (None,) * divers, with_chief=False)


@pytest.mark.parametrize("divers", [1, 2, 4])
def test_arrays_play_by_the_rules_with_the_chief(divers: int) -> None:
    compare(divers, (RideTurtle(), *[None] * (divers - 1)), with_chief=True)


@pytest.mark.parametrize(
    "uses",
    [
        (RideTurtle(), SendDolphins(2), LooseGreatWhite()),
        (LooseGreatWhite(), None, SendDolphins(0)),
        (SendDolphins(1), LooseGreatWhite(), RideTurtle()),
    ],
    ids=["turtle, dolphins, shark", "shark, dolphins", "dolphins, shark, turtle"],
)
def test_arrays_play_by_the_rules_with_companions(uses: tuple[Use | None, ...]) -> None:
    compare(3, uses, with_chief=False)
