"""Deep Blue keeps the contract of the table, in every scenario; and the kit would notice if it did not."""

from __future__ import annotations

import os
from typing import Any

import msgspec
import pytest

from fathom.deepblue import DeepBlueEvent, DeepBlueGame, DeepBlueState, DeepBlueView, Options
from fathom.deepblue.events import CrewPlayed, Rested, TurnedUp, WreckFound
from fathom.deepblue.phases import Playing
from fathom.table import Dice, FastDice, Reader, encoded
from fathom.table.conformance import Broken, check
from tests.deepblue.redeal import redeal
from tests.deepblue.scene import BOX, GAME

GAMES = int(os.environ.get("FATHOM_KIT_GAMES", "0"))
"""For the kit's long mode: how many games in all (see CONTRIBUTING.md). 0 is the short run of `make test`."""

CLOSE = Options(own=BOX)
"""On the chart of the tests wrecks lie so close together that players who do anything often dive together."""

VARIANTS = [
    *((Options(scenario=scenario), seats) for scenario in Options().box.scenarios for seats in (2, 3, 4, 5)),
    *((Options(scenario=None, chart="small"), seats) for seats in (2, 3)),
    (CLOSE, 3),
]


def named(value: object) -> str:
    if isinstance(value, Options):
        return f"{value.scenario or 'any'}-{'close' if value == CLOSE else value.chart}"
    return str(value)


@pytest.mark.parametrize(("options", "seats"), VARIANTS, ids=named)
def test_every_scenario_keeps_the_contract(options: Options, seats: int) -> None:
    games = max(2, -(-GAMES // len(VARIANTS)))
    report = check(
        GAME, options, seats, redeal=redeal, games=games, positions=5, seed=f"{options.scenario}{seats}"
    )
    assert report.games == games
    assert report.redealt > 0
    assert report.refused > 0
    assert report.events_compared > 0
    assert report.harmless > 0


@pytest.mark.parametrize("liar", [TurnedUp, WreckFound, CrewPlayed])
def test_a_planted_event_that_reveals_without_saying_so_is_found_out(
    liar: type[DeepBlueEvent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(liar, "reveals", False)
    with pytest.raises(Broken, match=liar.__name__) as broken:
        check(GAME, CLOSE, 3, redeal=redeal, games=20, positions=20)
    assert broken.value.law == "reveals"


class LeaksATile(DeepBlueState):
    """The number of cards in the deck says whether the first face-down wreck is a part of the city."""

    def view(self, reader: Reader) -> DeepBlueView:
        seen = super().view(reader)
        hidden = [wreck.tile for wreck in self.lying if wreck and not wreck.up]
        return msgspec.structs.replace(seen, deck=seen.deck + (hidden[:1] == ["temple"]))


class LeaksAHand(DeepBlueState):
    """The hand of the first player is counted by what it holds."""

    def view(self, reader: Reader) -> DeepBlueView:
        seen = super().view(reader)
        told = msgspec.structs.replace(seen.captains[0], tokens=len("".join(self.captains[0].hand)))
        return msgspec.structs.replace(seen, captains=(told, *seen.captains[1:]))


class LeaksADecision(DeepBlueState):
    """What someone means to play is seen before all have decided."""

    def view(self, reader: Reader) -> DeepBlueView:
        seen = super().view(reader)
        if not isinstance(self.phase, Playing):
            return seen
        first = next((play for play in self.phase.plays if play is not None), None)
        return msgspec.structs.replace(seen, phase=msgspec.structs.replace(seen.phase, yours=first))


class AsksOnlyThoseWhoCanPlay(DeepBlueState):
    """After a draw only those are awaited who hold a card that can be played."""

    def to_move(self) -> tuple[int, ...]:
        awaited = super().to_move()
        if not isinstance(self.phase, Playing) or len(awaited) < 2:
            return awaited
        return tuple(seat for seat in awaited if len(self.menu(seat)) > 2) or awaited[:1]


class TellsADraw(Rested, frozen=True, tag="rested"):
    """What someone drew is told to everyone."""

    def seen_by(self, reader: Reader) -> TellsADraw:
        return self


class TellsWhatWasDrawn(DeepBlueState):
    """The events of a Rest are not kept from anyone."""

    def play(self, seat: int, action: Any, dice: Dice) -> tuple[DeepBlueEvent, ...]:
        events = super().play(seat, action, dice)
        return tuple(
            TellsADraw(event.seat, event.count, event.drawn) if isinstance(event, Rested) else event
            for event in events
        )


@pytest.mark.parametrize(
    "state_type", [LeaksATile, LeaksAHand, LeaksADecision, AsksOnlyThoseWhoCanPlay, TellsWhatWasDrawn]
)
def test_a_broken_deep_blue_is_found_out(state_type: type[DeepBlueState]) -> None:
    class BrokenDeepBlue(DeepBlueGame):
        def start(self, options: Options, seats: int, dice: Dice) -> DeepBlueState:
            return _as(state_type, super().start(options, seats, dice))

        def imagine(self, view: DeepBlueView, dice: Dice) -> DeepBlueState:
            return _as(state_type, super().imagine(view, dice))

    with pytest.raises(Broken) as broken:
        check(BrokenDeepBlue(), CLOSE, 3, redeal=redeal, games=10, positions=20)
    assert broken.value.law in {"hidden information", "imagination"}


@pytest.mark.parametrize("state_type", [LeaksATile, LeaksAHand, LeaksADecision])
def test_redealing_alone_finds_a_leaking_view_out(state_type: type[DeepBlueState]) -> None:
    dice = FastDice(1)
    state = _as(state_type, GAME.start(CLOSE, 3, dice))
    honest = found = 0
    for _ in range(150):
        seat = dice.pick(state.to_move(), "seat")
        state.play(seat, state.menu(seat).sample(dice), dice)
        other = redeal(state.copy(), 2, dice)
        found += encoded(other.view(2)) != encoded(state.view(2))
        honest += encoded(_as(DeepBlueState, other).view(2)) != encoded(_as(DeepBlueState, state).view(2))
    assert found > 0
    assert honest == 0


def _as(state_type: type[DeepBlueState], state: DeepBlueState) -> DeepBlueState:
    fields: dict[str, Any] = {name: getattr(state, name) for name in state.__struct_fields__}
    return state_type(**fields)
