"""A game from a package of its own, played in the browser: nothing of Fathom knows it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.guests import packages
from tests.server.harbour import wait_until
from tests.web.conftest import PHONE, WIDE, Guests
from tests.web.guest import Guest

pytestmark = pytest.mark.browser

MOST_DECISIONS = 40
"""What either of the two games needs is far less."""


@pytest.fixture(scope="module", params=["tides", "written"])
def game(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, str]]:
    """A server that found a game on its path: Tides, or what `fathom new-game` has just written."""
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "tides":
        name, site = "tides", packages.tides(folder / "site")
    else:
        name = "pearls"
        told = packages.fathom("new-game", name, "--in", folder, sites=(), cwd=folder)
        assert told.returncode == 0, told.stderr
        site = folder / name / "src"
        packages.noted(site, folder / name / "pyproject.toml")
    with packages.serving(folder / "data", site) as host:
        yield name, f"http://{host}"


@pytest.fixture
def people(chromium: Browser, game: tuple[str, str]) -> Iterator[Guests]:
    """People who come to that server. A test fails if a page of theirs reported an error."""
    guests = Guests(chromium, game[1])
    yield guests
    for context in guests.contexts:
        context.close()
    assert not guests.trouble, guests.trouble


def choose(guest: Guest, game: str) -> Guest:
    """Choose the game on the first page."""
    guest.come()
    guest.page.locator(f"input[name=game][value='{game}']").check(force=True)
    return guest


def play(*people: Guest) -> None:
    """Everyone plays the first action that is offered, until there is a result."""
    for _ in range(MOST_DECISIONS):
        wait_until(lambda: over(*people) or any(awaited(one) for one in people))
        if over(*people):
            return
        acting = next(one for one in people if awaited(one))
        before = acting.at("plain-log").inner_text()
        acting.at("plain-action").first.click()
        expect(acting.at("plain-log")).not_to_have_text(before, use_inner_text=True)
    raise AssertionError("the game does not end")


AWAITED = """() => {
    const action = document.querySelector('[data-testid=plain-action]');
    return action !== null && action.checkVisibility() && !action.disabled;
}"""
"""At once, because a bot may be quicker than two questions."""


def awaited(guest: Guest) -> bool:
    """Whether someone has something to decide."""
    found: bool = guest.page.evaluate(AWAITED)
    return found


def over(*people: Guest) -> bool:
    """Whether all of them see a result."""
    return all(one.at("result").is_visible() for one in people)


def fits(guest: Guest) -> None:
    """Nothing runs over the edge, and nothing is out of reach for those who use other means."""
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "runs over the edge"
    assert guest.objections() == []


def test_two_people_play_it_to_the_end_and_watch_it_again(people: Guests, game: tuple[str, str]) -> None:
    name, _ = game
    ada = choose(people("Ada", size=WIDE), name)
    bob = people("Bob", size=PHONE, locale="de-DE")
    ada.at("friends").click()
    ada.at("seat-1").select_option("open")
    ada.at("create").click()
    ada.at("lobby-ready").click()
    bob.follow(ada.at("invite").input_value())
    for one in (ada, bob):
        expect(one.at("plain-position")).to_be_visible()
        fits(one)
    play(ada, bob)
    for one in (ada, bob):
        expect(one.at("result")).to_be_visible()
        fits(one)
    expect(bob.at("plain-log")).to_contain_text("Ada")  # the log is told in words, with names
    ada.at("replay").click()
    expect(ada.at("plain-position")).to_be_visible()
    expect(ada.at("plain-log")).to_be_visible()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_one_person_plays_it_against_a_bot_and_again(
    people: Guests, game: tuple[str, str], size: ViewportSize
) -> None:
    ada = choose(people("Ada", size=size, locale="nl-NL"), game[0])
    ada.at("play-now").click()
    expect(ada.at("plain-position")).to_be_visible()
    play(ada)
    expect(ada.at("result")).to_be_visible()
    fits(ada)
    ada.at("again").click()
    expect(ada.at("plain-position")).to_be_visible()
    expect(ada.at("result")).to_have_count(0)
