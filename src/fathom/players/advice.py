"""Advice: the best choices of a seat, from its view and a look and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

MOST = 3
"""Choices that are named."""


class Choice(msgspec.Struct, frozen=True):
    """One of the actions that the game offers, with its odds: a struct of the game's own, or None."""

    action: Any
    odds: Any = None
