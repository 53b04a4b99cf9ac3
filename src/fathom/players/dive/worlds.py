"""Imagined rounds of Dive: stacks as the soundings leave them open, and rivals who lay what suits them.

Nothing here decides a rule: an imagined round is played by the game itself.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import erf, sqrt

import msgspec
import numpy as np

from fathom.dive import Card, DiveGame, DiveState, DiveView, Face, Kind, Program, Use
from fathom.dive.descent import STONE
from fathom.dive.state import Programming
from fathom.dive.view import ProgrammingView
from fathom.players.dive.eyes import ANIMALS, Floats, Sounding, Soundings
from fathom.players.dive.programs import (
    Arrangements,
    Prospects,
    any_diver,
    arrangements,
    chief_odds,
    spaces,
    speed_odds,
    wins_against,
    with_faces,
)
from fathom.players.watch import UNHURRIED, Watch
from fathom.table import Dice, FastDice, Seat

_GAME = DiveGame()
_NO_DICE = FastDice(
    0
)  # A round of Dive rolls nothing: all its chance lies in the stack and in the chief's deck.
_STEPS = 2**24


class Rival(msgspec.Struct, frozen=True):
    """What another diver may lay: arrangements with weights that add up to 1."""

    seat: Seat
    laid: Arrangements
    weights: Floats


def rivals(view: DiveView, seen: Prospects, temperature: float) -> tuple[Rival, ...]:
    """The other divers, each laying by preference what promises spaces from where that diver stands.

    The lower the temperature, the more surely they lay the best.
    """
    laid = arrangements(view.options.tokens)
    usual = wins_against([any_diver(view.options.tokens)] * (len(view.pawns) - 1) + chiefs(view))
    others = []
    for seat in range(len(view.pawns)):
        if seat != view.reader:
            worth = spaces(view, seat, seen, laid, usual)
            weights = np.exp((worth - worth.max()) / temperature)
            others.append(Rival(seat, laid, weights / weights.sum()))
    return tuple(others)


def chiefs(view: DiveView) -> list[Floats]:
    """The chief as one more rival in speed, if there is one."""
    return [] if view.chief is None else [chief_odds(view)]


def wins_over(view: DiveView, others: Sequence[Rival]) -> Floats:
    """How probable each speed is to be the highest at each depth against these rivals and the chief."""
    return wins_against([speed_odds(rival.laid, rival.weights) for rival in others] + chiefs(view))


def worlds(
    view: DiveView,
    look: Soundings,
    seen: Prospects,
    others: Sequence[Rival],
    count: int,
    dice: Dice,
    watch: Watch = UNHURRIED,
) -> list[DiveState]:
    """Return that many states that fit this view and look; only the reader's program is missing in them.

    Fewer, but one at least, if the time is up before.
    """
    assert isinstance(view.phase, ProgrammingView)
    imagined = _GAME.imagine(view, dice)
    left = view.options.mix.without(view.lifted)
    odds = [kind_odds(sounding) for sounding in look.depths]
    drawers = [(rival, list(accumulate(rival.weights.tolist()))) for rival in others]
    drawn = []
    for _ in range(count):
        world = imagined.copy()
        world.ocean = _stack(odds, left, dice)
        world.chief_deck = dice.shuffle(imagined.chief_deck, "chief")
        programs: list[Program | None] = [None] * len(view.pawns)
        for rival, sums in drawers:
            number = min(bisect(sums, _share(dice, "rival")), len(sums) - 1)
            faces = [
                _face(card.kind.shark is (_share(dice, "rival's eyes") < sure))
                for card, sure in zip(world.ocean, seen.right.tolist(), strict=False)
            ]
            missing = [Face.PLAIN] * (len(seen.right) - len(faces))
            programs[rival.seat] = with_faces(rival.laid.programs[number], faces + missing)
        world.phase = Programming(tuple(programs), view.phase.uses)
        drawn.append(world)
        if watch.over:
            break
    return drawn


def hope(
    drawn: Sequence[DiveState], seat: Seat, program: Program, use: Use | None = None, cost: float = 0.0
) -> float:
    """The mean chance to win that the program leads to in these worlds, with a companion used now or not.

    The `cost` is for what will be missing if the game goes on.
    """
    total = 0.0
    for world in drawn:
        after = world.copy()
        if use is not None:
            after.play(seat, use, _NO_DICE)
        after.play(seat, program, _NO_DICE)
        total += chance_to_win(after, seat) - (cost if after.result() is None else 0.0)
    return total / len(drawn)


SPREAD = 2.7
"""How far two divers' spaces of one round usually lie apart."""

A_ROUND = 4.0
"""About the spaces that a good round brings, and the cards that it takes."""


def chance_to_win(state: DiveState, seat: Seat) -> float:
    """1 or 0 at the end (a draw is shared); before it, from how far ahead with so much left to go."""
    result = state.result()
    if result is not None:
        return float(seat in result.winners) / max(1, len(result.winners))
    here = state.pawns[seat]
    front = max(state.pawns) if state.chief is None else max(*state.pawns, state.chief)
    rounds = max(0.5, min((STONE - front) / A_ROUND, len(state.ocean) / A_ROUND))
    scale = SPREAD * sqrt(2 * rounds)
    leads = [float(here - pawn) for other, pawn in enumerate(state.pawns) if other != seat]
    if state.chief is not None:
        leads.append(here - state.chief - 0.5)  # D9.9: a tie goes to the chief
    chance = 1.0
    for lead in leads:
        chance *= 0.5 + 0.5 * erf(lead / scale)
    return chance


def kind_odds(sounding: Sounding) -> list[tuple[Kind, float]]:
    """The probability of each kind, taking shark and helper to be independent."""
    helper = sounding.green + sounding.red + sounding.manta
    odds = []
    for kind, (shark, *helpers) in ANIMALS.items():
        of_helper = sum(
            chance
            for chance, shown in zip((sounding.green, sounding.red, sounding.manta), helpers, strict=True)
            if shown
        )
        alone = max(0.0, 1 - helper)
        odds.append(
            (
                kind,
                (sounding.shark if shark else 1 - sounding.shark) * (of_helper if any(helpers) else alone),
            )
        )
    return odds


def _stack(
    odds: Sequence[Sequence[tuple[Kind, float]]], left: Sequence[Kind], dice: Dice
) -> tuple[Card, ...]:
    """A stack drawn from the odds of each depth, out of the cards that are left."""
    counts = Counter(left)
    kinds = []
    for of_depth in odds:
        # A kind that is used up cannot come; a trace of the others keeps every stack possible.
        weights = [(kind, odd + 1e-6) for kind, odd in of_depth if counts[kind]]
        point = _share(dice, "stack") * sum(weight for _, weight in weights)
        drawn = weights[-1][0]
        for kind, weight in weights:
            point -= weight
            if point < 0:
                drawn = kind
                break
        counts[drawn] -= 1
        kinds.append(drawn)
    kinds += counts.elements()
    return tuple(_CARDS[kind] for kind in kinds)


_CARDS = {kind: Card(kind, turn=0, flipped=False) for kind in Kind}


def _share(dice: Dice, purpose: str) -> float:
    return dice.roll(_STEPS, purpose) / _STEPS


def _face(shark: bool) -> Face:
    return Face.SHARK if shark else Face.PLAIN
