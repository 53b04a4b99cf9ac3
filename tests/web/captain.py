"""Someone who plays Deep Blue at a browser: every decision through what the page offers."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any, Self

from playwright.sync_api import Error, Locator, Page, Route, expect

from tests.web.guest import Guest

DECISIONS = 1500
"""No game of these tests takes so many."""

MOMENT = 150
"""Milliseconds for which one captain is looked at before it is another's turn to be."""

CITY = {"temple", "sea-gate", "market-hall", "palace"}
"""The wrecks that are parts of the Sunken City."""


def short_chart(*, river: bool = False) -> dict[str, Any]:
    """A chart on which everything is one move from everything, so that games are short. Up a river everything
    comes one after the other.
    """
    places: list[dict[str, Any]] = [{"id": "harbour", "name": "Harbour", "kind": "harbour", "at": [60, 500]}]
    for number in range(15):
        kind = "starter" if number < 6 else "site"
        at = [220 + 170 * (number % 5), 120 + 330 * (number // 5)]
        places.append({"id": f"site-{number}", "name": f"Site {number + 1}", "kind": kind, "at": at})
    near = pairwise(places) if river else combinations(places, 2)
    routes = [[one["id"], other["id"]] for one, other in near]
    return {"name": "The Pond", "places": places, "routes": routes}


def easy_crew() -> dict[str, Any]:
    """A crew of which everyone sails far, pays well, and holds cards that any gem fulfils."""
    starting = [
        {"id": "rower", "name": "Rower", "count": 2, "propeller": 4},
        {"id": "singer", "name": "Singer", "count": 2, "on": "any", "gems": 1, "vp": 2, "money": 3},
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
        self.hurries = False
        """Whether only the city counts: it is looked for and dived to, and nothing else is."""
        self.looks: Callable[[str], None] = lambda _: None
        """Is told what is being put together, whenever that has changed."""
        self.was_passed_for = False
        """Whether this captain has been passed for with nothing to play."""

    @classmethod
    def of(cls, guest: Guest) -> Self:
        """The same person, with a captain's hat; what others do is shown at once."""
        # Firefox runs this on the empty page too, where nothing can be kept.
        pace = "if (location.protocol === 'http:') localStorage.setItem('fathom.blue-pace', 'at-once')"
        guest.page.add_init_script(pace)
        return cls(guest.page, guest.address, guest.name)

    def agreeing(self, **options: Any) -> Self:
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

    def choose_deep_blue(self) -> Self:
        self.page.locator("input[name=game][value='deep-blue']").check(force=True)
        return self

    def against(self, bots: int = 1, level: str = "") -> Self:
        """One click to a game against bots."""
        self.come()
        self.choose_deep_blue()
        self.page.locator(f"input[name=bots][value='{bots}']").check(force=True)
        if level:
            self.page.locator(".level select").select_option(level)
        self.at("play-now").click()
        expect(self.at("deep-blue")).to_be_visible()
        return self

    # ── With which hand ──────────────────────────────────────────────────────────────────────────────────

    def press(self, control: Locator) -> None:
        """Press a button, a card or a place on the chart."""
        control.click()

    def pick(self, field: Locator, value: str) -> None:
        """Choose this value in a field with a list."""
        field.select_option(value)

    def tick(self, box: Locator) -> None:
        """Tick a box."""
        box.check()

    # ── Deciding ─────────────────────────────────────────────────────────────────────────────────────────

    def asked(self) -> str:
        """The phase in which this captain is awaited now; "" while someone else is, "over" at the end."""
        found: str = self.page.evaluate(_PHASE)
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

    def offers(self) -> list[str]:
        """What can be pressed now to decide something."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll('[data-testid=decision] button:not(:disabled)')]
                .map(each => each.dataset.testid).filter(Boolean)"""
        )
        return found

    def decide(self) -> str:
        """Decide whatever is asked, in a simple way, and give its phase."""
        phase, stamp = self.page.evaluate(f"[({_PHASE})(), {_STAMP}]")
        match phase:
            case "choosing":
                self.take_turn()
            case "steering":
                self.steer_to_wrecks()
            case "playing":
                self.play_cards()
            case "deciding":
                drawn = int(self.at("drawn").get_attribute("data-count") or 0)
                self.option("go-on" if drawn < self.draws else "end-dive")
            case "rushing":
                rushes = self.page.locator("[data-testid^=option-rush]")
                self.press(rushes.last if self.rushes else rushes.first)
            case "answering" | "taking" | "approaching" | "mooring" | "leading":
                self.press(self.page.locator("[data-testid^=option-]").first)
            case _:
                return str(phase)
        self.page.wait_for_function(f"before => {_STAMP} !== before", arg=stamp)
        return str(phase)

    def option(self, action: str) -> None:
        self.press(self.page.locator(f"[data-testid^=option-{action}]").first)

    def play_cards(self) -> None:
        """Play whatever fits, which is chosen already, in a hurry no other in this dive. With nothing to play
        one is passed for; whoever has seen that once says it themselves if they are quicker.
        """
        cards = self.page.locator("[data-testid=hand] button[aria-disabled=false]").all()
        if cards and self.hurries:
            self.tick(self.at("last"))
        if cards:
            self.press(self.at("play"))
        elif self.was_passed_for:
            self.page.evaluate("document.querySelector('[data-testid=play]')?.click()")
        self.was_passed_for |= not cards

    def take_turn(self) -> None:
        """Dive if possible, else sail, rest, hire or pass; in a hurry for the city alone."""
        offers = self.offers()
        dives = [offer for offer in offers if offer.startswith("dive-")]
        if self.hurries:
            dives = self._what_finds_the_city(dives)
        if dives:
            self.press(self.at(dives[0]))
        elif "sail" in offers:
            self.press(self.at("sail"))
            self.looks("sailing")
            self.steer_to_wrecks()
        elif "rest" in offers:
            self.press(self.at("rest"))
        elif "hire" in offers:
            self.press(self.at("hire"))
            self.looks("hiring")
            self.press(self.page.locator("[data-testid^=slot-][aria-disabled=false]").first)
            self.looks("paying")
            self.press(self.at("pay"))
        else:
            self.press(self.at("pass"))

    def _what_finds_the_city(self, dives: list[str]) -> list[str]:
        """Those of these dives that lead to a part of the city; all of them once nothing lies face down."""
        cities, down = self.page.evaluate(
            """names => [
                [...document.querySelectorAll('[data-tile]')]
                    .filter(place => names.includes(place.dataset.tile))
                    .map(place => place.dataset.testid.replace('place-', 'dive-')),
                document.querySelectorAll('[data-wreck=down]').length,
            ]""",
            sorted(CITY),
        )
        return [dive for dive in dives if dive in cities] or ([] if down else dives)

    def steer_to_wrecks(self) -> None:
        """Send each boat to a wreck of its own that can be reached: face-down ones first."""
        chosen: list[str] = []
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
            ends = [end for end in ends if end not in chosen]
            if ends:
                self.pick(self.at(f"to-{boat}"), ends[0])
                chosen.append(ends[0])
        self.looks("course")
        self.press(self.at("steer"))

    def turn_to(self, tab: str) -> None:
        """Bring this to the stage, on a narrow screen; on a wide one it is there."""
        if self.at(f"tab-{tab}").is_visible():
            self.press(self.at(f"tab-{tab}"))

    def told(self) -> list[str]:
        """The log, the newest first."""
        lines: list[str] = self.at("log").locator("li").all_inner_texts()
        return lines[::-1]


class KeyboardCaptain(Captain):
    """A captain without any pointer. A control is walked to with Tab the first time that one of its kind is
    needed, which shows that it can be reached; after that it is jumped to, to save time.
    """

    def __init__(self, page: Page, address: str, name: str) -> None:
        super().__init__(page, address, name)
        self.walked: set[str] = set()
        """The kinds of control that Tab has led to."""

    def walk_to(self, control: Locator, key: str = "Tab") -> None:
        """Go to a control with Tab alone."""
        for _ in range(STOPS):
            if control.evaluate("each => each === document.activeElement"):
                return
            self.keys(key)
        raise AssertionError(f"{key} never leads to {control}")

    def press(self, control: Locator) -> None:
        self._reach(control)
        self.keys("Enter")

    def pick(self, field: Locator, value: str) -> None:
        self._reach(field)
        steps: int = field.evaluate(
            "(field, value) => [...field.options].findIndex(each => each.value === value)"
            " - field.selectedIndex",
            value,
        )
        self.keys(*["ArrowDown" if steps > 0 else "ArrowUp"] * abs(steps))
        expect(field).to_have_value(value)

    def tick(self, box: Locator) -> None:
        self._reach(box)
        self.keys("Space")

    def _reach(self, control: Locator) -> None:
        kind = (control.get_attribute("data-testid") or "").rstrip("0123456789").rstrip("-")
        if kind in self.walked:
            control.focus()
        else:
            self.walk_to(control)
            self.walked.add(kind)


STOPS = 150
"""No page has so many places where Tab stops."""

_ASKED = """() => document.querySelector('[data-testid=result]')
    || document.querySelector('[data-testid=decision][data-mine=true]')"""

_PHASE = """() => {
    if (document.querySelector('[data-testid=result]')) return 'over';
    const panel = document.querySelector('[data-testid=decision]');
    return panel?.dataset.mine === 'true' ? panel.dataset.phase : '';
}"""

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
        if all(captain.asked() == "over" for captain in captains):
            return
    raise AssertionError("the game does not end")
