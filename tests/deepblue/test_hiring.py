"""B4: Hire."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom.deepblue import Hire, Options, Renew, Rest, Take
from fathom.deepblue.events import Hired, Renewed, Reshuffled, Took, TurnedUp
from fathom.deepblue.menus import TurnMenu
from fathom.deepblue.phases import Taking
from fathom.deepblue.purse import Coin, Purse
from tests.deepblue.scene import BOX, cards, clause, gems, scene

MARKET = "patron old-salt navigator first-mate"


@clause("B4.1", "B4.2")
def test_pay_a_slot_take_its_card_and_the_others_slide_on() -> None:
    table = scene(hands={"G": "purser helmsman"}, market=MARKET, deck="gem-cutter net-caster")
    table.act("G", Hire(("purser",), slot=1))
    assert table.hand("G") == "helmsman old-salt"
    assert table.resting("G") == "purser"
    assert table.market == "patron navigator first-mate gem-cutter"
    assert table.told[:2] == [Hired(0, "old-salt", 1, ("purser",), 0), TurnedUp("gem-cutter")]
    assert table.to_move == "O"


@clause("B4.1", "B4.3")
@pytest.mark.parametrize(
    ("slot", "paid", "legal"),
    [
        (0, "deckhand", True),
        (0, "purser", True),
        (0, "patron", True),
        (1, "deckhand", False),
        (1, "purser", True),
        (2, "purser", True),
        (2, "deckhand", False),
        (3, "purser", False),
        (3, "patron", True),
        (3, "deckhand purser", True),
        (0, "", False),
    ],
)
def test_each_slot_has_its_price_and_overpaying_is_lost(slot: int, paid: str, legal: bool) -> None:
    table = scene(hands={"G": "deckhand purser patron"}, market=MARKET)
    action = Hire(cards(paid), slot=slot)
    if legal:
        table.act("G", action)
        assert set(cards(paid)) <= set(table.captain("G").resting)
        assert table.captain("G").tokens == 0
    else:
        assert table.refuses("G", action).code == "too-little-money"


@clause("B4.1")
def test_cards_one_does_not_hold_pay_nothing() -> None:
    table = scene(hands={"G": "purser", "O": "patron"}, resting={"G": "patron"}, market=MARKET)
    assert table.refuses("G", Hire(("patron",), slot=3)).code == "cannot-pay-with"
    assert table.refuses("G", Hire(("purser", "purser"), slot=3)).code == "cannot-pay-with"
    assert table.refuses("G", Hire(("nobody",), slot=3)).code == "cannot-pay-with"


@clause("B4.1")
@pytest.mark.parametrize("slot", [-1, 4, 2])
def test_only_slots_with_a_card(slot: int) -> None:
    table = scene(hands={"G": "patron"}, market="navigator old-salt" if slot == 2 else MARKET)
    assert table.refuses("G", Hire(("patron",), slot=slot)).code == "no-such-slot"


@clause("B4.2", "B2.5")
def test_a_new_card_with_a_mark_adds_a_gem_to_the_bag() -> None:
    table = scene(hands={"G": "purser"}, market=MARKET, deck="occultist", supply="2*green", bag="silver")
    table.act("G", Hire(("purser",), slot=0))
    assert table.state.bag == gems("silver green")
    assert table.state.supply == gems("green")
    assert TurnedUp("occultist", "green") in table.told


@clause("B4.4", "B2.5")
def test_renew_discards_all_turns_up_four_and_one_may_be_taken_free() -> None:
    table = scene(
        hands={"G": "purser patron"},
        tokens={"G": 1},
        market=MARKET,
        deck="gem-cutter occultist ruby-seeker assayer gold-hound harpooner",
        supply="green red gold purple",
        bag="silver purple",
    )
    assert table.refuses("G", Renew(("patron",))).code == "too-little-money-to-renew"
    table.act("G", Renew(("patron",), 1))
    assert table.captain("G").tokens == 0
    assert table.is_in(Taking)
    assert table.to_move == "G"
    assert table.market == "gem-cutter occultist ruby-seeker assayer"
    assert table.state.discards == cards(MARKET)
    assert table.state.bag == gems("silver purple green red"), "gems added earlier stay"
    assert table.told[0] == Renewed(0, ("patron",), 1, cards(MARKET))
    assert table.menu("G") == [Take(0), Take(1), Take(2), Take(3), Take()]
    assert table.refuses("G", Rest()).code == "take-a-card"
    assert table.refuses("G", Take(4)).code == "take-a-card"

    table.act("G", Take(2))
    assert table.last(Took) == Took(0, "ruby-seeker")
    assert table.hand("G") == "purser ruby-seeker"
    assert table.market == "gem-cutter occultist assayer gold-hound"
    assert table.state.bag == gems("silver purple green red gold")
    assert table.resting("G") == "patron"
    assert table.to_move == "O"


@clause("B4.4")
def test_nobody_has_to_take_one() -> None:
    table = scene(
        hands={"G": "purser patron"}, market=MARKET, deck="gem-cutter occultist ruby-seeker assayer"
    )
    table.act("G", Renew(("patron", "purser")))
    table.act("G", Take())
    assert table.last(Took) == Took(0, None)
    assert table.hand("G") == ""
    assert len(table.state.market) == 4
    assert table.to_move == "O"


@clause("B4.5")
def test_the_deck_runs_out_before_the_discards_are_shuffled() -> None:
    table = scene(
        hands={"G": "purser patron"},
        market="navigator old-salt",
        deck="ruby-seeker",
        supply="3*red",
        discards="assayer",
    )
    table.act("G", Renew(("patron", "purser")))
    assert table.told[1] == TurnedUp("ruby-seeker", "red"), "what can be turned up comes first"
    assert table.told[2] == Reshuffled(3)
    assert Counter(table.state.market) == Counter(("ruby-seeker", "navigator", "old-salt", "assayer"))
    assert table.state.market[0] == "ruby-seeker"
    assert table.state.deck == table.state.discards == ()


@clause("B4.5")
def test_a_mark_that_comes_up_again_counts_again() -> None:
    table = scene(hands={"G": "purser patron"}, market="ruby-seeker", supply="2*red", bag="red")
    table.act("G", Renew(("patron", "purser")))
    assert TurnedUp("ruby-seeker", "red") in table.told
    assert table.state.bag == gems("2*red")


@clause("B4.5")
def test_with_nothing_left_slots_stay_empty() -> None:
    table = scene(hands={"G": "purser", "O": "purser"}, market="navigator old-salt")
    table.act("G", Hire(("purser",), slot=0))
    assert table.market == "old-salt"
    table.act("O", Hire(("purser",), slot=0))
    assert table.market == ""


@clause("B4.5")
def test_without_any_card_there_is_no_hire() -> None:
    table = scene(hands={"G": "purser patron helmsman"})
    assert table.refuses("G", Hire(("patron",), slot=0)).code == "nothing-to-hire"
    assert table.refuses("G", Renew(("patron", "purser"))).code == "nothing-to-hire"
    menu = table.state.menu(0)
    assert isinstance(menu, TurnMenu)
    assert menu.renew is None


@clause("B4.5")
def test_discards_alone_are_enough_to_renew() -> None:
    table = scene(hands={"G": "purser patron"}, discards="assayer")
    table.act("G", Renew(("patron", "purser")))
    assert table.market == "assayer"


@clause("B4.6")
def test_no_hand_limit() -> None:
    everyone = " ".join(sorted(set(Options(own=BOX).box.market) - {"navigator"}))
    table = scene(hands={"G": everyone}, market="navigator")
    table.act("G", Hire(("patron",), slot=0))
    assert len(table.captain("G").hand) == len(everyone.split())


# ── Every payment there is ────────────────────────────────────────────────────────────────────────

coins = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 3)), max_size=4).map(
    lambda pairs: tuple(Coin(f"card-{number}", worth, count) for number, (worth, count) in enumerate(pairs))
)


@clause("B4.1", "B3.4")
@given(coins=coins, tokens=st.integers(0, 2), price=st.integers(0, 5))
def test_a_purse_knows_all_payments(coins: tuple[Coin, ...], tokens: int, price: int) -> None:
    """Compared with trying out every number of every card and of tokens."""
    purse = Purse(coins, tokens)
    tried = set()
    for *taken, spent in product(*(range(coin.count + 1) for coin in coins), range(tokens + 1)):
        worth = spent + sum(coin.worth * count for coin, count in zip(coins, taken, strict=True))
        if worth >= price:
            chosen = [coin.card for coin, count in zip(coins, taken, strict=True) for _ in range(count)]
            tried.add((tuple(chosen), spent))
            assert purse.worth(tuple(chosen), spent) == worth
    payments = list(purse.payments(price))
    assert purse.ways(price) == len(payments) == len(tried)
    assert set(payments) == tried
