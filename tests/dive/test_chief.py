"""D9: the village chief."""

from __future__ import annotations

from itertools import permutations

import pytest

from fathom.dive import Companion, Options, SendDolphins, standard_chief_deck
from fathom.dive.chief import ChiefCard
from fathom.dive.events import Ended, Raced, Revealed
from fathom.table import FastDice
from tests.dive.scene import GAME, clause, lay, scene


@clause("D9.1")
def test_one_diver_alone_plays_against_the_chief() -> None:
    table = scene(A=0, chief=0)
    dive = table.dive(A="1 2")
    assert dive.pawns == {"A": 2, "chief": 4}
    assert table.state.to_move() == (0,)


@clause("D9.1")
@pytest.mark.parametrize("seats", range(1, 5))
def test_the_chief_joins_any_table(seats: int) -> None:
    state = GAME.start(Options(chief=True), seats, FastDice(1))
    assert state.chief == 0
    assert state.to_move() == tuple(range(seats))


@clause("D9.1")
def test_dolphins_cannot_come_beside_the_chief() -> None:
    table = scene(A=0, M=0, chief=0, companions={"A": "orca", "M": "turtle"})
    assert table.refuses("A", SendDolphins(1)).code == "not-your-companion"
    state = GAME.start(Options(chief=True, companions=True), 2, FastDice(1))
    assert len(state.menu(0)) == len(Companion) - 2


@clause("D9.2", "D9.3")
def test_our_deck_is_every_order_with_the_two_patterns_of_yellow() -> None:
    expected = {(speeds, yellow) for speeds in permutations((2, 3, 4, 6)) for yellow in ((4,), (3, 4))}
    deck = standard_chief_deck()
    assert {(card.speeds, card.yellow) for card in deck} == expected
    assert len(deck) == len(expected) == 48


@clause("D9.2")
@pytest.mark.parametrize("written", ["2 3 4 6", "6y 4 3 2y", "2 3y 4 6", "4 6 2y 3y"])
def test_a_chief_card_is_written_as_it_reads(written: str) -> None:
    card = ChiefCard.read(written)
    assert card.valid()
    assert str(card) == written
    assert ChiefCard.read(f"  {written}  ") == card


@clause("D9.2")
@pytest.mark.parametrize(
    "written",
    [
        "",
        "2 3 4",
        "2 3 4 6 6",
        "2 2 3 4",
        "1 2 3 4",
        "2y 3y 4y 6",
        "2 3 4 y",
        "two three four six",
        "2yy 3 4 6",
    ],
)
def test_what_is_no_chief_card(written: str) -> None:
    with pytest.raises(ValueError, match=r"chief card|invalid literal"):
        ChiefCard.read(written)


@clause("D9.2")
@pytest.mark.parametrize(
    ("speeds", "yellow"),
    [
        ((2, 3, 4, 5), ()),
        ((2, 3, 4), ()),
        ((2, 3, 4, 6), (0,)),
        ((2, 3, 4, 6), (5,)),
        ((2, 3, 4, 6), (4, 3)),
        ((2, 3, 4, 6), (3, 3)),
        ((2, 3, 4, 6), (1, 2, 3)),
    ],
)
def test_what_is_no_chief_card_as_data(speeds: tuple[int, ...], yellow: tuple[int, ...]) -> None:
    assert not ChiefCard(speeds, yellow).valid()


@clause("D9.2")
@pytest.mark.parametrize("yellow", [(), (1,), (4,), (1, 4), (2, 3)])
def test_two_bubbles_are_enough_for_every_card(yellow: tuple[int, ...]) -> None:
    assert ChiefCard((6, 4, 3, 2), yellow).valid()


@clause("D9.4")
def test_a_card_is_turned_up_at_the_start_of_each_dive() -> None:
    state = GAME.start(Options(chief=True), 1, FastDice(5))
    deck = state.chief_deck
    for number in range(3):
        events = state.play(0, lay("1"), FastDice(0))
        revealed = next(event for event in events if isinstance(event, Revealed))
        assert revealed.chief == deck[number]
        assert state.chief_deck == deck[number + 1 :]


@clause("D9.4")
def test_the_chief_card_is_in_no_view_before_the_dive() -> None:
    one, other = scene(A=0, chief=0, card="2 3 4y 6y"), scene(A=0, chief=0, card="6 4 3y 2y")
    seen, also_seen = one.state.view(0), other.state.view(0)
    # The composition of the deck is an agreement of the table, its order is nobody's.
    assert seen.options != also_seen.options
    assert seen.phase == also_seen.phase
    assert (seen.told, seen.chief) == (also_seen.told, also_seen.chief)


@clause("D9.4")
def test_the_chief_is_always_correct() -> None:
    dive = scene(A=0, chief=0, ocean="shark nothing shark nothing").dive(A="1")
    assert dive.rest["chief"] == 4
    assert scene(A=0, chief=0, ocean="shark+green").dive(A="5").helped[0] == "chief"


@clause("D9.5")
def test_in_tranquil_waters_all_levels_are_dived() -> None:
    dive = scene(A=0, chief=15, card="2 3 4y 6y").dive(A="1")
    assert dive.bubbles == [()] * 5
    assert dive.rest["chief"] == 4


@clause("D9.5")
@pytest.mark.parametrize(
    ("card", "covered"), [("2 3 4y 6y", (3, 4)), ("2 3 4 6y", (4,)), ("2y 3 4y 6", (1, 3)), ("2 3 4 6", ())]
)
def test_in_deep_waters_yellow_levels_are_covered_from_the_start(card: str, covered: tuple[int, ...]) -> None:
    dive = scene(A=0, chief=16, card=card).dive(A="1")
    assert dive.bubbles[0] == covered
    assert dive.rest["chief"] == 4 - len(covered)


@clause("D9.5")
def test_coming_into_deep_waters_covers_what_is_not_evaluated_yet() -> None:
    dive = scene(A=0, chief=15, card="6 2 3y 4y", ocean="green").dive(A="1")
    assert dive.bubbles == [(), (3, 4), ()]
    assert dive.rest["chief"] == 2


@clause("D9.5")
def test_the_level_being_evaluated_stays_visible() -> None:
    dive = scene(A=0, chief=15, card="2 3 6y 4y", ocean="nothing nothing green").dive(A="1")
    assert dive.bubbles == [(), (), (), (4,)]
    assert dive.rest["chief"] == 3


@clause("D9.5")
def test_bubbles_are_laid_once() -> None:
    dive = scene(A=0, chief=15, card="6 4 3 2y", ocean="green green red").dive(A="1")
    assert dive.helped == ["chief"] * 3
    assert dive.bubbles == [(), (4,), (), ()]
    assert dive.pawns["chief"] == 15 + 1 + 1 + 2 + 3


@clause("D9.5")
def test_a_covered_level_takes_no_part_in_the_race() -> None:
    dive = scene(A=0, chief=16, card="2 3 4y 6y", ocean="nothing nothing nothing red").dive(A="2 3 4 1")
    assert dive.helped == ["", "", "", "A"]
    assert dive.lifted[3].raced == (Raced(0, 1),)


@clause("D9.6", "D4.5")
def test_the_chief_races_with_the_speed_of_its_card() -> None:
    dive = scene(A=0, M=0, chief=0, card="4 2 3y 6y", ocean="red red").dive(A="3 5", M="1 2")
    assert dive.helped[:2] == ["chief", "A"]
    assert dive.lifted[0].raced == (Raced(0, 3), Raced(1, 1), Raced("chief", 4))


@clause("D9.6", "D4.5")
def test_a_tie_with_the_chief_helps_nobody() -> None:
    assert scene(A=0, M=0, chief=0, card="4 2 3y 6y", ocean="red").dive(A="4", M="1").helped[0] == ""


@clause("D9.6", "D4.7", "D4.8")
@pytest.mark.parametrize(
    ("diver", "chief", "carried"), [(9, 4, 5), (4, 9, 0), (20, 4, 11), (20, 15, 0), (20, 16, 0), (4, 4, 0)]
)
def test_mantas_carry_the_chief_like_anyone(diver: int, chief: int, carried: int) -> None:
    dive = scene(A=diver, chief=chief, card="6 2 3 4", ocean="manta").dive(A="1")
    assert dive.helped[0] == "chief"
    assert dive.carried[0] == carried


@clause("D9.6", "D4.7")
def test_the_chiefs_pawn_counts_for_others_mantas() -> None:
    dive = scene(A=3, M=0, chief=8, card="2 3 4 6", ocean="manta").dive(A="5", M="1")
    assert dive.helped[0] == "A"
    assert dive.carried[0] == 5


@clause("D9.7")
def test_levels_are_evaluated_until_the_chief_is_done_too() -> None:
    dive = scene(A=0, chief=0, card="2 3 4y 6y", ocean="shark nothing nothing green").dive(A="1")
    assert len(dive.lifted) == 4
    assert dive.helped == ["", "", "", "chief"]


@clause("D9.7")
def test_the_divers_go_on_when_the_chief_is_done() -> None:
    assert len(scene(A=0, chief=0).dive(A="1 2 3 4 5").lifted) == 5
    assert len(scene(A=0, chief=20, card="2 3 4y 6y").dive(A="1").lifted) == 2


@clause("D9.7")
def test_a_black_level_below_a_covered_one_is_still_dived() -> None:
    dive = scene(A=0, chief=20, card="2 3y 4y 6", ocean="nothing nothing nothing green").dive(A="1")
    assert len(dive.lifted) == 4
    assert dive.helped == ["", "", "", "chief"]
    assert dive.pawns["chief"] == 20 + 1 + 2


@clause("D9.8")
def test_the_chief_moves_one_space_per_visible_number() -> None:
    dive = scene(A=0, chief=2).dive(A="1")
    assert dive.rested.chief_spaces == 4
    assert dive.rested.chief == 6


@clause("D9.8", "D6.1")
@pytest.mark.parametrize("cards", range(1, 6))
def test_levels_without_a_card_do_not_count_for_the_chief(cards: int) -> None:
    dive = scene(A=0, chief=2, last="nothing " * cards).dive(A="1")
    assert dive.rest["chief"] == min(4, cards)


@clause("D9.9", "D5.3")
def test_the_chief_wins_a_tie_for_first() -> None:
    table = scene(A=20, M=20, chief=19)
    dive = table.dive(
        A="1 2 3",
        M="1 2 3",
    )
    assert dive.pawns["chief"] == 21
    assert dive.winners == "A M"
    tied = scene(A=20, M=20, chief=21, card="2 3 4y 6y")
    dive = tied.dive(A="1 2 3", M="1 2")
    assert dive.pawns == {"A": 23, "M": 22, "chief": 23}
    assert dive.ended == Ended("stone", ("chief",))
    assert tied.result.places == (2, 3)
    assert tied.result.winners == ()


@clause("D9.9")
def test_the_chief_alone_can_reach_the_stone() -> None:
    table = scene(A=3, chief=21, card="2 3 4y 6y")
    assert table.dive(A="1").ended == Ended("stone", ("chief",))
    assert table.result.places == (2,)
    assert table.result.scores == (4,)


@clause("D9.9")
def test_who_is_ahead_of_the_chief_wins() -> None:
    table = scene(A=22, M=3, chief=21, card="2 3 4y 6y")
    assert table.dive(A="1 2", M="1").winners == "A"
    assert table.result.places == (1, 3)


@clause("D9.9", "D6.2")
def test_the_chief_wins_a_tie_also_when_the_stack_runs_out() -> None:
    table = scene(A=5, M=3, chief=4, last="nothing")
    dive = table.dive(A="1s", M="1")
    assert dive.pawns == {"A": 5, "M": 4, "chief": 5}
    assert dive.ended == Ended("stack", ("chief",))
    assert table.result.places == (2, 3)
