"""What the measurements in a browser share: a server with a Chromium, and what a page's main thread did."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from fathom.server.host.services import Services
from scripts.browser import find_chromium
from tests.browser import FLAGS
from tests.server.harbour import Running

CATEGORIES = "toplevel,devtools.timeline,disabled-by-default-devtools.timeline"
TASKS = ("ThreadControllerImpl::RunTask", "RunTask")
"""What Chromium calls a task: one within the other, or only the second. Each is counted once."""

STAMP = "frame"
"""What a page writes with `console.timeStamp` where one piece of its work ends and the next begins."""


class Work(msgspec.Struct, frozen=True):
    """What the main thread did between stamps, in milliseconds of its own time."""

    pieces: list[float]
    """All tasks of each piece together, the least first."""
    longest: float
    """The longest single task."""
    longest_elapsed: float
    """The same by the clock on the wall, with waiting for the processor."""


@contextmanager
def a_browser(picture_size: int = 640) -> Iterator[tuple[Browser, str]]:
    """A Chromium, and the address of a server that has just been started."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        running = Running(Services.at(Path(folder), picture_size=picture_size, limits=0.0))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        try:
            yield browser, f"http://{running.host}"
        finally:
            browser.close()
            running.stop()
            running.services.bots.close()
            running.services.looks.close()


def work_while(browser: Browser, page: Page, act: Callable[[], None]) -> Work:
    """Trace the page while something is done that leaves stamps, and add up the work between them."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder, "trace.json")
        browser.start_tracing(page=page, path=kept, categories=CATEGORIES.split(","))
        act()
        browser.stop_tracing()
        events: list[dict[str, Any]] = json.loads(kept.read_bytes())["traceEvents"]
    stamps = [
        event
        for event in events
        if event["name"] == "TimeStamp" and event.get("args", {}).get("data", {}).get("message") == STAMP
    ]
    thread = stamps[0]["pid"], stamps[0]["tid"]
    at = [event["ts"] for event in stamps]
    named = {event["name"] for event in events}
    task = next(name for name in TASKS if name in named)
    tasks = [
        (event["ts"], event.get("tdur", event["dur"]) / 1000, event["dur"] / 1000)
        for event in events
        if event["name"] == task
        and event.get("ph") == "X"
        and (event["pid"], event["tid"]) == thread
        and at[0] <= event["ts"] < at[-1]
    ]
    return Work(
        pieces=sorted(
            sum(own for then, own, _ in tasks if one <= then < other) for one, other in pairwise(at)
        ),
        longest=max(own for _, own, _ in tasks),
        longest_elapsed=max(lasted for _, _, lasted in tasks),
    )
