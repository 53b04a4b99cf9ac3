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
from fathom.ocean import STEPS, VISIBLE, Clarity, Frame, Look, Octopus, Sight, sight
from fathom.ocean.camera import encoded, picture
from fathom.ocean.layout import WIDE, on_window
from fathom.ocean.moving import moving_picture
from fathom.ocean.pictures import made_up
from fathom.ocean.sheets import planned
from fathom.ocean.views import side_by_side, tilt
from fathom.players.dive.eyes.pixel_eyes import CLARITIES, ENDS, Views, glimpses, planes, views

LESSONS = range(30_000, 30_072)
"""Games that are only learnt from, in some of the rounds that they could have."""

TESTS = range(40_000, 40_400)
"""Games that nothing is ever learnt from: here the eyes in the package are tested."""

EVERY_CASE = range(40_000, 40_080)
"""Of these not only natural water is tested."""

STACKS_OF_A_LESSON = 15

Case = Literal["natural", "clear", "murky", "octopus", "few", "rows", "plain"]
CASES: tuple[Case, ...] = ("natural", "clear", "murky", "octopus", "few", "rows", "plain")
"""First rounds in each water, as the moving picture is sent; then in natural water under an octopus, with 1
to 7 cards, as rows of WebP, and uncompressed."""

Encoding = Literal["moving", "rows", "plain"]
ENCODINGS: tuple[Encoding, ...] = ("moving", "rows", "plain")

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
    """Rounds of one game, of every kind that a game can come to, in the encodings by turns."""
    cards, art = made_up(seed)
    chance = random.Random(seed)
    places = chance.sample(range(len(cards) - 2), STACKS_OF_A_LESSON)
    for number, place in enumerate(sorted(places)):
        clarity = chance.choice(("natural", "natural", *CLARITIES))
        octopus = somewhere(chance) if chance.random() < 0.12 else None
        few = chance.randrange(1, VISIBLE) if chance.random() < 0.1 else None
        encoding = ENCODINGS[(number + seed) % len(ENCODINGS)]
        yield stack_seen(cards[: place + few] if few else cards, place, art, clarity, octopus, encoding)


def tests(seed: int) -> Iterator[Stack]:
    """The first round of a game in every case that is tested of it, in the bytes that its table would get."""
    cards, art = made_up(seed)
    chance = random.Random(seed)
    under, few = somewhere(chance), cards[: chance.randrange(1, VISIBLE)]
    yield stack_seen(cards, 0, art, "natural", None, "moving", sent=True)
    if seed in EVERY_CASE:
        yield stack_seen(cards, 0, art, "clear", None, "moving", sent=True)
        yield stack_seen(cards, 0, art, "murky", None, "moving", sent=True)
        yield stack_seen(cards, 0, art, "natural", under, "moving", sent=True)
        yield stack_seen(few, 0, art, "natural", None, "moving", sent=True)
        yield stack_seen(cards, 0, art, "natural", None, "rows", sent=True)
        yield stack_seen(cards, 0, art, "natural", None, "plain", sent=True)


def somewhere(chance: random.Random) -> Octopus:
    """Lay an octopus anywhere but at the edge."""
    return Octopus(chance.randrange(20, 81), chance.randrange(20, 81))


def stack_seen(
    cards: Sequence[Card],
    place: int,
    art: bytes,
    clarity: Clarity,
    octopus: Octopus | None,
    encoding: Encoding,
    *,
    sent: bool = False,
) -> Stack:
    """Draw what is left of a game from a place on, measure it, and put the answers beside it.

    `sent`: in the very bytes that are sent; otherwise only the views that are looked at are encoded.
    """
    above, top = tuple(cards[:place]), cards[place : place + VISIBLE]
    seen = sight(top, place, art, clarity, octopus, Frame(), above=above, round_number=place + 1)
    where = []
    for k, card in enumerate(top):
        plan = planned(art, place + k, card.turn, card.flipped, (*above, *top[:k]))
        where.append([turned(spot, card) for spot in (plan.shark_spot, plan.helper_spot)])
    left = tuple(card.kind for card in cards[place:])
    answer = Answer(
        clarity,
        left,
        tuple(card.kind for card in top),
        tuple(shark for shark, _ in where),
        tuple(helper for _, helper in where),
    )
    alone = encoding == "plain" or not sent
    photographed = views_alone(seen, encoding) if alone else views(views_sent(seen, encoding))
    return glimpses(photographed, clarity, len(left)), answer


def views_sent(seen: Sight, encoding: Encoding = "moving") -> Look:
    """What `look` gives of the views that `PixelEyes` look at, byte for byte."""
    size = seen.stack.frame.size
    if encoding == "moving":
        return Look(size, STEPS, seen.views(), (), b"", b"", {})
    rows = tuple(seen.row(row) if row in ENDS else b"" for row in range(STEPS))
    return Look(size, STEPS, b"", rows, b"", b"", {})


def views_alone(seen: Sight, encoding: Encoding) -> Views:
    """The same views with only each other beside them: quicker, and near enough."""
    size = seen.stack.frame.size
    found: list[Image.Image] = []
    for row in ENDS:
        strip = side_by_side(seen.day, [tilt(row, column) for column in ENDS])
        if encoding == "rows":
            whole = Image.open(io.BytesIO(encoded(strip))).convert("RGB")
        else:
            whole = picture(strip)
        found.extend(whole.crop((k * size, 0, (k + 1) * size, size)) for k in range(len(ENDS)))
    if encoding == "moving":
        moving = Image.open(io.BytesIO(moving_picture(found)))
        decoded = []
        for frame in range(len(found)):
            moving.seek(frame)
            decoded.append(moving.convert("RGB"))
        found = decoded
    tilts = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return {tilted: planes(view) for tilted, view in zip(tilts, found, strict=True)}


def turned(spot: tuple[float, float], card: Card) -> tuple[float, float]:
    """Where a spot of the sheet comes to lie with the card, in widths of the picture."""
    across, down = on_window(spot, card.turn, card.flipped)
    return across / WIDE, down / WIDE
