"""A short lesson on the scenarios of Deep Blue: each by the one rule that it changes at the Sunken City."""

from __future__ import annotations

from functools import partial

from fathom.deepblue import Dive, EndDive, GoOn, Moor, Protect, Sail, Steer
from fathom.lessons.deepblue.first import chapter, go_on, play, surfacing
from fathom.lessons.deepblue.positions import STARTING_CREW, position
from fathom.lessons.lesson import Act, Lesson, Read, Slip

OTHERS = ("Mara",)
CITY = {"coral-garden": "palace", "far-shelf": "?corsair"}
"""A part of the city has been turned up in the north."""

AWAKE = ("deckhand gold-diver purser",) * 2
RESTING = ("helmsman",) * 2
"""The Helmsman rests: a silver gem would ask whether he is played."""

near = partial(position, AWAKE, resting=RESTING, wrecks=CITY)


def end(name: str, clause: str) -> Act:
    """End the dive while it is safe."""
    return Act(
        name,
        clause,
        do=EndDive(),
        slips=(Slip("greedy", "B8.3", lambda action: isinstance(action, GoOn), GoOn()),),
    )


SCENARIOS = Lesson(
    name="scenarios",
    minutes=5,
    chapters=(
        chapter(
            partial(near, boats=("coral-garden:blue",), scenario="troubled-waters"),
            Read("welcome", "B2.3"),
            Act("troubled", "B10.1", do=Dive("coral-garden"), chance="blue blue"),
            Act("troubled_answer", "B10.1", do=Protect(boat=0), slips=(surfacing(),)),
            end("troubled_end", "B8.1"),
            Read("troubled_told", "B10.1"),
            players=OTHERS,
        ),
        chapter(
            partial(near, boats=("coral-garden:gold",), scenario="best-of-the-best"),
            Act("best", "B10.2", do=Dive("coral-garden"), chance="gold"),
            play("best_play", "gold-diver"),
            end("best_end", "B8.1"),
            Read("best_told", "B10.2"),
            players=OTHERS,
        ),
        chapter(
            partial(
                position,
                (STARTING_CREW,) * 2,
                boats=("lantern-shoal",),
                wrecks={"coral-garden": "?palace", "far-shelf": "?corsair"},
                scenario="scattered-riches",
            ),
            Act("scattered", "B10.3", do=Sail(("deckhand",))),
            Act(
                "scattered_steer",
                "B10.3",
                do=Steer(("coral-garden", None)),
                slips=(Slip("scattered_other", "B5.3", lambda _: True, Steer((None, "gull-rock"))),),
                chance="gold silver red",
            ),
            Act("scattered_moor", "B5.2", do=Moor(1), good=lambda action: isinstance(action, Moor)),
            Read("scattered_told", "B10.3"),
            players=OTHERS,
        ),
        chapter(
            partial(near, boats=("coral-garden:gold",), scenario="lucrative-wrecks"),
            Act("lucrative", "B10.4", do=Dive("coral-garden"), chance="silver"),
            go_on("lucrative_on", "silver"),
            go_on("lucrative_third", "silver"),
            end("lucrative_end", "B10.4"),
            Read("lucrative_told", "B10.4"),
            players=OTHERS,
        ),
        chapter(
            partial(
                position,
                AWAKE,
                resting=RESTING,
                boats=("lantern-shoal",),
                wrecks={"coral-garden": "?palace", "far-shelf": "?corsair"},
                scenario="storm-rising",
            ),
            Act("storm", "B10.5", do=Sail(("deckhand",))),
            Act(
                "storm_steer",
                "B10.5",
                do=Steer(("coral-garden", None)),
                slips=(Slip("scattered_other", "B5.3", lambda _: True, Steer((None, "gull-rock"))),),
            ),
            Act(
                "storm_moor",
                "B10.5",
                do=Moor(1),
                good=lambda action: isinstance(action, Moor),
                chance="silver",
            ),
            end("storm_end", "B8.1"),
            Read("storm_told", "B10.5"),
            players=OTHERS,
        ),
        chapter(
            partial(
                near,
                boats=("coral-garden:red", "lantern-shoal lantern-shoal"),
                scenario="treacherous-reefs",
            ),
            Act("reefs", "B10.6", do=Dive("coral-garden"), chance="silver"),
            end("reefs_end", "B8.1"),
            Read("reefs_told", "B10.6"),
            players=OTHERS,
        ),
        chapter(
            partial(
                near,
                boats=("coral-garden:red coral-garden", "coral-garden:gold"),
                scenario="riches-for-all",
            ),
            Act("riches", "B10.7", do=Dive("coral-garden"), chance="silver"),
            end("riches_end", "B8.1"),
            Read("riches_told", "B10.7"),
            players=OTHERS,
        ),
    ),
)
