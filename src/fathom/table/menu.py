"""What a seat may do now, without having to write it all out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

from fathom.table.dice import Dice
from fathom.table.refusal import Refusal

ActionT = TypeVar("ActionT")


class Menu(Protocol[ActionT]):
    """The legal actions of one seat in one position.

    A menu is a value (equal menus offer the same) and lazy: counting, asking and sampling never list the
    actions, of which there may be thousands. It depends only on what the seat may know.
    """

    def __len__(self) -> int:
        """How many actions there are."""
        ...

    def __iter__(self) -> Iterator[ActionT]:
        """Every action once, in a fixed order."""
        ...

    def __contains__(self, action: object) -> bool:
        """Whether the action is legal."""
        ...

    def refusal(self, action: ActionT) -> Refusal | None:
        """Why the action is not legal, or None if it is."""
        ...

    def sample(self, dice: Dice) -> ActionT:
        """One of the actions, all equally likely. There must be at least one."""
        ...
