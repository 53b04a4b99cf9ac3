"""Rounds that chance made, as they are told, for the client's sentences to be held against:

python -m tests.dive.told_rounds
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fathom.table import FastDice, encoded
from tests.dive.chance import any_round
from tests.dive.test_properties import any_position
from tests.dive.variants import LEGAL

FILE = Path(__file__).parents[2] / "web/src/games/dive/words/told.json"
ROUNDS = 10
"""Rounds of each variant."""


def told() -> list[Any]:
    """For each round where everyone stood before it, and its events."""
    rounds = []
    for variant in LEGAL:
        for seed in range(ROUNDS):
            dice = FastDice(seed)
            state = any_position(variant, dice)
            before = {"pawns": state.pawns, "chief": state.chief}
            events = any_round(state, dice).events
            rounds.append({"before": before, "events": [json.loads(encoded(event)) for event in events]})
    return rounds


def text() -> str:
    """The file, a line for each round."""
    return "[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in told()) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
