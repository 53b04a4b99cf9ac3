"""Measures what tilting the ocean costs the browser's main thread, by Chromium's own tracing.

    python bench/tilt.py                 # 640 × 640 pictures, in a window of 1440 × 900
    python bench/tilt.py --painter paper --torch

Frames per second say nothing here: a headless Chromium paints WebGL in software. What counts is what the
page's own thread does per frame, and that no task of it is so long that a person would notice.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.browsing import Work, a_browser, work_while
from tests.web.guest import Guest
from tests.web.test_ocean import NO_WEBGL

BUDGET_FRAME_MS, BUDGET_TASK_MS = 4.0, 50.0


def main() -> None:
    """Tilt for a while, and print a line per budget."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--painter", choices=("gl", "paper"), default="gl")
    ask.add_argument("--torch", action="store_true", help="move a torch instead")
    ask.add_argument("--size", type=int, default=640, help="pixels of a picture")
    ask.add_argument("--frames", type=int, default=240)
    asked = ask.parse_args()
    with a_browser(asked.size) as (browser, address):
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        if asked.painter == "paper":
            page.add_init_script(NO_WEBGL)
        arrive(page, address, torch=asked.torch)
        report(work_while(browser, page, lambda: drag(page, asked.frames)))


def arrive(page: Page, address: str, *, torch: bool) -> None:
    """Open a table against a bot and wait for all pictures."""
    guest = Guest(page, address, "Ada").come()
    if torch:
        guest.open_table("random", choices=("Flashlights",))
    else:
        guest.play_now()
    page.wait_for_selector("[data-testid=ocean][data-rows='5']", timeout=60_000)
    page.wait_for_timeout(3000)  # the first sway is over


def drag(page: Page, frames: int) -> None:
    """Drag in circles for so many frames."""
    box = page.get_by_test_id("ocean").bounding_box()
    page.evaluate(DRAG, {"frames": frames, "box": box})


DRAG = """async ({ frames, box }) => {
    const pane = document.querySelector('[data-testid=ocean]');
    pane.setPointerCapture = () => undefined;
    const at = (turn) => ({
        pointerId: 1, bubbles: true, button: 0, buttons: 1, pointerType: 'mouse',
        clientX: box.x + box.width * (0.5 + 0.35 * Math.sin(turn)),
        clientY: box.y + box.height * (0.5 + 0.35 * Math.cos(turn * 1.3)),
    });
    pane.dispatchEvent(new PointerEvent('pointerdown', at(0)));
    for (let frame = 0; frame < frames; frame += 1) {
        await new Promise(requestAnimationFrame);
        console.timeStamp('frame');
        pane.dispatchEvent(new PointerEvent('pointermove', at(frame / 20)));
    }
    pane.dispatchEvent(new PointerEvent('pointerup', at(frames / 20)));
}"""


def report(work: Work) -> None:
    """Print what the page's main thread did in each frame: its own time, without waiting."""
    late = work.pieces[int(len(work.pieces) * 0.95)]
    print(
        f"work per frame: median {median(work.pieces):.2f} ms, 95 % {late:.2f} ms,"
        f" budget {BUDGET_FRAME_MS:.0f} ms, in {len(work.pieces)} frames"
    )
    print(
        f"longest task: {work.longest:.1f} ms ({work.longest_elapsed:.1f} ms with waiting),"
        f" budget {BUDGET_TASK_MS:.0f} ms"
    )


if __name__ == "__main__":
    main()
