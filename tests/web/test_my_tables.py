"""Your tables on the first page, a replay's bar, and a lesson that needs no reading, in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.server.test_replays import simulate
from tests.web.conftest import WIDE, Guests
from tests.web.guest import Guest
from tests.web.test_learn import asked

UPRIGHT: ViewportSize = {"width": 390, "height": 844}
ASIDE: ViewportSize = {"width": 844, "height": 390}

MOST_TAPS = 8
"""More than a program of five levels needs."""


@pytest.mark.parametrize("size", [WIDE, UPRIGHT], ids=["desk", "phone"])
def test_your_tables_tell_round_turn_and_age_and_can_be_taken_off(guests: Guests, size: ViewportSize) -> None:
    ada = guests("Ada", size=size).come()
    ada.open_table("open")
    ada.come().play_now()
    ada.come()
    tables = ada.at("my-table")
    expect(tables).to_have_count(2)
    # Where it is her turn comes first, though the other one is older.
    first = tables.first
    expect(first.get_by_test_id("your-turn")).to_be_visible()
    expect(first.get_by_test_id("table-round")).to_have_text("round 1")
    expect(first.get_by_test_id("table-ago")).not_to_be_empty()
    assert (ada.overflow(), ada.sticking_out(), ada.objections()) == (0, [], [])

    gone = first.get_attribute("data-table")
    first.get_by_test_id("table-remove").click()
    expect(tables).to_have_count(1)
    expect(ada.at("table-removed")).to_contain_text("You keep your seat")
    ada.come()
    expect(tables).to_have_count(1)
    # The seat is still hers.
    ada.page.goto(f"{ada.address}/table/{gone}")
    expect(ada.at("board")).to_be_visible()
    ada.come()
    tables.first.get_by_test_id("table-remove").click()
    ada.at("table-put-back").click()
    expect(tables).to_have_count(1)


@pytest.mark.parametrize("size", [WIDE, UPRIGHT, ASIDE], ids=["desk", "phone", "aside"])
def test_the_bar_of_a_replay_covers_no_space_and_cuts_no_menu(
    guests: Guests, tmp_path: Path, size: ViewportSize
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(simulate("dive"))
    ada = guests(size=size)
    ada.page.goto(f"{ada.address}/replay")
    ada.at("bring-file").set_input_files(file)
    expect(ada.at("replay-bar")).to_be_visible()
    bar = ada.at("replay-bar").bounding_box()
    board = ada.page.locator(".left").bounding_box()
    assert bar is not None
    assert board is not None
    assert board["y"] + board["height"] <= bar["y"]
    for menu in ("replay-speed", "replay-eyes"):
        cut = ada.at(menu).evaluate(
            """(it) => {
                const pen = document.createElement('canvas').getContext('2d');
                pen.font = getComputedStyle(it).font;
                return pen.measureText(it.selectedOptions[0].text).width > it.clientWidth;
            }"""
        )
        assert not cut, menu
    assert (ada.overflow(), ada.sticking_out()) == (0, [])


def follow_the_light(ada: Guest) -> None:
    """Press whatever the ring is on, until that was Ready."""
    for _ in range(MOST_TAPS):
        at = ada.at("beacon-ring").get_attribute("data-at") or ""
        ada.page.locator(at).click()
        if "ready" in at:
            return
        expect(ada.at("beacon-ring")).not_to_have_attribute("data-at", at)
    raise AssertionError("the light does not lead to Ready")


@pytest.mark.parametrize("size", [WIDE, UPRIGHT], ids=["desk", "phone"])
def test_the_lesson_for_children_needs_no_reading(guests: Guests, size: ViewportSize) -> None:
    ada = guests(size=size)
    ada.page.add_init_script(
        """
        window.spoken = [];
        window.speechSynthesis.speak = (words) => window.spoken.push([words.lang, words.text]);
        """
    )
    ada.page.goto(f"{ada.address}/learn/children")
    asked(ada, "welcome")
    expect(ada.at("coach-signs")).to_be_visible()
    expect(ada.at("coach-aloud")).to_have_attribute("aria-pressed", "true")
    ada.page.wait_for_function("window.spoken.some(([lang, text]) => lang === 'en-GB' && text)")
    ada.at("coach-next").click()
    asked(ada, "sharks")
    assert (ada.overflow(), ada.sticking_out(), ada.objections()) == (0, [], [])
    follow_the_light(ada)
    ada.see_the_dive()
    asked(ada, "sharks_dived")
    assert ada.space() == 5
    ada.at("coach-next").click()

    for step, space in (("look", 10), ("stone", 23)):
        asked(ada, step)
        expect(ada.at("beacon-ring")).to_have_count(0)
        ada.ready()
        expect(ada.at("coach-wrong")).to_be_visible()
        follow_the_light(ada)
        ada.see_the_dive()
        asked(ada, f"{step}_dived")
        if space < 23:
            assert ada.space() == space
        ada.at("coach-next").click()
    asked(ada, "end")
    ada.at("coach-aloud").click()
    expect(ada.at("coach-aloud")).to_have_attribute("aria-pressed", "false")
    ada.at("coach-next").click()
    asked(ada, "over")


@pytest.mark.parametrize("lesson", ["dive", "children"])
def test_on_a_phone_words_tokens_and_ready_are_in_the_window(guests: Guests, lesson: str) -> None:
    ada = guests(size=UPRIGHT)
    ada.page.goto(f"{ada.address}/learn/{lesson}")
    asked(ada, "welcome")
    ada.at("coach-next").click()
    asked(ada, {"dive": "x1", "children": "sharks"}[lesson])
    for what in ("coach-says", "level-5", "ready"):
        expect(ada.at(what)).to_be_in_viewport(ratio=1)
    if lesson == "dive":
        expect(ada.at("beacon-ring")).to_have_attribute("data-at", '[data-testid="token-1"]')
        ada.lay(3, 1)
        expect(ada.at("board-says")).to_contain_text("Token 3 lies on level 1")
        expect(ada.at("beacon-ring")).to_have_attribute("data-at", '[data-testid="level-1"]')
