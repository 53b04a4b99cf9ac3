"""The first lesson of Dive, from the worked examples X1, X3b, X2, X3 and X5 (which has X4 in it)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fathom.dive import DiveGame, Program
from fathom.lessons.dive.positions import lay, position
from fathom.lessons.lesson import Act, Chapter, Lesson, Read, Slip
from fathom.table import Seat

GAME = DiveGame()
OTHERS = ("Mara", "Rik")


def faces(program: Program, expected: str) -> bool:
    """Whether the levels show these faces as far as both go, written "s" for shark and "p" for plain."""
    pairs = zip(range(program.depth), expected, strict=False)
    return all(program.expects_shark(depth) == (face == "s") for depth, face in pairs)


def wrong_at(level: int, face: str) -> Callable[[Program], bool]:
    """Whether this level shows another face."""
    return lambda program: program.depth >= level and program.expects_shark(level - 1) != (face == "s")


def tokens_on(program: Program, level: int) -> set[int]:
    """The tokens on this level."""
    laid = program.levels[level - 1]
    return {*laid.plain, *laid.shark}


def plans(*written: str) -> tuple[tuple[Seat, Program, str], ...]:
    """The programs of the others, who are quicker than the learner."""
    return tuple((seat, lay(program), "") for seat, program in enumerate(written, start=1))


X1 = lay("1 3s 4+5 2")


DIVE = Lesson(
    name="dive",
    minutes=6,
    chapters=(
        # X1: a program of four levels, one of them a stack.
        Chapter(
            game=GAME,
            position=partial(position, "nothing shark green nothing shark", (0, 0, 0), seed="dive/x1"),
            players=OTHERS,
            before=plans("2 4s", "3s"),
            steps=(
                Read("welcome", "D2.1"),
                Act(
                    "x1",
                    "D3.3",
                    do=X1,
                    points="at-once",
                    slips=(
                        Slip("x1_first", "D3.2", lambda plan: tokens_on(plan, 1) != {1}, lay("3s"), level=1),
                        Slip("x1_short", "D3.2", lambda program: program.depth < 4, lay("1 3s 4+5")),
                        Slip("x1_faces", "D4.2", lambda plan: not faces(plan, "pspp"), lay("1 3 4+5 2")),
                        Slip("x1_speed", "D3.3", lambda program: program.depth >= 4, lay("1 3s 4 5")),
                    ),
                ),
                Read("x1_dived", "D5.1"),
            ),
        ),
        # X3b: two levels stay, two spaces. This time the learner looks.
        Chapter(
            game=GAME,
            position=partial(position, "shark nothing green", (4, 0, 2), seed="dive/x3b"),
            players=OTHERS,
            before=plans("1s 2", "5s 4s"),
            steps=(
                Act(
                    "x3b",
                    "D4.2",
                    do=lay("1+2+3s 4+5"),
                    good=lambda program: program.depth == 2 and faces(program, "sp"),
                    slips=(
                        Slip("x3b_first", "D4.2", wrong_at(1, "s"), lay("1+2+3 4+5"), level=1),
                        Slip("x3b_second", "D4.3", wrong_at(2, "p"), lay("1+2+3s 4+5s"), level=2),
                        Slip("x3b_short", "D5.1", lambda program: program.depth < 2, lay("5s")),
                        Slip("x3b_deep", "D4.3", lambda program: program.depth > 2, lay("1s 2 3")),
                    ),
                ),
                Read("x3b_dived", "D4.3"),
            ),
        ),
        # X2: two mantas in a round; the first is for whoever is fastest.
        Chapter(
            game=GAME,
            position=partial(position, "manta manta nothing", (6, 7, 13), seed="dive/x2"),
            players=OTHERS,
            before=plans("1 2+3+4+5", "2"),
            steps=(
                Act(
                    "x2",
                    "D4.5",
                    do=lay("5 1"),
                    good=lambda program: not program.expects_shark(0) and program.speed(0) > 2,
                    slips=(
                        Slip("x2_face", "D4.2", wrong_at(1, "p"), lay("5s 1"), level=1),
                        Slip("x2_tie", "D4.5", lambda program: program.speed(0) == 2, lay("2 1"), level=1),
                        Slip("x2_slow", "D4.5", lambda program: program.speed(0) < 2, lay("1 5"), level=1),
                    ),
                ),
                Read("x2_dived", "D4.7"),
            ),
        ),
        # X3: the same mistake in deep and in tranquil waters; the others make it.
        Chapter(
            game=GAME,
            position=partial(position, "nothing shark nothing shark", (16, 16, 15), seed="dive/x3"),
            players=OTHERS,
            before=plans("1 2s 3 4 5", "1 2s 3 4 5"),
            steps=(
                Act(
                    "x3",
                    "D4.4",
                    do=lay("5 4s 3"),
                    good=lambda program: program.depth == 3 and faces(program, "psp"),
                    slips=(
                        Slip("x3_face", "D4.4", lambda program: not faces(program, "psp"), lay("5 4 3")),
                        Slip("x3_deep", "D4.4", lambda program: program.depth > 3, lay("1 2s 3 4 5")),
                        Slip("x3_short", "D5.1", lambda program: program.depth < 3, lay("5")),
                    ),
                ),
                Read("x3_dived", "D4.4"),
            ),
        ),
        # X5: a whole round, to the stone.
        Chapter(
            game=GAME,
            position=partial(position, "shark+red manta red", (16, 18, 9), seed="dive/x5"),
            players=OTHERS,
            before=plans("5s 1+2+3+4s", "1s 2+3+5 4s"),
            steps=(
                Act(
                    "x5",
                    "D4.6",
                    do=lay("4+5s 1+2 3"),
                    good=lambda program: (
                        program.depth == 3 and faces(program, "spp") and program.speed(0) > 5
                    ),
                    slips=(
                        Slip("x5_face", "D4.4", lambda program: not faces(program, "spp"), lay("4+5 1+2 3")),
                        Slip("x5_slow", "D4.5", lambda plan: plan.speed(0) <= 5, lay("5s 4 3"), level=1),
                        Slip("x5_short", "D5.1", lambda program: program.depth < 3, lay("4+5s 3")),
                        Slip("x5_deep", "D4.4", lambda program: program.depth > 3, lay("4+5s 1 2 3")),
                    ),
                ),
                Read("x5_dived", "D4.7"),
                Read("end", "D6.1"),
            ),
        ),
    ),
)
