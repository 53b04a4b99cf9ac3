"""Dice: fast, fair, recorded, replayed."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

SEED = bytes(range(32))
kinds_of_dice = pytest.mark.parametrize("dice", [FastDice(7), FairDice(SEED)], ids=["fast", "fair"])


@kinds_of_dice
@pytest.mark.parametrize("sides", [1, 2, 3, 6, 36])
def test_every_side_comes_up_and_no_other(dice: Dice, sides: int) -> None:
    rolled = Counter(dice.roll(sides, "test") for _ in range(100 * sides))
    assert set(rolled) == set(range(sides))
    # 100 of each are expected; for these fixed seeds none is further off than chance explains.
    assert all(50 < count < 150 for count in rolled.values())


@kinds_of_dice
def test_a_shuffle_keeps_the_cards_and_reaches_every_order(dice: Dice) -> None:
    orders = Counter(dice.shuffle("abc", "cards") for _ in range(600))
    assert set(orders) == {tuple(order) for order in ("abc", "acb", "bac", "bca", "cab", "cba")}
    assert all(60 < count < 140 for count in orders.values())


@given(st.integers(), st.integers(0, 40))
def test_fast_dice_shuffle_as_if_they_rolled(seed: int, cards: int) -> None:
    # A simulation shuffles quickly, a recorded game roll by roll: the same seed must give the same stack.
    assert FastDice(seed).shuffle(range(cards), "x") == RecordedDice(FastDice(seed), 0, []).shuffle(
        range(cards), "x"
    )


def test_a_fair_outcome_is_a_function_of_seed_entropies_and_label_alone() -> None:
    dice = FairDice(SEED, [b"\1" * 32, b"\2" * 32])
    first = [dice.at(5).roll(1000, "ocean"), dice.at(6).roll(1000, "ocean")]
    again = [dice.at(number).roll(1000, "ocean") for number in (6, 5)]
    assert first == again[::-1]


def test_a_fair_outcome_can_be_recomputed_by_hand() -> None:
    entropy = b"\7" * 32
    dice = FairDice(SEED, [entropy]).at(3)
    dice.roll(6, "wave")
    message = entropy + b"3/wave/1" + (0).to_bytes(4, "big")
    number = int.from_bytes(hmac.new(SEED, message, hashlib.sha256).digest()[:8], "big")
    assert dice.roll(6, "wave") == number % 6


def test_fair_dice_throw_again_where_a_remainder_would_favour_small_values() -> None:
    # Just over half of 2⁶⁴: nearly every second number falls into the incomplete last stretch.
    sides = 2**63 + 1
    dice = FairDice(SEED)
    expected = []
    for index in range(20):
        k = 0
        while True:
            message = f"0/big/{index}".encode() + k.to_bytes(4, "big")
            number = int.from_bytes(hmac.new(SEED, message, hashlib.sha256).digest()[:8], "big")
            if number < sides:
                break
            k += 1
        expected.append((number, k))
    assert [dice.roll(sides, "big") for _ in range(20)] == [number for number, _ in expected]
    assert any(k for _, k in expected)


@pytest.mark.parametrize(
    ("number", "purpose", "entropies"), [(2, "a", ()), (1, "b", ()), (1, "a", (b"\1" * 32,))]
)
def test_fair_dice_differ_by_label_and_by_what_the_players_add(
    number: int, purpose: str, entropies: tuple[bytes, ...]
) -> None:
    plain = FairDice(SEED).at(1)
    other = FairDice(SEED, entropies).at(number)
    assert [plain.roll(10**9, "a") for _ in range(3)] != [other.roll(10**9, purpose) for _ in range(3)]


@pytest.mark.parametrize(("seed", "entropies"), [(b"short", ()), (SEED, (b"short",))])
def test_short_seeds_are_not_accepted(seed: bytes, entropies: tuple[bytes, ...]) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        FairDice(seed, entropies)


def test_a_commitment_binds_seed_and_salt() -> None:
    assert commitment(SEED, b"salt") == hashlib.sha256(SEED + b"salt").hexdigest()


def test_recorded_outcomes_carry_their_label() -> None:
    outcomes: list[Outcome] = []
    dice = RecordedDice(FastDice(1), 4, outcomes)
    values = [dice.roll(6, "a"), dice.roll(9, "b"), dice.roll(6, "a")]
    assert outcomes == [
        Outcome(4, "a", 0, 6, values[0]),
        Outcome(4, "b", 0, 9, values[1]),
        Outcome(4, "a", 1, 6, values[2]),
    ]


def test_replayed_dice_give_again_what_was_written_down() -> None:
    outcomes: list[Outcome] = []
    recorded = RecordedDice(FastDice(1), 2, outcomes)
    shuffled = recorded.shuffle("abcdef", "cards")
    replayed = ReplayedDice(outcomes).at(2)
    assert replayed.left == 5
    assert replayed.shuffle("abcdef", "cards") == shuffled
    assert replayed.left == 0


@pytest.mark.parametrize(
    ("outcome", "complaint"),
    [
        (
            Outcome(2, "wave", 0, 6, 3),
            "asks for “wave” with 6 sides in entry 1, but the record has outcome 0",
        ),
        (Outcome(1, "tide", 0, 6, 3), "but the record has outcome 0 of “tide” in entry 1"),
        (Outcome(1, "wave", 0, 7, 3), "but the record has"),
        (Outcome(1, "wave", 0, 6, 6), "is 6, which is not among 0 … 5"),
        (Outcome(1, "wave", 0, 6, -1), "is -1, which is not among 0 … 5"),
    ],
)
def test_replayed_dice_object_to_anything_else(outcome: Outcome, complaint: str) -> None:
    with pytest.raises(OutcomeMissing, match=complaint):
        ReplayedDice([outcome]).at(1).roll(6, "wave")


def test_replayed_dice_object_when_nothing_is_left() -> None:
    with pytest.raises(OutcomeMissing, match="ends before the outcome “wave” with 6 sides in entry 1"):
        ReplayedDice([]).at(1).roll(6, "wave")
