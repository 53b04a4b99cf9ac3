"""Takes the pictures of Dive and of the pages around any game in docs/screens, with the client as built:

python -m tests.web.dive_screens
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import BrowserContext, ViewportSize, expect, sync_playwright

from fathom.server.host.services import Services
from scripts.browser import find_chromium
from tests.browser import FLAGS
from tests.server.harbour import Running
from tests.web.guest import BOUND, HAS_DIVED, Guest
from tests.web.tour import Tour

FOLDER = Path("docs/screens")
QUALITY = 72
PICTURE = 640
SIZES: dict[str, ViewportSize] = {
    "": {"width": 1440, "height": 900},
    "-phone": {"width": 360, "height": 640},
}
LEFT_OUT = {"chosen", "closed", "ready", "watching"}
"""Screens that look almost like another one."""


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=BOUND)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = Running(Services.at(Path(folder), picture_size=PICTURE, limits=0.0))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        contexts: list[BrowserContext] = []

        def guest(name: str) -> Guest:
            context = browser.new_context(viewport=SIZES[""], reduced_motion="reduce", locale="en-GB")
            context.set_default_timeout(BOUND)
            context.add_init_script(HAS_DIVED)
            contexts.append(context)
            return Guest(context.new_page(), f"http://{running.host}", name)

        try:
            Tour(guest, keep).go()
        finally:
            browser.close()
            running.stop()
            running.services.bots.close()
            running.services.looks.close()


def keep(name: str, guest: Guest) -> None:
    """Keep what the page shows now at both sizes, once it stands still."""
    if name in LEFT_OUT:
        return
    page = guest.page
    for suffix, size in SIZES.items():
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        picture = Image.open(io.BytesIO(page.screenshot()))
        picture.save(FOLDER / f"{_file(name)}{suffix}.webp", quality=QUALITY, method=6)
    page.set_viewport_size(SIZES[""])


def _file(name: str) -> str:
    around = {"home", "settings", "new-table", "lobby", "lobby-host", "join", "at-table", "nowhere"}
    return name if name in around else f"dive-{name}"


if __name__ == "__main__":
    main()
