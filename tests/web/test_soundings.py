"""Dive without seeing it: the ocean in words and sound, by keyboard, from nothing but what is read out."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Guests
from tests.web.guest import MOST_ROUNDS, Guest
from tests.web.test_settings import HEARD, tones

FOUND = re.compile(r"Level (\d): (?:almost certainly|probably|perhaps) (?:a|no) shark \(shark (\d+)%\)\.")


def sharks(guest: Guest) -> list[int]:
    """For each level the chance of a shark, as it is read out."""
    expect(guest.at("sounding-list")).to_be_visible()
    found = FOUND.findall(guest.page.get_by_role("list", name="Soundings").aria_snapshot())
    assert [int(level) for level, _ in found] == list(range(1, len(found) + 1))
    return [int(percent) for _, percent in found]


def plan(guest: Guest) -> list[int]:
    """Lay the tokens as the soundings say: one per level until it becomes a gamble. Gives the chances."""
    chances = sharks(guest)
    for level, percent in enumerate(chances[:5], start=1):
        if level > 1 and 30 < percent < 70:
            break
        guest.keys(str(level))
        if percent >= 50:
            guest.keys("s")
    return chances


def test_a_whole_game_by_what_is_read_out(guests: Guests) -> None:
    ada = guests("Ada").in_a_small_ocean()
    ada.page.add_init_script(HEARD)
    ada.page.route("**/looks/**", lambda route: route.abort())  # no picture ever comes
    ada.page.goto(ada.address)
    ada.tab_to(ada.at("settings")).keys("Enter")
    ada.tab_to(ada.page.locator("input[name=soundings]").first).keys("ArrowRight", "Escape")
    ada.tab_to(ada.at("play-now")).keys("Enter")
    expect(ada.at("sounding-list")).to_be_visible()  # the next answer belongs to the page that comes now

    ada.page.reload()
    chances = sharks(ada)
    table = ada.page.url.rpartition("/")[2].partition("#")[0]
    asked = ada.page.request.get(f"{ada.address}/api/tables/{table}/soundings/1").json()
    assert chances == [round(depth["shark"] * 100) for depth in asked["depths"]]
    expect(ada.at("announcer")).to_contain_text(FOUND)
    assert tones(ada) == 0, "sound is off until someone asks for it"
    ada.keys("l")
    assert tones(ada) >= len(chances), "at least a knock for each depth"

    for _ in range(MOST_ROUNDS):
        plan(ada)
        before = re.findall(r"Level \d: [^\n\"]*speed \d", ada.heard())
        assert before, "the board says what lies on it"
        ada.keys("Enter")
        expect(ada.page.get_by_role("region", name=re.compile(r"Round \d+: the dive"))).to_be_visible()
        ada.keys("Escape")
        newest = ada.at("announcer").locator("p").last
        expect(newest).to_contain_text(re.compile(r"You (stand|stay) on space \d+"))
        ada.keys("Escape")
        if ada.over:
            break
        expect(ada.at("announcer")).to_contain_text(re.compile(r"Round \d+\. Look into the ocean"))
    assert ada.at("result").is_visible()
    assert not ada.waits_to_hear(("Standings", "Key moments", "Was the shuffle fair?"))


def test_only_tables_that_agreed_on_it_have_soundings(guests: Guests) -> None:
    ada = guests("Ada").come().play_now()
    expect(ada.at("soundings")).to_have_count(0)
    refused = ada.page.evaluate(
        "async () => (await fetch(`/api${location.pathname.replace('table', 'tables')}/soundings/1`)).status"
    )
    assert refused == 403
    guests.expect_trouble("/soundings/1")
