"""Decisions as numbers, both ways."""

from __future__ import annotations

import pytest

from fathom.dive import Action, Faces, LayOctopus, Level, Program, Programs, SendDolphins, Tokens, Withdraw
from fathom.shoal.dive import catalogue
from fathom.shoal.dive.catalogue import BLOCKS, program_table


@pytest.mark.parametrize("tokens", Tokens)
def test_every_number_is_one_decision_and_back(tokens: Tokens) -> None:
    book = catalogue(tokens)
    some = {
        number for start in book.starts[:-1].tolist() for number in range(start, min(start + 40, len(book)))
    }
    some |= set(range(0, len(book), 37)) | {len(book) - 1}
    for number in some:
        assert book.number(book.action(number)) == number


@pytest.mark.parametrize("tokens", Tokens)
def test_programs_have_the_numbers_that_the_rules_give_them(tokens: Tokens) -> None:
    book = catalogue(tokens)
    bare, clownfish = Programs(tokens), Programs(tokens, clownfish=True)
    anglerfish = Programs(tokens, anglerfish=True)
    for number in range(0, len(bare), 11):
        assert book.action(number) == bare[number] == anglerfish[number]
    for number in range(len(bare), len(clownfish), 11):
        assert book.action(number) == clownfish[number]
    for number in range(len(bare), len(anglerfish), 11):
        assert book.action(number - len(bare) + len(clownfish)) == anglerfish[number]


@pytest.mark.parametrize("tokens", Tokens)
def test_the_table_of_programs_says_what_the_rules_say(tokens: Tokens) -> None:
    table, programs = program_table(tokens), catalogue(tokens).programs
    for number in range(0, len(programs), 13):
        program, row = programs[number], table[number]
        assert row["depth"] == program.depth
        assert row["speeds"].tolist() == [program.speed(depth) for depth in range(6)]
        assert [bool(row["sharks"] >> depth & 1) for depth in range(6)] == [
            program.expects_shark(depth) for depth in range(6)
        ]
        assert bool(row["tile"]) is (program.clownfish is not None or program.anglerfish is not None)


def test_a_mask_has_a_truth_for_every_number() -> None:
    book = catalogue(Tokens.ALL)
    assert book.mask((1 << BLOCKS) - 1).all()
    assert len(book.mask(0)) == len(book)
    assert book.mask(1).nonzero()[0].tolist() == list(range(len(Programs(Tokens.ALL))))


@pytest.mark.parametrize(
    "action",
    [
        Withdraw(),
        Program(),
        Program((Level(plain=(1,), shark=(2,)),)),
        Program((Level(plain=(1, 1)),)),
        Faces(()),
        LayOctopus(0, 101),
        LayOctopus(-1, 3),
        SendDolphins(4),
    ],
)
def test_what_is_not_legal_anywhere_has_no_number(action: Action) -> None:
    with pytest.raises(ValueError, match=r"catalogue|has no number"):
        catalogue(Tokens.SOME).number(action)


@pytest.mark.parametrize("number", [-1, 84_510_000])
def test_other_numbers_are_in_no_catalogue(number: int) -> None:
    with pytest.raises(IndexError, match=f"{number} is not in the catalogue"):
        catalogue(Tokens.SOME).action(number)
