"""What people ask of a table: to come in, to sit down, to talk, to play, to look."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from fathom.dive import DiveState
from fathom.players.dive.eyes import NoisyEyes, Soundings
from fathom.server.common import refusals
from fathom.server.common.limits import ADVISING
from fathom.server.common.logs import note
from fathom.server.common.served import GAMES
from fathom.server.game import advice
from fathom.server.game.play import Play
from fathom.server.host.new_tables import open_again
from fathom.server.host.services import House
from fathom.server.protocol import (
    Act,
    Change,
    Checked,
    Done,
    Draft,
    Lobby,
    LobbyNow,
    Look,
    Said,
    Say,
    SayPhrase,
    Talk,
    Torch,
    TorchOf,
)
from fathom.server.room.audience import Visitor
from fathom.server.room.desk import Desk
from fathom.server.room.timekeeping import kept_clocks
from fathom.server.seating import lobby, seats, talk
from fathom.server.seating.changes import changed
from fathom.server.seating.seats import seat_of
from fathom.server.store import TableRow
from fathom.table import FairDice, Record, Refused, Seat, encoded


class Room(Desk):
    """One table in memory, as the doors know it. All methods are called from the event loop."""

    @classmethod
    async def found(cls, house: House, table: str, closed: Callable[[Desk], None]) -> Room:
        """A table as the log has it; raises `Refused` if there is none, `BrokenLog` if it does not fit."""
        news = await house.store.news(table, after=-1)
        if news is None:
            raise Refused(refusals.NO_SUCH_TABLE())
        said = await house.store.talk(table)
        # Whatever cannot be read shows before anything has begun that would go on without it.
        lobby.settings_of(news.row)
        kept_clocks(news.row)
        play = None
        if news.entries:
            play = Play.rebuilt(GAMES[news.row.game], news.row, news.entries, news.drafts)
            note("table-rebuilt", table=table, entries=len(news.entries))
        return cls(house, news.row, play, closed, said)

    # ── Coming and going ───────────────────────────────────────────────────────────────────────────────────

    def expect(self) -> None:
        """Someone is about to come in: the room stays in memory until they are released."""
        self.guests += 1

    def release(self) -> None:
        """Someone has gone for good."""
        self.guests -= 1
        self.close_if_idle()

    def lobby(self, token: bytes | None) -> Lobby:
        """The table as whoever has this token may know it; raises `Refused` if they may not."""
        return self.lobby_of(self.admitted(token))

    async def enter(self, visitor: Visitor, after: int | None) -> None:
        """Tell a visitor where the table stands: what they missed, or all anew. From now on they hear all."""

        async def work() -> None:
            reader = self.admitted(visitor.token)
            was_here = reader is None or reader in self.audience.here()
            self.audience.add(visitor)
            if reader is not None and self.row.seats[reader].stand_in:
                await self.keep(seats.given_back(self.row, reader))
            if was_here:
                self.tell(visitor, LobbyNow(self.lobby_of(reader)))
            else:
                self.attend()
                self.tell_lobby()
            if lines := talk.lines(self.row, self.said):
                self.tell(visitor, Talk(lines))
            if self.play is not None:
                self.tell_game(visitor, self.play, after)
            elif self.revealing.running:
                self.tell(visitor, self.revealing.asked())

        await self.mailbox.ask(work)

    async def leave(self, visitor: Visitor) -> None:
        """A visitor has gone."""

        async def work() -> None:
            if visitor in self.audience:
                self.audience.remove(visitor)
                reader = self.reader(visitor.token)
                if reader is not None and reader not in self.audience.here():
                    self.attend()
                    self.tell_lobby()

        await self.mailbox.ask(work)

    async def save(self) -> None:
        """Write the clocks down before the server stops, so that they stand still until it is back."""
        await self.mailbox.ask(self.time.save)

    def changed_elsewhere(self) -> None:
        """Another server has written to this table."""
        self.elsewhere.changed()

    async def caught_up(self) -> None:
        """Wait until everyone here has heard of what has changed until now."""

        async def work() -> None:
            pass  # whatever came before has been carried out

        await self.mailbox.ask(work)

    # ── Around the table ───────────────────────────────────────────────────────────────────────────────────

    async def join(self, token: bytes, invite: str, name: str) -> Seat:
        """Take the first open seat; whoever has a seat already keeps it."""
        return await self._with_seat(lambda: lobby.joined(self.row, token, invite, name))

    async def link(self, token: bytes, link: str) -> Seat:
        """Let a personal link bring the seat of whoever has this token to another browser."""
        return await self._with_seat(lambda: (seats.linked(self.row, token, link), seat_of(self.row, token)))

    async def come_back(self, token: bytes, link: str) -> Seat:
        """Give the seat of a personal link to the browser with this token."""
        return await self._with_seat(lambda: seats.returned(self.row, token, link))

    async def _with_seat(self, change: Callable[[], tuple[TableRow, Seat]]) -> Seat:
        async def work() -> Seat:
            row, seat = change()
            await self.keep(row)
            return seat

        return await self.mailbox.ask(work)

    async def change(self, visitor: Visitor, asked: Change) -> None:
        """Do what a visitor asks of the table; they are told how it stands then. Raises `Refused`."""
        await self._around(visitor, lambda: self.keep(changed(self.row, self.game, visitor.token, asked)))

    async def stand_in(self, visitor: Visitor, seat: Seat) -> None:
        """Let a bot play for someone who is away, because another person at the table wants it."""

        async def work() -> None:
            seats.check_playing(self.row)
            seats.another(self.row, seat, seat_of(self.row, visitor.token))
            self.attendance.check_gone(seat)
            await self.keep(seats.stood_in_for(self.row, seat))

        await self._around(visitor, work)

    async def rematch(self, visitor: Visitor) -> None:
        """Open a table for the same people, or find the one that somebody has opened already."""

        async def work() -> None:
            seat_of(self.row, visitor.token)
            if self.row.phase not in {"over", "closed"}:
                raise Refused(refusals.NOT_FINISHED())
            self.row = await open_again(self.house, self.row)
            self.tell_lobby()

        await self._around(visitor, work)

    async def reveal(self, visitor: Visitor, entropy: bytes) -> None:
        """Take what a visitor adds to the dice; the last one starts the game. Raises `Refused`."""
        await self._around(visitor, lambda: self.revealing.reveal(seat_of(self.row, visitor.token), entropy))

    async def _around(self, visitor: Visitor, work: Callable[[], Awaitable[None]]) -> None:
        """Change something, and tell whoever asked how the table stands, if they are not told like all."""

        async def answered() -> None:
            await work()
            if visitor not in self.audience:
                self.tell(visitor, LobbyNow(self.lobby_of(self.reader(visitor.token))))

        await self.mailbox.ask(answered)

    # ── Talk ───────────────────────────────────────────────────────────────────────────────────────────────

    async def say(self, visitor: Visitor, said: Say | SayPhrase) -> None:
        """Keep what a visitor says, and tell everyone. Raises `Refused`."""

        async def work() -> None:
            seat = seat_of(self.row, visitor.token)
            line = talk.spoken(self.row, seat, said, self.house.clock.date())
            self.house.limits.check(talk.TALKING, (self.row.id, seat))
            kept = await self.house.store.add_talk(self.row.id, line)
            spoken = Said(talk.line(self.row, kept))
            if kept.number == self.elsewhere.heard + 1:
                self.said.append(kept)
                self.audience.tell(spoken)
            else:
                self.elsewhere.changed()  # something was said elsewhere before: everyone hears both, in order
            if visitor not in self.audience:
                self.tell(visitor, spoken)

        await self.mailbox.ask(work)

    async def point(self, visitor: Visitor, torch: Torch) -> None:
        """Show the others where a visitor holds their torch, if the table wants that. Nothing is kept."""
        seat = seat_of(self.row, visitor.token)
        wanted = self.row.phase == "playing" and lobby.settings_of(self.row).torches
        if wanted and not self.house.limits.take(talk.POINTING, (self.row.id, seat)):
            self.audience.tell_others(seat, TorchOf(seat, torch.across, torch.down, torch.on))

    # ── Play ───────────────────────────────────────────────────────────────────────────────────────────────

    async def act(self, visitor: Visitor, act: Act) -> None:
        """Play a visitor's action; they get `Done` once it cannot be lost any more. Raises `Refused`."""

        async def work() -> None:
            seat = seat_of(self.row, visitor.token)
            play = self.started()
            action = play.decoded(act.action)
            known = play.already(seat, act.id, action)
            if known is not None:
                self.tell(visitor, Done(act.id, known))
                return
            moment = play.decided(seat, act.number, action, at=self.house.clock.date(), client=act.id)
            await self.written(moment)
            self.tell(visitor, Done(act.id, moment.number))
            self.happen(moment)

        await self.mailbox.ask(work)

    async def draft(self, visitor: Visitor, draft: Draft) -> None:
        """Keep what lies on a visitor's board, and say whether it could be played so. Raises `Refused`."""

        async def work() -> None:
            seat = seat_of(self.row, visitor.token)
            play = self.started()
            action = play.decoded(draft.action)
            play.check_draft(seat, draft.number)
            if seat in play.state.to_move():  # nobody else has anything left to lay
                await self.house.store.keep_draft(self.row.id, seat, play.number, encoded(action))
                play.drafts[seat] = action
            self.tell(visitor, Checked(draft.id, play.state.menu(seat).refusal(action)))

        await self.mailbox.ask(work)

    # ── Looking ────────────────────────────────────────────────────────────────────────────────────────────

    async def look(self, token: bytes | None, round_number: int) -> Look:
        """Where the pictures of this round are; raises `Refused` for any other."""
        self.admitted(token)
        return await self.showing.look(self.play, self.row.secrets, round_number)

    async def picture(self, token: bytes | None, round_number: int, name: str) -> bytes:
        """One of the pictures of this round; raises `Refused` for any other."""
        self.admitted(token)
        return await self.showing.picture(self.play, self.row.secrets, round_number, name)

    async def soundings(self, token: bytes | None, round_number: int) -> Soundings:
        """What the seat of whoever has this token makes of the stack in this round, in numbers."""
        seat = seat_of(self.row, token)
        if not lobby.settings_of(self.row).soundings:
            raise Refused(refusals.NO_SOUNDINGS())
        state = None if self.play is None else self.play.state
        if not isinstance(state, DiveState) or state.round != round_number:
            raise Refused(refusals.NO_LOOK(round=round_number))
        # Drawn under labels of their own for seat and round: looking again shows nothing new.
        dice = FairDice(self.row.secrets.seed, self.row.secrets.entropies)
        return await asyncio.to_thread(NoisyEyes().look, state, seat, dice)

    async def advice(self, token: bytes | None) -> bytes:
        """The best that the seat of whoever has this token can do now, as JSON, where the table allows it."""
        seat = seat_of(self.row, token)
        settings = lobby.settings_of(self.row)
        if not advice.allowed(settings, self.row):
            raise Refused(refusals.NO_ADVICE())
        play = self.started()
        if seat not in play.state.to_move():
            raise Refused(refusals.NOTHING_TO_DECIDE())
        self.house.limits.check(ADVISING, (self.row.id, seat))
        return await advice.advise(
            self.house.bots,
            self.game,
            play.now,
            seat,
            self.row.secrets,
            soundings=settings.soundings,
            seconds=self.house.bot_seconds,
        )

    def record(self, token: bytes | None) -> Record:
        """The whole game with its seed, once it is over or the table has been closed."""
        self.admitted(token)
        if self.play is None or self.row.phase not in {"over", "closed"}:
            raise Refused(refusals.NOT_OVER())
        return self.play.record(self.row)
