"""The versions of Dive in a real browser: children, the village chief, companions."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Guests


@pytest.mark.clause("D7.1", "D7.2")
def test_the_children_s_version_to_the_end(guests: Guests) -> None:
    ada = guests("Ada").in_a_small_ocean().come()
    ada.open_table("random", choices=("For children",))
    expect(ada.at("board")).to_be_visible()
    ada.at("level-2").click()
    expect(ada.at("level-2")).to_have_accessible_name("Level 2: you expect a shark")
    ada.keys("2", "3")
    expect(ada.at("level-2")).to_have_accessible_name("Level 2: you expect no shark")
    expect(ada.at("level-3")).to_have_accessible_name("Level 3: you expect a shark")
    for _ in range(3):
        ada.ready().see_the_dive()
        if ada.over:
            break
    expect(ada.at("result")).to_be_visible()


@pytest.mark.clause("D9.1", "D9.4")
def test_one_diver_alone_against_the_village_chief(guests: Guests) -> None:
    ada = guests("Ada").in_a_small_ocean().come()
    ada.open_table(choices=("Village chief",))
    expect(ada.at("board")).to_be_visible()
    ada.lay(1, 1).ready()
    expect(ada.at("show").get_by_role("rowheader", name="Village chief")).to_be_visible()
    ada.see_the_dive()
    assert ada.space("chief") > 0
    for _ in range(10):
        if ada.over:
            break
        ada.keys("1", "2", "Enter").see_the_dive()
    expect(ada.at("result")).to_be_visible()


def test_what_does_not_go_together_is_not_offered(guests: Guests) -> None:
    ada = guests("Ada").come()
    ada.at("friends").click()
    expect(ada.page.get_by_label("Companions")).to_have_count(1)
    ada.page.get_by_text("For children", exact=True).click()
    expect(ada.page.get_by_label("Companions")).to_have_count(0)
    expect(ada.page.get_by_label("Village chief")).to_have_count(0)
    ada.at("seat-1").select_option("none")
    expect(ada.at("create")).to_be_disabled()


@pytest.mark.clause("D8.0", "D8.1", "D8.2")
def test_companions_are_chosen_and_used(guests: Guests) -> None:
    ada, bob = guests("Ada"), guests("Bob")
    bob.sit_down(ada.come().open_table("open", choices=("Companions",)))
    expect(bob.at("youngest")).to_contain_text("Without an answer lots are drawn.")
    ada.at("youngest-0").click()
    expect(bob.at("youngest")).to_contain_text("Ada is the youngest.")
    for diver in (ada, bob):
        diver.at("lobby-ready").click()
    for diver in (ada, bob):
        diver.at("choose-octopus").click()
    expect(bob.at("choose-says")).to_contain_text("Ada is the youngest and comes first.")
    expect(bob.at("choose-octopus")).to_have_count(0)
    bob.at("choose-orca").click()

    expect(ada.at("ocean")).to_have_attribute("data-state", "here")
    ada.at("use-companion").click()
    ada.at("ocean").click(position={"x": 100, "y": 120})
    ada.at("lay-octopus").click()
    expect(bob.at("announcer")).to_contain_text("Ada lays the octopus on the ocean.")

    ada.lay(3, 1)
    expect(ada.at("board-says")).to_have_text("Ready to dive.")
    bob.at("use-companion").click()
    bob.at("use-companion-yes").click()
    for diver in (ada, bob):
        expect(diver.at("countdown")).to_contain_text("Orca!")
    # Nobody says ready: at 0 what lies on the boards is dived, and an empty board is token 1 on level 1.
    for diver in (ada, bob):
        expect(diver.at("show")).to_be_visible()
    rows = ada.at("show").get_by_role("row")
    expect(rows.filter(has_text="Ada")).to_contain_text("speed 3")
    expect(rows.filter(has_text="Bob")).to_contain_text("speed 1")


@pytest.mark.clause("D8.0", "D8.2")
def test_a_ready_diver_calls_the_orca_beside_the_board_on_a_phone(guests: Guests) -> None:
    ada, bob = guests("Ada", size={"width": 390, "height": 844}), guests("Bob")
    bob.follow(ada.come().open_table("open", choices=("Companions",)))
    ada.at("choose-orca").click()
    bob.at("choose-turtle").click()
    ada.lay(3, 1).ready()
    expect(ada.at("ready-orca")).to_be_in_viewport()
    expect(ada.at("level-1")).to_be_in_viewport()
    ada.at("ready-orca").click()
    expect(ada.at("ready-orca-yes")).to_be_focused()
    expect(ada.at("ready-orca-yes")).to_be_in_viewport()
    assert (ada.overflow(), ada.objections()) == (0, [])
    ada.keys("Enter")
    for diver in (ada, bob):
        expect(diver.at("countdown")).to_contain_text("Orca!")
    expect(ada.at("take-back")).to_be_visible()
    expect(ada.at("ready-orca")).to_have_count(0)


@pytest.mark.clause("D8.3", "D8.5")
def test_the_tiles_that_belong_to_a_program(guests: Guests) -> None:
    ada, bob = guests("Ada"), guests("Bob")
    bob.follow(ada.come().open_table("open", choices=("Companions",)))
    ada.at("choose-clownfish").click()
    bob.at("choose-anglerfish").click()

    ada.lay(2, 1)
    ada.page.get_by_role("button", name="Clownfish: +3 on one level").click()
    ada.at("level-1").click(position={"x": 12, "y": 12})
    expect(ada.at("level-1")).to_have_accessible_name("Level 1: 2, speed 5, No shark")

    bob.keys("1", "2", "3")
    sixth = bob.page.get_by_role("button", name="Level 6: Not used")
    sixth.click()
    expect(bob.at("board-says")).to_contain_text("The anglerfish needs a token on each of the five levels.")
    bob.keys("4", "5")
    expect(bob.at("board-says")).to_have_text("Ready to dive.")
    ada.ready()
    bob.ready()
    for diver in (ada, bob):
        diver.see_the_dive()
        expect(diver.at("round")).to_have_text("Round 2")
