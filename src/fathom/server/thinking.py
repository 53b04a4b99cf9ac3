"""The bots of one table while they think, and what becomes of their answers."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fathom.server import bots
from fathom.server.house import House
from fathom.server.play import Moment, Play
from fathom.server.tokens import Secrets
from fathom.table import AnyGame, Seat

Answer = bytes | Exception
"""The action that a bot wants to play, or how it failed."""


class Thinking:
    """Asks bots in the background; `answered` gets what they say, with the moment for which it counts."""

    def __init__(
        self,
        house: House,
        game: AnyGame,
        begin: Callable[[Coroutine[Any, Any, None]], None],
        answered: Callable[[Seat, Moment, Answer], None],
    ) -> None:
        self._house = house
        self._game = game
        self._begin = begin
        self._answered = answered
        self._thinking: set[Seat] = set()

    @property
    def anyone(self) -> bool:
        """Whether an answer is on its way."""
        return bool(self._thinking)

    def ask(self, seat: Seat, level: str, now: Moment, secrets: Secrets) -> None:
        """Ask the bot in a seat what it does now, unless it is thinking already."""
        if seat not in self._thinking:
            self._thinking.add(seat)
            self._begin(self._think(seat, level, now, secrets))

    def done(self, seat: Seat) -> None:
        """An answer has been heard; the bot may be asked again."""
        self._thinking.discard(seat)

    async def _think(self, seat: Seat, level: str, now: Moment, secrets: Secrets) -> None:
        answer: Answer
        try:
            answer = await bots.decide(
                self._house.bots,
                self._game,
                level,
                now.state,
                seat,
                now.number,
                secrets,
                self._house.bot_seconds,
            )
        except Exception as error:  # noqa: BLE001 - a bot may fail in any way; the game goes on
            answer = error
        self._answered(seat, now, answer)


def played(play: Play, seat: Seat, answer: Answer, at: float) -> tuple[Moment, Exception | None]:
    """What a bot's answer leads to; or, if it cannot be played, what the rules do, and what was wrong."""
    try:
        if isinstance(answer, Exception):
            raise answer
        return play.tried(seat, play.decoded(answer), at=at), None
    except Exception as error:  # noqa: BLE001 - see above
        return play.tried(seat, play.state.fallback(seat, None), at=at), error
