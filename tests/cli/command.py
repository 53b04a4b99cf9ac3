"""The command as people run it, and records to run it on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from typer.testing import CliRunner

from fathom.cli import app
from fathom.dive import DiveGame, Kind, Mix, Options
from fathom.guests import level
from fathom.lab import simulated
from fathom.table import FairDice, FairProof, Match, Record, commitment, encoded

GAME = DiveGame()
SMALL = Mix(nothing=2, shark=2, green=2, red=1, manta=0, shark_green=0, shark_red=1, shark_manta=0)
"""An ocean that is soon empty, for records that are soon read."""

assert SMALL.total == sum(SMALL.counts()[kind] for kind in Kind)


class Said(NamedTuple):
    """What the command left behind."""

    code: int
    out: str
    err: str


def fathom(*arguments: object) -> Said:
    """Run the command with these arguments."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], prog_name="fathom")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception  # a traceback is never an answer
    return Said(result.exit_code, result.stdout, result.stderr)


def a_record(seed: str = "a game", options: Options | None = None) -> Record:
    """A simulated game on the small ocean."""
    player = level("dive", "random")
    return simulated(GAME, options or Options(mix=SMALL), [player, player], seed)


def a_fair_record() -> Record:
    """A game with fair dice whose seed has been revealed."""
    seed, salt, entropies = bytes(range(32)), bytes(32), [b"\1" * 32, b"\2" * 32]
    match = Match(GAME, Options(mix=SMALL), ("Ada", "Mo"), FairDice(seed, entropies))
    number = 0
    while awaited := match.state.to_move():
        dice = FairDice(seed).at(number := number + 1)
        match.play(awaited[0], match.state.menu(awaited[0]).sample(dice))
    return match.record(
        FairProof(
            seed.hex(), salt.hex(), commitment(seed, salt), tuple(entropy.hex() for entropy in entropies)
        )
    )


def as_json(record: Record) -> Any:
    """The record as JSON, to be edited."""
    return json.loads(encoded(record))


def written(path: Path, *records: Any) -> Path:
    """A file with these records, each a record or edited JSON."""
    lines = [
        encoded(record) if isinstance(record, Record) else json.dumps(record).encode() for record in records
    ]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path
