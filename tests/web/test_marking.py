"""Marking the picture in a real browser: pins for oneself, ripples for everyone; phrases without the chat."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.captain import Captain
from tests.web.conftest import Guests
from tests.web.guest import Guest
from tests.web.test_looking import SIZES, box, the_ocean

NOTE_RIPPLES = """() => {
    window.rippled = [];
    new MutationObserver(() => {
        for (const ring of document.querySelectorAll('[data-testid^=ripple-]')) {
            if (!window.rippled.includes(ring)) window.rippled.push(ring);
        }
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""A ripple is seen for two seconds: on a busy machine a test may look away for longer."""


def tap(guest: Guest, across: float, down: float) -> None:
    """Tap a place of the frame."""
    frame = box(guest.at("ocean"))
    guest.page.mouse.click(frame["x"] + across * frame["width"], frame["y"] + down * frame["height"])


def stands(guest: Guest, pin: Locator) -> tuple[float, float]:
    """Where in the frame the point of a pin is, as shares of it."""
    frame, mark = box(guest.at("ocean")), box(pin)
    across = (mark["x"] + mark["width"] / 2 - frame["x"]) / frame["width"]
    return across, (mark["y"] + mark["height"] - frame["y"]) / frame["height"]


def rippled(guest: Guest, times: int) -> list[list[float]]:
    """Where someone has pointed at on this page, once that was so often."""
    guest.page.wait_for_function("times => window.rippled.length >= times", arg=times)
    seen: list[str] = guest.page.evaluate("window.rippled.map((ring) => ring.dataset.at)")
    assert len(seen) == times
    return [[float(part) for part in at.split()] for at in seen]


def test_pins_stay_with_their_diver_and_one_press_lays_what_they_say(guests: Guests) -> None:
    ada, bob = guests("Ada"), guests("Bob")
    line = ada.holding_a_line()
    bob.follow(ada.come().open_table("open"))
    the_ocean(ada)
    tap(ada, 0.5, 0.5)
    expect(ada.at("pin-1")).to_have_count(0)  # without the tool a tap marks nothing
    ada.at("tool-pin").click()
    for at in ((0.25, 0.4), (0.5, 0.5), (0.75, 0.4)):
        tap(ada, *at)
    assert stands(ada, ada.at("pin-1")) == pytest.approx((0.25, 0.4), abs=0.02)
    ada.at("pin-2").click()
    ada.at("pin-turn").click()
    expect(ada.at("pin-2")).to_have_accessible_name("Pin: no shark on level 2")
    assert ada.objections() == []

    # They follow the picture.
    before = stands(ada, ada.at("pin-2"))
    ada.at("ocean").focus()
    ada.keys("+")
    expect(ada.at("ocean")).to_have_attribute("data-zoom", "1.40")
    one = stands(ada, ada.at("pin-1"))
    assert one[0] == pytest.approx(0.5 - 0.25 * 1.4, abs=0.02)
    assert stands(ada, ada.at("pin-2")) == pytest.approx(before, abs=0.02)
    frame = box(ada.at("ocean"))
    ada.page.mouse.move(frame["x"] + 200, frame["y"] + 300)
    ada.page.mouse.down()
    ada.page.mouse.move(frame["x"] + 140, frame["y"] + 300)
    ada.page.mouse.up()
    expect(ada.at("ocean")).not_to_have_attribute("data-at", "0.500 0.500")
    assert stands(ada, ada.at("pin-2"))[0] < before[0] - 0.05
    expect(ada.at("pin-4")).to_have_count(0)  # dragging moves the picture, and puts no pin

    # One press lays what they say.
    ada.at("pins-lay").click()
    expect(ada.page.get_by_role("button", name="Token 1, on level 1")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Token 3, on level 3")).to_be_visible()
    expect(ada.at("level-1")).to_have_accessible_name(re.compile("Shark"))
    ada.page.wait_for_function("document.querySelector('[data-testid=board-says]').textContent.trim()")

    # A page that is loaded again has them; nobody else does, and nobody was told.
    ada.page.reload()
    the_ocean(ada)
    expect(ada.at("pin-2")).to_have_accessible_name("Pin: no shark on level 2")
    expect(ada.at("pin-3")).to_have_accessible_name("Pin: shark on level 3")
    expect(bob.page.locator("[data-testid^=pin-]")).to_have_count(0)
    assert {said["type"] for said in line.said} <= {"hello", "ready", "reveal", "draft", "shown", "recount"}
    assert "pin" not in json.dumps(line.said)

    # With the round they are gone.
    ada.keys("Enter")
    bob.keys("1", "Enter")
    for diver in (ada, bob):
        diver.see_the_dive()
    the_ocean(ada)
    expect(ada.page.locator("[data-testid^=pin-]")).to_have_count(0)
    assert ada.page.evaluate("Object.keys(localStorage).filter((key) => key.includes('pins.'))") == []


def test_pins_by_keyboard_alone(guests: Guests) -> None:
    ada = guests("Ada").come().play_now()
    the_ocean(ada)
    ada.tab_to(ada.at("tool-pin")).keys("Enter")
    expect(ada.at("ocean")).to_be_focused()
    ada.keys("ArrowRight", "ArrowRight", "ArrowUp")
    expect(ada.at("aim")).to_be_visible()
    ada.keys("Enter")
    expect(ada.at("pin-1")).to_have_attribute("data-at", "0.6 0.45")
    expect(ada.at("ocean")).to_have_attribute("data-tilt", "0.00 0.00")
    ada.at("pin-1").focus()
    ada.keys("ArrowLeft", "s", "2")
    pin = ada.at("pin-2")
    expect(pin).to_be_focused()
    expect(pin).to_have_attribute("data-at", "0.57 0.45")
    expect(pin).to_have_accessible_name("Pin: no shark on level 2")
    expect(ada.at("token-2")).to_be_visible()  # the board hears nothing of it
    ada.tab_to(ada.at("pins-lay")).keys("Enter")
    expect(ada.page.get_by_role("button", name="Token 1, on level 2")).to_be_visible()
    pin.focus()
    ada.keys("Delete")
    expect(pin).to_have_count(0)
    expect(ada.at("ocean")).to_be_focused()
    ada.keys("Escape")
    expect(ada.at("tool-pin")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("size", ["phone", "lying-phone"])
def test_pins_with_fingers_and_faces(guests: Guests, size: str) -> None:
    ada = guests("Ada", size=SIZES[size], touch=True).come()
    ada.open_table("random", choices=("For children",))
    the_ocean(ada)
    ada.at("tool-pin").tap()
    frame = box(ada.at("ocean"))
    ada.page.touchscreen.tap(frame["x"] + 0.3 * frame["width"], frame["y"] + 0.4 * frame["height"])
    ada.at("pin-deeper").tap()
    expect(ada.at("pin-2")).to_be_visible()
    assert ada.overflow() == 0
    assert ada.sticking_out() == []
    assert ada.objections() == []
    ada.at("pins-lay").tap()
    expect(ada.at("level-2")).to_have_accessible_name("Level 2: you expect a shark")
    expect(ada.at("level-1")).to_have_accessible_name("Level 1: you expect no shark")
    ada.at("pin-remove").tap()
    expect(ada.at("pin-2")).to_have_count(0)


def test_everyone_sees_where_someone_points(guests: Guests) -> None:
    ada, bob = guests("Ada"), guests("Bob", calm=False)
    bob.follow(ada.come().open_table("open"))
    eve = guests("Eve")
    for guest in (ada, bob):
        the_ocean(guest)
    eve.page.goto(ada.page.url)
    the_ocean(eve)
    everyone = (ada, bob, eve)
    for guest in everyone:
        guest.page.evaluate(NOTE_RIPPLES)
    expect(eve.at("tool-point")).to_have_count(0)  # who may not talk does not point
    expect(eve.at("tool-pin")).to_have_count(0)
    ada.at("tool-point").click()
    tap(ada, 0.3, 0.6)
    for guest in everyone:
        assert rippled(guest, 1) == [pytest.approx([0.3, 0.6], abs=0.01)]
    expect(bob.page.get_by_role("log").filter(has_text="Ada points.")).to_have_count(1)
    for guest in everyone:
        expect(guest.at("ripple-0")).to_have_count(0)  # and it is gone again
    assert "Ada points." not in ada.heard(), "nobody is told what they do themselves"

    # By keyboard.
    bob.tab_to(bob.at("tool-point")).keys("Enter", "ArrowDown", "Enter")
    for guest in everyone:
        assert rippled(guest, 2)[1] == pytest.approx([0.5, 0.55], abs=0.01)


def test_who_is_muted_points_no_more_and_alone_with_bots_nobody_does(guests: Guests) -> None:
    ada, bob = guests("Ada"), guests("Bob")
    bob.follow(ada.come().open_table("open"))
    the_ocean(bob)
    expect(bob.at("tool-point")).to_be_visible()
    ada.at("at-table").click()
    ada.at("more-1").click()
    ada.at("mute-1").click()
    expect(bob.at("tool-point")).to_have_count(0)
    alone = guests("Cleo").come().play_now()
    the_ocean(alone)
    expect(alone.at("tool-pin")).to_be_visible()
    expect(alone.at("tool-point")).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_phrase_is_said_without_the_chat_and_stands_over_its_speaker(guests: Guests, size: str) -> None:
    ada = guests("Ada", size=SIZES[size]).come().play_now()
    ada.at("emote").click()
    expect(ada.at("emotes")).to_be_in_viewport(ratio=1)
    assert ada.objections() == []
    ada.at("emote-wow").click()
    expect(ada.at("emotes")).to_be_hidden()
    expect(ada.at("bubble-0")).to_have_text("Wow!")
    expect(ada.at("talk-lines")).to_be_hidden()


def test_in_deep_blue_too(guests: Guests) -> None:
    ada = Captain.of(guests("Ada")).against()
    ada.tab_to(ada.at("emote")).keys("Enter")
    expect(ada.at("emote-hello")).to_be_focused()
    expect(ada.at("emotes")).to_be_in_viewport(ratio=1)
    ada.keys("Enter")
    expect(ada.page.locator("[data-testid^=bubble-]")).to_have_text("Hello!")
    expect(ada.at("emote")).to_be_focused()
    assert ada.objections() == []
