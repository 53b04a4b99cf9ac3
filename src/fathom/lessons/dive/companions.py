"""A short lesson on Dive's companions: one that is part of the program, one that is announced."""

from __future__ import annotations

from functools import partial

from fathom.dive import Choose, Companion, Program, SendDolphins
from fathom.lessons.dive.first import GAME, OTHERS, plans, wrong_at
from fathom.lessons.dive.positions import lay, position
from fathom.lessons.lesson import Act, Chapter, Lesson, Read, Slip

COMPANIONS = Lesson(
    name="companions",
    minutes=3,
    chapters=(
        # The clownfish, chosen and laid under a stack.
        Chapter(
            game=GAME,
            position=partial(
                position, "green nothing", (3, 3, 3), seed="companions/clownfish", choosing=True
            ),
            players=OTHERS,
            before=((1, Choose(Companion.ORCA), ""), (2, Choose(Companion.GREAT_WHITE), "")),
            steps=(
                Act(
                    "choose",
                    "D8.0",
                    do=Choose(Companion.CLOWNFISH),
                    slips=(
                        Slip(
                            "choose_other",
                            "D8.0",
                            lambda choice: isinstance(choice, Choose),
                            Choose(Companion.ORCA),
                        ),
                    ),
                    then=((1, lay("2+4")), (2, lay("1+3"))),
                ),
                Act(
                    "clownfish",
                    "D8.5",
                    do=lay("5c 1"),
                    good=lambda plan: (
                        isinstance(plan, Program)
                        and plan.clownfish == 1
                        and plan.speed(0) > 6
                        and not plan.expects_shark(0)
                    ),
                    slips=(
                        Slip("clownfish_unused", "D8.5", lambda plan: plan.clownfish is None, lay("5 1")),
                        Slip("clownfish_deeper", "D8.5", lambda plan: plan.clownfish != 1, lay("5 1c")),
                        Slip("clownfish_face", "D4.2", wrong_at(1, "p"), lay("5cs 1")),
                        Slip("clownfish_slow", "D4.5", lambda plan: plan.speed(0) <= 6, lay("3c 1")),
                    ),
                ),
                Read("clownfish_dived", "D8.0"),
            ),
        ),
        # The dolphins: announced, final, and a bet on someone else.
        Chapter(
            game=GAME,
            position=partial(
                position,
                "nothing shark nothing",
                (8, 9, 7),
                seed="companions/dolphins",
                companions=("dolphins", "anglerfish", "turtle"),
            ),
            players=OTHERS,
            before=plans("1 2 3", "4"),
            steps=(
                Act(
                    "dolphins",
                    "D8.6",
                    do=SendDolphins(2),
                    slips=(
                        Slip(
                            "dolphins_first",
                            "D8.0",
                            lambda action: isinstance(action, Program),
                            lay("1 2s"),
                        ),
                        Slip(
                            "dolphins_other",
                            "D8.6",
                            lambda action: isinstance(action, SendDolphins),
                            SendDolphins(1),
                        ),
                    ),
                ),
                Act(
                    "program",
                    "D3.2",
                    do=lay("5 4s"),
                    good=lambda plan: isinstance(plan, Program),
                ),
                Read("dolphins_dived", "D8.6"),
                Read("others", "D8.7"),
            ),
        ),
    ),
)
