"""B2: setup."""

from __future__ import annotations

from collections import Counter

import pytest

from fathom.deepblue import Options
from fathom.table import FastDice, Refused
from tests.deepblue.scene import GAME, clause, gems, scene


@clause("B1.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_players(seats: int) -> None:
    assert len(GAME.start(Options(), seats, FastDice(1)).captains) == seats
    assert seats in GAME.seats(Options())


@clause("B1.1")
@pytest.mark.parametrize("seats", [0, 1, 6])
def test_nobody_else(seats: int) -> None:
    with pytest.raises(Refused, match="2 to 5 players") as refused:
        GAME.start(Options(), seats, FastDice(1))
    assert refused.value.refusal.clause == "B1.1"
    assert seats not in GAME.seats(Options())


def test_the_small_chart_is_for_two_or_three() -> None:
    options = Options(chart="small")
    assert GAME.seats(options) == range(2, 4)
    GAME.check(options, 3)
    with pytest.raises(Refused, match="two or three"):
        GAME.check(options, 4)


@clause("B2.1")
def test_starters_face_up_without_the_empty_one_and_the_others_face_down() -> None:
    layouts = set()
    for seed in range(20):
        state = GAME.start(Options(), 2, FastDice(seed))
        box = state.box
        near, far = state.lying[:6], state.lying[6:]
        assert near.count(None) == 1
        assert all(wreck.up and box.tiles[wreck.tile].starter for wreck in near if wreck)
        assert all(wreck and not wreck.up and not box.tiles[wreck.tile].starter for wreck in far)
        assert len({wreck.tile for wreck in state.lying if wreck}) == 14
        assert box.sites[:6] == box.starter_sites
        layouts.add((near, far))
    assert len(layouts) == 20


@clause("B2.2", "B2.5")
def test_supply_and_bag_together_are_all_gems() -> None:
    for seed in range(20):
        state = GAME.start(Options(), 2, FastDice(seed))
        added = Counter(state.box.crew[card].adds for card in state.market if state.box.crew[card].adds)
        bag, supply = (
            gems("4*black 4*blue 7*silver 3*gold 1*red"),
            gems("2*silver 2*gold 2*red 2*green 4*purple"),
        )
        for colour, count in added.items():
            assert colour is not None
            bag = bag.with_one(colour, count)
            supply = supply.with_one(colour, -count)
        assert (state.bag, state.supply) == (bag, supply)


@clause("B2.3")
def test_a_scenario_is_chosen_or_drawn() -> None:
    assert GAME.start(Options(), 2, FastDice(1)).scenario == "troubled-waters"
    assert GAME.start(Options(scenario="storm-rising"), 2, FastDice(1)).scenario == "storm-rising"
    drawn = {GAME.start(Options(scenario=None), 2, FastDice(seed)).scenario for seed in range(60)}
    assert drawn == set(Options().box.scenarios)


@clause("B2.3")
def test_an_unknown_scenario() -> None:
    with pytest.raises(Refused, match="no scenario “calm-sea”, only troubled-waters, best"):
        GAME.start(Options(scenario="calm-sea"), 2, FastDice(1))


@clause("B2.4")
def test_boats_in_the_harbour_and_the_starting_crew_in_hand() -> None:
    state = GAME.start(Options(), 3, FastDice(1))
    for captain in state.captains:
        assert [(boat.place, boat.space) for boat in captain.boats] == [("harbour", None)] * 2
        assert captain.hand == ("deckhand", "gold-diver", "helmsman", "purser")
        assert captain.resting == captain.open == ()
        assert captain.vp == 0


@clause("B2.5")
def test_four_cards_come_to_the_market_and_the_rest_is_a_deck() -> None:
    markets = set()
    for seed in range(20):
        state = GAME.start(Options(), 2, FastDice(seed))
        assert len(state.market) == 4
        assert Counter(state.market + state.deck) == Counter(state.box.market)
        markets.add(state.market)
    assert len(markets) > 15


@clause("B2.5")
def test_a_mark_moves_nothing_when_the_supply_has_none_left() -> None:
    from fathom.deepblue.events import TurnedUp
    from fathom.deepblue.hiring import fill_market
    from fathom.deepblue.position import Told

    table = scene(deck="ruby-seeker ruby-seeker purser relic-hunter", supply="red", bag="silver")
    told: Told = []
    fill_market(table.state, FastDice(0), told)
    assert told == [
        TurnedUp("ruby-seeker", "red"),
        TurnedUp("ruby-seeker"),
        TurnedUp("purser"),
        TurnedUp("relic-hunter"),
    ]
    assert table.state.bag == gems("silver red")
    assert table.state.supply == gems("")


@clause("B2.6")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_random_first_player_and_tokens_in_turn_order(seats: int) -> None:
    firsts = set()
    for seed in range(40):
        state = GAME.start(Options(), seats, FastDice(seed))
        assert state.to_move() == (state.first,)
        tokens = [state.captains[seat].tokens for seat in state.clockwise(state.first)]
        assert tokens == [0, 1, 1, 2, 2][:seats]
        firsts.add(state.first)
    assert firsts == set(range(seats))
