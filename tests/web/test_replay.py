"""Games watched again in a browser: from the server's tables, from a file, from every seat's eyes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import ViewportSize, expect

from tests.server.conftest import Pair, diver, pair  # noqa: F401 - fixtures
from tests.server.harbour import Running, SetClock
from tests.server.test_deepblue import play_to_end as play_deep_blue
from tests.server.test_games import play_to_end as play_dive
from tests.server.test_replays import ToldAgain, assert_same, simulate
from tests.web.conftest import PHONE, WIDE, Guests
from tests.web.guest import Guest


def step(guest: Guest) -> int:
    """The moment that is shown."""
    return int(guest.at("replay-at").input_value())


def last(guest: Guest) -> int:
    return int(guest.at("replay-at").get_attribute("max") or 0)


def bring(guest: Guest, path: Path) -> Guest:
    guest.page.goto(f"{guest.address}/replay")
    guest.at("bring-file").set_input_files(path)
    return guest


@pytest.mark.parametrize("game", ["dive", "deep-blue"])
def test_every_seats_eyes_see_what_was_sent_to_them_then(
    guests: Guests,
    server: Running,
    pair: Callable[..., Pair],  # noqa: F811 - the fixture
    game: str,
) -> None:
    both = pair(server, game=game)
    if game == "dive":
        play_dive(both.a, both.b)
    else:
        play_deep_blue(SetClock(), both.a, both.b)
    ada = guests()
    with ada.page.expect_response(f"**/api/replays/{both.ada.table}?eyes=1") as then:
        ada.page.goto(f"{ada.address}/replay/{both.ada.table}#at=3&eyes=1")
    assert_same(msgspec.json.decode(then.value.body(), type=ToldAgain), both.b)
    expect(ada.at("replay-count")).to_have_text(f"3 of {both.a.number}")
    with ada.page.expect_response(f"**/api/replays/{both.ada.table}?eyes=0") as then:
        ada.at("replay-eyes").select_option("0")
    assert_same(msgspec.json.decode(then.value.body(), type=ToldAgain), both.a)
    expect(ada.page).to_have_url(f"{ada.address}/replay/{both.ada.table}#at=3&eyes=0")

    # From the end one step back, and on again to the result.
    ada.at("replay-at").focus()
    ada.keys("End")
    expect(ada.at("result")).to_be_visible()
    ada.at("replay-back").click()
    expect(ada.at("result")).to_be_hidden()
    assert step(ada) == both.a.number - 1
    expect(ada.page).to_have_url(re.compile(f"#at={both.a.number - 1}&eyes=0$"))
    ada.page.reload()
    expect(ada.at("replay-count")).to_have_text(f"{both.a.number - 1} of {both.a.number}")


@pytest.mark.parametrize(
    ("game", "size", "locale"),
    [("dive", PHONE, "de-DE"), ("deep-blue", WIDE, "nl-NL"), ("deep-blue", PHONE, "en-GB")],
)
def test_a_file_is_brought_played_and_opened_up(
    guests: Guests, tmp_path: Path, game: str, size: ViewportSize, locale: str
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(simulate(game))
    ada = guests(size=size, locale=locale)
    ada.page.goto(f"{ada.address}/replay")
    expect(ada.at("bring")).to_be_visible()
    assert (ada.overflow(), ada.objections()) == (0, [])
    bring(ada, file)
    expect(ada.at("replay-bar")).to_be_visible()
    assert step(ada) == 0
    # With the keyboard alone: forward by keys, and by itself to the end.
    ada.tab_to(ada.at("replay-next")).keys("Enter", "Enter")
    assert 1 <= step(ada) <= 2
    ada.at("replay-eyes").select_option("all")
    expect(ada.at("open-hands").get_by_role("listitem")).to_have_count(2)
    expect(ada.at("covered")).to_have_count(0 if game == "dive" else 1)
    if game == "dive":
        ada.at("open-ocean").locator("summary").click()
        expect(ada.at("open-ocean").get_by_role("listitem")).to_have_count(6)
        expect(ada.at("open-ocean").locator("img.film")).to_have_count(6)
    assert (ada.overflow(), ada.objections()) == (0, [])
    ada.at("replay-at").fill(str(last(ada) - 2))
    ada.at("replay-speed").select_option("fast")
    ada.at("replay-play").click()
    expect(ada.at("result")).to_be_visible()
    assert step(ada) == last(ada)
    assert (ada.overflow(), ada.objections()) == (0, [])


def test_a_file_of_many_games_asks_which_one(guests: Guests, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(b"\n".join(simulate("dive", seed) for seed in "abc") + b"\n")
    ada = bring(guests(), file)
    ada.at("bring-which").select_option("1")
    expect(ada.at("replay-bar")).to_be_visible()


@pytest.mark.parametrize("content", [b"", b"{}", b"not a record", b"\x89PNG\r\n\x1a\n\x00", b"[1, 2"])
def test_a_bad_file_is_refused_in_words(guests: Guests, tmp_path: Path, content: bytes) -> None:
    guests.expect_trouble("/api/replays")
    file = tmp_path / "game.json"
    file.write_bytes(content)
    ada = bring(guests(locale="de-DE"), file)
    expect(ada.at("bring-problem")).to_contain_text("keine Aufzeichnung")
    file.write_bytes(simulate("dive"))
    ada.at("bring-file").set_input_files(file)
    expect(ada.at("replay-bar")).to_be_visible()


def test_what_is_being_told_can_be_cut_short(guests: Guests, tmp_path: Path) -> None:
    """A step shows the dive card by card; the next click shows where it led to; the one after goes on."""
    file = tmp_path / "game.json"
    file.write_bytes(simulate("dive"))
    ada = bring(guests(), file)
    ada.at("replay-next").click()
    ada.at("replay-next").click()
    expect(ada.at("show")).to_be_visible()
    ada.at("replay-next").click()
    expect(ada.at("show")).to_be_hidden()
    assert step(ada) == 2


def test_a_score_counts_up_and_can_be_read_again(guests: Guests, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(simulate("deep-blue"))
    ada = guests(calm=False)
    ada.page.clock.install()
    with ada.page.expect_response(lambda answer: answer.url.endswith("/api/replays")) as told:
        bring(ada, file)
    frames = told.value.json()["frames"]
    ended, tally = next(
        (number, tally)
        for number, frame in enumerate(frames)
        for event in frame["events"]
        if event["type"] == "dive-ended"
        for tally in event["tallies"]
        if _points(tally) > 3
    )
    total = ada.at(f"tally-{tally['seat']}").locator(".total")
    ada.at("replay-at").fill(str(ended - 1))
    ada.page.clock.pause_at(ada.page.evaluate("Date.now() + 1000"))
    ada.at("replay-next").click()
    expect(total).to_have_text("0")
    ada.page.clock.run_for(500)
    half_way = int(total.inner_text())
    assert 0 < half_way < _points(tally)
    ada.page.clock.run_for(1500)
    expect(total).to_have_text(str(_points(tally)))
    ada.at("score-done").click()
    expect(ada.at("score")).to_have_count(0)
    for again in ("last-dive", "show-score"):
        ada.at(again).first.click()
        ada.page.clock.run_for(2000)
        expect(total).to_have_text(str(_points(tally)))
        ada.at("score-done").click()


def _points(tally: dict[str, int]) -> int:
    return tally["cards"] + tally["gems"] + tally["tile"] + tally["safe"]
