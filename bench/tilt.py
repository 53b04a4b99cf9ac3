"""Measures what tilting the ocean costs the browser's main thread, by Chromium's own tracing.

    python bench/tilt.py                 # 640 × 640 pictures, in a window of 1440 × 900
    python bench/tilt.py --painter paper --torch

Frames per second say nothing here: a headless Chromium paints WebGL in software. What counts is what the
page's own thread does per frame, and that no task of it is so long that a person would notice.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from fathom.server.house import House
from scripts.browser import find_chromium
from tests.browser import FLAGS
from tests.server.harbour import Running
from tests.web.guest import Guest
from tests.web.test_ocean import NO_WEBGL

CATEGORIES = "toplevel,devtools.timeline,disabled-by-default-devtools.timeline"
TASKS = {"ThreadControllerImpl::RunTask", "RunTask"}
BUDGET_FRAME_MS, BUDGET_TASK_MS = 4.0, 50.0


def main() -> None:
    """Tilt for a while, and print a line per budget."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--painter", choices=("gl", "paper"), default="gl")
    ask.add_argument("--torch", action="store_true", help="move a torch instead")
    ask.add_argument("--size", type=int, default=640, help="pixels of a picture")
    ask.add_argument("--frames", type=int, default=240)
    asked = ask.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = Running(House.at(Path(folder), picture_size=asked.size))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            if asked.painter == "paper":
                page.add_init_script(NO_WEBGL)
            arrive(page, f"http://{running.host}", torch=asked.torch)
            report(traced(browser, page, asked.frames))
        finally:
            browser.close()
            running.stop()
            running.house.bots.close()
            running.house.looks.close()


def arrive(page: Page, address: str, *, torch: bool) -> None:
    """Open a table against a bot and wait for all pictures."""
    guest = Guest(page, address, "Ada").come()
    if torch:
        guest.open_table("random", choices=("Torches",))
    else:
        guest.play_now()
    page.wait_for_selector("[data-testid=ocean][data-rows='5']", timeout=60_000)
    page.wait_for_timeout(3000)  # the first sway is over


def traced(browser: Browser, page: Page, frames: int) -> list[dict[str, Any]]:
    """Drag in circles for so many frames, and give the trace of it."""
    box = page.get_by_test_id("ocean").bounding_box()
    assert box is not None
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder, "trace.json")
        browser.start_tracing(page=page, path=kept, categories=CATEGORIES.split(","))
        page.evaluate(DRAG, {"frames": frames, "box": box})
        browser.stop_tracing()
        events: list[dict[str, Any]] = json.loads(kept.read_bytes())["traceEvents"]
    return events


DRAG = """async ({ frames, box }) => {
    const pane = document.querySelector('[data-testid=ocean]');
    pane.setPointerCapture = () => undefined;
    const at = (turn) => ({
        pointerId: 1, bubbles: true, button: 0, buttons: 1, pointerType: 'mouse',
        clientX: box.x + box.width * (0.5 + 0.35 * Math.sin(turn)),
        clientY: box.y + box.height * (0.5 + 0.35 * Math.cos(turn * 1.3)),
    });
    console.timeStamp('tilt begins');
    pane.dispatchEvent(new PointerEvent('pointerdown', at(0)));
    for (let frame = 0; frame < frames; frame += 1) {
        await new Promise(requestAnimationFrame);
        console.timeStamp('frame');
        pane.dispatchEvent(new PointerEvent('pointermove', at(frame / 20)));
    }
    pane.dispatchEvent(new PointerEvent('pointerup', at(frames / 20)));
    console.timeStamp('tilt ends');
}"""


def report(events: list[dict[str, Any]]) -> None:
    """Add up what the page's main thread did in each frame: its own time, without waiting."""
    stamps = [
        (event["args"]["data"]["message"], event)
        for event in events
        if event["name"] == "TimeStamp" and "data" in event.get("args", {})
    ]
    begin = next(event for name, event in stamps if name == "tilt begins")
    frames = [event["ts"] for name, event in stamps if name == "frame"]
    tasks = [
        (event["ts"], event.get("tdur", event["dur"]) / 1000, event["dur"] / 1000)
        for event in events
        if event["name"] in TASKS
        and event.get("ph") == "X"
        and (event["pid"], event["tid"]) == (begin["pid"], begin["tid"])
        and frames[0] <= event["ts"] < frames[-1]
    ]
    work = sorted(sum(own for at, own, _ in tasks if one <= at < other) for one, other in pairwise(frames))
    late = work[int(len(work) * 0.95)]
    print(f"{len(frames)} frames, {len(tasks)} tasks on the main thread")
    print(
        f"work per frame: median {median(work):.2f} ms, 95 % {late:.2f} ms, budget {BUDGET_FRAME_MS:.0f} ms"
    )
    longest, elapsed = max(own for _, own, _ in tasks), max(lasted for _, _, lasted in tasks)
    print(f"longest task: {longest:.1f} ms ({elapsed:.1f} ms with waiting), budget {BUDGET_TASK_MS:.0f} ms")


if __name__ == "__main__":
    main()
