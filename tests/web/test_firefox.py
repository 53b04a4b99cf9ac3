"""Whole games of both kinds in another browser: Debian's Firefox, by the same hands as in Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.server.harbour import Running
from tests.web import guest
from tests.web.captain import Captain, play_to_the_end
from tests.web.conftest import Guests


@pytest.fixture
def people(firefox: Browser, server: Running) -> Iterator[Guests]:
    """People with Firefox. A test fails if a page of theirs reported an error."""
    people = Guests(firefox, f"http://{server.host}")
    yield people
    for context in people.contexts:
        context.close()
    assert not people.trouble, people.trouble


def test_dive_is_played_to_the_end_in_firefox(people: Guests) -> None:
    ada = people("Ada").in_a_small_ocean().come().play_now(bots=1)
    guest.play_to_the_end(ada)
    expect(ada.at("result")).to_be_visible()


def test_deep_blue_is_played_to_the_end_in_firefox(people: Guests) -> None:
    ada = Captain.of(people("Ada")).agreeing(chart="small").against(bots=1)
    ada.draws = 2
    ada.hurries = True
    play_to_the_end(ada)
    expect(ada.at("city")).to_have_text("Sunken City: 4 of 4")
