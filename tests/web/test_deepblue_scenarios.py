"""Every scenario's own rule, seen in the browser at least once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from fathom.deepblue.actions import Rest, Sail, Steer
from fathom.deepblue.box import standard_part
from fathom.deepblue.parts import Wrecks
from tests.server.conftest import Pair, diver, pair  # noqa: F401 - fixtures
from tests.server.harbour import Line, Running
from tests.server.test_deepblue import anything, offered
from tests.web.captain import DECISIONS, Captain, short_game
from tests.web.conftest import PHONE, Guests
from tests.web.inspection import complaints

CITY = "Sunken City"

GAMES = 40
"""In three games of five someone finds two parts at once."""


def begin(guests: Guests, scenario: str) -> Captain:
    return another_game(Captain.of(guests("Ada")).agreeing(scenario=scenario, own=short_game()))


def another_game(ada: Captain) -> Captain:
    return ada.against(bots=1, level="random")


def play_until(ada: Captain, seen: Callable[[str], bool]) -> None:
    """Play until something has been seen, in another game if one ends before that: dice are as they fall.
    It is told the phase that was decided last.
    """
    decided = ""
    for _ in range(DECISIONS):
        ada.wait_until_asked()
        if seen(decided):
            return
        decided = ada.decide()
        if decided == "over":
            another_game(ada)
    raise AssertionError("never seen")


def in_the_city(ada: Captain) -> bool:
    """Whether a dive to the city is under way."""
    return ada.at("dive").is_visible() and CITY in ada.at("dive").get_by_role("heading").inner_text()


class Scores:
    """The points of each dive, as the log shows them again."""

    def __init__(self, ada: Captain) -> None:
        self._ada = ada
        self._read = 0

    def new(self) -> list[str]:
        """Those of the dives that have ended since the last time."""
        found: list[str] = []
        buttons = self._ada.at("show-score").all()
        if len(buttons) < self._read:
            self._read = 0  # another game
        for button in buttons[: len(buttons) - self._read]:
            button.click()
            found.append(self._ada.at("score").inner_text())
            # With the key, which does no harm where a bot's decision has put the score away meanwhile.
            self._ada.keys("Escape")
            expect(self._ada.at("score")).to_be_hidden()
        self._read = len(buttons)
        return found


@pytest.mark.clause("B10.1")
def test_troubled_waters_draw_two_at_once(guests: Guests) -> None:
    ada = begin(guests, "troubled-waters")
    play_until(ada, lambda _: in_the_city(ada) and "Drawn: silver and silver." in ada.told())
    assert int(ada.at("drawn").get_attribute("data-count") or 1) % 2 == 0
    expect(ada.at("dive")).to_contain_text("two gems are drawn at once")


@pytest.mark.clause("B10.2")
def test_the_best_of_the_best_play_for_four_more(guests: Guests) -> None:
    ada = begin(guests, "best-of-the-best")
    best = re.compile("Ada plays (Singer: 6|Singer and Singer: 12) points")
    play_until(ada, lambda _: bool(best.search(" ".join(ada.told()))))


@pytest.mark.clause("B10.3")
def test_scattered_riches_lie_on_wrecks_and_come_first(guests: Guests) -> None:
    ada = begin(guests, "scattered-riches")
    play_until(ada, lambda _: any("A gem is put on the wreck" in line for line in ada.told()))
    play_until(ada, lambda _: "The gem on the wreck comes first: silver." in ada.told())


@pytest.mark.clause("B10.4")
def test_lucrative_wrecks_pay_for_ending_safely(guests: Guests) -> None:
    ada = begin(guests, "lucrative-wrecks")
    scores = Scores(ada)

    def paid(_: str) -> bool:
        return any("Safe" in score for score in scores.new())

    play_until(ada, paid)


@pytest.mark.clause("B10.5")
def test_a_rising_storm_makes_the_finder_dive_at_once(guests: Guests) -> None:
    ada = begin(guests, "storm-rising")

    def at_once(decided: str) -> bool:
        told = ada.told()
        leads = next((n for n, line in enumerate(told) if "Ada leads a dive" in line and CITY in line), None)
        return leads is not None and not told[leads + 1].startswith("It is Ada's turn")

    play_until(ada, at_once)


def two_parts_found(both: Pair) -> Line | None:
    """Sail for what lies face down, both boats at once, until someone has found two parts of the city."""
    for decision in range(DECISIONS):
        line = next(line for line in (both.a, both.b) if offered(line))
        phase, hand = line.view["phase"]["type"], line.view["yours"]["hand"]
        wrecks = enumerate(line.view["wrecks"])
        down = [f"site-{number}" for number, wreck in wrecks if wreck and wreck["tile"] is None]
        rowers = tuple(card for card in hand if card == "rower")
        if phase == "leading":
            return line
        elif len(down) < 2:
            return None
        elif phase == "choosing":
            line.act(Sail(cards=rowers) if rowers else Rest())
        elif phase == "steering":
            line.act(Steer(to=(down[0], down[1])))
        else:
            anything(line, str(decision))
        for each in (both.a, both.b):
            while each.number < line.number:
                each.until("happened")
    raise AssertionError("never decided")


@pytest.mark.clause("B10.5")
def test_in_a_storm_whoever_finds_two_parts_says_which_is_dived_to_first(
    guests: Guests,
    server: Running,
    pair: Callable[..., Pair],  # noqa: F811 - the fixture
) -> None:
    for _ in range(GAMES):
        both = pair(server, game="deep-blue", scenario="storm-rising", own=short_game())
        line = two_parts_found(both)
        if line:
            break
    else:
        raise AssertionError("nobody ever finds two parts at once")
    finder = both.ada if line is both.a else both.bob
    ada = Captain.of(guests(size=PHONE))
    ada.take_the_seat_of(finder)
    ada.wait_until_asked()
    assert ada.asked() == "leading"
    assert complaints(ada, "leading") == []
    sites = line.view["phase"]["sites"]
    for site in sites:
        expect(ada.at(f"place-{site}")).to_have_attribute("data-offered", "true")
    expect(ada.page.locator("[data-offered=true]")).to_have_count(2)
    ada.at(f"place-{sites[1]}").click()
    expect(ada.at("log")).to_contain_text(re.compile(f"{finder.name} leads a dive.*{CITY}"))
    line.until("happened")
    assert line.view["phase"]["descent"]["site"] == sites[1]


@pytest.mark.clause("B10.6")
def test_treacherous_reefs_let_nobody_rush(guests: Guests) -> None:
    ada = begin(guests, "treacherous-reefs")
    followed: dict[bool, set[bool]] = {True: set(), False: set()}

    def both_kinds_seen(_: str) -> bool:
        told = ada.told()
        for number, line in enumerate(told):
            if "leads a dive" in line and number > 0:
                followed[CITY in line].add("rush" in told[number - 1])
        return bool(followed[True]) and bool(followed[False])

    play_until(ada, both_kinds_seen)
    assert followed[True] == {False}
    assert True in followed[False], "elsewhere boats are asked"


@pytest.mark.clause("B10.7")
def test_riches_for_all_count_for_each_boat(guests: Guests) -> None:
    ada = begin(guests, "riches-for-all")
    scores = Scores(ada)
    wrecks = standard_part("wrecks")
    assert isinstance(wrecks, Wrecks)
    worth = {tile.name: tile.vp for tile in wrecks.tiles if tile.city}

    def counted_twice(_: str) -> bool:
        return any(
            name in score and re.search(rf"Ada\s+\d+\s+\d+\s+{2 * vp}\s", score)
            for score in scores.new()
            for name, vp in worth.items()
        )

    play_until(ada, counted_twice)
