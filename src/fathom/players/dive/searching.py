"""The strong divers: a search that looks at every program in thousands of imagined rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from fathom.dive import CallOrca, DiveView, Face, LayOctopus, Level, Program, Use
from fathom.dive.board import LEVELS
from fathom.dive.descent import LAST_TRANQUIL
from fathom.dive.menus import ProgrammingMenu
from fathom.dive.view import ProgrammingView
from fathom.players.dive import companions
from fathom.players.dive.chances import solved, worth_of_spaces
from fathom.players.dive.divers import A_SPACE, Diving, get_ready, laid_from
from fathom.players.dive.eyes import DEPTHS, FittedEyes, Floats, Soundings, like_pixels
from fathom.players.dive.imagined import (
    A_SPACE_EACH,
    boards,
    chief_cards,
    drawn,
    laid_by,
    manta_spaces,
    readings,
    shapes,
    stacks,
    strengths_of,
)
from fathom.players.dive.programs import Arrangements, Prospects, prospects
from fathom.players.dive.rounds import Boards, ChiefCards
from fathom.players.dive.weighing import Weighing, Worlds, in_all_worlds
from fathom.players.watch import UNHURRIED, Watch
from fathom.table import Dice, Seat

A_READER = like_pixels(sharpness=3.7, fade=0.68, detail=1.0)
"""The eyes that rivals are thought to have."""


@dataclass(frozen=True)
class SearchingDiver(Diving):
    """Lays what wins most often in imagined rounds, with rivals who look for themselves.

    `simulations` is the number of rounds that every program still in the running has been played through.
    All programs are played through in an eighth of them; the `finalists`, and the same with a face turned
    where there is doubt, in all. `temperature` is how freely rivals are thought to choose, in spaces; the
    share `racing` of them lays all it can where a helper is. What is nearly as good as the best, by up to
    some `mixing` in chances to win, is laid nearly as often: nobody can prepare for it. After so many
    `seconds` it lays what is best by what has been played through until then.
    """

    simulations: int = 512
    finalists: int = 48
    temperature: float = 0.3
    racing: float = 0.2
    mixing: float = 0.002
    rivals: FittedEyes = A_READER
    seconds: float = 1.0

    def _lay(self, view: DiveView, menu: ProgrammingMenu, look: Soundings, dice: Dice) -> Program | Use:
        assert view.reader is not None
        seen = prospects(look)
        # What cannot be played through, because it works on people, has its moment by rule.
        use = companions.used(view, menu, seen)
        if isinstance(use, LayOctopus | CallOrca):
            return use
        random = np.random.default_rng(dice.roll(2**32, "imagined"))
        get_ready(view, menu)
        shapes(view.options.tokens)
        solved()
        watch = Watch(self.seconds)
        weighing = self.weigh(view, menu, look, random, watch)
        hopes = weighing.hopes
        use, hope = max(weighing.uses(watch), key=lambda weighed: weighed[1], default=(None, 0.0))
        if use is not None and hope > hopes.max():
            return use
        return weighing.programs[_mixed(hopes, self.mixing, random)]

    def weigh(
        self,
        view: DiveView,
        menu: ProgrammingMenu,
        look: Soundings,
        random: np.random.Generator,
        watch: Watch = UNHURRIED,
    ) -> Weighing:
        """The programs that are worth a thought, and what they promise."""
        assert view.reader is not None
        worlds = imagine(view, look, self, random, watch)
        laid = laid_from(menu)
        keeping = np.float64(companions.worth_keeping(view) * A_SPACE)
        chosen = _finalists(worlds, view.reader, laid, prospects(look), keeping * laid.tiles, self, watch)
        hopes = worlds.hopes_in_time(view.reader, chosen.boards, chosen.costs, watch)
        return Weighing(
            chosen.programs,
            hopes,
            worlds,
            view.reader,
            chosen.boards,
            tuple(companions.uses_to_weigh(menu)),
            float(keeping),
        )


def imagine(
    view: DiveView,
    look: Soundings,
    how: SearchingDiver,
    random: np.random.Generator,
    watch: Watch = UNHURRIED,
) -> Worlds:
    """The worlds that the player simulates: states that this view and look leave open.

    If the time is up before all rivals have laid something, an eighth of them.
    """
    assert isinstance(view.phase, ProgrammingView)
    left = view.options.mix.without(view.lifted)
    kinds = drawn(look, left, how.simulations, random)
    cards = np.array(view.cards_left)
    pawns = tuple(np.array(pawn, dtype=np.int8) for pawn in view.pawns)
    chief = None if view.chief is None else np.array(view.chief, dtype=np.int8)
    everyone = [*pawns] if chief is None else [*pawns, chief]
    strengths = strengths_of(how.rivals, view)
    counts = np.array([left.count(kind) for kind in type(left[0])], dtype=float)
    known = solved()
    all_boards = []
    for seat, here in enumerate(pawns):
        if seat == view.reader:
            nothing = np.zeros((1, 1, DEPTHS))
            all_boards.append(Boards(nothing.astype(np.int8), np.zeros((1, 1), np.int8), nothing > 0))
            continue
        if watch.over:
            kinds = kinds[: _an_eighth(how)]
        others = [pawn for other, pawn in enumerate(everyone) if other != seat]
        front = np.array(max(int(other) for other in others), dtype=np.int8)
        worth = worth_of_spaces(known.divers, here, front, cards) + A_SPACE_ANYWAY * A_SPACE_EACH
        rival = laid_by(
            readings(kinds, cards, strengths, counts, random),
            worth,
            here > LAST_TRANQUIL,
            manta_spaces(here, others),
            cards,
            view.options.tokens,
            len(others),
            how.temperature,
            random,
            how.racing,
        )
        all_boards.append(Boards(rival.speeds[None], rival.depths[None], rival.sharks[None]))
    turned_up = chief_cards(view, len(kinds), random)
    return Worlds(
        stacks(kinds[None], cards),
        pawns,
        tuple(board.in_first(len(kinds)) for board in all_boards),
        view.phase.uses,
        chief,
        turned_up and ChiefCards(turned_up.speeds[None], turned_up.yellow[None]),
        known,
    )


def _an_eighth(how: SearchingDiver) -> int:
    return max(1, how.simulations // 8)


class _Running(msgspec.Struct, frozen=True):
    """The programs that are still in the running."""

    programs: list[Program]
    boards: Boards
    costs: Floats
    """What it costs to give a tile away now, as a chance to win."""


def _finalists(
    worlds: Worlds,
    seat: Seat,
    laid: Arrangements,
    seen: Prospects,
    tiles: Floats,
    how: SearchingDiver,
    watch: Watch,
) -> _Running:
    faces = np.array([face is Face.SHARK for face in seen.faces])
    everything = boards(laid, np.broadcast_to(faces, (len(laid.programs), DEPTHS)))
    few = worlds.first(_an_eighth(how))
    hopes = few.hopes_in_time(seat, in_all_worlds(everything), tiles, watch)
    best = np.argsort(-hopes, kind="stable")[: how.finalists]
    numbers, sharks = [*best.tolist()], [faces] * len(best)
    for number in best[: how.finalists // 4].tolist():
        for depth in np.flatnonzero(seen.right < DOUBT).tolist():
            if depth < min(laid.depths[number], seen.cards):
                numbers.append(number)
                sharks.append(faces ^ (np.arange(DEPTHS) == depth))
    programs = [_laid_so(laid.programs[number], shown) for number, shown in zip(numbers, sharks, strict=True)]
    chosen = Boards(everything.speeds[numbers], everything.depths[numbers], np.array(sharks))
    return _Running(programs, in_all_worlds(chosen), tiles[numbers])


A_SPACE_ANYWAY = 0.2
"""What a space is worth to rivals even where all seems lost or won."""

DOUBT = 0.65
"""A face that is less sure than this may as well be turned."""


def _laid_so(program: Program, sharks: Sequence[bool] | NDArray[np.bool_]) -> Program:
    levels = tuple(
        Level(shark=level.tokens) if shark else Level(plain=level.tokens)
        for level, shark in zip(program.levels, sharks, strict=False)
    )
    sixth = None if program.anglerfish is None else (Face.SHARK if sharks[LEVELS] else Face.PLAIN)
    return Program(levels, program.clownfish, sixth)


def _mixed(hopes: Floats, mixing: float, random: np.random.Generator) -> int:
    """One of the programs: the best, or with less and less weight one that is less hopeful."""
    weights = np.exp((hopes - hopes.max()) / mixing)
    return int(random.choice(len(hopes), p=weights / weights.sum()))
