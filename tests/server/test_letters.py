"""The door for scripts: everything that goes over the socket also goes by HTTP, with a token."""

from __future__ import annotations

import hashlib
import re
import secrets
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from fathom.server.common.tokens import TOKEN_BYTES
from fathom.server.http.app import create_app
from fathom.server.http.http_messages import LINGER_SECONDS, LONGEST_WAIT
from fathom.server.protocol import FromClient, Hello
from fathom.table import FastDice, encoded
from tests.server.conftest import NewDiver, StartServer
from tests.server.harbour import BOUND, GAME, OPEN, Frame, Running, SetClock, laid

VIEW = {"position", "happened"}


class Script:
    """Someone who plays over HTTP only, with a token of their own."""

    def __init__(self, server: Running, name: str) -> None:
        self.name = name
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        self.http = httpx.Client(
            base_url=f"http://{server.host}",
            headers={"Authorization": f"Bearer {self.token}"},
            trust_env=False,
            timeout=BOUND,
        )
        self.table = self.invite = ""
        self.number: int | None = None
        self.view: Any = None

    def open(self, *seats: Frame) -> httpx.Response:
        wishes = [{"type": "me"}, *seats]
        asked = {"options": {"game": "dive"}, "seats": wishes, "name": self.name}
        answer = self.http.post("/api/tables", json=asked)
        self.table, self.invite = answer.json()["table"], answer.json()["invite"]
        return answer

    def join(self, table: str, invite: str) -> httpx.Response:
        self.table = table
        return self.http.post(f"/api/tables/{table}/join", json={"invite": invite, "name": self.name})

    def write(self, kind: str, **message: Any) -> httpx.Response:
        return self.http.post(f"/api/tables/{self.table}/{kind}", json=message)

    def read(self, *, wait: float = 0.0) -> list[Frame]:
        asked: dict[str, Any] = {"wait": wait}
        if self.number is not None:
            asked["after"] = self.number
        answer = self.http.get(f"/api/tables/{self.table}/view", params=asked)
        assert answer.status_code == 200, answer.text
        messages: list[Frame] = answer.json()["messages"]
        for message in messages:
            if message["type"] in VIEW:
                self.number, self.view = message["number"], message["view"]
        return messages

    def begin(self) -> None:
        """Get ready and add to the dice, until there is a position to look at."""
        entropy = hashlib.sha256(self.token.encode()).digest()
        messages = self.read()
        for _ in range(20):
            if self.number is not None:
                return
            lobby = messages[0]["lobby"]
            if any(message["type"] == "reveal-now" for message in messages):
                assert self.write("reveal", entropy=entropy.hex()).json()["type"] == "lobby"
            elif not lobby["seats"][lobby["you"]]["ready"] and lobby["phase"] == "lobby":
                ready = {"hash": hashlib.sha256(entropy).hexdigest(), "commitment": lobby["commitment"]}
                assert self.write("ready", **ready).json()["type"] == "lobby"
            messages = self.read(wait=LONGEST_WAIT)
        raise AssertionError("the table does not start")

    def close(self) -> None:
        self.http.close()


@pytest.fixture
def scripts(server: Running) -> Any:
    """Two scripts at a table that has started."""
    ada, bob = Script(server, "Ada"), Script(server, "Bob")
    ada.open(OPEN)
    bob.join(ada.table, ada.invite)
    with ThreadPoolExecutor(2) as together:
        list(together.map(Script.begin, (ada, bob)))
    yield ada, bob
    ada.close()
    bob.close()


def test_every_message_of_the_socket_has_its_letter(server: Running) -> None:
    paths = {route.path for route in create_app(server.services).routes}
    for message in get_args(FromClient):
        if message is not Hello:
            assert f"/api/tables/{{table:str}}/{message.__struct_config__.tag}" in paths


def test_two_scripts_play_a_whole_game(scripts: tuple[Script, Script]) -> None:
    players = scripts
    for count in range(400):
        for seat, script in enumerate(players):
            script.read()
            if script.view["phase"]["type"] == "over":
                record = script.http.get(f"/api/tables/{script.table}/record").json()
                assert record["players"] == ["Ada", "Bob"]
                return
            menu = GAME.actions(msgspec.convert(script.view, GAME.view_type))
            action = menu.sample(FastDice(f"{count}/{seat}"))
            answer = script.write(
                "act", id=f"{count}", number=script.number, action=msgspec.json.decode(encoded(action))
            )
            assert answer.status_code in {200, 422}, answer.text  # 422: the other one is awaited
            if answer.status_code == 200:
                done = {"type": "done", "id": f"{count}"}
                assert answer.json().items() > done.items()
                assert answer.json().keys() - done.keys() == {"number", "sign"}
    raise AssertionError("the game does not end")


def test_a_letter_is_answered_as_the_socket_would_answer(scripts: tuple[Script, Script]) -> None:
    ada, _ = scripts
    program = msgspec.json.decode(encoded(laid(1, 2)))
    assert ada.write("draft", id="d", number=0, action=program).json() == {
        "type": "checked",
        "id": "d",
        "refusal": None,
    }
    refused = ada.write("act", id="x", number=0, action={"type": "withdraw"})
    assert (refused.status_code, refused.json()["code"]) == (422, "not-ready")
    done = ada.write("act", id="a", number=0, action=program)
    assert done.json().items() > {"type": "done", "id": "a", "number": 1}.items()
    assert ada.write("act", id="a", number=0, action=program).json() == done.json(), (
        "sent again, it counts once"
    )
    other = ada.write("act", id="a", number=1, action={"type": "withdraw"})
    assert (other.status_code, other.json()["code"]) == (422, "id-taken")


@pytest.mark.parametrize(
    ("kind", "body", "status", "code"),
    [
        ("act", b"{", 400, "malformed"),
        ("act", b"[" * 30_000, 400, "malformed"),
        ("act", b'{"id": "x"}', 400, "malformed"),
        ("act", b'{"type": "draft", "id": "x", "number": 0, "action": {}}', 400, "malformed"),
        ("act", b'{"id": "x", "number": 0, "action": {"type": "dance"}}', 400, "malformed"),
        ("act", b'{"id": "x", "number": 0, "action": {}, "seat": 1}', 400, "malformed"),
        ("act", b" " * 70_000, 413, "frame-too-large"),
        ("hello", b"{}", 404, "not-found"),
    ],
)
def test_letters_that_are_none(
    scripts: tuple[Script, Script], kind: str, body: bytes, status: int, code: str
) -> None:
    ada, _ = scripts
    answer = ada.http.post(f"/api/tables/{ada.table}/{kind}", content=body)
    assert (answer.status_code, answer.json()["code"]) in {(status, code), (405, "malformed")}


def test_without_the_token_of_the_seat_nothing_is_done(scripts: tuple[Script, Script]) -> None:
    ada, _ = scripts
    act = {"id": "x", "number": 0, "action": msgspec.json.decode(encoded(laid(1)))}
    path = f"/api/tables/{ada.table}/act"
    for headers, status, code in (
        ({"Authorization": ""}, 401, "bad-token"),
        ({"Authorization": "Bearer nonsense"}, 401, "bad-token"),
        ({"Authorization": f"Basic {ada.token}"}, 401, "bad-token"),
        ({"Authorization": f"Bearer {secrets.token_urlsafe(TOKEN_BYTES)}"}, 403, "only-seated"),
        ({"Origin": "http://elsewhere.example"}, 403, "foreign-origin"),
    ):
        answer = ada.http.post(path, json=act, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert ("www-authenticate" in answer.headers) == (status == 401)
    ada.read()
    assert ada.number == 0


def test_who_brings_a_token_gets_no_cookie(server: Running) -> None:
    ada = Script(server, "Ada")
    answer = ada.open(OPEN)
    assert "set-cookie" not in answer.headers
    assert ada.token not in answer.text
    assert [table["you"] for table in ada.http.get("/api/tables").json()] == [0]
    ada.close()


def test_the_cookie_of_a_seat_opens_letters_too(server: Running, diver: NewDiver) -> None:
    ada = diver(server, "Ada")
    ada.open(OPEN)
    eve = Script(server, "Eve")
    answer = ada.http.get(f"/api/tables/{ada.table}/view").json()
    assert [message["type"] for message in answer["messages"]] == ["lobby"]
    assert answer["messages"][0]["lobby"]["you"] == 0
    eve.table = ada.table
    assert eve.read()[0]["lobby"]["you"] is None
    eve.close()


# ── Waiting ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_reading_waits_until_something_happens(scripts: tuple[Script, Script]) -> None:
    ada, bob = scripts
    heard: list[list[Frame]] = []
    waiting = threading.Thread(target=lambda: heard.append(bob.read(wait=LONGEST_WAIT)))
    waiting.start()
    ada.write("act", id="a", number=0, action=msgspec.json.decode(encoded(laid(1))))
    waiting.join(BOUND)
    assert [message["number"] for message in heard[0] if message["type"] == "happened"] == [1]


def test_reading_waits_only_so_long(start_server: StartServer) -> None:
    clock = SetClock()
    server = start_server(clock=clock)
    ada, bob = Script(server, "Ada"), Script(server, "Bob")
    ada.open(OPEN)
    heard: list[list[Frame]] = []
    waiting = threading.Thread(target=lambda: heard.append(ada.read(wait=20)))
    waiting.start()
    clock.wait_for_alarm(20)
    clock.advance(20)
    waiting.join(BOUND)
    assert [message["type"] for message in heard[0]] == ["lobby"]
    assert heard[0][0]["lobby"]["seats"][0]["connected"], "who reads is here"
    bob.join(ada.table, ada.invite)
    assert bob.read()[0]["lobby"]["seats"][0]["connected"]
    clock.advance(LINGER_SECONDS)
    seats = httpx.get(f"http://{server.host}/api/tables/{ada.table}").json()["seats"]
    assert [seat["connected"] for seat in seats] == [False, False], "who reads no more is gone"
    ada.close()
    bob.close()


@pytest.mark.parametrize("query", ["after=-1", "after=x", "wait=31", "wait=-1", "wait=x", "after=1.5"])
def test_questions_that_are_none(scripts: tuple[Script, Script], query: str) -> None:
    ada, _ = scripts
    answer = ada.http.get(f"/api/tables/{ada.table}/view?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_who_was_away_gets_what_they_missed(scripts: tuple[Script, Script]) -> None:
    ada, bob = scripts
    ada.write("act", id="a", number=0, action=msgspec.json.decode(encoded(laid(1))))
    bob.write("act", id="b", number=0, action=msgspec.json.decode(encoded(laid(1))))
    assert [message["number"] for message in ada.read() if message["type"] == "happened"] == [1, 2]
    assert not [message for message in ada.read() if message["type"] in VIEW], "nothing is told twice"
    ada.number = 10**6
    assert [message["number"] for message in ada.read() if message["type"] == "position"] == [2]


def test_the_bot_in_the_documentation_plays_a_whole_game(server: Running, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/http.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    assert len(program.splitlines()) <= 36
    file = tmp_path / "bot.py"
    file.write_text(program, encoding="utf-8")
    command = [sys.executable, str(file), f"http://{server.host}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=BOUND * 3, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"places: \[[12], [12]\]\n", done.stdout)
