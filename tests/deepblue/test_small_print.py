"""What only the small print tells: labels of the dice, values of a refusal, the last decision, the counts."""

from __future__ import annotations

from collections import Counter

import pytest

from fathom.deepblue import Action, Dive, EndDive, Hire, Options, PlayCrew, Renew, Rest, Sail, Steer
from fathom.deepblue.actions import Decided
from fathom.deepblue.phases import Over
from fathom.table import FastDice, Outcome, Refused
from fathom.table.dice import RecordedDice
from tests.deepblue.scene import GAME, clause, scene


@clause("B2.1", "B2.3", "B2.5", "B2.6")
def test_chance_says_what_it_decides() -> None:
    """The labels are part of every record, and of what fair dice give."""
    rolled: list[Outcome] = []
    dice = RecordedDice(FastDice(1), 0, rolled)
    state = GAME.start(Options(scenario=None), 3, dice)
    labels = Counter(outcome.purpose for outcome in rolled)
    assert labels == {"scenario": 1, "starters": 5, "wrecks": 8, "first player": 1, "crew": 29}
    rolled.clear()
    GAME.imagine(state.view(0), dice)
    labels = Counter(outcome.purpose for outcome in rolled)
    assert labels == {"wrecks": 8, "crew": len(state.deck) - 1}
    for menu in (state.menu(state.active), GAME.actions(state.view(state.active))):
        rolled.clear()
        menu.sample(dice)
        assert [outcome.purpose for outcome in rolled] == ["sample"]


@clause("B4.4", "B6.1")
def test_chance_says_what_it_decides_later() -> None:
    rolled: list[Outcome] = []
    dice = RecordedDice(FastDice(1), 0, rolled)
    resting = scene("GO", hands={"O": "purser"}, resting={"G": "helmsman deckhand purser patron"})
    resting.state.play(0, Rest(), dice)
    assert {outcome.purpose for outcome in rolled} == {"rest"}
    rolled.clear()
    renewing = scene(
        "GO", hands={"G": "patron patron"}, market="harpooner", discards="pump-hand net-caster purser"
    )
    renewing.state.play(0, Renew(("patron", "patron")), dice)
    assert {outcome.purpose for outcome in rolled} == {"crew"}


@clause("B3.3", "B4.1", "B4.4", "B1.5", "B7.1")
@pytest.mark.parametrize(
    ("action", "values"),
    [
        (Hire(("purser",), slot=7), {"slot": 7}),
        (Hire(("helmsman",), slot=0), {"effect": "money"}),
        (Hire((), slot=3), {"price": 3, "paid": 0}),
        (Renew(("helmsman",)), {"effect": "money"}),
        (Renew(("purser",)), {"price": 4, "paid": 2}),
        (Sail(("purser",)), {"effect": "propeller"}),
        (Dive("kelp-bay"), {"site": "kelp-bay"}),
    ],
)
def test_a_refusal_names_what_is_wrong(action: Action, values: dict[str, object]) -> None:
    table = scene(hands={"G": "purser helmsman"}, market="patron patron patron patron")
    assert table.refuses("G", action).values == values


@clause("B1.5", "B8.6", "B1.1")
def test_refusals_later_in_a_turn_name_what_is_wrong() -> None:
    sailing = scene(hands={"G": "helmsman"})
    sailing.act("G", Sail(("helmsman",)))
    assert sailing.refuses("G", Steer(("atlantis", None))).values == {"place": "atlantis"}
    diving = scene(hands={"G": "purser"}, wrecks={"moonpool": "galleon"}, boats={"G": "moonpool:blue"})
    diving.act("G", Dive("moonpool"), "silver")
    assert diving.refuses("G", PlayCrew(("patron",))).values == {"card": "patron"}
    assert diving.refuses("G", PlayCrew(("purser",))).values == {"card": "purser"}
    assert diving.refuses_seat(5, PlayCrew()).values == {"seat": 5}


@clause("B1.1", "B1.5")
@pytest.mark.parametrize(
    ("options", "seats", "code"),
    [(Options(), 6, "wrong-seats"), (Options(chart="small"), 4, "small-chart-seats")],
)
def test_too_many_players_are_counted(options: Options, seats: int, code: str) -> None:
    with pytest.raises(Refused) as refused:
        GAME.check(options, seats)
    assert refused.value.refusal.code == code
    assert refused.value.refusal.values == {"seats": seats}


def test_the_last_decision_is_told_unless_it_is_secret() -> None:
    table = scene(
        hands={"G": "helmsman gold-diver", "O": "gold-diver"},
        wrecks={"moonpool": "galleon"},
        boats={"G": "moonpool:blue", "O": "moonpool:gold"},
    )
    assert table.state.view(None).decided is None
    table.act("G", Dive("moonpool"), "gold")
    assert table.state.view(None).decided == Decided(0, Dive("moonpool"))
    table.act("G", PlayCrew(("gold-diver",)))
    assert table.state.view(1).decided == Decided(0, None)


@clause("B3.1", "B11.1")
def test_a_view_counts_rounds_and_the_parts_of_the_city_until_the_game_is_over() -> None:
    table = scene(
        "GO",
        wrecks={"moonpool": "temple"},
        boats={"O": "moonpool:red"},
        dived="sea-gate market-hall palace",
        hands={"O": "purser"},
        resting={"G": "purser", "O": "helmsman"},
        vp={"G": 40, "O": 1},
    )
    assert table.state.view(1).first == 0
    assert [table.state.view(1).round, table.state.view(1).city] == [1, 3]
    table.act("G", Rest())
    table.act("O", Rest())
    assert [table.state.view(1).round, table.state.view(1).city] == [2, 3]
    table.act("G", table.menu("G")[0])
    table.dive("O", "moonpool", "silver silver")
    table.act("O", EndDive())
    assert table.state.view(0).city == 4
    over = table.phase(Over)
    result = table.state.result()
    assert result is not None
    assert (over.ended.vp, over.ended.winners) == (result.scores, result.winners)


@clause("B8.6")
def test_cards_are_the_same_in_any_order() -> None:
    assert PlayCrew(("purser", "deckhand")) == PlayCrew(("deckhand", "purser"))
    assert Hire(("purser", "deckhand"), slot=1) == Hire(("deckhand", "purser"), slot=1)
    assert Sail(("helmsman", "deckhand")).cards == ("deckhand", "helmsman")
    assert PlayCrew(("purser", "deckhand")).cards == ("deckhand", "purser")
