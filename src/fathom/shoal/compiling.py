"""How kernels are compiled, and where the compiled code is kept.

A kernel is a plain function over numbers and arrays. Numba compiles it at its first call and keeps the result
in the user's cache folder, so that only the first process pays. `NUMBA_DISABLE_JIT=1` runs the same code in
Python.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

import numba
from platformdirs import user_cache_path

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

SOURCES = ("fathom.shoal", "fathom.shoal.dive", "fathom.dive")
"""What compiled kernels are made of: their own code, and the numbers that they take from the rules."""


def kernel(function: Kernel) -> Kernel:
    """A function that is compiled: it calls only kernels, allocates nothing, and knows no Python object.

    It becomes a part of whatever calls it: kernels are small and pass many arrays on, so that this makes them
    twice as fast.
    """
    return _compiled(function, inline="always")


def entry(function: Kernel) -> Kernel:
    """A kernel that stays one function: called from Python, or large and called from more than one place."""
    return _compiled(function, inline="never")


def _compiled(function: Kernel, inline: Literal["always", "never"]) -> Kernel:
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(_FOLDER or "")
    try:
        compiled: Any = numba.njit(cache=_FOLDER is not None, nogil=True, error_model="numpy", inline=inline)(
            function
        )
    finally:
        settings.CACHE_DIR = before
    return cast("Kernel", compiled)


def cache_folder(environment: Mapping[str, str]) -> Path | None:
    """Where compiled code is kept; None where no folder can be written to, and each process compiles anew.

    `NUMBA_CACHE_DIR` if it is set, or else the user's cache folder; a server without a home keeps it beside
    its data (`FATHOM_DATA`). Numba looks only at the file of the function that is called, so every change of
    any kernel has a folder of its own.
    """
    chosen, data = environment.get("NUMBA_CACHE_DIR"), environment.get("FATHOM_DATA")
    candidates = [Path(chosen)] if chosen else [user_cache_path("fathom") / "kernels"]
    candidates += [Path(data) / "kernels"] if data else []
    return next((found for folder in candidates if _writable(found := folder / fingerprint())), None)


def fingerprint() -> str:
    """A few letters that change with any file that the kernels are made of."""
    digest = hashlib.sha256()
    for package in SOURCES:
        for file in sorted(files(package).iterdir(), key=lambda file: file.name):
            if file.name.endswith(".py"):
                digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


_FOLDER = cache_folder(os.environ)
