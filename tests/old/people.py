"""People who play over HTTP, as `docs/http.md` describes it; nothing here knows the server's code."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from typing import Any

import httpx
import msgspec

from fathom.guests import rules
from fathom.players import AnyPlayer
from fathom.table import FastDice, Record, encoded, read_record
from tests.old.expected import Json, OldAct

BOUND = 60.0
"""Seconds after which an answer counts as missing."""

STEPS = 2000
"""Requests after which a game counts as stuck."""


def token_of(name: str) -> str:
    """A bearer token that is always the same."""
    return urlsafe_b64encode(hashlib.sha256(f"token of {name}".encode()).digest()).rstrip(b"=").decode()


class Position(msgspec.Struct, frozen=True):
    """Where a table stands for one reader."""

    number: int
    view: Any
    left: float | None
    result: Any

    @property
    def over(self) -> bool:
        return self.result is not None


class Person:
    """Someone with a token, at any number of tables of one server."""

    def __init__(self, address: str, name: str, token: str | None) -> None:
        self.name = name
        self.players: dict[str, AnyPlayer] = {}
        """Who decides for this person, by game; without one anything legal is played."""
        self.acts: dict[str, OldAct] = {}
        """The last action at each table."""
        self.entropy = hashlib.sha256(f"entropy of {name}".encode()).digest()
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.http = httpx.Client(
            base_url=address, headers=headers, timeout=BOUND, trust_env=False, verify=False
        )

    def close(self) -> None:
        self.http.close()

    # ── Asking ─────────────────────────────────────────────────────────────────────────────────────────────

    def get(self, path: str, **query: Any) -> Any:
        """What is at this address."""
        answer = self.http.get(f"/api/{path}", params=query)
        assert answer.status_code == 200, f"{self.name} asks for {path}: {answer.text}"
        return answer.json()

    def post(self, path: str, body: object = None) -> Any:
        """Post something, and return the answer."""
        answer = self.http.post(f"/api/{path}", json={} if body is None else body)
        assert answer.is_success, f"{self.name} posts to {path}: {answer.text}"
        return answer.json() if answer.content else None

    def say(self, table: str, kind: str, **fields: Any) -> Any:
        """Send one of the messages that the socket of a table takes, and return the answer."""
        return self.post(f"tables/{table}/{kind}", fields)

    def refusal(self, path: str, body: object = None) -> Json:
        """The refusal with which something is answered: a GET, or a POST if there is a body."""
        url = f"/api/{path}"
        answer = self.http.get(url) if body is None else self.http.post(url, json=body)
        assert answer.is_client_error or answer.is_server_error, f"{path} was not refused: {answer.text}"
        refusal: Json = answer.json()
        assert " " in refusal["text"], f"{path} was refused without a sentence: {refusal}"
        return refusal

    # ── Sitting down ───────────────────────────────────────────────────────────────────────────────────────

    def open(self, options: Json, *seats: Json, settings: Json | None = None) -> Json:
        """Open a table at which the first seat is mine; returns its id and the invite."""
        asked = {
            "options": options,
            "seats": [{"type": "me"}, *seats],
            "name": self.name,
            "settings": settings or {},
        }
        seated: Json = self.post("tables", asked)
        return seated

    def join(self, table: str, invite: str) -> Json:
        seated: Json = self.say(table, "join", invite=invite, name=self.name)
        return seated

    def lobby(self, table: str) -> Json:
        lobby: Json = self.get(f"tables/{table}")
        return lobby

    def get_ready(self, table: str) -> None:
        announced = hashlib.sha256(self.entropy).hexdigest()
        self.say(table, "ready", hash=announced, commitment=self.lobby(table)["commitment"])

    def reveal(self, table: str) -> None:
        self.say(table, "reveal", entropy=self.entropy.hex())

    # ── Playing ────────────────────────────────────────────────────────────────────────────────────────────

    def hear(self, table: str, after: int | None = None, wait: float = 0.0) -> list[Json]:
        """What the socket would have brought after that entry; waits for news up to so many seconds."""
        asked: Json = {"wait": wait} if after is None else {"wait": wait, "after": after}
        messages: list[Json] = self.get(f"tables/{table}/view", **asked)["messages"]
        return messages

    def look(self, table: str) -> Position:
        """Where the table stands for me."""
        told = [message for message in self.hear(table) if message["type"] == "position"]
        return msgspec.convert(told[-1], Position)

    def decision(self, table: str, game: str, seed: str) -> tuple[int, Json] | None:
        """Some legal action and the entry that it follows; None if I have nothing to decide."""
        seen = self.look(table)
        view = msgspec.convert(seen.view, rules(game).view_type)
        menu = rules(game).actions(view)
        dice = FastDice(f"{seed}/{self.name}/{seen.number}")
        action = menu.sample(dice) if len(menu) else None
        if action is None or action.__struct_config__.tag == "withdraw":
            return None  # whoever can only take a decision back has made it
        if game in self.players:
            action = self.players[game].choose(view, None, dice)
        return seen.number, json.loads(encoded(action))

    def act(self, table: str, number: int, action: Json) -> int:
        """Play an action; returns the number of its entry."""
        return self.send(table, {"id": f"{self.name}-{number}", "number": number, "action": action})

    def send(self, table: str, act: Json) -> int:
        """Send the message that plays an action, perhaps again; returns the number of its entry."""
        done = self.say(table, "act", **act)
        assert done["type"] == "done"
        entry: int = done["number"]
        self.acts[table] = OldAct(self.name, act, entry)
        return entry

    def end(self, table: str) -> Record:
        """Close a table that I host, unless its game is over by now; returns the record of it."""
        answer = self.http.post(f"/api/tables/{table}/close", json={})
        assert answer.is_success or answer.json()["code"] == "ended", answer.text
        return self.record(table)

    def record(self, table: str) -> Record:
        """The record of a game that has ended."""
        return read_record(self.http.get(f"/api/tables/{table}/record").content)

    def decide(self, table: str, game: str, seed: str) -> bool:
        """Play something legal, if I have anything to decide."""
        found = self.decision(table, game, seed)
        if found is not None:
            self.act(table, *found)
        return found is not None


def begin(table: str, *people: Person) -> None:
    """See a table that has everyone through to its first position."""
    for _ in range(STEPS):
        for person in people:
            lobby = person.lobby(table)
            if lobby["phase"] == "lobby" and not lobby["seats"][lobby["you"]]["ready"]:
                person.get_ready(table)
            elif lobby["phase"] == "revealing":
                # Refused if everyone was sent back to the lobby a moment ago: then all get ready again.
                person.http.post(f"/api/tables/{table}/reveal", json={"entropy": person.entropy.hex()})
            elif lobby["phase"] == "playing":
                return
    raise AssertionError(f"{table} does not begin")


def play(table: str, game: str, seed: str, *people: Person, moves: int | None = None) -> Position:
    """Play to the end, or for so many moves and on until no limit of the rules is running."""
    for _ in range(STEPS):
        seen = people[0].look(table)
        if seen.over or (moves is not None and seen.number >= moves and seen.left is None):
            return seen
        if not any(person.decide(table, game, seed) for person in people):
            people[0].hear(table, seen.number, wait=20)  # a bot is thinking
    raise AssertionError(f"{table} is stuck")
