"""The first lesson of Deep Blue, from the worked examples Y1, Y4, Y5 (with Y3 in it) and Y2."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fathom.deepblue import (
    Approach,
    DeepBlueGame,
    DeepBlueState,
    Dive,
    EndDive,
    GoOn,
    Hire,
    Moor,
    PlayCrew,
    Protect,
    Renew,
    Rest,
    Sail,
    Steer,
    Surface,
)
from fathom.lessons.deepblue.positions import STARTING_CREW, Promised, pass_where_nothing_is_played, position
from fathom.lessons.lesson import Act, Chapter, Lesson, Read, Slip, Step
from fathom.table import Seat

GAME = DeepBlueGame()
OTHERS = ("Mara", "Rik")

RUBY_SEEKER = 1
"""The slot of the market that she stands on."""

Y4_BAG = "4*black 4*blue 7*silver 3*gold red green"


def chapter(
    start: Callable[[], DeepBlueState],
    *steps: Step,
    before: tuple[tuple[Seat, Any, str], ...] = (),
    players: tuple[str, ...] = OTHERS,
) -> Chapter:
    """A chapter of Deep Blue: gems come out of the bag as it says."""
    return Chapter(
        game=GAME,
        position=start,
        players=players,
        steps=steps,
        before=before,
        dice=Promised,
        settle=pass_where_nothing_is_played,
    )


def go_on(name: str, drawn: str, *then: tuple[Seat, Any]) -> Act:
    """Draw once more; to end already would be a slip."""
    return Act(
        name,
        "B8.1",
        do=GoOn(),
        chance=drawn,
        slips=(Slip("end_early", "B8.1", lambda action: isinstance(action, EndDive), EndDive()),),
        then=then,
    )


def play(name: str, *cards: str) -> Act:
    """Play these cards for VP."""
    return Act(
        name,
        "B8.6",
        do=PlayCrew(cards),
        slips=(
            Slip(f"{name}_kept", "B8.6", lambda action: len(action.cards) < len(cards), PlayCrew()),
            Slip("play_last", "B8.6", lambda action: action.last, PlayCrew(cards, last=True)),
        ),
    )


def surfacing() -> Slip:
    """To surface although one could stay."""
    return Slip("surfaced", "B8.5", lambda action: isinstance(action, Surface), Surface())


DEEP_BLUE = Lesson(
    name="deep-blue",
    minutes=9,
    chapters=(
        chapter(
            partial(position, (STARTING_CREW,) * 3),
            Read("welcome", "B3.1"),
            Act(
                "hire",
                "B4.1",
                do=Hire(("gold-diver",), slot=RUBY_SEEKER),
                slips=(
                    Slip(
                        "hire_paid",
                        "B4.1",
                        lambda action: isinstance(action, Hire) and action.slot == RUBY_SEEKER,
                        Hire(("purser",), slot=RUBY_SEEKER),
                    ),
                    Slip(
                        "hire_slot",
                        "B4.3",
                        lambda action: isinstance(action, Hire),
                        Hire(("purser",), slot=3),
                    ),
                    Slip(
                        "hire_renew",
                        "B4.4",
                        lambda action: isinstance(action, Renew),
                        Renew(("deckhand", "purser")),
                    ),
                ),
            ),
            Read("hired", "B4.2"),
        ),
        # Y1: two cards, moves for both boats; all movement is over before anything is turned up.
        chapter(
            partial(
                position,
                (STARTING_CREW,) * 3,
                boats=("gull-rock whales-rest", "black-reef:gold"),
                wrecks={"black-reef": "galleon", "whales-rest": "treasure-junk"},
            ),
            Act(
                "sail",
                "B5.1",
                do=Sail(("deckhand", "helmsman")),
                slips=(
                    Slip("sail_few", "B5.1", lambda action: isinstance(action, Sail), Sail(("helmsman",))),
                ),
            ),
            Act(
                "steer",
                "B5.1",
                do=Steer(("drowned-forest", "black-reef")),
                slips=(
                    Slip(
                        "steer_stay",
                        "B5.1",
                        lambda action: None in action.to,
                        Steer(("drowned-forest", None)),
                    ),
                    Slip("steer_other", "B5.3", lambda _: True, Steer(("moonpool", "black-reef"))),
                ),
            ),
            Act(
                "approach",
                "B5.5",
                do=Approach(0),
                slips=(Slip("approach_other", "B5.5", lambda _: True, Approach(1)),),
            ),
            Act(
                "moor",
                "B5.2",
                do=Moor(0),
                slips=(Slip("moor_other", "B9.2", lambda _: True, Moor(1)),),
            ),
            Act(
                "moor_again",
                "B5.2",
                do=Moor(2),
                slips=(Slip("moor_red", "B8.4", lambda _: True, Moor(1)),),
            ),
            Read("sailed", "B5.3"),
        ),
        chapter(
            partial(
                position,
                ("gold-diver", STARTING_CREW, STARTING_CREW),
                resting=("deckhand helmsman purser ruby-seeker",),
                boats=("drowned-forest black-reef",),
                wrecks={"black-reef": "galleon", "drowned-forest": "merchantman"},
            ),
            Act("rest", "B6.1", do=Rest()),
            Read("rested", "B6.1"),
        ),
        # Y4: a whole dive, led by the learner.
        chapter(
            partial(
                position,
                ("gold-diver ruby-seeker", "deep-veteran gold-diver hose-tender occultist", "gold-diver"),
                boats=("moonpool:blue", "moonpool:gold", "moonpool:red"),
                resting=("deckhand helmsman purser",) * 3,
                wrecks={"moonpool": "galleon", "black-reef": "?temple"},
                market="silver-hand archaeologist net-caster navigator",
                bag=Y4_BAG,
            ),
            Act(
                "y4",
                "B7.1",
                do=Dive("moonpool"),
                chance="gold",
                then=((1, PlayCrew(("gold-diver",))), (2, PlayCrew(("gold-diver",)))),
            ),
            play("y4_gold", "gold-diver"),
            go_on("y4_on", "silver"),
            go_on("y4_again", "blue"),
            Read("y4_warning", "B8.3"),
            go_on("y4_green", "green", (1, PlayCrew(("occultist",)))),
            go_on("y4_third", "gold"),
            go_on("y4_red", "red"),
            play("y4_ruby", "ruby-seeker"),
            go_on("y4_black", "black"),
            go_on("y4_hazard", "blue"),
            Act(
                "y4_answer",
                "B8.4",
                do=Protect(boat=0),
                slips=(surfacing(),),
                then=((1, Protect("hose-tender")), (2, Surface()), (1, PlayCrew(("deep-veteran",)))),
            ),
            Act(
                "y4_end",
                "B8.1",
                do=EndDive(),
                slips=(Slip("y4_greedy", "B8.3", lambda action: isinstance(action, GoOn), GoOn()),),
            ),
            Read("y4_scored", "B9.2"),
        ),
        # Y5, with Y3: a hazard as the eighth gem is answered first; then two cards are played together.
        chapter(
            partial(
                position,
                ("deep-veteran gold-diver hose-tender", STARTING_CREW, STARTING_CREW),
                boats=("trench-edge", "trench-edge:blue"),
                resting=("deckhand helmsman purser",),
                wrecks={"trench-edge": "ironclad"},
                market="silver-hand archaeologist net-caster navigator",
                active=1,
            ),
            Act("y5_answer", "B8.4", do=Protect("hose-tender"), slips=(surfacing(),)),
            Act(
                "y5_both",
                "B8.6",
                do=PlayCrew(("deep-veteran", "gold-diver")),
                slips=(
                    Slip(
                        "y5_both_kept",
                        "B8.6",
                        lambda action: len(action.cards) < 2,
                        PlayCrew(("gold-diver",)),
                    ),
                    Slip(
                        "play_last",
                        "B8.6",
                        lambda action: action.last,
                        PlayCrew(("deep-veteran", "gold-diver"), last=True),
                    ),
                ),
                then=((1, EndDive()),),
            ),
            Read("y5_scored", "B8.6"),
            before=(
                (1, Dive("trench-edge"), "blue"),
                *((1, GoOn(), "silver") for _ in range(4)),
                (1, GoOn(), "gold"),
                (0, PlayCrew(), ""),
                (1, GoOn(), "black"),
                (0, PlayCrew(), ""),
                (1, GoOn(), "blue"),
                (1, Protect(boat=0), ""),
            ),
        ),
        # Y2 at the last part of the city: two red cards are worth 8.
        chapter(
            partial(
                position,
                ("gem-cutter ruby-seeker", STARTING_CREW, STARTING_CREW),
                boats=("far-shelf:red",),
                resting=("deckhand gold-diver helmsman purser",),
                wrecks={"far-shelf": "palace", "moonpool": "", "serpent-bank": "", "amber-deep": ""},
                dived="temple sea-gate market-hall",
                market="silver-hand archaeologist net-caster navigator",
                vp=(30, 34, 21),
            ),
            Act("city", "B10.1", do=Dive("far-shelf"), chance="red silver"),
            play("y2", "gem-cutter", "ruby-seeker"),
            Act(
                "city_end",
                "B11.1",
                do=EndDive(),
                slips=(Slip("y4_greedy", "B8.3", lambda action: isinstance(action, GoOn), GoOn()),),
            ),
            Read("over", "B11.2"),
        ),
    ),
)
