"""Ocean and board stay where they are when a clock or banner appears, and the stage under every sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.server.harbour import Running, SetClock, SharedWorkers, small_services
from tests.web.conftest import WIDE, Guests
from tests.web.guest import Guest

PHONE: ViewportSize = {"width": 390, "height": 844}

WATCH = """
    window.jumps = [];
    const told = '[data-testid^=diver-], .talk, .fair';
    const name = ({ node }) => node?.outerHTML?.slice(0, 100) ?? String(node?.textContent);
    const note = (entries) => window.jumps.push(...entries
        .filter(({ hadRecentInput }) => !hadRecentInput)
        .flatMap(({ sources }) => sources)
        .filter(({ node }) => !(node?.closest ? node : node?.parentElement)?.closest(told))
        .map(name));
    window.shifts = new PerformanceObserver((list) => note(list.getEntries()));
    window.shifts.observe({ type: 'layout-shift' });
    window.jumped = async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        note(window.shifts.takeRecords());
        return window.jumps.splice(0);
    };
"""
"""Notes what the browser itself calls a shift: something moved, and no person had just pressed anything. The
rows of the divers may, and what lies below them: who is away or used a companion is told there.
"""

BOXES = """
    () => ['ocean', 'board', 'ready', 'level-1', 'level-5', 'token-1', 'token-5', 'round']
        .map((name) => document.querySelector(`[data-testid=${name}]`).getBoundingClientRect())
        .map(({ left, top, width, height }) => [left, top, width, height].map(Math.round).join(' '))
"""
"""Where the board, the ocean and what is pressed are."""

STAGES = """
    () => {
        window.stages = {};
        const look = () => {
            const [stage, words] = ['stage', 'show-words'].map(
                (name) => document.querySelector(`[data-testid=${name}]`));
            if (stage && words) {
                const { left, top, width, height } = stage.getBoundingClientRect();
                window.stages[words.innerText] = [left, top, width, height].map(Math.round).join(' ');
            }
            requestAnimationFrame(look);
        };
        look();
    }
"""
"""Notes where the stage is while each of the sentences below it is read."""


def at_rest(guest: Guest) -> list[str]:
    """Where everything is, now that all pictures are here and the shifts until now are forgotten."""
    expect(guest.at("ocean")).to_have_attribute("data-rows", "5")
    expect(guest.at("ready")).to_be_visible()
    guest.page.evaluate("jumped()")
    boxes: list[str] = guest.page.evaluate(BOXES)
    return boxes


@pytest.mark.clause("D8.2")
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_moves_for_a_banner_a_clock_or_a_note(
    chromium: Browser, tmp_path: Path, size: ViewportSize
) -> None:
    workers = SharedWorkers(1)
    running = Running(small_services(tmp_path, workers, clock=SetClock()))
    guests = Guests(chromium, f"http://{running.host}")
    try:
        ada, bob = guests("Ada", size=size), guests("Bob")
        ada.page.add_init_script(WATCH)
        bob.follow(ada.come().open_table("open", choices=("Companions",)))
        ada.at("choose-turtle").click()
        bob.at("choose-orca").click()
        before = at_rest(ada)

        # The server goes, and comes back.
        running.stop()
        expect(ada.at("lost")).to_contain_text("The server will be back in a moment")
        assert (ada.page.evaluate(BOXES), ada.page.evaluate("jumped()")) == (before, [])
        clock = SetClock()
        running = Running(small_services(tmp_path, workers, clock=clock), port=running.port)
        for diver in (ada, bob):
            expect(diver.at("lost")).to_have_count(0)
        assert (ada.page.evaluate(BOXES), ada.page.evaluate("jumped()")) == (before, [])

        # Someone else calls the orca: ten seconds are counted down.
        bob.at("use-companion").click()
        bob.at("use-companion-yes").click()
        expect(ada.at("countdown")).to_contain_text("Orca!")
        assert (ada.page.evaluate(BOXES), ada.page.evaluate("jumped()")) == (before, [])

        # They are over, and something is laid: the stage is where it is for every other sentence.
        ada.page.evaluate(STAGES)
        clock.wait_for_alarm(10)
        clock.advance(10)
        ada.page.wait_for_function(
            "() => Object.keys(stages).some((words) => words.includes('Time was up.'))"
        )
        ada.page.wait_for_function("() => Object.keys(stages).length > 2")
        assert len(set(ada.page.evaluate("Object.values(stages)"))) == 1
    finally:
        for context in guests.contexts:
            context.close()
        running.stop()
        workers.end()
