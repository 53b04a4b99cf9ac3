"""The way to the table: against bots with whatever one likes, and what a host can change before the start."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.web.conftest import WIDE, Guests
from tests.web.guest import ONE_CARD, Guest

HAND_HELD: ViewportSize = {"width": 390, "height": 844}
SMALL: ViewportSize = {"width": 360, "height": 640}

PRESSES = """
    sessionStorage.presses ??= 0;
    addEventListener('pointerdown', (event) => {
        if (event.isTrusted) sessionStorage.presses = Number(sessionStorage.presses) + 1;
    }, { capture: true });
"""
"""Counts what is pressed on a page, and on those that follow it."""


def presses(guest: Guest) -> int:
    count: int = guest.page.evaluate("Number(sessionStorage.presses)")
    return count


def chip(guest: Guest, name: str) -> Locator:
    """Something that can be switched on, as one presses it."""
    return guest.page.locator(f"label:has(input[name={name}])")


def in_the_window(guest: Guest, what: Locator) -> bool:
    """Whether all of something can be seen without scrolling."""
    box = what.bounding_box()
    size = guest.page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def agreed(guest: Guest) -> dict[str, Any]:
    """What the table at which someone sits plays with."""
    options: dict[str, Any] = guest.page.evaluate(
        "fetch(location.pathname.replace('/table/', '/api/tables/'))"
        ".then((answer) => answer.json()).then(({ options }) => options)"
    )
    return options


@pytest.mark.parametrize("size", [WIDE, HAND_HELD, SMALL], ids=["wide", "phone", "small"])
def test_from_the_first_visit_to_the_first_move_in_four_presses(guests: Guests, size: ViewportSize) -> None:
    ada = guests(size=size, newcomer=True)
    ada.page.add_init_script(PRESSES)
    ada.come()
    assert in_the_window(ada, ada.at("play-now"))
    ada.at("play-now").click()
    expect(ada.at("board")).to_be_visible()
    ada.lay(2, 1).ready()
    expect(ada.at("show")).to_be_visible()
    assert presses(ada) <= 4


def test_any_variant_against_bots_in_two_presses_and_remembered(guests: Guests) -> None:
    ada = guests("Ada", size=HAND_HELD, locale="de-DE")
    ada.page.add_init_script(PRESSES)
    ada.come()
    before = presses(ada)
    for name in ("children", "chief", "companions", "flashlight"):
        assert in_the_window(ada, chip(ada, name)), name
    assert ada.objections() == []
    chip(ada, "chief").click()
    expect(ada.at("quick-hint")).to_contain_text("sich nie irrt")
    ada.at("play-now").click()
    expect(ada.at("board")).to_be_visible()
    assert presses(ada) - before == 2
    assert {name for name, on in agreed(ada).items() if on is True} == {"chief"}

    # What was chosen is chosen next time; with the chief nobody else is needed.
    ada.come()
    expect(ada.page.locator("input[name=chief]")).to_be_checked()
    ada.page.locator("input[name=bots][value='0']").check(force=True)
    chip(ada, "companions").click()
    chip(ada, "flashlight").click()
    chip(ada, "clarity][value=murky").click()
    ada.at("play-now").click()
    expect(ada.at("choose-orca")).to_be_visible()
    assert {name for name, on in agreed(ada).items() if on is True} == {"chief", "companions", "flashlight"}
    assert agreed(ada)["clarity"] == "murky"

    # What does not go together is not left on; and nobody is left to play alone.
    ada.come()
    chip(ada, "children").click()
    for name in ("chief", "companions"):
        expect(ada.page.locator(f"input[name={name}]")).not_to_be_checked()
    expect(ada.page.locator("input[name=bots][value='0']")).to_have_count(0)
    expect(ada.page.locator("input[name=bots][value='1']")).to_be_checked()
    assert ada.overflow() == 0


def test_after_some_games_companions_are_offered_and_played_with_one_press(guests: Guests) -> None:
    ada = guests("Ada").in_a_small_ocean(ONE_CARD).come()
    for game in range(2):
        ada.come().play_now(bots=1)
        ada.keys("1", "Enter").see_the_dive()
        expect(ada.at("result")).to_be_visible()
        if game == 0:
            expect(ada.at("again")).to_be_enabled()
            expect(ada.at("next-time")).to_have_count(0)
    expect(ada.at("next-time")).to_contain_text("Next time with companions?")
    assert ada.objections() == []
    ada.at("next-time-play").click()
    expect(ada.at("choose-orca")).to_be_visible()
    assert agreed(ada)["companions"] is True
    # The first page knows it, too.
    ada.come()
    expect(ada.page.locator("input[name=companions]")).to_be_checked()


def test_the_host_changes_what_is_played_with_and_everyone_is_told(guests: Guests) -> None:
    ada = guests("Ada", size=HAND_HELD).come()
    invite = ada.open_table("open")
    bob = guests("Bob", locale="de-DE").sit_down(invite)
    expect(ada.page.get_by_text("Bob")).to_be_visible()
    expect(bob.at("lobby-ready")).to_be_visible()
    expect(bob.at("change-options")).to_have_count(0)
    expect(ada.at("lobby-ready")).to_have_attribute("aria-pressed", "true")

    ada.at("change-options").click()
    ada.at("play-with").locator("label", has_text="Village chief").click()
    assert (ada.overflow(), ada.objections()) == (0, [])
    ada.at("play-with-this").click()
    expect(ada.at("play-with")).to_have_count(0)
    expect(ada.at("lobby-ready")).to_have_attribute("aria-pressed", "false")
    expect(bob.at("options-changed")).to_contain_text("Ada hat das Spiel geändert: Häuptling.")
    assert bob.objections() == []

    for one in (ada, bob):
        one.at("lobby-ready").click()
    for one in (ada, bob):
        expect(one.at("board")).to_be_visible()
        assert one.space("chief") == 0
        assert json.dumps(agreed(one)["chief"]) == "true"
