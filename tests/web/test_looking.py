"""Looking in a real browser: how large the ocean is, coming closer, moving and tilting it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, ViewportSize, expect

from tests.web.conftest import Guests
from tests.web.guest import Guest

SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844},
    "lying-phone": {"width": 844, "height": 390},
    "tablet": {"width": 768, "height": 1024},
    "lying-tablet": {"width": 1024, "height": 768},
    "smallest": {"width": 360, "height": 640},
}


def box(what: Locator) -> FloatRect:
    found = what.bounding_box()
    assert found is not None
    return found


def the_ocean(guest: Guest) -> Locator:
    """The ocean, once all its views are here."""
    ocean = guest.at("ocean")
    expect(ocean).to_have_attribute("data-rows", "5")
    return ocean


def test_the_ocean_is_as_large_as_the_window_allows(guests: Guests) -> None:
    ada = guests("Ada").come().play_now()
    ocean = the_ocean(ada)
    for name, size in SIZES.items():
        ada.page.set_viewport_size(size)
        # Two frames on, everything stands where it will.
        ada.page.evaluate("() => new Promise(on => requestAnimationFrame(() => requestAnimationFrame(on)))")
        frame, ready = box(ocean), box(ada.at("ready"))
        assert ada.overflow() == 0, name
        assert ada.sticking_out() == [], name
        if name in {"desktop", "lying-tablet", "lying-phone"}:
            assert frame["height"] >= 0.6 * size["height"], name
        if name == "phone":
            assert frame["width"] >= 0.9 * size["width"]
        if name != "smallest":
            # Looking, programming and being ready need no scrolling.
            assert frame["y"] >= 0, name
            assert ready["y"] + ready["height"] <= size["height"], name
            assert frame["y"] + frame["height"] <= size["height"], name


def test_closer_the_picture_is_moved_by_dragging_and_tilted_by_its_handle(guests: Guests) -> None:
    ada = guests("Ada").come().play_now()
    ocean = the_ocean(ada)
    frame = box(ocean)
    ada.page.mouse.move(frame["x"] + 100, frame["y"] + 100)
    ada.page.mouse.wheel(0, -600)
    expect(ocean).to_have_attribute("data-zoom", re.compile(r"^[23]\."))
    expect(ocean).to_have_attribute("data-tilt", "0.00 0.00")
    before = ocean.get_attribute("data-at")
    ada.page.mouse.down()
    ada.page.mouse.move(frame["x"] + 60, frame["y"] + 140)
    ada.page.mouse.up()
    expect(ocean).not_to_have_attribute("data-at", before or "")
    expect(ocean).to_have_attribute("data-tilt", "0.00 0.00")
    there = ocean.get_attribute("data-at")
    pad = box(ada.at("tilt"))
    ada.page.mouse.move(pad["x"] + 22, pad["y"] + 22)
    ada.page.mouse.down()
    ada.page.mouse.move(pad["x"] + 80, pad["y"] + 22)
    ada.page.mouse.up()
    expect(ocean).to_have_attribute("data-tilt", "1.00 0.00")
    assert ocean.get_attribute("data-at") == there
    ada.at("tilt").press("ArrowDown")
    expect(ocean).to_have_attribute("data-tilt", "1.00 0.50")
    ada.at("tilt").press("Enter")
    expect(ocean).to_have_attribute("data-tilt", "0.00 0.00")
    assert ocean.get_attribute("data-at") == there
    expect(ocean).to_have_attribute("data-painter", "gl")


@pytest.mark.parametrize("way", ["wheel", "double-click", "button"])
def test_what_is_under_the_pointer_stays_there(guests: Guests, way: str) -> None:
    ada = guests("Ada").come().play_now()
    ocean = the_ocean(ada)
    frame = box(ocean)
    at = (0.3, 0.6)
    ada.page.mouse.move(frame["x"] + at[0] * frame["width"], frame["y"] + at[1] * frame["height"])
    if way == "wheel":
        ada.page.mouse.wheel(0, -500)
    elif way == "double-click":
        ada.page.mouse.dblclick(frame["x"] + at[0] * frame["width"], frame["y"] + at[1] * frame["height"])
    else:
        ada.at("closer").click()
    expect(ocean).not_to_have_attribute("data-zoom", "1.00")
    zoom = float(ocean.get_attribute("data-zoom") or 0)
    middle = [float(part) for part in (ocean.get_attribute("data-at") or "").split()]
    for share, centre in zip(at, middle, strict=True):
        assert centre + (share - 0.5) / zoom == pytest.approx(share, abs=0.02)


def test_a_tap_takes_a_token_back_and_one_press_clears_the_board(guests: Guests) -> None:
    ada = guests("Ada", size=SIZES["phone"], touch=True).come().play_now()
    ada.lay(3, 1).lay(5, 2)
    expect(ada.at("token-3")).to_have_count(0)
    ada.page.get_by_role("button", name="Token 3, on level 1").tap()
    expect(ada.at("token-3")).to_be_visible()
    expect(ada.at("token-5")).to_have_count(0)
    ada.at("clear").tap()
    expect(ada.at("token-5")).to_be_visible()
    expect(ada.at("clear")).to_be_hidden()


def test_talk_is_marked_until_it_is_read_and_stands_over_the_speaker(guests: Guests) -> None:
    ada, bob = guests("Ada"), guests("Bob")
    bob.follow(ada.come().open_table("open"))
    for guest in (ada, bob):
        expect(guest.at("board")).to_be_visible()
    ada.at("talk").click()
    ada.at("talk-wow").click()
    expect(bob.at("bubble-0")).to_have_text("Wow!")
    expect(bob.at("talk-unread")).to_be_visible()
    expect(ada.at("talk-unread")).to_have_count(0)
    bob.at("talk").click()
    expect(bob.at("talk-unread")).to_have_count(0)
