"""Someone who plays Deep Blue at a browser: every decision through what the page offers."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

from playwright.sync_api import Error, Page, Route, expect

from tests.web.guest import Guest

DECISIONS = 1500
"""No game of these tests takes so many."""

MOMENT = 200
"""Milliseconds for which one captain is looked at before it is another's turn to be."""


def short_chart() -> dict[str, Any]:
    """A chart on which everything is one move from everything, so that games are short."""
    places: list[dict[str, Any]] = [{"id": "harbour", "name": "Harbour", "kind": "harbour", "at": [60, 500]}]
    for number in range(15):
        kind = "starter" if number < 6 else "site"
        at = [220 + 170 * (number % 5), 120 + 330 * (number // 5)]
        places.append({"id": f"site-{number}", "name": f"Site {number + 1}", "kind": kind, "at": at})
    routes = [[one["id"], other["id"]] for one, other in combinations(places, 2)]
    return {"name": "The Pond", "places": places, "routes": routes}


def easy_crew() -> dict[str, Any]:
    """A crew of which everyone sails far, pays well, and holds a card that any gem fulfils."""
    starting = [
        {"id": "rower", "name": "Rower", "count": 2, "propeller": 4},
        {"id": "singer", "name": "Singer", "count": 2, "on": "any", "gems": 1, "vp": 2, "money": 2},
    ]
    return {"starting": starting, "market": [{"id": "helper", "name": "Helper", "count": 30, "propeller": 2}]}


def short_game(**bag: int) -> dict[str, Any]:
    """A box for a short game, with these gems in the bag; without dangers if none are named."""
    gems = {"bag": bag or {"silver": 12}, "supply": {}}
    return {"chart": short_chart(), "crew": easy_crew(), "gems": gems}


class Captain(Guest):
    """A page at a Deep Blue table."""

    def __init__(self, page: Page, address: str, name: str) -> None:
        super().__init__(page, address, name)
        self.draws = 4
        """A leader ends the dive when so many gems have been drawn."""
        self.rushes = True
        """Whether all boats rush to every dive."""

    @classmethod
    def of(cls, guest: Guest) -> Captain:
        """The same person, with a captain's hat; what others do is shown at once."""
        guest.page.add_init_script("localStorage.setItem('fathom.pace', 'at-once')")
        return cls(guest.page, guest.address, guest.name)

    def agreeing(self, **options: Any) -> Captain:
        """Whatever table I open has these options."""

        def agreed(route: Route) -> None:
            table = route.request.post_data_json
            if isinstance(table, dict):
                table["options"] = {**table["options"], **options}
                route.continue_(post_data=json.dumps(table))
            else:
                route.continue_()

        self.page.route("**/api/tables", agreed)
        return self

    def choose_deep_blue(self) -> Captain:
        self.page.locator("input[name=game][value='deep-blue']").check(force=True)
        return self

    def against(self, bots: int = 1, level: str = "") -> Captain:
        """One click to a game against bots."""
        self.come()
        self.choose_deep_blue()
        self.page.locator(f"input[name=bots][value='{bots}']").check(force=True)
        if level:
            self.page.locator(".level select").select_option(level)
        self.at("play-now").click()
        expect(self.at("deep-blue")).to_be_visible()
        return self

    # ── Deciding ─────────────────────────────────────────────────────────────────────────────────────────

    def asked(self) -> str:
        """The phase in which this captain is awaited now; "" while someone else is, "over" at the end."""
        found: str = self.page.evaluate(
            """() => {
                if (document.querySelector('[data-testid=result]')) return 'over';
                const panel = document.querySelector('[data-testid=decision]');
                return panel?.dataset.mine === 'true' ? panel.dataset.phase : '';
            }"""
        )
        return found

    def wait_until_asked(self) -> str:
        """Wait until this captain decides something, or the game is over."""
        self.page.wait_for_function(_ASKED)
        return self.asked()

    def is_asked_soon(self) -> bool:
        """Whether this captain is asked within a moment; otherwise one looks at the next."""
        try:
            self.page.wait_for_function(_ASKED, timeout=MOMENT)
        except Error:
            return False
        return True

    def decide(self) -> str:
        """Decide whatever is asked, in a simple way, and give its phase."""
        phase = self.asked()
        stamp = self._stamp()
        match phase:
            case "choosing":
                self.take_turn()
            case "steering":
                self.steer_to_wrecks()
            case "playing":
                # With nothing to play one is passed for.
                for card in self.page.locator("[data-testid=hand] button[aria-disabled=false]").all():
                    card.click()
                if self.page.locator("[data-testid=hand] button[aria-pressed=true]").count():
                    self.at("play").click()
            case "deciding":
                drawn = int(self.at("drawn").get_attribute("data-count") or 0)
                self.option("go-on" if drawn < self.draws else "end-dive")
            case "answering":
                self.page.locator("[data-testid^=option-]").first.click()
            case "rushing":
                rushes = self.page.locator("[data-testid^=option-rush]")
                (rushes.last if self.rushes else rushes.first).click()
            case "taking" | "approaching" | "mooring" | "leading":
                self.page.locator("[data-testid^=option-]").first.click()
            case _:
                return phase
        self._moved_on(stamp)
        return phase

    def option(self, action: str) -> None:
        self.page.locator(f"[data-testid^=option-{action}]").first.click()

    def take_turn(self) -> None:
        """Dive if possible, else sail, rest, hire or pass."""
        dives = self.page.locator("[data-testid^=dive-]")
        if dives.count():
            dives.first.click()
        elif self.at("sail").is_enabled():
            self.at("sail").click()
            self.at("pay").click()
        elif self.at("rest").is_enabled():
            self.at("rest").click()
        elif self.at("hire").is_enabled():
            self.at("hire").click()
            self.page.locator("[data-testid^=slot-][aria-disabled=false]").first.click()
            self.at("pay").click()
        else:
            self.at("pass").click()

    def steer_to_wrecks(self) -> None:
        """Send the first boat, then the second, to a wreck that can be reached: face-down ones first."""
        for boat in (0, 1):
            ends: list[str] = self.page.evaluate(
                """boat => [...document.querySelectorAll(`[data-testid=to-${boat}] option`)]
                    .map(option => option.value).filter(Boolean)
                    .map(place => [place, document.querySelector(`[data-testid=place-${place}]`)])
                    .map(([place, drawn]) => [place, drawn.dataset.wreck])
                    .sort((one, other) => 'down up none'.indexOf(one[1]) - 'down up none'.indexOf(other[1]))
                    .filter(([, wreck]) => wreck !== 'none' || boat === 0)
                    .map(([place]) => place)""",
                boat,
            )
            if ends:
                self.at(f"to-{boat}").select_option(ends[0])
        self.at("steer").click()

    def _stamp(self) -> str:
        return str(self.page.evaluate(_STAMP))

    def _moved_on(self, before: str) -> None:
        self.page.wait_for_function(f"before => ({_STAMP}) !== before", arg=before)

    def told(self) -> list[str]:
        """The log, the newest first."""
        lines: list[str] = self.at("log").locator("li").all_inner_texts()
        return lines


_ASKED = """() => document.querySelector('[data-testid=result]')
    || document.querySelector('[data-testid=decision][data-mine=true]')"""

_STAMP = """(() => {
    const table = document.querySelector('[data-testid=deep-blue]');
    const over = !!document.querySelector('[data-testid=result]');
    return [table?.dataset.number, table?.dataset.live, over].join('/');
})()"""


def play_to_the_end(*captains: Captain) -> None:
    """Everyone decides whatever they are asked, until the game is over."""
    for _ in range(DECISIONS):
        if len(captains) == 1:
            captains[0].wait_until_asked()
        for captain in captains:
            if captain.asked() or captain.is_asked_soon():
                captain.decide()
        if captains[0].asked() == "over":
            return
    raise AssertionError("the game does not end")
