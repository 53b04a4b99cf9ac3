"""The log itself, in both databases: what it promises, and what it does when someone else was quicker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from fathom.server.common.tokens import Secrets
from fathom.server.store import (
    AlreadyWritten,
    EntryRow,
    News,
    SeatRow,
    SqliteStore,
    Store,
    TableRow,
    TalkRow,
    store_at,
)
from fathom.server.store.postgres import PostgresStore
from fathom.table import Outcome
from tests.server.harbour import run

ADA, BOB = b"x" * 32, b"y" * 32
TABLE = TableRow(
    id="t",
    game="dive",
    options=b'{"game":"dive"}',
    invite=b"i" * 32,
    secrets=Secrets(b"s" * 32, b"t" * 32, (b"a" * 32, b"b" * 32)),
    host=0,
    seats=(SeatRow("person", name="Ada", token=ADA), SeatRow("open")),
    at=1.0,
)
SETUP = EntryRow(0, None, None, (Outcome(0, "ocean", 0, 36, 7),), at=1.0)


def entry(number: int, *, seat: int = 0, client: str = "") -> EntryRow:
    return EntryRow(number, seat, b"{}", (), at=float(number), client=client or f"c{number}")


Row = TypeVar("Row", TableRow, SeatRow)


def changed(row: Row, **values: Any) -> Row:
    return msgspec.structs.replace(row, **values)


NewStore = Callable[[], Store]
"""Opens the same database once more, as another server does."""


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.xdist_group("postgres")]),
    ]
)
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> NewStore:
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "log.sqlite3")
    url = request.getfixturevalue("postgres").database()
    return lambda: PostgresStore(url)


def test_what_is_written_is_read_again(new_store: NewStore) -> None:
    async def scenario() -> None:
        store = new_store()
        await store.open()
        await store.add_table(TABLE)
        assert await store.table("t") == TABLE
        seats = (
            TABLE.seats[0],
            SeatRow(
                "person",
                name="Bob 🐙",
                level="snorkeler",
                token=BOB,
                colour="coral",
                ready=True,
                entropy_hash=b"h" * 32,
                entropy=b"e" * 32,
                muted=True,
                stand_in="diver",
                link=b"l" * 32,
                person=BOB,
            ),
        )
        full = changed(
            TABLE,
            seats=seats,
            code="KELP42",
            public=True,
            settings=b'{"text":false}',
            clocks=b"[1,2]",
            rematch="u",
            phase="revealing",
        )
        full = await store.put_table(full)
        assert full.version == 1
        assert await store.tables_of(BOB) == await store.tables_of(b"l" * 32) == (full,)
        assert await store.table_by_code("KELP42") == full
        full = await store.start(full, SETUP)
        assert full.phase == "playing"
        assert await store.append("t", entry(1), b"[]") is None
        assert await store.entries("t") == (SETUP, entry(1))
        assert await store.entries("t", after=0) == (entry(1),)
        assert await store.news("t", after=0) == News(full, (entry(1),), {0: b"[]"})
        await store.keep_draft("t", 1, 1, b"{1}")
        await store.keep_draft("t", 1, 1, b"{2}")
        assert await store.drafts("t") == {0: b"[]", 1: b"{2}"}
        over = await store.append("t", entry(2), None, changed(full, phase="over"))
        assert await store.drafts("t") == {}
        await store.close()
        store = new_store()
        await store.open()
        assert await store.table("t") == over
        assert len(await store.entries("t")) == 3
        assert await store.table("nowhere") is None
        assert await store.news("nowhere", after=0) is None
        assert await store.table_by_code("KELP42") is None  # it is over; the code can be given again
        assert await store.table_by_code("") is None
        await store.probe(b"here")
        await store.close()

    run(scenario())


def test_a_number_is_given_once_and_others_at_the_same_time_are_written(new_store: NewStore) -> None:
    async def scenario() -> None:
        store = new_store()
        await store.open()
        for table in ("t", "u"):
            await store.add_table(changed(TABLE, id=table))
            await store.start(changed(TABLE, id=table), SETUP)
        answers = await asyncio.gather(
            store.append("t", entry(1), None),
            store.append("t", entry(1, client="other"), None),
            store.append("u", entry(1), None),
            return_exceptions=True,
        )
        assert sorted(type(answer).__name__ for answer in answers) == [
            "AlreadyWritten",
            "NoneType",
            "NoneType",
        ]
        assert answers[2] is None
        assert [row.number for row in await store.entries("t")] == [0, 1]
        await store.close()

    run(scenario())


def test_an_action_is_written_once_under_its_id(new_store: NewStore) -> None:
    async def scenario() -> None:
        store = new_store()
        await store.open()
        await store.add_table(TABLE)
        await store.start(TABLE, SETUP)
        await store.append("t", entry(1, client="mine"), None)
        with pytest.raises(AlreadyWritten):
            await store.append("t", entry(2, client="mine"), None)
        await store.append("t", entry(2, seat=1, client="mine"), None)
        await store.close()

    run(scenario())


def test_two_servers_do_not_overwrite_each_others_changes(new_store: NewStore) -> None:
    async def scenario() -> None:
        one, two = new_store(), new_store()
        await one.open()
        await two.open()
        await one.add_table(TABLE)
        row = await one.put_table(changed(TABLE, host=1))
        with pytest.raises(AlreadyWritten, match="version 1, not 0"):
            await two.put_table(changed(TABLE, rematch="elsewhere"))
        with pytest.raises(AlreadyWritten):
            await two.start(TABLE, SETUP)
        assert await two.table("t") == row
        assert await two.entries("t") == ()
        row = await two.start(row, SETUP)
        with pytest.raises(AlreadyWritten):  # the entry is new, but the row is not the last one
            await one.append("t", entry(1), None, changed(row, version=0, clocks=b"[]"))
        assert await one.entries("t", after=0) == ()
        await one.append("t", entry(1), None, changed(row, phase="over"))
        with pytest.raises(AlreadyWritten, match="not being played"):
            await two.append("t", entry(2), None)
        await one.remove_table("t")
        await one.remove_table("t")
        with pytest.raises(AlreadyWritten, match="removed"):
            await two.append("t", entry(2), None)
        await one.close()
        await two.close()

    run(scenario())


def test_a_draft_that_comes_after_its_action_is_not_kept(new_store: NewStore) -> None:
    async def scenario() -> None:
        store = new_store()
        await store.open()
        await store.add_table(TABLE)
        await store.start(TABLE, SETUP)
        await store.append("t", entry(1), None)
        with pytest.raises(AlreadyWritten, match="has acted after entry 0"):
            await store.keep_draft("t", 0, 0, b"late")
        await store.keep_draft("t", 1, 0, b"fine")  # only someone else has acted
        assert await store.drafts("t") == {1: b"fine"}
        await store.close()

    run(scenario())


def test_a_code_leads_to_one_unfinished_table(new_store: NewStore) -> None:
    async def scenario() -> None:
        store = new_store()
        await store.open()
        await store.add_table(changed(TABLE, code="KELP42"))
        await store.add_table(changed(TABLE, id="none"))
        await store.add_table(changed(TABLE, id="none-either"))
        with pytest.raises(AlreadyWritten):
            await store.add_table(changed(TABLE, id="u", code="KELP42"))
        assert await store.table("u") is None
        await store.put_table(changed(TABLE, code="KELP42", phase="closed"))
        await store.add_table(changed(TABLE, id="u", code="KELP42"))
        found = await store.table_by_code("KELP42")
        assert found is not None
        assert found.id == "u"
        await store.close()

    run(scenario())


def test_which_tables_are_listed(new_store: NewStore) -> None:
    async def scenario() -> None:
        store = new_store()
        await store.open()
        phases = ("lobby", "revealing", "playing", "over", "closed")
        for number, phase in enumerate(phases):
            await store.add_table(
                changed(TABLE, id=phase, phase=phase, at=float(number), public=True, due=9.0 - number)
            )
        await store.add_table(changed(TABLE, id="private", phase="playing", at=9.0))
        await store.add_table(changed(TABLE, id="newer", at=10.0, public=True, seats=(SeatRow("open"),)))
        assert [row.id for row in await store.public_tables()] == ["newer", "lobby"]
        assert await store.unfinished() == (("playing", 7.0), ("revealing", 8.0))
        assert [row.id for row in await store.tables_of(ADA)] == ["private", *reversed(phases)]
        await store.close()

    run(scenario())


def test_what_is_old_enough_to_be_removed(new_store: NewStore) -> None:
    """A finished table counts from the last entry of its log, one that never started from its opening."""

    async def scenario() -> None:
        store = new_store()
        await store.open()
        for phase in ("lobby", "revealing", "playing", "over", "closed"):
            await store.add_table(changed(TABLE, id=phase, phase=phase, at=10.0))
        await store.add_table(changed(TABLE, id="long", at=10.0))
        row = await store.start(changed(TABLE, id="long", at=10.0), SETUP)
        await store.append("long", entry(50), None, changed(row, phase="over"))

        async def stale(finished: float, opened: float, running: float = 0.0, grace: float = 0.0) -> set[str]:
            return set(
                await store.stale(
                    finished_before=finished, opened_before=opened, running=running, grace=grace
                )
            )

        assert await stale(10.0, 10.0) == set()
        assert await stale(50.0, 10.0) == {"closed", "over"}
        assert await stale(51.0, 10.0) == {"closed", "long", "over"}
        assert await stale(0.0, 11.0) == {"lobby", "revealing"}, "the others are not old any more"
        # Whatever is found first begins its grace; what is not found in between begins it anew.
        assert await stale(50.0, 11.0, running=5.0, grace=7.0) == set()
        assert await stale(50.0, 11.0, running=7.0, grace=7.0) == {"lobby", "revealing"}
        assert await stale(0.0, 11.0, running=8.0, grace=7.0) == {"lobby", "revealing"}
        assert await stale(50.0, 11.0, running=12.0, grace=7.0) == {"lobby", "revealing"}
        assert await stale(50.0, 0.0, running=19.0, grace=7.0) == {"closed", "over"}
        await store.close()

    run(scenario())


def test_what_was_said_has_numbers_without_gaps(new_store: NewStore) -> None:
    async def scenario() -> None:
        one, two = new_store(), new_store()
        await one.open()
        await two.open()
        await one.add_table(TABLE)
        said = await asyncio.gather(
            *(
                store.add_talk("t", TalkRow(ADA, text=str(at), at=1.0))
                for at in range(5)
                for store in (one, two)
            )
        )
        said.append(await one.add_talk("t", TalkRow(None, phrase="good-game")))
        assert sorted(talk.number for talk in said) == list(range(1, 12))
        assert await two.talk("t") == tuple(sorted(said, key=lambda talk: talk.number))
        assert [talk.phrase for talk in await two.talk("t", after=10)] == ["good-game"]
        await one.close()
        await two.close()

    run(scenario())


def test_who_wants_to_be_forgotten_leaves_no_name_and_no_words(new_store: NewStore) -> None:
    phone = b"z" * 32

    def without(row: TableRow) -> TableRow | None:
        """Ada leaves; the table to which nobody else has come is removed."""
        gone = {"name": "", "token": None, "link": None, "person": None}
        seats = (changed(seat, **gone) if ADA in {seat.token, seat.link} else seat for seat in row.seats)
        return None if row.id == "v" else changed(row, seats=tuple(seats), host=1)

    async def scenario() -> None:
        store = new_store()
        await store.open()
        both = (
            SeatRow("person", name="Ada", token=phone, link=ADA, person=phone),
            SeatRow("person", name="Bob", link=BOB, person=BOB),
        )
        await store.add_table(changed(TABLE, seats=both, phase="playing"))
        # She has left this one to a bot, which proves no seat any more; and here she only talked.
        await store.add_table(changed(TABLE, id="u", seats=(changed(both[0], kind="bot"), both[1])))
        await store.add_table(changed(TABLE, id="v"))
        await store.add_table(changed(TABLE, id="w", seats=both[1:]))
        await store.add_talk("t", TalkRow(phone, text="hello from Ada"))
        await store.add_talk("t", TalkRow(BOB, text="hello from Bob"))
        await store.add_talk("t", TalkRow(phone, phrase="good-luck"))
        await store.add_talk("w", TalkRow(ADA, text="and I am off"))
        assert [row.id for row in await store.tables_of(ADA)] == ["t", "v"]
        assert await store.forget(ADA, without) == ("t", "u", "v", "w")
        assert await store.tables_of(ADA) == ()
        left = (SeatRow("person"), both[1])
        assert await store.table("t") == changed(TABLE, seats=left, host=1, phase="playing", version=1)
        left = (SeatRow("bot"), both[1])
        assert await store.table("u") == changed(TABLE, id="u", seats=left, host=1, version=1)
        assert await store.table("v") is None
        bob = TalkRow(BOB, text="hello from Bob", number=2)
        assert await store.talk("t") == (TalkRow(None, number=1), bob, TalkRow(None, number=3))
        # Whoever had heard it all learns what has been unsaid.
        assert await store.talk("t", after=3) == (TalkRow(None, number=1), TalkRow(None, number=3))
        assert [talk.text for talk in await store.talk("w")] == [""]
        assert await store.forget(ADA, without) == ()
        await store.close()

    run(scenario())


def test_nothing_of_a_removed_table_is_left(new_store: NewStore) -> None:
    async def scenario() -> None:
        store = new_store()
        await store.open()
        for table in ("t", "u"):
            await store.add_table(changed(TABLE, id=table))
            await store.start(changed(TABLE, id=table), SETUP)
            await store.keep_draft(table, 0, 0, b"{}")
            await store.add_talk(table, TalkRow(ADA, text="hello"))
        await store.remove_table("t")
        assert await store.table("t") is None
        assert await store.entries("t") == ()
        assert await store.drafts("t") == {}
        assert await store.talk("t") == ()
        assert [row.id for row in await store.tables_of(ADA)] == ["u"]
        assert len(await store.entries("u")) == len(await store.drafts("u")) == 1
        await store.close()

    run(scenario())


def test_what_was_asked_for_before_closing_is_written(new_store: NewStore) -> None:
    async def scenario() -> None:
        store = new_store()
        await store.open()
        await store.add_table(TABLE)
        await store.start(TABLE, SETUP)
        asked = asyncio.ensure_future(store.append("t", entry(1), None))
        await asyncio.sleep(0)
        asked.cancel()  # whoever asked has gone; the work is on its way all the same
        await store.close()
        store = new_store()
        await store.open()
        assert len(await store.entries("t")) == 2
        await store.close()

    run(scenario())


def test_a_database_is_named_by_a_url(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="begins with postgresql://"):
        store_at(tmp_path, "mysql://somewhere")
    store = store_at(tmp_path)
    assert isinstance(store, SqliteStore)
    run(store.close())
