"""Longer ways through Dive: alone, with three friends, over the network, through breaks and restarts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from fathom.server.serving import EVERYWHERE, reachable
from tests.server.harbour import Running, SharedWorkers, small_services
from tests.web.conftest import PHONE, Guests
from tests.web.guest import MOST_ROUNDS, play_to_the_end


def test_from_nothing_to_the_first_program_in_three_clicks(guests: Guests) -> None:
    ada = guests()
    ada.page.goto(ada.address)
    ada.at("play-now").click()
    ada.at("token-1").click()
    ada.at("level-1").click(position={"x": 12, "y": 12})
    expect(ada.at("level-1")).to_have_accessible_name("Level 1: 1, speed 1, No shark")


@pytest.mark.clause("D9.1")
def test_alone_against_the_chief_with_a_screen_reader_to_a_fair_end(guests: Guests) -> None:
    ada = guests("Ada").in_a_small_ocean().come()
    ada.open_table(choices=("Village chief",))
    expect(ada.at("board")).to_be_visible()
    board = ("Descent board", "Your diver board", "Token 5, aside")
    assert not ada.waits_to_hear((*board, "Divers", "Village chief", "I'm ready"))
    ada.keys("1", "2", "Enter")
    expect(ada.at("show")).to_be_visible()
    assert not ada.waits_to_hear(['rowheader "Village chief'])  # and where the chief stands
    ada.see_the_dive()
    expect(ada.at("round-list")).to_contain_text("Card 1:")
    for _ in range(MOST_ROUNDS):
        if ada.over:
            break
        ada.keys("1", "2", "Enter").see_the_dive()
    expect(ada.at("moments").get_by_role("listitem").first).to_be_visible()
    parts = ("Standings", "The race", "Key moments", "Was the shuffle fair?", "Download the record")
    assert not ada.waits_to_hear(parts)

    ada.at("check-fairness").click()
    expect(ada.at("fairness")).to_contain_text("follow from the seed that was fixed before the game")

    def steered(route: Route) -> None:
        record = route.fetch().json()
        number, purpose, index, sides, value = record["outcomes"][5]
        record["outcomes"][5] = [number, purpose, index, sides, (value + 1) % sides]
        route.fulfill(body=json.dumps(record), content_type="application/json")

    ada.page.route("**/record", steered)
    ada.at("check-fairness").click()
    expect(ada.at("fairness")).to_contain_text("does not follow from the seed")


@pytest.mark.clause("D8.0")
def test_four_browsers_with_companions(guests: Guests) -> None:
    divers = [guests(name) for name in ("Ada", "Bob", "Cleo", "Dan")]
    ada, *friends = divers
    invite = ada.come().open_table("open", "open", "open", choices=("Companions",))
    for friend in friends:
        friend.follow(invite)
    for diver, wish in zip(divers, ("turtle", "dolphins", "great-white", "clownfish"), strict=True):
        diver.at(f"choose-{wish}").click()
    ada.at("use-companion").click()
    ada.at("use-companion-yes").click()
    friends[0].at("use-companion").click()
    friends[0].page.get_by_role("button", name="Dan").click()
    for diver in divers:
        expect(diver.at("announcer")).to_contain_text("Bob gives the small dolphin to Dan.")
        diver.keys("1", "2", "Enter")
    for diver in divers:
        diver.see_the_dive()
        expect(diver.at("round")).to_have_text("Round 2")
    assert len({tuple(diver.space(seat) for seat in range(4)) for diver in divers}) == 1


def test_coming_back_in_the_middle_of_every_phase(guests: Guests) -> None:
    ada, bob = guests("Ada").in_a_small_ocean(), guests("Bob")
    invite = ada.come().open_table("open", choices=("Companions",))
    ada.page.reload()
    bob.follow(invite)

    expect(ada.at("choose-octopus")).to_be_visible()
    ada.page.reload()
    ada.at("choose-octopus").click()
    ada.page.reload()
    expect(ada.at("take-back")).to_be_visible()
    bob.at("choose-clownfish").click()

    expect(ada.at("board")).to_be_visible()
    ada.page.reload()
    ada.lay(1, 1).ready()
    expect(ada.at("take-back")).to_be_visible()
    ada.page.reload()
    expect(ada.at("take-back")).to_be_visible()
    bob.lay(1, 1).ready()
    expect(ada.at("show")).to_be_visible()
    ada.page.reload()
    expect(ada.at("board")).to_be_visible()
    expect(ada.at("round-list")).to_contain_text("Card 1:")
    bob.see_the_dive()
    play_to_the_end(ada, bob)
    ada.page.reload()
    expect(ada.at("result")).to_be_visible()


def test_the_server_is_started_again_during_a_round(chromium: Browser, tmp_path: Path) -> None:
    workers = SharedWorkers(1)
    running = Running(small_services(tmp_path, workers))
    guests = Guests(chromium, f"http://{running.host}")
    try:
        ada = guests("Ada").come().play_now()
        ada.lay(2, 1).lay(3, 2)
        expect(ada.at("board-says")).to_have_text("Ready to dive.")
        running.stop()
        expect(ada.at("lost")).to_contain_text("The server will be back in a moment")
        running = Running(small_services(tmp_path, workers), port=running.port)
        expect(ada.at("lost")).to_have_count(0)
        expect(ada.at("level-2")).to_have_accessible_name("Level 2: 3, speed 3, No shark")
        ada.ready().see_the_dive()
        expect(ada.at("round")).to_have_text("Round 2")
    finally:
        for context in guests.contexts:
            context.close()
        running.stop()
        workers.end()


def test_a_game_over_the_network(chromium: Browser, tmp_path: Path) -> None:
    """At an address that is not loopback, over plain HTTP: browsers give such a page less."""
    workers = SharedWorkers(1)
    running = Running(small_services(tmp_path, workers), host=EVERYWHERE)
    others = reachable(running.socket)[1:]
    if not others:
        pytest.fail("This machine has no address but loopback.")
    guests = Guests(chromium, others[0])
    try:
        ada, bob = guests("Ada").in_a_small_ocean(), guests("Bob", size=PHONE, touch=True)
        invite = ada.come().open_table("open")
        assert ada.page.evaluate("[isSecureContext, !!crypto.subtle, !!navigator.clipboard]") == [False] * 3
        assert invite.startswith(others[0])
        expect(ada.at("qr")).to_be_visible()
        expect(ada.at("loopback")).to_have_count(0)
        # The link is copied the old way: what is pasted is what was copied.
        ada.page.get_by_role("button", name="Copy").click()
        expect(ada.page.get_by_role("button", name="Copied")).to_be_visible()
        ada.at("talk").click()
        ada.at("talk-text").focus()
        ada.keys("Control+v")
        expect(ada.at("talk-text")).to_have_value(invite)
        bob.follow(invite)
        for diver in (ada, bob):
            expect(diver.at("board")).to_be_visible()
        # A device that may not be felt is not offered to be; everything else tilts.
        expect(bob.at("ocean")).to_have_attribute("data-state", "here")
        expect(bob.page.get_by_role("button", name="Tilt by moving the device")).to_have_count(0)
        play_to_the_end(ada, bob)
        bob.at("check-fairness").click()
        expect(bob.at("fairness")).to_contain_text(re.compile("outcomes follow"))
        assert guests.trouble == []
    finally:
        for context in guests.contexts:
            context.close()
        running.stop()
        workers.end()
