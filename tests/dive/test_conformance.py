"""Dive keeps the contract of the table, in every variant; and the kit would notice if it did not."""

from __future__ import annotations

import os
from itertools import product
from random import randrange
from typing import Any

import msgspec
import pytest

from fathom.dive import Action, DiveEvent, DiveGame, DiveState, DiveView, Options, Program, Tokens
from fathom.dive.events import CompanionsGiven, Lifted, Revealed
from fathom.dive.state import Programming
from fathom.table import Dice, Reader, Refused, Seat
from fathom.table.conformance import Broken, check
from tests.dive.redeal import redeal

GAMES = int(os.environ.get("FATHOM_KIT_GAMES", "0"))
"""For the kit's long mode: how many games in all (see CONTRIBUTING.md). 0 is the short run of `make test`."""


def variants() -> list[tuple[Options, int]]:
    """Every legal combination of options that the rules know of, with every number of divers."""
    found = []
    yes_no = (False, True)
    for tokens, children, companions, chief in product(Tokens, yes_no, yes_no, yes_no):
        options = Options(tokens=tokens, children=children, companions=companions, chief=chief)
        for seats in range(1, 5):
            try:
                DiveGame().check(options, seats)
            except Refused:
                continue
            found.append((options, seats))
    return found


def named(value: object) -> str:
    if isinstance(value, Options):
        flags = [flag for flag in ("children", "companions", "chief") if getattr(value, flag)]
        return "-".join([value.tokens.value, *flags])
    return str(value)


@pytest.mark.parametrize(("options", "seats"), variants(), ids=named)
def test_every_variant_keeps_the_contract(options: Options, seats: int) -> None:
    games = max(2, -(-GAMES // len(variants())))
    report = check(DiveGame(), options, seats, redeal=redeal, games=games, positions=5)
    assert report.games == games
    assert report.redealt > 0
    assert report.refused > 0
    # One diver alone has nobody to keep a secret from: every program is followed by its dive.
    assert report.events_compared > 0 or seats == 1
    assert report.harmless > 0 or seats == 1


@pytest.mark.parametrize("liars", [(CompanionsGiven,), (Revealed, Lifted)])
def test_planted_events_that_reveal_without_saying_so_are_found_out(
    liars: tuple[type[DiveEvent], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for liar in liars:
        monkeypatch.setattr(liar, "reveals", False)
    with pytest.raises(Broken, match=liars[0].__name__) as broken:
        check(DiveGame(), Options(companions=True), 3, redeal=redeal, games=10, positions=10)
    assert broken.value.law == "reveals"


@pytest.mark.parametrize("youngest", [None, 2])
def test_ages_that_the_dice_order_keep_the_contract(youngest: int | None) -> None:
    options = Options(companions=True, youngest=youngest)
    assert check(DiveGame(), options, 3, redeal=redeal, games=3, positions=5).redealt > 0


class LeaksAProgram(DiveState):
    """The view of everyone has the programs of all who are ready."""

    def view(self, reader: Reader) -> DiveView:
        seen = super().view(reader)
        match self.phase:
            case Programming(programs):
                laid = [program for program in programs if isinstance(program, Program)]
                first = laid[0] if laid else None
                return msgspec.structs.replace(seen, phase=msgspec.structs.replace(seen.phase, yours=first))
            case _:
                return seen


class LeaksTheTopCard(DiveState):
    """The number of cards left says a little more than it should."""

    def view(self, reader: Reader) -> DiveView:
        seen = super().view(reader)
        top_is_shark = bool(self.ocean) and self.ocean[0].kind.shark
        return msgspec.structs.replace(seen, cards_left=seen.cards_left + top_is_shark)


class CopiesShallowly(DiveState):
    """Pawns live in a list that copies share."""

    def play(self, seat: Seat, action: Action, dice: Dice) -> tuple[DiveEvent, ...]:
        shared: Any = self.pawns
        shared = shared if isinstance(shared, list) else list(shared)
        events = super().play(seat, action, dice)
        shared[:] = self.pawns
        self.pawns = shared
        return events


class TurnsTheStackByItself(DiveState):
    """The state shuffles with chance of its own."""

    def play(self, seat: Seat, action: Action, dice: Dice) -> tuple[DiveEvent, ...]:
        turned = randrange(1 + len(self.ocean))
        self.ocean = self.ocean[turned:] + self.ocean[:turned]
        return super().play(seat, action, dice)


@pytest.mark.parametrize(
    ("state_type", "law"),
    [
        (LeaksAProgram, "hidden information"),
        (LeaksTheTopCard, "hidden information"),
        (CopiesShallowly, "copy"),
        (TurnsTheStackByItself, "chance"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else value,
)
def test_a_broken_dive_is_found_out(state_type: type[DiveState], law: str) -> None:
    class BrokenDive(DiveGame):
        def start(self, options: Options, seats: int, dice: Dice) -> DiveState:
            return _as(state_type, super().start(options, seats, dice))

        def imagine(self, view: DiveView, dice: Dice) -> DiveState:
            return _as(state_type, super().imagine(view, dice))

    with pytest.raises(Broken) as broken:
        check(BrokenDive(), Options(), 3, redeal=redeal, games=5)
    assert law in broken.value.law


def _as(state_type: type[DiveState], state: DiveState) -> DiveState:
    fields: dict[str, Any] = {name: getattr(state, name) for name in state.__struct_fields__}
    return state_type(**fields)
