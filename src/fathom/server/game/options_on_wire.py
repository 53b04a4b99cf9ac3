"""Options on the wire: with the name of their game in `game`, whether or not the game itself writes it.

A game's options may be tagged with its name (`tag_field="game"`); those that are not get it here, and lose it
again when they are read. In records and in the log options are as the game writes them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from fathom import guests
from fathom.server.common import refusals
from fathom.table import Refused, encoded
from fathom.table.record import raw


class _Named(msgspec.Struct):
    game: str


def written(guest: guests.Guest, options: Any) -> msgspec.Raw:
    """Options as everyone is told of them."""
    if _tagged(guest):
        return raw(options)
    return raw({"game": guest.name, **msgspec.json.decode(encoded(options))})


def read(options: msgspec.Raw) -> tuple[guests.Guest, Any]:
    """The game that options belong to, and the options; raises `Refused` if they are those of no game."""
    try:
        name = msgspec.json.decode(options, type=_Named).game
        guest = guests.find(name)
        if guest is None:
            raise Refused(refusals.NO_SUCH_GAME(game=name[:40], games=", ".join(guests.guests())))
        if _tagged(guest):
            return guest, msgspec.json.decode(options, type=guest.rules.options_type)
        fields = msgspec.json.decode(options)
        del fields["game"]
        return guest, msgspec.json.decode(encoded(fields), type=guest.rules.options_type)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused(refusals.MALFORMED(problem=f"{error} (in the options)")) from None


def _tagged(guest: guests.Guest) -> bool:
    return bool(guest.rules.options_type.__struct_config__.tag_field == "game")
