"""Records: a game written down can be replayed and verified, and an edited one is found out."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from fathom.table import (
    BadRecord,
    FairDice,
    FairProof,
    FastDice,
    FastProof,
    Match,
    Outcome,
    Record,
    Refused,
    commitment,
    encoded,
    read_record,
    replay,
    state_hash,
    verify,
)
from fathom.table.record import Move, raw
from tests.table.pebbles import Guess, Options, Pebbles, TakeBack

GAME = Pebbles()
SEED, SALT = bytes(range(32)), b"salt" * 8
PROOF = FairProof(SEED.hex(), SALT.hex(), commitment(SEED, SALT))


def played(dice: FairDice | FastDice | None = None, proof: FairProof | FastProof | None = PROOF) -> Record:
    match = Match(GAME, Options(), ("Ann", "Bob"), dice or FairDice(SEED))
    match.play(0, Guess(5))
    match.play(0, TakeBack())
    match.play(1, Guess(9), by_clock=True)
    match.play(0, Guess(7))
    return match.record(proof)


def test_a_match_writes_down_every_move_and_every_outcome() -> None:
    record = played()
    assert [move.seat for move in record.moves] == [0, 0, 1, 0]
    assert [move.by_clock for move in record.moves] == [False, False, True, False]
    assert [(outcome.number, outcome.purpose, outcome.index) for outcome in record.outcomes] == [
        (0, "hand", 0),
        (0, "hand", 1),
        (4, "wave", 0),
    ]
    assert record.result is not None


def test_a_refused_action_is_not_written_down() -> None:
    match = Match(GAME, Options(), ("Ann", "Bob"), FastDice(1))
    before = state_hash(match.state)
    with pytest.raises(Refused) as refused:
        match.play(0, Guess(99))
    assert (refused.value.refusal.code, refused.value.refusal.clause) == ("not-a-guess", "P2")
    assert str(refused.value) == "Guess from 2 to 14. (P2)"
    assert (match.moves, state_hash(match.state)) == ([], before)


def test_a_replay_shows_every_position_with_what_happened() -> None:
    record = played()
    positions = [(position.number, len(position.events)) for position in replay(GAME, record)]
    assert positions == [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2)]


def test_a_replay_reaches_the_hash_that_the_record_was_closed_with() -> None:
    record = read_record(encoded(played()))
    *_, last = replay(GAME, record)
    assert state_hash(last.state) == record.hash
    assert last.state.result() == record.result


@pytest.mark.parametrize("proof", [PROOF, FastProof(11), FastProof("eleven")])
def test_a_true_record_is_verified(proof: FairProof | FastProof) -> None:
    record = played(proof.dice(), proof)  # type: ignore[arg-type]
    assert verify(GAME, read_record(encoded(record))) == 3


def edited(record: Record, **changes: object) -> Record:
    return replace(record, **changes)


def with_outcome(record: Record, index: int, outcome: Outcome) -> Record:
    return replace(record, outcomes=(*record.outcomes[:index], outcome, *record.outcomes[index + 1 :]))


def with_move(record: Record, index: int, move: Move) -> Record:
    return replace(record, moves=(*record.moves[:index], move, *record.moves[index + 1 :]))


def test_verifying_names_the_outcome_that_does_not_fit() -> None:
    record = played()
    hand = record.outcomes[1]
    other = (hand.value + 1) % 6
    with pytest.raises(BadRecord, match=f"“hand” in entry 0 is {other}, but the seed gives {hand.value} for"):
        verify(GAME, with_outcome(record, 1, replace(hand, value=other)))


def test_an_unrevealed_seed_cannot_be_verified() -> None:
    with pytest.raises(BadRecord, match="has not been revealed"):
        verify(GAME, played(proof=None))


def test_a_seed_other_than_the_committed_one_is_found_out() -> None:
    other = bytes(32)
    record = played(FairDice(other), replace(PROOF, seed=other.hex()))
    with pytest.raises(BadRecord, match="not the one that was committed to"):
        verify(GAME, record)


def test_an_unreadable_seed_is_named() -> None:
    with pytest.raises(BadRecord, match="seed cannot be read"):
        verify(GAME, played(proof=replace(PROOF, seed="zz")))


def test_dropped_and_added_outcomes_are_found_out() -> None:
    record = played()
    with pytest.raises(BadRecord, match="record ends before outcome 0 of “wave” in entry 4"):
        verify(GAME, edited(record, outcomes=record.outcomes[:2]))
    with pytest.raises(BadRecord, match="1 outcomes are written down that the game never asked for"):
        verify(GAME, edited(record, outcomes=(*record.outcomes, Outcome(9, "x", 0, 2, 1))))
    with pytest.raises(BadRecord, match="1 outcomes are written down that the game never asked for"):
        list(replay(GAME, edited(record, outcomes=(*record.outcomes, Outcome(9, "x", 0, 2, 1)))))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "chess"}, "a record of “chess”, not of “pebbles”"),
        ({"players": ("Ann",)}, "setup does not fit: Pebbles is for 2 to 4, not 1"),
        ({"options": msgspec.Raw(b'{"most":"six"}')}, "setup does not fit: Expected `int`, got `str`"),
        ({"options": raw(Options(most=5))}, "setup does not fit: the game asks for “hand” with 5 sides"),
        ({"hash": "0" * 64}, "another final position"),
        ({"result": None}, "the result is not the one"),
        ({"outcomes": ()}, "setup does not fit: the record ends before"),
    ],
)
def test_an_edited_record_does_not_replay(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadRecord, match=complaint):
        list(replay(GAME, edited(played(), **change)))


@pytest.mark.parametrize(
    ("move", "complaint"),
    [
        (Move(0, raw(Guess(99))), r"move 4 \(seat 0\) does not fit: Guess from 2 to 14"),
        (Move(1, raw(Guess(5))), r"move 4 \(seat 1\) does not fit: You have guessed"),
        (Move(7, raw(Guess(5))), r"move 4 \(seat 7\) does not fit: There is no seat 7"),
        (Move(0, msgspec.Raw(b'{"type":"dance"}')), r"move 4 \(seat 0\) does not fit: Invalid value 'dance'"),
        (Move(0, raw(Guess(8))), "the result is not the one|another final position"),
    ],
)
def test_an_edited_move_is_named(move: Move, complaint: str) -> None:
    with pytest.raises(BadRecord, match=complaint):
        list(replay(GAME, with_move(played(), 3, move)))


def test_a_truncated_record_is_refused() -> None:
    line = encoded(played())
    for cut in range(0, len(line), 7):
        with pytest.raises(BadRecord, match="not a whole record"):
            read_record(line[:cut])


def test_other_json_and_other_formats_are_refused() -> None:
    with pytest.raises(BadRecord, match="not a whole record"):
        read_record(b'{"hello":1}')
    with pytest.raises(BadRecord, match="format 2"):
        read_record(encoded(edited(played(), format=2)))
