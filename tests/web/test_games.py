"""Whole games of Dive in a real browser, through a real server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fathom.dive import DiveGame
from fathom.table.record import read_record, verify
from tests.web.conftest import Guests
from tests.web.guest import MOST_ROUNDS, play_to_the_end


def test_two_browsers_play_through_the_invite_link_to_the_end(guests: Guests) -> None:
    ada, bob = guests("Ada").in_a_small_ocean(), guests("Bob")
    invite = ada.come().open_table("open")
    expect(ada.at("seats").get_by_role("combobox")).to_have_value("")  # open, says the first choice

    bob.follow(invite)
    for diver in (ada, bob):
        expect(diver.at("board")).to_be_visible()
        expect(diver.at("diver-0")).to_contain_text("Ada")
        expect(diver.at("diver-1")).to_contain_text("Bob")
    play_to_the_end(ada, bob)

    expect(bob.at("result")).to_be_visible()
    assert (
        ada.at("result").locator("ol").first.inner_text() == bob.at("result").locator("ol").first.inner_text()
    )


def test_one_person_against_a_bot_with_the_pointer_alone(guests: Guests, tmp_path: Path) -> None:
    ada = guests("Ada").in_a_small_ocean().come().play_now(bots=1)
    for _ in range(MOST_ROUNDS):
        ada.lay(2, 1).lay(5, 2).lay(1, 2)
        expect(ada.at("level-2")).to_have_accessible_name("Level 2: 1 + 5, speed 6, No shark")
        ada.ready().see_the_dive()
        if ada.over:
            break
    assert ada.at("result").is_visible()

    with ada.page.expect_download() as downloading:
        ada.at("record").click()
    record = tmp_path / "record.json"
    downloading.value.save_as(record)
    assert verify(DiveGame(), read_record(record.read_bytes())) > 0
    assert json.loads(record.read_bytes())["players"][0] == "Ada"


def test_the_keyboard_is_enough(guests: Guests) -> None:
    ada = guests("Ada").in_a_small_ocean()
    ada.page.goto(ada.address)
    ada.tab_to(ada.at("play-now")).keys("Enter")
    expect(ada.at("board")).to_be_visible()

    ada.keys("4", "s", "2", "5", "ArrowLeft")
    expect(ada.at("level-1")).to_have_accessible_name("Level 1: 4, speed 4, Shark")
    expect(ada.at("level-2")).to_have_accessible_name("Level 2: 2 + 5, speed 7, No shark")
    ada.keys("Backspace")
    expect(ada.at("level-2")).to_have_accessible_name("Level 2: 2, speed 2, No shark")
    expect(ada.at("announcer")).to_contain_text("Token 5 put aside.")

    for _ in range(MOST_ROUNDS):
        ada.keys("Enter")
        expect(ada.at("show")).to_be_visible()
        ada.keys("Escape")
        expect(ada.at("show-done")).to_be_visible()
        ada.keys("Escape")
        if ada.over:
            break
        ada.keys("1", "2")
    assert ada.at("result").is_visible()


def test_tokens_can_be_dragged(guests: Guests) -> None:
    ada = guests("Ada").come().play_now()
    ada.at("token-3").drag_to(ada.at("level-1"))
    expect(ada.at("level-1")).to_have_accessible_name("Level 1: 3, speed 3, No shark")
    ada.page.get_by_role("button", name="Token 3, on level 1").drag_to(ada.at("level-2"))
    expect(ada.at("level-1")).to_have_accessible_name("Level 1: empty")
    expect(ada.at("level-2")).to_have_accessible_name("Level 2: 3, speed 3, No shark")
    ada.page.get_by_role("button", name="Token 3, on level 2").drag_to(ada.at("ocean"))
    expect(ada.at("level-2")).to_have_accessible_name("Level 2: empty")


@pytest.mark.clause("D3.2")
def test_a_refused_program_is_refused_in_words(guests: Guests) -> None:
    ada = guests("Ada").come().play_now()
    ada.ready()
    expect(ada.at("board-says")).to_have_text("Place at least one air token.")
    ada.lay(4, 3)
    expect(ada.at("board-says")).to_contain_text("Level 1 is empty, but level 3 is not.")
    ada.ready()
    expect(ada.at("board-says")).to_contain_text("Level 1 is empty, but level 3 is not.")
    ada.page.get_by_test_id("language").select_option("de")
    expect(ada.at("board-says")).to_contain_text("Tiefe 1 ist leer, Tiefe 3 aber nicht.")
    ada.lay(1, 1).lay(2, 2).ready()
    expect(ada.at("show")).to_be_visible()


@pytest.mark.clause("D3.6")
def test_ready_can_be_taken_back_while_someone_is_missing(guests: Guests) -> None:
    ada, bob = guests("Ada"), guests("Bob")
    bob.follow(ada.come().open_table("open"))
    expect(ada.at("board")).to_be_visible()
    ada.lay(3, 1).ready()
    expect(bob.at("diver-0")).to_contain_text("ready")
    ada.at("take-back").click()
    expect(bob.at("diver-0")).to_contain_text("programming")
    expect(ada.at("level-1")).to_have_accessible_name("Level 1: 3, speed 3, No shark")


def test_a_reload_in_the_middle_of_a_round_goes_on(guests: Guests) -> None:
    ada, bob = guests("Ada"), guests("Bob")
    bob.follow(ada.come().open_table("open"))
    expect(ada.at("board")).to_be_visible()
    ada.lay(3, 1).lay(5, 2)
    ada.page.reload()
    expect(ada.at("level-2")).to_have_accessible_name("Level 2: 5, speed 5, No shark")
    ada.ready()
    expect(ada.at("take-back")).to_be_visible()
    ada.page.reload()
    expect(ada.at("take-back")).to_be_visible()
    expect(ada.at("level-1")).to_have_accessible_name("Level 1: 3, speed 3, No shark")
    bob.lay(1, 1).ready()
    ada.see_the_dive()
    bob.see_the_dive()
    expect(ada.at("round")).to_have_text("Round 2")
    assert [ada.space(0), ada.space(1)] == [bob.space(0), bob.space(1)]


def test_nothing_is_told_of_a_dive_before_it_is_shown(guests: Guests) -> None:
    ada = guests("Ada").come().play_now()
    ada.lay(1, 1)
    expect(ada.at("board-says")).to_have_text("Ready to dive.")
    ada.page.clock.install()
    ada.page.clock.pause_at(ada.page.evaluate("Date.now() + 1000"))
    ada.ready()
    expect(ada.at("show")).to_be_visible()
    assert ada.space(0) == ada.space(1) == 0
    expect(ada.at("stage")).to_have_attribute("data-lifted", "0")
    expect(ada.at("show-words").locator("p")).to_have_text(
        ["Everyone turns over their program.", "Now lift the top card."]
    )
    ada.see_the_dive()
    expect(ada.at("round-list")).to_contain_text("Card 1:")
