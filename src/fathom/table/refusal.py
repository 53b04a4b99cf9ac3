"""Why something is not allowed: the clause, a code for the browser, a sentence for everyone else."""

from __future__ import annotations

import msgspec

Value = int | str


class Refusal(msgspec.Struct, frozen=True):
    """One reason why an action, a set of options or a seat count is not allowed.

    The browser turns `code` and `values` into the reader's language; `text` is the same in English,
    for the command line, scripts and logs. `clause` is the rule's id in `docs/rules/`.
    """

    code: str
    clause: str
    text: str
    values: dict[str, Value] = {}

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


class Objection(msgspec.Struct, frozen=True):
    """A refusal waiting for its particulars: games list theirs once, next to the clause they rest on."""

    code: str
    clause: str
    sentence: str

    def __call__(self, **values: Value) -> Refusal:
        return Refusal(self.code, self.clause, self.sentence.format(**values), values)


class Refused(Exception):
    """Raised instead of an illegal change; whatever was asked to change is exactly as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
