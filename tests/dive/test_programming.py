"""D3: programs, and how a table comes to be ready."""

from __future__ import annotations

import pytest

from fathom.dive import CallOrca, Choose, Companion, Faces, Level, Programs, RideTurtle, Tokens, Withdraw
from fathom.dive.events import Ready, Reopened
from fathom.table import FastDice, state_hash
from tests.dive.scene import GAME, clause, lay, scene


@clause("D3.1")
def test_programs_are_laid_at_the_same_time_and_in_any_order() -> None:
    orders = ["AMR", "RMA", "MRA"]
    ends = []
    for order in orders:
        table = scene(A=3, M=5, R=0, ocean="green manta shark")
        assert table.state.to_move() == (0, 1, 2)
        programs = {"A": "5 4", "M": "4 5", "R": "3 1 2s"}
        ends.append(table.dive(**{name: programs[name] for name in order}).pawns)
    assert ends[0] == ends[1] == ends[2]


@clause("D3.1")
def test_a_program_stays_secret_until_all_are_ready() -> None:
    one, other = scene(A=0, M=0, R=0), scene(A=0, M=0, R=0)
    assert one.act("A", lay("1 2 3")) == other.act("A", lay("5s 4s")) == (Ready(0),)
    for reader in (1, 2, None):
        assert one.state.view(reader) == other.state.view(reader)
    assert one.state.view(0) != other.state.view(0)


@clause("D3.2")
@pytest.mark.parametrize("written", ["1", "1 2", "1 2 3", "1 2 3 4", "5 4 3 2 1"])
def test_a_program_runs_from_level_1_to_at_most_5(written: str) -> None:
    scene(A=0, M=0).act("A", lay(written))


@clause("D3.2")
def test_level_n_is_the_nth_card_from_the_top_at_the_start_of_the_round() -> None:
    table = scene(A=0, M=0, ocean="shark nothing shark nothing shark shark nothing")
    dive = table.dive(A="1s 2 3s", M="1s")
    assert dive.wrong == ["", "", ""]
    dive = table.dive(A="1 2s 3s 4", M="1s")
    assert dive.wrong == ["M", "", "", ""]


@clause("D3.2")
@pytest.mark.parametrize(
    ("written", "empty", "deeper"),
    [("- 1", 1, 2), ("1 - 2", 2, 3), ("- - 1", 1, 3), ("1 2 - - 3", 3, 5), ("1s - 2s - 3s", 2, 3)],
)
def test_a_program_with_a_gap_is_refused(written: str, empty: int, deeper: int) -> None:
    refusal = scene(A=0, M=0).refuses("A", lay(written))
    assert (refusal.code, refusal.clause) == ("gap", "D3.2")
    assert refusal.values == {"level": empty, "deeper": deeper}
    assert refusal.text == f"Level {empty} is empty but level {deeper} is not: a program has no gap."


@clause("D3.2")
def test_a_program_deeper_than_five_levels_is_refused() -> None:
    refusal = scene(A=0, M=0).refuses("A", lay("1 2 3 4 5 1"))
    assert (refusal.code, refusal.clause) == ("too-deep", "D3.2")
    assert refusal.text == "A program has at most five levels, not 6."


@clause("D3.2")
def test_empty_levels_at_the_end_say_nothing() -> None:
    assert lay("1 2 - -") == lay("1 2")
    assert lay("- - -") == lay("")
    assert lay("- 1 -").levels == (Level(), Level(plain=(1,)))


@clause("D3.3")
def test_tokens_on_a_level_add_up_to_its_speed() -> None:
    program = lay("1+3+5s 2+4")
    assert [program.speed(0), program.speed(1)] == [9, 6]
    assert [program.expects_shark(0), program.expects_shark(1)] == [True, False]
    dive = scene(A=0, M=0, ocean="green").dive(A="1+2+3", M="5")
    assert dive.helped == ["A"]


@clause("D3.3")
def test_all_five_tokens_may_lie_on_one_level() -> None:
    assert scene(A=0, M=0, ocean="red").dive(A="1+2+3+4+5", M="5").helped == ["A"]


@clause("D3.3")
def test_the_order_of_a_stack_means_nothing() -> None:
    assert lay("5+1+3s") == lay("1+3+5s")
    assert lay("5+1+3s").levels[0].tokens == (1, 3, 5)
    assert hash(lay("4+2")) == hash(lay("2+4"))


@clause("D3.3")
@pytest.mark.parametrize(("written", "level"), [("1/2s", 1), ("1 2/3s", 2), ("1s 2s 3/4s 5s", 3)])
def test_both_faces_on_a_level_are_refused(written: str, level: int) -> None:
    refusal = scene(A=0, M=0).refuses("A", lay(written))
    assert (refusal.code, refusal.clause) == ("mixed-faces", "D3.3")
    assert refusal.text == f"All tokens on level {level} must show the same face: shark or plain."


@clause("D1.3", "D3.3")
@pytest.mark.parametrize(
    ("written", "token"),
    [("1 1", 1), ("5+5", 5), ("3s 3", 3), ("1 2 4 3 4s", 4), ("2s 1+2s", 2), ("2+2+5", 2), ("1 3+5+5s", 5)],
)
def test_a_token_used_twice_is_refused(written: str, token: int) -> None:
    refusal = scene(A=0, M=0).refuses("A", lay(written))
    assert (refusal.code, refusal.clause) == ("token-twice", "D1.3")
    assert refusal.text == f"You have only one air token of value {token}."


@clause("D1.3")
@pytest.mark.parametrize("token", [-1, 0, 6, 100])
def test_a_token_that_does_not_exist_is_refused(token: int) -> None:
    refusal = scene(A=0, M=0).refuses("A", lay(f"1 {token}s"))
    assert (refusal.code, refusal.clause) == ("no-such-token", "D1.3")
    assert refusal.text == f"There is no air token of value {token}, only 1 to 5."


@clause("D3.4")
@pytest.mark.parametrize("tokens", Tokens)
def test_at_least_one_token_must_be_used(tokens: Tokens) -> None:
    refusal = scene(A=0, M=0, tokens=tokens).refuses("A", lay(""))
    assert (refusal.code, refusal.clause) == ("no-tokens", "D3.4")
    assert refusal.text == "Place at least one air token."


@clause("D3.4")
@pytest.mark.parametrize("written", ["3", "5s", "1+2 4s"])
def test_tokens_may_be_left_out(written: str) -> None:
    scene(A=0, M=0, tokens=Tokens.SOME).act("A", lay(written))


@clause("D3.4")
@pytest.mark.parametrize(
    ("written", "missing"), [("1 2 3 4", 5), ("5", 1), ("1+3+5s", 2), ("2 3 4 5", 1), ("1 2 3 5", 4)]
)
def test_in_the_other_edition_no_token_may_be_left_out(written: str, missing: int) -> None:
    refusal = scene(A=0, M=0, tokens=Tokens.ALL).refuses("A", lay(written))
    assert (refusal.code, refusal.clause) == ("not-all-tokens", "D3.4")
    assert refusal.text == f"At this table all five air tokens must be placed; {missing} is missing."


@clause("D3.4")
@pytest.mark.parametrize("written", ["1+2+3+4+5", "5s 1+2+3+4", "1 2 3 4 5"])
def test_in_the_other_edition_all_five_may_be_stacked_freely(written: str) -> None:
    scene(A=0, M=0, tokens=Tokens.ALL).act("A", lay(written))


@clause("D3.4")
@pytest.mark.parametrize("tokens", Tokens)
def test_the_edition_decides_whether_one_token_is_a_program(tokens: Tokens) -> None:
    refusal = Programs(tokens).refusal(lay("3s"))
    assert (refusal is None) is (tokens is Tokens.SOME)
    assert Programs(tokens).made_legal(lay("3s")) == lay("3s" if tokens is Tokens.SOME else "1+2+3+4+5s")


@clause("D3.4")
def test_the_edition_is_an_option_and_some_is_the_default() -> None:
    assert GAME.options_type().tokens is Tokens.SOME


@clause("D3.5", "D5.4")
def test_nothing_done_while_programming_moves_a_card() -> None:
    table = scene(A=0, M=0, ocean="shark green", companions={"A": "octopus", "M": "orca"})
    before = table.state.ocean
    table.act("M", CallOrca())
    table.act("A", lay("1 2"))
    table.act("A", Withdraw())
    table.act("A", lay("1s 2"))
    assert table.state.ocean == before


@clause("D3.6")
def test_ready_may_be_taken_back_until_all_are() -> None:
    table = scene(A=0, M=0)
    fresh = state_hash(table.state)
    table.act("A", lay("1 2"))
    assert table.state.to_move() == (1,)
    assert table.act("A", Withdraw()) == (Reopened(0),)
    assert table.state.to_move() == (0, 1)
    assert state_hash(table.state) == fresh
    table.act("A", lay("3s"))
    dive = table.dive(M="1")
    assert dive.wrong[0] == "A"


@clause("D3.6")
def test_a_ready_diver_must_take_it_back_before_changing_anything() -> None:
    table = scene(A=0, M=0, companions={"A": "turtle", "M": "orca"})
    table.act("A", lay("1 2"))
    for action in (lay("1"), CallOrca(), RideTurtle(), Choose(Companion.ORCA), Faces(())):
        refusal = table.refuses("A", action)
        assert (refusal.code, refusal.clause) == ("already-ready", "D3.6")
    assert list(table.state.menu(0)) == [Withdraw()]


@clause("D3.6")
def test_there_is_nothing_to_take_back_before_ready() -> None:
    refusal = scene(A=0, M=0).refuses("A", Withdraw())
    assert (refusal.code, refusal.clause) == ("not-ready", "D3.6")
    assert refusal.text == "There is nothing to take back: you have not said ready."


@clause("D3.6")
def test_after_the_dive_nothing_can_be_taken_back() -> None:
    table = scene(A=0, M=0)
    table.dive(A="1", M="1")
    assert table.refuses("A", Withdraw()).code == "not-ready"


@clause("D3.6")
def test_the_phase_ends_only_when_all_are_ready() -> None:
    table = scene(A=0, M=0, R=0)
    assert table.programs(A="1") == (Ready(0),)
    assert table.programs(R="1") == (Ready(2),)
    assert table.state.to_move() == (1,)
    assert len(table.programs(M="1")) > 1


@clause("D3.7", "D6.1")
def test_levels_without_a_card_may_be_programmed() -> None:
    dive = scene(A=0, M=0, last="nothing nothing").dive(A="1 2 3 4 5", M="1")
    assert len(dive.lifted) == 2
    assert dive.rest == {"A": 2, "M": 1}


@clause("D1.3")
@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_acts_from_a_seat_that_is_not_there(seat: int) -> None:
    refusal = scene(A=0, M=0).refuses_seat(seat, lay("1"))
    assert (refusal.code, refusal.clause) == ("not-seated", "D1.3")
    assert refusal.text == f"There is no seat {seat} at this table."


@clause("D5.2")
def test_nobody_acts_after_the_end() -> None:
    table = scene(A=22, M=0)
    table.dive(A="1", M="1")
    for action in (lay("1"), Withdraw(), Choose(Companion.ORCA), CallOrca()):
        refusal = table.refuses("M", action)
        assert (refusal.code, refusal.clause) == ("game-over", "D5.2")
    assert table.state.to_move() == ()
    assert list(table.state.menu(0)) == []


@clause("D7.1")
def test_faces_are_no_program_at_a_grown_up_table() -> None:
    refusal = scene(A=0, M=0).refuses("A", Faces(()))
    assert (refusal.code, refusal.clause) == ("children-only", "D7.1")
    assert refusal.text == "Faces without tokens are a program only in the children's version."


def test_chance_has_no_part_in_a_dive() -> None:
    ends = []
    for seed in (1, 2):
        table = scene(A=0, M=3, ocean="manta shark+green red")
        table.state.play(0, lay("1 2s"), FastDice(seed))
        table.state.play(1, lay("2 1s 3"), FastDice(seed))
        ends.append(table.state)
    assert ends[0] == ends[1]
