"""A game at a table, in memory: it is played on copies, so that it is never ahead of what is written down."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import msgspec

from fathom.server.common import refusals
from fathom.server.common.tokens import Secrets
from fathom.server.game.taking_back import TakingBack
from fathom.server.protocol import TakenBack
from fathom.server.store import EntryRow, TableRow
from fathom.table import (
    AnyGame,
    Event,
    FairDice,
    FairProof,
    Move,
    Outcome,
    Record,
    Refused,
    Seat,
    Standing,
    Standings,
    encoded,
    state_hash,
)
from fathom.table.dice import RecordedDice
from fathom.table.record import TAKEN_BACK, format_of
from fathom.table.standing import MOST_TAKEN_BACK

REMEMBERED = 64
"""Positions kept for clients that reconnect, and for decisions made a moment ago."""


SLICE = 16
"""Entries that are played again before the event loop does something else: about a millisecond."""


class BrokenLog(Exception):
    """The log of a table does not fit the rules or its dice; the message says which entry."""


class Moment(msgspec.Struct, frozen=True):
    """A position, and the entry of the log that led to it."""

    entry: EntryRow
    state: Any
    events: tuple[Event, ...] = ()
    sign: str = ""
    """The server's signature under its number."""
    standings: Standings = Standings()
    """What may be taken back now."""
    taken_back: TakenBack | None = None
    """What this entry took back, if that is what it did."""

    @property
    def number(self) -> int:
        """The number of the entry."""
        return self.entry.number

    @property
    def in_secret(self) -> bool:
        """Whether nobody was told more than that someone has decided, or decides again."""
        return self.taken_back is None and all(event.in_secret for event in self.events)


class Play:
    """The game of one table since its setup.

    `tried` says what an action would lead to and changes nothing; `keep` makes that the present. Between the
    two the owner of the table writes the entry down.
    """

    def __init__(self, game: AnyGame, dice: FairDice, setup: Moment, secrets: Secrets) -> None:
        self.game = game
        self._secrets = secrets
        self.entries: list[EntryRow] = [setup.entry]
        self.told: list[tuple[Event, ...]] = [setup.events]
        """What happened in each entry, for those who ask later (`fathom.server.game.story`)."""
        self.taken_back: dict[int, TakenBack] = {}
        """The entries that took others back."""
        self.first = setup.state
        self.drafts: dict[Seat, Any] = {}
        self._dice = dice
        self._moments = deque([setup], maxlen=REMEMBERED)
        self._laid: dict[Seat, Any] = {}
        self._taking_back = TakingBack()
        self._ids: dict[tuple[Seat, str], EntryRow] = {}
        self.open_since = 0
        """The last entry of which everyone knows what it was; since then all have only decided in secret."""
        self._decode = msgspec.json.Decoder(game.action_type).decode

    @classmethod
    def begun(cls, game: AnyGame, options: Any, seats: int, secrets: Secrets, at: float) -> Play:
        """Set a game up; raises `Refused` if it cannot be played like this."""
        dice = FairDice(secrets.seed, secrets.entropies)
        fallen: list[Outcome] = []
        state = game.start(options, seats, RecordedDice(dice, 0, fallen))
        setup = Moment(EntryRow(0, None, None, tuple(fallen), at), state, sign=secrets.signed(0))
        return cls(game, dice, setup, secrets)

    @classmethod
    def rebuilt(
        cls, game: AnyGame, row: TableRow, log: tuple[EntryRow, ...], drafts: dict[Seat, bytes]
    ) -> Play:
        """Play a log again and compare what the dice give with what they gave; raises `BrokenLog`."""
        play = cls._set_up_again(game, row, log)
        for entry in log[1:]:
            play.follow(entry)
        play.lay(drafts)
        return play

    @classmethod
    async def rebuilt_in_slices(
        cls, game: AnyGame, row: TableRow, log: tuple[EntryRow, ...], drafts: dict[Seat, bytes]
    ) -> Play:
        """The same, while the event loop does other things after every few entries."""
        play = cls._set_up_again(game, row, log)
        for entry in log[1:]:
            play.follow(entry)
            if entry.number % SLICE == 0:
                await asyncio.sleep(0)
        play.lay(drafts)
        return play

    @classmethod
    def _set_up_again(cls, game: AnyGame, row: TableRow, log: tuple[EntryRow, ...]) -> Play:
        options = msgspec.json.decode(row.options, type=game.options_type)
        play = cls.begun(game, options, len(row.seats), row.secrets, log[0].at)
        _compare(play.entries[0], log[0])
        return play

    def follow(self, entry: EntryRow) -> Moment:
        """Make the next entry of the log the present; raises `BrokenLog` if it does not fit."""
        if entry.number != self.number + 1 or entry.seat is None:
            raise BrokenLog(f"entry {entry.number} cannot follow entry {self.number}")
        try:
            if entry.action is None:
                moment = self.without_last(entry.seat, at=entry.at, client=entry.client)
            else:
                moment = self.tried(
                    entry.seat,
                    self.decoded(entry.action),
                    at=entry.at,
                    client=entry.client,
                    by_clock=entry.by_clock,
                )
        except Refused as refused:
            raise BrokenLog(f"entry {entry.number} is refused: {refused.refusal.code}") from None
        _compare(moment.entry, entry)
        self.keep(moment)
        return moment

    def lay(self, drafts: dict[Seat, bytes]) -> None:
        """Let this lie on the boards."""
        self.drafts = {seat: self.decoded(draft) for seat, draft in drafts.items()}

    @property
    def now(self) -> Moment:
        """The present."""
        return self._moments[-1]

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return self.now.number

    @property
    def state(self) -> Any:
        """The present state. Nobody may play on it."""
        return self.now.state

    def decoded(self, action: bytes | msgspec.Raw) -> Any:
        """An action of this game; raises `Refused` if it is none."""
        try:
            return self._decode(action)
        except msgspec.DecodeError as error:
            raise Refused(refusals.MALFORMED(problem=f"{error} (in the action)")) from None

    def already(self, seat: Seat, client: str, action: Any | None) -> int | None:
        """The entry under which an action with this id was written down before, if it was; None: taking back.

        Raises `Refused` if it was another action.
        """
        entry = self._ids.get((seat, client))
        if entry is None:
            return None
        if entry.action != (None if action is None else encoded(action)):
            raise Refused(refusals.ID_TAKEN())
        return entry.number

    def check_seen(self, seat: Seat, seen: int, action: Any) -> None:
        """Refuse an action that was decided in an earlier position, unless that makes no difference.

        It makes none while only others have acted since, and the action was legal in the position that was
        seen: then it is the same decision, and someone else was merely quicker (two say ready at once).
        Whether the action is legal now is for the rules to say.
        """
        if seen == self.number:
            return
        then = next((moment for moment in self._moments if moment.number == seen), None)
        if (
            then is None
            or any(entry.seat == seat or entry.action is None for entry in self.entries[seen + 1 :])
            or action not in then.state.menu(seat)
        ):
            raise Refused(refusals.STALE(seen=seen, number=self.number))

    def still_asks(self, seat: Seat, asked: Moment) -> bool:
        """Whether a seat has the same to decide now as in that moment: others have only decided in secret."""
        since = self.since(asked.number)
        return (
            since is not None
            and seat in self.state.to_move()
            and all(moment.entry.seat != seat and moment.in_secret for moment in since)
        )

    def check_draft(self, seat: Seat, seen: int) -> None:
        """Refuse a draft for a decision that the seat has made since, or the clock for it."""
        if seen > self.number or any(entry.seat == seat for entry in self.entries[seen + 1 :]):
            raise Refused(refusals.STALE(seen=seen, number=self.number))

    def decided(self, seat: Seat, seen: int, action: Any, *, at: float, client: str | None = None) -> Moment:
        """What a decision of that seat leads to, person or bot; raises `Refused`. Changes nothing.

        It was made in the position `seen`. This is the one way in which decisions come into a game; only what
        the rules decide for someone (`fallback`) has been seen by nobody.
        """
        self.check_seen(seat, seen, action)
        moment = self.tried(seat, action, at=at, client=client)
        if self._takes_back(seat, moment) and self._taking_back.often(
            seat, self.state.to_move(), moment.state.to_move()
        ):
            raise Refused(refusals.TAKEN_BACK_OFTEN(most=MOST_TAKEN_BACK))
        return moment

    def tried(
        self, seat: Seat, action: Any, *, at: float, client: str | None = None, by_clock: bool = False
    ) -> Moment:
        """What the action leads to; raises `Refused` if it is not legal. Changes nothing."""
        number = self.number + 1
        state = self.state.copy()
        fallen: list[Outcome] = []
        events = state.play(seat, action, RecordedDice(self._dice, number, fallen))
        entry = EntryRow(number, seat, encoded(action), tuple(fallen), at, client, by_clock)
        final = bool(fallen) or by_clock
        standings = self.now.standings.decided(number, seat, self.state, state, events, final=final)
        return Moment(entry, state, events, self._secrets.signed(number), standings)

    def standing(self, seat: Seat) -> Standing | None:
        """The decision that the seat may take back now."""
        return standing(self.now, seat)

    def without_last(self, seat: Seat, *, at: float, client: str | None = None) -> Moment:
        """What taking back the last decision of that seat leads to; raises `Refused`. Changes nothing.

        It is an entry of its own, which takes the game to where it stood before. Chance is drawn under the
        numbers of entries, so whatever is drawn later was never drawn before.
        """
        last = self.standing(seat)
        if last is None:
            often = self.now.standings.seat == seat and self.now.standings.often
            raise Refused(
                refusals.TAKEN_BACK_OFTEN(most=MOST_TAKEN_BACK) if often else refusals.NOTHING_TO_TAKE_BACK()
            )
        number = self.number + 1
        return Moment(
            EntryRow(number, seat, None, (), at, client),
            last.before,
            (),
            self._secrets.signed(number),
            self.now.standings.taken_back(),
            TakenBack(seat, last.number),
        )

    def draft_after(self, moment: Moment) -> Any | None:
        """What lies on the board of the seat that acted, if that moment is kept.

        What was played is no draft any more; what was taken back lies on the board again; and what lay there
        while something else was done (a companion used) stays.
        """
        if moment.taken_back is not None:
            return self.drafts.get(moment.taken_back.seat)
        seat, action = _decision(self, moment)
        draft = self.drafts.get(seat)
        if self._takes_back(seat, moment):
            return self._laid.get(seat)
        return None if type(draft) is type(action) else draft

    def _takes_back(self, seat: Seat, moment: Moment) -> bool:
        """Whether that moment lets the seat that acted decide again."""
        return seat not in self.state.to_move() and seat in moment.state.to_move()

    def keep(self, moment: Moment) -> None:
        """Make that moment the present. It must be written down by now."""
        if moment.taken_back is None:
            self._follow(moment)
        else:
            self.taken_back[moment.number] = moment.taken_back
        if moment.entry.client is not None and moment.entry.seat is not None:
            self._ids[moment.entry.seat, moment.entry.client] = moment.entry
        if not moment.in_secret:
            self.open_since = moment.number
        self.entries.append(moment.entry)
        self.told.append(moment.events)
        self._moments.append(moment)

    def _follow(self, moment: Moment) -> None:
        """A decision has been made: keep what lies on the boards, and count who takes back how often."""
        seat, action = _decision(self, moment)
        draft = self.draft_after(moment)
        self.drafts.pop(seat, None)
        if draft is not None:
            self.drafts[seat] = draft
        if seat in self.state.to_move():
            self._laid[seat] = action
        before, after = set(self.state.to_move()), set(moment.state.to_move())
        if before ^ after != {seat} or seat in after:  # most decisions only end that seat's waiting
            self._taking_back.follow(seat, before, after)

    def since(self, after: int) -> list[Moment] | None:
        """What happened after that entry, or None if it is too long ago, or has not happened."""
        if not self._moments[0].number <= after <= self.number:
            return None
        return [moment for moment in self._moments if moment.number > after]

    def record(self, row: TableRow) -> Record:
        """The whole game with its seed. Only after the end."""
        secrets = row.secrets
        moves = tuple(
            Move(entry.seat, msgspec.Raw(entry.action or TAKEN_BACK), entry.by_clock)
            for entry in self.entries
            if entry.seat is not None
        )
        return Record(
            game=self.game.name,
            players=tuple(seat.name or seat.level for seat in row.seats),
            options=msgspec.Raw(row.options),
            moves=moves,
            outcomes=tuple(outcome for entry in self.entries for outcome in entry.outcomes),
            hash=state_hash(self.state),
            result=self.state.result(),
            proof=FairProof(
                seed=secrets.seed.hex(),
                salt=secrets.salt.hex(),
                commitment=secrets.commitment,
                entropies=tuple(entropy.hex() for entropy in secrets.entropies),
            ),
            format=format_of(moves),
        )


def standing(moment: Moment, seat: Seat | None) -> Standing | None:
    """The decision that the seat may take back in that moment."""
    last = moment.standings.last
    return last if last is not None and last.seat == seat else None


def _decision(play: Play, moment: Moment) -> tuple[Seat, Any]:
    seat, action = moment.entry.seat, moment.entry.action
    assert seat is not None
    assert action is not None
    return seat, play.decoded(action)


def _compare(now: EntryRow, then: EntryRow) -> None:
    if now.outcomes != then.outcomes:
        raise BrokenLog(f"the dice of entry {then.number} do not give what they gave")
