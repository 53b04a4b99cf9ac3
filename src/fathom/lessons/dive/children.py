"""A lesson for the children's version that needs no reading: three dives, the first of them pointed at."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fathom.dive import Face, Faces
from fathom.lessons.dive.first import GAME
from fathom.lessons.dive.positions import position
from fathom.lessons.lesson import Act, Chapter, Lesson, Points, Read, Slip


def show(written: str) -> Faces:
    """A program level by level, "s" for shark and "p" for plain."""
    return Faces(tuple(Face.SHARK if face == "s" else Face.PLAIN for face in written))


def missed(expected: str) -> Callable[[Faces], bool]:
    """Whether a shark was overlooked."""
    return lambda program: any(
        face is Face.PLAIN and there == "s" for face, there in zip(program.faces, expected, strict=False)
    )


def feared(expected: str) -> Callable[[Faces], bool]:
    """Whether a shark was expected where there is none."""
    return lambda program: any(
        face is Face.SHARK and there == "p" for face, there in zip(program.faces, expected, strict=False)
    )


def dive(
    name: str, top: str, expected: str, other: str, pawns: tuple[int, int], points: Points, *reads: Read
) -> Chapter:
    """A dive in which every level must be right, then what is told of it."""
    nobody = "p" * len(expected)
    return Chapter(
        game=GAME,
        position=partial(position, top, pawns, seed=f"children/{name}", children=True),
        players=("Mara",),
        before=((1, show(other), ""),),
        steps=(
            Act(
                name,
                "D7.1",
                do=show(expected),
                points=points,
                slips=(
                    Slip(f"{name}_missed", "D7.2", missed(expected), show(nobody)),
                    Slip(f"{name}_feared", "D7.2", feared(expected), show("s" * len(expected))),
                ),
            ),
            *reads,
        ),
    )


FIRST = dive(
    "sharks",
    "shark nothing shark green nothing",
    "spspp",
    "sppsp",
    (0, 0),
    "at-once",
    Read("sharks_dived", "D7.2"),
)

CHILDREN = Lesson(
    name="children",
    minutes=3,
    chapters=(
        Chapter(
            game=FIRST.game,
            position=FIRST.position,
            players=FIRST.players,
            before=FIRST.before,
            steps=(Read("welcome", "D7.1"), *FIRST.steps),
        ),
        dive(
            "look",
            "nothing shark manta nothing shark",
            "pspps",
            "ppppp",
            (5, 4),
            "after-a-slip",
            Read("look_dived", "D7.3"),
        ),
        dive(
            "stone",
            "shark shark nothing red nothing",
            "ssppp",
            "psppp",
            (18, 17),
            "after-a-slip",
            Read("stone_dived", "D7.4"),
            Read("end", "D7.4"),
        ),
    ),
)
