"""Templates are read as the browser reads them, and words are held to the game that they are of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from fathom.guests import BadTemplate, BadWords, Guest, check_words, ours
from fathom.guests.deepblue.guest import DEEP_BLUE
from fathom.guests.words import filled, parsed, told, untranslated
from fathom.table import Refusal
from tests.table.pebbles import Pebbles


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("Nothing to fill in.", "Nothing to fill in."),
        ("{number} of {deep.er}", "3 of below"),
        ("{@seat} plays", "Bob plays"),
        ("{@seats} play", "Ada, Bob play"),
        ("{yes?one|other} {no?one|other} {zero?one|other} {none?one|other}", "one other other other"),
        ("{one#one card|# cards}, {number#one card|# cards}", "one card, 3 cards"),
        ("{seats#one|# of them}", "2 of them"),
        ("{seats} {none}", "0, 1 –"),
        ("{deep.list.1}", "b"),
        ("{yes?|no}", ""),
    ],
)
def test_a_template_is_filled_in(template: str, said: str) -> None:
    values: Mapping[str, Any] = {
        "number": 3,
        "one": 1,
        "zero": 0,
        "yes": True,
        "no": False,
        "none": None,
        "seat": 1,
        "seats": [0, 1],
        "deep": {"er": "below", "list": ["a", "b"]},
    }
    assert filled(parsed(template), values, ("Ada", "Bob")) == said


@pytest.mark.parametrize(
    "template", ["{", "}", "{}", "{a", "{a?b}", "{a?b|c|d}", "{@a?b|c}", "{a?{b}|c}", "{a b}", "{a.}"]
)
def test_what_cannot_be_read_is_said(template: str) -> None:
    with pytest.raises(BadTemplate):
        parsed(template)


PEBBLES = Guest(rules=Pebbles(), words={"en": {"title": "Pebbles"}})


def test_everything_of_a_game_needs_words() -> None:
    with pytest.raises(BadWords) as missing:
        check_words(PEBBLES)
    assert "pebbles, en: “blurb” has no words" in str(missing.value)
    assert "“action." in str(missing.value)
    assert "“event." in str(missing.value)


@pytest.mark.parametrize(
    ("key", "text", "problem"),
    [
        ("title", "{name}", "it has no field “name”"),
        ("option.wind", "Wind", "there is no such option"),
        ("option.chart", "{", "has a brace"),
        ("action.swim", "Swim", "there is no such action"),
        ("action.dive", "{depth}", "it has no field “depth”"),
        ("action.dive.depth", "How deep", "the action has no field “depth”"),
        ("action.dive", "{@site}", "“site” is no seat"),
        ("event.rained", "Rain", "there is no such event"),
        ("view.weather", "Weather", "no view has such a field"),
        ("refusal.rain", "Rain", "the game objects to no such thing"),
        ("refusal.no-such-scenario", "{weather}", "it has no value “weather”"),
        ("level.shark", "Shark", "there is no such level"),
        ("colour", "Blue", "there is no such key"),
    ],
)
def test_words_that_do_not_fit_are_named(key: str, text: str, problem: str) -> None:
    words = {**DEEP_BLUE.words, "en": {**DEEP_BLUE.words["en"], key: text}}
    with pytest.raises(BadWords) as wrong:
        check_words(replace(DEEP_BLUE, words=words))
    assert f"deep-blue, en: “{key}”" in str(wrong.value)
    assert problem in str(wrong.value)


def test_words_of_our_games_fit_and_are_in_three_languages() -> None:
    for guest in ours():
        check_words(guest)
        assert untranslated(guest) == {}


def test_a_language_says_nothing_that_english_does_not() -> None:
    words = {**DEEP_BLUE.words, "nl": {"view.turn": "Beurt"}, "fr": {"title": "Bleu"}}
    with pytest.raises(BadWords) as wrong:
        check_words(replace(DEEP_BLUE, words=words))
    assert "nl: “view.turn” has no words in English" in str(wrong.value)
    assert "there is no language “fr”" in str(wrong.value)


def test_what_a_language_lacks_is_said_in_english() -> None:
    guest = replace(PEBBLES, words={"en": {"title": "Pebbles", "refusal.no": "No {thing}"}, "de": {}})
    assert guest.titles() == {"en": "Pebbles", "de": "Pebbles", "nl": "Pebbles"}
    refusal = Refusal("no", "", "English", {"thing": "stone"})
    assert told(guest, refusal, "de") == "No stone"
    assert told(guest, Refusal("other", "", "Its own text"), "de") == "Its own text"
