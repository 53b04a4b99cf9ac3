"""D8: companions, chosen and used. The orca's clock has a file of its own, `test_clock.py`."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from fathom.dive import (
    Action,
    CallOrca,
    Choose,
    Companion,
    DiveEvent,
    DiveState,
    Face,
    LayOctopus,
    LooseGreatWhite,
    Options,
    RideTurtle,
    SendDolphins,
    Use,
    Withdraw,
)
from fathom.dive.events import CompanionsGiven, CompanionUsed, DolphinsReturned, Raced, Ready
from fathom.dive.state import Programming
from fathom.table import FastDice, Refused, encoded
from tests.dive.scene import GAME, Scene, clause, divers, lay, scene

USES: dict[str, Use] = {
    "octopus": LayOctopus(50, 50),
    "orca": CallOrca(),
    "turtle": RideTurtle(),
    "dolphins": SendDolphins(1),
    "great-white": LooseGreatWhite(),
}


def with_companion(companion: str, ocean: str = "", last: str | None = None, **pawns: int) -> Scene:
    """A table where A has this companion and M the orca, or the octopus if A has the orca."""
    other = "octopus" if companion == "orca" else "orca"
    return divers(pawns or {"A": 0, "M": 0}, ocean, last, A=companion, M=other)


# ── Choosing ────────────────────────────────────────────────────────────────────────────────────────────────


@clause("D8.0")
def test_each_diver_picks_one_of_the_seven() -> None:
    table = scene(A=0, M=0, choosing=True)
    assert list(table.state.menu(0)) == [Choose(companion) for companion in Companion]
    assert table.act("A", Choose(Companion.ORCA)) == (Ready(0),)
    events = table.act("M", Choose(Companion.TURTLE))
    assert events == (Ready(1), CompanionsGiven((Companion.ORCA, Companion.TURTLE)))
    assert table.companions == {"A": "orca", "M": "turtle"}
    assert isinstance(table.state.phase, Programming)


@clause("D8.0")
def test_if_several_want_the_same_one_the_youngest_gets_it() -> None:
    table = scene(A=0, M=0, R=0, choosing=True)
    table.act("R", Choose(Companion.ORCA))
    table.act("M", Choose(Companion.ORCA))
    table.act("A", Choose(Companion.TURTLE))
    assert table.companions == {"A": "turtle", "M": "orca", "R": ""}
    assert table.state.to_move() == (2,)
    left = {Companion(choice.companion) for choice in table.state.menu(2) if isinstance(choice, Choose)}
    assert left == set(Companion) - {Companion.ORCA, Companion.TURTLE}
    table.act("R", Choose(Companion.OCTOPUS))
    assert table.companions == {"A": "turtle", "M": "orca", "R": "octopus"}
    assert table.state.to_move() == (0, 1, 2)


@clause("D8.0")
def test_four_who_all_want_the_same_choose_again_and_again() -> None:
    table = scene(A=0, M=0, R=0, S=0, choosing=True)
    for companion in (Companion.ORCA, Companion.TURTLE, Companion.DOLPHINS, Companion.OCTOPUS):
        for seat in table.state.to_move():
            table.act(table.names[seat], Choose(companion))
    assert table.companions == {"A": "orca", "M": "turtle", "R": "dolphins", "S": "octopus"}


def a_clash(youngest: int | None, seed: int = 0) -> tuple[DiveState, CompanionsGiven]:
    """Four divers who have all wished for the orca, and what they are told."""
    state = GAME.start(Options(companions=True, youngest=youngest), 4, FastDice(seed))
    events: tuple[DiveEvent, ...] = ()
    for seat in state.seats:
        events = state.play(seat, Choose(Companion.ORCA), FastDice(0))
    given = events[-1]
    assert isinstance(given, CompanionsGiven)
    return state, given


@clause("D8.0")
def test_where_nobody_said_who_is_youngest_the_dice_decide_and_a_clash_says_so() -> None:
    winners = set()
    for seed in range(40):
        state, given = a_clash(None, seed)
        assert given.youngest is None
        assert state.ages is not UNSET
        assert given.companions.index(Companion.ORCA) == state.ages[0]
        winners.add(state.ages[0])
    assert winners == {0, 1, 2, 3}


@clause("D8.0")
@pytest.mark.parametrize("youngest", range(4))
def test_whoever_is_said_to_be_youngest_comes_first_and_the_dice_order_the_others(youngest: int) -> None:
    orders = set()
    for seed in range(40):
        state, given = a_clash(youngest, seed)
        assert given.youngest == youngest
        assert given.companions[youngest] is Companion.ORCA
        assert isinstance(state.ages, tuple)
        assert sorted(state.ages) == [0, 1, 2, 3]
        orders.add(state.ages)
        assert state.view(None).ages == state.ages
    assert len(orders) == 6


@clause("D8.0")
def test_without_a_clash_nothing_is_said_of_ages() -> None:
    state = GAME.start(Options(companions=True, youngest=None), 2, FastDice(1))
    state.play(0, Choose(Companion.ORCA), FastDice(0))
    events = state.play(1, Choose(Companion.TURTLE), FastDice(0))
    assert events[-1] == CompanionsGiven((Companion.ORCA, Companion.TURTLE))


@clause("D8.0")
def test_where_ages_are_left_out_nothing_of_them_is_written() -> None:
    """Records and tables from before anyone was asked keep their bytes, and so their hashes."""
    state = GAME.start(Options(companions=True), 2, FastDice(1))
    for written in (state, state.view(0), state.options, CompanionsGiven((Companion.ORCA, None))):
        assert b"ages" not in encoded(written)
        assert b"youngest" not in encoded(written)


@clause("D8.0")
def test_only_a_diver_can_be_youngest() -> None:
    for youngest in (-1, 2):
        with pytest.raises(Refused, match=r"no seat -?\d for the youngest") as refused:
            GAME.start(Options(companions=True, youngest=youngest), 2, FastDice(1))
        assert refused.value.refusal.clause == "D8.0"
    assert GAME.with_youngest(Options(companions=True), 1).youngest == 1
    assert GAME.with_youngest(Options(), 1) == Options()


@clause("D8.0")
def test_a_companion_that_is_taken_is_refused() -> None:
    table = scene(A=0, M=0, choosing=True)
    table.act("A", Choose(Companion.ORCA))
    table.act("M", Choose(Companion.ORCA))
    refusal = table.refuses("M", Choose(Companion.ORCA))
    assert (refusal.code, refusal.clause) == ("companion-gone", "D8.0")
    assert refusal.text == "The orca is not on offer any more."
    refusal = table.refuses("A", Choose(Companion.TURTLE))
    assert (refusal.code, refusal.clause) == ("companion-kept", "D8.0")
    assert table.refuses("A", Withdraw()).code == "companion-kept"


@clause("D8.0", "D3.6")
def test_a_wish_is_secret_and_may_be_taken_back() -> None:
    one, other = scene(A=0, M=0, choosing=True), scene(A=0, M=0, choosing=True)
    one.act("A", Choose(Companion.ORCA))
    other.act("A", Choose(Companion.TURTLE))
    for reader in (1, None):
        assert one.state.view(reader) == other.state.view(reader)
    assert one.refuses("A", Choose(Companion.TURTLE)).code == "already-ready"
    one.act("A", Withdraw())
    assert one.state.to_move() == (0, 1)
    assert one.refuses("A", Withdraw()).code == "not-ready"


@clause("D8.0")
def test_nobody_programs_before_everyone_has_chosen() -> None:
    table = scene(A=0, M=0, choosing=True)
    for action in (lay("1"), CallOrca()):
        refusal = table.refuses("A", action)
        assert (refusal.code, refusal.clause) == ("not-programming", "D8.0")
        assert refusal.text == "First everyone chooses a companion."


@clause("D8.0")
def test_nobody_chooses_after_the_first_round_has_begun() -> None:
    refusal = with_companion("turtle").refuses("A", Choose(Companion.ORCA))
    assert (refusal.code, refusal.clause) == ("not-choosing", "D8.0")


@clause("D9.1")
def test_dolphins_and_great_white_are_not_offered_beside_the_chief() -> None:
    table = scene(A=0, M=0, chief=0, choosing=True)
    offered = {choice.companion for choice in table.state.menu(0) if isinstance(choice, Choose)}
    assert offered == set(Companion) - {Companion.DOLPHINS, Companion.GREAT_WHITE}
    assert table.refuses("A", Choose(Companion.DOLPHINS)).code == "companion-gone"


# ── Using ───────────────────────────────────────────────────────────────────────────────────────────────────


@clause("D8.0")
@pytest.mark.parametrize("companion", USES)
def test_a_use_is_announced_final_and_once_in_a_game(companion: str) -> None:
    table = with_companion(companion)
    assert table.act("A", USES[companion]) == (CompanionUsed(0, USES[companion]),)
    refusal = table.refuses("A", USES[companion])
    assert (refusal.code, refusal.clause) == ("not-your-companion", "D8.0")
    assert table.beside("A") == companion
    table.act("A", lay("1"))
    table.act("A", Withdraw())
    assert table.refuses("A", USES[companion]).code == "not-your-companion"
    table.dive(A="1", M="1")
    assert table.beside("A") == ""
    assert table.refuses("A", USES[companion]).code == "not-your-companion"


@clause("D8.0")
@pytest.mark.parametrize("companion", [companion.value for companion in Companion])
def test_it_lies_beside_the_board_for_all_to_see_until_it_is_used(companion: str) -> None:
    table = with_companion(companion)
    table.dive(A="1", M="1")
    assert table.beside("A") == companion
    for reader in (0, 1, None):
        assert table.state.view(reader).companions[0] is Companion(companion)


@clause("D8.0")
@pytest.mark.parametrize("used", USES)
@pytest.mark.parametrize("companion", [companion.value for companion in Companion])
def test_only_ones_own_companion_can_be_used(companion: str, used: str) -> None:
    table = with_companion(companion)
    if used == companion:
        table.act("A", USES[used])
    else:
        refusal = table.refuses("A", USES[used])
        assert (refusal.code, refusal.clause) == ("not-your-companion", "D8.0")
        assert refusal.text == f"You have no {used} to use."


@clause("D8.0")
def test_a_use_is_in_every_view_at_once() -> None:
    table = with_companion("dolphins")
    table.act("A", SendDolphins(1))
    for reader in (0, 1, None):
        phase = table.state.view(reader).phase
        assert getattr(phase, "uses", None) == (SendDolphins(1), None)


@clause("D8.0")
@pytest.mark.parametrize(
    ("companion", "written"), [("clownfish", "1c 2"), ("anglerfish", "1 2 3 4 5 plain!")]
)
def test_clownfish_and_anglerfish_are_part_of_the_secret_program(companion: str, written: str) -> None:
    table = with_companion(companion)
    assert table.act("A", lay(written)) == (Ready(0),)
    plain = with_companion(companion)
    plain.act("A", lay("3"))
    assert table.state.view(1) == plain.state.view(1)
    table.act("A", Withdraw())
    table.act("A", lay("1 2c") if companion == "clownfish" else lay("5 4 3 2 1 shark!"))
    table.act("A", Withdraw())
    table.dive(A="1", M="1")
    assert table.beside("A") == companion
    table.dive(A=written, M="1")
    assert table.beside("A") == ""
    assert table.refuses("A", lay(written)).code == "not-your-companion"


@clause("D8.0")
def test_at_a_table_without_companions_there_is_none_to_use() -> None:
    table = scene(A=0, M=0)
    actions: list[Action] = [*USES.values(), lay("1c"), lay("1 2 3 4 5 shark!")]
    for action in actions:
        assert table.refuses("A", action).code == "not-your-companion"
    assert table.refuses("A", lay("1c")).text == "You have no clownfish to use."
    assert table.refuses("A", lay("1 2 3 4 5 shark!")).text == "You have no anglerfish to use."


# ── The seven ───────────────────────────────────────────────────────────────────────────────────────────────


@clause("D8.1")
@pytest.mark.parametrize(("across", "down"), [(0, 0), (100, 100), (0, 100), (37, 62)])
def test_the_octopus_is_laid_anywhere_on_the_stack(across: int, down: int) -> None:
    table = with_companion("octopus")
    table.act("A", LayOctopus(across, down))
    for reader in (0, 1, None):
        phase = table.state.view(reader).phase
        assert getattr(phase, "uses", None) == (LayOctopus(across, down), None)


@clause("D8.1")
@pytest.mark.parametrize(("across", "down"), [(-1, 0), (0, -1), (101, 50), (50, 101)])
def test_the_octopus_is_not_laid_beside_the_stack(across: int, down: int) -> None:
    refusal = with_companion("octopus").refuses("A", LayOctopus(across, down))
    assert (refusal.code, refusal.clause) == ("octopus-outside", "D8.1")
    assert refusal.text == "The octopus must lie on the stack: across and down from 0 to 100."


@clause("D8.1")
def test_the_octopus_is_not_moved_and_goes_when_the_dive_begins() -> None:
    table = with_companion("octopus")
    table.act("A", LayOctopus(10, 10))
    assert table.refuses("A", LayOctopus(20, 20)).code == "not-your-companion"
    table.dive(A="1", M="1")
    assert getattr(table.state.view(0).phase, "uses", None) == (None, None)


@clause("D8.3")
@pytest.mark.parametrize("face", Face)
def test_the_anglerfish_is_a_sixth_level(face: Face) -> None:
    card = "shark" if face is Face.SHARK else "nothing"
    table = with_companion("anglerfish", "nothing " * 5 + card)
    dive = table.dive(A=f"1 2 3 4 5 {face.value}!", M="1")
    assert len(dive.lifted) == 6
    assert dive.rest["A"] == 6


@clause("D8.3")
@pytest.mark.parametrize("written", ["1 2 3 4+5", "1+2+3+4+5", "1"])
def test_the_anglerfish_needs_tokens_on_all_five_levels(written: str) -> None:
    refusal = with_companion("anglerfish").refuses("A", lay(written + " plain!"))
    assert (refusal.code, refusal.clause) == ("anglerfish-too-early", "D8.3")
    assert refusal.text == "The anglerfish needs a token on each of the five levels above it."


@clause("D8.3")
@pytest.mark.parametrize(("card", "carried"), [("green", 1), ("red", 2), ("manta", 3)])
def test_the_anglerfish_counts_as_fastest(card: str, carried: int) -> None:
    table = with_companion("anglerfish", "nothing " * 5 + card, A=2, M=0, R=5)
    dive = table.dive(A="1 2 3 4 5 plain!", M="1 2 3 4 5", R="1")
    assert dive.helped == [""] * 5 + ["A"]
    assert dive.carried[5] == carried
    assert dive.pawns["A"] == 2 + carried + 6


@clause("D8.3", "D4.3")
def test_a_wrong_sixth_level_is_a_mistake_like_any_other() -> None:
    tranquil = with_companion("anglerfish", "nothing " * 5 + "shark", A=3, M=0)
    dive = tranquil.dive(A="1 2 3 4 5 plain!", M="1")
    assert dive.wrong[5] == "A"
    assert dive.rest["A"] == 5


@clause("D8.3", "D4.4")
def test_a_wrong_sixth_level_costs_all_in_deep_waters() -> None:
    deep = with_companion("anglerfish", "nothing " * 5 + "shark", A=16, M=0)
    dive = deep.dive(A="1 2 3 4 5 plain!", M="1")
    assert dive.lifted[5].lost_all == (0,)
    assert dive.rest["A"] == 0


@clause("D8.3", "D8.6", "D8.7")
def test_a_wrong_sixth_level_counts_for_dolphins_and_great_white() -> None:
    beside = {"A": "anglerfish", "M": "dolphins", "R": "great-white"}
    table = scene("nothing " * 5 + "shark", A=0, M=0, R=0, companions=beside)
    table.act("M", SendDolphins(0))
    table.act("R", LooseGreatWhite())
    dive = table.dive(A="1 2 3 4 5 plain!", M="1", R="1 2")
    assert dive.rest == {"A": 0, "M": 1, "R": 2}
    assert dive.pawns == {"A": 0, "M": 1, "R": 2}


@clause("D8.3")
def test_the_sixth_level_is_reached_only_if_five_were_correct() -> None:
    dive = with_companion("anglerfish", "nothing nothing shark").dive(A="1 2 3 4 5 shark!", M="1")
    assert len(dive.lifted) == 3
    assert dive.rest["A"] == 2


@clause("D8.3", "D6.1")
def test_without_a_sixth_card_the_anglerfish_is_discarded() -> None:
    table = with_companion("anglerfish", last="nothing " * 5, A=16, M=0)
    dive = table.dive(A="1 2 3 4 5 shark!", M="1")
    assert len(dive.lifted) == 5
    assert dive.rest["A"] == 5


@clause("D8.4")
def test_the_giant_turtle_adds_a_space_to_each_green_turtle() -> None:
    table = with_companion("turtle", "green shark+green red green")
    table.act("A", RideTurtle())
    dive = table.dive(A="2 3s 4 1", M="1 2s 3 5")
    assert dive.helped == ["A", "A", "A", "M"]
    assert dive.carried == [2, 2, 2, 1]


@clause("D8.4")
def test_the_giant_turtle_rides_for_one_round_only() -> None:
    table = with_companion("turtle", "green green")
    table.act("A", RideTurtle())
    assert table.dive(A="2", M="1").carried == [2]
    assert table.dive(A="2", M="1").carried == [1]


@clause("D8.4", "D4.9")
def test_the_extra_space_is_moved_at_once() -> None:
    table = with_companion("turtle", "green manta", A=3, M=0)
    table.act("A", RideTurtle())
    dive = table.dive(A="5 1", M="1 5")
    assert dive.helped == ["A", "M"]
    assert dive.carried == [2, 5]


@clause("D8.4")
def test_an_unused_giant_turtle_does_nothing() -> None:
    assert with_companion("turtle", "green").dive(A="2", M="1").carried == [1]


@clause("D8.5")
@pytest.mark.parametrize(("card", "face"), [("green", ""), ("shark+green", "s")])
def test_the_clownfish_adds_3_to_a_levels_speed_whichever_face(card: str, face: str) -> None:
    table = with_companion("clownfish", f"{card} {card}")
    dive = table.dive(A=f"2c{face} 1{face}", M=f"4{face} 2{face}")
    assert dive.helped == ["A", "M"]
    assert dive.lifted[0].raced == (Raced(0, 5), Raced(1, 4))
    assert dive.lifted[1].raced == (Raced(0, 1), Raced(1, 2))


@clause("D8.5")
def test_the_clownfish_makes_ties_too() -> None:
    assert with_companion("clownfish", "green").dive(A="2c", M="5").helped == [""]
    assert with_companion("clownfish", "nothing green").dive(A="4+5 1+2c", M="1 5").helped == ["", "A"]


@clause("D8.5")
@pytest.mark.parametrize("level", [-1, 0, 3, 6])
def test_the_clownfish_lies_under_a_stack(level: int) -> None:
    table = with_companion("clownfish")
    program = lay("1 2")
    refusal = table.refuses("A", type(program)(program.levels, clownfish=level))
    assert (refusal.code, refusal.clause) == ("clownfish-nowhere", "D8.5")
    assert refusal.text == f"The clownfish lies under one of your stacks; level {level} has none."


@clause("D8.5")
def test_the_clownfish_is_for_this_round_only() -> None:
    table = with_companion("clownfish", "green green")
    table.dive(A="2c", M="1")
    assert table.beside("A") == ""
    assert table.dive(A="2", M="4").helped == ["M"]


@clause("D8.6")
def test_dolphins_move_their_owner_if_the_other_made_no_mistake() -> None:
    table = with_companion("dolphins")
    table.act("A", SendDolphins(1))
    dive = table.dive(A="1s", M="1 2")
    assert DolphinsReturned(0, 1, 1) in dive.events
    assert dive.pawns == {"A": 1, "M": 2}


@clause("D8.6")
def test_dolphins_do_nothing_if_the_other_erred() -> None:
    table = with_companion("dolphins", "nothing shark")
    table.act("A", SendDolphins(1))
    dive = table.dive(A="1", M="1 2")
    assert DolphinsReturned(0, 1, 0) in dive.events
    assert dive.pawns == {"A": 1, "M": 1}


@clause("D8.6")
def test_a_short_correct_program_is_enough_for_the_dolphins() -> None:
    table = with_companion("dolphins", "nothing shark")
    table.act("A", SendDolphins(1))
    assert table.dive(A="1", M="5").pawns == {"A": 2, "M": 1}


@clause("D8.6")
@pytest.mark.parametrize("to", [0, -1, 2, 9])
def test_the_small_dolphin_goes_to_another_diver(to: int) -> None:
    refusal = with_companion("dolphins").refuses("A", SendDolphins(to))
    assert (refusal.code, refusal.clause) == ("dolphin-to-nobody", "D8.6")
    assert refusal.text == "The small dolphin goes to another diver."


@clause("D8.6")
def test_the_small_dolphin_may_go_to_anyone_else() -> None:
    table = scene(
        A=0, M=0, R=0, S=0, companions={"R": "dolphins", "A": "orca", "M": "turtle", "S": "octopus"}
    )
    gifts = [action for action in table.state.menu(2) if isinstance(action, SendDolphins)]
    assert gifts == [SendDolphins(0), SendDolphins(1), SendDolphins(3)]


@clause("D8.6")
def test_dolphins_return_after_the_last_card_and_before_rest() -> None:
    table = with_companion("dolphins", "manta", A=5, M=4)
    table.act("A", SendDolphins(1))
    dive = table.dive(A="1", M="2")
    assert dive.carried == [1]
    kinds_told = [type(event).__name__ for event in dive.events]
    assert kinds_told == ["Ready", "Revealed", "Lifted", "DolphinsReturned", "Rested", "RoundBegan"]


@clause("D8.7")
def test_the_great_white_stops_opponents_who_erred() -> None:
    table = scene("nothing shark", A=0, M=0, R=0, companions={"A": "great-white", "M": "orca", "R": "turtle"})
    table.act("A", LooseGreatWhite())
    dive = table.dive(A="1 2s", M="1 2", R="1")
    assert dive.rest == {"A": 2, "M": 0, "R": 1}
    assert dive.rested.stopped == (1,)


@clause("D8.7")
def test_the_great_white_stops_its_owner_if_no_opponent_erred() -> None:
    table = with_companion("great-white")
    table.act("A", LooseGreatWhite())
    dive = table.dive(A="1 2 3", M="1")
    assert dive.rest == {"A": 0, "M": 1}
    assert dive.rested.stopped == (0,)


@clause("D8.7")
@pytest.mark.parametrize(("mine", "theirs", "rest"), [("1 2", "1 2", (1, 0)), ("1 2", "1", (0, 1))])
def test_ones_own_mistakes_do_not_matter_for_the_great_white(
    mine: str, theirs: str, rest: tuple[int, int]
) -> None:
    table = with_companion("great-white", "nothing shark")
    table.act("A", LooseGreatWhite())
    assert table.dive(A=mine, M=theirs).rested.spaces == rest


@clause("D8.7")
def test_bonuses_are_not_stopped_by_the_great_white() -> None:
    table = with_companion("great-white", "red shark")
    table.act("A", LooseGreatWhite())
    dive = table.dive(A="1 2s", M="2 3")
    assert dive.pawns == {"A": 2, "M": 2}


@clause("D8.7")
def test_all_erring_opponents_are_stopped_in_the_order_of_seats() -> None:
    beside = {"M": "great-white", "A": "orca", "R": "turtle", "S": "octopus"}
    table = scene("nothing shark", A=0, M=0, R=0, S=0, companions=beside)
    table.act("M", LooseGreatWhite())
    dive = table.dive(A="1 2", M="1s", R="1 2s", S="1s")
    assert dive.rested.stopped == (0, 3)
    assert dive.rest == {"A": 0, "M": 0, "R": 2, "S": 0}


@clause("D8.8")
def test_the_great_white_does_not_stop_the_dolphins() -> None:
    table = scene(A=0, M=0, R=0, companions={"A": "dolphins", "M": "great-white", "R": "orca"})
    table.act("A", SendDolphins(2))
    table.act("M", LooseGreatWhite())
    dive = table.dive(A="1s", M="1", R="1")
    assert dive.rest == {"A": 0, "M": 1, "R": 1}
    assert dive.pawns == {"A": 1, "M": 1, "R": 1}


@clause("D8.2")
def test_other_companions_may_be_used_while_the_orca_counts() -> None:
    table = with_companion("turtle")
    table.act("M", CallOrca())
    table.act("A", RideTurtle())
    assert table.state.limit() == 10
