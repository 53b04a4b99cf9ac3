"""Chance in a kernel: a generator per game that only counts, so that game i is the same whatever others do.

Word k of a seed is `word(stream(seed), k)`, a pure function of both (the finalizer of SplitMix64 over a Weyl
sequence that begins where the seed says). A roll takes the upper 32 bits of a word; with at most 100,000
sides no value is likelier than another by more than 1 in 40,000. Nothing here withstands a cheat: tables use
fair dice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fathom.shoal.compiling import kernel

_WEYL = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@kernel
def mixed(bits: Any) -> Any:
    """A number of 64 bits in which each bit depends on all bits of the given one."""
    bits = (bits ^ (bits >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


@kernel
def stream(seed: Any) -> Any:
    """Where the sequence of a seed begins; neighbouring seeds begin far apart."""
    return mixed(seed + _WEYL)


@kernel
def word(begin: Any, count: Any) -> Any:
    """Word number `count` of a stream; both are `np.uint64`."""
    return mixed(begin + count * _WEYL)


@kernel
def roll(bits: Any, sides: int) -> int:
    """One of 0 … sides - 1 from a word."""
    return int(((bits >> _32) * np.uint64(sides)) >> _32)
