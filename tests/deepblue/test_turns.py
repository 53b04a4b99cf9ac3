"""B3: the turn; B6: rest; B11: the end."""

from __future__ import annotations

import pytest

from fathom.deepblue import (
    Dive,
    EndDive,
    GoOn,
    Hire,
    Options,
    Pass,
    PlayCrew,
    Protect,
    Renew,
    Rest,
    Rush,
    Sail,
    Steer,
    Surface,
    Take,
    Withdraw,
)
from fathom.deepblue.events import Ended, Passed, Rested, TurnBegan
from fathom.table import FastDice, Result
from tests.deepblue.scene import GAME, Scene, cards, clause, scene


@clause("B3.1")
def test_one_action_each_clockwise() -> None:
    table = scene("GOY", resting=dict.fromkeys("GOY", "purser deckhand"), active="O")
    assert [table.to_move] == ["O"]
    table.act("O", Rest())
    assert table.to_move == "Y"
    table.act("Y", Rest())
    assert table.to_move == "G"
    assert table.last(TurnBegan) == TurnBegan(0, 1)
    table.act("G", Rest())
    assert table.last(TurnBegan) == TurnBegan(1, 2)
    assert table.state.round == 2


@clause("B3.1")
def test_nobody_acts_out_of_turn() -> None:
    table = scene(resting={"O": "purser"})
    assert table.refuses("O", Rest()).code == "not-your-turn"
    assert table.refuses_seat(2, Rest()).code == "not-seated"
    assert table.refuses_seat(-1, Rest()).code == "not-seated"


@clause("B3.1")
def test_who_can_do_nothing_passes() -> None:
    table = scene(hands={"G": "purser"}, market="")
    assert table.menu("G") == [Pass()]
    table.act("G", Pass())
    assert table.last(Passed) == Passed(0)
    assert table.to_move == "O"


@clause("B3.1")
@pytest.mark.parametrize(
    "table",
    [
        scene(resting={"G": "purser"}),
        scene(hands={"G": "deckhand"}),
        scene(tokens={"G": 1}),
        scene(hands={"G": "purser"}, market="patron"),
        scene(boats={"G": "gull-rock"}, wrecks={"gull-rock": "trawler"}),
    ],
    ids=["rest", "sail", "token", "hire", "dive"],
)
def test_nobody_else_passes(table: Scene) -> None:
    assert table.refuses("G", Pass()).code == "no-need-to-pass"
    assert Pass() not in table.menu("G")


@clause("B3.1")
@pytest.mark.parametrize(
    "action",
    [Take(0), Steer(("gull-rock", None)), GoOn(), EndDive(), PlayCrew(), Withdraw(), Protect("purser")],
)
def test_a_turn_begins_with_one_of_the_four_actions(action: Take) -> None:
    assert scene(resting={"G": "purser"}).refuses("G", action).code == "choose-an-action"


@clause("B3.2")
def test_cards_rest_face_down_at_the_end_of_the_turn() -> None:
    table = scene(hands={"G": "deckhand purser"}, market="patron old-salt")
    table.act("G", Sail(("deckhand",)))
    assert table.captain("G").open == ("deckhand",)
    view = table.state.view(1)
    assert view.captains[0].open == ("deckhand",)
    table.act("G", Steer(("harbour", None)))
    assert table.captain("G").open == ()
    assert table.resting("G") == "deckhand"


@clause("B3.2")
def test_cards_rest_face_down_at_the_end_of_the_dive() -> None:
    table = scene(
        wrecks={"sandbar": "trawler"},
        boats=dict.fromkeys("GO", "sandbar"),
        hands={"O": "gold-diver"},
    )
    table.dive("G", "sandbar", "gold", O="gold-diver")
    table.draws("silver")
    assert table.captain("O").open == ("gold-diver",)
    table.end()
    assert table.captain("O").open == ()
    assert table.resting("O") == "gold-diver"


@clause("B3.2")
def test_only_the_owner_may_look_at_resting_cards() -> None:
    table = scene(hands={"G": "purser patron"}, resting={"G": "old-salt"})
    own, other = table.state.view(0), table.state.view(1)
    assert own.yours is not None
    assert own.yours.resting == ("old-salt",)
    assert other.captains[0].resting == 1
    assert other.captains[0].hand == 2
    assert other.captains[0].crew == ("old-salt", "patron", "purser")
    assert table.state.view(None).yours is None


@clause("B3.3")
def test_a_card_is_played_for_one_of_its_effects() -> None:
    hands = {"G": "deckhand"}  # propeller 2, or $1
    hired = scene(hands=hands, market="patron")
    hired.act("G", Hire(("deckhand",), slot=0))
    assert hired.to_move == "O"
    sailed = scene(hands=hands, market="patron")
    sailed.act("G", Sail(("deckhand",)))
    assert sailed.refuses("G", Hire((), slot=0)).code == "steer"


@clause("B3.3")
def test_each_effect_serves_only_its_own_action() -> None:
    table = scene(hands={"G": "helmsman purser hose-tender ruby-seeker"}, market="patron")
    assert table.refuses("G", Hire(("helmsman",), slot=0)).code == "cannot-pay-with"
    assert table.refuses("G", Hire(("ruby-seeker",), slot=0)).code == "cannot-pay-with"
    assert table.refuses("G", Sail(("purser",))).code == "cannot-pay-with"
    assert table.refuses("G", Sail(("helmsman", "ruby-seeker"))).clause == "B3.3"


@clause("B3.4")
def test_a_token_is_money_or_a_move_and_then_gone() -> None:
    table = scene(tokens={"G": 2, "O": 1}, hands={"G": "deckhand"}, market="patron old-salt")
    table.act("G", Hire(("deckhand",), 1, slot=1))
    assert table.captain("G").tokens == 1
    table.act("O", Sail((), 1))
    table.act("O", Steer(("kelp-bay", None)))
    assert table.captain("O").tokens == 0
    assert table.boats("O")[0] == "kelp-bay"
    table.act("G", Sail((), 1))
    assert table.captain("G").tokens == 0


@clause("B3.4")
@pytest.mark.parametrize("tokens", [-1, 2])
def test_nobody_spends_tokens_they_have_not(tokens: int) -> None:
    table = scene(tokens={"G": 1}, hands={"G": "purser deckhand"}, market="patron")
    assert table.refuses("G", Hire(("purser",), tokens, slot=0)).code == "cannot-pay-with"
    assert table.refuses("G", Sail(("deckhand",), tokens)).code == "cannot-pay-with"
    assert table.refuses("G", Renew(("purser", "deckhand"), tokens)).code == "cannot-pay-with"


# ── Rest ──────────────────────────────────────────────────────────────────────────────────────────


@clause("B6.1")
@pytest.mark.parametrize(("resting", "drawn"), [(1, 1), (2, 2), (3, 3), (4, 3), (6, 3)])
def test_rest_draws_three_or_what_there_is(resting: int, drawn: int) -> None:
    crew = ("archaeologist", "assayer", "deckhand", "harpooner", "helmsman", "purser")
    table = scene(hands={"G": "patron"}, resting={"G": " ".join(crew[:resting])})
    table.act("G", Rest())
    captain = table.captain("G")
    assert len(captain.hand) == 1 + drawn
    assert captain.crew == tuple(sorted((*crew[:resting], "patron")))
    told = table.last(Rested)
    assert told == Rested(0, drawn, tuple(card for card in captain.hand if card != "patron"))


@clause("B6.1")
def test_any_three_can_be_drawn() -> None:
    hands = set()
    for seed in range(200):
        table = scene(resting={"G": "deckhand gold-diver helmsman patron purser"})
        table.state.play(0, Rest(), FastDice(seed))
        hands.add(table.hand("G"))
    assert len(hands) == 10


@clause("B6.1")
def test_no_rest_without_resting_cards() -> None:
    table = scene(hands={"G": "helmsman"})
    assert table.refuses("G", Rest()).clause == "B6.1"


@clause("B6.1", "B3.2")
def test_what_was_drawn_is_told_only_to_its_owner() -> None:
    told = Rested(1, 2, cards("purser patron"))
    assert told.seen_by(1) == told
    assert told.seen_by(0) == told.seen_by(None) == Rested(1, 2, None)


# ── The end ───────────────────────────────────────────────────────────────────────────────────────


def last_dive(**things: object) -> Scene:
    settings: dict[str, object] = {"scenario": "treacherous-reefs", "dived": "temple palace galleon sea-gate"}
    table = scene(
        "GOY",
        wrecks={"sandbar": "market-hall", "moonpool": "?corsair"},
        boats={"G": "sandbar:silver"},
        **(settings | things),  # type: ignore[arg-type]
    )
    table.dive("G", "sandbar", "silver")
    table.end()
    return table


@clause("B11.1")
def test_the_fourth_part_ends_the_game_after_its_dive_is_scored() -> None:
    table = last_dive(vp={"G": 1, "O": 5, "Y": 5})
    assert table.scored == {"G": 3 + 4}
    assert table.state.to_move() == ()
    assert table.told[-1] == Ended((8, 5, 5), (0,))
    assert table.state.result() == Result((1, 2, 2), (8, 5, 5))
    assert table.refuses("O", Rest()).code == "game-over"


@clause("B11.1")
def test_three_parts_do_not() -> None:
    table = last_dive(dived="temple galleon sea-gate merchantman corsair")
    assert table.to_move == "O"
    assert table.state.result() is None


@clause("B11.2")
@pytest.mark.parametrize(
    ("vp", "crews", "places"),
    [
        ((0, 10, 3), ("", "", ""), (2, 1, 3)),
        ((0, 7, 3), ("", "purser", ""), (2, 1, 3)),
        ((0, 7, 3), ("purser", "", ""), (1, 2, 3)),
        ((0, 7, 7), ("purser", "purser", "patron"), (1, 1, 1)),
        ((0, 7, 7), ("purser", "purser patron", "old-salt patron"), (3, 1, 1)),
    ],
)
def test_most_vp_then_most_crew_then_shared(
    vp: tuple[int, int, int], crews: tuple[str, str, str], places: tuple[int, int, int]
) -> None:
    table = last_dive(vp=dict(zip("GOY", vp, strict=True)), resting=dict(zip("GOY", crews, strict=True)))
    result = table.state.result()
    assert result is not None
    assert result.scores == (7, *vp[1:])
    assert result.places == places


@clause("B11.2")
def test_hand_and_resting_cards_both_count_as_crew() -> None:
    table = last_dive(
        vp={"O": 7, "Y": 7}, hands={"O": "patron purser"}, resting={"Y": "patron", "O": "deckhand"}
    )
    result = table.state.result()
    assert result is not None
    assert result.places == (3, 1, 2)


# ── Time ──────────────────────────────────────────────────────────────────────────────────────────


@clause("B3.1")
def test_who_has_no_time_left_rests_if_possible() -> None:
    table = scene(hands={"G": "helmsman purser"}, resting={"G": "patron"}, market="old-salt")
    assert table.state.limit() is None
    assert table.state.fallback(0, None) == Rest()
    assert table.state.fallback(0, Sail(("helmsman",))) == Sail(("helmsman",))
    assert table.state.fallback(0, Dive("sandbar")) == Rest()
    with pytest.raises(ValueError, match="seat 1 is not awaited"):
        table.state.fallback(1, None)


@clause("B4.1", "B5.1")
def test_who_has_no_time_left_and_cannot_rest_does_the_first_thing_possible() -> None:
    hire = scene(hands={"G": "purser deckhand"}, market="old-salt")
    assert hire.state.fallback(0, None) in hire.menu("G")
    stuck = scene()
    assert stuck.state.fallback(0, None) == Pass()


@clause("B5.1", "B5.2", "B7.2", "B8.4", "B8.6", "B4.4")
def test_in_a_chain_the_clock_does_what_costs_least() -> None:
    table = scene(
        "GO",
        wrecks={"gull-rock": "galleon"},
        boats={"O": "gull-rock:gold gull-rock:blue"},
        hands={"G": "helmsman", "O": "hose-tender gold-diver"},
        active="G",
    )
    table.act("G", Sail(("helmsman",)))
    steered = table.state.fallback(0, None)
    assert steered == Steer(("gull-rock", None)), "as near as possible"
    table.act("G", steered)
    table.act("O", Dive("gull-rock"))
    assert table.state.fallback(0, None) == Rush(), "nobody rushes"
    table.act("G", Rush(), "gold")
    assert table.state.fallback(0, None) == PlayCrew(), "no cards are played"
    table.play()
    table.draws("blue")
    table.act("O", GoOn(), "blue")
    assert table.state.fallback(1, None) == Protect(boat=1), "a space before a card"
    table.act("O", Protect(boat=1))
    assert table.state.fallback(0, None) == Surface()
    renewed = scene(hands={"G": "purser patron"}, market="old-salt", deck="assayer")
    renewed.act("G", Renew(("patron", "purser")))
    assert renewed.state.fallback(0, None) == Take(0), "a free card is taken"


@clause("B8.1")
def test_a_leader_without_time_ends_the_dive() -> None:
    table = scene(wrecks={"sandbar": "trawler"}, boats={"G": "sandbar"})
    table.dive("G", "sandbar", "silver")
    assert table.state.fallback(0, None) == EndDive()
    assert table.state.fallback(0, GoOn()) == GoOn()


def test_a_spectator_can_do_nothing() -> None:
    view = GAME.start(Options(), 2, FastDice(1)).view(None)
    menu = GAME.actions(view)
    assert len(menu) == 0
    refusal = menu.refusal(Rest())
    assert refusal is not None
    assert refusal.code == "watching"
    with pytest.raises(IndexError, match="Spectators watch"):
        menu.sample(FastDice(0))
