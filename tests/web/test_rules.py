"""The rules in the client: read, searched, and reached from the tables."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, ViewportSize, WebSocketRoute, expect

from tests.clauses import DEEP_BLUE, DIVE, Rules
from tests.web.captain import Captain
from tests.web.conftest import PHONE, WIDE, Guests
from tests.web.guest import Guest

KEY = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
"""What a message looks like when its words are missing: its own key."""


def opened(guest: Guest, link: str) -> Guest:
    """Follow a link that opens beside the table, and look at what it opens."""
    with guest.page.context.expect_page() as beside:
        guest.at(link).first.click()
    other = Guest(beside.value, guest.address, guest.name)
    expect(other.at("rules")).to_be_visible()
    return other


def without_payment(line: WebSocketRoute) -> None:
    """What is paid gets lost on the way, so that the server has something to refuse."""
    server = line.connect_to_server()

    def forward(message: str | bytes) -> None:
        said = json.loads(message)
        if said["type"] == "act" and said["action"]["type"] == "sail":
            said["action"].update(cards=[], tokens=0)
        server.send(json.dumps(said))

    line.on_message(forward)


def here(page: Page, clause: str) -> None:
    """This clause is on the screen, and whoever uses keys or a screen reader is there too."""
    target = page.locator(f"[id='{clause}']")
    expect(target).to_be_in_viewport()
    expect(target).to_be_focused()


@pytest.mark.parametrize(
    ("size", "locale", "word"),
    [(PHONE, "en-GB", "shark"), (WIDE, "de-DE", "hai"), (PHONE, "nl-NL", "haai")],
)
@pytest.mark.parametrize("rules", [DIVE, DEEP_BLUE], ids=["dive", "deep-blue"])
def test_the_rules_are_there_whole_and_fit(
    guests: Guests, rules: Rules, size: ViewportSize, locale: str, word: str
) -> None:
    reader = guests(size=size, locale=locale)
    reader.page.goto(f"{reader.address}/rules/{rules.page.stem}")
    expect(reader.page.locator("[data-rule]")).to_have_count(len(rules.clauses))
    shown = reader.page.locator("[data-rule]").evaluate_all("(all) => all.map((each) => each.id)")
    assert shown == rules.clauses
    assert reader.at("pieces").count() > 10
    assert not KEY.search(reader.words())
    assert (reader.overflow(), reader.objections()) == (0, [])
    if rules is DIVE:
        reader.at("rules-search").fill(word)
        expect(reader.page.locator("mark").first).to_be_visible()
        assert (reader.overflow(), reader.objections()) == (0, [])


def test_search_with_the_keyboard_alone(guests: Guests) -> None:
    reader = guests()
    reader.page.goto(f"{reader.address}/rules/dive")
    expect(reader.page.locator("[data-rule]").first).to_be_visible()
    reader.keys("/")
    expect(reader.at("rules-search")).to_be_focused()
    reader.page.keyboard.type("15 MANTA")
    expect(reader.at("rules-found")).to_have_text("2 rules found")
    reader.keys("Enter")
    expect(reader.page.locator("[id='D4.7']")).to_be_focused()
    reader.keys("Tab")
    expect(reader.page.locator("[id='D4.7'] a").first).to_be_focused()
    reader.keys("Enter")
    expect(reader.page).to_have_url(f"{reader.address}/rules/dive#D4.7")
    expect(reader.at("rules-search")).to_have_value("")
    here(reader.page, "D4.7")
    reader.keys("/")
    reader.page.keyboard.type("submarine")
    expect(reader.at("rules-found")).to_have_text("No rule has these words.")
    reader.keys("Escape")
    expect(reader.page.locator("[data-rule]")).to_have_count(len(DIVE.clauses))


def test_a_rule_leads_to_another_and_the_books_to_each_other_and_the_language_to_itself(
    guests: Guests,
) -> None:
    reader = guests()
    reader.page.goto(f"{reader.address}/rules/dive#D3.6")
    here(reader.page, "D3.6")
    reader.page.locator("[id='D3.6']").get_by_role("link", name="D8.2").click()
    here(reader.page, "D8.2")
    reader.at("language").select_option("de")
    expect(reader.page.locator("[id='D8.2']")).to_contain_text("zehn Sekunden")
    expect(reader.page.get_by_role("heading", level=1)).to_have_text("Die Regeln von Dive")
    reader.page.get_by_role("navigation").get_by_role("link", name="Deep Blue").click()
    expect(reader.page.locator("[id='B1.1']")).to_be_visible()
    reader.page.go_back()
    here(reader.page, "D8.2")


def test_a_dive_table_leads_to_the_rule_of_each_refusal_and_phase(guests: Guests) -> None:
    ada = guests("Ada").come().play_now()
    phase = opened(ada, "rules-now")
    here(phase.page, "D3")
    ada.ready()
    expect(ada.at("board-says")).to_have_text("Place at least one air token.")
    here(opened(ada, "why").page, "D3.4")
    ada.lay(1, 1).lay(2, 3)
    expect(ada.at("board-says")).to_contain_text("Level 2 is empty")
    expect(ada.at("why")).to_have_attribute("href", "/rules/dive#D3.2")
    ada.lay(3, 2).ready()
    expect(ada.at("show")).to_be_visible()
    expect(ada.at("rules-now")).to_have_attribute("href", "/rules/dive#D4")


def test_a_deep_blue_table_leads_to_the_rule_of_each_decision(guests: Guests) -> None:
    ada = Captain.of(guests("Ada", size=PHONE))
    ada.page.route_web_socket("**/socket", without_payment)
    ada.against(bots=1)
    expect(ada.at("decision")).to_have_attribute("data-mine", "true")
    expect(ada.at("rules-now")).to_have_attribute("href", "/rules/deep-blue#B3")
    ada.at("sail").click()
    expect(ada.at("rules-now")).to_have_attribute("href", "/rules/deep-blue#B5")
    here(opened(ada, "rules-now").page, "B5")
    assert ada.overflow() == 0
    ada.page.locator("[data-offered=true][data-wreck=up]").first.click()
    ada.at("steer").click()
    expect(ada.at("refusal")).to_contain_text("Play at least one")
    here(opened(ada, "why").page, "B5.1")
    assert (ada.overflow(), ada.objections()) == (0, [])
