"""One game being played: a state, the dice it is played with, and the record that grows with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from fathom.table.contract import (
    ActionT,
    EventT,
    Game,
    OptionsT,
    Seat,
    StateT,
    ViewT,
    state_hash,
)
from fathom.table.dice import Dice, Outcome, RecordedDice
from fathom.table.record import Move, Proof, Record, format_of, raw


class Match(Generic[OptionsT, ActionT, EventT, ViewT, StateT]):
    """A state that is changed only together with its record.

    Entry 0 of the log is the setup, entry n the n-th move; outcomes carry these numbers.
    """

    def __init__(
        self,
        game: Game[OptionsT, ActionT, EventT, ViewT, StateT],
        options: OptionsT,
        players: Sequence[str],
        dice: Dice,
    ) -> None:
        self.game = game
        self.options = options
        self.players = tuple(players)
        self.dice = dice
        self.moves: list[Move] = []
        self.outcomes: list[Outcome] = []
        self.state: StateT = game.start(options, len(self.players), RecordedDice(dice, 0, self.outcomes))

    def play(self, seat: Seat, action: ActionT, *, by_clock: bool = False) -> tuple[EventT, ...]:
        """Play and write down; raises `Refused` and writes nothing if the action is not legal."""
        number = len(self.moves) + 1
        fallen: list[Outcome] = []
        events: tuple[Any, ...] = self.state.play(seat, action, RecordedDice(self.dice, number, fallen))
        self.moves.append(Move(seat, raw(action), by_clock))
        self.outcomes += fallen
        return events

    def record(self, proof: Proof | None = None) -> Record:
        """Everything that happened until now; with `proof` once the seed may be revealed."""
        return Record(
            game=self.game.name,
            players=self.players,
            options=raw(self.options),
            moves=tuple(self.moves),
            outcomes=tuple(self.outcomes),
            hash=state_hash(self.state),
            result=self.state.result(),
            proof=proof,
            format=format_of(self.moves),
        )
