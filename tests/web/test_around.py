"""Around a table, in a real browser: ways in, the host's menu, clocks, stand-ins, seats that move."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.server.harbour import Running, SetClock, SharedWorkers, small_services
from tests.web.captain import Captain, short_game
from tests.web.conftest import PHONE, Guests
from tests.web.guest import Guest


def row(guest: Guest, seat: int) -> str:
    """What stands in a row of the list of seats."""
    return guest.at(f"seat-row-{seat}").inner_text()


def colour(guest: Guest, seat: int) -> str:
    """In what a seat is painted, as the browser has it."""
    paint: str = guest.at(f"seat-row-{seat}").evaluate(
        "(row, seat) => getComputedStyle(row).getPropertyValue(`--seat-${seat}`).trim()", seat
    )
    return paint


def test_strangers_and_friends_come_in_and_the_host_arranges_the_lobby(guests: Guests) -> None:
    ada, bob, cleo = guests("Ada"), guests("Bob"), guests("Cleo")
    ada.come().open_table("open", "open", "open", choices=("Companions", "Open to everyone"))
    code = ada.at("code").inner_text()

    # A table that is open to everyone is listed, and needs no invite.
    bob.come()
    bob.at("public-tables").get_by_role("link", name=re.compile("Dive Ada")).click()
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.at("code")).to_have_text(code)

    # The code opens it too, however it is typed; another one does not.
    cleo.come()
    cleo.at("type-code").fill("AAAA-AAAA")
    cleo.at("go-code").click()
    expect(cleo.page.get_by_role("alert")).to_have_text("No open table has this code.")
    guests.expect_trouble("/api/codes/")
    cleo.at("type-code").fill(code.replace("-", " ").lower())
    cleo.at("go-code").click()
    cleo.page.get_by_role("button", name="Sit down").click()
    expect(ada.at("seat-row-2")).to_contain_text("Cleo")
    for guest in (ada, bob):
        assert guest.overflow() <= 0
        assert guest.objections() == []

    # Talk, and who may not.
    for guest in (ada, bob):
        guest.at("talk").click()
    bob.page.get_by_role("button", name="Hello!").click()
    expect(ada.at("talk-lines")).to_contain_text("Bob Hello!")
    ada.at("more-1").click()
    ada.at("mute-1").click()
    expect(bob.at("seat-row-1")).to_contain_text("muted")
    bob.page.get_by_role("button", name="Wow!").click()
    expect(bob.page.get_by_role("alert")).to_have_text("The host has muted you.")
    ada.at("mute-1").click()
    expect(bob.at("seat-row-1")).not_to_contain_text("muted")
    bob.page.get_by_role("button", name="Wow!").click()
    expect(ada.at("talk-lines")).to_contain_text("Bob Wow!")

    # Everyone has a colour of their own, and a name.
    bob.at("more-1").click()
    assert bob.objections() == []
    expect(bob.at("paint-amber")).to_be_disabled()
    bob.at("paint-plum").click()
    expect(bob.at("paint-plum")).to_have_attribute("aria-pressed", "true")
    expect(ada.at("seat-row-1")).to_contain_text("Bob")
    ada.page.wait_for_function(
        "() => getComputedStyle(document.querySelector('[data-testid=seat-row-1]'))"
        ".getPropertyValue('--seat-1') === getComputedStyle(document.body).getPropertyValue('--plum')"
    )
    assert colour(ada, 1) == colour(bob, 1) != colour(ada, 0)
    bob.at("rename").fill("Roberta")
    bob.keys("Enter")
    expect(ada.at("seat-row-1")).to_contain_text("Roberta")

    # The youngest first, bots for those who did not come, and everyone is ready anew.
    expect(ada.at("seat-row-0")).to_contain_text("ready")
    ada.at("up-1").click()
    expect(bob.at("seat-row-0")).to_contain_text("Roberta")
    expect(bob.at("seats")).not_to_contain_text("ready")
    ada.at("set-seat-3").select_option("random")
    expect(bob.at("seat-row-3")).to_contain_text("(bot) Driftwood")

    # Someone else is the host, and sends someone away.
    ada.at("more-0").click()
    ada.at("hand-over-0").click()
    expect(bob.at("seat-row-0")).to_contain_text("host")
    bob.at("more-1").click()
    bob.at("kick-1").click()
    bob.at("kick-1-yes").click()
    expect(bob.at("seat-row-1")).to_contain_text("Open seat")
    # Who was sent away stays away, and with the old code nobody comes in; the host has a new link.
    ada.page.get_by_role("button", name="Sit down").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("The host has sent you away from this table.")
    guests.expect_trouble("/join")
    expect(bob.at("code")).not_to_have_text(code)
    link = bob.at("invite").input_value()
    assert "#invite=" in link
    bob.at("renew").click()
    bob.at("renew-yes").click()
    expect(bob.at("invite")).not_to_have_value(link)
    assert bob.overflow() <= 0
    assert bob.objections() == []
    expect(cleo.at("code")).to_have_text(bob.at("code").inner_text())
    cleo.at("more-2").click()
    cleo.at("stand-up").click()
    expect(bob.at("set-seat-2")).to_have_value("")


def test_a_table_with_a_clock_moves_to_another_device_and_is_closed(guests: Guests) -> None:
    ada, bob, eve, phone = (
        guests("Ada"),
        guests("Bob"),
        guests("Eve"),
        guests(size=PHONE),
    )
    bob.page.clock.install()
    ada.come()
    ada.at("friends").click()
    ada.at("clock").select_option(label="3 minutes for every decision")
    ada.page.get_by_text("Others may watch", exact=True).click()
    ada.at("create").click()
    ada.at("lobby-ready").click()
    bob.sit_down(ada.at("invite").input_value())
    for agreed in ("3 minutes for every decision", "Nobody watches"):
        expect(bob.page.get_by_role("region", name="Agreed for this table")).to_contain_text(agreed)
    bob.at("lobby-ready").click()

    # The clock runs for both, and is shown.
    for diver in (ada, bob):
        for seat in (0, 1):
            expect(diver.at(f"clock-{seat}").first).to_have_text(re.compile(r"[23]:\d\d"))
        expect(diver.at("countdown")).to_have_count(0)
    # Only when it hurries it is counted down, too.
    bob.page.clock.fast_forward(160_000)
    expect(bob.at("countdown")).to_contain_text("s left")

    # Nobody else sees what happens there.
    eve.page.goto(ada.page.url)
    guests.expect_trouble("/api/tables/")
    expect(eve.page.get_by_text("Only those who sit at this table may see")).to_be_visible()

    # A personal link brings the seat to a phone, once.
    ada.lay(2, 1)
    ada.at("at-table").click()
    assert ada.objections() == []
    ada.at("make-link").click()
    link = ada.at("personal-link").input_value()
    ada.keys("Escape")
    phone.page.goto(link)
    expect(phone.at("board")).to_be_visible()
    expect(phone.at("diver-0")).to_contain_text("you")
    assert "seat=" not in phone.page.url
    phone.at("at-table").click()
    expect(phone.at("table-menu")).to_contain_text("Ada")
    assert phone.overflow() <= 0
    assert phone.objections() == []
    phone.keys("Escape")
    eve.page.goto(link)
    expect(eve.page.get_by_text("This link belongs to no seat")).to_be_visible()

    # Whoever leaves for good leaves the seat to a bot, and the host can end it all.
    bob.at("at-table").click()
    bob.at("more-1").click()
    bob.at("resign").click()
    bob.at("resign-yes").click()
    expect(ada.at("diver-1")).to_contain_text("(bot), for Bob")
    ada.at("at-table").click()
    ada.at("close-table").click()
    ada.at("close-table-yes").click()
    ada.keys("Escape")
    expect(ada.at("note")).to_contain_text("closed this table")
    expect(phone.at("note")).to_contain_text("closed this table")


def test_a_bot_stands_in_for_someone_who_is_away(chromium: Browser, tmp_path: Path) -> None:
    clock, workers = SetClock(), SharedWorkers(1)
    running = Running(small_services(tmp_path, workers, clock=clock))
    guests = Guests(chromium, f"http://{running.host}")
    try:
        ada, bob = guests("Ada"), guests("Bob")
        bob.follow(ada.come().open_table("open"))
        expect(bob.at("board")).to_be_visible()
        table = bob.page.url
        bob.page.goto("about:blank")
        expect(ada.at("diver-1")).to_contain_text("away")
        clock.wait_for_alarm(30)
        clock.advance(30)
        ada.at("bot-for-1").click()
        expect(ada.at("diver-1")).to_contain_text("a bot plays")
        ada.lay(1, 1).ready().see_the_dive()
        expect(ada.at("round")).to_have_text("Round 2")
        # Whoever comes back has their seat again at once.
        bob.page.goto(table)
        expect(bob.at("board")).to_be_visible()
        expect(ada.at("diver-1")).not_to_contain_text("a bot plays")
        assert guests.trouble == []
    finally:
        for context in guests.contexts:
            context.close()
        running.stop()
        workers.end()


def test_deep_blue_has_clocks_and_stand_ins_too(chromium: Browser, tmp_path: Path) -> None:
    clock, workers = SetClock(), SharedWorkers(1)
    running = Running(small_services(tmp_path, workers, clock=clock))
    guests = Guests(chromium, f"http://{running.host}")
    try:
        ada, bob = Captain.of(guests("Ada")), Captain.of(guests("Bob"))
        ada.agreeing(own=short_game()).come()
        ada.choose_deep_blue().at("friends").click()
        ada.at("clock").select_option(label="3 minutes for every decision")
        ada.at("create").click()
        ada.at("lobby-ready").click()
        bob.follow(ada.at("invite").input_value())
        for captain in (ada, bob):
            expect(captain.at("decision")).to_be_visible()
        seats = {ada: 0, bob: 1}
        late, other = (ada, bob) if ada.asked() else (bob, ada)
        for captain in (ada, bob):
            expect(captain.at(f"clock-{seats[late]}")).to_have_text(re.compile(r"[23]:\d\d"))
            expect(captain.at(f"clock-{seats[other]}")).to_have_count(0)

        # Whoever takes too long is decided for.
        clock.wait_for_alarm(180)
        clock.advance(180)
        other.wait_until_asked()
        assert late.asked() == ""

        # A bot plays for whoever is away.
        table = late.page.url
        late.page.goto(late.address)
        expect(other.at(f"captain-{seats[late]}")).to_contain_text("away")
        clock.wait_for_alarm(30)
        clock.advance(30)
        other.at(f"bot-for-{seats[late]}").click()
        expect(other.at(f"captain-{seats[late]}")).to_contain_text("a bot plays")
        for button in ("hire", "slot-0", "pay"):
            other.at(button).click()
        turn = f"It is {late.name}'s turn."
        expect(other.at("log")).to_contain_text(turn)
        expect(other.at("log").locator("li").last).not_to_have_text(turn)
        late.page.goto(table)
        expect(other.at(f"captain-{seats[late]}")).not_to_contain_text("a bot plays")
        assert guests.trouble == []
    finally:
        for context in guests.contexts:
            context.close()
        running.stop()
        workers.end()


def test_others_see_a_torch_where_the_table_wants_it(guests: Guests) -> None:
    ada, bob = guests("Ada"), guests("Bob")
    bob.follow(ada.come().open_table("open", choices=("Flashlights", "See each other's flashlights")))
    for diver in (ada, bob):
        expect(diver.at("ocean")).to_have_attribute("data-state", "here")
        expect(diver.at("ocean")).to_have_attribute("data-torches", "0")
    expect(ada.at("light-above")).to_have_attribute("aria-pressed", "true")
    ada.at("ocean").hover(position={"x": 90, "y": 120})
    expect(bob.at("ocean")).to_have_attribute("data-torches", "1")
    expect(ada.at("ocean")).to_have_attribute("data-torches", "0")
