"""Bots at a table, from being asked to their decision being played.

A bot that is awaited is asked in another process, which gets the view of its seat and a look and nothing else
(`decide`, `choose`). Its answer comes back through the mailbox of the room, as what a person does: as JSON,
bound to the position that was seen (`Play.decided`), and written down before anyone is told (`Bots.hear`).
Where the position has changed meanwhile in more than who is ready, the thought is dropped and the bot is
asked anew. A bot that fails is told of, and the rules decide for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec

from fathom import guests
from fathom.server.common.clock import Clock, Deadline
from fathom.server.common.logs import warn
from fathom.server.common.tokens import Secrets
from fathom.server.common.turns import Turn
from fathom.server.common.workers import Workers
from fathom.server.game.play import Moment, Play
from fathom.server.protocol import BotFailed
from fathom.server.seating import seats
from fathom.server.store import TableRow
from fathom.table import AnyGame, FairDice, FastDice, Refused, Seat, encoded

Answer = bytes | Exception
"""The action that a bot wants to play, or how it failed."""


class Thought:
    """What one bot is thinking about, and the work on it."""

    def __init__(self, seat: Seat, level: str, asked: Moment) -> None:
        self.seat = seat
        self.level = level
        self.asked = asked
        self.work: asyncio.Task[None] | None = None


class Bots:
    """The bots of one table.

    `begin` starts work in the background. `answered` brings an answer into the mailbox of the room, from
    where it is given to `hear`. `write` writes an entry that nobody waits for and says whether it was
    written; it may call what it is given to be tried again after some seconds. `happen` tells everyone of the
    entry, `failed` of a bot that could not decide.
    """

    def __init__(
        self,
        game: AnyGame,
        workers: Workers,
        seconds: float,
        clock: Clock,
        *,
        ask_again: Callable[[], None],
        begin: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
        answered: Callable[[Thought, Answer], None],
        write: Callable[[Moment, Callable[[float], None]], Awaitable[bool]],
        happen: Callable[[Moment], None],
        failed: Callable[[BotFailed], None],
    ) -> None:
        self._game = game
        self._workers = workers
        self._seconds = seconds
        self._clock = clock
        self._begin = begin
        self._answered = answered
        self._write = write
        self._happen = happen
        self._failed = failed
        self._retry = Deadline(clock, ask_again)
        self._thoughts: dict[Seat, Thought] = {}

    @property
    def busy(self) -> bool:
        """Whether a bot is thinking, or will be asked again."""
        return bool(self._thoughts) or self._retry.running

    # ── Asking ─────────────────────────────────────────────────────────────────────────────────────────────

    def ask(self, row: TableRow, play: Play | None) -> None:
        """Let every bot think that is awaited, and drop every thought about what is no longer asked."""
        self._retry.stop()
        if play is None or row.phase != "playing":
            self.stop()
            return
        levels = {seat: seats.played_by_bot(row.seats[seat]) for seat in play.state.to_move()}
        awaited = {seat: name for seat, name in levels.items() if name}
        for thought in tuple(self._thoughts.values()):
            if awaited.get(thought.seat) != thought.level or not play.still_asks(thought.seat, thought.asked):
                self._drop(thought)
        for seat, name in awaited.items():
            if seat not in self._thoughts:
                self._thoughts[seat] = thought = Thought(seat, name, play.now)
                thought.work = self._begin(self._think(thought, row.secrets))

    def stop(self) -> None:
        """Let nobody think any more, and ask nobody again."""
        self._retry.stop()
        for thought in tuple(self._thoughts.values()):
            self._drop(thought)

    def _drop(self, thought: Thought) -> None:
        del self._thoughts[thought.seat]
        if thought.work is not None:
            thought.work.cancel()

    # ── Thinking ───────────────────────────────────────────────────────────────────────────────────────────

    async def _think(self, thought: Thought, secrets: Secrets) -> None:
        answer: Answer
        try:
            answer = await decide(
                self._workers,
                self._game,
                thought.level,
                thought.asked.state,
                thought.seat,
                thought.asked.number,
                secrets,
                self._seconds,
            )
        except Exception as error:  # noqa: BLE001 - a bot may fail in any way; the game goes on
            answer = error
        self._answered(thought, answer)

    # ── Playing ────────────────────────────────────────────────────────────────────────────────────────────

    async def hear(self, row: TableRow, play: Play, thought: Thought, answer: Answer) -> None:
        """Play what a bot has decided, if anyone still waits for it; otherwise it has been asked anew."""
        if self._thoughts.get(thought.seat) is not thought:
            return
        del self._thoughts[thought.seat]
        moment, problem = played(play, thought.seat, answer, self._clock.date())
        if not await self._write(moment, self._retry.set):
            return
        if problem is not None:
            code = problem.refusal.code if isinstance(problem, Refused) else ""
            warn("bot-failed", problem, table=row.id, seat=thought.seat, level=thought.level, code=code)
            self._failed(BotFailed(thought.seat))
        self._happen(moment)


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


# ── In the other process ───────────────────────────────────────────────────────────────────────────────────


async def decide(
    workers: Workers,
    game: AnyGame,
    name: str,
    state: Any,
    seat: Seat,
    number: int,
    secrets: Secrets,
    seconds: float | None = None,
) -> bytes:
    """What the bot of this level does at this seat in entry `number`; raises whatever goes wrong with it.

    What it looks at is drawn under its own label, once per seat and round, so looking again shows nothing
    new. Its dice follow from table, seat and entry: asked again after a restart, it decides the same.
    It may think for so many seconds; after that it raises `TooLong`. Tables take turns: one with many bots
    keeps no other waiting for more than one thought.
    """
    view = encoded(state.view(seat))
    eyes = guests.level(game.name, name).eyes
    look = None
    if eyes is not None:
        dice = FairDice(secrets.seed, secrets.entropies)
        look = await asyncio.to_thread(eyes.look, state, seat, dice)
    own_dice = secrets.under(f"bot/{seat}/{number}").hex()
    turn = Turn(who=secrets.seed)
    return await workers.run(choose, game.name, name, view, look, own_dice, seconds=seconds, turn=turn)


def choose(game_name: str, name: str, view: bytes, look: object, seed: str) -> bytes:
    """The decision itself. Runs in a worker, which knows nothing but what it is given here."""
    guest = guests.guest(game_name)
    seen = msgspec.json.decode(view, type=guest.rules.view_type)
    return encoded(guest.player(name).choose(seen, look, FastDice(seed)))


def ready() -> None:
    """Load every game: a worker that has run it has everything that a decision needs."""
    guests.guests()
