"""Every clause of the rules is told, carried out and pinned, and the tables that say where are up to date."""

from __future__ import annotations

import re

import pytest

from fathom import deepblue, dive
from fathom.table import Objection
from tests.clauses import ALL_RULES, LANGUAGES, NO_CODE, Rules

rulebooks = pytest.mark.parametrize("rules", ALL_RULES, ids=[rules.page.stem for rules in ALL_RULES])


@rulebooks
def test_the_page_tells_every_clause_once_and_no_other(rules: Rules) -> None:
    anchors = re.findall(r'<a id="([A-Z]\d+\.\d+)">', rules.text())
    assert anchors == rules.clauses


@rulebooks
def test_every_clause_is_more_than_its_number(rules: Rules) -> None:
    for clause, text in rules.told().items():
        assert f"**{clause}**" in text
        assert len(text.split()) > 8, f"{clause} says nothing"


@rulebooks
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_other_languages_tell_the_same_clauses_with_the_same_numbers(rules: Rules, language: str) -> None:
    english, told = rules.told(), rules.told(language)
    assert list(told) == rules.clauses
    for clause, text in told.items():
        assert f"**{clause}**" in text
        assert _numbers(text) == _numbers(english[clause]), f"{clause} in {language} has other numbers"


def _numbers(clause: str) -> list[str]:
    """Everything in digits, in a clause and in the example after it: amounts, spaces, other clauses."""
    return sorted(re.findall(r"\d+(?:\.\d+)?", clause.partition("## Where each clause lives")[0]))


@rulebooks
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_that_a_refusal_names_can_be_read_in_every_language(rules: Rules, language: str) -> None:
    named = {
        value.clause
        for module in (dive.refusals, deepblue.refusals)
        for value in vars(module).values()
        if isinstance(value, Objection) and value.clause.startswith(rules.letter)
    }
    assert len(named) > 10
    assert named <= rules.told(language).keys()


@rulebooks
def test_every_clause_has_code_or_says_why_not(rules: Rules) -> None:
    code, told = rules.code(), rules.told()
    without = [clause for clause in rules.clauses if not code[clause] and NO_CODE not in told[clause]]
    assert without == [], "no code names these clauses, and the page does not say why"
    denied = [clause for clause in rules.clauses if code[clause] and NO_CODE in told[clause]]
    assert denied == [], "the page says that there is no code for these clauses, but there is"


@rulebooks
def test_every_clause_has_a_test(rules: Rules) -> None:
    tests = rules.tests()
    assert [clause for clause in rules.clauses if not tests[clause]] == []


@rulebooks
def test_code_names_only_clauses_and_sections_that_there_are(rules: Rules) -> None:
    named = rules.code(everywhere=True)
    assert [str(place) for clause in named.keys() - rules.known for place in named[clause]] == []


@rulebooks
def test_tests_name_only_clauses_that_there_are(rules: Rules) -> None:
    named = rules.tests(everywhere=True)
    assert [str(place) for clause in named.keys() - set(rules.clauses) for place in named[clause]] == []


@rulebooks
def test_the_text_names_only_clauses_that_there_are(rules: Rules) -> None:
    assert set(rules.named_in(rules.text())) <= rules.known


@rulebooks
def test_the_table_is_up_to_date(rules: Rules) -> None:
    assert rules.text() == rules.written(), "bring it up to date with `python -m tests.clauses --write`"


def test_every_worked_example_of_the_rulebooks_is_a_test() -> None:
    tests = [rules.tests() for rules in ALL_RULES]
    examples = {place.name.split("_")[1] for found in tests for places in found.values() for place in places}
    assert {"X1", "X2", "X3", "X3b", "X4", "X5", "X6", "X7"} <= examples
    assert {"Y1", "Y2", "Y3", "Y4", "Y5"} <= examples
