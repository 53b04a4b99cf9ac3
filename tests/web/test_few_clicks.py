"""From the first visit to the first move it takes few clicks, with a coach at the table and no name given."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.web.conftest import WIDE, Guests
from tests.web.guest import Guest

PHONE: ViewportSize = {"width": 390, "height": 844}
sizes = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])

COUNT = """
    addEventListener('pointerdown', ({ isTrusted }) => {
        if (isTrusted) sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1;
    }, true);
"""
"""Counts what the page itself is pressed, whichever way the test presses it."""


def newcomer(guests: Guests, size: ViewportSize) -> Guest:
    """Someone who was never here, before the first page."""
    guest = guests(size=size, newcomer=True)
    guest.page.add_init_script(COUNT)
    return guest.come()


def clicks(guest: Guest) -> int:
    counted: str = guest.page.evaluate("sessionStorage.clicks")
    return int(counted)


@sizes
def test_a_token_lies_on_a_level_after_four_clicks(guests: Guests, size: ViewportSize) -> None:
    ada = newcomer(guests, size)
    ada.at("play-now").click()
    expect(ada.at("beacon")).to_be_visible()
    ada.lay(1, 1)
    expect(ada.at("level-1")).to_have_accessible_name("Level 1: 1, speed 1, No shark")
    assert clicks(ada) <= 4


@sizes
def test_two_clicks_lead_to_a_table_of_deep_blue(guests: Guests, size: ViewportSize) -> None:
    ada = newcomer(guests, size)
    ada.page.locator("label").filter(has=ada.page.locator("input[value='deep-blue']")).click()
    ada.at("play-now").click()
    expect(ada.at("deep-blue")).to_be_visible()
    expect(ada.at("beacon")).to_be_visible()
    assert clicks(ada) == 2
