"""Divers: strategies for Dive that decide from a view and soundings."""

from __future__ import annotations

import numpy as np

from fathom.dive import Action, DiveGame, DiveView, Faces, Program
from fathom.dive.menus import ChoosingMenu, FacesMenu, ProgrammingMenu
from fathom.players import companions
from fathom.players.eyes import Soundings
from fathom.players.programs import (
    Prospects,
    any_diver,
    arrangements,
    chief_odds,
    prospects,
    spaces,
    wins_against,
    with_faces,
)
from fathom.table import Dice

_GAME = DiveGame()


class Snorkeler:
    """Goes for spaces: lays what promises most of them, and takes the others as they usually are.

    Among programs that promise nearly the same it picks by chance, so that it cannot be read like a book.
    """

    nearly = 0.1
    """Programs that promise at most this much less than the best are as good."""

    def choose(self, view: DiveView, look: Soundings, dice: Dice) -> Action:
        """A companion, its use, or a program."""
        match _GAME.actions(view):
            case ChoosingMenu(offered):
                return companions.wished(offered, dice)
            case FacesMenu(levels):
                return Faces(prospects(look).faces[:levels])
            case ProgrammingMenu() as menu:
                seen = prospects(look)
                return companions.used(view, menu, seen) or self._program(view, menu, seen, dice)
            case menu:
                return menu.sample(dice)

    def _program(self, view: DiveView, menu: ProgrammingMenu, seen: Prospects, dice: Dice) -> Program:
        assert view.reader is not None
        rivals = [any_diver(view.options.tokens)] * (len(view.pawns) - 1)
        if view.chief is not None:
            rivals.append(chief_odds(view))
        laid = arrangements(menu.programs)
        worth = spaces(view, view.reader, seen, laid, wins_against(rivals))
        worth -= companions.worth_keeping(view) * laid.tiles
        good = np.flatnonzero(worth >= worth.max() - self.nearly)
        return with_faces(laid.programs[good[dice.roll(len(good), "program")]], seen.faces)
