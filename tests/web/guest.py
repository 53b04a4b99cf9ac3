"""Someone at a browser: what people do with the client, in the words of the game.

Everything waits for a condition; the bound is reached only when something is broken.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.server.harbour import Diver

BOUND = 60_000
"""Milliseconds after which a test gives up waiting."""

BEAT = 100
"""Milliseconds between two looks at what no event tells."""

MOST_ROUNDS = 36
"""Each round lifts at least one of 36 cards."""


MOST_STOPS = 60
"""So many things on a page the Tab key may stop at before a test gives up."""

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"

SMALL_OCEAN = {
    "nothing": 3,
    "shark": 2,
    "green": 1,
    "red": 1,
    "manta": 1,
    "shark_green": 1,
    "shark_red": 0,
    "shark_manta": 1,
}


ONE_CARD = {**dict.fromkeys(SMALL_OCEAN, 0), "nothing": 1}
"""An ocean that lasts a single round."""

HAS_DIVED = """
    try {
        for (const game of ['dived', 'blue-dived']) localStorage.setItem(`fathom.${game}`, 'yes');
    } catch { /* a page without storage */ }
"""
"""For every page of someone who has finished a round before, and so needs no coach."""


class Lines:
    """The lines of a page to its tables: they can be cut, and come again when they are let."""

    def __init__(self, page: Page) -> None:
        self.said: list[dict[str, Any]] = []
        """What the page has said over all of them."""
        self.heard: list[dict[str, Any]] = []
        """What it has heard over the newest one."""
        self._open: list[WebSocketRoute] = []
        self._cut = False
        page.route_web_socket("**/socket", self._through)

    def cut(self) -> None:
        """No line holds until they are let."""
        self._cut = True
        self.drop()

    def let(self) -> None:
        self._cut = False

    def drop(self) -> None:
        """Cut the newest line; the next one holds."""
        self._open[-1].close()

    def _through(self, line: WebSocketRoute) -> None:
        if self._cut:
            line.close()
            return
        self._open.append(line)
        self.heard = heard = []
        server = line.connect_to_server()

        def say(message: str | bytes) -> None:
            self.said.append(json.loads(message))
            server.send(message)

        def hear(message: str | bytes) -> None:
            heard.append(json.loads(message))
            line.send(message)

        line.on_message(say)
        server.on_message(hear)


class Guest:
    """A page, and whoever sits before it."""

    def __init__(self, page: Page, address: str, name: str) -> None:
        self.page = page
        self.address = address
        self.name = name

    def at(self, test_id: str) -> Locator:
        return self.page.get_by_test_id(test_id)

    # ── Coming in ────────────────────────────────────────────────────────────────────────────────────────

    def come(self) -> Guest:
        """Open the first page, and give a name there."""
        self.page.goto(self.address)
        if self.name:
            self.at("your-name").fill(self.name)
        return self

    def play_now(self, bots: int = 1) -> Guest:
        """One click to a game against bots."""
        self.page.locator(f"input[name=bots][value='{bots}']").check(force=True)
        self.at("play-now").click()
        expect(self.at("board")).to_be_visible()
        return self

    def open_table(self, *seats: str, choices: tuple[str, ...] = ()) -> str:
        """Open a table for these seats (the first is mine), and give the link for the others."""
        self.at("friends").click()
        for choice in choices:
            self.page.get_by_text(choice, exact=True).click()
        for index, seat in enumerate(("none",) * 4):
            if index:
                self.at(f"seat-{index}").select_option(seats[index - 1] if index <= len(seats) else seat)
        self.at("create").click()
        if "open" not in seats:
            return ""
        self.at("lobby-ready").click()
        return self.at("invite").input_value()

    def sit_down(self, invite: str) -> Guest:
        """Open an invite link and sit down."""
        self.page.goto(invite)
        self.at("your-name").fill(self.name)
        self.at("sit-down").click()
        return self

    def follow(self, invite: str) -> Guest:
        """Open an invite link, sit down and be ready."""
        self.sit_down(invite).at("lobby-ready").click()
        return self

    def take_the_seat_of(self, diver: Diver) -> Guest:
        """Come to the table where someone sits who has no browser, as that someone."""
        seat = diver.http.cookies["fathom"]
        self.page.context.add_cookies([{"name": "fathom", "value": seat, "url": self.address}])
        self.page.goto(f"{self.address}/table/{diver.table}")
        return self

    def in_a_small_ocean(self, mix: dict[str, int] = SMALL_OCEAN) -> Guest:
        """Whatever table I open has ten cards, or this mix of cards, so that a whole game is short."""

        def smaller(route: Route) -> None:
            table = route.request.post_data_json
            if isinstance(table, dict):
                table["options"]["mix"] = mix
                route.continue_(post_data=json.dumps(table))
            else:
                route.continue_()

        self.page.route("**/api/tables", smaller)
        return self

    def holding_a_line(self) -> Lines:
        """The lines of my page to its tables can be cut."""
        return Lines(self.page)

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────

    def keys(self, *keys: str) -> Guest:
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def tab_to(self, what: Locator) -> Guest:
        """Go there with the Tab key, as someone does who uses no pointer."""
        what.wait_for(state="attached")
        for _ in range(MOST_STOPS):
            if what.evaluate("it => it === document.activeElement"):
                return self
            self.keys("Tab")
        raise AssertionError(f"the Tab key does not lead to {what}")

    def lay(self, token: int, level: int) -> Guest:
        """Tap a token, tap a level."""
        self.at(f"token-{token}").click()
        self.at(f"level-{level}").click(position={"x": 12, "y": 12})
        return self

    def ready(self) -> Guest:
        self.at("ready").click()
        return self

    def see_the_dive(self) -> Guest:
        """The dive begins; skip to its end, and leave it."""
        expect(self.at("show")).to_be_visible()
        self.at("skip").click()
        self.at("show-done").click()
        expect(self.at("show")).to_have_count(0)
        return self

    @property
    def over(self) -> bool:
        """Whether the game is over; there is either a board or a result once the dive was seen."""
        expect(self.at("board").or_(self.at("result"))).to_be_visible()
        return self.at("result").is_visible()

    def space(self, who: int | str = 0) -> int:
        """Where a pawn stands."""
        return int(self.at(f"pawn-{who}").get_attribute("data-space") or -1)

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        wider: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return wider

    def sticking_out(self) -> list[str]:
        """What reaches over the edge of the window to the right or left, and can be seen."""
        found: list[str] = self.page.evaluate(
            """() => {
                const width = document.documentElement.clientWidth;
                const cut = (each) => {
                    const { overflowX, clipPath } = getComputedStyle(each);
                    return overflowX !== 'visible' || clipPath !== 'none';
                };
                const inside = (each) => {
                    for (let box = each; box && box !== document.body; box = box.parentElement) {
                        if (box !== each && cut(box)) return true;
                    }
                    return getComputedStyle(each).clipPath !== 'none';
                };
                return [...document.querySelectorAll('body *')].filter((each) => {
                    const box = each.getBoundingClientRect();
                    const over = Math.max(box.right - width, -box.left);
                    return over > 1 && box.width > 1 && box.height > 1 && !inside(each);
                }).map((each) => each.outerHTML.slice(0, 160));
            }"""
        )
        return found

    def speak(self, locale: str) -> Guest:
        """Choose a language in the bar at the top, which phones hide at a table."""
        self.at("language").evaluate(
            """(list, locale) => {
                list.value = locale;
                list.dispatchEvent(new Event('change', { bubbles: true }));
            }""",
            locale,
        )
        return self

    def heard(self) -> str:
        """The page as a screen reader has it: roles, names and text."""
        return self.page.locator("body").aria_snapshot()

    def waits_to_hear(self, parts: Iterable[str]) -> list[str]:
        """Wait until a screen reader has all of these; what it still has not at the bound."""
        missing = list(parts)
        for _ in range(BOUND // BEAT):
            heard = self.heard()
            missing = [part for part in missing if part not in heard]
            if not missing:
                break
            self.page.wait_for_timeout(BEAT)
        return missing

    def objections(self) -> list[str]:
        """What axe objects to on this page, for people who cannot see it or use no pointer."""
        if not AXE.is_file():
            raise FileNotFoundError(f"{AXE} is missing. `make web` installs it.")
        if self.page.evaluate("typeof axe === 'undefined'"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: list[str] = self.page.evaluate(
            """async () => {
                // Nothing may fade in while axe looks: half-way, every text is too pale.
                const still = new CSSStyleSheet();
                const stop = 'animation: none !important; transition: none !important';
                const all = '*:not(#nothing-has-this-name)';  // outweighs what the page itself insists on
                still.replaceSync(`${all}, ${all}::before, ${all}::after { ${stop} }`);
                const moves = document.getAnimations().some(each => each.playState !== 'finished');
                if (moves) document.adoptedStyleSheets.push(still);
                // No rule that is on needs what axe would fetch beforehand.
                const what = { resultTypes: ['violations'], preload: false };
                const { violations } = await axe.run(document, what);
                if (moves) document.adoptedStyleSheets.pop();
                return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
            }"""
        )
        return found

    def words(self) -> str:
        """Everything that can be read on the page, or heard of it."""
        text: str = self.page.evaluate(
            """() => [
                document.title,
                document.body.innerText,
                ...[...document.querySelectorAll('[aria-label]')].map((each) => each.ariaLabel),
                ...[...document.querySelectorAll('[title], [placeholder], img[alt]')].flatMap(
                    (each) => [each.title, each.placeholder, each.alt]),
            ].filter(Boolean).join('\\n')"""
        )
        return text


def play_to_the_end(*divers: Guest) -> None:
    """Everyone dives to level 3 in every round, and sees what comes of it, until the game is over."""
    for _ in range(MOST_ROUNDS):
        for diver in divers:
            diver.keys("1", "2", "3", "Enter")
        for diver in divers:
            diver.see_the_dive()
        if divers[0].over:
            return
    raise AssertionError("the game does not end")
