"""Drawing the pictures of a subject, in a process of its own: the centre, the lifted cards, everything else.

A picture is known by its part: `centre`, `thumb`, `row/0`, `light/night`, `lifted/0`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from fathom.dive import Card, Kind
from fathom.guests.dive.subjects import Subject
from fathom.ocean import LIGHTS, SECRET_BYTES, STEPS, Frame, Sight, film_picture, prepare, sight

Pictures = dict[str, bytes]
"""Pictures by their parts."""


def parts(subject: Subject) -> Iterator[str]:
    """Every picture of a subject, by the part it plays."""
    yield from ("centre", "thumb")
    yield from (f"row/{row}" for row in range(STEPS))
    if subject.flashlight:
        yield from (f"light/{light}" for light in LIGHTS)
    yield from (f"lifted/{number}" for number in range(len(subject.lifted)))


def practise(size: int) -> None:
    """Draw a card of every kind for nobody: loading what it needs takes longest."""
    prepare([Card(kind, 0, False) for kind in Kind], 0, bytes(SECRET_BYTES), Frame(size))


def draw_centre(subject: Subject, art: bytes, size: int) -> Pictures:
    """What everyone waits for."""
    first = _sight(subject, art, size).glance()
    return {"centre": first.centre, "thumb": first.thumb}


def draw_lifted(subject: Subject, art: bytes, size: int) -> Pictures:
    """The films of the cards that were lifted last."""
    return {
        f"lifted/{number}": film_picture(card, subject.lifted_place + number, art, Frame(size))
        for number, card in enumerate(subject.lifted)
    }


def draw_rest(subject: Subject, art: bytes, size: int) -> Pictures:
    """Everything else there is to look at: the grid of views, and the lights of a flashlight table."""
    seen = _sight(subject, art, size)
    _sight.cache_clear()
    pictures = {f"row/{row}": seen.row(row) for row in range(STEPS)}
    if subject.flashlight:
        pictures |= {f"light/{light}": seen.light(light) for light in LIGHTS}
    return pictures


def draw_ahead(subject: Subject, art: bytes, size: int) -> Pictures:
    """The centre of what may come; the stack itself is not kept, since most of it never comes."""
    pictures = draw_centre(subject, art, size)
    _sight.cache_clear()
    return pictures


IN_TURN = (draw_centre, draw_lifted, draw_rest)


def turn(part: str) -> int:
    """Which of the three that draw draws this one."""
    return 0 if part in {"centre", "thumb"} else 1 if part.startswith("lifted/") else 2


@lru_cache(maxsize=1)
def _sight(subject: Subject, art: bytes, size: int) -> Sight:
    """The stack, drawn and lit. It stays from the centre to the rest, which are seen from it in turn."""
    return sight(subject.cards, subject.place, art, subject.clarity, subject.octopus, Frame(size))
