"""How well people saw, over all the games that they have played here with whoever asks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from fathom.server.protocol import Eyesight
from fathom.server.store import SeatRow, TableRow

GAMES = 100
"""Games looked at per person, the newest."""


def together(games: Iterable[tuple[TableRow, tuple[Any, ...]]], proof: bytes) -> list[Eyesight]:
    """Everyone who sat at these tables, the newest first: you, then people, then bots, by games."""
    found: dict[object, Eyesight] = {}
    for row, sights in games:
        for seat, sight in zip(row.seats, sights, strict=True):
            who = _who(seat, proof)
            if who is None:
                continue
            known = found.get((who, row.game))  # what was seen in two games cannot be added up
            if known is None:
                level = seat.level if seat.kind == "bot" else ""
                found[who, row.game] = Eyesight("" if level else seat.name, level, who == proof, 1, sight)
            else:
                found[who, row.game] = msgspec.structs.replace(
                    known, games=known.games + 1, sight=known.sight + sight
                )
    return sorted(found.values(), key=lambda one: (not one.you, bool(one.level), -one.games))


def _who(seat: SeatRow, proof: bytes) -> object:
    """Whom a seat belonged to: a browser, or a level of bots.

    None for who left it to a bot midway (the seat has what a person added to the dice), or was forgotten.
    """
    if seat.kind == "bot":
        return None if seat.name or seat.entropy else seat.level
    if proof in {seat.token, seat.link}:
        return proof
    return seat.token or seat.name or None
