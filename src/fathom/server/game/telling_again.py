"""A record told again, entry by entry as it was said to one reader then. Runs in a worker.

A view repeats most of the one before, and the options always: of each view only those fields are told that
have changed since the frame before, so options, and decks of a table's own, are told once per replay.
"""

from __future__ import annotations

from typing import Any

import msgspec

from fathom import guests
from fathom.server.common.budgets import MOST_TOLD
from fathom.server.game import frames
from fathom.server.game.packed import Packed, Packing
from fathom.server.game.taking_back import TakingBack
from fathom.server.protocol import Retold, Step, TakenBack
from fathom.table import AnyGame, BadRecord, Event, Reader, Record, encoded, read_record, replay
from fathom.table.standing import MOST_TAKEN_BACK

MOST_MOVES = 5_000
"""The longest games of random players have some thousand decisions."""

_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


def readable(content: bytes) -> Record:
    """A record of a game that is known here, and not too long; raises `BadRecord`."""
    record = read_record(content)
    if guests.find(record.game) is None:
        raise BadRecord(f"nobody here knows the game “{record.game}”")
    if len(record.moves) > MOST_MOVES:
        raise BadRecord(f"{len(record.moves)} decisions; at most {MOST_MOVES} are shown")
    return record


def tell(name: str, content: bytes, eyes: Reader, brought: bool = False) -> Packed:
    """The `Replay` of a record, as JSON; raises `BadRecord`.

    One that was `brought` along must have been possible here: nobody takes back more often than the server
    lets them.
    """
    record = readable(content)
    guest = guests.guest(record.game)
    if eyes is not None and eyes >= len(record.players):
        raise BadRecord(f"there is no seat {eyes}; there are {len(record.players)}, counted from 0")
    told = Packing(MOST_TOLD)
    head = encoded({"id": name, "players": record.players, "eyes": eyes})
    told.write(head[:-1] + b',"frames":[')
    changing = Changing(guest.rules, eyes)
    taking_back = TakingBack()
    awaited: tuple[int, ...] = ()
    uncovering = {one.name: one.follow() for one in guest.uncovered}
    for position in replay(guest.rules, record):
        state = position.state
        if position.move is not None and position.taken_back is None:
            if taking_back.often(position.move.seat, awaited, state.to_move()) and brought:
                raise BadRecord(
                    f"move {position.number}: seat {position.move.seat} takes back for more than the "
                    f"{MOST_TAKEN_BACK}th time in one phase"
                )
            taking_back.follow(position.move.seat, awaited, state.to_move())
        awaited = state.to_move()
        for one in uncovering.values():
            one.see(position.number, state)
        back = None
        if position.move is not None and position.taken_back is not None:
            back = TakenBack(position.move.seat, position.taken_back)
        frame = changing.frame(position.number, position.events, state, back)
        told.write(frame if position.number == 0 else b"," + frame)
    steps = tuple(Step(move.seat, move.by_clock) for move in record.moves)
    told.write(b'],"steps":' + encoded(steps))
    empty = {one.name: () for known in guests.ours() for one in known.uncovered}
    for field, shown in (empty | {name: one.told() for name, one in uncovering.items()}).items():
        told.write(b"," + encoded(field) + b":" + encoded(shown))
    told.write(b"}")
    return told.packed()


class Changing:
    """Frames of which each tells only what has changed in the view since the one before."""

    def __init__(self, game: AnyGame, eyes: Reader) -> None:
        self._game = game
        self._eyes = eyes
        self._last: dict[str, bytes] = {}

    def frame(
        self, number: int, events: tuple[Event, ...], state: Any, taken_back: TakenBack | None = None
    ) -> bytes:
        """What a reader was told in this entry."""
        whole = frames.entry(self._game, number, events, state, self._eyes, None)
        fields = {name: bytes(value) for name, value in _fields(whole.view).items()}
        changed = {
            name: msgspec.Raw(value) for name, value in fields.items() if self._last.get(name) != value
        }
        self._last = fields
        return encoded(
            Retold(
                whole.number,
                whole.events,
                msgspec.Raw(msgspec.json.encode(changed)),
                whole.menu,
                whole.result,
                taken_back,
            )
        )
