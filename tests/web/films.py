"""Films a dive of each game for docs/screens, with the client as built, as it runs on the screen:

python -m tests.web.films
"""

from __future__ import annotations

import base64
import io
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from fathom.server.host.services import Services
from scripts.browser import find_chromium
from tests.browser import FLAGS
from tests.server.harbour import Running
from tests.web.captain import DECISIONS, Captain
from tests.web.guest import BOUND, HAS_DIVED, Guest

FOLDER = Path("docs/screens")
WINDOW: ViewportSize = {"width": 1440, "height": 900}
WIDTH, HEIGHT = 720, 450
QUALITY = 55
SHORTEST = 110
"""Milliseconds for which a picture stands at least; those that come sooner are left out."""
LAST = 2000
"""Milliseconds for which the last picture stands before the film begins again."""
SECONDS = 40.0
"""A film is cut after this."""


class Film:
    """What a page shows, picture by picture, while it is filmed."""

    def __init__(self, page: Page) -> None:
        self._pictures: list[tuple[float, bytes]] = []
        self._camera = page.context.new_cdp_session(page)
        self._camera.on("Page.screencastFrame", self._take)

    def _take(self, shot: dict[str, Any]) -> None:
        self._pictures.append((float(shot["metadata"]["timestamp"]), base64.b64decode(shot["data"])))
        self._camera.send("Page.screencastFrameAck", {"sessionId": shot["sessionId"]})

    @contextmanager
    def running(self) -> Iterator[None]:
        """Film for as long as this lasts."""
        form = {"format": "jpeg", "quality": 90, "maxWidth": WINDOW["width"], "maxHeight": WINDOW["height"]}
        self._camera.send("Page.startScreencast", form)
        yield
        self._camera.send("Page.stopScreencast")

    def keep(self, name: str) -> None:
        """Write it down as a moving picture that begins again at its end."""
        begun = self._pictures[0][0]
        chosen = [self._pictures[0]]
        for shot in self._pictures[1:]:
            if shot[0] - begun < SECONDS and (shot[0] - chosen[-1][0]) * 1000 >= SHORTEST:
                chosen.append(shot)
        times = [round((later - sooner) * 1000) for (sooner, _), (later, _) in pairwise(chosen)]
        first, *others = [
            Image.open(io.BytesIO(data)).convert("RGB").resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
            for _, data in chosen
        ]
        first.save(
            FOLDER / f"{name}.webp",
            save_all=True,
            append_images=others,
            duration=[*times, LAST],
            loop=0,
            quality=QUALITY,
            method=4,
        )


def dive(page: Page, address: str) -> Film:
    """A round of Dive, from the last look until the sum at Rest."""
    ada = Guest(page, address, "Ada").come().play_now(bots=2)
    expect(ada.at("ocean")).to_have_attribute("data-rows", "5")  # all views are here
    film = Film(page)
    with film.running():
        ada.keys("1", "2", "3", "Enter")
        expect(ada.at("show-done")).to_be_visible()
    return film


def deep_blue(page: Page, address: str) -> Film:
    """A dive of Deep Blue that one leads oneself, from going down until the count."""
    ada = Captain(page, address, "Ada").against(bots=3)
    film = Film(page)
    sail_to_a_dive(ada)
    with film.running():
        dive_to_the_count(ada)
    return film


def sail_to_a_dive(captain: Captain) -> None:
    """Play on until the captain can dive."""
    for _ in range(DECISIONS):
        captain.wait_until_asked()
        if any(offer.startswith("dive-") for offer in captain.offers()):
            break
        captain.decide()


def dive_to_the_count(captain: Captain) -> None:
    """Lead a dive, until the captain's next turn or the end of the game."""
    for _ in range(DECISIONS):
        captain.decide()
        if captain.wait_until_asked() in {"choosing", "over"}:
            break


FILMS: dict[str, Callable[[Page, str], Film]] = {"dive-film": dive, "deep-blue-film": deep_blue}


def main() -> None:
    """Take all films."""
    expect.set_options(timeout=BOUND)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = Running(Services.at(Path(folder), limits=0.0))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        try:
            for name, play in FILMS.items():
                play(_page(browser), f"http://{running.host}").keep(name)
        finally:
            browser.close()
            running.stop()
            running.services.bots.close()
            running.services.looks.close()


def _page(browser: Browser) -> Page:
    context = browser.new_context(viewport=WINDOW, locale="en-GB")
    context.set_default_timeout(BOUND)
    context.add_init_script(HAS_DIVED)
    return context.new_page()


if __name__ == "__main__":
    main()
