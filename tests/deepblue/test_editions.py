"""B12.2: every box that was shipped stays as it was, and records and tables name the one they play with."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import UNSET

from fathom.deepblue import CHARTS, Options, OwnBox, standard_chart
from fathom.deepblue.box import EDITIONS, FIRST, NEWEST, PART_TYPES, standard_part
from fathom.guests import level
from fathom.lab.records import read_records
from fathom.lab.simulation import simulated
from fathom.table import FastDice, Record, Refused, encoded, read_record, replay, verify
from tests.deepblue.scene import GAME, clause

OLD = Path(__file__).parent / "records" / "without-edition.jsonl"
"""Records written before there were editions: three players, the small chart, five players, and an own chart
whose starters are not the first six."""

SHIPPED = {
    "first": "547e7d17eb738d99b2889002b25cf8d5a81dbdc766a3e83a98503e05ae00c880",
    "second": "f9e9d3ea397fbb033956ef632d654a8306682022fea5a8b0031c3f758fb0dcfc",
    "third": "210157cb275cd27202cdbab4843b276ca79d57a6c3cd7e2f3757225d92c81456",
}
"""What was shipped, by its hash. A box that has been shipped is never changed: add an edition instead."""


def contents(edition: str) -> str:
    parts = {name: standard_part(name, edition) for name in PART_TYPES if name != "chart"}
    charts = {name: standard_chart(name, edition) for name in CHARTS}
    return sha256(encoded((parts, charts))).hexdigest()


@clause("B12.2")
def test_no_edition_that_was_shipped_has_changed() -> None:
    assert {edition: contents(edition) for edition in EDITIONS} == SHIPPED


def old_records() -> list[Record]:
    records = [record for _, record in read_records(OLD)]
    assert all(isinstance(record, Record) for record in records)
    return [record for record in records if isinstance(record, Record)]


@pytest.mark.parametrize("number", range(4))
def test_a_record_without_an_edition_was_played_with_the_first(number: int) -> None:
    record = old_records()[number]
    assert b"edition" not in bytes(record.options)
    *_, last = replay(GAME, record)
    assert last.state.options.edition is UNSET
    assert last.state.result() is not None
    assert verify(GAME, record) == len(record.outcomes)


@clause("B12.2")
def test_a_new_record_names_its_edition_and_is_replayed_with_it() -> None:
    captain = level("deep-blue", "captain")
    played = [simulated(GAME, Options(edition=name), [captain] * 2, "editions") for name in EDITIONS]
    for edition, record in zip(EDITIONS, played, strict=True):
        again = read_record(encoded(record))
        assert msgspec.json.decode(again.options, type=Options).edition == edition
        *_, last = replay(GAME, again)
        assert last.state.box is Options(edition=edition).box
    assert played[0].moves != played[1].moves


@clause("B12.2")
def test_options_name_the_newest_edition_and_keep_the_one_they_name() -> None:
    assert Options().edition == NEWEST
    for options in (Options(), Options(edition=FIRST), Options(own=OwnBox())):
        assert msgspec.json.decode(encoded(options), type=Options) == options
        assert GAME.settled(options) == options


@clause("B12.2")
def test_options_from_outside_without_an_edition_get_the_newest_when_a_table_is_opened() -> None:
    asked = msgspec.json.decode(b'{"game":"deep-blue","chart":"small"}', type=Options)
    assert asked.box is Options(chart="small", edition=FIRST).box
    assert GAME.settled(asked) == Options(chart="small")


@clause("B12.2")
def test_there_is_no_other_edition() -> None:
    for unknown in ("fourth", ""):
        with pytest.raises(Refused) as refused:
            GAME.check(Options(edition=unknown), 2)
        assert refused.value.refusal.code == "no-such-edition"
        assert refused.value.refusal.values == {"edition": unknown, "editions": ", ".join(EDITIONS)}


@clause("B2.1", "B12.1")
@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize("seed", range(5))
def test_starters_lie_where_the_chart_says_starter_in_whatever_order(chart: str, seed: int) -> None:
    ours = standard_chart("small" if chart == "small" else "standard")
    places = list(ours.places)
    Random(seed).shuffle(places)
    options = Options(own=OwnBox(chart=msgspec.structs.replace(ours, places=tuple(places))))
    state = GAME.start(options, 2, FastDice(seed))
    tiles = state.box.tiles
    kinds = {place.id: place.kind for place in places}
    empty = 0
    for site, wreck in zip(state.box.sites, state.lying, strict=True):
        if wreck is None:
            assert kinds[site] == "starter"
            empty += 1
        else:
            assert tiles[wreck.tile].starter == wreck.up == (kinds[site] == "starter")
    assert empty == 1
