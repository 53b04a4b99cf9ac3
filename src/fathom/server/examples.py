"""An example for each thing that can be said over HTTP, for the document. Tests hold them to the messages."""

from __future__ import annotations

from typing import Any

EXAMPLES: dict[str, dict[str, Any]] = {
    "open_table": {
        "body": {
            "options": {"game": "dive"},
            "seats": [{"type": "me"}, {"type": "bot", "level": "snorkeler"}],
            "name": "Ada",
        },
        "answer": {"table": "JvE3ujX_OO-e", "seat": 0, "invite": "P52y6c5uLt14e-rTWjslBA"},
    },
    "join_table": {
        "body": {"invite": "P52y6c5uLt14e-rTWjslBA", "name": "Bob"},
        "answer": {"table": "JvE3ujX_OO-e", "seat": 1, "invite": "P52y6c5uLt14e-rTWjslBA"},
    },
    "Act": {
        "body": {
            "id": "my-first-dive",
            "number": 0,
            "action": {"type": "program", "levels": [{"plain": [1]}, {"shark": [2, 3]}]},
        },
        "answer": {"type": "done", "id": "my-first-dive", "number": 1},
    },
    "Draft": {
        "body": {"id": "d1", "number": 0, "action": {"type": "program", "levels": [{"plain": [1]}]}},
        "answer": {"type": "checked", "id": "d1", "refusal": None},
    },
    "Ready": {
        "body": {
            "hash": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
            "commitment": "d19fbe34c1a3b2a1b0ea5d3a5f3f0e9b7c2a2b4c7c6e9d0f1a2b3c4d5e6f7a8b",
        }
    },
    "Reveal": {"body": {"entropy": "00" * 32}},
}
