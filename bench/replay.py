"""Measures how quickly the longest game opens in the browser's replay, and what a step in it costs.

    python bench/replay.py
    python bench/replay.py --level random

The longest of so many games of five bots; random ones take far more decisions than people do. Opening counts
from asking for the page's address until the table is painted, in a browser that has the client in its cache;
a step from moving the slider until the next frame, in work of the page's main thread.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.browsing import a_browser, work_while
from fathom.deepblue import Options
from fathom.guests import level, rules
from fathom.lab.simulation import simulated
from fathom.table import Record, encoded

BUDGET_OPEN_MS, BUDGET_STEP_MS = 1000, 50
RUNS = 7

STEP = """async (steps) => {
    const slider = document.querySelector('[data-testid=replay-at]');
    const next = async () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    for (let step = 0; step <= steps; step += 1) {
        console.timeStamp('frame');
        if (step === steps) break;
        slider.stepUp();
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await next();
        await next();
    }
}"""

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def main() -> None:
    """Find the longest game, open it several times, and step through it."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=30, help="the longest of so many games")
    ask.add_argument("--level", default="captain", help="who plays them")
    ask.add_argument("--steps", type=int, default=200)
    asked = ask.parse_args()
    record = longest(asked.games, asked.level)
    print(f"{len(record.moves)} decisions of Deep Blue by {len(record.players)} players")
    with a_browser() as (browser, address), tempfile.TemporaryDirectory() as folder:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(f"{address}/replay")
        file = Path(folder, "game.json")
        file.write_bytes(encoded(record))
        with page.expect_response("**/api/replays") as brought:
            page.get_by_test_id("bring-file").set_input_files(file)
        name = brought.value.json()["id"]
        seconds = [opened(page, f"{address}/replay/{name}") for _ in range(RUNS)]
        work = work_while(browser, page, lambda: page.evaluate(STEP, asked.steps))
    print(
        f"opening: median {median(seconds) * 1000:.0f} ms, worst {max(seconds) * 1000:.0f} ms,"
        f" budget {BUDGET_OPEN_MS} ms"
    )
    late = work.pieces[int(len(work.pieces) * 0.95)]
    print(
        f"a step: median {median(work.pieces):.1f} ms, 95 % {late:.1f} ms, worst {work.pieces[-1]:.1f} ms,"
        f" budget {BUDGET_STEP_MS} ms, in {len(work.pieces)} steps"
    )


def longest(games: int, name: str) -> Record:
    """The longest game of five players of this level."""
    five = tuple([level("deep-blue", name)] * 5)
    records = (simulated(rules("deep-blue"), Options(), five, f"replay {number}") for number in range(games))
    return max(records, key=lambda record: len(record.moves))


def opened(page: Page, address: str) -> float:
    """The seconds until the table of the game is there again."""
    page.goto("about:blank")
    begun = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.get_by_test_id("replay-bar").wait_for()
    page.get_by_test_id("chart").wait_for()
    page.evaluate(PAINTED)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
