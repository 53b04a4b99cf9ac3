"""From an array to a state of the rules, and back: what `DiveShoal.take_out` and `DiveShoal.put_in` do."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import UNSET

from fathom.dive import Card, ChiefCard, DiveEvent, DiveState, Faces, Kind, Options, Program, Use
from fathom.dive.companions import Companion
from fathom.dive.descent import STONE
from fathom.dive.events import DolphinsReturned, Ended, Lifted, Raced, Rested, Revealed, Who
from fathom.dive.options import MOST_DIVERS
from fathom.dive.state import Choosing, Phase, Programming
from fathom.dive.view import Over
from fathom.shoal.dive.catalogue import Catalogue
from fathom.shoal.dive.layout import (
    CHIEF,
    CHOOSING,
    COMPANIONS,
    KINDS,
    LYING_SHIFT,
    NONE,
    PROGRAMMING,
    STACK_EMPTY,
    STONE_REACHED,
    Game,
    Terms,
)

KIND_OF = {code: kind for kind, code in KINDS.items()}
_KIND_BITS = (1 << LYING_SHIFT) - 1
_TURNS = 4


class Crossing:
    """The way between the arrays of one shoal and the states of its options."""

    def __init__(self, options: Options, terms: Terms, catalogue: Catalogue) -> None:
        self.options = options
        self.terms = terms
        self.catalogue = catalogue
        self.deck = options.deck()
        self.seats = range(terms.seats)
        self._drawn = options.companions and options.youngest is not UNSET

    def state(self, game: Game, rounds: Any, lifts: Any) -> DiveState:
        """The state that a game is, from its records alone."""
        top, turned = int(game["top"]), int(game["rounds"])
        chief_deck = game["deck"][turned : self.terms.chief_cards]
        return DiveState(
            options=self.options,
            ocean=tuple(_card(int(card)) for card in game["ocean"][top : self.terms.cards]),
            chief_deck=tuple(self.deck[card] for card in chief_deck),
            pawns=self._numbers(game["pawns"]),
            chief=int(game["chief"]) if self.terms.chief else None,
            companions=tuple(_companion(companion) for companion in game["companions"][: self.terms.seats]),
            lifted=tuple(_kind(int(card)) for card in game["ocean"][:top]),
            told=self._told(game, rounds, lifts),
            phase=self._phase(game),
            ages=self._numbers(game["ages"]) if self._drawn else UNSET,
        )

    def _phase(self, game: Game) -> Phase:
        if game["phase"] == CHOOSING:
            return Choosing(tuple(_companion(wish) for wish in game["wishes"][: self.terms.seats]))
        if game["phase"] == PROGRAMMING:
            return Programming(
                tuple(self._program(game["programs"][seat]) for seat in self.seats),
                tuple(self._use(game["uses"][seat]) for seat in self.seats),
            )
        return Over(Ended("stone" if game["phase"] == STONE_REACHED else "stack", self._winners(game)))

    def _winners(self, game: Game) -> tuple[Who, ...]:
        pawns = self._numbers(game["pawns"])
        if self.terms.chief and game["chief"] >= max(pawns):
            return ("chief",)
        return tuple(seat for seat, pawn in enumerate(pawns) if pawn == max(pawns))

    def _told(self, game: Game, rounds: Any, lifts: Any) -> tuple[tuple[DiveEvent, ...], ...]:
        told = []
        top = 0
        for number in range(int(game["rounds"])):
            record = rounds[number]
            lifted = int(record["lifted"])
            chief_card = self.deck[game["deck"][number]] if self.terms.chief else None
            programs = tuple(self._laid(record["programs"][seat]) for seat in self.seats)
            events: list[DiveEvent] = [
                Revealed(number + 1, programs, chief_card, _levels(int(record["bubbles"])))
            ]
            events += [
                _lifted(depth + 1, _kind(int(game["ocean"][top + depth])), lifts[top + depth])
                for depth in range(lifted)
            ]
            events += [
                DolphinsReturned(seat, int(record["dolphins"][seat]), int(record["returned"][seat]))
                for seat in self.seats
                if record["dolphins"][seat] != NONE
            ]
            events.append(
                Rested(
                    spaces=self._numbers(record["spaces"]),
                    pawns=self._numbers(record["pawns"]),
                    chief_spaces=int(record["chief_spaces"]),
                    chief=int(record["chief"]) if self.terms.chief else None,
                    stopped=_seats(int(record["stopped"])),
                )
            )
            told.append(tuple(events))
            top += lifted
        return tuple(told)

    def _numbers(self, values: Any) -> tuple[int, ...]:
        return tuple(int(value) for value in values[: self.terms.seats])

    def _laid(self, number: Any) -> Program | Faces:
        action = self.catalogue.action(int(number))
        assert isinstance(action, Program | Faces)
        return action

    def _program(self, number: Any) -> Program | Faces | None:
        return None if number == NONE else self._laid(number)

    def _use(self, number: Any) -> Use | None:
        if number == NONE:
            return None
        action = self.catalogue.action(int(number))
        assert isinstance(action, Use)
        return action

    def check(self, state: DiveState) -> None:
        """Raise ValueError if the state is not one of this shoal's games."""
        if state.options != self.options:
            raise ValueError("the state has other options than the games of this shoal")
        if len(state.pawns) != self.terms.seats:
            raise ValueError(f"{len(state.pawns)} divers, but the games here have {self.terms.seats}")
        kinds = Counter(card.kind for card in state.ocean) + Counter(state.lifted)
        if kinds != Counter(self.options.mix.without(())):
            raise ValueError("the cards that are lifted and those that are left are not those of the options")
        turned = [event.chief for told in state.told for event in told if isinstance(event, Revealed)]
        seen = Counter(state.chief_deck) + Counter(card for card in turned if card is not None)
        if seen != Counter(self.deck):
            raise ValueError("the chief's cards are not those of the options")
        if sum(isinstance(event, Lifted) for told in state.told for event in told) != len(state.lifted):
            raise ValueError("of another number of cards is told than are lifted")
        spaces = [*state.pawns, 0 if state.chief is None else state.chief]
        if not all(0 <= space <= MOST_SPACE for space in spaces):
            raise ValueError(f"pawns are on spaces from 0 to {MOST_SPACE}")

    def write(self, state: DiveState, game: Game, rounds: Any, lifts: Any) -> None:
        """Write a state into the records of a game; its chance stays what it was."""
        game["programs"], game["uses"], game["wishes"] = NONE, NONE, NONE
        game["kept"], game["last_spaces"], game["last_programs"] = 0, 0, NONE
        game["pawns"][: self.terms.seats] = state.pawns
        game["chief"] = state.chief or 0
        game["ages"][: self.terms.seats] = self.seats if state.ages is UNSET else state.ages
        for seat in self.seats:
            game["companions"][seat] = _companion_number(state.companions[seat])
        lifted = [KINDS[kind] for kind in state.lifted]
        game["ocean"][: self.terms.cards] = lifted + [_code(card) for card in state.ocean]
        game["top"], game["rounds"] = len(lifted), len(state.told)
        self._write_deck(state, game)
        self._write_phase(state.phase, game)
        top = 0
        for number, told in enumerate(state.told):
            top = self._write_round(told, game, rounds[number], lifts, top)

    def _write_deck(self, state: DiveState, game: Game) -> None:
        """Number the chief's cards, equal ones in any order."""
        places: dict[ChiefCard, list[int]] = {}
        for place, card in enumerate(self.deck):
            places.setdefault(card, []).append(place)
        turned = [event.chief for told in state.told for event in told if isinstance(event, Revealed)]
        cards = [card for card in turned if card is not None] + list(state.chief_deck)
        game["deck"][: self.terms.chief_cards] = [places[card].pop() for card in cards]

    def _write_phase(self, phase: Phase, game: Game) -> None:
        match phase:
            case Choosing(wishes):
                game["phase"] = CHOOSING
                for seat, wish in enumerate(wishes):
                    game["wishes"][seat] = _companion_number(wish)
            case Programming(programs, uses):
                game["phase"] = PROGRAMMING
                for seat in self.seats:
                    game["programs"][seat] = self._number(programs[seat])
                    game["uses"][seat] = self._number(uses[seat])
            case Over(ended):
                game["phase"] = STONE_REACHED if ended.why == "stone" else STACK_EMPTY

    def _write_round(self, told: tuple[DiveEvent, ...], game: Game, record: Any, lifts: Any, top: int) -> int:
        """Write one round; the place of the first card of the next one."""
        record["dolphins"], record["returned"] = NONE, 0
        for event in told:
            match event:
                case Revealed():
                    for seat in self.seats:
                        record["programs"][seat] = self._number(event.programs[seat])
                    record["bubbles"] = _bits(level - 1 for level in event.bubbles)
                case Lifted():
                    _write_lift(event, lifts[top])
                    top += 1
                    record["lifted"] = event.level
                case DolphinsReturned(seat, to, spaces):
                    record["dolphins"][seat], record["returned"][seat] = to, spaces
                case Rested():
                    record["spaces"][: self.terms.seats] = event.spaces
                    record["pawns"][: self.terms.seats] = event.pawns
                    record["chief_spaces"], record["chief"] = event.chief_spaces, event.chief or 0
                    record["stopped"] = _bits(event.stopped)
                    game["last_spaces"] = record["spaces"]
                case _:
                    raise ValueError(f"not told of a round: {event}")
        game["last_programs"] = record["programs"]
        return top

    def _number(self, action: Program | Faces | Use | None) -> int:
        return NONE if action is None else self.catalogue.number(action)


MOST_SPACE = STONE + 100
"""Beyond anything that a round can reach from before the stone."""


def _card(code: int) -> Card:
    lying = code >> LYING_SHIFT
    return Card(_kind(code), lying % _TURNS, lying >= _TURNS)


def _code(card: Card) -> int:
    return KINDS[card.kind] | (card.turn + _TURNS * card.flipped) << LYING_SHIFT


def _kind(code: int) -> Kind:
    return KIND_OF[code & _KIND_BITS]


def _companion(number: Any) -> Companion | None:
    return None if number == NONE else COMPANIONS[number]


def _companion_number(companion: Companion | None) -> int:
    return NONE if companion is None else COMPANIONS.index(companion)


def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(MOST_DIVERS) if bits >> seat & 1)


def _levels(bits: int) -> tuple[int, ...]:
    return tuple(level + 1 for level in range(bits.bit_length()) if bits >> level & 1)


def _bits(members: Any) -> int:
    return sum(1 << member for member in members)


def _who(racer: int) -> Who:
    return "chief" if racer == CHIEF else racer


def _lifted(level: int, kind: Kind, lift: Any) -> Lifted:
    helped = int(lift["helped"])
    raced = int(lift["raced"])
    return Lifted(
        level,
        kind,
        right=_seats(int(lift["right"])),
        wrong=_seats(int(lift["wrong"])),
        lost_all=_seats(int(lift["lost_all"])),
        raced=tuple(
            Raced(_who(racer), int(lift["speeds"][racer])) for racer in range(CHIEF + 1) if raced >> racer & 1
        ),
        helped=None if helped == NONE else _who(helped),
        spaces=int(lift["spaces"]),
        bubbles=_levels(int(lift["bubbles"])),
    )


def _write_lift(event: Lifted, lift: Any) -> None:
    lift["right"], lift["wrong"] = _bits(event.right), _bits(event.wrong)
    lift["lost_all"], lift["bubbles"] = _bits(event.lost_all), _bits(level - 1 for level in event.bubbles)
    lift["speeds"] = 0
    racers = [CHIEF if racer.who == "chief" else racer.who for racer in event.raced]
    for racer, raced in zip(racers, event.raced, strict=True):
        lift["speeds"][racer] = raced.speed
    lift["raced"] = _bits(racers)
    lift["helped"] = NONE if event.helped is None else CHIEF if event.helped == "chief" else event.helped
    lift["spaces"] = event.spaces
