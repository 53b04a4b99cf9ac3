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
        "answer": {"type": "done", "id": "my-first-dive", "number": 1, "sign": "rGr9uhMJ5b8-OKHSFRWYvQ"},
    },
    "Draft": {
        "body": {"id": "d1", "number": 0, "action": {"type": "program", "levels": [{"plain": [1]}]}},
        "answer": {"type": "checked", "id": "d1", "refusal": None},
    },
    "TakeBack": {
        "body": {"id": "never-mind", "number": 7},
        "answer": {"type": "done", "id": "never-mind", "number": 8, "sign": "rGr9uhMJ5b8-OKHSFRWYvQ"},
    },
    "AgreeToTakeBack": {"body": {"number": 7}},
    "RefuseToTakeBack": {"body": {"number": 7}},
    "Recount": {
        "body": {"after": 0},
        "answer": {
            "type": "story",
            "after": 0,
            "entries": [{"number": 1, "events": [{"type": "ready", "seat": 0}]}],
            "number": 1,
            "ended": False,
        },
    },
    "Ready": {
        "body": {
            "hash": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
            "commitment": "d19fbe34c1a3b2a1b0ea5d3a5f3f0e9b7c2a2b4c7c6e9d0f1a2b3c4d5e6f7a8b",
        }
    },
    "Unready": {"body": {}},
    "Reveal": {"body": {"entropy": "00" * 32}},
    "Start": {"body": {}},
    "Rename": {"body": {"name": "Ada"}},
    "Paint": {"body": {"colour": "sky"}},
    "Order": {"body": {"seats": [1, 0]}},
    "SetSeat": {"body": {"seat": 1, "wish": {"type": "bot", "level": "snorkeler"}}},
    "StandUp": {"body": {}},
    "Resign": {"body": {}},
    "Kick": {"body": {"seat": 1}},
    "Mute": {"body": {"seat": 1, "muted": True}},
    "HandOver": {"body": {"seat": 1}},
    "Close": {"body": {}},
    "Renew": {
        "body": {},
        "answer": {"type": "invite", "invite": "q0nB8jW5xW2mTn0TQ6v0Zg", "code": "W67G-HGPB"},
    },
    "Agree": {"body": {"settings": {"public": True, "clock": {"type": "per-decision", "seconds": 90}}}},
    "PlayWith": {"body": {"options": {"game": "dive", "companions": True}}},
    "StandIn": {"body": {"seat": 1}},
    "Rematch": {"body": {}},
    "Say": {
        "body": {"text": "What a dive!"},
        "answer": {
            "type": "said",
            "line": {"number": 1, "seat": 0, "phrase": "", "text": "What a dive!", "at": 1794800000.0},
        },
    },
    "SayPhrase": {
        "body": {"phrase": "well-played"},
        "answer": {
            "type": "said",
            "line": {"number": 2, "seat": 0, "phrase": "well-played", "text": "", "at": 1794800001.0},
        },
    },
    "Shown": {"body": {"number": 3}},
    "Ripple": {"body": {"round": 1, "across": 0.25, "down": 0.5}},
    "Torch": {"body": {"across": 0.25, "down": 0.5, "on": True}},
}
