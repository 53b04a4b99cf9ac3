"""D8.2: the orca and every other clock, and how what lies on a board becomes a program when time is up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom.dive import (
    CallOrca,
    Choose,
    Companion,
    Face,
    Faces,
    LayOctopus,
    Level,
    Program,
    Programs,
    RideTurtle,
    SendDolphins,
    Tokens,
    Withdraw,
)
from fathom.dive.events import CompanionUsed
from fathom.dive.menus import ReadyMenu
from tests.dive.scene import clause, faces, lay, scene

BARE = Programs(Tokens.SOME)
ALL = Programs(Tokens.ALL)
WITH_CLOWNFISH = Programs(Tokens.SOME, clownfish=True)
WITH_ANGLERFISH = Programs(Tokens.SOME, anglerfish=True)


@clause("D8.2")
def test_the_orca_gives_everyone_ten_seconds() -> None:
    table = scene(A=0, M=0, companions={"A": "orca", "M": "turtle"})
    assert table.state.limit() is None
    table.act("A", CallOrca())
    assert table.state.limit() == 10.0
    table.act("A", lay("1"))
    assert table.state.limit() == 10.0
    table.dive(M="1")
    assert table.state.limit() is None


@clause("D8.2")
def test_only_the_orca_counts_down() -> None:
    table = scene(A=0, M=0, companions={"A": "octopus", "M": "turtle"})
    table.act("A", LayOctopus(1, 2))
    table.act("M", RideTurtle())
    assert table.state.limit() is None
    assert scene(A=0, M=0, choosing=True).state.limit() is None


@clause("D8.2")
def test_the_orca_may_be_called_until_all_are_ready() -> None:
    table = scene(A=0, M=0, R=0, companions={"A": "orca", "M": "turtle", "R": "octopus"})
    table.programs(M="1", R="1")
    table.act("A", CallOrca())
    table.act("M", Withdraw())
    assert table.state.to_move() == (0, 1)
    assert table.state.limit() == 10.0


@clause("D8.2")
def test_a_ready_diver_calls_the_orca_and_stays_ready() -> None:
    table = scene(A=0, M=0, companions={"A": "orca", "M": "turtle"})
    table.act("A", lay("1 2"))
    assert list(table.state.menu(0)) == [Withdraw(), CallOrca()]
    assert table.act("A", CallOrca()) == (CompanionUsed(0, CallOrca()),)
    assert table.state.limit() == 10.0
    assert table.state.to_move() == (1,)
    assert list(table.state.menu(0)) == [Withdraw()]
    assert table.refuses("A", CallOrca()).code == "already-ready"
    table.act("M", table.state.fallback(1, None))
    assert table.companions == {"A": "", "M": "turtle"}


@clause("D8.2")
def test_whoever_called_the_orca_when_ready_may_reopen_too() -> None:
    table = scene(A=0, M=0, companions={"A": "orca", "M": "turtle"})
    table.act("A", lay("1 2"))
    table.act("A", CallOrca())
    table.act("A", Withdraw())
    assert table.state.to_move() == (0, 1)
    assert table.state.limit() == 10.0
    assert CallOrca() not in table.state.menu(0)


@clause("D8.2")
def test_once_all_are_ready_nobody_calls_the_orca_any_more() -> None:
    table = scene(A=0, M=0, companions={"A": "orca", "M": "turtle"})
    table.programs(A="1", M="1")
    assert table.state.limit() is None
    assert table.state.round == 2
    assert table.companions["A"] == "orca"


@clause("D8.2")
def test_a_ready_diver_has_no_other_companion_to_announce() -> None:
    for companion in Companion:
        if companion is not Companion.ORCA:
            table = scene(A=0, M=0, companions={"A": companion.value, "M": "orca"})
            table.act("A", lay("1"))
            assert table.state.menu(0) == ReadyMenu()
            assert table.refuses("A", CallOrca()).clause == "D3.6"


@clause("D8.2")
@pytest.mark.parametrize(
    ("on_the_board", "program"),
    [
        ("1 2s 3", "1 2s 3"),
        ("", "1"),
        ("-", "1"),
        ("- 5s", "1"),
        ("1 - 2 3", "1"),
        ("4s 5 - 1 2", "4s 5"),
        ("1 - 2 - 3", "1"),
    ],
)
def test_levels_after_a_gap_come_off_and_an_empty_board_is_token_1(on_the_board: str, program: str) -> None:
    assert BARE.made_legal(lay(on_the_board)) == lay(program)


@clause("D8.2")
@pytest.mark.parametrize(
    ("on_the_board", "program"),
    [
        ("", "1+2+3+4+5"),
        ("3s", "1+2+3+4+5s"),
        ("1 2s", "1 2+3+4+5s"),
        ("5s 3 - 1", "5s 1+2+3+4"),
        ("5 4s 3 2s 1", "5 4s 3 2s 1"),
        ("2+3 1s", "2+3 1+4+5s"),
    ],
)
def test_in_the_other_edition_missing_tokens_join_the_deepest_level(on_the_board: str, program: str) -> None:
    assert ALL.made_legal(lay(on_the_board)) == lay(program)


@clause("D8.2")
@pytest.mark.parametrize(
    ("on_the_board", "program"),
    [
        ("1c 2", "1c 2"),
        ("1 2c", "1 2c"),
        ("1 - 2c", "1"),
        ("-c", "1"),
        ("1/2cs 3", "1"),
        ("- 2c", "1"),
    ],
)
def test_a_clownfish_without_a_stack_stays_unused(on_the_board: str, program: str) -> None:
    assert WITH_CLOWNFISH.made_legal(lay(on_the_board)) == lay(program)
    assert BARE.made_legal(lay(on_the_board)).clownfish is None


@clause("D8.2")
@pytest.mark.parametrize("level", [-1, 0, 3, 6, 100])
def test_a_clownfish_on_no_level_stays_unused(level: int) -> None:
    draft = Program(lay("1 2").levels, clownfish=level)
    assert WITH_CLOWNFISH.made_legal(draft) == lay("1 2")


@clause("D8.2")
@pytest.mark.parametrize(
    ("on_the_board", "program"),
    [
        ("1 2 3 4 5 shark!", "1 2 3 4 5 shark!"),
        ("1 2 3 4 5s plain!", "1 2 3 4 5s plain!"),
        ("1 2 3 4 shark!", "1 2 3 4"),
        ("1 2 - 3 4 shark!", "1 2"),
        ("shark!", "1"),
    ],
)
def test_an_anglerfish_without_five_levels_stays_unused(on_the_board: str, program: str) -> None:
    assert WITH_ANGLERFISH.made_legal(lay(on_the_board)) == lay(program)
    assert BARE.made_legal(lay(on_the_board)).anglerfish is None


@clause("D8.2")
def test_a_companion_that_stayed_unused_is_kept() -> None:
    table = scene(A=0, M=0, companions={"A": "clownfish", "M": "orca"})
    table.act("M", CallOrca())
    table.act("A", table.state.fallback(0, lay("1 - 2c")))
    table.act("M", table.state.fallback(1, None))
    assert table.pawns == {"A": 1, "M": 1}
    assert table.companions == {"A": "clownfish", "M": ""}


@clause("D8.2")
@pytest.mark.parametrize(
    ("on_the_board", "program"),
    [
        ("1 2/3s 4", "1"),
        ("1/2s", "1"),
        ("3 3", "3"),
        ("3s 3+4", "3s 4"),
        ("5+5s 1", "5s 1"),
        ("2 9 3", "2"),
        ("2 9+3s", "2 3s"),
        ("0", "1"),
        ("-4", "1"),
        ("1 2 3 4 5 1", "1 2 3 4 5"),
    ],
)
def test_a_board_that_cannot_be_is_made_legal_too(on_the_board: str, program: str) -> None:
    assert BARE.made_legal(lay(on_the_board)) == lay(program)


hostile_tokens = st.lists(st.integers(-2, 7), max_size=6).map(tuple)
hostile_levels = st.lists(st.builds(Level, hostile_tokens, hostile_tokens), max_size=8).map(tuple)
single_token = st.lists(st.sampled_from([1, 2, 3, 4, 5, 6]), min_size=1, max_size=2).map(tuple)
likely_levels = st.lists(
    st.one_of(st.builds(Level, plain=single_token), st.builds(Level, shark=single_token), st.just(Level())),
    max_size=7,
).map(tuple)
drafts = st.builds(
    Program,
    st.one_of(hostile_levels, likely_levels),
    st.one_of(st.none(), st.integers(-3, 9)),
    st.one_of(st.none(), st.sampled_from(Face)),
)
editions = st.builds(Programs, st.sampled_from(Tokens), st.booleans(), st.booleans())


@clause("D8.2")
@given(programs=editions, draft=drafts)
def test_whatever_lies_on_a_board_becomes_a_legal_program(programs: Programs, draft: Program) -> None:
    made = programs.made_legal(draft)
    assert programs.refusal(made) is None
    assert programs.made_legal(made) == made


@clause("D8.2")
@given(programs=editions, draft=drafts)
def test_a_program_that_is_legal_already_stays_as_it_is(programs: Programs, draft: Program) -> None:
    if programs.refusal(draft) is None:
        assert programs.made_legal(draft) == draft


@clause("D8.2")
@given(programs=editions, number=st.integers(0, 10**6))
def test_every_legal_program_stays_as_it_is(programs: Programs, number: int) -> None:
    program = programs[number % len(programs)]
    assert programs.made_legal(program) == program


@clause("D8.2")
@pytest.mark.parametrize(
    ("draft", "submitted"),
    [
        (None, "plain plain plain plain plain"),
        (Faces(()), "plain plain plain plain plain"),
        (faces("shark"), "shark plain plain plain plain"),
        (faces("plain shark shark"), "plain shark shark plain plain"),
        (faces("shark " * 5), "shark shark shark shark shark"),
        (faces("shark " * 9), "shark shark shark shark shark"),
        (lay("1s 2s"), "plain plain plain plain plain"),
        (CallOrca(), "plain plain plain plain plain"),
    ],
)
def test_in_the_childrens_version_missing_levels_are_plain(
    draft: Faces | Program | CallOrca | None, submitted: str
) -> None:
    table = scene(A=0, M=0, children=True)
    assert table.state.fallback(0, draft) == faces(submitted)


@clause("D7.1", "D8.2")
def test_with_fewer_cards_the_clock_fills_fewer_levels() -> None:
    table = scene(A=0, M=0, children=True, last="shark shark")
    assert table.state.fallback(1, faces("shark")) == faces("shark plain")


@clause("D8.2")
@pytest.mark.parametrize("draft", [None, faces("shark shark"), Withdraw(), SendDolphins(1), lay("")])
def test_a_draft_that_is_no_board_counts_as_an_empty_one(
    draft: Faces | Withdraw | SendDolphins | None,
) -> None:
    assert scene(A=0, M=0).state.fallback(0, draft) == lay("1")
    assert scene(A=0, M=0, tokens=Tokens.ALL).state.fallback(0, draft) == lay("1+2+3+4+5")


@clause("D8.0", "D8.2")
def test_who_does_not_choose_gets_the_wish_or_the_first_on_offer() -> None:
    table = scene(A=0, M=0, choosing=True)
    assert table.state.fallback(0, None) == Choose(Companion.OCTOPUS)
    assert table.state.fallback(0, Choose(Companion.TURTLE)) == Choose(Companion.TURTLE)
    table.act("A", Choose(Companion.OCTOPUS))
    table.act("M", Choose(Companion.OCTOPUS))
    assert table.state.fallback(1, Choose(Companion.OCTOPUS)) == Choose(Companion.ORCA)
    assert table.state.fallback(1, lay("1")) == Choose(Companion.ORCA)


@clause("D8.2")
def test_the_clock_decides_only_for_those_who_are_missing() -> None:
    table = scene(A=0, M=0)
    table.programs(A="1")
    with pytest.raises(ValueError, match="seat 0 is not awaited"):
        table.state.fallback(0, None)
    assert table.state.fallback(1, lay("2s")) == lay("2s")


@clause("D8.2")
def test_what_the_clock_decides_can_always_be_played() -> None:
    for tokens in Tokens:
        table = scene(A=0, M=0, tokens=tokens)
        table.act("A", table.state.fallback(0, lay("1 - 2 3/4s")))
        assert table.act("M", table.state.fallback(1, lay("- 1")))
