"""Reviews of Dive: the blunder that was planted is named first, and nobody is blamed for what was right."""

from __future__ import annotations

import msgspec
import pytest

from fathom.dive import DiveGame, Face, Faces, Level, Mix, Options, Program, Withdraw
from fathom.guests import level
from fathom.lab.simulation import simulated
from fathom.players.dive.review import Misjudged, Missed, review
from fathom.players.dive.seeing import Accuracy, seen_in
from fathom.table import BadRecord, FastDice, Match, Record
from tests.dive.scene import lay

GAME = DiveGame()
SHORT = Mix(nothing=3, shark=3, green=2, red=1, manta=1, shark_green=1, shark_red=0, shark_manta=1)
ROUND = 3
"""The round in which Ada does something that she should not."""


def game(blunder: Program | None = None, *, wrong: int = 0) -> tuple[Record, int]:
    """Ada and Bob lay one token after the other, and know every card; but for Ada in one round.

    There she lays the `blunder`, with the right faces, or is wrong at that level. The number of that entry.
    """
    match = Match(GAME, Options(), ("Ada", "Bob"), FastDice(5))
    number = 0
    while match.state.to_move():
        state = match.state
        for seat in (0, 1):
            program = lay("5 4 3 2 1")
            sharks = [card.kind.shark for card in state.ocean[:5]]
            if seat == 0 and state.round == ROUND:
                program = blunder or program
                number = len(match.moves) + 1
                if wrong:
                    sharks[wrong - 1] ^= True
            match.play(seat, as_it_is(program, sharks))
    return match.record(), number


def as_it_is(program: Program, sharks: list[bool]) -> Program:
    return Program(
        tuple(
            Level(shark=one.tokens) if shark else Level(plain=one.tokens)
            for one, shark in zip(program.levels, [*sharks, *[False] * 5], strict=False)
        )
    )


def test_a_level_that_was_wrong_is_named_first_with_what_lay_there() -> None:
    record, number = game(wrong=1)
    reviewed = review(record)
    first = reviewed.moments[0][0]
    assert (first.number, first.seat, first.round) == (number, 0, ROUND)
    assert isinstance(first.why, Missed)
    assert first.why.depth == 1
    assert first.lost > 0.02
    assert first.chosen.expects_shark(0) is not first.better.expects_shark(0) is first.why.shark
    assert 0 <= first.why.sure < 0.5  # a captain's eyes see the top card
    assert not any(isinstance(moment.why, Missed) for moment in reviewed.moments[1])


def test_a_program_that_goes_for_nothing_is_named_with_what_would_have_been_better() -> None:
    record, number = game(lay("1"))
    first = review(record).moments[0][0]
    assert first.number == number
    assert isinstance(first.why, Misjudged)
    assert first.why.better.win is not None
    assert first.why.chosen.win is not None
    assert first.lost == pytest.approx(first.why.better.win - first.why.chosen.win)
    assert first.why.chosen.spaces < 2 < first.why.better.spaces
    assert first.better.depth > 1


def test_the_most_is_named_first_and_only_what_is_worth_a_word() -> None:
    for moments in review(game(wrong=2)[0]).moments:
        lost = [moment.lost for moment in moments]
        assert lost == sorted(lost, reverse=True)
        assert len(lost) <= 3
        assert all(one >= 0.02 for one in lost)


def test_a_program_that_was_taken_back_counts_as_the_one_that_was_laid_instead() -> None:
    match = Match(GAME, Options(), ("Ada", "Bob"), FastDice(5))
    sharks = [card.kind.shark for card in match.state.ocean[:5]]
    match.play(0, as_it_is(lay("1"), [not sharks[0]]))
    match.play(0, Withdraw())
    match.play(0, as_it_is(lay("5 4 3 2 1"), sharks))
    match.play(1, as_it_is(lay("1"), sharks))
    (ada, bob) = review(match.record()).moments
    assert not any(isinstance(moment.why, Missed) for moment in ada)
    assert [moment.number for moment in bob] == [4]


def test_children_lose_spaces() -> None:
    match = Match(GAME, Options(children=True), ("Ada", "Bob"), FastDice(5))
    sharks = [card.kind.shark for card in match.state.ocean[:5]]
    right = Faces(tuple(Face.SHARK if shark else Face.PLAIN for shark in sharks))
    wrong = Faces(tuple(Face.PLAIN if shark else Face.SHARK for shark in sharks))
    match.play(0, right)
    match.play(1, wrong)
    reviewed = review(match.record())
    assert (reviewed.unit, reviewed.moments[0]) == ("spaces", ())
    (moment,) = reviewed.moments[1]
    assert (moment.lost, moment.better) == (5.0, right)


def test_how_well_everyone_saw_per_depth() -> None:
    match = Match(GAME, Options(), ("Ada", "Bob"), FastDice(5))
    sharks = [card.kind.shark for card in match.state.ocean[:5]]
    match.play(0, as_it_is(lay("1 2 3"), sharks))
    match.play(1, as_it_is(lay("1 2 3 4"), [not sharks[0], *sharks[1:]]))
    ada, bob = seen_in(match.state.told, 2)
    assert ada == Accuracy(right=(1, 1, 1, 0, 0, 0), said=(1, 1, 1, 0, 0, 0))
    # Bob is out after the first card, but had said what the second and third are; nobody lifted the fourth.
    assert bob == Accuracy(right=(0, 1, 1, 0, 0, 0), said=(1, 1, 1, 0, 0, 0))
    assert (ada + bob).right == (1, 2, 2, 0, 0, 0)
    assert review(match.record()).sight == (ada, bob)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (("random", "random", "snorkeler"), Options(companions=True, mix=SHORT)),
        (("random",), Options(chief=True, companions=True, mix=SHORT)),
    ],
)
def test_any_game_can_be_looked_through(players: tuple[str, ...], options: Options) -> None:
    record = simulated(GAME, options, [level("dive", name) for name in players], "7")
    reviewed = review(record)
    assert any(reviewed.moments)
    for seat, moments in enumerate(reviewed.moments):
        for moment in moments:
            assert record.moves[moment.number - 1].seat == seat == moment.seat


def test_a_game_looked_through_again_gives_the_same() -> None:
    record, _ = game(lay("1"))
    assert review(record) == review(record)


def test_a_record_that_does_not_fit_is_refused() -> None:
    record = simulated(GAME, Options(mix=SHORT), [level("dive", "random")] * 2, "7")
    with pytest.raises(BadRecord):
        review(msgspec.structs.replace(record, hash="0"))
