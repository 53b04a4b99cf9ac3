"""Takes the pictures of Deep Blue in docs/screens, with the client as it is built:

python -m tests.web.screens
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from scripts.browser import find_chromium
from tests.browser import FLAGS
from tests.server.harbour import Diver, Running, SetClock, SharedWorkers, bot, repeatable, small_services
from tests.server.test_deepblue import offered, play
from tests.web.captain import DECISIONS, Captain
from tests.web.guest import BOUND, Guest

FOLDER = Path("docs/screens")
QUALITY = 78
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 640}

DEEP = 3
"""So many gems have been drawn in the picture of a dive."""
PICTURES = {
    "mooring": "mooring",
    "answering": "answering",
    "deciding": "dive",
    "over": "result",
}
"""Decisions of which there is a picture as they come up."""
PATIENCE = 80
"""After so many decisions a picture that has not come up is done without."""
DECIDED = {"choosing", "steering", "mooring", "deciding", "answering", "score"}


class Album:
    """A page whose pictures are kept."""

    def __init__(self, browser: Browser, address: str, size: ViewportSize, suffix: str = "") -> None:
        context = browser.new_context(viewport=size, reduced_motion="reduce", locale="en-GB")
        context.set_default_timeout(BOUND)
        self.captain = Captain.of(Guest(context.new_page(), address, "Ada"))
        self._suffix = suffix

    def keep(self, name: str) -> None:
        """Keep what the page shows now, once it stands still."""
        page = self.captain.page
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
        picture = Image.open(io.BytesIO(page.screenshot()))
        FOLDER.mkdir(parents=True, exist_ok=True)
        picture.save(FOLDER / f"deep-blue-{name}{self._suffix}.webp", quality=QUALITY, method=6)

    def walk(self) -> None:
        """Play a game and keep the first picture of every kind of decision; then hurry to the end."""
        captain = self.captain
        captain.come()
        captain.choose_deep_blue()
        captain.at("friends").click()
        captain.page.locator("input[name=scenario]:checked").wait_for(state="attached")
        self.keep("agree")
        captain.against(bots=2)
        kept: set[str] = set()
        for number in range(DECISIONS):
            phase = captain.wait_until_asked()
            drawn = captain.at("drawn")
            if phase == "deciding" and int(drawn.get_attribute("data-count") or 0) < DEEP:
                captain.decide()
                continue
            if phase not in kept:
                kept.add(phase)
                self._see(phase)
            if "score" not in kept and captain.at("last-dive").is_visible():
                kept.add("score")
                captain.at("last-dive").click()
                self.keep("score")
                captain.at("score-done").click()
            if phase == "over":
                return
            captain.hurries = kept >= DECIDED or number > PATIENCE
            captain.decide()

    def rush(self, ada: Diver) -> None:
        """See a dive to which Ada may rush; that she gets there is played without a page."""
        self.captain.take_the_seat_of(ada)
        self.captain.wait_until_asked()
        self.keep("rushing")

    def _see(self, phase: str) -> None:
        captain = self.captain
        if phase == "choosing":
            self.keep("turn")
            captain.at("hire").click()
            captain.at("slot-1").click()
            self.keep("hire")
            captain.at("cancel").click()
        elif phase == "steering":
            captain.at("to-0").select_option(index=4)
            self.keep("sail")
        elif phase in PICTURES:
            self.keep(PICTURES[phase])


def asked_to_rush(host: str) -> Diver:
    """Someone at a table with two bots, one of whom leads a dive beside their boat."""
    ada = Diver(host, "Ada")
    ada.open(bot("diver"), bot("diver"), game="deep-blue")
    line = ada.line()
    line.until("position")
    play(SetClock(), (line,), lambda: line.view["phase"]["type"] == "rushing" and offered(line))
    return ada


def main() -> None:
    """Take all pictures."""
    workers = SharedWorkers(1)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = Running(small_services(Path(folder), workers, random=repeatable("screens")))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        try:
            ada = asked_to_rush(running.host)
            for size, suffix in ((WIDE, ""), (PHONE, "-phone")):
                Album(browser, f"http://{running.host}", size, suffix).rush(ada)
                Album(browser, f"http://{running.host}", size, suffix).walk()
        finally:
            browser.close()
            running.stop()
            workers.end()


if __name__ == "__main__":
    main()
