"""Thousands of games of Dive at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import UNSET
from numpy.typing import ArrayLike, NDArray

from fathom.dive import DiveGame, DiveState, Options
from fathom.shoal.dive import batch
from fathom.shoal.dive.catalogue import Catalogue, catalogue, program_table
from fathom.shoal.dive.crossing import Crossing
from fathom.shoal.dive.dealing import draw, rolls_of
from fathom.shoal.dive.layout import (
    CHIEF_LEVELS,
    GAME,
    KINDS,
    LIFT,
    NONE,
    PROGRAMMING,
    ROUND,
    Story,
    Terms,
)
from fathom.table import Outcome, Refused, Result, Seat

Numbers = NDArray[Any]


class DiveShoal:
    """Games of Dive with the same options and number of divers, as arrays.

    Games are numbered from 0, and each has a seed of its own: game i is the same whatever the others do and
    however many there are. Decisions are numbers of the `catalogue`. With `told` (the default) what happened
    is kept, so that a game can be taken out as a state; without it a game takes a fraction of the memory.

    Bad input raises and changes nothing: ValueError for shapes and types, `Refused` for what the rules
    forbid.
    """

    def __init__(
        self,
        options: Options | None = None,
        seats: int = 4,
        *,
        games: int = 1024,
        seed: int = 0,
        told: bool = True,
    ) -> None:
        self.options = Options() if options is None else options
        DiveGame().check(self.options, seats)
        if games < 1:
            raise ValueError(f"a shoal has at least one game, not {games}")
        self.seats = seats
        self.told = told
        self.catalogue: Catalogue = catalogue(self.options.tokens)
        self.terms = terms_of(self.options, seats, told=told)
        self.games: Any = np.zeros(games, dtype=GAME)
        shape = (games, self.terms.cards) if told else (1, 1)
        self.story = Story(np.zeros(shape, dtype=ROUND), np.zeros(shape, dtype=LIFT))
        self.story.rounds["dolphins"] = NONE
        self._rolls = np.zeros(rolls_of(self.terms), dtype=np.int32)
        self._crossing = Crossing(self.options, self.terms, self.catalogue)
        self.restart(seeds=np.arange(seed, seed + games, dtype=np.uint64))

    def __len__(self) -> int:
        return len(self.games)

    @property
    def bytes_per_game(self) -> int:
        """The memory that a game takes."""
        story = self.story.rounds[0].nbytes + self.story.lifts[0].nbytes if self.told else 0
        return int(self.games.itemsize) + int(story)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games are over."""
        ended: NDArray[np.bool_] = self.games["phase"] > PROGRAMMING
        return ended

    @property
    def pawns(self) -> NDArray[np.int16]:
        """The space of every pawn, by game and seat."""
        pawns: NDArray[np.int16] = self.games["pawns"][:, : self.seats].copy()
        return pawns

    def menus(self) -> NDArray[np.uint32]:
        """What each seat may do, by game: a bit per block of the catalogue.

        A seat that is not awaited has none, but for the orca, which a ready diver may still call (D8.2).
        """
        menus = np.zeros((len(self), self.seats), dtype=np.uint32)
        batch.menus_of_all(self.terms, self.games, menus)
        return menus

    def mask(self, game: int, seat: Seat) -> NDArray[np.bool_]:
        """The legal decisions of a seat as one truth per number of the catalogue."""
        return self.catalogue.mask(int(self.menus()[game, seat]))

    def play(self, seats: ArrayLike, decisions: ArrayLike, games: ArrayLike | None = None) -> None:
        """Carry out one decision in each of the given games (None: in all of them).

        If one of them is not legal nothing is carried out, and `Refused` says why, as the rules do.
        """
        which = self._which(games)
        seats = _whole_numbers("seats", seats, len(which))
        decisions = _whole_numbers("decisions", decisions, len(which))
        refused = int(batch.first_refused(self.terms, self.games, which, seats, decisions))
        if refused != NONE:
            self._refuse(int(which[refused]), int(seats[refused]), int(decisions[refused]))
        batch.play_all(self.terms, self.games, self.story, which, seats, decisions)

    def sample(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each game its lowest awaited seat and any decision on its menu; -1 twice where it is over.

        The decisions come from the games' own chance, so that asking again gives others.
        """
        seats, decisions = np.zeros((2, len(self)), dtype=np.int64)
        batch.sample_all(self.terms, self.games, seats, decisions)
        return seats, decisions

    def play_out(self, games: ArrayLike | None = None) -> int:
        """Play games to their end by chance (None: all of them); return how many decisions that took."""
        return int(batch.play_out(self.terms, self.games, self.story, self._which(games)))

    def restart(self, games: ArrayLike | None = None, *, seeds: ArrayLike) -> None:
        """Begin games anew (None: all of them), each with a seed of its own."""
        which = self._which(games)
        given = np.asarray(seeds)
        if given.shape != which.shape or given.dtype.kind not in "iu":
            raise ValueError(f"seeds: {len(which)} whole numbers are needed, one per game")
        batch.start_all(self.terms, self.games, which, given.astype(np.uint64), self._rolls)

    def places(self) -> NDArray[np.int8]:
        """The place of every seat, by game; 0 while the game is not over."""
        places = np.zeros((len(self), self.seats), dtype=np.int8)
        batch.places_of_all(self.terms, self.games, places)
        return places

    def result(self, game: int) -> Result | None:
        """How one game ended, or None while it has not."""
        if not self.over[game]:
            return None
        return Result(places=tuple(self.places()[game].tolist()), scores=tuple(self.pawns[game].tolist()))

    def take_out(self, game: int) -> DiveState:
        """A game as a state of the rules, equal in everything to one that was played there."""
        if not self.told:
            raise ValueError("what happened was not kept: make the shoal with told=True")
        return self._crossing.state(self.games[game], self.story.rounds[game], self.story.lifts[game])

    def put_in(self, game: int, state: DiveState) -> None:
        """Let a game go on from a state; it keeps its seed. Raises ValueError if it is of another kind."""
        if not self.told:
            raise ValueError("what happened would not be kept: make the shoal with told=True")
        self._crossing.check(state)
        self._crossing.write(state, self.games[game], self.story.rounds[game], self.story.lifts[game])

    def outcomes(self, game: int) -> tuple[Outcome, ...]:
        """What chance decided when a game was set up, as a record has it."""
        draw(self.terms, self.games["stream"][game], self._rolls)
        return _labelled(self.terms, self._rolls.tolist())

    def _which(self, games: ArrayLike | None) -> NDArray[np.int64]:
        if games is None:
            return np.arange(len(self), dtype=np.int64)
        which = _whole_numbers("games", games, None)
        if len(which) and not (which.min() >= 0 and which.max() < len(self)):
            raise ValueError(f"games: this shoal has the games 0 to {len(self) - 1}")
        if len(np.unique(which)) != len(which):
            raise ValueError("games: one decision at a time in each game")
        return which

    def _refuse(self, game: int, seat: Seat, decision: int) -> None:
        """Raise what the rules say against a decision."""
        if not 0 <= decision < len(self.catalogue):
            raise ValueError(
                f"game {game}: {decision} is not in the catalogue, which has the numbers 0 to "
                f"{len(self.catalogue) - 1}"
            )
        state = self._crossing.state(self.games[game], self.story.rounds[game], self.story.lifts[game])
        refusal = state.menu(seat).refusal(self.catalogue.action(decision))
        assert refusal is not None, f"game {game}: the kernel refuses {decision} to seat {seat}"
        raise Refused(refusal)


def terms_of(options: Options, seats: int, *, told: bool) -> Terms:
    """What kernels need to know of the options."""
    deck = options.deck()
    drawn = options.companions and options.youngest is not UNSET
    aged = seats if not drawn else 0 if options.youngest is None else 1
    return Terms(
        seats=seats,
        cards=options.mix.total,
        chief_cards=len(deck),
        told=told,
        children=options.children,
        companions=options.companions,
        chief=options.chief,
        aged=aged,
        youngest=options.youngest if isinstance(options.youngest, int) else 0,
        anew=np.array([KINDS[kind] for kind in options.mix.without(())], dtype=np.uint8),
        chief_speeds=np.array([card.speeds for card in deck], dtype=np.int8).reshape(-1, CHIEF_LEVELS),
        chief_yellow=np.array(
            [sum(1 << level - 1 for level in card.yellow) for card in deck], dtype=np.uint8
        ),
        programs=program_table(options.tokens),
        starts=catalogue(options.tokens).starts,
    )


def _labelled(terms: Terms, rolls: Sequence[int]) -> tuple[Outcome, ...]:
    asked = [("ocean", index, terms.cards - index) for index in range(terms.cards - 1)]
    asked += [("orientation", index, 8) for index in range(terms.cards)]
    asked += [("chief", index, terms.chief_cards - index) for index in range(terms.chief_cards - 1)]
    others = terms.seats - terms.aged
    asked += [("ages", index, others - index) for index in range(others - 1)]
    return tuple(
        Outcome(0, purpose, index, sides, value)
        for (purpose, index, sides), value in zip(asked, rolls, strict=True)
    )


def _whole_numbers(what: str, values: ArrayLike, count: int | None) -> NDArray[np.int64]:
    given = np.asarray(values)
    if given.ndim != 1 or (count is not None and len(given) != count):
        wanted = "a row of numbers" if count is None else f"{count} numbers, one per game"
        raise ValueError(f"{what}: {wanted}, not an array of shape {given.shape}")
    if given.dtype.kind not in "iu" and len(given):
        raise ValueError(f"{what}: whole numbers, not {given.dtype}")
    return given.astype(np.int64)
