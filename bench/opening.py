"""Measures how long it takes from opening the first page to a game, in Chromium with nothing cached.

    python bench/opening.py
    python bench/opening.py --runs 20

Each run is a new browser profile. Counted from asking for the page: until "Play now" can be
pressed, until the board of the game that it opens is there, and until its picture is.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.browsing import a_browser

BUDGET_SECONDS = 2.0
STEPS = ("Play now can be pressed", "the board is there", "the picture is there")


def main() -> None:
    """Open and start so often, and print what it took."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--runs", type=int, default=7)
    ask.add_argument("--size", type=int, default=640, help="pixels of a picture")
    asked = ask.parse_args()
    with a_browser(asked.size) as (browser, address):
        runs = [tuple(opened(browser, address)) for _ in range(asked.runs)]
    for step, seconds in zip(STEPS, zip(*runs, strict=True), strict=True):
        print(f"{step}: median {median(seconds):.2f} s, worst {max(seconds):.2f} s")
    print(f"budget: a game can be started within {BUDGET_SECONDS:.0f} s of opening the page")


def opened(browser: Browser, address: str) -> Iterator[float]:
    """The seconds after which each step was reached, in a browser that was never here."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    begun = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator("[data-testid=friends]:enabled").wait_for()  # the server has said what can be played
    page.get_by_test_id("play-now").wait_for()
    yield time.perf_counter() - begun
    page.get_by_test_id("play-now").click()
    page.get_by_test_id("board").wait_for()
    yield time.perf_counter() - begun
    page.locator("[data-testid=ocean][data-state=here]").wait_for()
    yield time.perf_counter() - begun
    context.close()


if __name__ == "__main__":
    main()
