"""What a diver may do in each phase."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fathom.dive import refusals
from fathom.dive.actions import Action, Choose, Faces, Withdraw
from fathom.dive.board import Face, Program, Programs, Tokens, programs_of
from fathom.dive.companions import (
    COMPANION_OF,
    OCTOPUS_MOST,
    CallOrca,
    Companion,
    LayOctopus,
    LooseGreatWhite,
    RideTurtle,
    SendDolphins,
)
from fathom.table import Dice, Refusal, Seat


class ChoosingMenu(msgspec.Struct, frozen=True, tag="choosing"):
    """Ask for one of the companions on offer."""  # D8.0

    offered: tuple[Companion, ...]

    def __len__(self) -> int:
        return len(self.offered)

    def __iter__(self) -> Iterator[Action]:
        return (Choose(companion) for companion in self.offered)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Choose) and action.companion in self.offered

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action is not legal, or None if it is."""
        match action:
            case Choose(companion):
                if companion in self.offered:
                    return None
                return refusals.COMPANION_GONE(companion=companion.value)
            case Withdraw():
                return refusals.NOT_READY()
            case _:
                return refusals.NOT_PROGRAMMING()

    def sample(self, dice: Dice) -> Action:
        """Any of them."""
        return Choose(dice.pick(self.offered, "sample"))


class ProgrammingMenu(msgspec.Struct, frozen=True, tag="programming"):
    """Submit a program, or use the companion that is still there."""

    tokens: Tokens
    companion: Companion | None = None
    others: tuple[Seat, ...] = ()
    """The divers to whom the small dolphin can be given."""

    @property
    def programs(self) -> Programs:
        """The programs among the actions."""
        return programs_of(
            self.tokens, self.companion is Companion.CLOWNFISH, self.companion is Companion.ANGLERFISH
        )

    def __len__(self) -> int:
        return len(self.programs) + self._uses()

    def _uses(self) -> int:
        match self.companion:
            case None:
                return 0
            case Companion.OCTOPUS:
                return (OCTOPUS_MOST + 1) ** 2
            case Companion.DOLPHINS:
                return len(self.others)
            case Companion.ORCA | Companion.TURTLE | Companion.GREAT_WHITE:
                return 1
            case Companion.CLOWNFISH | Companion.ANGLERFISH:
                return 0

    def _use(self, number: int) -> Action:
        match self.companion:
            case Companion.OCTOPUS:
                return LayOctopus(*divmod(number, OCTOPUS_MOST + 1))
            case Companion.ORCA:
                return CallOrca()
            case Companion.TURTLE:
                return RideTurtle()
            case Companion.DOLPHINS:
                return SendDolphins(self.others[number])
            case Companion.GREAT_WHITE:
                return LooseGreatWhite()
            case Companion.CLOWNFISH | Companion.ANGLERFISH | None:
                raise IndexError(number)

    def __iter__(self) -> Iterator[Action]:
        yield from self.programs
        yield from (self._use(number) for number in range(self._uses()))

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.refusal(action) is None

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action is not legal, or None if it is."""
        match action:
            case Program():
                return self.programs.refusal(action)
            case Choose():
                return refusals.NOT_CHOOSING()
            case Faces():
                return refusals.CHILDREN_ONLY()
            case Withdraw():
                return refusals.NOT_READY()
            case _ if self.companion is not COMPANION_OF[type(action)]:
                return refusals.NOT_YOUR_COMPANION(companion=COMPANION_OF[type(action)].value)
            case LayOctopus(across, down):
                on_stack = 0 <= across <= OCTOPUS_MOST and 0 <= down <= OCTOPUS_MOST
                return None if on_stack else refusals.OCTOPUS_OUTSIDE(most=OCTOPUS_MOST)  # D8.1
            case SendDolphins(to):
                return None if to in self.others else refusals.DOLPHIN_TO_NOBODY()  # D8.6
            case CallOrca() | RideTurtle() | LooseGreatWhite():
                return None

    def sample(self, dice: Dice) -> Action:
        """Any of them, all equally likely."""
        programs = self.programs
        number = dice.roll(len(programs) + self._uses(), "sample")
        return programs[number] if number < len(programs) else self._use(number - len(programs))


class FacesMenu(msgspec.Struct, frozen=True, tag="faces"):
    """Submit one face for each of this many levels."""  # D7.1

    levels: int

    def __len__(self) -> int:
        return int(2**self.levels)

    def __iter__(self) -> Iterator[Action]:
        return (self._faces(number) for number in range(len(self)))

    def _faces(self, number: int) -> Faces:
        return Faces(tuple(tuple(Face)[number >> level & 1] for level in range(self.levels)))

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Faces) and len(action.faces) == self.levels

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action is not legal, or None if it is."""
        match action:
            case Faces(faces):
                if len(faces) == self.levels:
                    return None
                return refusals.FACES_DO_NOT_COUNT(levels=self.levels, given=len(faces))
            case Withdraw():
                return refusals.NOT_READY()
            case _:
                return refusals.NOT_IN_THIS_VERSION()

    def sample(self, dice: Dice) -> Action:
        """Any of them."""
        return self._faces(dice.roll(len(self), "sample"))


class ReadyMenu(msgspec.Struct, frozen=True, tag="ready"):
    """Someone else is still missing: "ready" can be taken back, and the orca be called."""  # D3.6, D8.2

    orca: bool = False
    """Whether the orca is still there to be called."""

    def __len__(self) -> int:
        return 1 + self.orca

    def __iter__(self) -> Iterator[Action]:
        yield Withdraw()
        if self.orca:
            yield CallOrca()

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.refusal(action) is None

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action is not legal, or None if it is."""
        match action:
            case Withdraw():
                return None
            case CallOrca() if self.orca:
                return None
            case _:
                return refusals.ALREADY_READY()

    def sample(self, dice: Dice) -> Action:
        """Either of them; without the orca the only one there is."""
        return CallOrca() if self.orca and dice.roll(len(self), "sample") else Withdraw()


class ClosedMenu(msgspec.Struct, frozen=True, tag="closed"):
    """Nothing: the game is over, one only watches, or has a companion while others still choose."""

    because: Refusal

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Action]:
        return iter(())

    def __contains__(self, action: object) -> bool:
        return False

    def refusal(self, action: Action) -> Refusal | None:
        """Why nothing is legal."""
        return self.because

    def sample(self, dice: Dice) -> Action:
        """There is nothing to sample."""
        raise IndexError(self.because.text)


DiveMenu = ChoosingMenu | ProgrammingMenu | FacesMenu | ReadyMenu | ClosedMenu
