"""Taking back in a real browser: at once alone with bots, asked and agreed to, asked and refused."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from fathom.server.game import bots
from tests.server.harbour import Running
from tests.web.captain import Captain, short_game
from tests.web.conftest import Guests
from tests.web.test_deepblue import two_captains


def without_a_deck(server: Running, captain: Captain) -> None:
    """From now on no card comes up after a hire, as late in a long game: deck and discards are used up."""
    table = captain.page.url.rsplit("/", 1)[-1].partition("#")[0]
    play = server.tables._rooms[table].play
    assert play is not None
    state = play.state.copy()
    state.deck = state.discards = ()
    play._moments[-1] = replace(play.now, state=state)


def hire(captain: Captain) -> None:
    """Hire the first card that can be had."""
    captain.press(captain.at("hire"))
    captain.press(captain.page.locator("[data-testid^=slot-][aria-disabled=false]").first)
    captain.press(captain.at("pay"))


def whose_turn(*captains: Captain) -> tuple[Captain, Captain]:
    """Who is asked, and the other one."""
    one, other = captains
    for captain in captains:
        expect(captain.at("decision")).to_be_visible()
    return (one, other) if one.at("decision").get_attribute("data-mine") == "true" else (other, one)


def test_alone_with_bots_a_hire_is_taken_back_at_once(
    guests: Guests, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as the bot thinks; a card that comes up would have ended that."""

    async def thinks(*_: object) -> bytes:
        await asyncio.Event().wait()
        raise AssertionError("it never wakes")

    ada = Captain.of(guests("Ada")).agreeing(own=short_game()).against(bots=1)
    expect(ada.at("decision")).to_have_attribute("data-mine", "true")
    monkeypatch.setattr(bots, "decide", thinks)
    without_a_deck(server, ada)
    hand = ada.at("hand").inner_text()
    hire(ada)
    expect(ada.at("take-back-ask")).to_have_text("Take back")
    ada.at("take-back-ask").click()
    expect(ada.at("taken-back")).to_contain_text("Taken back: Ada hires: Helper.")
    expect(ada.at("decision")).to_have_attribute("data-mine", "true")
    expect(ada.at("take-back")).to_have_count(0)
    assert ada.at("hand").inner_text() == hand
    assert "Taken back: Ada" in ada.told()[0]
    ada.page.reload()
    expect(ada.at("log")).to_contain_text("Taken back: Ada hires: Helper.")


def test_the_others_are_asked_and_allow_it(guests: Guests, server: Running) -> None:
    me, other = whose_turn(*two_captains(guests, own=short_game()))
    without_a_deck(server, me)
    hire(me)
    expect(me.at("take-back-ask")).to_have_text("Ask to take back")
    expect(other.at("take-back")).to_have_count(0)
    me.at("take-back-ask").click()
    expect(me.at("take-back")).to_contain_text(f"Waiting for {other.name}.")
    expect(other.at("asked-back")).to_contain_text(f"{me.name} would like to take this back: {me.name} hires")
    other.page.reload()
    expect(other.at("asked-back")).to_be_visible()
    other.at("allow-back").click()
    for captain in (me, other):
        expect(captain.at("taken-back")).to_contain_text(f"Taken back: {me.name}")
        expect(captain.at("asked-back")).to_have_count(0)
    expect(me.at("decision")).to_have_attribute("data-mine", "true")
    hire(me)
    expect(other.at("decision")).to_have_attribute("data-mine", "true")


def test_the_others_are_asked_and_refuse(guests: Guests, server: Running) -> None:
    me, other = whose_turn(*two_captains(guests, own=short_game()))
    without_a_deck(server, me)
    hire(me)
    me.at("take-back-ask").click()
    me.at("take-back-never-mind").click()
    expect(other.at("asked-back")).to_have_count(0)
    me.at("take-back-ask").click()
    other.at("refuse-back").click()
    expect(me.at("take-back")).to_have_text(f"{other.name} would rather not. It stays as it is.")
    expect(other.at("asked-back")).to_have_count(0)
    expect(other.at("decision")).to_have_attribute("data-mine", "true")
