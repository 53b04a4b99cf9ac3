"""Whole games of Deep Blue in a real browser, through a real server."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from fathom.deepblue import DeepBlueGame
from fathom.table import read_record, verify
from tests.web.captain import Captain, play_to_the_end
from tests.web.conftest import Guests


def test_one_person_against_a_bot_to_the_end(guests: Guests, tmp_path: Path) -> None:
    ada = Captain.of(guests("Ada")).agreeing(chart="small").against(bots=1)
    play_to_the_end(ada)
    expect(ada.at("result")).to_be_visible()
    expect(ada.at("city")).to_have_text("Sunken City: 4 of 4")
    with ada.page.expect_download() as downloading:
        ada.at("record").click()
    record = tmp_path / "record.json"
    downloading.value.save_as(record)
    assert verify(DeepBlueGame(), read_record(record.read_bytes())) > 0
