"""Which agreements of a table go together, and which are refused."""

from __future__ import annotations

import msgspec
import pytest

from fathom.dive import Clarity, Kind, Mix, Options, Tokens, standard_chief_deck, standard_mix
from fathom.dive.chief import ChiefCard
from fathom.table import FastDice, Refusal, Refused, encoded
from tests.dive.scene import GAME, clause, mix_of
from tests.dive.variants import EVERYTHING, LEGAL, Variant


def refusal_of(options: Options, divers: int) -> Refusal:
    with pytest.raises(Refused) as refused:
        GAME.check(options, divers)
    with pytest.raises(Refused) as not_started:
        GAME.start(options, divers, FastDice(1))
    assert not_started.value.refusal == refused.value.refusal
    return refused.value.refusal


@clause("D1.3", "D3.4", "D7.5", "D9.1")
@pytest.mark.parametrize("variant", LEGAL, ids=str)
def test_every_legal_combination_starts(variant: Variant) -> None:
    GAME.check(variant.options, variant.divers)
    assert variant.divers in GAME.seats(variant.options)
    state = GAME.start(variant.options, variant.divers, FastDice(1))
    assert state.options == variant.options
    assert state.to_move() == tuple(range(variant.divers))


def test_there_are_34_legal_combinations_of_96() -> None:
    # Per edition: 3 tables without the chief and 4 with it, each with and without companions; 3 of children.
    assert len(LEGAL) == 2 * (2 * 3 + 2 * 4 + 3) == 34
    assert len(EVERYTHING) == 96


def expected_refusal(variant: Variant) -> tuple[str, str]:
    if not 1 <= variant.divers <= 4:
        return "wrong-seats", "D1.3"
    if variant.children and variant.companions:
        return "children-and-companions", "D7.5"
    if variant.children and variant.chief:
        return "children-and-chief", "D7.5"
    return "one-diver-alone", "D1.3"


@clause("D1.3", "D7.5", "D9.1")
@pytest.mark.parametrize("variant", [variant for variant in EVERYTHING if variant not in LEGAL], ids=str)
def test_every_other_combination_is_refused_with_its_clause(variant: Variant) -> None:
    refusal = refusal_of(variant.options, variant.divers)
    assert (refusal.code, refusal.clause) == expected_refusal(variant)


@clause("D1.3")
@pytest.mark.parametrize("divers", [-1, 0, 5, 40])
def test_dive_is_for_one_to_four(divers: int) -> None:
    assert refusal_of(Options(), divers).text == f"Dive is for 1 to 4 divers, not {divers}."


@clause("D1.3")
def test_one_diver_alone_needs_the_chief() -> None:
    assert refusal_of(Options(), 1).text == "One diver alone plays against the village chief."


@clause("D7.5")
def test_children_play_without_companions_and_chief() -> None:
    both = refusal_of(Options(children=True, companions=True), 2)
    assert both.text == "The children's version is played without companions."
    chief = refusal_of(Options(children=True, chief=True), 2)
    assert chief.text == "The children's version is played without the village chief."


@clause("D10.1")
@pytest.mark.parametrize("variant", LEGAL, ids=str)
def test_lights_may_be_used_at_every_table_and_change_no_rule(variant: Variant) -> None:
    lit = msgspec.structs.replace(variant.options, flashlight=True)
    dark, bright = (GAME.start(options, variant.divers, FastDice(4)) for options in (variant.options, lit))
    assert bright.options.flashlight
    assert bright.view(None).options.flashlight
    assert dark.menu(0) == bright.menu(0)
    for seat in range(variant.divers):
        action = dark.menu(seat).sample(FastDice(seat))
        assert dark.play(seat, action, FastDice(0)) == bright.play(seat, action, FastDice(0))


@clause("D10.1")
@pytest.mark.parametrize("clarity", Clarity)
def test_how_clear_the_water_is_changes_no_rule(clarity: Clarity) -> None:
    GAME.check(Options(clarity=clarity), 2)


def test_the_defaults_are_the_base_game_of_the_english_edition() -> None:
    options = Options()
    assert options == Options(Tokens.SOME, False, False, False, False, Clarity.NATURAL, standard_mix(), None)
    assert options.deck() == ()
    assert Options(chief=True).deck() == standard_chief_deck()


@clause("D1.1", "D1.6")
@pytest.mark.parametrize(("cards", "fits"), [(0, False), (1, True), (36, True), (99, True), (100, False)])
def test_an_ocean_has_1_to_99_cards(cards: int, fits: bool) -> None:
    options = Options(mix=mix_of((Kind.SHARK,) * cards))
    assert options.mix.valid() is fits
    if fits:
        assert len(GAME.start(options, 2, FastDice(1)).ocean) == cards
    else:
        refusal = refusal_of(options, 2)
        assert (refusal.code, refusal.clause) == ("bad-mix", "D1.1")
        assert refusal.text == "An ocean has 1 to 99 cards and no kind fewer than 0 times."


@clause("D1.1")
@pytest.mark.parametrize("kind", Kind)
def test_no_kind_of_card_is_there_fewer_than_0_times(kind: Kind) -> None:
    counts = {key.name.lower(): 5 for key in Kind} | {kind.name.lower(): -1}
    assert not Mix(**counts).valid()
    assert refusal_of(Options(mix=Mix(**counts)), 3).code == "bad-mix"


@clause("D9.2")
def test_a_chief_card_that_is_none_is_refused_by_name() -> None:
    deck = (*standard_chief_deck(), ChiefCard((2, 3, 4, 5), (4,)))
    refusal = refusal_of(Options(chief=True, chief_deck=deck), 1)
    assert (refusal.code, refusal.clause) == ("bad-chief-card", "D9.2")
    assert refusal.text.startswith("“2 3 4 5y” is not a chief card")


@clause("D9.4")
def test_a_chief_deck_lasts_for_the_longest_game() -> None:
    few = standard_chief_deck()[:35]
    refusal = refusal_of(Options(chief=True, chief_deck=few), 1)
    assert (refusal.code, refusal.clause) == ("chief-deck-too-small", "D9.4")
    assert refusal.values == {"cards": 35, "rounds": 36}
    assert refusal.text.startswith("A chief deck of 35 cards may run out")
    GAME.check(Options(chief=True, chief_deck=standard_chief_deck()[:36]), 1)
    GAME.check(Options(chief_deck=few), 2)


@clause("D9.3")
def test_a_table_may_bring_its_own_chief_deck() -> None:
    own = (ChiefCard.read("6y 4 3 2y"),) * 36
    state = GAME.start(Options(chief=True, chief_deck=own), 2, FastDice(1))
    assert state.chief_deck == own


@pytest.mark.parametrize("variant", LEGAL, ids=str)
def test_options_survive_the_way_to_a_browser_and_back(variant: Variant) -> None:
    assert msgspec.json.decode(encoded(variant.options), type=Options) == variant.options


@pytest.mark.parametrize(
    "wrong", [b'{"game":"dive","tokens":"few"}', b'{"game":"dive","speed":3}', b'{"game":"chess"}']
)
def test_options_with_something_unknown_in_them_are_not_read(wrong: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(wrong, type=Options)
