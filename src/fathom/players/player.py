"""Who sits at a table without being a person: something that decides from a view and a look."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from fathom.table import AnyGame, Dice, Seat

ViewT_contra = TypeVar("ViewT_contra", contravariant=True)
LookT_contra = TypeVar("LookT_contra", contravariant=True)
LookT_co = TypeVar("LookT_co", covariant=True)
StateT_contra = TypeVar("StateT_contra", contravariant=True)
ActionT_co = TypeVar("ActionT_co", covariant=True)


class Player(Protocol[ViewT_contra, LookT_contra, ActionT_co]):
    """Decides for a seat that is awaited.

    A player never gets the state. It keeps nothing from one decision to the next, so the same view, the same
    look and the same dice give the same action, unless a player's time is up before it is done.
    """

    def choose(self, view: ViewT_contra, look: LookT_contra, dice: Dice) -> ActionT_co:
        """One of the actions that the game offers this view. The dice are the player's, not the table's."""
        ...


class Eyes(Protocol[StateT_contra, LookT_co]):
    """How a seat comes to see what lies on the table but is in no view, such as Dive's stack of cards.

    Only the code that runs a table uses eyes, because they are held to the true state; the player gets
    nothing but the look that they return.
    """

    def look(self, state: StateT_contra, seat: Seat, dice: Dice) -> LookT_co:
        """What the seat sees now.

        Fresh dice from the same seed give the same look while there is the same to be seen, so looking twice
        shows nothing new.
        """
        ...


AnyPlayer = Player[Any, Any, Any]
AnyEyes = Eyes[Any, Any]


class RandomPlayer:
    """Plays any game, and anything that is legal in it."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(self, view: Any, look: object, dice: Dice) -> Any:
        """Any of the legal actions, all equally likely."""
        return self._game.actions(view).sample(dice)
