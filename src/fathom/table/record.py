"""A game written down: what was decided and what chance decided, enough to show all of it again.

A record holds intent and outcome both: options, players, every action, every outcome of the dice. Replaying
needs no seed; verifying asks in addition whether the outcomes are the ones that the seed gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from fathom.table.contract import AnyGame, Event, Result, Seat, encoded, state_hash
from fathom.table.dice import (
    Dice,
    FairDice,
    FastDice,
    Outcome,
    OutcomeMissing,
    RecordedDice,
    ReplayedDice,
    commitment,
)
from fathom.table.refusal import Refused
from fathom.table.standing import Standings

FORMAT = 1
WITH_TAKING_BACK = 2
"""The format of records in which something was taken back; all others are as they always were."""

TAKEN_BACK = b"null"
"""What stands in place of an action where somebody took back the last decision that still stood."""


class Move(msgspec.Struct, frozen=True):
    """One recorded decision. `by_clock`: the seat's time was up and the rules decided for it."""

    seat: Seat
    action: msgspec.Raw
    """Null where the seat took back the last decision that still stood, its own."""
    by_clock: bool = False

    @property
    def takes_back(self) -> bool:
        """Whether this is no action of the game, but takes one back."""
        return bytes(self.action) == TAKEN_BACK


class FairProof(msgspec.Struct, frozen=True, tag="fair"):
    """The seed of fair dice once revealed, with what was published before the game. All in hexadecimal."""

    seed: str
    salt: str
    commitment: str
    entropies: tuple[str, ...] = ()

    def dice(self) -> Dice:
        """The dice that gave the outcomes; raises `BadRecord` if the seed is not the one committed to."""
        try:
            seed, salt = bytes.fromhex(self.seed), bytes.fromhex(self.salt)
            dice = FairDice(seed, [bytes.fromhex(entropy) for entropy in self.entropies])
        except ValueError as error:
            raise BadRecord(f"the revealed seed cannot be read: {error}") from None
        if commitment(seed, salt) != self.commitment:
            raise BadRecord("the revealed seed is not the one that was committed to before the game")
        return dice


class FastProof(msgspec.Struct, frozen=True, tag="fast"):
    """The seed of a simulated game."""

    seed: int | str

    def dice(self) -> Dice:
        """The dice that gave the outcomes."""
        return FastDice(self.seed)


Proof = FairProof | FastProof


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game, or one until now. `hash` is the fingerprint of its last state."""

    game: str
    players: tuple[str, ...]
    options: msgspec.Raw
    moves: tuple[Move, ...]
    outcomes: tuple[Outcome, ...]
    hash: str
    result: Result | None = None
    proof: Proof | None = None
    format: int = FORMAT


def format_of(moves: Iterable[Move]) -> int:
    """The format in which a game with these moves is written down."""
    return WITH_TAKING_BACK if any(move.takes_back for move in moves) else FORMAT


class BadRecord(Exception):
    """A record that cannot be what it says it is; the message names the first thing that does not fit."""


class Position(msgspec.Struct, frozen=True):
    """One step of a replay: entry `number` of the log, its move, what followed, and the state then."""

    number: int
    move: Move | None
    events: tuple[Event, ...]
    state: Any
    taken_back: int | None = None
    """The entry that was taken back, if that is what happened: the state is the one before it."""


def raw(value: object) -> msgspec.Raw:
    """A value in its JSON form, to be decoded later by someone who knows its type."""
    return msgspec.Raw(encoded(value))


def read_record(line: bytes | str) -> Record:
    """A record from its JSON form; raises `BadRecord` if it is cut off or not a record."""
    try:
        record = msgspec.json.decode(line, type=Record)
    # JSON of another shape raises a ValidationError, which is a DecodeError too; JSON that is nested too
    # deep a RecursionError.
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRecord(f"not a whole record: {error}") from None
    if record.format not in {FORMAT, WITH_TAKING_BACK}:
        raise BadRecord(
            f"written in format {record.format}; "
            f"this version of Fathom reads format {FORMAT} and, with taking back, {WITH_TAKING_BACK}"
        )
    if record.format != format_of(record.moves):
        taken = "nothing" if record.format == WITH_TAKING_BACK else "something"
        raise BadRecord(f"written in format {record.format}, but {taken} in it is taken back")
    return record


def replay(game: AnyGame, record: Record) -> Iterator[Position]:
    """Play a record again, position by position; raises `BadRecord` where it does not follow the rules."""
    yield from _replay(game, record, ReplayedDice(record.outcomes))


def verify(game: AnyGame, record: Record) -> int:
    """Recompute every outcome from the revealed seed and return how many there were.

    Raises `BadRecord` and names the first outcome that is not the one the seed gives.
    """
    if record.proof is None:
        raise BadRecord("the seed of this game has not been revealed, so its dice cannot be verified")
    for _ in _replay(game, record, _RecomputedDice(record.proof.dice(), record.outcomes)):
        pass
    return len(record.outcomes)


def _replay(game: AnyGame, record: Record, dice: ReplayedDice | _RecomputedDice) -> Iterator[Position]:
    if record.game != game.name:
        raise BadRecord(f"a record of “{record.game}”, not of “{game.name}”")
    decode_action = msgspec.json.Decoder(game.action_type).decode
    try:
        options = msgspec.json.decode(record.options, type=game.options_type)
        state = game.start(options, len(record.players), dice.at(0))
    except (msgspec.DecodeError, Refused, OutcomeMissing) as error:
        raise BadRecord(f"the setup does not fit: {error}") from None
    yield Position(0, None, (), state)
    # Most records take nothing back: then nothing has to be kept for it.
    standings = Standings() if format_of(record.moves) == WITH_TAKING_BACK else None
    for number, move in enumerate(record.moves, start=1):
        if standings is not None and move.takes_back:
            last = standings.last
            if last is None or last.seat != move.seat:
                raise BadRecord(f"move {number}: there is nothing that seat {move.seat} could take back")
            standings, state = standings.taken_back(), last.before.copy()
            yield Position(number, move, (), state, last.number)
            continue
        before, left = None if standings is None else state.copy(), dice.left
        try:
            events = state.play(move.seat, decode_action(move.action), dice.at(number))
        except (msgspec.DecodeError, Refused, OutcomeMissing) as error:
            raise BadRecord(f"move {number} (seat {move.seat}) does not fit: {error}") from None
        if standings is not None:
            final = dice.left != left or move.by_clock
            standings = standings.decided(number, move.seat, before, state, events, final=final)
        yield Position(number, move, events, state)
    if dice.left:
        raise BadRecord(f"{dice.left} outcomes are written down that the game never asked for")
    if record.result != state.result():
        raise BadRecord("the result is not the one that the moves lead to")
    if record.hash != state_hash(state):
        raise BadRecord("the moves lead to another final position than the one the record was closed with")


class _RecomputedDice(Dice):
    """Dice that recompute each outcome from the seed and compare it with what was written down."""

    def __init__(self, source: Dice, written: tuple[Outcome, ...]) -> None:
        self._source = source
        self._written = written
        self._recomputed: list[Outcome] = []
        self._now = RecordedDice(source, 0, self._recomputed)

    def at(self, number: int) -> _RecomputedDice:
        self._now = RecordedDice(self._source, number, self._recomputed)
        return self

    def roll(self, sides: int, purpose: str) -> int:
        value = self._now.roll(sides, purpose)
        due = self._recomputed[-1]
        if len(self._recomputed) > len(self._written):
            raise OutcomeMissing(f"the record ends before {due}")
        written = self._written[len(self._recomputed) - 1]
        if written != due:
            raise BadRecord(f"{written} is {written.value}, but the seed gives {due.value} for {due}")
        return value

    @property
    def left(self) -> int:
        """How many written outcomes nobody has asked for."""
        return len(self._written) - len(self._recomputed)
