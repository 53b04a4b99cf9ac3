"""Divers: strategies for Dive that decide from a view and soundings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fathom.dive import (
    Action,
    CallOrca,
    Companion,
    DiveGame,
    DiveState,
    DiveView,
    Faces,
    LayOctopus,
    Program,
    Use,
    Withdraw,
)
from fathom.dive.menus import ChoosingMenu, FacesMenu, ProgrammingMenu, ReadyMenu
from fathom.players.dive import companions
from fathom.players.dive.eyes import Soundings
from fathom.players.dive.programs import (
    Arrangements,
    any_diver,
    arrangements,
    pieces,
    prospects,
    spaces,
    wins_against,
    with_faces,
)
from fathom.players.dive.worlds import chiefs, hope, rivals, wins_over, worlds
from fathom.players.watch import Watch
from fathom.table import Dice, Seat

_GAME = DiveGame()


class Diving(ABC):
    """What all divers have in common: what to do in each phase, but for the programs."""

    def choose(self, view: DiveView, look: Soundings, dice: Dice) -> Action:
        """A companion, its use, or a program."""
        match _GAME.actions(view):
            case ChoosingMenu(offered):
                return companions.wished(offered, dice)
            case FacesMenu(levels):
                return Faces(prospects(look).faces[:levels])  # D7.2: every level stands for itself
            case ProgrammingMenu() as menu:
                return self._lay(view, menu, look, dice)
            case ReadyMenu(orca=True) if companions.someone_to_trouble(view):
                return CallOrca()  # D8.2
            case ReadyMenu():
                return Withdraw()
            case menu:
                return menu.sample(dice)

    @abstractmethod
    def _lay(self, view: DiveView, menu: ProgrammingMenu, look: Soundings, dice: Dice) -> Program | Use:
        """A program, or first the companion."""


@dataclass(frozen=True)
class Snorkeler(Diving):
    """Goes for spaces: lays what promises most of them, and takes the others as they usually are.

    Programs that promise at most `nearly` less than the best are as good; which of them it lays is chance, so
    that it cannot be read like a book. After so many `seconds` it lays one of those looked at until then.
    """

    nearly: float = 0.1
    seconds: float = 1.0

    def _lay(self, view: DiveView, menu: ProgrammingMenu, look: Soundings, dice: Dice) -> Program | Use:
        assert view.reader is not None
        seen = prospects(look)
        use = companions.used(view, menu, seen)
        if use is not None:
            return use
        get_ready(view, menu)
        watch = Watch(self.seconds)
        laid = laid_from(menu)
        usual = wins_against([any_diver(view.options.tokens)] * (len(view.pawns) - 1) + chiefs(view))
        worth = np.full(len(laid.programs), -np.inf)
        for rows in pieces(len(laid.programs), AT_A_GLANCE):
            some = laid.some(rows)
            worth[rows] = spaces(view, view.reader, seen, some, usual)
            worth[rows] -= companions.worth_keeping(view) * some.tiles
            if watch.over:
                break
        good = np.flatnonzero(worth >= worth.max() - self.nearly)
        return with_faces(laid.programs[good[dice.roll(len(good), "program")]], seen.faces)


@dataclass(frozen=True)
class Diver(Diving):
    """Goes for the win: plays the most promising programs through in imagined worlds, rivals and all.

    `simulations` is the number of these worlds, and `candidates` how many programs come that far; half of
    them are left after a quarter of the worlds, and half of those after another. `temperature` is how freely
    rivals are thought to choose. After so many `seconds` no more worlds are imagined or played through.
    """

    simulations: int = 48
    candidates: int = 24
    temperature: float = 0.3
    seconds: float = 1.0

    def _lay(self, view: DiveView, menu: ProgrammingMenu, look: Soundings, dice: Dice) -> Program | Use:
        assert view.reader is not None
        seen = prospects(look)
        get_ready(view, menu)
        watch = Watch(self.seconds)
        laid = laid_from(menu)
        others = rivals(view, seen, self.temperature)
        worth = spaces(view, view.reader, seen, laid, wins_over(view, others))
        order = np.argsort(-worth + companions.worth_keeping(view) * laid.tiles, kind="stable")
        programs = [with_faces(laid.programs[number], seen.faces) for number in order[: self.candidates]]
        drawn = worlds(view, look, seen, others, self.simulations, dice, watch)
        keeping = companions.worth_keeping(view) * A_SPACE
        program, hopeful = self._most_hopeful(view.reader, programs, drawn, keeping, watch)
        # What cannot be played through, because it works on people, has its moment by rule.
        use = companions.used(view, menu, seen)
        if isinstance(use, LayOctopus | CallOrca):
            return use
        best: Program | Use = program
        for use in companions.uses_to_weigh(menu):
            if watch.over:
                break
            hoped = hope(drawn, view.reader, program, use, keeping)
            if hoped > hopeful:
                best, hopeful = use, hoped
        return best

    def _most_hopeful(
        self,
        seat: Seat,
        programs: Sequence[Program],
        drawn: Sequence[DiveState],
        keeping: float,
        watch: Watch,
    ) -> tuple[Program, float]:
        """The program with the best chance to win in these worlds, and that chance.

        Laying a tile uses it up, and with it what `keeping` it is worth.
        """
        costs = {program: keeping * bool(program.clownfish or program.anglerfish) for program in programs}
        quarter = max(1, len(drawn) // 4)
        hopes = dict.fromkeys(programs, 0.0)
        played = 0
        while played < len(drawn) and not (played and watch.over):
            some = drawn[played : min(played + WORLDS_AT_ONCE, played - played % quarter + quarter)]
            hopes = {
                program: hoped + len(some) * hope(some, seat, program, cost=costs[program])
                for program, hoped in hopes.items()
            }
            played += len(some)
            if played % quarter == 0 and played <= len(drawn) // 2:
                kept = sorted(hopes, key=lambda program: -hopes[program])[: max(2, len(hopes) // 2)]
                hopes = {program: hopes[program] for program in kept}
        program = max(hopes, key=lambda program: hopes[program])
        return program, hopes[program] / played


def get_ready(view: DiveView, menu: ProgrammingMenu) -> None:
    """Work out what a process works out once for all decisions, before the time of one begins."""
    laid_from(menu)
    arrangements(view.options.tokens)
    any_diver(view.options.tokens)


def laid_from(menu: ProgrammingMenu) -> Arrangements:
    """All that can be laid from this menu, faces left open."""
    return arrangements(
        menu.tokens,
        clownfish=menu.companion is Companion.CLOWNFISH,
        anglerfish=menu.companion is Companion.ANGLERFISH,
    )


A_SPACE = 0.05
"""About what a space more is worth as a chance to win."""

AT_A_GLANCE = 256
"""Programs looked at between two looks at the watch."""

WORLDS_AT_ONCE = 12
"""In so many worlds all candidates are played through before the next look at the watch."""
