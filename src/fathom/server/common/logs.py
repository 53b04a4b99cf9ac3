"""What the server notes about itself: an event and a few fields per line, and never a secret.

No token, invite, seed, name of a person or action is ever noted, and of an error only its kind and the place
in our code: its message could quote a program that nobody may know yet.
"""

from __future__ import annotations

import json
import logging
import traceback
from pathlib import Path
from types import CodeType
from typing import Literal

_log = logging.getLogger("fathom.server")


def note(event: str, **fields: object) -> None:
    """Note something that happened as it should."""
    _log.info("%s%s", event, _written(fields), extra={"event": event, "fields": fields})


def warn(event: str, error: BaseException | None = None, **fields: object) -> None:
    """Note something that should not have happened, with what caused it."""
    if error is not None:
        fields |= cause(error)
    _log.warning("%s%s", event, _written(fields), extra={"event": event, "fields": fields})


def alarm(event: str, **fields: object) -> None:
    """Note something that breaks a promise of the server: whoever runs it has to look."""
    _log.error("%s%s", event, _written(fields), extra={"event": event, "fields": fields})


def cause(error: BaseException) -> dict[str, object]:
    """What may be told about an error: its kind, and where it was raised."""
    return {"error": type(error).__name__, "where": getattr(error, _PLACE, None) or _raised_at(error)}


_PLACE = "raised_at"
"""The attribute of an error that was raised elsewhere than its traceback says."""


def place(error: BaseException, where: str = "") -> None:
    """Let an error keep the place where it was raised, or another one, on its way to another process."""
    setattr(error, _PLACE, where or _raised_at(error))


def defined_at(work: object) -> str:
    """Where a function begins, for errors that happen somewhere in it."""
    code = getattr(work, "__code__", None)
    return f"{Path(code.co_filename).name}:{code.co_firstlineno}" if isinstance(code, CodeType) else "?"


def _raised_at(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"


def _written(fields: dict[str, object]) -> str:
    return "".join(f" {key}={value}" for key, value in fields.items())


class JsonLines(logging.Formatter):
    """One JSON object per line, for machines that collect them."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": getattr(record, "event", None) or _said(record),
            **getattr(record, "fields", {}),
            **_cause_of(record),
        }
        return json.dumps(line, default=str, ensure_ascii=False)


class TextLines(logging.Formatter):
    """One line of text per note, for people."""

    def format(self, record: logging.LogRecord) -> str:
        said = f"{_said(record)}{_written(_cause_of(record))}"
        return f"{self.formatTime(record)} {record.levelname} {record.name} {said}"


def _said(record: logging.LogRecord) -> str:
    """What a note says. Others quote errors and what they were about to do in the lines after their first."""
    return next(iter(record.getMessage().splitlines()), "")


def _cause_of(record: logging.LogRecord) -> dict[str, object]:
    """What may be told about the error that came with a note; a traceback would end with its message."""
    error = record.exc_info[1] if record.exc_info else None
    return {} if error is None else cause(error)


def note_on_stderr(form: Literal["text", "json"] = "text") -> None:
    """Write notes to standard error, unless logging has been set up already."""
    if logging.getLogger().handlers:
        return
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("fathom.server").setLevel(logging.INFO)
