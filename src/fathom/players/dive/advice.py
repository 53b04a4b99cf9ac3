"""Advice for Dive: what the captain's search thinks of the programs, without its mixing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np

from fathom.dive import (
    CallOrca,
    Choose,
    DiveGame,
    DiveView,
    Face,
    Faces,
    LayOctopus,
    Program,
)
from fathom.dive.menus import ChoosingMenu, FacesMenu, ProgrammingMenu
from fathom.players.advice import Choice
from fathom.players.dive import companions
from fathom.players.dive.eyes import Soundings
from fathom.players.dive.programs import Prospects, prospects
from fathom.players.dive.searching import SearchingDiver, imagine
from fathom.players.dive.weighing import Promised, Weighing
from fathom.table import Dice


class DiveOdds(msgspec.Struct, frozen=True, tag="dive"):
    """What a program of Dive promises."""

    win: float | None
    """The chance to win the game; null in the children's version, where nobody weighs that."""
    spaces: float
    """How far the pawn gets in this round, in the mean."""
    flawless: float
    """The chance that no level is wrong."""
    right: tuple[float, ...] = ()
    """How sure each level is, from the first down: the chance that its face is right."""


JUDGE = SearchingDiver(1024)
"""Four times as many simulations as the bot of that name, so that its odds are right to a percent or two."""

SURE = 0.85
"""A face that is surer than this is nobody's guess, and turning it no choice."""

_GAME = DiveGame()


def choices(view: DiveView, look: Soundings, dice: Dice) -> tuple[Choice, ...]:
    """A few good ones, the best first; empty for someone who has nothing to decide."""
    match _GAME.actions(view):
        case ChoosingMenu(offered):
            return tuple(
                Choice(Choose(companion), None) for companion in companions.PREFERENCE if companion in offered
            )
        case FacesMenu(levels):
            return tuple(_faces(prospects(look), levels))
        case ProgrammingMenu() as menu:
            return tuple(_programs(view, menu, look, dice))
        case _:
            return ()


def weighed(
    view: DiveView, menu: ProgrammingMenu, look: Soundings, dice: Dice, judge: SearchingDiver = JUDGE
) -> Weighing:
    """All programs that are worth a thought, as the captain weighs them."""
    return judge.weigh(view, menu, look, np.random.default_rng(dice.roll(2**32, "imagined")))


def elsewhere(
    weighing: Weighing, view: DiveView, look: Soundings, dice: Dice, judge: SearchingDiver = JUDGE
) -> Weighing:
    """The same programs in other worlds than those in which they were found to be good."""
    random = np.random.default_rng(dice.roll(2**32, "imagined"))
    return msgspec.structs.replace(weighing, worlds=imagine(view, look, judge, random))


def _programs(view: DiveView, menu: ProgrammingMenu, look: Soundings, dice: Dice) -> Iterator[Choice]:
    """Uses of a companion that are worth more than keeping it, the best first, then different programs."""
    use = companions.used(view, menu, prospects(look))
    if isinstance(use, LayOctopus | CallOrca):
        yield Choice(use, None)
    weighing = weighed(view, menu, look, dice)
    order = np.argsort(-weighing.hopes, kind="stable").tolist()
    best = float(weighing.hopes[order[0]])
    for use, hope in sorted(weighing.uses(), key=lambda weighed: -weighed[1]):
        if hope > best:
            yield Choice(use, odds(weighing.promised(weighing.programs[order[0]], use)))
    named: set[object] = set()
    for number in order:
        program = weighing.programs[number]
        if idea(program) in named:
            continue
        promises = odds(weighing.promised(program), _right(program, look))
        equal = (_faces_of(program), _as_read(promises))
        if equal not in named:
            yield Choice(program, promises)
        named |= {idea(program), equal}


def idea(program: Program) -> object:
    """What a program is about: how deep, where sharks are expected, where it is fastest, which tile.

    Of programs that are alike in this only the best is named: three ways to lay the same are no choice.
    """
    speeds = [program.speed(depth) for depth in range(program.depth)]
    return (
        tuple(program.expects_shark(depth) for depth in range(program.depth)),
        speeds.index(max(speeds)),
        program.clownfish is not None,
        program.anglerfish is not None,
    )


def odds(promised: Promised, right: tuple[float, ...] = ()) -> DiveOdds:
    """What a program promises, rounded to what anyone can use."""
    return DiveOdds(round(promised.win, 3), round(promised.spaces, 2), round(promised.flawless, 3), right)


def _as_read(promises: DiveOdds) -> object:
    """What is left of odds once they are said: choices that read the same are one."""
    return round(promises.win or 0, 2), round(promises.spaces, 1), round(promises.flawless, 2)


def _faces_of(program: Program) -> tuple[object, ...]:
    sharks = tuple(program.expects_shark(depth) for depth in range(program.depth))
    return sharks, program.clownfish is not None, program.anglerfish is not None


def _right(program: Program, look: Soundings) -> tuple[float, ...]:
    """How sure each level is; where there is no card nobody errs."""  # D6.1
    cards = len(look.depths)
    sharks = [look.depths[depth].shark if depth < cards else None for depth in range(program.depth)]
    return tuple(
        1.0 if shark is None else round(shark if program.expects_shark(depth) else 1 - shark, 3)
        for depth, shark in enumerate(sharks)
    )


def _faces(seen: Prospects, levels: int) -> Iterator[Choice]:
    """The likelier face everywhere, then the same with a doubtful one turned."""  # D7.2
    right = seen.right[:levels]
    doubtful = [depth for depth in np.argsort(right, kind="stable").tolist() if right[depth] < SURE]
    for turned in (None, *doubtful):
        faces = [_other(face) if depth == turned else face for depth, face in enumerate(seen.faces[:levels])]
        chances = np.where(np.arange(levels) == turned, 1 - right, right) if turned is not None else right
        yield Choice(
            Faces(tuple(faces)),
            DiveOdds(
                None,
                round(float(chances.sum()), 2),
                round(float(chances.prod()), 3),
                tuple(round(chance, 3) for chance in chances.tolist()),
            ),
        )


def _other(face: Face) -> Face:
    return Face.PLAIN if face is Face.SHARK else Face.SHARK
