"""Whoever has never dived in Deep Blue on a device is coached at the first real table."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.web.captain import DECISIONS, Captain, short_game
from tests.web.conftest import WIDE, Guests
from tests.web.inspection import out_of_sight
from tests.web.test_first_time import BOXES, CLEAR, LEAVE, PHONE

TABLET: ViewportSize = {"width": 768, "height": 1024}
NARROW: ViewportSize = {"width": 360, "height": 780}


GAMES = 12
"""In most games one leads the first dive oneself."""

BEATS = {"sail", "dive", "draw"}
"""What the coach has spoken of, where one leads."""


def told(captain: Captain, about: str, words: str) -> None:
    """The coach says this now, about that, without covering it."""
    expect(captain.at("beacon")).to_have_attribute("data-at", about)
    expect(captain.at("beacon-says")).to_contain_text(words)
    expect(captain.page.locator("[aria-live]", has_text=words).first).to_be_attached()
    captain.page.wait_for_function(CLEAR)


@pytest.mark.parametrize(
    ("size", "language"),
    [(WIDE, "en-GB"), (PHONE, "de-DE"), (TABLET, "nl-NL"), (NARROW, "en-GB")],
    ids=["wide", "phone", "tablet", "narrow"],
)
def test_coached_to_the_end_of_the_first_dive(guests: Guests, size: ViewportSize, language: str) -> None:
    """The coach follows what is really done, one sentence at a time, and leaves after the dive. Dice are as
    they fall: whoever was only asked along by the other starts anew, as someone new.
    """
    ada = Captain.of(guests("Ada", size=size, locale=language, newcomer=True, touch=size is not WIDE))
    ada.agreeing(own=short_game(silver=12))
    for _ in range(GAMES):
        ada.against(bots=1, level="random")
        if coached(ada, *SAID[language[:2]]) >= BEATS:
            break
        ada.page.evaluate("localStorage.removeItem('fathom.blue-dived')")
    else:
        raise AssertionError("never led the first dive")
    expect(ada.at("beacon")).to_have_count(0)
    ada.page.reload()
    ada.wait_until_asked()
    expect(ada.at("beacon")).to_have_count(0)


def coached(
    ada: Captain, sail: str, place: str, set_sail: str, moor: str, dive: str, play: str, draw: str
) -> set[str]:
    """Do as the coach says until it has left, and tell what it has spoken of."""
    beats: set[str] = set()
    for _ in range(DECISIONS):
        phase = ada.wait_until_asked()
        if ada.page.evaluate("localStorage.getItem('fathom.blue-dived') === 'yes'"):
            return beats
        offers = ada.offers()
        if phase == "choosing" and any(offer.startswith("dive-") for offer in offers):
            told(ada, "[data-testid^=dive-]", dive)
            assert ada.objections() == []
            beats.add("dive")
            ada.decide()
        elif phase == "choosing" and "sail" in offers:
            told(ada, "[data-testid=sail]", sail)
            assert ada.page.evaluate(LEAVE) >= 44
            assert not ada.sticking_out()
            ada.at("sail").click()
            expect(ada.at("beacon-says")).to_contain_text(place)
            site = (ada.at("beacon").get_attribute("data-at") or "").removeprefix("[data-testid=place-")[:-1]
            told(ada, f"[data-testid=place-{site}]", place)
            ada.at("to-0").select_option(site)
            told(ada, "[data-testid=steer]", set_sail)
            assert out_of_sight(ada, "course") == []
            beats.add("sail")
            ada.at("steer").click()
            expect(ada.at("steer")).to_have_count(0)
        elif phase == "mooring":
            told(ada, "[data-testid=decision] .choices", moor)
            ada.decide()
        elif phase == "deciding":
            told(ada, "[data-testid^=option-go-on]", draw)
            beats.add("draw")
            ada.decide()
        elif phase == "playing" and ada.at("play").is_visible() and ada.at("beacon").count():
            told(ada, "[data-testid=play]", play)
            ada.decide()
        else:
            ada.decide()
    raise AssertionError("the coach never leaves")


SAID = {
    "en": (
        "Points come from dives",
        "The rings show",
        "The raised cards pay",
        "A wreck, face up",
        "Your boat lies at a wreck",
        "A card fits the gems",
        "You hold the bag",
    ),
    "de": (
        "Punkte bringen die Tauchgänge",
        "Die Ringe zeigen",
        "Die angehobenen Karten",
        "Ein offenes Wrack",
        "Dein Boot liegt an einem Wrack",
        "Eine Karte passt",
        "Du hältst den Beutel",
    ),
    "nl": (
        "Punten komen van duiken",
        "De ringen laten zien",
        "De opgetilde kaarten",
        "Een open wrak",
        "Je boot ligt bij een wrak",
        "Een kaart past",
        "Jij hebt de zak",
    ),
}


def test_the_coach_is_sent_away_for_good_and_nothing_moves(guests: Guests) -> None:
    ada = Captain.of(guests("Ada", newcomer=True)).against(bots=1, level="random")
    ada.wait_until_asked()
    ada.at("beacon-leave").focus()
    before = ada.page.evaluate(BOXES)
    ada.keys("Enter")
    expect(ada.at("beacon")).to_have_count(0)
    assert ada.page.evaluate(BOXES) == before
    ada.page.reload()
    ada.wait_until_asked()
    expect(ada.at("beacon")).to_have_count(0)
