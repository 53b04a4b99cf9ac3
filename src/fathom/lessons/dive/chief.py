"""A short lesson on diving against the village chief, from the worked examples X6 and X7."""

from __future__ import annotations

from functools import partial

from fathom.lessons.dive.first import GAME, faces, wrong_at
from fathom.lessons.dive.positions import lay, position
from fathom.lessons.lesson import Act, Chapter, Lesson, Read, Slip

CHIEF = Lesson(
    name="chief",
    minutes=3,
    chapters=(
        # X6: a tie, a race that the chief wins, and a yellow level that is covered.
        Chapter(
            game=GAME,
            position=partial(
                position, "green shark red shark nothing", (10,), seed="chief/x6", chief=14, card="2 3 6y 4y"
            ),
            players=(),
            steps=(
                Read("welcome", "D9.1"),
                Act(
                    "x6",
                    "D9.6",
                    do=lay("2 4s 5 1 3"),
                    slips=(
                        Slip("x6_short", "D3.2", lambda plan: plan.depth < 5, lay("2 4s 5")),
                        Slip("x6_faces", "D4.2", lambda plan: not faces(plan, "psppp"), lay("2 4 5 1 3")),
                        Slip("x6_speed", "D4.5", lambda plan: plan.depth == 5, lay("5 4s 2 1 3")),
                    ),
                ),
                Read("x6_dived", "D9.5"),
            ),
        ),
        # X7: a turtle carries the chief into deep waters.
        Chapter(
            game=GAME,
            position=partial(
                position, "nothing green shark", (12,), seed="chief/x7", chief=15, card="2 6 3 4y"
            ),
            players=(),
            steps=(
                Act(
                    "x7",
                    "D9.4",
                    do=lay("1 2"),
                    good=lambda plan: plan.depth == 2 and faces(plan, "pp") and plan.speed(1) < 6,
                    slips=(
                        Slip("x7_first", "D4.2", wrong_at(1, "p"), lay("1s 2")),
                        Slip("x7_second", "D4.2", wrong_at(2, "p"), lay("1 2s")),
                        Slip("x7_depth", "D5.1", lambda plan: plan.depth != 2, lay("1")),
                        Slip("x7_fast", "D9.6", lambda plan: plan.speed(1) >= 6, lay("1 2+5")),
                    ),
                ),
                Read("x7_dived", "D9.8"),
                Read("end", "D9.9"),
            ),
        ),
    ),
)
