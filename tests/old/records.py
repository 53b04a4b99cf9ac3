"""Records read again: what is in one, and the state after each of its entries."""

from __future__ import annotations

from typing import Any

from fathom.guests import rules
from fathom.table import Record, replay, state_hash
from tests.old.expected import OldRecord


def state_after(record: Record, number: int) -> Any:
    """The state after that entry; raises `BadRecord` if the record does not follow the rules to its end."""
    found = None
    for position in replay(rules(record.game), record):
        if position.number == number:
            found = position.state.copy()
    assert found is not None, f"there is no entry {number}; the last is {len(record.moves)}"
    return found


def summary(record: Record) -> OldRecord:
    """What must come out of a record, the hash as its moves lead to it now."""
    return OldRecord(
        game=record.game,
        players=record.players,
        moves=len(record.moves),
        outcomes=len(record.outcomes),
        hash=state_hash(state_after(record, len(record.moves))),
        result=record.result,
    )
