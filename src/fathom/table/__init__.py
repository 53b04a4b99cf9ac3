"""What any game at a table is: the contract, dice, records, and the kit that checks a game against them."""

from fathom.table.contract import (
    AnyGame,
    Event,
    Game,
    Reader,
    Result,
    Seat,
    State,
    encoded,
    state_hash,
)
from fathom.table.dice import Dice, FairDice, FastDice, Outcome, commitment
from fathom.table.match import Match
from fathom.table.menu import Menu
from fathom.table.record import (
    BadRecord,
    FairProof,
    FastProof,
    Move,
    Position,
    Record,
    read_record,
    replay,
    verify,
)
from fathom.table.refusal import Objection, Refusal, Refused
from fathom.table.standing import Standing, Standings

__all__ = [
    "AnyGame",
    "BadRecord",
    "Dice",
    "Event",
    "FairDice",
    "FairProof",
    "FastDice",
    "FastProof",
    "Game",
    "Match",
    "Menu",
    "Move",
    "Objection",
    "Outcome",
    "Position",
    "Reader",
    "Record",
    "Refusal",
    "Refused",
    "Result",
    "Seat",
    "Standing",
    "Standings",
    "State",
    "commitment",
    "encoded",
    "read_record",
    "replay",
    "state_hash",
    "verify",
]
