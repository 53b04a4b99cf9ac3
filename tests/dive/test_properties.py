"""Laws that hold in every round of every variant, and the referee's opinion on rounds that chance made."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fathom.dive import (
    Card,
    Companion,
    DiveState,
    Faces,
    Kind,
    Program,
    standard_chief_deck,
)
from fathom.dive.events import Ended, Lifted
from fathom.dive.state import Programming, programming
from fathom.table import Dice, FastDice, encoded
from tests.dive.chance import NAMES, a_program, any_round
from tests.dive.referee import after_childrens_round, after_round, winners
from tests.dive.scene import GAME, clause, mix_of
from tests.dive.variants import LEGAL, Variant

GAMES = 8
"""Games per variant in the tests that play them out."""


def any_position(variant: Variant, dice: Dice) -> DiveState:
    """A Program phase with pawns, cards and companions anywhere: likely near the edges of the rules."""
    spaces = [0, 3, 4, 9, 13, 14, 15, 15, 16, 16, 17, 18, 20, 22]
    kinds = tuple(dice.pick(tuple(Kind), "card") for _ in range(1 + dice.roll(9, "cards")))
    given: tuple[Companion | None, ...] = (None,) * variant.divers
    if variant.companions:
        offered = [
            companion
            for companion in Companion
            if not (variant.chief and companion in {Companion.DOLPHINS, Companion.GREAT_WHITE})
        ]
        given = dice.shuffle([*offered, None, None], "companions")[: variant.divers]
    options = msgspec.structs.replace(variant.options, mix=mix_of(kinds))
    return DiveState(
        options=options,
        ocean=tuple(Card(kind, 0, False) for kind in kinds),
        chief_deck=dice.shuffle(standard_chief_deck(), "chief") if variant.chief else (),
        pawns=tuple(dice.pick(spaces, "pawn") for _ in range(variant.divers)),
        chief=dice.pick(spaces, "pawn") if variant.chief else None,
        companions=given,
        lifted=(),
        told=(),
        phase=programming(variant.divers),
    )


@clause(
    "D4.2", "D4.3", "D4.4", "D4.5", "D4.6", "D4.7", "D4.8", "D4.9", "D4.10", "D5.1", "D6.1", "D7.2", "D7.3"
)
@clause(
    "D8.3",
    "D8.4",
    "D8.5",
    "D8.6",
    "D8.7",
    "D8.8",
    "D9.5",
    "D9.6",
    "D9.7",
    "D9.8",
    "D9.9",
    "D5.2",
    "D5.3",
    "D6.2",
)
@pytest.mark.parametrize("variant", LEGAL, ids=str)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=60)
def test_the_referee_comes_to_the_same_end(variant: Variant, seed: int) -> None:
    dice = FastDice(seed)
    state = any_position(variant, dice)
    kinds = [card.kind for card in state.ocean]
    before = named(state)
    card = state.chief_deck[0] if state.chief_deck else None
    uses, laid, events = any_round(state, dice)
    if variant.children:
        faces = {name: program for name, program in laid.items() if isinstance(program, Faces)}
        expected, lifted = after_childrens_round(kinds, before, faces), min(5, len(kinds))
    else:
        programs = {name: program for name, program in laid.items() if isinstance(program, Program)}
        expected, lifted = after_round(kinds, before, programs, uses, card)
    assert named(state) == expected
    assert len(state.lifted) == lifted
    ended = next((event for event in events if isinstance(event, Ended)), None)
    won = [] if ended is None else ["chief" if who == "chief" else NAMES[who] for who in ended.winners]
    assert won == winners(expected, len(kinds) - lifted)


def named(state: DiveState) -> dict[str, int]:
    """Where the pawns are, by name."""
    pawns = dict(zip(NAMES, state.pawns, strict=False))
    return pawns if state.chief is None else pawns | {"chief": state.chief}


def played_out(variant: Variant, seed: int) -> list[DiveState]:
    """A whole game by chance: the state after each decision."""
    dice = FastDice(seed)
    state = GAME.start(variant.options, variant.divers, dice)
    positions = [state.copy()]
    for _ in range(2_000):
        awaited = state.to_move()
        if not awaited:
            return positions
        seat = dice.pick(awaited, "seat")
        state.play(seat, state.menu(seat).sample(dice), dice)
        positions.append(state.copy())
    raise AssertionError("the game does not end")


@clause("D5.4", "D6.3")
@pytest.mark.parametrize("variant", LEGAL, ids=str)
def test_the_laws_of_a_whole_game(variant: Variant) -> None:
    for seed in range(GAMES):
        positions = played_out(variant, seed)
        total = variant.options.mix.total
        for earlier, later in pairwise(positions):
            # Pawns never go back, and only a whole round moves them.
            moved = [after - before for before, after in zip(earlier.pawns, later.pawns, strict=True)]
            assert min(moved) >= 0
            assert (later.chief or 0) >= (earlier.chief or 0)
            if len(later.told) == len(earlier.told):
                assert max(moved) == 0
                assert later.ocean == earlier.ocean
            # Only lifted cards leave, from the top, and all cards are somewhere.
            gone = len(earlier.ocean) - len(later.ocean)
            assert later.ocean == earlier.ocean[gone:]
            assert later.lifted == earlier.lifted + tuple(card.kind for card in earlier.ocean[:gone])
            assert len(later.ocean) + len(later.lifted) == total
            # A companion is lost, never won, once they are given out.
            if earlier.round > 1 or isinstance(earlier.phase, Programming):
                for had, has in zip(earlier.companions, later.companions, strict=True):
                    assert has in (had, None)
        last = positions[-1]
        assert last.result() is not None
        assert max(*last.pawns, last.chief or 0) >= 23 or not last.ocean
        assert last.round == len(last.told) <= total


@clause("D4.7")
@given(variant=st.sampled_from(LEGAL), seed=st.integers(0, 10**9))
def test_a_manta_never_carries_past_15(variant: Variant, seed: int) -> None:
    dice = FastDice(seed)
    state = any_position(variant, dice)
    spaces: dict[int | str, int] = dict(enumerate(state.pawns))
    if state.chief is not None:
        spaces["chief"] = state.chief
    for event in any_round(state, dice).events:
        if isinstance(event, Lifted) and event.helped is not None:
            before = spaces[event.helped]
            spaces[event.helped] += event.spaces
            assert event.kind.helper is not None
            if event.kind.helper.value == "manta":
                assert spaces[event.helped] <= max(15, before)


@clause("D3.1", "D5.4")
@given(variant=st.sampled_from(LEGAL), seed=st.integers(0, 10**9))
def test_a_view_says_nothing_that_is_hidden(variant: Variant, seed: int) -> None:
    """It stays the same whatever lies in the frame, in the chief's deck and on others' boards."""
    positions = played_out(variant, seed)
    state = FastDice(seed).pick(positions, "position")
    other = state.copy()
    dice = FastDice(seed + 1)
    other.ocean = dice.shuffle(state.ocean, "ocean")
    other.chief_deck = dice.shuffle(state.chief_deck, "chief")
    for reader in (None, *state.seats):
        if isinstance(state.phase, Programming) and isinstance(other.phase, Programming):
            other.phase = Programming(
                tuple(
                    program if program is None or seat == reader else _another(state, seat, dice)
                    for seat, program in enumerate(state.phase.programs)
                ),
                state.phase.uses,
            )
        assert encoded(state.view(reader)) == encoded(other.view(reader))
        assert GAME.actions(state.view(reader)) == GAME.actions(other.view(reader))


def _another(state: DiveState, seat: int, dice: Dice) -> Program | Faces:
    """Another program that the diver might have laid."""
    assert isinstance(state.phase, Programming)
    thinking = state.copy()
    programs = state.phase.programs
    thinking.phase = Programming((*programs[:seat], None, *programs[seat + 1 :]), state.phase.uses)
    return a_program(thinking, seat, dice)


@given(variant=st.sampled_from(LEGAL), seed=st.integers(0, 10**9))
def test_what_is_imagined_looks_the_same(variant: Variant, seed: int) -> None:
    positions = played_out(variant, seed)
    dice = FastDice(seed + 1)
    state = dice.pick(positions, "position")
    for reader in (None, *state.seats):
        view = state.view(reader)
        imagined = GAME.imagine(view, dice)
        assert imagined.view(reader) == view
        assert sorted(card.kind.value for card in imagined.ocean) == sorted(
            card.kind.value for card in state.ocean
        )
        assert sorted(map(str, imagined.chief_deck)) == sorted(map(str, state.chief_deck))
        assert imagined.to_move() == state.to_move()
        for seat in state.seats:
            assert imagined.menu(seat) == state.menu(seat)


@given(variant=st.sampled_from(LEGAL), seed=st.integers(0, 10**9))
def test_state_and_view_survive_the_way_to_a_browser_and_back(variant: Variant, seed: int) -> None:
    positions = played_out(variant, seed)
    state = FastDice(seed).pick(positions, "position")
    assert msgspec.json.decode(encoded(state), type=DiveState) == state
    view = state.view(0)
    assert msgspec.json.decode(encoded(view), type=GAME.view_type) == view
