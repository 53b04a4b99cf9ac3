"""Lessons in a browser: taken from start to finish, with wrong moves, and what is said about them."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import ViewportSize, expect

from tests.web.captain import Captain
from tests.web.conftest import Guests
from tests.web.guest import Guest

PHONE: ViewportSize = {"width": 360, "height": 640}
MESSAGES = Path(__file__).parents[2] / "web/messages/learn"


def words(language: str, key: str) -> str:
    said: str = json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8"))[f"learn_{key}"]
    return said


def asked(guest: Guest, step: str) -> None:
    """This step is next, and nothing is being told any more."""
    expect(guest.page.locator(f"[data-testid=coach][data-step={step}][data-telling=false]")).to_be_visible()


def heard(guest: Guest, text: str) -> None:
    expect(guest.at("announcer")).to_contain_text(text)


def wrong(guest: Guest, text: str, clause: str) -> None:
    """The coach says what was wrong, to everyone, and leads to the rule."""
    expect(guest.at("coach-wrong")).to_contain_text(text)
    heard(guest, text)
    expect(guest.at("coach").get_by_test_id("why")).to_have_attribute("href", f"/rules/{clause}")


def in_order(guest: Guest) -> None:
    assert (guest.overflow(), guest.sticking_out(), guest.objections()) == (0, [], [])


def next_by_keys(guest: Guest) -> None:
    guest.tab_to(guest.at("coach-next")).keys("Enter")


def dive_by_keys(guest: Guest, after: str, *keys: str) -> None:
    """Lay a program, dive, and leave what is shown of it."""
    guest.keys(*keys, "Enter")
    expect(guest.at("show")).to_be_visible()
    guest.keys("Escape", "Escape")
    asked(guest, after)


def test_the_first_lesson_of_dive_by_keyboard_on_a_phone_in_german(guests: Guests) -> None:
    ada = guests(size=PHONE, locale="de-DE").come()
    ada.tab_to(ada.at("learn")).keys("Enter")
    asked(ada, "welcome")
    expect(ada.at("coach-says")).to_have_text(words("de", "dive_welcome"))
    heard(ada, words("de", "dive_welcome"))
    in_order(ada)
    next_by_keys(ada)

    asked(ada, "x1")
    ada.keys("1", "ArrowRight", "Enter")
    wrong(ada, "Tiefe 1 ist leer", "dive#D3.2")
    ada.keys("1", "ArrowLeft", "3", "s", "Enter")
    wrong(ada, words("de", "dive_x1_short"), "dive#D3.2")
    in_order(ada)
    # The coach hangs over the table, but whatever has the focus can be seen.
    ada.tab_to(ada.at("ready"))
    assert ada.at("ready").evaluate(
        """(it) => {
            const box = it.getBoundingClientRect();
            return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === it;
        }"""
    )
    ada.at("coach").focus()
    dive_by_keys(ada, "x1_dived", "4", "5", "ArrowLeft", "2")
    assert ada.space() == 5
    expect(ada.at("coach-wrong")).to_have_count(0)
    next_by_keys(ada)

    asked(ada, "x3b")
    ada.keys("1", "2", "Enter")
    wrong(ada, words("de", "dive_x3b_first"), "dive#D4.2")
    dive_by_keys(ada, "x3b_dived", "1", "s")
    next_by_keys(ada)

    asked(ada, "x2")
    ada.keys("2", "Enter")
    wrong(ada, words("de", "dive_x2_tie"), "dive#D4.5")
    dive_by_keys(ada, "x2_dived", "5", "ArrowLeft")
    # Back, and the same again: the others have not moved.
    ada.tab_to(ada.at("coach-back")).keys("Enter")
    asked(ada, "x2")
    assert [ada.space(seat) for seat in range(3)] == [6, 7, 13]
    ada.at("coach").focus()
    dive_by_keys(ada, "x2_dived", "5")
    next_by_keys(ada)

    asked(ada, "x3")
    ada.keys("1", "2", "s", "3", "4", "Enter")
    wrong(ada, words("de", "dive_x3_deep"), "dive#D4.4")
    ada.keys("4", "Backspace")
    dive_by_keys(ada, "x3_dived")
    assert [ada.space(seat) for seat in range(3)] == [19, 16, 18]
    next_by_keys(ada)

    asked(ada, "x5")
    ada.keys("5", "s", "4", "3", "Enter")
    wrong(ada, words("de", "dive_x5_slow"), "dive#D4.5")
    dive_by_keys(ada, "x5_dived", "2", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    expect(ada.at("result")).to_be_visible()
    expect(ada.at("again")).to_have_count(0)
    next_by_keys(ada)
    asked(ada, "end")
    next_by_keys(ada)
    asked(ada, "over")
    in_order(ada)
    ada.page.goto(f"{ada.address}/learn")
    expect(ada.at("lessons")).to_contain_text(words("de", "finished"))
    in_order(ada)


def test_the_first_lesson_of_deep_blue_on_a_desk_in_dutch(guests: Guests) -> None:
    ada = Captain.of(guests(locale="nl-NL"))
    ada.page.goto(f"{ada.address}/learn/deep-blue")
    asked(ada, "welcome")
    expect(ada.at("coach-says")).to_have_text(words("nl", "deep_blue_welcome"))
    ada.at("coach-next").click()

    asked(ada, "hire")
    ada.at("hire").click()
    ada.at("slot-3").click()
    ada.at("pay").click()
    wrong(ada, words("nl", "deep_blue_hire_slot"), "deep-blue#B4.3")
    in_order(ada)
    ada.at("slot-1").click()
    expect(ada.at("card-purser")).to_have_attribute(
        "aria-pressed", "true"
    )  # it scores nothing, and is proposed
    for card in ("purser", "gold-diver"):
        ada.at(f"card-{card}").click()
    ada.at("pay").click()
    asked(ada, "hired")
    heard(ada, words("nl", "deep_blue_hired"))
    ada.at("coach-next").click()

    asked(ada, "sail")
    ada.at("sail").click()
    ada.at("to-0").select_option("drowned-forest")
    ada.at("steer").click()
    wrong(ada, words("nl", "deep_blue_sail_few"), "deep-blue#B5.1")
    ada.at("card-deckhand").click()
    ada.at("steer").click()
    asked(ada, "steer")
    wrong(ada, words("nl", "deep_blue_steer_stay"), "deep-blue#B5.1")
    ada.at("to-1").select_option("black-reef")
    ada.at("steer").click()
    asked(ada, "approach")
    ada.at("option-approach-1").click()
    wrong(ada, words("nl", "deep_blue_approach_other"), "deep-blue#B5.5")
    ada.at("option-approach-0").click()
    asked(ada, "moor")
    ada.at("option-moor-0").click()
    asked(ada, "moor_again")
    ada.at("option-moor-1").click()
    asked(ada, "sailed")
    ada.at("coach-next").click()
    asked(ada, "rest")
    ada.at("rest").click()
    asked(ada, "rested")
    ada.at("coach-next").click()

    asked(ada, "y4")
    ada.at("dive-moonpool").click()
    asked(ada, "y4_gold")
    ada.at("play-none").click()
    wrong(ada, words("nl", "deep_blue_y4_gold_kept"), "deep-blue#B8.6")
    in_order(ada)
    ada.at("play").click()
    asked(ada, "y4_on")
    ada.option("end-dive")
    wrong(ada, words("nl", "deep_blue_end_early"), "deep-blue#B8.1")
    ada.option("go-on")
    asked(ada, "y4_again")
    ada.option("go-on")
    asked(ada, "y4_warning")
    # Whoever comes back later goes on where they were, with every gem that was drawn.
    ada.page.reload()
    asked(ada, "y4_warning")
    expect(ada.at("drawn")).to_have_attribute("data-count", "3")
    ada.at("coach-next").click()
    for step in ("y4_green", "y4_third", "y4_red"):
        asked(ada, step)
        ada.option("go-on")
    asked(ada, "y4_ruby")
    ada.at("play").click()
    for step in ("y4_black", "y4_hazard"):
        asked(ada, step)
        ada.option("go-on")
    asked(ada, "y4_answer")
    ada.option("surface")
    wrong(ada, words("nl", "deep_blue_surfaced"), "deep-blue#B8.5")
    ada.option("protect")
    asked(ada, "y4_end")
    ada.option("end-dive")
    asked(ada, "y4_scored")
    ada.at("last-dive").click()
    for seat, points in enumerate((18, 29, 2)):
        expect(ada.at(f"tally-{seat}").locator("td").last).to_have_text(str(points))
    ada.at("score-done").click()
    ada.at("coach-next").click()

    asked(ada, "y5_answer")
    ada.option("protect")
    asked(ada, "y5_both")
    expect(ada.at("play")).to_contain_text("+")  # what fits is chosen, and its points are on the button
    ada.at("play").click()
    asked(ada, "y5_scored")
    ada.at("coach-next").click()
    asked(ada, "city")
    ada.at("dive-far-shelf").click()
    asked(ada, "y2")
    ada.at("play").click()
    asked(ada, "city_end")
    ada.option("end-dive")
    asked(ada, "over")
    expect(ada.at("result")).to_be_visible()
    ada.at("coach-next").click()
    ada.at("coach-play").click()
    expect(ada.at("decision")).to_be_visible()
    expect(ada.at("coach")).to_have_count(0)


def test_a_chapter_is_begun_left_and_taken_up_again_and_what_is_asked_is_pointed_at(guests: Guests) -> None:
    ada = Captain.of(guests(size=PHONE, locale="de-DE", touch=True))
    ada.page.goto(f"{ada.address}/learn")
    expect(ada.at("chapter-deep-blue-2").locator("svg")).to_have_count(0)
    ada.at("chapter-deep-blue-2").click()
    asked(ada, "rest")
    ada.page.wait_for_function(POINTED, arg="[data-testid=rest]")
    ada.at("rest").click()
    asked(ada, "rested")
    ada.at("coach-next").click()
    asked(ada, "y4")
    ada.page.wait_for_function(POINTED, arg="[data-testid=dive-moonpool]")
    assert (ada.overflow(), ada.sticking_out()) == (0, [])

    ada.at("coach-leave").click()
    expect(ada.at("chapter-deep-blue-2").locator("svg")).to_have_count(1)
    expect(ada.at("lesson-deep-blue")).to_contain_text("Ein ganzer Tauchgang")
    assert ada.objections() == []
    ada.at("lesson-deep-blue").click()
    asked(ada, "y4")
    for step in ("rested", "rest", "sail"):
        ada.at("coach-back").click()
        asked(ada, step)
    ada.page.wait_for_function(POINTED, arg="[data-testid=sail]")
    ada.at("sail").click()
    ada.page.wait_for_function(POINTED, arg="[data-testid=place-drowned-forest]")
    ada.at("to-0").select_option("drowned-forest")
    ada.page.wait_for_function(POINTED, arg="[data-testid=boat-1]")
    ada.at("boat-1").click()
    ada.page.wait_for_function(POINTED, arg="[data-testid=place-black-reef]")
    ada.at("to-1").select_option("black-reef")
    ada.page.wait_for_function(POINTED, arg="[data-testid=steer]")
    ada.at("steer").click()
    asked(ada, "approach")


POINTED = """
    selector => {
        const ring = document.querySelector('[data-testid=beacon-ring]')?.getBoundingClientRect();
        const it = document.querySelector(selector)?.getBoundingClientRect();
        return ring && it && ring.left <= it.left && ring.top <= it.top && ring.right >= it.right
            && ring.bottom >= it.bottom && ring.width < it.width + 20 && it.bottom <= innerHeight + 1;
    }
"""
"""The ring of light lies around this, and it is in the window."""


def test_the_short_lessons_open_from_the_list(guests: Guests) -> None:
    ada = guests(size=PHONE)
    for lesson, step in (("companions", "choose"), ("chief", "welcome"), ("scenarios", "welcome")):
        ada.page.goto(f"{ada.address}/learn")
        ada.at(f"lesson-{lesson}").click()
        asked(ada, step)
        expect(ada.at("coach-says")).to_have_text(words("en", f"{lesson}_{step}"))
        assert (ada.overflow(), ada.sticking_out()) == (0, [])
