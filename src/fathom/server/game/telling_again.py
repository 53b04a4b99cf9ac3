"""A record told again, entry by entry as it was said to one reader then. Runs in a worker.

A view repeats most of the one before, and the options always: of each view only those fields are told that
have changed since the frame before, so options, and decks of a table's own, are told once per replay.
"""

from __future__ import annotations

from typing import Any

import msgspec

from fathom.deepblue import DeepBlueState
from fathom.dive import DiveState
from fathom.server.common.budgets import MOST_TOLD
from fathom.server.common.served import GAMES
from fathom.server.game import frames
from fathom.server.game.packed import Packed, Packing
from fathom.server.game.taking_back import MOST_TAKEN_BACK, TakingBack
from fathom.server.protocol import Covered, Retold, Step
from fathom.table import AnyGame, BadRecord, Event, Reader, Record, encoded, read_record, replay

MOST_MOVES = 5_000
"""The longest games of random players have some thousand decisions."""

_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


def readable(content: bytes) -> Record:
    """A record of a game that is known here, and not too long; raises `BadRecord`."""
    record = read_record(content)
    if record.game not in GAMES:
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
    game = GAMES[record.game]
    if eyes is not None and eyes >= len(record.players):
        raise BadRecord(f"there is no seat {eyes}; there are {len(record.players)}, counted from 0")
    told = Packing(MOST_TOLD)
    head = encoded({"id": name, "players": record.players, "eyes": eyes})
    told.write(head[:-1] + b',"frames":[')
    changing = Changing(game, eyes)
    taking_back = TakingBack()
    awaited: tuple[int, ...] = ()
    ocean: list[str] = []
    under: list[Covered] = []
    for position in replay(game, record):
        state = position.state
        if position.move is None:
            ocean = [card.kind.value for card in state.ocean] if isinstance(state, DiveState) else []
        elif taking_back.often(position.move.seat, awaited, state.to_move()) and brought:
            raise BadRecord(
                f"move {position.number}: seat {position.move.seat} takes back for more than the "
                f"{MOST_TAKEN_BACK}th time in one phase"
            )
        if position.move is not None:
            taking_back.follow(position.move.seat, awaited, state.to_move())
        awaited = state.to_move()
        if isinstance(state, DeepBlueState):
            cards = covered(position.number, state)
            if not under or (under[-1].wrecks, under[-1].deck) != (cards.wrecks, cards.deck):
                under.append(cards)
                told.count(len(encoded(cards)))
        frame = changing.frame(position.number, position.events, state)
        told.write(frame if position.number == 0 else b"," + frame)
    steps = tuple(Step(move.seat, move.by_clock) for move in record.moves)
    told.write(b'],"steps":' + encoded(steps) + b',"ocean":' + encoded(ocean) + b',"covered":')
    told.write_counted(encoded(under) + b"}")
    return told.packed()


class Changing:
    """Frames of which each tells only what has changed in the view since the one before."""

    def __init__(self, game: AnyGame, eyes: Reader) -> None:
        self._game = game
        self._eyes = eyes
        self._last: dict[str, bytes] = {}

    def frame(self, number: int, events: tuple[Event, ...], state: Any) -> bytes:
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
            )
        )


def covered(number: int, state: DeepBlueState) -> Covered:
    """What lies face down at this entry of the log."""
    lying = zip(state.box.site_number, state.lying, strict=True)
    return Covered(
        since=number,
        wrecks={site: wreck.tile for site, wreck in lying if wreck and not wreck.up},
        deck=state.deck[::-1],
    )
