"""A Dive table in a few words, so that a test reads like an example in the rulebook.

    table = scene(A=16, M=18, R=9, ocean="shark+red manta red")
    dive = table.dive(A="4+5s 1+2 3", M="5s 4s", R="1s 2+3+5 4s")
    assert dive.pawns == {"A": 23, "M": 18, "R": 17}

Divers are named by one capital letter and sit in the order in which they are named. Cards are written as the
rules name them; `ocean` is the top of the stack, with plain water below it, and `last` is all that is left.

A program is written level by level, from level 1: the tokens of a level joined by "+", an "s" behind those
that lie shark side up, as in "1 3s 4+5 2". For what is not only tokens: "-" an empty level, "1/2s" both faces
on one level, "4+5c" the clownfish under it, "plain!" or "shark!" at the end the anglerfish. Faces of the
children's version are written "plain shark plain".
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from fathom.dive import (
    Action,
    Card,
    ChiefCard,
    Companion,
    DiveEvent,
    DiveGame,
    DiveState,
    Face,
    Faces,
    Kind,
    Level,
    Mix,
    Options,
    Program,
    Tokens,
)
from fathom.dive.events import Ended, Lifted, Rested, Revealed, Who
from fathom.dive.state import Choosing, programming
from fathom.table import FastDice, Refusal, Refused, Result, state_hash

GAME = DiveGame()
clause = pytest.mark.clause

WATER_BELOW = 30
"""Cards without anything below the ones that a scene names: enough for every round that a test plays."""


def lay(written: str) -> Program:
    """The program that is written like this, legal or not."""
    levels: list[Level] = []
    clownfish: int | None = None
    anglerfish: Face | None = None
    for number, word in enumerate(written.split(), start=1):
        if word.endswith("!"):
            anglerfish = Face(word[:-1])
            continue
        plain: list[int] = []
        shark: list[int] = []
        for stack in word.split("/"):
            parts = re.fullmatch(r"(-|-?\d+(?:\+-?\d+)*)(c?)(s?)", stack)
            assert parts, f"“{stack}” is not a stack of tokens"
            tokens = [] if parts[1] == "-" else [int(token) for token in parts[1].split("+")]
            (shark if parts[3] else plain).extend(tokens)
            if parts[2]:
                clownfish = number
        levels.append(Level(tuple(plain), tuple(shark)))
    return Program(tuple(levels), clownfish, anglerfish)


def faces(written: str) -> Faces:
    """The children's program that is written like this."""
    return Faces(tuple(Face(word) for word in written.split()))


def kinds(written: str) -> tuple[Kind, ...]:
    """The cards that are written like this, the top one first."""
    return tuple(Kind(word) for word in written.split())


def mix_of(ocean: tuple[Kind, ...]) -> Mix:
    """The mix of exactly these cards."""
    counts = Counter(ocean)
    return Mix(**{kind.name.lower(): counts[kind] for kind in Kind})


@dataclass(frozen=True)
class Dive:
    """What came of a dive, by the divers' names; the chief is called "chief"."""

    events: tuple[DiveEvent, ...]
    names: tuple[str, ...]
    pawns: dict[str, int]
    lifted: tuple[Lifted, ...]
    rested: Rested

    @property
    def helped(self) -> list[str]:
        """Whom the helper of each lifted card helped; "" where there was none or a tie."""
        return ["" if card.helped is None else self._name(card.helped) for card in self.lifted]

    @property
    def carried(self) -> list[int]:
        """How far the helper of each lifted card carried someone."""
        return [card.spaces for card in self.lifted]

    @property
    def wrong(self) -> list[str]:
        """Who erred at each level."""
        return ["".join(self._name(seat) for seat in card.wrong) for card in self.lifted]

    @property
    def rest(self) -> dict[str, int]:
        """How far everyone moved in Rest."""
        moved = dict(zip(self.names, self.rested.spaces, strict=True))
        if self.rested.chief is not None:
            moved["chief"] = self.rested.chief_spaces
        return moved

    @property
    def bubbles(self) -> list[tuple[int, ...]]:
        """The chief's levels that were covered at the start, then at each lifted card."""
        revealed = next(event for event in self.events if isinstance(event, Revealed))
        return [revealed.bubbles, *(card.bubbles for card in self.lifted)]

    @property
    def ended(self) -> Ended | None:
        """How the game ended, if it did."""
        return next((event for event in self.events if isinstance(event, Ended)), None)

    @property
    def winners(self) -> str:
        """Who won, "" while the game goes on."""
        return "" if self.ended is None else " ".join(self._name(who) for who in self.ended.winners)

    @property
    def told(self) -> list[str]:
        """What happened, in sentences."""
        return [GAME.tell(event, self.names) for event in self.events]

    def _name(self, who: Who) -> str:
        return "chief" if who == "chief" else self.names[who]


@dataclass(frozen=True)
class Scene:
    """A position, and what can be done in it by name."""

    state: DiveState
    names: tuple[str, ...]

    def seat(self, name: str) -> int:
        """Where the diver sits."""
        return self.names.index(name)

    def act(self, name: str, action: Action) -> tuple[DiveEvent, ...]:
        """Let the diver act."""
        return self.state.play(self.seat(name), action, FastDice(0))

    def programs(self, **written: str) -> tuple[DiveEvent, ...]:
        """Let divers submit programs; what followed the last of them."""
        events: tuple[DiveEvent, ...] = ()
        for name, program in written.items():
            laid = faces(program) if self.state.options.children else lay(program)
            events = self.act(name, laid)
        return events

    def dive(self, **written: str) -> Dive:
        """Let the divers submit these programs, after which everyone has."""
        events = self.programs(**written)
        rested = [event for event in events if isinstance(event, Rested)]
        assert rested, f"still missing: {[self.names[seat] for seat in self.state.to_move()]}"
        return Dive(
            events,
            self.names,
            self.pawns,
            tuple(event for event in events if isinstance(event, Lifted)),
            rested[0],
        )

    def refuses(self, name: str, action: Action) -> Refusal:
        """Why the diver may not do that; checks that nothing has changed and that the menu says the same."""
        return self.refuses_seat(self.seat(name), action)

    def refuses_seat(self, seat: int, action: Action) -> Refusal:
        """The same, by seat, for one that need not be at the table."""
        before = state_hash(self.state)
        with pytest.raises(Refused) as refused:
            self.state.play(seat, action, FastDice(0))
        assert state_hash(self.state) == before
        menu = self.state.menu(seat)
        assert menu.refusal(action) == refused.value.refusal
        assert action not in menu
        return refused.value.refusal

    @property
    def pawns(self) -> dict[str, int]:
        """Where the pawns are."""
        pawns = dict(zip(self.names, self.state.pawns, strict=True))
        if self.state.chief is not None:
            pawns["chief"] = self.state.chief
        return pawns

    def beside(self, name: str) -> str:
        """The companion that lies beside the diver's board, "" for none."""
        companion = self.state.companions[self.seat(name)]
        return "" if companion is None else companion.value

    @property
    def companions(self) -> dict[str, str]:
        """The companions that lie beside the boards."""
        return {name: self.beside(name) for name in self.names}

    @property
    def result(self) -> Result:
        """How the game ended."""
        result = self.state.result()
        assert result is not None
        return result


def scene(
    ocean: str = "",
    last: str | None = None,
    *,
    chief: int | None = None,
    card: str = "2 3 4y 6y",
    tokens: Tokens = Tokens.SOME,
    children: bool = False,
    companions: dict[str, str] | None = None,
    choosing: bool = False,
    **pawns: int,
) -> Scene:
    """A table in the Program phase (or `choosing` companions) with the divers' pawns on these spaces.

    `card` is the chief card that comes next; all later ones are the same.
    """
    names = tuple(pawns)
    stack = kinds(ocean) + (Kind.NOTHING,) * WATER_BELOW if last is None else kinds(last)
    deck = () if chief is None else (ChiefCard.read(card),) * len(stack)
    beside = companions or {}
    options = Options(
        tokens=tokens,
        children=children,
        companions=companions is not None or choosing,
        chief=chief is not None,
        mix=mix_of(stack),
        chief_deck=deck or None,
    )
    nobody = (None,) * len(names)
    state = DiveState(
        options=options,
        ocean=tuple(Card(kind, turn=0, flipped=False) for kind in stack),
        chief_deck=deck,
        pawns=tuple(pawns.values()),
        chief=chief,
        companions=tuple(Companion(beside[name]) if name in beside else None for name in names),
        lifted=(),
        told=(),
        phase=Choosing(nobody) if choosing else programming(len(names)),
    )
    return Scene(state, names)


def divers(pawns: dict[str, int], ocean: str, last: str | None = None, *, A: str = "", M: str = "") -> Scene:  # noqa: N803
    """A scene with the pawns in a dict, and companions of A and M."""
    beside = {name: companion for name, companion in (("A", A), ("M", M)) if companion}
    settings: dict[str, Any] = dict(pawns)
    return scene(ocean, last, companions=beside or None, **settings)
