"""Whoever has never finished a round of Dive on a device is coached at the first real table."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.web.conftest import WIDE, Guests
from tests.web.guest import Guest

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL: ViewportSize = {"width": 360, "height": 640}

CLEAR = """
    () => {
        const words = document.querySelector('[data-testid=beacon]');
        const it = document.querySelector(words.dataset.at);
        const ring = document.querySelector('[data-testid=beacon-ring]');
        if (!it || !ring) return false;
        const [a, b, c] = [words, it, ring].map((each) => each.getBoundingClientRect());
        const off = a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom;
        const lit = c.left <= b.left && c.top <= b.top && c.right >= b.right && c.bottom >= b.bottom;
        const all = [a, b].every((each) => each.left >= 0 && each.top >= 0 && each.right <= innerWidth
            && each.bottom <= innerHeight);
        return off && lit && all;
    }
"""
"""The ring is around what the words are about, which they do not cover; and both are in the window."""

BOXES = """
    () => [...document.querySelectorAll('main *')]
        .filter((each) => !each.matches('[data-testid^=beacon], [data-testid=beacon] *'))
        .filter((each) => each.checkVisibility() && !each.closest('svg, canvas'))
        .map((each) => each.getBoundingClientRect())
        .map(({ left, top, width, height }) => [left, top, width, height].map(Math.round).join(' '))
"""
"""Where everything at the table is, but for the coach."""

LEAVE = "document.querySelector('[data-testid=beacon-leave]').getBoundingClientRect().height"


def told(guest: Guest, about: str, words: str) -> None:
    """The coach says this now, about that, without covering it."""
    expect(guest.at("beacon")).to_have_attribute("data-at", about)
    expect(guest.at("beacon-says")).to_contain_text(words)
    expect(guest.page.locator("[aria-live]", has_text=words).first).to_be_attached()
    guest.page.wait_for_function(CLEAR)


@pytest.mark.parametrize("size", [WIDE, PHONE, SMALL], ids=["wide", "phone", "small"])
def test_coached_through_the_first_round(guests: Guests, size: ViewportSize) -> None:
    """The coach follows what is really done, and leaves after the round."""
    ada = guests("Ada", size=size, newcomer=True, touch=size is not WIDE).come().play_now()
    told(ada, '[data-testid="token-1"]', "Take an air token")
    assert ada.page.evaluate(LEAVE) >= 44
    assert not ada.sticking_out()
    assert ada.objections() == []

    ada.at("token-2").click()
    told(ada, '[data-testid="level-1"]', "Lay it on level 1")
    # A level left out: the server says what is wrong, and the ring is where the token is missing.
    ada.at("level-2").click(position={"x": 12, "y": 12})
    told(ada, '[data-testid="level-1"]', "1")
    ada.lay(3, 1)
    told(ada, '[data-level="2"] .face', "Look at card 2")
    ada.page.locator('[data-level="2"] .face').click()
    told(ada, '[data-testid="ready"]', "Each level that is right")
    ada.lay(5, 3)
    told(ada, '[data-level="3"] .face', "Look at card 3")
    ada.at("beacon-answer").click()
    told(ada, '[data-testid="ready"]', "Each level that is right")

    ada.ready().see_the_dive()
    expect(ada.at("board")).to_be_visible()
    expect(ada.at("beacon")).to_have_count(0)
    ada.page.reload()
    expect(ada.at("board")).to_be_visible()
    expect(ada.at("beacon")).to_have_count(0)


def test_coached_with_keys_alone_and_sent_away(guests: Guests) -> None:
    """Keys do all that the coach asks for, and one press sends it away for good."""
    rik = guests("Rik", locale="nl-NL", newcomer=True).come().play_now()
    told(rik, '[data-testid="token-1"]', "Pak een luchtfiche")
    rik.keys("1")
    told(rik, '[data-level="1"] .face', "Kijk in de oceaan naar kaart 1")
    rik.keys("s")
    told(rik, '[data-testid="ready"]', "Elk level dat klopt")
    rik.tab_to(rik.at("beacon-leave"))
    before = rik.page.evaluate(BOXES)
    rik.keys("Enter")
    expect(rik.at("beacon")).to_have_count(0)
    assert rik.page.evaluate(BOXES) == before, "nothing moves for the coach"
    rik.page.reload()
    expect(rik.at("board")).to_be_visible()
    expect(rik.at("beacon")).to_have_count(0)


def test_children_are_coached_level_by_level(guests: Guests) -> None:
    mia = guests("Mia", size=PHONE, locale="de-DE", newcomer=True).come()
    mia.open_table("random", choices=("Für Kinder",))
    told(mia, '[data-testid="level-1"]', "Schau im Ozean auf Karte 1")
    mia.at("level-1").click()
    told(mia, '[data-testid="level-2"]', "Schau im Ozean auf Karte 2")
    for level in range(2, 6):
        told(mia, f'[data-testid="level-{level}"]', f"Karte {level}")
        mia.at("beacon-answer").click()
    told(mia, '[data-testid="ready"]', "Jede Tiefe, die stimmt")
    expect(mia.at("level-1")).to_have_attribute("aria-pressed", "true")
    expect(mia.at("level-2")).to_have_attribute("aria-pressed", "false")
