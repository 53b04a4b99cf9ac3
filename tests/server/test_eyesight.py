"""Whose eyes they were: people by browser, bots by level; nobody who has left midway or was forgotten."""

from __future__ import annotations

from fathom.players.dive.seeing import Accuracy
from fathom.server.common.tokens import Secrets
from fathom.server.game.eyesight import together
from fathom.server.seating.forget import forgotten
from fathom.server.seating.seats import left_for_good
from fathom.server.store import SeatRow, TableRow
from tests.server.test_store import ADA, BOB, TABLE, changed

CLEO = b"z" * 32
PLAYED = changed(
    TABLE,
    phase="playing",
    seats=(
        SeatRow("person", name="Ada", token=ADA, entropy=b"a" * 32),
        SeatRow("person", name="Bob", token=BOB, entropy=b"b" * 32),
        SeatRow("bot", level="diver"),
        SeatRow("person", name="Cleo", token=CLEO, entropy=b"c" * 32),
    ),
)


def seen(row: TableRow) -> list[tuple[str, str]]:
    """The names and levels of those whose eyes count."""
    return [(one.name, one.level) for one in together([(row, (Accuracy(),) * len(row.seats))], ADA)]


def without(row: TableRow, proof: bytes) -> TableRow:
    left = forgotten(row, proof, lambda: Secrets(b"s" * 32, b"t" * 32))
    assert left is not None
    return left


def test_who_left_midway_saw_neither_as_a_person_nor_as_a_bot() -> None:
    assert seen(PLAYED) == [("Ada", ""), ("Bob", ""), ("Cleo", ""), ("", "diver")]
    assert seen(left_for_good(PLAYED, 1)) == [("Ada", ""), ("Cleo", ""), ("", "diver")]
    assert seen(without(PLAYED, BOB)) == [("Ada", ""), ("Cleo", ""), ("", "diver")]


def test_people_who_were_forgotten_are_not_taken_for_one_another() -> None:
    over = changed(PLAYED, phase="over")
    assert seen(without(without(over, BOB), CLEO)) == [("Ada", ""), ("", "diver")]
