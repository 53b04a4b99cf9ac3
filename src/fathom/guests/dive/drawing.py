"""Drawing the pictures of a subject, in a process of its own: the centre, the lifted cards, everything else.

A picture is known by its part: `centre`, `thumb`, `views`, `row/0`, `large`, `light/night`, `lifted/0`,
`outline/0`, `stack/0`. Rows, for browsers that cannot take the moving picture apart, and the large centre are
drawn only when someone asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from fathom.dive import Card, Kind
from fathom.guests.dive.subjects import Subject, before
from fathom.ocean import (
    LIGHTS,
    SECRET_BYTES,
    STEPS,
    Frame,
    Sight,
    close_up,
    film_picture,
    outlines,
    prepare,
    sight,
)

Pictures = dict[str, bytes]
"""Pictures by their parts."""


def parts(subject: Subject) -> Iterator[str]:
    """Every picture of a subject, by the part it plays."""
    yield from ("centre", "thumb", "views", "large")
    yield from (f"row/{row}" for row in range(STEPS))
    if subject.flashlight:
        yield from (f"light/{light}" for light in LIGHTS)
    for number in range(len(subject.lifted)):
        yield from (f"lifted/{number}", f"outline/{number}")
    yield from (f"stack/{number}" for number in range(len(before(subject))))


def suffix(part: str) -> str:
    """How the name of a picture ends: what it is encoded as."""
    return ".avif" if part == "views" else ".svg" if part.startswith("outline/") else ".webp"


def practise(size: int) -> None:
    """Draw a card of every kind for nobody: loading what it needs takes longest."""
    prepare([Card(kind, 0, False) for kind in Kind], 0, bytes(SECRET_BYTES), Frame(size))


def draw_centre(subject: Subject, art: bytes, size: int) -> Pictures:
    """What everyone waits for."""
    first = _sight(subject, art, size).glance()
    return {"centre": first.centre, "thumb": first.thumb}


def draw_lifted(subject: Subject, art: bytes, size: int) -> Pictures:
    """The films of the cards that were lifted last, and the outlines of the animals on them."""
    pictures, frame = {}, Frame(size)
    for number, card in enumerate(subject.lifted):
        place = subject.lifted_place + number
        above = (*subject.above, *subject.cards)[:place]
        pictures[f"lifted/{number}"] = film_picture(card, place, art, frame, above)
        pictures[f"outline/{number}"] = outlines(card, place, art, frame, above).encode()
    return pictures


def draw_stacks(subject: Subject, art: bytes, size: int) -> Pictures:
    """The stack as it lay before each of those cards was lifted, from straight above."""
    pictures = {f"stack/{n}": draw_ahead(one, art, size)["centre"] for n, one in enumerate(before(subject))}
    _sight.cache_clear()
    return pictures


def draw_rest(subject: Subject, art: bytes, size: int) -> Pictures:
    """Everything else there is to look at: all views, and the lights of a flashlight table."""
    seen = _sight(subject, art, size)
    _sight.cache_clear()
    pictures = {"views": seen.views()}
    if subject.flashlight:
        pictures |= {f"light/{light}": seen.light(light) for light in LIGHTS}
    return pictures


def draw_rows(subject: Subject, art: bytes, size: int) -> Pictures:
    """All views as rows, for browsers that cannot take the moving picture apart."""
    seen = _sight(subject, art, size)
    _sight.cache_clear()
    return {f"row/{row}": seen.row(row) for row in range(STEPS)}


def draw_large(subject: Subject, art: bytes, size: int) -> Pictures:
    """The centre at twice the size, for those who look closely."""
    given = (subject.cards, subject.place, art, subject.clarity, subject.octopus, Frame(size))
    return {"large": close_up(*given, above=subject.above)}


def draw_ahead(subject: Subject, art: bytes, size: int) -> Pictures:
    """The centre of what may come; the stack itself is not kept, since most of it never comes."""
    pictures = draw_centre(subject, art, size)
    _sight.cache_clear()
    return pictures


IN_TURN = (draw_centre, draw_lifted, draw_stacks, draw_rest)


ON_DEMAND = (draw_rows, draw_large)


def turn(part: str) -> int:
    """Which of those that draw draws this one: the four in turn, then the two on demand."""
    if part in {"centre", "thumb"}:
        return 0
    if part.startswith(("lifted/", "outline/")):
        return 1
    if part.startswith("stack/"):
        return 2
    return 4 if part.startswith("row/") else 5 if part == "large" else 3


@lru_cache(maxsize=1)
def _sight(subject: Subject, art: bytes, size: int) -> Sight:
    """The stack, drawn and lit. It stays from the centre to the rest, which are seen from it in turn."""
    return sight(
        subject.cards,
        subject.place,
        art,
        subject.clarity,
        subject.octopus,
        Frame(size),
        above=subject.above,
        round_number=subject.round,
    )
