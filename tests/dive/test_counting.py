"""Counts in the manner of perft: how much can be programmed and chosen, derived apart from the code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb, factorial

import pytest

from fathom.dive import Choose, Companion, DiveState, Face, Kind, Level, Options, Program, Programs, Tokens
from fathom.dive.chief import ChiefCard
from fathom.table import FastDice
from tests.dive.referee import after_round, lies_right
from tests.dive.scene import GAME, clause, scene
from tests.dive.variants import LEGAL, Variant

TILES: list[tuple[str, ...]] = [(), ("clownfish",), ("anglerfish",), ("clownfish", "anglerfish")]


def programs_of(edition: Tokens, tiles: tuple[str, ...]) -> Programs:
    return Programs(edition, "clownfish" in tiles, "anglerfish" in tiles)


def stirling(items: int, heaps: int) -> int:
    """In how many ways things can be put on that many heaps, none of them empty."""
    signs = (1, -1)
    ordered = [signs[k % 2] * comb(heaps, k) * pow(heaps - k, items) for k in range(heaps + 1)]
    return int(sum(ordered)) // factorial(heaps)


def counted(edition: Tokens, levels: int) -> int:
    """Programs of exactly this many levels: choose tokens, heap them, order the heaps, give each a face."""
    used = [5] if edition is Tokens.ALL else range(1, 6)
    return sum(comb(5, k) * stirling(k, levels) * factorial(levels) * 2**levels for k in used)


@cache
def laid_blindly(edition: Tokens) -> frozenset[Program]:
    """Every token left out or on any of five levels with either face, as far as the referee lets it."""
    places: list[tuple[int, str] | None] = [None, *product(range(5), ("plain", "shark"))]
    found = set()
    for laid in product(places, repeat=5):
        levels: list[dict[str, tuple[int, ...]]] = [{"plain": (), "shark": ()} for _ in range(5)]
        for token, place in enumerate(laid, start=1):
            if place is not None:
                levels[place[0]][place[1]] += (token,)
        # The cheap half of the rules first: there are 11⁵ boards.
        filled = [bool(level["plain"] or level["shark"]) for level in levels]
        if filled == sorted(filled, reverse=True):
            program = Program(tuple(Level(level["plain"], level["shark"]) for level in levels))
            if lies_right(program, edition, ()):
                found.add(program)
    return frozenset(found)


@clause("D3.2", "D3.3", "D3.4")
@pytest.mark.parametrize(("edition", "count"), [(Tokens.SOME, 13_502), (Tokens.ALL, 9_002)])
def test_how_many_programs_there_are(edition: Tokens, count: int) -> None:
    assert sum(counted(edition, levels) for levels in range(1, 6)) == count
    assert len(laid_blindly(edition)) == count
    assert len(Programs(edition)) == count


@clause("D8.3", "D8.5")
@pytest.mark.parametrize("edition", Tokens)
@pytest.mark.parametrize("tiles", TILES, ids=str)
def test_how_many_programs_there_are_with_tiles(edition: Tokens, tiles: tuple[str, ...]) -> None:
    per_depth = Counter(program.depth for program in laid_blindly(edition))
    assert all(per_depth[levels] == counted(edition, levels) for levels in range(1, 6))
    count = sum(per_depth.values())
    if "clownfish" in tiles:
        count += sum(levels * programs for levels, programs in per_depth.items())
    if "anglerfish" in tiles:
        count += 2 * per_depth[5]
    assert len(programs_of(edition, tiles)) == count


@clause("D3.2", "D3.3", "D3.4", "D8.3", "D8.5")
@pytest.mark.parametrize(
    ("edition", "tiles"),
    [(Tokens.SOME, ()), (Tokens.SOME, TILES[1]), (Tokens.SOME, TILES[2]), (Tokens.ALL, TILES[3])],
    ids=str,
)
def test_the_numbered_programs_are_those_and_each_is_there_once(
    edition: Tokens, tiles: tuple[str, ...]
) -> None:
    programs = programs_of(edition, tiles)
    numbered = [programs[number] for number in range(len(programs))]
    assert numbered == list(programs)
    bare = laid_blindly(edition)
    expected = set(bare)
    if "clownfish" in tiles:
        expected |= {
            Program(program.levels, clownfish=level)
            for program in bare
            for level in range(1, program.depth + 1)
        }
    if "anglerfish" in tiles:
        expected |= {
            Program(program.levels, anglerfish=face)
            for program in bare
            if program.depth == 5
            for face in Face
        }
    assert len(numbered) == len(expected)
    assert set(numbered) == expected
    assert not any(programs.refusal(program) for program in numbered)


@pytest.mark.parametrize("edition", Tokens)
@pytest.mark.parametrize("tiles", TILES, ids=str)
def test_there_is_no_program_with_another_number(edition: Tokens, tiles: tuple[str, ...]) -> None:
    programs = programs_of(edition, tiles)
    for number in (-1, -len(programs), len(programs), len(programs) + 1):
        with pytest.raises(IndexError):
            programs[number]
    assert programs[0].depth == 1


def edits(program: Program) -> Iterator[Program]:
    """Every board that comes from this one by one thing taken off, laid on, turned over or moved."""
    lying = [
        (token, number, face)
        for number, level in enumerate(program.levels)
        for face, tokens in ((Face.PLAIN, level.plain), (Face.SHARK, level.shark))
        for token in tokens
    ]
    changed = [[piece for piece in lying if piece is not off] for off in lying]
    changed += [
        [*(piece for piece in lying if piece is not moved), (moved[0], number, face)]
        for moved in lying
        for number in range(6)
        for face in Face
    ]
    changed += [[*lying, (token, number, Face.PLAIN)] for token in range(7) for number in range(6)]
    for pieces in changed:
        levels = [
            Level(
                tuple(token for token, number, face in pieces if (number, face) == (level, Face.PLAIN)),
                tuple(token for token, number, face in pieces if (number, face) == (level, Face.SHARK)),
            )
            for level in range(6)
        ]
        yield Program(tuple(levels), program.clownfish, program.anglerfish)
    for clownfish in (None, 0, 1, 2, 3, 4, 5, 6):
        yield Program(program.levels, clownfish, program.anglerfish)
    for anglerfish in (None, *Face):
        yield Program(program.levels, program.clownfish, anglerfish)


@clause("D3.2", "D3.3", "D3.4", "D8.3", "D8.5")
@pytest.mark.parametrize("edition", Tokens)
@pytest.mark.parametrize("tiles", TILES, ids=str)
def test_every_small_change_of_a_program_is_judged_as_the_rulebook_does(
    edition: Tokens, tiles: tuple[str, ...]
) -> None:
    programs = programs_of(edition, tiles)
    verdicts: Counter[bool] = Counter()
    for number in range(0, len(programs), 997):
        for edited in edits(programs[number]):
            legal = lies_right(edited, edition, tiles)
            assert (programs.refusal(edited) is None) is legal, edited
            verdicts[legal] += 1
    assert min(verdicts.values()) > 100


# ── Menus ───────────────────────────────────────────────────────────────────────────────────────────────────


@clause("D3.4", "D7.1", "D8.0", "D9.1")
@pytest.mark.parametrize("variant", LEGAL, ids=str)
def test_how_much_there_is_to_do_first(variant: Variant) -> None:
    if variant.children:
        expected = 2**5
    elif variant.companions:
        expected = 7 - 2 * variant.chief
    else:
        expected = len(laid_blindly(variant.tokens))
    state = GAME.start(variant.options, variant.divers, FastDice(1))
    for seat in range(variant.divers):
        assert len(state.menu(seat)) == expected


@clause("D8.0")
@pytest.mark.parametrize("divers", [2, 4])
@pytest.mark.parametrize(
    ("companion", "more"),
    [
        ("octopus", 101 * 101),
        ("orca", 1),
        ("turtle", 1),
        ("great-white", 1),
        ("dolphins", None),
        ("clownfish", "levels"),
        ("anglerfish", "faces"),
        ("", 0),
    ],
)
def test_how_much_there_is_to_do_with_a_companion(
    companion: str, more: int | str | None, divers: int
) -> None:
    beside = {"A": companion} if companion else {}
    table = scene(companions=beside, **dict.fromkeys("AMRS"[:divers], 0))  # type: ignore[arg-type]
    bare = laid_blindly(Tokens.SOME)
    match more:
        case None:
            extra = divers - 1
        case "levels":
            extra = sum(program.depth for program in bare)
        case "faces":
            extra = 2 * sum(program.depth == 5 for program in bare)
        case count:
            extra = int(count)
    menu = table.state.menu(0)
    assert len(menu) == len(bare) + extra
    listed = list(menu)
    assert len(listed) == len(menu)
    assert len(set(listed)) == len(menu)
    assert all(action in menu for action in listed[:: max(1, len(listed) // 500)])
    assert all(action in menu for action in listed[-10:])


def ways_to_choose(offered: int, divers: int) -> int:
    """In how many ways wishes can fall until everyone has a companion, counted without a game."""
    if divers == 0:
        return 1
    # How many distinct companions are wished for decides how many divers are left over.
    return sum(
        comb(offered, kinds) * stirling(divers, kinds) * factorial(kinds)
        * ways_to_choose(offered - kinds, divers - kinds)
        for kinds in range(1, divers + 1)
    )  # fmt: skip


def leaves(state: DiveState) -> int:
    """The number of ways in which companions can be chosen from here, by playing them all."""
    awaited = state.to_move()
    menu = state.menu(awaited[0])
    count = 0
    for action in menu:
        if not isinstance(action, Choose):
            return 1
        after = state.copy()
        after.play(awaited[0], action, FastDice(0))
        count += leaves(after)
    return count


@clause("D8.0", "D9.1")
@pytest.mark.parametrize(
    ("chief", "divers", "count"),
    [(False, 2, 84), (False, 3, 1_260), (True, 1, 5), (True, 2, 40), (True, 3, 360)],
)
def test_in_how_many_ways_companions_can_be_chosen(chief: bool, divers: int, count: int) -> None:
    assert ways_to_choose(len(Companion) - 2 * chief, divers) == count
    state = GAME.start(Options(companions=True, chief=chief), divers, FastDice(1))
    assert leaves(state) == count


# ── Dives ───────────────────────────────────────────────────────────────────────────────────────────────────


@clause("D4.2", "D4.3", "D4.4", "D5.1")
@pytest.mark.parametrize(("edition", "start"), [(Tokens.ALL, 14), (Tokens.SOME, 16)])
def test_every_program_there_is_dived_through_one_ocean(edition: Tokens, start: int) -> None:
    ocean = "green shark+red nothing shark manta"
    table = scene(ocean, A=start, M=20, chief=13, card="3 6 2y 4y", tokens=edition)
    cards = [card.kind for card in table.state.ocean]
    other = Program((Level(plain=(1, 2, 3, 4, 5)),))
    moved: Counter[int] = Counter()
    for program in Programs(edition):
        state = table.state.copy()
        state.play(1, other, FastDice(0))
        state.play(0, program, FastDice(0))
        pawns, lifted = after_round(
            cards,
            {"A": start, "M": 20, "chief": 13},
            {"A": program, "M": other},
            {},
            ChiefCard.read("3 6 2y 4y"),
        )
        assert (*state.pawns, state.chief) == (pawns["A"], pawns["M"], pawns["chief"]), program
        assert len(state.lifted) == lifted, program
        moved[state.pawns[0] - start] += 1
    assert sum(moved.values()) == len(Programs(edition))


@clause("D1.6")
def test_the_cards_that_are_left_are_the_mix_without_those_seen() -> None:
    mix = Options().mix
    assert Counter(mix.without([Kind.SHARK, Kind.SHARK, Kind.MANTA])) == Counter(mix.counts()) - Counter(
        {Kind.SHARK: 2, Kind.MANTA: 1}
    )
    assert mix.without(mix.without(())) == ()
