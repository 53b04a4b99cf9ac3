"""Takes the pictures of every screen of Dive in docs/screens/, at 360 × 640 and 1440 × 900.

python scripts/screens.py            # all of them; needs the built client (make web) and a Chromium
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from fathom.server.house import House
from scripts.browser import find_chromium
from tests.browser import FLAGS
from tests.server.harbour import Running
from tests.web.guest import BOUND, Guest

SCREENS = Path(__file__).parents[1] / "docs/screens"
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 640},
    "desk": {"width": 1440, "height": 900},
}
QUALITY = 72


def main() -> None:
    """Go through a game at each size, and keep what was seen."""
    expect.set_options(timeout=BOUND)
    SCREENS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = Running(House.at(Path(folder)))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        try:
            for name, size in SIZES.items():
                tour(browser, f"http://{running.host}", name, size)
        finally:
            browser.close()
            running.stop()
            running.house.bots.close()
            running.house.looks.close()


def tour(browser: Browser, address: str, size_name: str, size: ViewportSize) -> None:
    """Every screen of Dive, in the order in which someone comes to them."""
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    context.set_default_timeout(BOUND)
    guest = Guest(context.new_page(), address, "Ada").in_a_small_ocean()

    def keep(screen: str) -> None:
        guest.page.wait_for_timeout(400)  # fades are over
        picture = Image.open(io.BytesIO(guest.page.screenshot())).convert("RGB")
        picture.save(SCREENS / f"dive-{screen}-{size_name}.webp", quality=QUALITY, method=6)

    guest.come()
    keep("home")
    guest.at("settings").click()
    keep("settings")
    guest.at("close").click()
    guest.at("friends").click()
    keep("new-table")
    guest.page.goto(address)
    guest.open_table("open", "diver")
    keep("lobby")
    guest.page.goto(address)
    guest.open_table("diver", "random", choices=("Torches",))
    expect(guest.at("ocean")).to_have_attribute("data-rows", "5")
    guest.at("ocean").hover(position={"x": 110, "y": 110})
    keep("torch")
    guest.page.goto(address)
    guest.open_table("diver", choices=("Companions", "Village chief"))
    expect(guest.at("choose-octopus")).to_be_visible()
    keep("companions")
    guest.at("choose-octopus").click()
    expect(guest.at("ocean")).to_have_attribute("data-rows", "5")
    guest.keys("1", "3", "s", "2", "5", "ArrowLeft")
    keep("table")
    guest.ready()
    expect(guest.at("show")).to_be_visible()
    guest.keys(" ", " ", " ")
    keep("dive")
    guest.see_the_dive()
    for _ in range(10):
        if guest.over:
            break
        guest.keys("1", "2", "3", "Enter").see_the_dive()
    keep("result")
    context.close()


if __name__ == "__main__":
    main()
