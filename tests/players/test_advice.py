"""Advice for Dive: what the captain would do, with odds that hold, from nothing but a view and a look."""

import numpy as np
import pytest

from fathom.dive import (
    CallOrca,
    Card,
    Choose,
    Companion,
    DiveGame,
    DiveState,
    Faces,
    Kind,
    LayOctopus,
    Options,
    Program,
    SendDolphins,
    Use,
)
from fathom.dive.state import programming
from fathom.guests import guest, level
from fathom.players.dive import SearchingDiver, Sounding, Soundings
from fathom.players.dive.advice import JUDGE, DiveOdds, choices, idea
from fathom.players.dive.levels import ADVISER
from fathom.table import FairDice, FastDice
from tests.players.soundings import CLEAR, at, doubtful, leaving

SHARK_ON_THREE = Soundings(
    tuple(Sounding(1.0 if depth == 3 else 0.0, 0.0, 0.0, 0.0) for depth in range(1, 7))
)
"""Everything is as clear as day: a shark on the third card, nothing on the others."""


USUAL = Options()


def start(options: Options = USUAL) -> DiveState:
    return DiveGame().start(options, 2, FastDice(1))


def test_the_adviser_has_a_captains_eyes() -> None:
    assert ADVISER is level("dive", "captain")


def test_the_first_choice_is_what_the_captain_lays_when_it_mixes_nothing() -> None:
    state = start()
    look = Soundings((Sounding(0.2, 0.3, 0.1, 0.1), *(Sounding(0.4, 0.2, 0.1, 0.1),) * 5))
    unmixed = SearchingDiver(JUDGE.simulations, mixing=1e-9)
    for seed in range(2):
        first = guest("dive").advise(state.view(0), look, FastDice(seed))[0].action
        assert first == unmixed.choose(state.view(0), look, FastDice(seed))


@pytest.mark.clause("D8.6")
def test_of_several_uses_of_a_companion_the_captains_comes_first() -> None:
    """Dolphins could be sent to either of two; they come back likelier from who lays less in deep waters."""
    nothing, shark = Kind.NOTHING, Kind.SHARK
    state = leaving(at(16, 14, 17, companion=Companion.DOLPHINS), nothing, nothing, nothing, shark, shark)
    look = Soundings((CLEAR, CLEAR, *[doubtful(0.2)] * 3))
    first, second, _ = guest("dive").advise(state.view(0), look, FastDice(1))
    assert (first.action, second.action) == (SendDolphins(2), SendDolphins(1))
    assert first.action == JUDGE.choose(state.view(0), look, FastDice(1))


def test_three_choices_that_differ_the_best_first() -> None:
    look = Soundings((Sounding(0.3, 0.2, 0.1, 0.1),) * 6)
    three = guest("dive").advise(start().view(0), look, FastDice(1))
    assert 1 < len(three) <= 3
    wins = [choice.odds.win for choice in three if isinstance(choice.odds, DiveOdds)]
    assert wins == sorted(wins, key=lambda win: -(win or 0))
    assert all(win is not None and 0 < win < 1 for win in wins)
    assert len({idea(choice.action) for choice in three}) == len(three)


def test_a_sure_shark_is_named_and_what_is_certain_has_certain_odds() -> None:
    clear = guest("dive").advise(start().view(0), SHARK_ON_THREE, FastDice(1))
    assert clear
    for choice in clear:
        assert isinstance(choice.action, Program)
        assert isinstance(choice.odds, DiveOdds)
        assert [choice.action.expects_shark(depth) for depth in range(3)] == [False, False, True]
        # Nothing can go wrong and no helper comes: the spaces are the levels.
        assert choice.odds.flawless == 1.0
        assert choice.odds.spaces == choice.action.depth
        assert choice.odds.right == (1.0,) * choice.action.depth


@pytest.mark.parametrize("shark", [0.0, 0.02, 0.3, 0.5])
def test_no_two_choices_read_the_same(shark: float) -> None:
    """Of programs with the same faces and the same odds the best is named, and the others are not."""
    look = Soundings((Sounding(shark, 0.1, 0.1, 0.1),) * 6)
    for seed in range(3):
        given = guest("dive").advise(start().view(0), look, FastDice(seed))
        read = set()
        for choice in given:
            assert isinstance(choice.action, Program)
            faces = tuple(choice.action.expects_shark(depth) for depth in range(choice.action.depth))
            assert isinstance(choice.odds, DiveOdds)
            assert choice.odds.win is not None
            read.add((faces, round(choice.odds.win, 2), round(choice.odds.spaces, 1)))
        assert len(read) == len(given) > 0


def test_advice_says_how_sure_each_level_is() -> None:
    look = Soundings((Sounding(0.02, 0, 0, 0), Sounding(0.96, 0, 0, 0), *(Sounding(0.38, 0, 0, 0),) * 4))
    for choice in guest("dive").advise(start().view(0), look, FastDice(1)):
        assert isinstance(choice.action, Program)
        for depth, right in enumerate(choice.odds.right):
            shark = look.depths[depth].shark
            assert right == pytest.approx(shark if choice.action.expects_shark(depth) else 1 - shark)
        assert len(choice.odds.right) == choice.action.depth


def test_children_are_offered_another_face_only_where_there_is_doubt() -> None:
    look = Soundings((Sounding(0.95, 0, 0, 0), Sounding(0.6, 0, 0, 0), *(Sounding(0.05, 0, 0, 0),) * 4))
    given = guest("dive").advise(start(Options(children=True)).view(0), look, FastDice(1))
    assert [choice.odds.right[1] for choice in given] == pytest.approx([0.6, 0.4])


def test_whoever_is_a_space_from_winning_is_told_so() -> None:
    """Three spaces before the stone, with the whole stack seen: the game is won with certainty."""
    state = start()
    state.pawns = (27, 20)
    first = guest("dive").advise(state.view(0), SHARK_ON_THREE, FastDice(1))[0]
    assert isinstance(first.odds, DiveOdds)
    assert first.odds.win == pytest.approx(1.0, abs=0.02)


def test_children_are_told_the_likelier_faces_with_the_odds_of_each_level() -> None:
    look = Soundings(
        (
            Sounding(0.9, 0, 0, 0),
            Sounding(0.2, 0, 0, 0),
            Sounding(0.6, 0, 0, 0),
            *(Sounding(0.1, 0, 0, 0),) * 3,
        )
    )
    first, second, _ = guest("dive").advise(start(Options(children=True)).view(0), look, FastDice(1))
    assert [face.value for face in first.action.faces] == ["shark", "plain", "shark", "plain", "plain"]
    assert isinstance(second.action, Faces)
    assert [face.value for face in second.action.faces] == ["shark", "plain", "plain", "plain", "plain"]
    assert isinstance(first.odds, DiveOdds)
    assert first.odds.win is None
    assert first.odds.spaces == pytest.approx(0.9 + 0.8 + 0.6 + 0.9 + 0.9)
    assert first.odds.flawless == pytest.approx(np.prod([0.9, 0.8, 0.6, 0.9, 0.9]), abs=0.001)


def test_companions_are_wished_for_in_the_order_of_preference() -> None:
    three = guest("dive").advise(start(Options(companions=True)).view(0), SHARK_ON_THREE, FastDice(1))
    assert three[0].action == Choose(Companion.CLOWNFISH)
    assert [choice.odds for choice in three] == [None] * 3


@pytest.mark.parametrize("companion", [Companion.TURTLE, Companion.OCTOPUS, Companion.ORCA])
def test_a_companion_whose_moment_has_come_is_named_before_the_programs(companion: Companion) -> None:
    state = start(Options(companions=True))
    state.companions = (companion, Companion.CLOWNFISH)
    state.phase = programming(2)
    state.pawns = (10, 12)
    greens = Soundings((Sounding(0.0, 0.9, 0.0, 0.0),) * 6)
    first, second, *_ = choices(state.view(0), greens, FastDice(1))
    assert isinstance(first.action, Use)
    assert isinstance(second.action, Program)
    # What works on people has its moment by rule; what can be played through has odds.
    assert (first.odds is None) is isinstance(first.action, LayOctopus | CallOrca)


def test_whoever_has_nothing_to_decide_gets_no_advice() -> None:
    state = start()
    state.play(0, guest("dive").advise(state.view(0), SHARK_ON_THREE, FastDice(1))[0].action, FastDice(1))
    assert guest("dive").advise(state.view(0), SHARK_ON_THREE, FastDice(1)) == ()


def test_worlds_with_the_same_view_and_look_get_the_same_advice() -> None:
    """Two oceans that differ in every card: what is not in the view or in the look cannot matter."""
    one, other = start(), start()
    other.ocean = tuple(Card(kind, 0, False) for kind in sorted(one.options.mix.without(()), key=str))
    assert one.ocean != other.ocean
    assert ADVISER.eyes is not None
    look = ADVISER.eyes.look(one, 0, FairDice(bytes(32)))
    assert guest("dive").advise(one.view(0), look, FastDice(1)) == guest("dive").advise(
        other.view(0), look, FastDice(1)
    )


def test_looking_again_shows_the_same() -> None:
    eyes = ADVISER.eyes
    assert eyes is not None
    state = start()
    assert eyes.look(state, 0, FairDice(bytes(32))) == eyes.look(state, 0, FairDice(bytes(32)))
