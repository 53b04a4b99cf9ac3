"""Divers play by the rules, are honest, and know what they are doing."""

import pytest

from fathom.dive import (
    Choose,
    Companion,
    DiveGame,
    DiveState,
    Faces,
    Kind,
    Mix,
    Options,
    Program,
    RideTurtle,
    Tokens,
    Withdraw,
)
from fathom.dive import Level as DiveLevel
from fathom.guests import guests, level
from fathom.lab import Tally, seat_names, simulate
from fathom.players import Level, RandomPlayer
from fathom.players.dive import Diver, NoisyEyes, SearchingDiver, Snorkeler, Sounding, Soundings
from fathom.table import FairDice, FastDice, encoded
from tests.dive.redeal import redeal
from tests.dive.variants import LEGAL, Variant
from tests.players.soundings import CLEAR, DOUBT, GREEN, RED, SHARK, at, doubtful, leaving
from tests.players.table import decisions, unhurried

GAME = DiveGame()
AnyDiver = Snorkeler | Diver | SearchingDiver
QUICK = Level("quick diver", Diver(simulations=4, candidates=3), NoisyEyes())
"""A Diver who thinks of less, but in the same way."""

QUICK_CAPTAIN = Level("quick captain", SearchingDiver(16, finalists=6), NoisyEyes())
"""A captain who imagines less."""

SNORKELER, RANDOM = unhurried(level("dive", "snorkeler")), level("dive", "random")
KINDS_OF_PLAYER = (RANDOM, SNORKELER, QUICK, QUICK_CAPTAIN)
SERVED = [
    unhurried(known) for known in guests()["dive"].levels if isinstance(known.player, Diver | SearchingDiver)
]


@pytest.mark.parametrize("variant", LEGAL, ids=str)
def test_everything_they_do_is_legal_in_every_variant(variant: Variant) -> None:
    for first in range(len(KINDS_OF_PLAYER)):
        players = [KINDS_OF_PLAYER[(first + seat) % len(KINDS_OF_PLAYER)] for seat in range(variant.divers)]
        for state, seat, _, action in decisions(players, variant.options, seed=first):
            assert state.menu(seat).refusal(action) is None


@pytest.mark.parametrize("chosen", KINDS_OF_PLAYER, ids=lambda chosen: chosen.name)
@pytest.mark.parametrize("companions", [False, True], ids=["", "companions"])
def test_in_two_worlds_that_look_the_same_they_choose_the_same(chosen: Level, companions: bool) -> None:
    """Only the view and the look count: the true order of the cards and the others' programs do not."""
    options = Options(companions=companions, chief=companions)
    compared = 0
    for seed in range(3):
        for state, seat, look, _ in decisions([chosen, SNORKELER, RANDOM], options, seed):
            other = redeal(state.copy(), seat, FastDice(seed))
            if seat != 0:
                continue
            assert encoded(state.view(seat)) == encoded(other.view(seat))
            here, there = (
                chosen.player.choose(world.view(seat), look, FastDice("own")) for world in (state, other)
            )
            assert encoded(here) == encoded(there)
            compared += other.ocean != state.ocean
    assert compared >= 9


@pytest.mark.parametrize("served", SERVED, ids=lambda served: served.name)
def test_as_they_are_served_they_choose_the_same_in_two_worlds(served: Level) -> None:
    state = at(7, 9)
    assert served.eyes is not None
    look = served.eyes.look(state, 0, FairDice(bytes(32)))
    other = redeal(state.copy(), 0, FastDice(1))
    assert other.ocean != state.ocean
    assert encoded(state.view(0)) == encoded(other.view(0))
    here, there = (served.player.choose(world.view(0), look, FastDice("own")) for world in (state, other))
    assert encoded(here) == encoded(there)


@pytest.mark.parametrize("served", [SNORKELER, *SERVED], ids=lambda served: served.name)
def test_what_nobody_can_see_changes_nothing(served: Level) -> None:
    """Below the sixth card, and on others' boards: there even each world's own look is the same."""
    state = at(7, 9, 9)
    other = state.copy()
    top, below = state.ocean[:6], state.ocean[6:]
    other.ocean = (*top, *below[::-1])
    state.play(1, Program((DiveLevel(plain=(1,)), DiveLevel(shark=(2, 3)))), FastDice(1))
    other.play(1, Program((DiveLevel(plain=(4, 5)),)), FastDice(1))
    assert state.ocean != other.ocean
    assert state.phase != other.phase
    eyes = served.eyes
    assert eyes is not None
    looks = [eyes.look(world, 0, FairDice(bytes(32))) for world in (state, other)]
    views = [world.view(0) for world in (state, other)]
    assert looks[0] == looks[1]
    assert encoded(views[0]) == encoded(views[1])
    here, there = (
        served.player.choose(view, look, FastDice("own")) for view, look in zip(views, looks, strict=True)
    )
    assert encoded(here) == encoded(there)


def shares(seated: list[Level], games: int, options: Options | None = None) -> list[float]:
    """The wins of each seat in these games; a draw is a part of a win."""
    tally = Tally(seat_names(seated))
    for record in simulate(GAME, options or Options(), seated, games, seed=11):
        tally.add(record)
    return [seat.wins + seat.draws / 2 for seat in tally.seats]


def test_a_snorkeler_beats_chance() -> None:
    assert shares([SNORKELER, RANDOM], 60)[0] >= 57
    assert shares([RANDOM, RANDOM, RANDOM, SNORKELER], 30)[3] >= 27


def test_a_snorkeler_beats_chance_in_the_childrens_version() -> None:
    assert shares([RANDOM, SNORKELER], 40, Options(children=True))[1] >= 38


def test_a_diver_beats_a_snorkeler() -> None:
    diver = level("dive", "diver")
    wins = shares([diver, SNORKELER], 15)[0] + shares([SNORKELER, diver], 15)[1]
    assert wins >= 18


def test_a_leviathan_beats_a_diver() -> None:
    leviathan, diver = level("dive", "leviathan"), level("dive", "diver")
    wins = shares([leviathan, diver], 10)[0] + shares([diver, leviathan], 10)[1]
    assert wins >= 13


def test_levels_have_names_of_their_own_and_players_for_every_game() -> None:
    for guest in guests().values():
        levels = guest.levels
        names = [known.name for known in levels]
        assert len(set(names)) == len(names)
        assert isinstance(levels[0].player, RandomPlayer)


# What they make of soundings


def chosen(player: AnyDiver, state: DiveState, *depths: Sounding) -> Program:
    action = player.choose(state.view(0), Soundings(depths), FastDice(1))
    assert isinstance(action, Program)
    return action


ALL = pytest.mark.parametrize(
    "player", [Snorkeler(), Diver(simulations=24), SearchingDiver(256)], ids=["snorkeler", "diver", "captain"]
)


@ALL
def test_they_lay_the_faces_that_they_see(player: AnyDiver) -> None:
    program = chosen(player, at(0, 0), SHARK, CLEAR, SHARK, SHARK, CLEAR, CLEAR)
    assert [program.expects_shark(depth) for depth in range(program.depth)] == [
        True,
        False,
        True,
        True,
        False,
    ]


@ALL
@pytest.mark.clause("D4.4")
def test_in_deep_waters_they_stop_where_doubt_begins(player: AnyDiver) -> None:
    assert chosen(player, at(17, 16), CLEAR, SHARK, CLEAR, DOUBT, DOUBT, DOUBT).depth == 3


@ALL
@pytest.mark.clause("D4.3")
def test_in_tranquil_waters_doubt_costs_nothing(player: AnyDiver) -> None:
    assert chosen(player, at(3, 2), CLEAR, SHARK, CLEAR, DOUBT, DOUBT, DOUBT).depth == 5


@ALL
@pytest.mark.clause("D4.5")
def test_they_go_fast_where_a_turtle_is(player: AnyDiver) -> None:
    program = chosen(player, at(0, 0), CLEAR, CLEAR, RED, CLEAR, CLEAR, CLEAR)
    assert program.speed(2) >= 5


@ALL
@pytest.mark.clause("D3.4")
def test_under_all_five_they_place_all_five(player: AnyDiver) -> None:
    program = chosen(
        player, at(17, 16, options=Options(tokens=Tokens.ALL)), CLEAR, CLEAR, DOUBT, DOUBT, DOUBT, DOUBT
    )
    assert sorted(token for laid in program.levels for token in laid.tokens) == [1, 2, 3, 4, 5]


def test_a_diver_who_is_behind_at_the_end_risks_what_a_leader_would_not() -> None:
    """The rival will be through next round: three safe spaces are worth nothing, five are the game."""
    rival_far_ahead = at(18, 22)
    rival_far_ahead.ocean = rival_far_ahead.ocean[:5]  # and it is the last round
    sure = Sounding(shark=0.15, green=0.0, red=0.0, manta=0.0)
    for player in (Diver(), SearchingDiver(2048)):
        assert chosen(player, rival_far_ahead, CLEAR, CLEAR, CLEAR, sure, sure).depth == 5


def test_a_leader_and_a_chaser_with_the_same_look_play_differently() -> None:
    """The last round in deep waters, three spaces apart: the leader stays where it is sure."""
    look = Soundings((CLEAR, CLEAR, *[doubtful(0.25)] * 3))
    cards = (*[Kind.NOTHING] * 4, Kind.SHARK)
    depths = {}
    for pawns in [(19, 16), (16, 19)]:
        view = leaving(at(*pawns), *cards).view(0)
        laid = [SearchingDiver(2048).choose(view, look, FastDice(seed)) for seed in range(4)]
        depths[pawns] = [program.depth for program in laid if isinstance(program, Program)]
    assert max(depths[19, 16]) < min(depths[16, 19])


@pytest.mark.clause("D8.3")
@ALL
def test_they_use_the_anglerfish_when_it_is_the_last_chance_and_safe(player: AnyDiver) -> None:
    program = chosen(player, at(17, 17, companion=Companion.ANGLERFISH), *[CLEAR] * 5, SHARK)
    assert program.anglerfish is not None
    assert program.expects_shark(5)


@pytest.mark.clause("D8.4")
@ALL
def test_they_ride_the_turtle_among_turtles_and_not_without(player: AnyDiver) -> None:
    state = at(3, 3, companion=Companion.TURTLE)
    assert player.choose(state.view(0), Soundings((GREEN,) * 6), FastDice(1)) == RideTurtle()
    assert isinstance(player.choose(state.view(0), Soundings((CLEAR,) * 6), FastDice(1)), Program)


@pytest.mark.clause("D7.2")
def test_children_need_only_faces() -> None:
    state = at(0, 0, options=Options(children=True))
    action = Snorkeler().choose(
        state.view(0), Soundings((SHARK, CLEAR, CLEAR, SHARK, SHARK, CLEAR)), FastDice(1)
    )
    assert isinstance(action, Faces)
    assert [face.value for face in action.faces] == ["shark", "plain", "plain", "shark", "shark"]


@pytest.mark.clause("D8.0")
def test_a_wish_is_for_something_on_offer() -> None:
    state = GAME.start(Options(companions=True, chief=True), 4, FastDice(1))
    state.companions = (None, Companion.CLOWNFISH, Companion.ANGLERFISH, Companion.TURTLE)
    wishes = {
        wish.companion
        for seed in range(20)
        if isinstance(wish := Snorkeler().choose(state.view(0), Soundings(()), FastDice(seed)), Choose)
    }
    assert wishes == {Companion.OCTOPUS, Companion.ORCA}


def test_whoever_is_asked_though_ready_can_only_take_it_back() -> None:
    state = at(0, 0)
    state.play(0, chosen(Snorkeler(), state, *[CLEAR] * 6), FastDice(1))
    assert Snorkeler().choose(state.view(0), Soundings((CLEAR,) * 6), FastDice(1)) == Withdraw()


@pytest.mark.clause("D6.1")
@pytest.mark.parametrize("cards", range(1, 6))
@ALL
def test_they_play_a_low_stack(player: AnyDiver, cards: int) -> None:
    mix = Mix(nothing=cards, shark=0, green=0, red=0, manta=0, shark_green=0, shark_red=0, shark_manta=0)
    state = at(0, 0, options=Options(mix=mix))
    program = chosen(player, state, *[CLEAR] * cards)
    assert program.depth >= cards
    assert not any(program.expects_shark(depth) for depth in range(cards))
