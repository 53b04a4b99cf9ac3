"""A real server with the built client, and people who come to it with a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect

from fathom.server.http.web_client import STATIC
from tests.server.harbour import Running, SharedWorkers, small_services
from tests.web.guest import BOUND, HAS_DIVED, Guest

WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 640}

expect.set_options(timeout=BOUND)

TRAVELS = """
    for (const begins of ['animationstart', 'transitionrun']) {
        document.addEventListener(begins, ({ target }) => {
            const still = new Set(['opacity', 'color', 'backgroundColor', 'fill', 'stroke', 'boxShadow',
                'offset', 'computedOffset', 'easing', 'composite']);
            if (document.documentElement.dataset.motion !== 'less') return;
            for (const { effect } of target.getAnimations({ subtree: false })) {
                const moments = effect.getKeyframes();
                const moves = Object.keys(moments[0] ?? {}).filter((name) =>
                    !still.has(name) && new Set(moments.map((moment) => moment[name])).size > 1);
                if (moves.length) console.error(`travels by ${moves}: ${target.outerHTML.slice(0, 120)}`);
            }
        });
    }
"""
"""Reports whatever travels on the page of someone who asked for less motion."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests of the client: each opens tables of its own."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("The web client is not built. `make web` builds it, as `make test` does.")
    workers = SharedWorkers(1)
    running = Running(small_services(tmp_path_factory.mktemp("web"), workers))
    yield running
    running.stop()
    workers.end()


class Guests:
    """Opens browsers, one for each person, and notes whatever goes wrong in their pages."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self._chromium = chromium
        self.address = address
        self.contexts: list[BrowserContext] = []
        self.trouble: list[str] = []
        self._expected: list[str] = []

    def __call__(
        self,
        name: str = "",
        *,
        size: ViewportSize = WIDE,
        locale: str = "en-GB",
        calm: bool = True,
        touch: bool = False,
        newcomer: bool = False,
    ) -> Guest:
        """Someone with a browser of their own.

        `calm`: they asked their device for less motion. `touch`: they have fingers only. `newcomer`: they
        never finished a round, so that a coach comes to their table.
        """
        motion: Literal["reduce", "no-preference"] = "reduce" if calm else "no-preference"
        context = self._chromium.new_context(
            viewport=size, locale=locale, reduced_motion=motion, has_touch=touch
        )
        context.set_default_timeout(BOUND)
        context.add_init_script(TRAVELS)
        if not newcomer:
            context.add_init_script(HAS_DIVED)
        self.contexts.append(context)
        page = context.new_page()
        self._watch(page)
        return Guest(page, self.address, name)

    def expect_trouble(self, address: str) -> None:
        """The browser will report that this address was refused, and the test means it to be."""
        self._expected.append(address)
        self.trouble = [line for line in self.trouble if address not in line]

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        page.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        # Pictures are gone as soon as the next dive begins (D5.4), also for whoever is just fetching them.
        url = message.location["url"]
        if message.type == "error" and not any(part in url for part in ("/looks/", *self._expected)):
            self.trouble.append(f"console: {message.text} {url}")


@pytest.fixture
def guests(chromium: Browser, server: Running) -> Iterator[Guests]:
    """People with browsers. A test fails if a page of theirs reported an error that it did not expect."""
    guests = Guests(chromium, f"http://{server.host}")
    yield guests
    for context in guests.contexts:
        context.close()
    assert not guests.trouble, guests.trouble
