"""Stacks to teach and to test `PixelEyes`: drawn, measured and kept, with the answers beside them."""

import io
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from fathom.dive import Kind
from fathom.dive.cards import Card
from fathom.ocean import STEPS, VISIBLE, Clarity, Frame, Look, Octopus, compose
from fathom.ocean.camera import encoded, piled
from fathom.ocean.cards import WIDE, spots
from fathom.ocean.chance import Draws
from fathom.ocean.lamps import daylight
from fathom.ocean.light import Lit, lit
from fathom.ocean.pictures import made_up
from fathom.ocean.views import side_by_side, tilt
from fathom.ocean.weather import sun_corner, water
from fathom.players.dive.eyes.pixel_eyes import CLARITIES, ENDS, Views, glimpses, planes, views

LESSONS = range(30_000, 30_016)
"""Games that are only learnt from. The cards of each are laid in many orders, to draw them only once."""

ROUNDS = range(10_000, 10_012)
"""Games that are only learnt from as well, in every round that they could have."""

WATERS = range(20_000, 20_200)
"""Games whose first round is learnt from in every water."""

TESTS = range(40_000, 40_200)
"""Games that nothing is ever learnt from: here the eyes in the package are tested."""

STACKS_OF_A_LESSON = 50

Case = Literal["clear", "natural", "murky", "octopus", "few", "large"]
CASES: tuple[Case, ...] = ("clear", "natural", "murky", "octopus", "few", "large")
"""First rounds in each water at 320; in natural water under an octopus, with 1 to 7 cards, and at 640."""

Measures = NDArray[Any]
Spots = tuple[tuple[float, float], ...]


class Answer(msgspec.Struct, frozen=True):
    """What lies in a stack and about where (across, down, 0 to 1), from the top; `left` is what is public."""

    clarity: Clarity
    left: tuple[Kind, ...]
    kinds: tuple[Kind, ...]
    sharks: Spots
    helpers: Spots


Stack = tuple[Measures, Answer]
"""What `PixelEyes` measure in the pictures of a stack, and the answer."""


def kept(cache: Path, seed: int, drawn: Callable[[int], Iterator[Stack]]) -> list[Stack]:
    """The stacks of one game, drawn and measured if they have not been before."""
    answers, measures = cache / f"{drawn.__name__}-{seed}.json", cache / f"{drawn.__name__}-{seed}.npy"
    if not answers.exists():
        seen = list(drawn(seed))
        np.save(measures, np.stack([found.astype(np.float16) for found, _ in seen]))
        unfinished = answers.with_suffix(".part")
        unfinished.write_bytes(msgspec.json.encode([answer for _, answer in seen]))
        unfinished.replace(answers)
    told = msgspec.json.decode(answers.read_bytes(), type=list[Answer])
    return list(zip(np.load(measures), told, strict=True))


def lesson(seed: int) -> Iterator[Stack]:
    """Many stacks of one game's cards, of every kind that a game can come to; every eighth game at 640."""
    cards, art = made_up(seed)
    chance = random.Random(seed)
    frame = Frame(640 if seed % 8 == 0 else 320)
    for _ in range(STACKS_OF_A_LESSON):
        places = chance.sample(range(len(cards)), VISIBLE)
        laid = [Card(cards[place].kind, chance.randrange(4), chance.random() < 0.5) for place in places]
        if chance.random() < 0.12:
            laid = laid[: chance.randrange(1, VISIBLE)]
        clarity = chance.choice(("natural", *CLARITIES))
        octopus = somewhere(chance) if chance.random() < 0.15 else None
        left = tuple(card.kind for card in (laid if len(laid) < VISIBLE else cards))
        yield stack_seen(laid, places[: len(laid)], left, art, clarity, octopus, frame, views_alone)


def rounds(seed: int) -> Iterator[Stack]:
    """Every round that a game could have down to its last eight cards, each in one of the waters by turns."""
    cards, art = made_up(seed)
    for place in range(len(cards) - VISIBLE + 1):
        top, left = cards[place : place + VISIBLE], tuple(card.kind for card in cards[place:])
        clarity = CLARITIES[(place + seed) % len(CLARITIES)]
        places = range(place, place + VISIBLE)
        yield stack_seen(top, places, left, art, clarity, None, Frame(320), views_alone)


def waters(seed: int) -> Iterator[Stack]:
    """The first round of a game in every water."""
    cards, art = made_up(seed)
    left = tuple(card.kind for card in cards)
    for clarity in CLARITIES:
        yield stack_seen(cards[:VISIBLE], range(VISIBLE), left, art, clarity, None, Frame(320), views_alone)


def tests(seed: int) -> Iterator[Stack]:
    """A game in every case that is tested, byte for byte as its table would have it."""
    cards, art = made_up(seed)
    chance = random.Random(seed)
    under, few = somewhere(chance), cards[: chance.randrange(1, VISIBLE)]
    for clarity in CLARITIES:
        yield first_round(cards, art, clarity, None, Frame(320))
    yield first_round(cards, art, "natural", under, Frame(320))
    yield first_round(few, art, "natural", None, Frame(320))
    yield first_round(cards, art, "natural", None, Frame())


def first_round(
    cards: Sequence[Card], art: bytes, clarity: Clarity, octopus: Octopus | None, frame: Frame
) -> Stack:
    """The upper cards of a stack from its first place on, in the bytes that are sent."""
    left = tuple(card.kind for card in cards)
    top = cards[:VISIBLE]
    return stack_seen(top, range(len(top)), left, art, clarity, octopus, frame, views_sent)


def somewhere(chance: random.Random) -> Octopus:
    """Lay an octopus anywhere but at the edge."""
    return Octopus(chance.randrange(20, 81), chance.randrange(20, 81))


def stack_seen(
    cards: Sequence[Card],
    places: Sequence[int],
    left: tuple[Kind, ...],
    art: bytes,
    clarity: Clarity,
    octopus: Octopus | None,
    frame: Frame,
    photographed: Callable[[Lit], Views],
) -> Stack:
    """Draw a stack, measure it, and put the answers beside it."""
    films = [compose(card, place, art, clarity, frame) for card, place in zip(cards, places, strict=False)]
    day = lit(piled(films, octopus, water(clarity, art), frame), daylight(frame, sun_corner(art)))
    where = [
        [turned(spot, card) for spot in spots(Draws(art, "card", place))]
        for card, place in zip(cards, places, strict=False)
    ]
    answer = Answer(
        clarity,
        left,
        tuple(card.kind for card in cards),
        tuple(shark for shark, _ in where),
        tuple(helper for _, helper in where),
    )
    return glimpses(photographed(day), clarity, len(left)), answer


def views_sent(day: Lit) -> Views:
    """What a browser gets to see, byte for byte, of the views that `PixelEyes` look at."""
    return views(rows_sent(day))


def rows_sent(day: Lit) -> Look:
    """What `look` gives, but only the rows of views that `PixelEyes` look at."""
    rows = [b""] * STEPS
    for row in ENDS:
        rows[row] = encoded(side_by_side(day, [tilt(row, column) for column in range(STEPS)]))
    return Look(day.frame.size, STEPS, tuple(rows), b"", b"", {})


def views_alone(day: Lit) -> Views:
    """The same views with only each other beside them. At 320 that is much quicker, and near enough."""
    seen = {}
    for row in ENDS:
        tilts = [tilt(row, column) for column in ENDS]
        strip = Image.open(io.BytesIO(encoded(side_by_side(day, tilts)))).convert("RGB")
        for k, (down, right) in enumerate(tilts):
            size = day.frame.size
            seen[int(down), int(right)] = planes(strip.crop((k * size, 0, (k + 1) * size, size)))
    return seen


def turned(spot: tuple[float, float], card: Card) -> tuple[float, float]:
    """Where a spot of the sheet comes to lie with the card: flipped, then turned against the clock."""
    across, down = spot[0] / WIDE, spot[1] / WIDE
    if card.flipped:
        across = 1 - across
    for _ in range(card.turn):
        across, down = down, 1 - across
    return across, down
