"""The rounds that the client's sentences are held against are those that the engine tells."""

from __future__ import annotations

from tests.dive.told_rounds import FILE, text


def test_the_told_rounds_are_fresh() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "python -m tests.dive.told_rounds"
