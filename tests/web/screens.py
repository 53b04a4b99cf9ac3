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
from tests.server.harbour import Running, SharedWorkers, a_house, repeatable
from tests.web.captain import DECISIONS, Captain
from tests.web.guest import BOUND, Guest

FOLDER = Path("docs/screens")
QUALITY = 78
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 760}


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
        """Play a game and keep the first picture of every kind of decision."""
        captain = self.captain
        kept: set[str] = set()
        captain.against(bots=2)
        for _ in range(DECISIONS):
            phase = captain.wait_until_asked()
            if phase == "choosing" and phase not in kept:
                self.keep("turn")
                captain.at("hire").click()
                captain.at("slot-1").click()
                self.keep("hire")
                captain.at("cancel").click()
            if phase == "steering" and phase not in kept:
                captain.at("to-0").select_option(index=4)
                self.keep("sail")
            if phase in {"mooring", "rushing", "answering"} and phase not in kept:
                self.keep(phase)
            drawn = captain.at("drawn")
            deep = drawn.count() > 0 and int(drawn.get_attribute("data-count") or 0) >= 3
            if phase == "deciding" and phase not in kept and deep:
                self.keep("dive")
            if phase != "deciding" or deep:
                kept.add(phase)
            if captain.at("last-dive").is_visible() and "score" not in kept:
                kept.add("score")
                captain.at("last-dive").click()
                self.keep("score")
                captain.at("score-done").click()
            if phase == "over":
                self.keep("result")
                return
            captain.decide()


def main() -> None:
    """Take all pictures."""
    workers = SharedWorkers(1)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = Running(a_house(Path(folder), workers, random=repeatable("screens")))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        try:
            for size, suffix in ((WIDE, ""), (PHONE, "-phone")):
                Album(browser, f"http://{running.host}", size, suffix).walk()
        finally:
            browser.close()
            running.stop()
            workers.end()


if __name__ == "__main__":
    main()
