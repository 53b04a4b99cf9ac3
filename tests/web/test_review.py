"""Games looked back at in a browser, and advice at a table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.server.test_replays import simulate
from tests.web.conftest import PHONE, WIDE, Guests
from tests.web.guest import MOST_ROUNDS
from tests.web.test_replay import bring

A_TABLE = {
    "options": {"game": "deep-blue"},
    "seats": [{"type": "me"}, {"type": "bot", "level": "random"}],
    "name": "Ada",
}

WHY = {
    ("dive", "de-DE"): r"zu \d+ % sicher|versprach \d+ % Siegchance",
    ("dive", "en-GB"): r"\d+% sure|promised \d+% to win",
    ("deep-blue", "nl-NL"): r"beloofde meer|Beter|op het spel|punten liggen",
}
"""What is said of a moment."""


@pytest.mark.parametrize(
    ("game", "size", "locale"),
    [("dive", PHONE, "de-DE"), ("deep-blue", PHONE, "nl-NL"), ("dive", WIDE, "en-GB")],
)
def test_a_finished_game_is_looked_back_at(
    guests: Guests, tmp_path: Path, game: str, size: ViewportSize, locale: str
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(simulate(game))
    ada = bring(guests(size=size, locale=locale), file)
    # With the keyboard alone from the replay to the review, and from a moment of it back.
    ada.tab_to(ada.at("replay-review")).keys("Enter")
    mistakes = ada.at("mistake")
    expect(mistakes.first).to_be_visible()
    expect(mistakes.first).to_contain_text(re.compile(WHY[game, locale]))
    expect(ada.at("sight").get_by_role("row")).to_have_count(6 if game == "dive" else 0)
    assert (ada.overflow(), ada.objections()) == (0, [])
    see = mistakes.first.get_by_role("link")
    at = re.fullmatch(r"/replay/file-[0-9a-f]+#at=(\d+)&eyes=0&missed", see.get_attribute("href") or "")
    assert at is not None
    ada.tab_to(see).keys("Enter")
    expect(ada.page).to_have_url(re.compile(rf"#at={at[1]}&"))
    expect(ada.at("replay-at")).not_to_have_value("0")
    expect(ada.at("replay-eyes")).to_have_value("0")
    if game == "dive":
        expect(ada.at("peel")).to_be_visible()  # what was missed, right there


def test_whoever_is_alone_with_a_bot_gets_advice_with_odds_and_looks_back_at_the_end(guests: Guests) -> None:
    ada = guests("Ada", size=PHONE, locale="de-DE")
    ada.come().in_a_small_ocean().play_now()
    ada.tab_to(ada.at("advice-ask")).keys("Enter")
    choices = ada.at("advice-choices").get_by_role("listitem")
    expect(choices).not_to_have_count(0)
    expect(choices.first).to_contain_text(re.compile(r"Tiefe 1 (kein )?Hai.*\d+ % Siegchance"))
    expect(choices.first).to_contain_text(re.compile("geraten|[Ss]icher"))
    expect(ada.at("announcer")).to_contain_text("Siegchance")
    ada.at("advice-lay").first.click()
    expect(ada.at("announcer")).to_contain_text("abgegeben ist nichts")
    expect(ada.at("clear")).to_be_enabled()
    expect(ada.at("ready")).to_be_visible()
    ada.at("clear").click()
    expect(ada.at("advice")).to_contain_text("Auch er kann sich irren.")
    assert (ada.overflow(), ada.objections()) == (0, [])
    for _ in range(MOST_ROUNDS):
        if ada.over:
            break
        ada.lay(5, 1).lay(4, 2).lay(3, 3).ready().see_the_dive()
    ada.at("eyesight").locator("summary").click()
    expect(ada.at("sight")).to_contain_text("Du (1 Spiel)")
    assert (ada.overflow(), ada.objections()) == (0, [])
    ada.at("review-link").click()
    expect(ada.at("review")).to_be_visible()


def test_a_captain_alone_with_a_bot_gets_advice_at_a_table_of_deep_blue(guests: Guests) -> None:
    ada = guests("Ada", locale="nl-NL")
    ada.page.goto(ada.address)
    ada.page.request.post(f"{ada.address}/api/tables", data=A_TABLE)
    table = ada.page.request.get(f"{ada.address}/api/tables").json()[0]["table"]
    ada.page.goto(f"{ada.address}/table/{table}")
    ada.tab_to(ada.at("advice-ask")).keys("Enter")
    choices = ada.at("advice-choices").get_by_role("listitem")
    expect(choices.first).to_be_visible()
    expect(choices.nth(1)).to_contain_text("ongeveer")
    expect(ada.at("advice")).to_contain_text("De kansen van de zak zijn exact")
    assert (ada.overflow(), ada.objections()) == (0, [])
