"""Whole games of Deep Blue in which everyone looks closely: every phase fits, is read aloud and speaks their
language, on a phone and a wide screen, with the keyboard alone and with a pointer.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from playwright.sync_api import ViewportSize, expect

from tests.web.captain import DECISIONS, Captain, KeyboardCaptain, short_game
from tests.web.conftest import PHONE, WIDE, Guests
from tests.web.inspection import APART, complaints, least_apart_in_grey, messages, out_of_sight

HAND_HELD: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 768, "height": 1024}

CARD = re.compile("blue_card_(?!protects|gems).*")
"""The message that names a card."""

ROWERS = {
    "starting": [
        {"id": "rower", "name": "Rower", "count": 3, "propeller": 4, "money": 1},
        {"id": "singer", "name": "Singer", "count": 1, "on": "any", "gems": 1, "vp": 2},
    ],
    "market": [{"id": "helper", "name": "Helper", "count": 30, "propeller": 2}],
}
CHEAP = {"prices": [1, 1, 1, 1], "renew": 1, "tokens": [0, 0, 0, 0, 0]}
DANGEROUS = {**short_game(silver=1, black=8, blue=1), "crew": ROWERS, "market": CHEAP}
"""A box in which everything is soon found, and any four gems of the bag hold a danger to be answered."""

ALONE = {"choosing", "paying", "sailing", "mooring", "playing", "deciding", "score", "waiting", "over"}
"""What each captain comes through in every game."""

TOGETHER = {*ALONE, "taking", "approaching", "rushing", "answering"}
"""What one of them does. (Who leads which of two dives is asked in a storm only: see the scenarios.)"""


class Tour:
    """A captain who looks closely at whatever comes up for the first time. Axe, which takes two seconds, sees
    it once at each table.
    """

    def __init__(self, captain: Captain, seen_by_axe: set[str]) -> None:
        self.captain = captain
        self.met: set[str] = set()
        self.complaints: dict[str, list[str]] = {}
        self._seen_by_axe = seen_by_axe
        captain.looks = self.has_all_in_sight

    def has_all_in_sight(self, moment: str) -> None:
        """Whatever is decided, what it takes and what it costs are on the screen."""
        if moment == "sailing":
            self.look(moment)
        found = out_of_sight(self.captain, moment)
        if found:
            self.complaints.setdefault(f"{moment}: out of sight", found)

    def look(self, page: str) -> None:
        if page not in self.met:
            self.met.add(page)
            found = complaints(self.captain, page, axe=page not in self._seen_by_axe)
            self._seen_by_axe.add(page)
            if found:
                self.complaints[page] = found

    def step(self) -> None:
        """Look at what is asked now, and decide it."""
        captain = self.captain
        phase = captain.asked()
        if not phase:
            self.look("waiting")
            return
        if phase == "choosing" and "paying" not in self.met:
            self.look(phase)
            self._renew_the_market()
            return
        if "score" not in self.met and phase != "over" and captain.at("last-dive").count():
            captain.turn_to("story")
            captain.press(captain.at("last-dive"))
            self.look("score")
            captain.press(captain.at("score-done"))
        self.look(phase)
        if phase != "over":
            self.has_all_in_sight(phase)
        captain.decide()

    def _renew_the_market(self) -> None:
        """See what it takes to pay, then renew the market and look at what can be taken."""
        captain = self.captain
        captain.press(captain.at("hire"))
        captain.press(captain.page.locator("[data-testid^=slot-]").first)
        self.look("paying")
        self.has_all_in_sight("paying")
        captain.press(captain.at("renew"))
        self.has_all_in_sight("paying")
        captain.press(captain.at("pay"))
        captain.page.wait_for_function(
            "() => document.querySelector('[data-testid=decision]').dataset.phase === 'taking'"
        )
        self.look("taking")
        self.has_all_in_sight("taking")
        captain.decide()


def met(*tours: Tour) -> set[str]:
    """What one of them has come through."""
    return set().union(*(tour.met for tour in tours))


def play(*tours: Tour, together: AbstractSet[str] = TOGETHER) -> None:
    """Dive deep until everyone has met what each does, and someone the rest; then hurry for the city."""
    for tour in tours:
        tour.captain.draws = 4
    for _ in range(DECISIONS):
        if not any(tour.captain.asked() for tour in tours):
            tours[0].captain.is_asked_soon()
        for tour in tours:
            tour.step()
        each_alone = all(tour.met >= ALONE - {"over"} for tour in tours)
        if each_alone and met(*tours) >= together - {"over"}:
            for tour in tours:
                tour.captain.draws = 1
                tour.captain.rushes = False
                tour.captain.hurries = True
        if all("over" in tour.met for tour in tours):
            return
    raise AssertionError("the game does not end")


def open_by_keyboard(ada: KeyboardCaptain) -> str:
    """From the first page to a table for two, with Tab, arrows, letters and Enter; gives the invite link."""
    ada.page.goto(ada.address)
    ada.walk_to(ada.at("your-name"))
    ada.page.keyboard.type(ada.name)
    ada.walk_to(ada.page.locator("input[name=game]:checked"))
    ada.keys("ArrowRight")
    expect(ada.page.locator("input[name=game][value='deep-blue']")).to_be_checked()
    ada.press(ada.at("friends"))
    ada.press(ada.at("create"))
    ada.press(ada.at("lobby-ready"))
    return ada.at("invite").input_value()


def standings(captain: Captain) -> list[list[str]]:
    """Places, names and points, first to last, without the words of a language."""
    rows = captain.at("result").locator("ol").first.locator("li").all_inner_texts()
    return [re.findall(r"\d+|Ada|Bob", row) for row in rows]


def test_two_browsers_play_to_the_end_one_of_them_without_a_pointer(guests: Guests) -> None:
    ada = KeyboardCaptain.of(guests("Ada", size=HAND_HELD, locale="de-DE"))
    bob = Captain.of(guests("Bob", size=WIDE, locale="nl-NL"))
    ada.agreeing(own=DANGEROUS)
    invite = open_by_keyboard(ada)
    bob.follow(invite)
    expect(bob.at("deep-blue")).to_be_visible()

    by_axe: set[str] = set()
    tours = Tour(ada, by_axe), Tour(bob, by_axe)
    play(*tours)
    assert [tour.complaints for tour in tours] == [{}, {}]
    assert met(*tours) >= TOGETHER, TOGETHER - met(*tours)
    for tour in tours:
        assert tour.met >= ALONE, ALONE - tour.met
    assert standings(ada) == standings(bob)
    assert ada.walked >= {"sail", "pay", "to", "steer", "option-moor", "play", "option-go-on"}


def test_five_at_a_table_four_of_them_bots(guests: Guests) -> None:
    ada = Captain.of(guests("Ada", size=TABLET, calm=False)).agreeing(own=DANGEROUS, closed_chests=False)
    ada.against(bots=4, level="random")
    ada.wait_until_asked()  # Whoever is asked is brought back to the stage.
    ada.turn_to("captains")
    expect(ada.at("captain-4")).to_be_visible()
    expect(ada.at("vp-4")).to_have_text("0")
    assert least_apart_in_grey(ada.page.locator("[data-testid^=captain-] > svg")) > APART
    ada.turn_to("stage")
    tour = Tour(ada, {*TOGETHER})
    play(tour, together=ALONE)
    assert tour.complaints == {}
    expect(ada.at("result").locator("ol").first.locator("li")).to_have_count(5)
    points = [int(ada.at(f"vp-{seat}").inner_text()) for seat in range(5)]
    leads = ["leads" in ada.at(f"captain-{seat}").inner_text() for seat in range(5)]
    assert leads == [vp == max(points) > 0 for vp in points]


def test_the_chart_is_named_for_those_who_cannot_see_it(guests: Guests) -> None:
    ada = Captain.of(guests("Ada")).agreeing(chart="small").against(bots=1)
    tree = ada.at("chart").aria_snapshot()
    assert re.search(r"group \"Chart: [^\"]+\"", tree)
    assert re.search(r"button \"[^\"]+ points for the dive leader\. \w+ space free", tree)
    assert "A wreck that lies face down" in tree
    assert re.search(r"button \"Harbour\. Boats here: Ada and", tree)


def test_two_fingers_bring_the_chart_closer_and_one_moves_it(guests: Guests) -> None:
    ada = Captain.of(guests("Ada", size=PHONE)).against(bots=1)
    sheet = ada.at("chart").locator("svg").first
    sheet.scroll_into_view_if_needed()
    frame = sheet.bounding_box()
    assert frame is not None
    fingers = ada.page.context.new_cdp_session(ada.page)
    fingers.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})

    def touch(kind: str, *points: tuple[float, float]) -> None:
        there = [
            {"x": frame["x"] + x * frame["width"], "y": frame["y"] + y * frame["height"], "id": finger}
            for finger, (x, y) in enumerate(points)
        ]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": there})

    def seen() -> list[float]:
        return [float(number) for number in (sheet.get_attribute("viewBox") or "").split()]

    whole = seen()
    touch("touchStart", (0.45, 0.3), (0.55, 0.3))
    for step in range(1, 6):
        touch("touchMove", (0.45 - step * 0.04, 0.3), (0.55 + step * 0.04, 0.3))
    touch("touchEnd")
    near = seen()
    assert near[2] < whole[2] * 0.7, "the sheet is closer"
    touch("touchStart", (0.6, 0.3))
    for step in range(1, 6):
        touch("touchMove", (0.6 - step * 0.06, 0.3 + step * 0.01))
    touch("touchEnd")
    assert seen()[0] > near[0], "the sheet follows the finger"
    assert ada.page.evaluate("visualViewport.scale") == 1, "the page itself stays as it is"
    ada.page.get_by_role("button", name="Whole chart").click()
    assert seen() == whole
    ada.page.get_by_role("button", name="Closer").click()
    ada.at("place-harbour").focus()
    before = seen()
    ada.keys("ArrowRight")
    assert seen()[0] > before[0]
    ada.keys("0")
    assert seen() == whole


def test_no_name_of_a_card_is_broken_on_it(guests: Guests) -> None:
    ada = Captain.of(guests("Ada", size=PHONE)).against(bots=1, level="random")
    for language in ("en", "de", "nl"):
        names = [words for key, words in messages(language).items() if CARD.fullmatch(key)]
        assert len(names) == 22
        broken = ada.at("hand").evaluate(
            """(hand, names) => names.filter(words => {
                const name = hand.querySelector('.card .name');
                name.textContent = words;
                const text = document.createRange();
                text.selectNodeContents(name);
                const lines = new Set([...text.getClientRects()].map(each => Math.round(each.top)));
                return lines.size > words.split(/[ -]/).length;
            })""",
            names,
        )
        assert broken == [], language


def test_the_first_page_wears_the_game_that_was_chosen_and_agrees_on_a_scenario(guests: Guests) -> None:
    ada = Captain.of(guests("Ada", size=HAND_HELD))
    ada.come()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("How deep do you dare?")
    ada.choose_deep_blue()
    for _ in range(2):
        expect(ada.page.get_by_role("heading", level=1)).to_have_text("Who finds the Sunken City?")
        expect(ada.page.locator("input[name=game][value='deep-blue']")).to_be_checked()
        ada.page.reload()
    ada.at("quick-scenario").select_option(label="Treacherous Reefs")
    ada.page.locator("label:has(input[name=chart])").filter(has_text="The Narrow Sound").click()
    assert (ada.overflow(), ada.objections()) == (0, [])
    ada.page.reload()
    expect(ada.at("quick-scenario").locator("option:checked")).to_have_text("Treacherous Reefs")
    expect(ada.page.locator("input[name=chart][value=small]")).to_be_checked()
    ada.at("play-now").click()
    expect(ada.at("deep-blue")).to_contain_text("Nobody may rush to a dive to the Sunken City")
    expect(ada.at("chart").locator("svg").first).to_have_accessible_name("Chart: The Narrow Sound")

    ada.turn_to("market")
    ada.at("glossary-open").click()
    expect(ada.at("glossary").locator("li")).to_have_count(22)
    expect(ada.at("glossary")).to_contain_text("Gold Diver: 2 points")
    assert ada.objections() == []
    ada.at("glossary").get_by_test_id("close").click()
    expect(ada.at("glossary")).to_have_count(0)
