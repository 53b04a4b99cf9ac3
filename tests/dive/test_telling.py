"""The words in which events are told, one sentence after the other."""

from __future__ import annotations

import pytest

from fathom.dive import (
    CallOrca,
    Companion,
    DiveEvent,
    Kind,
    LayOctopus,
    LooseGreatWhite,
    RideTurtle,
    SendDolphins,
)
from fathom.dive.chief import ChiefCard
from fathom.dive.events import (
    CompanionsGiven,
    CompanionUsed,
    DolphinsReturned,
    Ended,
    Lifted,
    Raced,
    Ready,
    Reopened,
    Rested,
    Revealed,
    RoundBegan,
)
from tests.dive.scene import GAME, clause, faces, lay, scene

NAMES = ("Ada", "Bo", "Cem")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Ready(1), "Bo is ready."),
        (Reopened(2), "Cem takes it back."),
        (
            CompanionsGiven((Companion.ORCA, None, Companion.GREAT_WHITE)),
            "Ada has the orca, Bo chooses again and Cem has the great white.",
        ),
        (CompanionUsed(0, LayOctopus(3, 97)), "Ada lays the octopus on the stack (3 across, 97 down)."),
        (CompanionUsed(1, CallOrca()), "Bo calls the orca: ten seconds left."),
        (CompanionUsed(2, RideTurtle()), "Cem rides the giant green turtle."),
        (CompanionUsed(0, SendDolphins(2)), "Ada gives the small dolphin to Cem."),
        (CompanionUsed(0, LooseGreatWhite()), "Ada lets the great white shark loose."),
        (
            Revealed(1, (lay("1 3s 4+5 2"), lay("2cs 1+3c"), lay("1 2 3 4 5s shark!"))),
            "Programs: Ada 1 3s 4+5 2; Bo 2s 1+3+clownfish; Cem 1 2 3 4 5s anglerfish:shark.",
        ),
        (
            Revealed(2, (faces("plain shark"), faces("shark shark"), faces("plain plain"))),
            "Programs: Ada plain shark; Bo shark shark; Cem plain plain.",
        ),
        (
            Revealed(1, (lay("1"), lay("2cs"), lay("3")), ChiefCard.read("2 3 4y 6y"), (3, 4)),
            "Programs: Ada 1; Bo 2s+clownfish; Cem 3; the chief 2 3 4y 6y (bubbles on 3 and 4).",
        ),
        (
            Revealed(1, (lay("1"), lay("2"), lay("3")), ChiefCard.read("2 3 4 6y")),
            "Programs: Ada 1; Bo 2; Cem 3; the chief 2 3 4 6y.",
        ),
        (Lifted(1, Kind.NOTHING, (0, 1), ()), "Level 1: nothing."),
        (
            Lifted(2, Kind.SHARK, (0,), (1, 2), (2,)),
            "Level 2: a shark. Wrong: Bo and Cem. In deep waters everything is lost: Cem.",
        ),
        (
            Lifted(3, Kind.SHARK_GREEN, (0,), (), (), (Raced(0, 4),), 0, 1),
            "Level 3: a shark and a green turtle. Ada is fastest and moves 1 space.",
        ),
        (
            Lifted(3, Kind.RED, (0,), (), (), (Raced(0, 4), Raced("chief", 6)), "chief", 2, (4,)),
            "Level 3: a red turtle. The chief is fastest and moves 2 spaces. Bubbles cover the chief's 4.",
        ),
        (
            Lifted(4, Kind.MANTA, (0, 1), (), (), (Raced(0, 4), Raced(1, 4))),
            "Level 4: a manta ray. A tie: nobody is helped.",
        ),
        (
            Lifted(4, Kind.SHARK_MANTA, (), (0, 1, 2)),
            "Level 4: a shark and a manta ray. Wrong: Ada, Bo and Cem.",
        ),
        (DolphinsReturned(0, 2, 1), "Cem made no mistake: the dolphins carry Ada 1 space."),
        (DolphinsReturned(0, 2, 0), "Cem erred: the dolphins do nothing for Ada."),
        (Rested((3, 0, 1), (9, 4, 1)), "Rest: Ada +3 = 9, Bo +0 = 4, Cem +1 = 1."),
        (
            Rested((3, 0, 0), (9, 4, 1), 4, 5, (1, 2)),
            (
                "Rest: Ada +3 = 9, Bo +0 = 4, Cem +0 = 1, the chief +4 = 5. "
                "The great white shark stops Bo and Cem."
            ),
        ),
        (RoundBegan(3, 1), "Round 3 begins with 1 card in the frame."),
        (RoundBegan(2, 31), "Round 2 begins with 31 cards in the frame."),
        (Ended("stone", (1,)), "The stone is reached: Bo wins."),
        (Ended("stack", ("chief",)), "The stack has run out: the chief wins."),
        (Ended("stone", (0, 1, 2)), "The stone is reached: Ada, Bo and Cem share first place."),
    ],
)
def test_an_event_is_told_in_a_sentence(event: DiveEvent, sentence: str) -> None:
    assert GAME.tell(event, NAMES) == sentence


@clause("D8.0")
def test_a_clash_says_who_or_what_decided() -> None:
    given = CompanionsGiven((Companion.ORCA, None, Companion.TURTLE), None)
    assert GAME.tell(given, NAMES).endswith(" Nobody said who is youngest: the dice decided.")
    given = CompanionsGiven((Companion.ORCA, None, Companion.TURTLE), 2)
    assert GAME.tell(given, NAMES).endswith(
        " Cem is the youngest and comes first; among the others the dice decided."
    )
    given = CompanionsGiven((Companion.ORCA, None), 0)
    assert GAME.tell(given, NAMES[:2]).endswith(" Ada is the youngest and comes first.")


@clause("D5.3")
def test_a_draw_is_not_told_as_a_victory() -> None:
    dive = scene(A=22, M=22).dive(A="1", M="2")
    assert dive.told[-1] == "The stone is reached: A and M share first place."


@pytest.mark.parametrize(
    "event",
    [
        CompanionsGiven((Companion.ORCA, None)),
        Revealed(1, (lay("1"), lay("2"))),
        Rested((1, 0), (3, 4)),
    ],
)
def test_everyone_at_the_table_has_a_name(event: DiveEvent) -> None:
    for names in (NAMES[:1], NAMES):
        with pytest.raises(ValueError, match="zip"):
            GAME.tell(event, names)
