"""The words in which events are told, one sentence after the other."""

from __future__ import annotations

import pytest

from fathom.deepblue import DeepBlueEvent
from fathom.deepblue.events import (
    CrewPlayed,
    DiveBegan,
    DiveEnded,
    Drew,
    Ended,
    GemScattered,
    Hired,
    Moored,
    Passed,
    Played,
    Protected,
    Ready,
    Renewed,
    Reopened,
    Reshuffled,
    Rested,
    Rushed,
    Sailed,
    Steered,
    Surfaced,
    Tally,
    Took,
    TurnBegan,
    TurnedUp,
    WreckFound,
)
from tests.deepblue.scene import GAME

NAMES = ("Ada", "Bo", "Cem")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (TurnBegan(1, 4), "Round 4: Bo's turn."),
        (Passed(0), "Ada can do nothing and passes."),
        (
            Hired(0, "patron", 3, ("deckhand", "purser"), 1),
            "Ada hires patron for deckhand, purser and 1 token.",
        ),
        (Hired(0, "patron", 0, ("purser",), 0), "Ada hires patron for purser."),
        (
            Renewed(2, ("patron",), 2, ("assayer", "old-salt")),
            "Cem renews the market for patron and 2 tokens; assayer and old-salt leave.",
        ),
        (Renewed(2, ("patron",), 1, ()), "Cem renews the market for patron and 1 token."),
        (Took(1, "assayer"), "Bo takes assayer free."),
        (Took(1, None), "Bo takes none of them."),
        (TurnedUp("patron"), "patron comes to the market."),
        (TurnedUp("occultist", "green"), "occultist comes to the market, and a green gem into the bag."),
        (Reshuffled(4), "The 4 discarded cards become the new deck."),
        (Sailed(0, ("helmsman",), 0, 3), "Ada sails 3 moves with helmsman."),
        (Sailed(0, (), 1, 1), "Ada sails 1 move with 1 token."),
        (Steered(0, ("moonpool", "sandbar")), "Ada steers boat 1 to moonpool and boat 2 to sandbar."),
        (Steered(0, (None, "sandbar")), "Ada steers boat 2 to sandbar."),
        (WreckFound(1, "moonpool", "temple"), "Bo finds temple at moonpool."),
        (GemScattered("moonpool", "red"), "A red gem glitters at moonpool."),
        (Moored(1, 0, "moonpool", 2), "Bo's boat 1 lies on space 3 at moonpool."),
        (Moored(1, 1, "moonpool", None), "Bo's boat 2 lies in the middle at moonpool."),
        (Rested(2, 3, None), "Cem rests and draws 3 cards."),
        (Rested(2, 1, ("patron",)), "Cem rests and draws 1 card: patron."),
        (DiveBegan(0, "moonpool", "temple"), "Ada leads a dive to temple at moonpool."),
        (Rushed(1, (0, 1)), "Bo rushes with 2 boats."),
        (Rushed(1, (1,)), "Bo rushes with 1 boat."),
        (Rushed(1, ()), "Bo stays away."),
        (Drew(("gold",), ()), "gold drawn."),
        (Drew((), ()), "The bag is empty: nothing is drawn."),
        (
            Drew(("black", "blue"), ("black", "blue")),
            "black and blue drawn; black and blue must be answered.",
        ),
        (Drew(("red",), (), scattered=True), "red lies there."),
        (Protected(0, "blue", "pump-hand", None), "Ada answers blue with pump-hand."),
        (Protected(0, "blue", None, 1), "Ada answers blue with the space of boat 2."),
        (Surfaced(2, "black"), "Cem surfaces because of black."),
        (Ready(0), "Ada is ready."),
        (Reopened(0), "Ada takes it back."),
        (CrewPlayed((Played(0, (), 0), Played(1, (), 0))), "Nobody plays a card."),
        (
            CrewPlayed((Played(0, ("assayer", "gold-diver"), 7), Played(1, (), 0, last=True))),
            "Played: Ada assayer and gold-diver (+7). Nothing more from Bo.",
        ),
        (
            DiveEnded("ended", (Tally(0, 6, 9, 3, 2), Tally(1, 14, 15)), 1),
            (
                "The leader ends the dive: Ada 20 (cards 6, gems 9, wreck 3, safe 2); "
                "Bo 29 (cards 14, gems 15). 1 part of the Sunken City found."
            ),
        ),
        (
            DiveEnded("leader-surfaced", (Tally(0, 0, 0, 3),), 0),
            (
                "The leader has surfaced, so the dive is over: Ada 3 (cards 0, gems 0, wreck 3). "
                "0 parts of the Sunken City found."
            ),
        ),
        (
            DiveEnded("bag-empty", (Tally(0, 0, 1),), 4),
            (
                "The bag is empty, so the dive is over: Ada 1 (cards 0, gems 1). "
                "4 parts of the Sunken City found."
            ),
        ),
        (Ended((9, 12, 3), (1,)), "The Sunken City is complete: Ada 9, Bo 12, Cem 3. Bo won."),
        (Ended((9, 9, 3), (0, 1)), "The Sunken City is complete: Ada 9, Bo 9, Cem 3. Ada and Bo won."),
    ],
)
def test_sentences(event: DeepBlueEvent, sentence: str) -> None:
    assert GAME.tell(event, NAMES) == sentence
