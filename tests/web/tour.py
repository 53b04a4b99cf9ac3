"""A tour of every screen of Dive and of the pages around any game, in whatever language, through one server.

`Tour(guests, look).go()` calls `look(name, guest)` at each. Nothing here reads a word from the page, so that
the tour can be made in any language, also in one that nobody speaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from playwright.sync_api import expect

from tests.web.guest import MOST_ROUNDS, Guest

Look = Callable[[str, Guest], None]

REFUSED = re.compile(r"\bbad\b")
"""How the line below the board is marked when the server has refused: other hints may stand there before."""


class Invites(Protocol):
    """Gives people with browsers."""

    def __call__(self, name: str, /) -> Guest: ...


class Tour:
    """Two divers and whoever watches them go through everything that can be seen."""

    def __init__(self, guests: Invites, look: Look) -> None:
        self._guests = guests
        self._look = look

    def go(self) -> None:
        """All of it."""
        self.before_a_game()
        self.with_companions()
        self.in_the_dark_to_the_end()
        self.with_children()
        self.where_nothing_is()

    def before_a_game(self) -> None:
        """The first page, and what people choose there."""
        ada = self._guests("Ada").come()
        expect(ada.at("friends")).to_be_enabled()
        self._look("home", ada)
        ada.at("settings").click()
        self._look("settings", ada)
        ada.at("close").click()
        ada.at("friends").click()
        expect(ada.at("create")).to_be_visible()
        self._look("new-table", ada)

    def with_companions(self) -> None:
        """A table of two with companions, from its lobby to its untimely end."""
        ada, bob, eve = self._guests("Ada"), self._guests("Bob"), self._guests("Eve")
        lines = ada.holding_a_line()
        invite = _open(ada, "open", agreed=("companions",))
        expect(ada.at("set-seat-1")).to_be_visible()
        self._look("lobby", ada)
        bob.page.goto(invite)
        expect(bob.at("sit-down")).to_be_visible()
        self._look("join", bob)
        bob.sit_down(invite)
        expect(ada.at("more-1")).to_be_visible()
        bob.at("talk").click()
        bob.at("talk-hello").click()
        ada.at("talk").click()
        for seat in (0, 1):
            ada.at(f"more-{seat}").click()
        expect(ada.at("talk-lines").get_by_role("listitem")).to_have_count(1)
        self._look("lobby-host", ada)
        bob.at("lobby-ready").click()
        ada.at("lobby-ready").click()

        expect(ada.at("choose-octopus")).to_be_visible()
        self._look("choosing", ada)
        ada.at("choose-octopus").click()
        expect(ada.at("take-back")).to_be_visible()
        self._look("chosen", ada)
        bob.at("choose-orca").click()

        _see(ada)
        self._look("planning", ada)
        ada.at("use-companion").click()
        ada.at("ocean").click(position={"x": 90, "y": 110})
        self._look("octopus", ada)
        ada.at("lay-octopus").click()
        ada.keys("4", "2", "s", "5", "ArrowLeft", "1", "ArrowRight", "ArrowRight")
        ada.at("ready").click()
        expect(ada.at("board-says")).to_have_class(REFUSED)
        self._look("refused", ada)
        eve.page.goto(ada.page.url)
        _see(eve)
        self._look("watching", eve)
        ada.at("at-table").click()
        self._look("at-table", ada)
        ada.at("make-link").click()
        expect(ada.at("personal-link")).to_be_visible()
        ada.keys("Escape")
        lines.drop()
        expect(ada.at("lost")).to_be_visible()
        expect(ada.at("lost")).to_have_count(0)

        ada.keys("1", "ArrowLeft", "ArrowLeft").ready()
        expect(ada.at("take-back")).to_be_visible()
        self._look("ready", ada)
        bob.at("use-companion").click()
        bob.at("use-companion-yes").click()
        expect(bob.at("countdown")).to_be_visible()
        self._look("countdown", bob)
        bob.keys("1", "2", "Enter")
        expect(ada.at("show")).to_be_visible()
        self._look("dive", ada)
        ada.page.reload()  # whoever looks for long has seen the dive end by itself
        expect(ada.at("round-list")).to_be_visible()
        _see(ada)
        self._look("second-round", ada)
        ada.at("at-table").click()
        ada.at("close-table").click()
        ada.at("close-table-yes").click()
        ada.keys("Escape")
        expect(ada.at("note")).to_be_visible()
        self._look("closed", ada)

    def in_the_dark_to_the_end(self) -> None:
        """Alone against the chief, with torches, soundings and a clock, to the result."""
        ada = self._guests("Ada").in_a_small_ocean()
        _open(ada, agreed=("chief", "flashlight", "soundings", "torches"), clock=180)
        _see(ada)
        ada.at("soundings").click()
        expect(ada.at("sounding-list")).to_be_visible()
        self._look("soundings", ada)
        ada.at("soundings").click()
        self._look("torch", ada)
        for dived in range(MOST_ROUNDS):
            ada.keys("1", "2", "3").ready()
            expect(ada.at("show")).to_be_visible()
            ada.at("skip").click()
            expect(ada.at("show-done")).to_be_visible()
            if not dived:
                self._look("dive-end", ada)
            ada.at("show-done").click()
            if ada.over:
                break
        ada.at("check-fairness").click()
        expect(ada.at("fairness")).not_to_be_empty()
        self._look("result", ada)

    def with_children(self) -> None:
        """The children's version."""
        ada = self._guests("Ada")
        ada.come()
        ada.at("friends").click()
        ada.page.locator("input[name=version]").last.check(force=True)
        ada.at("seat-1").select_option("random")
        ada.at("create").click()
        _see(ada)
        ada.keys("2")
        self._look("children", ada)

    def where_nothing_is(self) -> None:
        """Where nothing is."""
        ada = self._guests("Ada")
        ada.page.goto(f"{ada.address}/table/nowhere")
        expect(ada.page.get_by_role("heading")).to_be_visible()
        self._look("nowhere", ada)


def _open(guest: Guest, *seats: str, agreed: tuple[str, ...] = (), clock: int | None = None) -> str:
    """Open a table with these agreements, and give the link for others."""
    guest.come()
    guest.at("friends").click()
    for name in agreed:
        guest.page.locator(f"input[name={name}]").check(force=True)
    if clock is not None:
        terms = guest.at("clock").locator(f"option[value*='{clock}']").first.get_attribute("value")
        guest.at("clock").select_option(terms)
    for index in range(1, 4):
        guest.at(f"seat-{index}").select_option(seats[index - 1] if index <= len(seats) else "none")
    guest.at("create").click()
    return guest.at("invite").input_value() if "open" in seats else ""


def _see(guest: Guest) -> None:
    """The picture of the ocean is there, with all that can be tilted."""
    expect(guest.at("ocean")).to_have_attribute("data-rows", "5")
