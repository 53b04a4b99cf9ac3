"""Programs weighed against each other: rounds that a diver imagines, played through with each of them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np

from fathom.dive import Program, Use
from fathom.players.dive.chances import Chances, chance_to_win, over
from fathom.players.dive.eyes import DEPTHS, Floats
from fathom.players.dive.programs import pieces, speeds_of
from fathom.players.dive.rounds import After, Boards, ChiefCards, Numbers, Stacks, played
from fathom.players.watch import UNHURRIED, Watch
from fathom.table import Seat

ROUNDS_AT_ONCE = 2**16
"""About as many rounds are played through before the next look at the watch."""


class Worlds(msgspec.Struct, frozen=True):
    """Imagined rounds in which only one diver's program is missing."""

    stacks: Stacks
    pawns: tuple[Numbers, ...]
    boards: tuple[Boards, ...]
    """By seat; the reader's own means nothing."""
    uses: tuple[Use | None, ...]
    chief: Numbers | None
    chief_cards: ChiefCards | None
    known: Chances

    def first(self, count: int) -> Worlds:
        """Some of them."""
        return msgspec.structs.replace(
            self,
            stacks=Stacks(self.stacks.sharks[:, :count], self.stacks.helpers[:, :count], self.stacks.cards),
            boards=tuple(board.in_first(count) for board in self.boards),
            chief_cards=None
            if self.chief_cards is None
            else ChiefCards(self.chief_cards.speeds[:, :count], self.chief_cards.yellow[:, :count]),
        )

    def hopes(self, seat: Seat, own: Boards, costs: Floats, use: Use | None = None) -> Floats:
        """The mean chance to win that each of the boards leads to, with a companion used now or not.

        `costs` are for what will be missing if the game goes on.
        """
        after = self.played(seat, own, use)
        hopes: Floats = (chance_to_win(after, seat, self.known) - costs[..., None] * ~over(after)).mean(
            axis=-1
        )
        return hopes

    def hopes_in_time(
        self, seat: Seat, own: Boards, costs: Floats, watch: Watch, use: Use | None = None
    ) -> Floats:
        """The same piece by piece; no hope at all for boards that were not played through in time."""
        rows, count = len(own.speeds), self.stacks.sharks.shape[1]
        hopes = np.full(rows, -np.inf)
        for some in pieces(rows, max(1, ROUNDS_AT_ONCE // count)):
            hopes[some] = self.hopes(seat, own.some(some), costs[some], use)
            if watch.over:
                break
        return hopes

    def played(self, seat: Seat, own: Boards, use: Use | None = None) -> After:
        """The rounds to their end, with each of the boards."""
        all_boards = [own if other == seat else board for other, board in enumerate(self.boards)]
        uses = [use if use and other == seat else used for other, used in enumerate(self.uses)]
        return played(self.stacks, all_boards, self.pawns, uses, self.chief, self.chief_cards)


class Promised(msgspec.Struct, frozen=True):
    """What a program leads to in imagined rounds, in the mean."""

    win: float
    """The chance to win the game after this round."""
    spaces: float
    """How far the pawn gets in this round."""
    flawless: float
    """How probable it is that no level of it is wrong."""


class Weighing(msgspec.Struct, frozen=True):
    """Programs with the chance to win that each leads to, and the worlds in which that was found."""

    programs: list[Program]
    hopes: Floats
    worlds: Worlds
    seat: Seat
    boards: Boards
    usable: tuple[Use, ...]
    """The uses of a companion that can be played through."""
    keeping: float
    """What it costs to give a companion away now, as a chance to win."""

    def uses(self, watch: Watch = UNHURRIED) -> Iterator[tuple[Use, float]]:
        """Every use of the companion, with the chance to win of the program that then promises most.

        Only those that can still be played through in time.
        """
        costs = np.full(len(self.programs), self.keeping)
        for use in self.usable:
            if watch.over:
                return
            hopes = self.worlds.hopes_in_time(self.seat, self.boards, costs, watch, use)
            yield use, float(hopes.max())

    def promised(self, program: Program, use: Use | None = None) -> Promised:
        """What any program leads to, among the best or not."""
        board = board_of(program)
        tile = program.clownfish is not None or program.anglerfish is not None
        cost = np.array([self.keeping * (tile or use is not None)])
        after = self.worlds.played(self.seat, board, use)
        moved = after.pawns[self.seat].astype(float) - self.worlds.pawns[self.seat]
        stacks = self.worlds.stacks
        depths = np.arange(DEPTHS)
        laid = (depths < board.depths[..., None]) & (depths < stacks.cards)
        flawless = (~laid | (board.sharks == stacks.sharks)).all(axis=-1)
        return Promised(
            win=float(self.worlds.hopes(self.seat, board, cost, use)[0]),
            spaces=float(moved.mean()),
            flawless=float(flawless.mean()),
        )


def board_of(program: Program) -> Boards:
    """One program, as it is laid in all worlds."""
    sharks = [depth < program.depth and program.expects_shark(depth) for depth in range(DEPTHS)]
    return in_all_worlds(
        Boards(
            np.array([speeds_of(program)], np.int8), np.array([program.depth], np.int8), np.array([sharks])
        )
    )


def in_all_worlds(own: Boards) -> Boards:
    """Boards along the first axis, the same in every world."""
    return Boards(own.speeds[:, None], own.depths[:, None], own.sharks[:, None])
