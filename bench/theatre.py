"""Measures what showing a dive costs the browser's main thread, by Chromium's own tracing.

    python bench/theatre.py              # a round of Dive and a dive of Deep Blue, at 1440 × 900
    python bench/theatre.py --game dive

Dive: from the turning boards over lifted cards, verdicts and the race to the sum at Rest; the cards lift by
themselves. Deep Blue: a dive that one leads oneself, from going down until one's next turn.
Every frame is asked for and counted, also those in which nothing moves; what the script itself asks the page
meanwhile is counted as the page's work.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, ViewportSize, expect

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.browsing import Work, a_browser, work_while
from tests.web.captain import Captain
from tests.web.films import dive_to_the_count, sail_to_a_dive
from tests.web.guest import BOUND, HAS_DIVED, Guest

BUDGET_FRAME_MS, BUDGET_TASK_MS = 4.0, 50.0
WINDOW: ViewportSize = {"width": 1440, "height": 900}

STAMP_FRAMES = """() => {
    window.stamps = true;
    const next = () => {
        console.timeStamp('frame');
        if (window.stamps) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
}"""


def main() -> None:
    """Show each game's dive so often, and print a line for each."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--game", choices=(*PLAYED, "both"), default="both")
    ask.add_argument("--times", type=int, default=1, help="so many dives of each, every one at a new table")
    asked = ask.parse_args()
    expect.set_options(timeout=BOUND)
    print(f"{'':10}  frames  median   95 %  longest task  with waiting")
    with a_browser() as (browser, address):
        for game, play in PLAYED.items():
            for _ in range(asked.times if asked.game in {game, "both"} else 0):
                report(game, play(browser, address))
    print(f"{'budget':10}          {BUDGET_FRAME_MS:6.2f}         {BUDGET_TASK_MS:12.1f}  (milliseconds)")


def dive(browser: Browser, address: str) -> Work:
    """A round of Dive against two bots, until the sum at Rest."""
    page = a_page(browser)
    ada = Guest(page, address, "Ada").come().play_now(bots=2)
    expect(ada.at("ocean")).to_have_attribute("data-rows", "5")  # all views are here
    ada.keys("1", "2", "3")

    def show() -> None:
        ada.keys("Enter")
        expect(ada.at("show-done")).to_be_visible()

    return stamped_work(browser, page, show)


def deep_blue(browser: Browser, address: str) -> Work:
    """A dive of Deep Blue beside three bots."""
    page = a_page(browser)
    ada = Captain(page, address, "Ada").against(bots=3)
    sail_to_a_dive(ada)
    return stamped_work(browser, page, lambda: dive_to_the_count(ada))


PLAYED: dict[str, Callable[[Browser, str], Work]] = {"dive": dive, "deep-blue": deep_blue}


def a_page(browser: Browser) -> Page:
    """A window of someone who knows the games, and asked for no less motion."""
    context = browser.new_context(viewport=WINDOW, locale="en-GB", reduced_motion="no-preference")
    context.set_default_timeout(BOUND)
    context.add_init_script(HAS_DIVED)
    return context.new_page()


def stamped_work(browser: Browser, page: Page, act: Callable[[], None]) -> Work:
    """What the page does per frame meanwhile; its window is closed afterwards."""

    def stamped() -> None:
        page.evaluate(STAMP_FRAMES)
        act()
        page.evaluate("() => { window.stamps = false; return new Promise(requestAnimationFrame); }")

    work = work_while(browser, page, stamped)
    page.context.close()
    return work


def report(game: str, work: Work) -> None:
    """One line: work of the main thread per frame, and its longest task, without and with waiting."""
    late = work.pieces[int(len(work.pieces) * 0.95)]
    print(
        f"{game:10}  {len(work.pieces):6}  {median(work.pieces):6.2f} {late:6.2f}"
        f"  {work.longest:12.1f}  {work.longest_elapsed:12.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
