"""The bots of one table while they think, and what becomes of their answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from fathom.server.common.tokens import Secrets
from fathom.server.game import bots
from fathom.server.game.play import Moment, Play
from fathom.server.host.services import House
from fathom.table import AnyGame, Seat

Answer = bytes | Exception
"""The action that a bot wants to play, or how it failed."""


class Thought:
    """What one bot is thinking about, and the work on it."""

    def __init__(self, seat: Seat, level: str, asked: Moment) -> None:
        self.seat = seat
        self.level = level
        self.asked = asked
        self.work: asyncio.Task[None] | None = None


class Thinking:
    """Asks bots in the background; `answered` gets what they say about which thought."""

    def __init__(
        self,
        house: House,
        game: AnyGame,
        begin: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
        answered: Callable[[Thought, Answer], None],
    ) -> None:
        self._house = house
        self._game = game
        self._begin = begin
        self._answered = answered
        self._thoughts: dict[Seat, Thought] = {}

    @property
    def anyone(self) -> bool:
        """Whether an answer is on its way."""
        return bool(self._thoughts)

    def follow(self, play: Play, awaited: Mapping[Seat, str], secrets: Secrets) -> None:
        """Let the bots of these levels think about what is to be decided now, and nobody of anything else."""
        for thought in tuple(self._thoughts.values()):
            if awaited.get(thought.seat) != thought.level or not play.still_asks(thought.seat, thought.asked):
                self._drop(thought)
        for seat, level in awaited.items():
            if seat not in self._thoughts:
                self._thoughts[seat] = thought = Thought(seat, level, play.now)
                thought.work = self._begin(self._think(thought, secrets))

    def stop(self) -> None:
        """Let nobody think any more."""
        for thought in tuple(self._thoughts.values()):
            self._drop(thought)

    def heard(self, thought: Thought) -> bool:
        """Take note of an answer; whether anyone still waits for it."""
        if self._thoughts.get(thought.seat) is not thought:
            return False
        del self._thoughts[thought.seat]
        return True

    def _drop(self, thought: Thought) -> None:
        del self._thoughts[thought.seat]
        if thought.work is not None:
            thought.work.cancel()

    async def _think(self, thought: Thought, secrets: Secrets) -> None:
        answer: Answer
        try:
            answer = await bots.decide(
                self._house.bots,
                self._game,
                thought.level,
                thought.asked.state,
                thought.seat,
                thought.asked.number,
                secrets,
                self._house.bot_seconds,
            )
        except Exception as error:  # noqa: BLE001 - a bot may fail in any way; the game goes on
            answer = error
        self._answered(thought, answer)


def played(play: Play, seat: Seat, answer: Answer, at: float) -> tuple[Moment, Exception | None]:
    """What a bot's answer leads to; or, if it cannot be played, what the rules do, and what was wrong.

    The position must ask the bot what it asked when the bot saw it (`Play.still_asks`).
    """
    try:
        if isinstance(answer, Exception):
            raise answer
        return play.decided(seat, play.number, play.decoded(answer), at=at), None
    except Exception as error:  # noqa: BLE001 - see above
        return play.tried(seat, play.state.fallback(seat, None), at=at), error
