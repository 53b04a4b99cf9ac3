"""A table where anything may be tried at any time: what is legal works, what is not changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from fathom.dive import (
    Action,
    CallOrca,
    Choose,
    Companion,
    DiveState,
    Face,
    Faces,
    LayOctopus,
    Level,
    LooseGreatWhite,
    Program,
    RideTurtle,
    SendDolphins,
    Withdraw,
)
from fathom.dive.events import Ready, Reopened
from fathom.dive.menus import ClosedMenu, ReadyMenu
from fathom.dive.state import Choosing, Programming
from fathom.table import FastDice, Refused, state_hash
from tests.dive.scene import GAME
from tests.dive.variants import LEGAL, Variant

some_tokens = st.lists(st.integers(0, 6), max_size=3).map(tuple)
some_programs = st.builds(
    Program,
    st.lists(st.builds(Level, some_tokens, st.one_of(st.just(()), some_tokens)), max_size=7).map(tuple),
    st.one_of(st.none(), st.integers(-1, 7)),
    st.one_of(st.none(), st.sampled_from(Face)),
)
anything: st.SearchStrategy[Action] = st.one_of(
    some_programs,
    st.builds(Faces, st.lists(st.sampled_from(Face), max_size=7).map(tuple)),
    st.builds(Choose, st.sampled_from(Companion)),
    st.builds(LayOctopus, st.integers(-5, 105), st.integers(-5, 105)),
    st.builds(SendDolphins, st.integers(-1, 5)),
    st.sampled_from([Withdraw(), CallOrca(), RideTurtle(), LooseGreatWhite()]),
)
seats = st.integers(0, 3)


class Table(RuleBasedStateMachine):
    """Divers who try whatever comes to their minds."""

    def __init__(self) -> None:
        super().__init__()
        self.state: DiveState
        self.variant: Variant
        self.dice = FastDice(0)
        self.pawns: tuple[int, ...] = ()
        self.cards = 0

    @initialize(variant=st.sampled_from(LEGAL), seed=st.integers(0, 10**6))
    def sit_down(self, variant: Variant, seed: int) -> None:
        self.variant = variant
        self.dice = FastDice(seed)
        self.state = GAME.start(variant.options, variant.divers, self.dice)
        self.pawns = self.state.pawns
        self.cards = len(self.state.ocean)

    @rule(seat=seats, action=anything)
    def try_anything(self, seat: int, action: Action) -> None:
        menu = self.state.menu(seat)
        legal = action in menu
        assert (menu.refusal(action) is None) is legal
        before = state_hash(self.state)
        if legal:
            self.state.play(seat, action, self.dice)
            assert state_hash(self.state) != before
        else:
            with pytest.raises(Refused) as refused:
                self.state.play(seat, action, self.dice)
            refusal = refused.value.refusal
            assert refusal.clause.startswith("D")
            assert refusal.text.endswith(".")
            assert "{" not in refusal.text
            assert state_hash(self.state) == before

    @precondition(lambda self: self.state.to_move())
    @rule(which=seats)
    def do_something_legal(self, which: int) -> None:
        awaited = self.state.to_move()
        seat = awaited[which % len(awaited)]
        menu = self.state.menu(seat)
        action = menu.sample(self.dice)
        assert action in menu
        self.state.play(seat, action, self.dice)

    @precondition(lambda self: self.state.to_move())
    @rule(draft=st.one_of(st.none(), anything))
    def let_the_clock_decide(self, draft: Action | None) -> None:
        for seat in self.state.to_move():
            action = self.state.fallback(seat, draft)
            assert action in self.state.menu(seat)
            assert Ready(seat) in self.state.play(seat, action, self.dice)

    @rule(seat=seats)
    def take_ready_back(self, seat: int) -> None:
        if isinstance(self.state.menu(seat), ReadyMenu):
            before = self.state.copy()
            assert self.state.play(seat, Withdraw(), self.dice) == (Reopened(seat),)
            assert seat in self.state.to_move()
            if isinstance(before.phase, Programming):
                # Submitting the same again leads to where we were.
                program = before.phase.programs[seat]
                assert program is not None
                again = self.state.copy()
                again.play(seat, program, self.dice)
                assert again == before

    @invariant()
    def pawns_never_go_back_and_no_card_is_lost(self) -> None:
        if not self.pawns:
            return
        assert all(after >= before for before, after in zip(self.pawns, self.state.pawns, strict=True))
        assert len(self.state.ocean) <= self.cards
        assert len(self.state.ocean) + len(self.state.lifted) == self.variant.options.mix.total
        self.pawns, self.cards = self.state.pawns, len(self.state.ocean)

    @invariant()
    def views_and_menus_agree(self) -> None:
        if not self.pawns:
            return
        assert isinstance(GAME.actions(self.state.view(None)), ClosedMenu)
        for seat in self.state.seats:
            assert GAME.actions(self.state.view(seat)) == self.state.menu(seat)
            assert bool(len(self.state.menu(seat))) is (
                self.state.result() is None and not self._waits_with_companion(seat)
            )

    @invariant()
    def the_game_waits_for_someone_or_is_over(self) -> None:
        if self.pawns:
            assert bool(self.state.to_move()) is (self.state.result() is None)

    def _waits_with_companion(self, seat: int) -> bool:
        return isinstance(self.state.phase, Choosing) and self.state.companions[seat] is not None


def test_a_table_where_anything_may_be_tried() -> None:
    run_state_machine_as_test(Table, settings=settings(max_examples=60, stateful_step_count=30))
