"""A second Dive, written from the rulebook with pieces of cardboard in mind, to hold ours against.

It knows nothing of how `fathom.dive` computes: boards are piles of tokens that are taken off one by one, the
chief has a card with numbers that get covered, and pawns stand on spaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fathom.dive import Faces, Kind, LooseGreatWhite, Program, RideTurtle, SendDolphins, Tokens, Use
from fathom.dive.chief import ChiefCard


@dataclass
class Pile:
    """What lies on one level of a diver board."""

    values: list[int]
    shark_side_up: bool
    clownfish: bool = False
    anglerfish: bool = False

    def speed(self) -> int:
        """How fast its diver is there."""
        if self.anglerfish:
            return 1_000
        return sum(self.values) + (3 if self.clownfish else 0)


@dataclass
class Table:
    """Everything that lies on the table when programs are revealed; `dive_and_rest` moves the pieces."""

    cards: list[str]
    pawns: dict[str, int]
    boards: dict[str, list[Pile]]
    uses: dict[str, Use | None] = field(default_factory=dict)
    numbers: dict[int, tuple[int, bool]] = field(default_factory=dict)
    """The chief card: for each level its speed and whether it is yellow; covered ones are taken out."""
    mistakes: set[str] = field(default_factory=set)
    names: list[str] = field(default_factory=list)

    def dive_and_rest(self) -> None:
        """Play Phase 2 and Phase 3."""
        lifted = self._dive()
        for level in list(self.numbers):
            if level > lifted:
                del self.numbers[level]  # there was no card for it
        for name, use in self.uses.items():
            if isinstance(use, SendDolphins) and self.names[use.to] not in self.mistakes:
                self.pawns[name] += 1
        held = self._held()
        for name in self.names:
            self.pawns[name] += 0 if name in held else len(self.boards[name])
        if "chief" in self.pawns:
            self.pawns["chief"] += len(self.numbers)

    def _dive(self) -> int:
        self._cover_yellow(below=0)
        still_diving = set(self.names)
        level = 0
        while True:
            level += 1
            someone = any(len(self.boards[name]) >= level for name in still_diving)
            if not someone and not any(number >= level for number in self.numbers):
                return level - 1
            if not self.cards:
                for name in still_diving:
                    del self.boards[name][level - 1 :]
                return level - 1
            card = self.cards.pop(0)
            there = [name for name in self.names if name in still_diving and len(self.boards[name]) >= level]
            for name in there:
                if self.boards[name][level - 1].shark_side_up != ("shark" in card):
                    self.mistakes.add(name)
                    still_diving.discard(name)
                    if self.pawns[name] >= 16:
                        self.boards[name].clear()
                    else:
                        del self.boards[name][level - 1 :]
            speeds = {name: self.boards[name][level - 1].speed() for name in there if name in still_diving}
            if level in self.numbers:
                speeds["chief"] = self.numbers[level][0]
            animal = card.replace("shark", "").replace("+", "")
            if animal in {"green", "red", "manta"} and speeds:
                order = sorted(speeds, key=lambda name: speeds[name], reverse=True)
                if len(order) == 1 or speeds[order[0]] > speeds[order[1]]:
                    self._carry(order[0], animal)
                    self._cover_yellow(below=level)

    def _carry(self, name: str, animal: str) -> None:
        here = self.pawns[name]
        if animal == "red":
            self.pawns[name] = here + 2
        elif animal == "green":
            self.pawns[name] = here + (2 if isinstance(self.uses.get(name), RideTurtle) else 1)
        else:
            for space in range(here + 1, 16):
                further = any(pawn > space for pawn in self.pawns.values())
                if space in self.pawns.values() or (space == 15 and further):
                    self.pawns[name] = space
                    return

    def _cover_yellow(self, below: int) -> None:
        if self.pawns.get("chief", 0) > 15:
            for level, (_, yellow) in list(self.numbers.items()):
                if yellow and level > below:
                    del self.numbers[level]

    def _held(self) -> set[str]:
        for name, use in self.uses.items():
            if isinstance(use, LooseGreatWhite):
                return (self.mistakes - {name}) or {name}
        return set()


def board_of(program: Program) -> list[Pile]:
    """The program as it lies on a diver board."""
    piles = [
        Pile([*level.plain, *level.shark], bool(level.shark), program.clownfish == number)
        for number, level in enumerate(program.levels, start=1)
    ]
    if program.anglerfish is not None:
        piles.append(Pile([], program.anglerfish.value == "shark", anglerfish=True))
    return piles


def after_round(
    cards: Sequence[Kind],
    pawns: dict[str, int],
    programs: dict[str, Program],
    uses: dict[str, Use | None],
    chief_card: ChiefCard | None,
) -> tuple[dict[str, int], int]:
    """Where the pawns are after the round, and how many cards were lifted. The chief is the pawn "chief"."""
    table = Table(
        cards=[card.value for card in cards],
        pawns=dict(pawns),
        boards={name: board_of(program) for name, program in programs.items()},
        uses=uses,
        names=list(programs),
    )
    if chief_card is not None:
        for level, speed in enumerate(chief_card.speeds, start=1):
            table.numbers[level] = (speed, level in chief_card.yellow)
    table.dive_and_rest()
    return table.pawns, len(cards) - len(table.cards)


def after_childrens_round(
    cards: Sequence[Kind], pawns: dict[str, int], programs: dict[str, Faces]
) -> dict[str, int]:
    """Where the pawns are after a round of the children's version."""
    moved = dict(pawns)
    for name, program in programs.items():
        for face, card in zip(program.faces, cards, strict=False):
            if face.value == "shark" and card.value.startswith("shark"):
                moved[name] += 1
            if face.value == "plain" and not card.value.startswith("shark"):
                moved[name] += 1
    return moved


def winners(pawns: dict[str, int], cards_left: int) -> list[str]:
    """Who has won, nobody while the game goes on."""
    if max(pawns.values()) < 23 and cards_left > 0:
        return []
    best = [name for name in pawns if pawns[name] == max(pawns.values())]
    return ["chief"] if "chief" in best else best


def lies_right(program: Program, edition: Tokens, tiles: Sequence[str]) -> bool:
    """Whether a program is one by the rulebook: looks at every token by itself and then at the board."""
    lying = [
        (token, number, face)
        for number, level in enumerate(program.levels, start=1)
        for face, tokens in (("plain", level.plain), ("shark", level.shark))
        for token in tokens
    ]
    values = sorted(token for token, _, _ in lying)
    if not values or values != sorted(set(values) & {1, 2, 3, 4, 5}):
        return False
    if edition is Tokens.ALL and len(values) != 5:
        return False
    filled = {number for _, number, _ in lying}
    if filled != set(range(1, max(filled) + 1)) or max(filled) > 5:
        return False
    if len({(number, face) for _, number, face in lying}) != len(filled):
        return False
    if program.clownfish is not None and ("clownfish" not in tiles or program.clownfish not in filled):
        return False
    return program.anglerfish is None or ("anglerfish" in tiles and len(filled) == 5)
