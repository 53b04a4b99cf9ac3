"""What the server notes about itself: an event and a few fields per line, and never a secret.

No token, invite, seed, name of a person or action is ever noted, and of an error only its kind and the place
in our code: its message could quote a program that nobody may know yet.
"""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

_log = logging.getLogger("fathom.server")


def note(event: str, **fields: object) -> None:
    """Note something that happened as it should."""
    _log.info("%s%s", event, _written(fields))


def warn(event: str, error: BaseException | None = None, **fields: object) -> None:
    """Note something that should not have happened, with what caused it."""
    if error is not None:
        fields |= cause(error)
    _log.warning("%s%s", event, _written(fields))


def cause(error: BaseException) -> dict[str, object]:
    """What may be told about an error: its kind, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
    return {"error": type(error).__name__, "where": where}


def _written(fields: dict[str, object]) -> str:
    return "".join(f" {key}={value}" for key, value in fields.items())
