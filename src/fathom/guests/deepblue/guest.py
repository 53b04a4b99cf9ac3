"""Deep Blue as a guest: everything that general code may ask of it."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from fathom.deepblue import CHARTS, BadBox, DeepBlueGame, DeepBlueState, read_box, refusals, standard_chart
from fathom.deepblue.box import EDITIONS, NEWEST, PART_TYPES, standard_part
from fathom.guests.deepblue.words import WORDS
from fathom.guests.description import Advice, Guest, OwnBox, Reviewing, Uncovered
from fathom.lessons.deepblue import LESSONS
from fathom.players.deepblue import LEVELS
from fathom.players.deepblue.advice import BlueOdds, choices
from fathom.players.deepblue.review import EndedEarly, LeftPoints, Weaker, WentOn, review
from fathom.table import Objection


class Covered(msgspec.Struct, frozen=True):
    """What lay face down in Deep Blue from an entry of the log on, until the next of these."""

    since: int
    wrecks: dict[str, str]
    """The wreck on each site where one lay face down."""
    deck: tuple[str, ...]
    """The crew deck, from the top."""


class FaceDown:
    """What lay face down, each time that it changed."""

    def __init__(self) -> None:
        self._found: list[Covered] = []

    def see(self, number: int, state: DeepBlueState) -> None:
        """Note what lies face down if that is something else than before."""
        cards = covered(number, state)
        if not self._found or (self._found[-1].wrecks, self._found[-1].deck) != (cards.wrecks, cards.deck):
            self._found.append(cards)

    def told(self) -> tuple[Covered, ...]:
        """All of it."""
        return tuple(self._found)


def covered(number: int, state: DeepBlueState) -> Covered:
    """What lies face down at this entry of the log."""
    lying = zip(state.box.site_number, state.lying, strict=True)
    return Covered(
        since=number,
        wrecks={site: wreck.tile for site, wreck in lying if wreck and not wreck.up},
        deck=state.deck[::-1],
    )


def box() -> str:
    """What is in each edition of our box, as JSON: charts by name, and the parts that go with any of them."""
    editions: dict[str, Any] = {}
    for edition in EDITIONS:
        parts: dict[str, Any] = {name: standard_part(name, edition) for name in PART_TYPES if name != "chart"}
        editions[edition] = {**parts, "charts": {name: standard_chart(name, edition) for name in CHARTS}}
    boxes = msgspec.to_builtins({"newest": NEWEST, "editions": editions})
    return json.dumps(boxes, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


DEEP_BLUE = Guest(
    rules=DeepBlueGame(),
    words=WORDS,
    levels=LEVELS,
    objections=tuple(one for one in vars(refusals).values() if isinstance(one, Objection)),
    advice=Advice(choices, odds=(BlueOdds,)),
    reviewing=Reviewing(review, (WentOn, EndedEarly, LeftPoints, Weaker), ("vp",)),
    uncovered=(Uncovered("covered", Covered, FaceDown),),
    lessons=LESSONS,
    boxes=(OwnBox("box", "own", "A folder with the contents of your own box.", read_box, BadBox),),
    plain=False,
    order=2,
    round=lambda state: int(state.round),
    on_screen=frozenset({"closed_chests"}),
    unset={"scenario": "drawn"},
    browser_data={"web/src/games/deep-blue/box/box.json": box},
)
