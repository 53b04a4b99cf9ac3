"""The words that all messages share: names, numbers, and what only the table's game can read."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
"""What someone wants to be called. Text, never markup."""

ClientId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[ -~]+$")]
"""A client's own name for something it sent, so that it can be sent again without being carried out again.

Signs that every database takes: printable ASCII.
"""

Sha256 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal: a hash, or the bytes that someone adds to the dice."""

Colour = Literal["amber", "sky", "rose", "mint", "plum", "lemon"]
"""What a seat can be painted in; no two seats of a table have the same."""

Phrase = Literal[
    "hello",
    "good-luck",
    "have-fun",
    "well-played",
    "thanks",
    "wow",
    "oops",
    "one-moment",
    "your-turn",
    "good-game",
    "again",
    "bye",
]
"""Things to say that every browser has words for."""

TEXT_LENGTH = 300
"""Characters that may be said at once."""

SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]

TablePhase = Literal["lobby", "revealing", "playing", "over", "closed"]
"""How far a table has come: people gather, their dice are revealed, they play, it ended, it was given up."""

Number = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
"""An entry of a table's log: 0 is the setup, n the n-th action."""


SIGN_LENGTH = 64

Sign = Annotated[str, msgspec.Meta(max_length=SIGN_LENGTH)]
"""The server's signature under the number of an entry; empty where a client keeps none."""


def _of_the_game(part: str) -> msgspec.Meta:
    """Marks JSON whose type depends on the table's game, for generating types from these messages."""
    return msgspec.Meta(extra={"part": part}, extra_json_schema={"$ref": f"#/components/schemas/Game{part}"})


AnOptions = Annotated[msgspec.Raw, _of_the_game("Options")]
AnAction = Annotated[msgspec.Raw, _of_the_game("Action")]
APlainAction = Annotated[
    msgspec.Raw, msgspec.Meta(extra={"written": "PlainAction"}, extra_json_schema={"type": "object"})
]
"""An action of a game that is played at the plain table."""

AnEvent = Annotated[msgspec.Raw, _of_the_game("Event")]
AView = Annotated[msgspec.Raw, _of_the_game("View")]
SomeOfAView = Annotated[
    msgspec.Raw,
    msgspec.Meta(
        extra={"written": "Partial<GameView>"},
        extra_json_schema={
            "type": "object",
            "description": "Some fields of a view: those that have changed since the one before.",
        },
    ),
]
AMenu = Annotated[msgspec.Raw, _of_the_game("Menu")]
