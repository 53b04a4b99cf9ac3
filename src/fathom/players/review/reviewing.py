"""Looking a record through, whatever its game."""

from __future__ import annotations

from hashlib import sha256

from fathom.players.deepblue import review as deepblue
from fathom.players.dive import review as dive
from fathom.players.review.lapses import Review
from fathom.table import Dice, FairDice, FairProof, Record


def review(record: Record) -> Review:
    """Where most was given away in a game; raises `BadRecord` if it is none."""
    if record.game == "deep-blue":
        return deepblue.review(record)
    return dive.review(record, _eye_dice(record))


def _eye_dice(record: Record) -> Dice:
    """The dice from which looks are drawn: after a fair game those that the table itself drew from."""
    if isinstance(record.proof, FairProof):
        return record.proof.dice()
    return FairDice(sha256(record.hash.encode()).digest())
