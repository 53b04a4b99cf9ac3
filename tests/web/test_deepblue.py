"""Whole games of Deep Blue in a real browser, through a real server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fathom.deepblue import DeepBlueGame
from fathom.table import read_record, verify
from tests.web.captain import DECISIONS, Captain, play_to_the_end, short_chart, short_game
from tests.web.conftest import Guests
from tests.web.inspection import APART, least_apart_in_grey


def two_captains(guests: Guests, **options: object) -> tuple[Captain, Captain]:
    """Ada and Bob at a table of their own, through the invite link."""
    ada, bob = Captain.of(guests("Ada")), Captain.of(guests("Bob"))
    sit_down(ada, bob, **options)
    return ada, bob


def sit_down(ada: Captain, bob: Captain, **options: object) -> None:
    """Ada opens the table, Bob follows her invite."""
    ada.agreeing(**options).come()
    ada.choose_deep_blue()
    bob.follow(ada.open_table("open"))
    for captain in (ada, bob):
        expect(captain.at("deep-blue")).to_be_visible()


def reach(phase: str, *captains: Captain, both: bool = False) -> None:
    """Play until one captain, or both, are asked in this phase."""
    for _ in range(DECISIONS):
        for captain in captains:
            if captain.asked() == phase and (not both or all(each.asked() == phase for each in captains)):
                return
            if captain.asked() not in {"", phase} or captain.is_asked_soon():
                if captain.asked() == phase:
                    continue
                assert captain.decide() != "over"
    raise AssertionError(f"nobody is ever asked: {phase}")


def test_one_person_against_a_bot_to_the_end(guests: Guests, tmp_path: Path) -> None:
    ada = Captain.of(guests("Ada")).agreeing(chart="small").against(bots=1)
    ada.draws = 2
    ada.hurries = True
    expect(ada.at("captain-1")).to_contain_text("Chest closed")
    expect(ada.at("vp-1")).to_have_count(0)
    play_to_the_end(ada)
    expect(ada.at("city")).to_have_text("Sunken City: 4 of 4")
    expect(ada.at("vp-1")).to_be_visible()
    with ada.page.expect_download() as downloading:
        ada.at("record").click()
    record = tmp_path / "record.json"
    downloading.value.save_as(record)
    assert verify(DeepBlueGame(), read_record(record.read_bytes())) > 0

    ada.at("check-fairness").click()
    expect(ada.at("fairness")).to_contain_text("Nobody steered the shuffle.")
    played = ada.page.url
    ada.at("again").click()
    expect(ada.at("result")).to_have_count(0)
    expect(ada.at("city")).to_have_text("Sunken City: 0 of 4")
    assert ada.page.url != played


GUARDS = {
    "starting": [
        {"id": "rower", "name": "Rower", "count": 2, "propeller": 4},
        {"id": "guard", "name": "Guard", "count": 2, "against": "black", "money": 3},
    ],
    "market": [{"id": "helper", "name": "Helper", "count": 30, "propeller": 2}],
}


@pytest.mark.clause("B8.4")
def test_hazards_are_answered_in_order_the_leader_first(guests: Guests) -> None:
    ada, bob = two_captains(guests, own={**short_game(black=9), "crew": GUARDS})
    ada.draws = bob.draws = 3
    ada.rushes = bob.rushes = True
    reach("answering", ada, bob)
    leader, other = (ada, bob) if ada.asked() == "answering" else (bob, ada)
    assert other.asked() == ""
    expect(other.at("waiting")).to_contain_text("protect or surface?")
    expect(leader.page.get_by_role("heading", name="Hazard: the sea monster")).to_be_visible()
    surface = leader.page.locator("[data-testid^=option-surface]")
    expect(surface).to_contain_text("Lost: 0 points for gems. Yours for good: 0 for cards.")
    leader.page.locator("[data-testid^=option-]").first.click()
    other.wait_until_asked()
    assert other.asked() == "answering"


@pytest.mark.clause("B8.4", "B8.5")
def test_whoever_has_nothing_against_a_hazard_is_not_asked(guests: Guests) -> None:
    """They read what it costs, and go up without having decided anything."""
    ada = Captain.of(guests("Ada")).agreeing(own=short_game(black=9)).against(bots=1, level="random")
    told = ada.at("decision").get_by_role("heading", name="Nothing of yours answers the sea monster")
    for _ in range(DECISIONS):
        reach("answering", ada)
        if told.is_visible():
            break
        ada.decide()  # with a space against it there is a choice
    expect(told).to_be_visible()
    expect(ada.at("decision")).to_contain_text("points for gems")
    assert ada.offers() == ["option-surface-0"]
    expect(ada.at("log")).to_contain_text("Ada must go up: the sea monster")


@pytest.mark.clause("B8.6")
def test_everyone_below_decides_at_the_same_time_which_cards_to_play(guests: Guests) -> None:
    ada, bob = two_captains(guests, own=short_game())
    ada.rushes = bob.rushes = True
    reach("playing", ada, bob, both=True)
    expect(ada.at("card-singer")).to_have_attribute("aria-pressed", "true")
    expect(ada.at("play")).to_have_text(re.compile(r"^Play Singer( and Singer)?: \+[24]$"))
    ada.at("play").click()
    expect(ada.at("withdraw")).to_be_visible()
    expect(bob.at("diver-0")).to_contain_text("ready")
    assert "Singer" not in "".join(bob.told()), "what Ada plays is a secret until all have decided"
    ada.at("withdraw").click()
    expect(ada.at("play")).to_be_visible()
    ada.at("play").click()
    bob.at("play").click()
    expect(ada.at("log")).to_contain_text(re.compile(r"Ada plays Singer( and Singer)?: [24] points\."))
    # What others won is told once, and is then in their closed chests (B1.1).
    expect(bob.at("log")).to_contain_text(re.compile(r"Ada plays Singer( and Singer)?\."))


def test_a_line_that_breaks_in_the_middle_of_a_dive_brings_what_was_missed(guests: Guests) -> None:
    ada, bob = Captain.of(guests("Ada")), Captain.of(guests("Bob"))
    lines = {captain: captain.holding_a_line() for captain in (ada, bob)}
    sit_down(ada, bob, own=short_game(), scenario="lucrative-wrecks")  # one gem at a time, everywhere
    reach("deciding", ada, bob)
    leader, other = (ada, bob) if ada.asked() == "deciding" else (bob, ada)
    expect(other.at("decision")).to_have_attribute("data-phase", "deciding")  # told here as well
    drawn = int(other.at("drawn").get_attribute("data-count") or 0)
    lines[other].cut()
    expect(other.at("lost")).to_be_visible()

    # Meanwhile the dive goes on.
    leader.option("go-on")
    expect(leader.at("drawn")).to_have_attribute("data-count", str(drawn + 1))
    leader.wait_until_asked()
    leader.at("play").click()
    expect(leader.at("withdraw")).to_be_visible()
    expect(other.at("drawn")).to_have_attribute("data-count", str(drawn))

    lines[other].let()
    expect(other.at("lost")).to_have_count(0)
    other.wait_until_asked()
    assert other.asked() == "playing"
    expect(other.at("drawn")).to_have_attribute("data-count", str(drawn + 1))
    assert other.told()[0] == "Drawn: silver."
    hello = [said for said in lines[other].said if said["type"] == "hello"][-1]
    missed = [heard for heard in lines[other].heard if heard["type"] in {"position", "happened"}]
    assert [heard["type"] for heard in missed] == ["happened", "happened"], "only what was missed"
    assert [heard["number"] for heard in missed] == [hello["after"] + 1, hello["after"] + 2]
    other.at("play").click()
    leader.wait_until_asked()
    assert leader.asked() == "deciding"


def test_a_reload_in_the_middle_of_a_dive_goes_on(guests: Guests) -> None:
    colours = ("silver", "gold", "red", "green", "purple", "black", "blue")
    ada = Captain.of(guests("Ada")).agreeing(own=short_game(**dict.fromkeys(colours, 3)))
    ada.against(bots=1, level="random")
    reach("deciding", ada)
    drawn = ada.at("drawn").get_attribute("data-count")
    assert least_apart_in_grey(ada.at("dive").locator(".bag li svg")) > APART
    expect(ada.at("risk")).to_contain_text(re.compile(r"A hazard that counts: \d+\s%"))
    ada.at("show-odds").uncheck()
    expect(ada.at("risk")).to_have_count(0)
    ada.page.reload()
    ada.wait_until_asked()
    assert ada.asked() == "deciding"
    expect(ada.at("risk")).to_have_count(0)
    assert ada.at("drawn").get_attribute("data-count") == drawn
    ada.option("end-dive")
    expect(ada.at("log")).to_contain_text("The dive is ended.")


@pytest.mark.clause("B5.1")
def test_a_sail_with_both_boats_is_planned_and_changed_before_it_is_sent(guests: Guests) -> None:
    # Whoever begins second has no token more, with which they would come a move further.
    market = {"prices": [1, 1, 1, 1], "renew": 1, "tokens": [0, 0, 0, 0, 0]}
    up_the_river = {**short_game(), "chart": short_chart(river=True), "market": market}
    ada = Captain.of(guests("Ada")).agreeing(own=up_the_river).against(bots=1, level="random")
    reach("choosing", ada)
    ada.at("ship-0").click()
    expect(ada.at("place-site-0")).to_have_attribute("data-offered", "true")
    expect(ada.at("place-site-0")).to_have_accessible_name(re.compile("1 move$"))
    expect(ada.at("place-site-8")).to_have_attribute(
        "data-offered", "false"
    )  # nine moves, and there are eight
    expect(ada.at("steer")).to_be_disabled()
    ada.at("place-site-1").click()
    expect(ada.at("sum")).to_contain_text("2 of 4 moves: Rower")
    expect(ada.at("card-rower")).to_have_attribute("aria-pressed", "true")
    ada.at("boat-1").click()
    ada.at("place-site-4").click()
    expect(ada.at("sum")).to_contain_text("7 of 8 moves: Rower and Rower")
    ada.at("ship-0").click()
    expect(ada.at("place-site-3")).to_have_attribute("data-offered", "false")
    ada.at("place-site-2").click()
    expect(ada.at("sum")).to_contain_text("8 of 8 moves")
    ada.at("place-site-2").click()  # it stays after all
    expect(ada.at("sum")).to_contain_text("5 of 8 moves")
    ada.at("cancel").click()
    expect(ada.at("hire")).to_be_visible()
    assert "Ada sails" not in "".join(ada.told()), "nothing was final"
    ada.at("sail").click()
    ada.at("to-1").select_option("site-2")
    ada.at("steer").click()
    expect(ada.at("log")).to_contain_text("Ada goes to Site 3.")


@pytest.mark.clause("B4.1", "B4.4")
def test_the_best_payment_is_proposed_and_can_be_changed(guests: Guests) -> None:
    purses = {
        "starting": [
            {"id": "banker", "name": "Banker", "count": 1, "money": 3},
            {"id": "clerk", "name": "Clerk", "count": 1, "money": 2},
            {"id": "page", "name": "Page", "count": 2, "money": 1},
        ],
        "market": [{"id": "helper", "name": "Helper", "count": 30, "propeller": 2}],
    }
    market = {"prices": [1, 2, 3, 3], "renew": 5, "tokens": [0, 0, 0, 0, 0]}
    ada = Captain.of(guests("Ada")).agreeing(own={**short_game(), "crew": purses, "market": market})
    ada.against(bots=1, level="random")
    reach("choosing", ada)
    ada.at("hire").click()
    expect(ada.page.get_by_role("heading", name="choose a card in the market")).to_be_visible()
    ada.at("slot-1").click()
    expect(ada.at("sum")).to_contain_text("$2 of $2")
    expect(ada.at("card-clerk")).to_have_attribute("aria-pressed", "true")
    ada.at("card-clerk").click()
    expect(ada.at("pay")).to_be_disabled()
    ada.at("card-page").click()
    ada.at("card-page").click()
    expect(ada.at("sum")).to_contain_text("$2 of $2")
    expect(ada.at("pay")).to_be_enabled()
    ada.at("renew").click()
    expect(ada.at("sum")).to_contain_text("$5 of $5")
    ada.at("pay").click()
    expect(ada.page.locator("[data-testid^=option-take]")).to_have_count(5)
    ada.at("slot-0").click()
    expect(ada.at("log")).to_contain_text("Ada takes a new card free: Helper.")
    expect(ada.at("log")).to_contain_text("It is Ada's turn.")
    ada.at("log-market").click()
    expect(ada.at("log")).to_contain_text("Ada renews the market.")
    expect(ada.at("log")).not_to_contain_text("turn")
    ada.at("log-dives").click()
    expect(ada.at("log")).not_to_contain_text("market")


def test_a_table_agrees_on_a_scenario_and_whether_odds_are_shown(guests: Guests) -> None:
    ada = Captain.of(guests("Ada")).agreeing(own=short_game(silver=9, black=3))
    ada.come()
    ada.choose_deep_blue()
    ada.at("friends").click()
    scenarios = ada.page.locator("label:has(input[name=scenario])")
    expect(scenarios).to_have_count(8)
    first = scenarios.filter(has=ada.page.locator("input:checked"))
    expect(first).to_contain_text("Troubled Waters")
    expect(first).to_contain_text("Good for a first game.")
    for words in scenarios.all_inner_texts():
        assert len(words.split()) > 8, f"it does not say what it changes: {words}"
    scenarios.filter(has_text="Treacherous Reefs").click()
    ada.page.locator("label:has(input[name=odds])").click()
    ada.at("seat-1").select_option("random")
    ada.at("create").click()
    expect(ada.at("deep-blue")).to_contain_text("Nobody may rush to a dive to the Sunken City")
    reach("playing", ada)
    expect(ada.at("dive")).to_be_visible()
    expect(ada.at("risk")).to_have_count(0)
    expect(ada.at("show-odds")).to_have_count(0)


def test_people_talk_each_in_their_own_language(guests: Guests) -> None:
    ada, bob = two_captains(guests)
    bob.speak("de")
    for captain in (ada, bob):
        captain.at("talk").click()
    ada.page.get_by_role("button", name="Good luck!").click()
    expect(ada.at("talk-lines")).to_contain_text("Ada Good luck!")
    expect(bob.at("talk-lines")).to_contain_text("Ada Viel Glück!")
    bob.at("talk-text").fill("Danke, dir auch")
    bob.keys("Enter")
    expect(ada.at("talk-lines")).to_contain_text("Bob Danke, dir auch")
