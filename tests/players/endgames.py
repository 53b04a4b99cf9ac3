"""Ends of games in which one way wins whatever the others lay, written so that a player can check them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fathom.dive import (
    Card,
    ChiefCard,
    Companion,
    DiveGame,
    DiveState,
    Face,
    Kind,
    Options,
    Program,
    Tokens,
)
from fathom.dive.box import standard_chief_deck
from fathom.dive.diving import dive
from fathom.dive.resting import ending, rest
from fathom.dive.state import Programming
from fathom.players.dive import Sounding, Soundings
from fathom.players.dive.programs import arrangements, with_faces
from fathom.table import FastDice

GAME = DiveGame()


class Endgame(NamedTuple):
    """The pawns (your own first), the cards from the top, and how the game can be won."""

    name: str
    pawns: tuple[int, ...]
    cards: str
    """What you see: a kind of card as the rules name it, or "?" where a shark is as likely as none. Unless
    the last word is "…" these are the last cards of the ocean."""
    so: str
    """The winning program, in words."""
    chief: int | None = None
    companion: Companion | None = None

    @property
    def seen(self) -> list[str]:
        """The cards without the dots."""
        return [card for card in self.cards.split() if card != "…"]

    def state(self) -> DiveState:
        """The table."""
        options = Options(chief=self.chief is not None, companions=self.companion is not None)
        state = GAME.start(options, len(self.pawns), FastDice(1))
        nobody = (None,) * len(self.pawns)
        state.pawns, state.chief = self.pawns, self.chief
        state.companions = (self.companion, *nobody[1:])
        state.phase = Programming(nobody, nobody)
        if "…" not in self.cards:
            state.ocean = state.ocean[: len(self.seen)]
        return state

    def look(self) -> Soundings:
        """What the first diver sees: nothing at all below the cards that are named."""
        unseen = ["?"] * (6 - len(self.seen)) if "…" in self.cards else []
        return Soundings(tuple(_sounding(card) for card in [*self.seen, *unseen]))

    def stacks(self) -> Iterator[tuple[Card, ...]]:
        """The stacks that may lie there: every "?" a shark, or none, and so on below."""
        for unknown in (Kind.SHARK, Kind.NOTHING):
            kinds = [unknown if card == "?" else Kind(card) for card in self.seen]
            below = [unknown] * 6 if "…" in self.cards else []
            yield tuple(Card(kind, turn=0, flipped=False) for kind in [*kinds, *below])

    def wins(self, program: Program) -> bool:
        """Whether the program wins alone, whatever lies under "?", and whatever the others do."""
        deck: tuple[ChiefCard | None, ...] = (None,) if self.chief is None else standard_chief_deck()
        return all(
            self._won(program, replies, cards, card)
            for cards in self.stacks()
            for replies in _replies(len(self.pawns) - 1, cards)
            for card in deck
        )

    def _won(
        self, program: Program, replies: tuple[Program, ...], cards: tuple[Card, ...], card: ChiefCard | None
    ) -> bool:
        nothing = (None,) * len(self.pawns)
        dived = dive(1, [program, *replies], cards, self.pawns, nothing, self.chief, card)
        rested = rest(dived, nothing)
        ended = ending(rested.pawns, rested.chief, len(cards) - dived.lifted)
        return ended is not None and ended.winners == (0,)


def _replies(others: int, cards: tuple[Card, ...]) -> Iterator[tuple[Program, ...]]:
    """All that one of the others can lay with every face right, which is the worst; the rest stay out."""
    if not others:
        yield ()
        return
    faces = [Face.SHARK if card.kind.shark else Face.PLAIN for card in cards[:6]]
    faces += [Face.PLAIN] * (6 - len(faces))
    for laid in arrangements(Tokens.SOME).programs:
        yield (with_faces(laid, faces), *[Program()] * (others - 1))


def _sounding(card: str) -> Sounding:
    if card == "?":
        return Sounding(0.5, 0.0, 0.0, 0.0)
    kind = Kind(card)
    helper = kind.helper and kind.helper.value
    return Sounding(float(kind.shark), *(float(helper == name) for name in ("green", "red", "manta")))


def tried(menu_tiles: Companion | None, faces: tuple[Face, ...]) -> list[Program]:
    """Programs that one might lay with these faces."""
    laid = arrangements(
        Tokens.SOME,
        clownfish=menu_tiles is Companion.CLOWNFISH,
        anglerfish=menu_tiles is Companion.ANGLERFISH,
    )
    return [with_faces(program, faces) for program in laid.programs[::41]]


ENDGAMES = (
    Endgame("three sure levels to the stone", (20, 12), "nothing nothing nothing ? ? …", "three levels"),
    Endgame("one level is enough", (22, 10), "nothing ? ? ? ? …", "one level"),
    Endgame("one level with a shark", (22, 10), "shark ? ? ? ? …", "one level, a shark"),
    Endgame("four levels, two sharks", (19, 8), "shark nothing shark nothing ? …", "four levels"),
    Endgame("five levels, all of them known", (18, 9), "shark shark nothing nothing nothing ? …", "all five"),
    Endgame("three sharks", (20, 10), "shark shark shark ? ? …", "three levels, all sharks"),
    Endgame("two levels of four against three", (21, 15, 14, 13), "nothing nothing ? ? ? …", "two levels"),
    Endgame("deny the last turtle", (10, 9), "green", "all tokens on it: nobody can be faster"),
    Endgame("deny the last manta", (10, 4), "manta", "all tokens on it"),
    Endgame("deny the manta to three", (10, 4, 3, 2), "manta", "all tokens on it"),
    Endgame("deny the manta on the second card", (14, 6), "nothing manta", "1, then all the others"),
    Endgame("deny the red turtle on the second", (12, 11), "nothing red", "1, then all the others"),
    Endgame("behind a shark", (12, 11), "shark nothing red", "1 and 2 in any order, then 12"),
    Endgame(
        "the turtle comes with a shark", (12, 11), "nothing shark+red", "1, then all the others as a shark"
    ),
    Endgame("a shark in front of the manta", (14, 6), "shark manta", "1 as a shark, then all the others"),
    Endgame("deny it on the third", (12, 11), "nothing nothing red", "1 and 2 in any order, then 12"),
    Endgame("a green one would make it a draw", (12, 11), "nothing nothing green", "1 and 2, then 12"),
    Endgame("the clownfish wins the last race", (9, 10), "red", "18", companion=Companion.CLOWNFISH),
    Endgame("the clownfish lower down", (10, 11), "nothing red", "1, then 17", companion=Companion.CLOWNFISH),
    Endgame(
        "the sixth level reaches the stone",
        (17, 10),
        "nothing shark nothing nothing shark nothing …",
        "the anglerfish, without a shark",
        companion=Companion.ANGLERFISH,
    ),
    Endgame(
        "the sixth level breaks the tie",
        (10, 10),
        "nothing nothing shark shark nothing shark",
        "the anglerfish, with a shark",
        companion=Companion.ANGLERFISH,
    ),
    Endgame("ahead of the chief", (21,), "nothing nothing ? ? ? …", "two levels", chief=12),
    Endgame("one level ahead of the chief", (22,), "shark ? ? ? ? …", "one level, a shark", chief=17),
    Endgame("deny the chief the turtle", (12,), "nothing green", "6 or more on the second", chief=11),
    Endgame("deny the chief the red turtle", (12,), "red", "6 or more", chief=11),
    Endgame("deny the chief the manta", (10,), "manta", "6 or more", chief=5),
    Endgame(
        "deny it on the third, to the chief", (13,), "nothing nothing green", "6 or more there", chief=12
    ),
)
