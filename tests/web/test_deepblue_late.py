"""Who was there, who reloads and who comes late to a game of Deep Blue read one and the same story."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.captain import DECISIONS, Captain, play_to_the_end, short_game
from tests.web.conftest import Guests
from tests.web.test_deepblue import two_captains

LOOKS = 200
LOOK = 100
"""So often, and after so many milliseconds again, logs are compared before they are said to differ."""

DRAWN = """() => ({
    lines: [...document.querySelectorAll('[data-testid=result] figure svg path')].map((line) =>
        line.getAttribute('d')),
    rows: [...document.querySelectorAll('[data-testid=result] figure tr')].map((row) =>
        [...row.cells].map((cell) => cell.textContent.trim())),
})"""
"""The lines of the chart, and its table row by row."""


def spectator(guests: Guests, name: str, table: str) -> Captain:
    """Someone who comes to look at a game that goes on."""
    watching = Captain.of(guests(name))
    watching.page.goto(table)
    expect(watching.page.get_by_text("You are watching.")).to_be_visible()
    return watching


def read_the_same(*captains: Captain) -> None:
    """Their logs come to say the same, and how the dive went. Nobody decides anything meanwhile."""
    for captain in captains:
        expect(captain.at("deep-blue")).to_have_attribute("data-live", "true")
        expect(captain.at("log")).to_contain_text("dive is ended")
    logs: list[list[str]] = []
    for _ in range(LOOKS):
        logs = [captain.told() for captain in captains]
        if all(log == logs[0] for log in logs):
            return
        captains[0].page.wait_for_timeout(LOOK)  # someone's page has not heard the newest yet
    for log in logs[1:]:
        assert log == logs[0]


def test_a_late_spectator_and_one_who_reloaded_read_what_who_was_there_reads(guests: Guests) -> None:
    ada, bob = two_captains(guests, own=short_game())
    ada.draws = bob.draws = 2
    table = ada.page.url.partition("#")[0]
    there, reloads = spectator(guests, "Eve", table), spectator(guests, "Rik", table)
    for _ in range(DECISIONS):  # the middle: a dive has been scored, and its points are in closed chests
        for captain in (ada, bob):
            if captain.asked() or captain.is_asked_soon():
                captain.decide()
        if "dive is ended" in "".join(ada.told()):
            break
    assert ada.asked() != "over"
    reloads.page.reload()
    late = spectator(guests, "Lea", table)
    read_the_same(there, reloads, late)

    ada.hurries = bob.hurries = True
    play_to_the_end(ada, bob)
    ada.page.reload()
    reloads.page.reload()
    after = Captain.of(guests("Mia"))
    after.page.goto(table)
    everyone = (there, reloads, late, after, ada, bob)
    for each in everyone:
        expect(each.at("result")).to_be_visible()
        expect(each.at("race-row").first).to_be_attached()
    won = [int(ada.at(f"vp-{seat}").inner_text()) for seat in (0, 1)]
    assert sum(won) > 0
    seen = there.page.evaluate(DRAWN)
    assert len(seen["lines"]) >= 2
    assert [int(points) for points in seen["rows"][-1][1:]] == won
    for each in everyone[1:]:
        drawn = each.page.evaluate(DRAWN)
        assert (drawn["lines"], drawn["rows"]) == (seen["lines"], seen["rows"]), each.name
    read_the_same(there, reloads, late, after)
