"""Games watched again in a browser: from the server's tables, from a file, from every seat's eyes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Locator, ViewportSize, expect

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


BETWEEN = "([low, high]) => (([, at]) => low < at && at < high)(/#at=(\\d+)/.exec(location.hash) ?? [])"
"""The moment in the address lies between these."""


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
    expect(ada.at("replay-count")).to_have_text(re.compile(r"^\d+ of \d+$"))
    assert step(ada) <= 3 < last(ada)
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
    before = last(ada) - 1
    assert step(ada) == before
    # One step is to something that happened: in Dive not to who was ready first.
    if game == "dive":
        expect(ada.page).to_have_url(re.compile(f"#at={both.a.number - 2}&eyes=0$"))
    else:
        ada.page.wait_for_function(BETWEEN, arg=[3, both.a.number])
    ada.page.reload()
    expect(ada.at("replay-count")).to_have_text(f"{before} of {before + 1}")


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
        # As many cards as the dive lifted, and the stack before each of them and after the last.
        expect(ada.at("peel-slider")).to_be_visible()
        cards = ada.at("peel-level").count()
        assert 1 <= cards <= 6
        assert ada.at("peel-slider").get_attribute("max") == str(cards)
        expect(ada.at("peel").locator(".picture img")).to_have_count(cards + 1)
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
    expect(ada.at("show")).to_be_visible()
    ada.at("replay-next").click()
    expect(ada.at("show")).to_be_hidden()
    assert step(ada) == 1


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
    quiet = {"ready", "reopened"}
    stops = [
        n for n, each in enumerate(frames[:ended]) if not n or {e["type"] for e in each["events"]} - quiet
    ]
    ada.at("replay-at").fill(str(len(stops) - 1))
    ada.page.clock.pause_at(ada.page.evaluate("Date.now() + 1000"))
    ada.at("replay-next").click()
    counted = _counted(ada, total)
    columns = [column for column in ("cards", "gems", "tile", "safe") if column in counted]
    assert {column for column in ("cards", "gems", "tile", "safe") if tally[column]} <= set(columns)
    sums = {column: sum(tally[each] for each in columns[: at + 1]) for at, column in enumerate(columns)}
    assert list(counted.items()) == [*sums.items(), ("total", _points(tally))]
    ada.at("score-done").click()
    expect(ada.at("score")).to_have_count(0)
    for again in (ada.at("last-dive").first, ada.at("show-score").last):
        again.click()
        expect(ada.at("score")).to_have_attribute("data-counting", "done")
        expect(total).to_have_text(str(_points(tally)))
        ada.at("score-done").click()


BEATS = 60
"""No dive of these tests is told for so many moments."""


def _counted(ada: Guest, total: Locator) -> dict[str, int]:
    """What stood in the last column while each of the others was counted, until all of it was."""
    counted: dict[str, int] = {}
    for _ in range(BEATS):
        if ada.at("score").count():
            column = ada.at("score").get_attribute("data-counting") or ""
            counted[column] = int(total.inner_text())
        if "total" in counted:
            return counted
        ada.page.clock.run_for(300)
    raise AssertionError("points are counted without end")


def _points(tally: dict[str, int]) -> int:
    return tally["cards"] + tally["gems"] + tally["tile"] + tally["safe"]
