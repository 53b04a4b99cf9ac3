"""Pages around a game: they change their language, are never blank, and survive a broken line."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Guests


def test_what_is_wrong_with_a_page_would_be_found(guests: Guests) -> None:
    ada = guests("Ada").come()
    ada.page.evaluate("document.body.append(document.createElement('button'))")
    assert any(objection.startswith("button-name") for objection in ada.objections())
    assert ada.sticking_out() == []
    ada.page.evaluate("document.body.lastElementChild.style = 'width: 200vw; height: 9px; display: block'")
    assert any("200vw" in each for each in ada.sticking_out())


def test_the_language_can_be_changed_at_any_time_and_is_remembered(guests: Guests) -> None:
    ada = guests("Ada").come()
    expect(ada.at("play-now")).to_have_text("Play now")
    ada.at("language").select_option("nl")
    expect(ada.at("play-now")).to_have_text("Nu spelen")
    expect(ada.page.locator("html")).to_have_attribute("lang", "nl")
    ada.page.reload()
    expect(ada.at("play-now")).to_have_text("Nu spelen")
    ada.at("language").select_option("de")
    expect(ada.at("play-now")).to_have_text("Jetzt spielen")


def test_a_table_that_is_not_there_is_a_friendly_page(guests: Guests) -> None:
    ada = guests("Ada")
    ada.page.goto(f"{ada.address}/table/nowhere")
    guests.expect_trouble("/api/tables/nowhere")
    expect(ada.page.get_by_text("There is no such table here.")).to_be_visible()
    ada.page.get_by_role("button", name="Back to the surface").click()
    expect(ada.at("play-now")).to_be_visible()


def test_an_invite_that_is_wrong_is_refused_in_words(guests: Guests) -> None:
    ada, eve = guests("Ada"), guests("Eve")
    invite = ada.come().open_table("open")
    guests.expect_trouble("/join")
    eve.sit_down(invite[:-4] + "AAAA")
    expect(eve.page.get_by_role("alert")).to_contain_text("This invite does not open this table.")


def test_whoever_comes_late_watches(guests: Guests) -> None:
    ada, bob, eve = guests("Ada"), guests("Bob"), guests("Eve")
    invite = ada.come().open_table("open")
    bob.follow(invite)
    expect(bob.at("board")).to_be_visible()
    eve.page.goto(invite)
    expect(eve.at("ocean")).to_be_visible()
    expect(eve.at("board")).to_have_count(0)
    expect(eve.page.get_by_text("You are watching.")).to_be_visible()


def test_a_lost_line_is_a_quiet_bar_and_play_goes_on(guests: Guests) -> None:
    ada = guests("Ada")
    lines = ada.holding_a_line()
    ada.come().play_now()
    ada.lay(2, 1)
    lines.drop()
    expect(ada.at("lost")).to_be_visible()
    expect(ada.at("lost")).to_have_count(0)
    expect(ada.at("level-1")).to_have_accessible_name("Level 1: 2, speed 2, No shark")
    ada.ready().see_the_dive()
    expect(ada.at("round")).to_have_text("Round 2")
    assert [said["type"] for said in lines.said].count("hello") == 2


def test_your_tables_are_listed(guests: Guests) -> None:
    ada = guests("Ada").come().play_now()
    ada.page.get_by_role("link", name="Fathom").click()
    table = ada.at("my-table")
    expect(table).to_contain_text("Ada")
    expect(table.get_by_test_id("your-turn")).to_be_visible()
    table.get_by_role("link").click()
    expect(ada.at("board")).to_be_visible()


def test_ready_can_be_taken_back_in_the_lobby_and_the_start_needs_everyone(guests: Guests) -> None:
    ada, bob = guests("Ada"), guests("Bob")
    invite = ada.come().open_table("open")
    expect(ada.at("seats")).to_contain_text("ready")
    ada.at("lobby-ready").click()
    expect(ada.at("seats")).not_to_contain_text("ready")
    bob.follow(invite)
    expect(ada.at("seats")).to_contain_text("ready")
    expect(ada.at("board")).to_have_count(0)
    ada.at("lobby-ready").click()
    for diver in (ada, bob):
        expect(diver.at("board")).to_be_visible()


def test_a_page_loaded_again_can_still_reveal_what_it_announced(guests: Guests) -> None:
    ada, bob = guests("Ada"), guests("Bob")
    invite = ada.come().open_table("open")
    expect(ada.at("seats")).to_contain_text("ready")
    ada.page.reload()
    expect(ada.at("seats")).to_contain_text("ready")
    bob.follow(invite)
    for diver in (ada, bob):
        expect(diver.at("board")).to_be_visible()
