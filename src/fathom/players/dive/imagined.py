"""What a diver imagines, as arrays: stacks that the soundings leave open, and rivals who look for themselves.

A rival sees the same cards with eyes of its own. So where a turtle really is, rivals are likelier to be fast:
who wins a race has often won it because nothing was there. Rivals lay what promises them spaces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from fathom.dive import ChiefCard, DiveView, Kind, LayOctopus, Tokens
from fathom.dive.descent import LAST_TRANQUIL
from fathom.dive.events import Revealed
from fathom.dive.view import ProgrammingView
from fathom.players.dive.eyes import ANIMALS, DEPTHS, FittedEyes, Floats, Soundings
from fathom.players.dive.programs import Arrangements, any_diver, arrangements, wins_against
from fathom.players.dive.rounds import Boards, ChiefCards, Numbers, Stacks
from fathom.players.dive.worlds import kind_odds

_KINDS = tuple(Kind)
_SHOWS: Floats = np.array([ANIMALS[kind] for kind in _KINDS], dtype=float)
_SHARK = _SHOWS[:, 0] > 0
_HELPER = (_SHOWS[:, 1:] @ [1, 2, 3]).astype(np.int8)

Kinds = NDArray[np.intp]
"""Numbers of kinds, one row of six depths per world; what lies below the last card means nothing."""


def stacks(kinds: Kinds, cards: NDArray[np.int_]) -> Stacks:
    """Kinds as what a round needs to know of them."""
    return Stacks(_SHARK[kinds], _HELPER[kinds], cards)


def drawn(look: Soundings, left: Sequence[Kind], worlds: int, random: np.random.Generator) -> Kinds:
    """Return that many stacks drawn from the odds of each depth, out of the cards that are left."""
    counted = Counter(left)
    counts = np.tile([counted[kind] for kind in _KINDS], (worlds, 1))
    kinds = np.zeros((worlds, DEPTHS), dtype=np.intp)
    rows = np.arange(worlds)
    for depth, sounding in enumerate(look.depths):
        # A kind that is used up cannot come; a trace of the others keeps every stack possible.
        odds = np.array([odd for _, odd in kind_odds(sounding)]) + 1e-6
        sums = np.cumsum(odds * (counts > 0), axis=1)
        points = random.random(worlds) * sums[:, -1]
        kinds[:, depth] = (points[:, None] >= sums).sum(axis=1)
        counts[rows, kinds[:, depth]] -= 1
    return kinds


class Readings(msgspec.Struct, frozen=True):
    """What someone who sees the stacks makes of them, one row of six depths per world."""

    sharks: NDArray[np.bool_]
    """The likelier faces."""
    right: Floats
    """How probable these are to be right."""
    helpers: Floats
    """How probable each helper is: the last axis is green, red, manta."""


def readings(
    kinds: Kinds, cards: NDArray[np.int_], strengths: Floats, counts: Floats, random: np.random.Generator
) -> Readings:
    """Look with eyes of such strengths (depth by animal), knowing how many cards of each kind are left."""
    shown = _SHOWS[kinds]
    evidence = strengths**2 * (shown - 0.5) + strengths * random.standard_normal(shown.shape)
    logs = evidence @ _SHOWS.T + np.log(np.maximum(counts, 1e-9))[..., None, :]
    weights = np.exp(logs - logs.max(axis=-1, keepdims=True))
    said = weights @ _SHOWS / weights.sum(axis=-1, keepdims=True)
    there = (np.arange(DEPTHS) < np.asarray(cards)[..., None])[..., None]
    said = np.where(there, said, 0.0)
    sharks = said[..., 0]
    return Readings(sharks > 0.5, np.maximum(sharks, 1 - sharks), said[..., 1:])


def strengths_of(eyes: FittedEyes, view: DiveView) -> Floats:
    """How strongly such eyes see at this table now."""
    assert isinstance(view.phase, ProgrammingView)
    hazy = any(isinstance(use, LayOctopus) for use in view.phase.uses)
    here = eyes.in_water(view.options.clarity)
    seen = here.strengths(DEPTHS)
    return seen * (1 - here.octopus) if hazy else seen


class _Shapes(msgspec.Struct, frozen=True):
    """Arrangements made ready for weighing them in many worlds at once."""

    laid: Arrangements
    boards: Boards
    fast: dict[int, Floats]
    """By the number of others: how probable each arrangement is to be the fastest at each depth."""
    all_out: Floats
    """Each arrangement's part of the highest speed at each depth."""


@cache
def shapes(tokens: Tokens) -> _Shapes:
    """All that rivals may lay."""
    laid = arrangements(Tokens.ALL)  # who may leave tokens out seldom gains by it
    depths = np.arange(DEPTHS)
    return _Shapes(
        laid,
        boards(laid, np.zeros((len(laid.programs), DEPTHS), dtype=bool)),
        {
            others: np.where(
                laid.speeds > 0, wins_against([any_diver(tokens)] * others)[depths, laid.speeds], 0
            )
            for others in range(5)
        },
        laid.speeds / laid.speeds.max(),
    )


def boards(laid: Arrangements, sharks: NDArray[np.bool_]) -> Boards:
    """Arrangements with these faces."""
    return Boards(laid.speeds.astype(np.int8), laid.depths.astype(np.int8), sharks)


def laid_by(
    read: Readings,
    worth: Floats,
    in_deep: NDArray[np.bool_],
    manta: NDArray[np.int_],
    cards: NDArray[np.int_],
    tokens: Tokens,
    others: int,
    temperature: float,
    random: np.random.Generator,
    racing: float = 0.0,
) -> Boards:
    """What someone lays who read the stacks so, and would be carried so far by a `manta`.

    `worth` is what it is worth to have moved 0, 1, … 6 spaces after this round; `A_SPACE_EACH` for someone
    who only counts spaces. The lower the temperature, the more surely the most worthy program is laid. In the
    share `racing` of the worlds it is someone who expects a race, and lays all that is possible for helpers.
    """
    may_lay = shapes(tokens)
    reached = np.cumprod(read.right, axis=-1)
    # D6.1: levels without a card bring nothing; `worth` of what has been reached at each depth
    counted = np.minimum(np.arange(1, DEPTHS + 1), np.asarray(cards)[..., None])
    whole = np.take_along_axis(worth, np.broadcast_to(counted, (*worth.shape[:-1], DEPTHS)), axis=-1)
    nothing = worth[..., :1]
    stops = np.concatenate([np.ones_like(reached[..., :1]), reached[..., :-1]], axis=-1) - reached
    before = np.concatenate([nothing, whole[..., :-1]], axis=-1)
    rested = np.where(
        in_deep[..., None],
        nothing + reached * (whole - nothing),  # D4.4: all or nothing
        np.cumsum(stops * before, axis=-1) + reached * whole,  # D4.3: what was right before the mistake
    )
    slope = (worth[..., 5] - worth[..., 2])[..., None] / 3
    carried = read.helpers[..., 0] + 2 * read.helpers[..., 1] + read.helpers[..., 2] * manta[..., None]
    gained = reached * carried * slope
    promised = rested[..., may_lay.laid.depths - 1] + gained @ may_lay.fast[others].T
    # The highest of values with such noise on them is each with the weight exp(value / temperature).
    noise = -temperature * np.log(-np.log(random.random(promised.shape, dtype=np.float32) + 1e-12) + 1e-12)
    if racing:
        racers = random.random(len(promised)) < racing
        promised[racers] += (reached * carried)[racers] @ may_lay.all_out.T
        noise[racers] *= RACERS_DOUBT
    chosen = np.argmax(promised + noise, axis=-1)
    return Boards(may_lay.boards.speeds[chosen], may_lay.boards.depths[chosen], read.sharks)


RACERS_DOUBT = 0.1
"""How much less freely they choose who expect a race."""

A_SPACE_EACH: Floats = np.arange(DEPTHS + 1.0)
"""The worth of spaces to someone who only counts them."""


def manta_spaces(here: Numbers, others: Sequence[Numbers]) -> NDArray[np.int_]:
    """How far a manta would carry a pawn now."""  # D4.7, D4.8
    ahead = np.full(np.shape(here), 99)
    for other in others:
        ahead = np.minimum(ahead, np.where(other > here, other, 99))
    rides = (ahead < 99) & (here < LAST_TRANQUIL)
    return np.where(rides, np.minimum(ahead, LAST_TRANQUIL) - here, 0)


def chief_cards(view: DiveView, worlds: int, random: np.random.Generator) -> ChiefCards | None:
    """For each world one of the cards that the chief has not turned up yet; None if there are none."""
    left = Counter(view.options.deck())
    left -= Counter(
        event.chief for told in view.told for event in told if isinstance(event, Revealed) and event.chief
    )
    cards = sorted(left.elements(), key=str)
    if view.chief is None or not cards:
        return None
    return dealt(cards, random.integers(len(cards), size=worlds))


def dealt(cards: Sequence[ChiefCard], numbers: NDArray[np.int_]) -> ChiefCards:
    """These of the cards, as arrays."""
    speeds = np.array([card.speeds for card in cards], dtype=np.int8)
    yellow = np.array([[level in card.yellow for level in range(1, len(card.speeds) + 1)] for card in cards])
    return ChiefCards(speeds[numbers], yellow[numbers])
