"""What people choose for themselves, and how they notice that it is their turn."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Guests
from tests.web.guest import Guest

HEARD = """
    window.heard = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.heard += 1; start.apply(this, when); };
"""
"""Counts the tones that a page plays."""


def tones(guest: Guest) -> int:
    """How many tones the page has played since it was loaded."""
    heard: int = guest.page.evaluate("window.heard")
    return heard


def choose(guest: Guest, name: str, value: str) -> None:
    guest.page.locator(f"input[name={name}][value={value}]").check(force=True)


def test_language_sound_motion_and_contrast_are_remembered(guests: Guests) -> None:
    ada = guests("Ada", calm=False).come()
    page = ada.page.locator("html")
    expect(page).to_have_attribute("data-motion", "full")
    expect(page).to_have_attribute("data-contrast", "usual")
    ada.at("settings").click()
    expect(ada.at("settings-dialog")).to_be_visible()
    ada.at("settings-language").select_option("nl")
    choose(ada, "sound", "some")
    choose(ada, "motion", "less")
    choose(ada, "contrast", "more")
    assert ada.objections() == []
    ada.keys("Escape")
    expect(ada.at("settings-dialog")).to_have_count(0)

    ada.page.reload()
    expect(page).to_have_attribute("lang", "nl")
    expect(page).to_have_attribute("data-motion", "less")
    expect(page).to_have_attribute("data-contrast", "more")
    ada.at("settings").click()
    expect(ada.page.locator("input[name=sound][value=some]")).to_be_checked()


def test_more_contrast_is_clean_on_the_table_too(guests: Guests) -> None:
    ada = guests("Ada").come()
    ada.at("settings").click()
    choose(ada, "contrast", "more")
    ada.at("close").click()
    ada.play_now()
    assert ada.objections() == []


def test_it_is_said_whose_turn_it_is(guests: Guests) -> None:
    ada, bob = guests("Ada"), guests("Bob")
    for diver in (ada, bob):
        diver.page.add_init_script(HEARD)
    ada.come()
    ada.at("settings").click()
    choose(ada, "sound", "some")
    ada.at("close").click()
    bob.follow(ada.open_table("open"))
    for diver in (ada, bob):
        expect(diver.page).to_have_title(re.compile("Your turn"))
    before = tones(ada)
    assert before > 0
    ada.lay(1, 1).ready()
    expect(ada.page).to_have_title("Dive · Fathom")
    bob.lay(1, 1).ready()
    for diver in (ada, bob):
        diver.see_the_dive()
        expect(diver.page).to_have_title(re.compile("Your turn"))
    assert tones(ada) > before
    assert tones(bob) == 0, "sound is off until someone asks for it"


def test_on_loopback_the_invite_says_that_friends_cannot_come_yet(guests: Guests) -> None:
    ada = guests("Ada").come()
    ada.open_table("open")
    expect(ada.at("loopback")).to_contain_text("make play LAN=1")
    expect(ada.at("qr")).to_have_count(0)
