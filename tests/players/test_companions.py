"""Companions have a good moment, are kept until it comes, and go to where they bring most."""

from __future__ import annotations

import pytest

from fathom.dive import (
    CallOrca,
    Companion,
    DiveState,
    Kind,
    LayOctopus,
    Level,
    LooseGreatWhite,
    Program,
    SendDolphins,
    Tokens,
    Withdraw,
)
from fathom.dive.descent import STONE
from fathom.players.dive import Diver, SearchingDiver, Snorkeler, Sounding, Soundings
from fathom.players.dive.programs import arrangements, prospects
from fathom.players.dive.worlds import hope, rivals, worlds
from fathom.table import FastDice
from tests.players.soundings import CLEAR, DOUBT, RED, at, doubtful, leaving

NOTHING, SHARK = Kind.NOTHING, Kind.SHARK


@pytest.mark.clause("D8.6")
def test_of_all_uses_that_help_the_best_is_taken() -> None:
    """Both rivals may come back without a mistake; who is in deep waters risks less, so does so likelier."""
    state = leaving(
        at(16, 14, 17, companion=Companion.DOLPHINS), *[NOTHING] * 3, SHARK, SHARK
    )  # the last round
    look = Soundings((CLEAR, CLEAR, *[doubtful(0.2)] * 3))
    for seed in range(3):
        assert SearchingDiver(512).choose(state.view(0), look, FastDice(seed)) == SendDolphins(2)


@pytest.mark.clause("D8.5")
def test_a_tile_given_away_counts_for_what_it_would_have_been_worth() -> None:
    """Only if the game goes on: after it nothing is worth keeping."""
    laid = arrangements(Tokens.SOME, clownfish=True)
    program = laid.programs[int(laid.tiles.argmax())]
    look = Soundings((CLEAR,) * 6)
    for pawns, lost in [((3, 2), 0.03), ((STONE - 1, 2), 0.0)]:
        view = at(*pawns, companion=Companion.CLOWNFISH).view(0)
        seen = prospects(look)
        drawn = worlds(view, look, seen, rivals(view, seen, temperature=0.3), 8, FastDice(1))
        given = hope(drawn, 0, program, cost=0.03)
        assert hope(drawn, 0, program) - given == pytest.approx(lost)


# A good moment for each of them, and one that is not

EVERYONE = pytest.mark.parametrize(
    "player", [Snorkeler(), Diver(), SearchingDiver(512)], ids=["snorkeler", "diver", "captain"]
)
AnyDiver = Snorkeler | Diver | SearchingDiver


def done(player: AnyDiver, state: DiveState, *depths: Sounding) -> set[type]:
    """The kinds of action that the player takes, whatever the dice say."""
    return {type(player.choose(state.view(0), Soundings(depths), FastDice(seed))) for seed in range(3)}


@pytest.mark.parametrize(
    ("companion", "use"),
    [
        pytest.param(Companion.OCTOPUS, LayOctopus, marks=pytest.mark.clause("D8.1")),
        pytest.param(Companion.ORCA, CallOrca, marks=pytest.mark.clause("D8.2")),
    ],
)
@EVERYONE
def test_octopus_and_orca_come_when_someone_ahead_still_thinks(
    player: AnyDiver, companion: Companion, use: type
) -> None:
    """Whoever is ahead of all others, or whose rivals are ready, has nobody to trouble."""
    clear = (CLEAR,) * 6
    assert done(player, at(5, 9, companion=companion), *clear) == {use}
    assert done(player, at(9, 5, companion=companion), *clear) == {Program}
    ready = at(5, 9, companion=companion)
    ready.play(1, Program((Level(plain=(5,)),)), FastDice(1))
    assert done(player, ready, *clear) == {Program}


@pytest.mark.clause("D8.2")
@EVERYONE
def test_a_ready_diver_calls_the_orca_while_someone_ahead_still_thinks(player: AnyDiver) -> None:
    for pawns, then in (((5, 9), CallOrca), ((9, 5), Withdraw)):
        state = at(*pawns, companion=Companion.ORCA)
        state.play(0, Program((Level(plain=(5,)),)), FastDice(1))
        assert done(player, state) == {then}


@pytest.mark.clause("D8.6")
@EVERYONE
def test_dolphins_go_out_in_the_last_round_and_not_when_everyone_is_likely_to_err(player: AnyDiver) -> None:
    last = leaving(at(16, 14, 17, companion=Companion.DOLPHINS), *[NOTHING] * 3, SHARK, SHARK)
    assert done(player, last, CLEAR, CLEAR, *[doubtful(0.2)] * 3) == {SendDolphins}
    assert done(player, at(3, 3, companion=Companion.DOLPHINS), *[DOUBT] * 6) == {Program}


@pytest.mark.clause("D8.7")
@pytest.mark.parametrize("player", [Snorkeler(), SearchingDiver(512)], ids=["snorkeler", "captain"])
def test_the_great_white_comes_where_a_rival_ahead_is_likely_to_err(player: AnyDiver) -> None:
    state = at(3, 8, companion=Companion.GREAT_WHITE)
    assert done(player, state, *[DOUBT] * 6) == {LooseGreatWhite}
    assert done(player, state, *[CLEAR] * 6) == {Program}


@pytest.mark.clause("D8.5")
@EVERYONE
def test_the_clownfish_waits_while_there_is_nothing_to_race_for(player: AnyDiver) -> None:
    for seed in range(3):
        early = at(3, 3, companion=Companion.CLOWNFISH)
        kept = player.choose(early.view(0), Soundings((CLEAR,) * 6), FastDice(seed))
        assert isinstance(kept, Program)
        assert kept.clownfish is None


@pytest.mark.clause("D8.5")
@pytest.mark.parametrize(
    ("player", "pawns", "red"),
    [(Snorkeler(), (17, 17), 3), (Diver(), (17, 17), 3), (SearchingDiver(512), (9, 10), 1)],
    ids=["snorkeler", "diver", "captain"],
)
def test_the_clownfish_swims_for_the_last_turtle(player: AnyDiver, pawns: tuple[int, int], red: int) -> None:
    """Five cards with the turtle in the middle, or for the captain, who would win there anyway, just it."""
    kinds = [Kind.RED if level == red else NOTHING for level in range(1, 6 if red > 1 else 2)]
    last = leaving(at(*pawns, companion=Companion.CLOWNFISH), *kinds)
    look = Soundings(tuple(RED if kind is Kind.RED else CLEAR for kind in kinds))
    for seed in range(3):
        laid = player.choose(last.view(0), look, FastDice(seed))
        assert isinstance(laid, Program)
        assert laid.clownfish == red
