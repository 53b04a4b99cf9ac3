"""No secret is noted or told in an error: a whole game, and everything going wrong that can."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from fathom.server.common.logs import JsonLines, TextLines
from fathom.server.game import bots
from fathom.server.protocol import SayPhrase
from fathom.server.room import Room
from fathom.server.room.asks import Message
from fathom.server.room.reading import Reading
from fathom.server.serving import configured
from fathom.server.store import NotWritten, SqliteStore
from fathom.table import encoded
from tests.server.conftest import NewDiver, StartServer
from tests.server.harbour import OPEN, Diver, Frame, Line, Running, bot, laid

SAID = "There is a shark under the reef"
PROGRAM = laid((1, 2), (3, 4), 5, sharks=(2,))
ELSEWHERE = ("httpx", "httpcore", "websockets.client", "uvicorn.access")
"""What the divers of these tests note, who know their own secrets; and what Uvicorn notes of every request,
which Fathom switches off and pytest on again."""


class Game:
    """Ada and Bob have begun a game; Eve tries to get in. Keeps every refusal that anyone was given."""

    def __init__(self, server: Running, diver: NewDiver) -> None:
        self.server = server
        self.ada, self.bob = diver(server, "Ada Lovelace"), diver(server, "Bob Ross")
        self.phone, self.eve = diver(server, "Bob Ross"), diver(server, "Eve")
        self.refused: list[str] = []
        self.ada.open(OPEN)
        self.code: str = self.ada.get().json()["code"]
        self.bob.table = self.bob.http.get(f"/api/codes/{self.code}").json()["table"]
        assert self.bob.try_join(self.bob.table, self.code).status_code == 200
        self.a, self.b = self.ada.start(self.bob)
        self.link: str = self.bob.http.post(self.at("link")).json()["link"]
        assert self.phone.http.post(self.at("return"), json={"link": self.link}).status_code == 200
        row = server.tables._rooms[self.ada.table].row
        self.secrets: dict[str, str | bytes] = {
            "Ada's cookie": self.ada.http.cookies["fathom"],
            "Bob's cookie": self.bob.http.cookies["fathom"],
            "the phone's cookie": self.phone.http.cookies["fathom"],
            "the invite": self.ada.invite,
            "the personal link": self.link,
            "the short code": self.code,
            "the code as it is kept": self.code.replace("-", ""),
            "the seed": row.secrets.seed,
            "the salt": row.secrets.salt,
            "what Ada adds to the dice": self.ada.entropy,
            "what Bob adds to the dice": self.bob.entropy,
            "a program": encoded(PROGRAM),
            "a program as Python writes it": repr(PROGRAM),
            "what was said": SAID,
            "Ada's name": self.ada.name,
            "Bob's name": self.bob.name,
        }

    def at(self, path: str) -> str:
        return f"/api/tables/{self.ada.table}/{path}"

    def ask(self, who: Diver, path: str, body: Frame | None = None, **headers: str) -> None:
        """Ask for something that is refused."""
        if body is None:
            answer = who.http.get(path, headers=headers)
        else:
            answer = who.http.post(path, json=body, headers=headers)
        assert answer.status_code >= 400, path
        self.refused.append(answer.text)

    def worst(self) -> RuntimeError:
        """An error that says everything."""
        return RuntimeError(" ".join(form for value in self.secrets.values() for form in forms(value)))

    def play(self) -> None:
        """Play to the end."""
        for number in range(200):
            if self.a.over:
                return
            self.a.act(PROGRAM if number == 0 else self.a.any_action(f"a{number}"))
            self.b.act(self.b.any_action(f"b{number}"))
            while self.a.number < self.b.number:
                self.a.until("happened")
        raise AssertionError("the game does not end")


def forms(secret: str | bytes) -> Iterator[str]:
    """How a secret could be written down."""
    if isinstance(secret, str):
        yield secret
    else:
        yield from (secret.hex(), repr(secret)[2:-1])


def written(record: logging.LogRecord) -> str:
    """A note in every form in which it can be had: both kinds of lines, and what was handed to them."""
    fields = {name: value for name, value in record.__dict__.items() if name in {"event", "fields"}}
    return f"{TextLines().format(record)}\n{JsonLines().format(record)}\n{fields}"


@pytest.fixture
def game(start_server: StartServer, diver: NewDiver, caplog: pytest.LogCaptureFixture) -> Game:
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.DEBUG, "fathom")
    return Game(start_server(), diver)


def found(game: Game, caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    """Every secret that is in a note or in a refusal."""
    places = {
        "notes": "\n".join(written(one) for one in caplog.records if not one.name.startswith(ELSEWHERE)),
        "errors": "\n".join(game.refused),
    }
    return [
        (place, name)
        for place, text in places.items()
        for name, secret in game.secrets.items()
        if any(form in text for form in forms(secret))
    ]


def test_no_secret_of_a_whole_game_is_noted_or_kept(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    ada, eve = game.ada, game.eve
    game.a.say({"type": "say", "text": SAID})
    game.a.until("said")
    game.ask(eve, game.at("join"), {"invite": "wrong", "name": "Eve"})
    game.ask(eve, game.at("return"), {"link": game.link})
    game.ask(eve, game.at("say"), {"text": "Where is the shark?"})
    game.ask(eve, f"/api/codes/{game.code}")
    game.ask(eve, game.at("view"), Authorization=f"Bearer {ada.http.cookies['fathom']}x")
    game.ask(eve, "/api/nothing")
    game.ask(ada, game.at("record"))
    game.play()
    game.ask(ada, game.at("start"), {})
    for line in (game.a, game.b):
        game.refused += [frame for frame in line.frames if '"refused"' in frame]
    store = game.server.services.store
    assert isinstance(store, SqliteStore)
    game.server.stop()
    assert "table-over" in caplog.text
    assert found(game, caplog) == []
    hashed = ["Ada's cookie", "Bob's cookie", "the phone's cookie", "the invite", "the personal link"]
    kept = b"".join(path.read_bytes() for path in store.path.parent.glob("*"))
    for name in hashed:
        (secret,) = forms(game.secrets[name])
        assert len(secret) * 6 >= 128
        assert secret.encode() not in kept, name


def in_the_store(game: Game, patch: pytest.MonkeyPatch) -> str:
    """What could not be written down is quoted by the database."""

    async def failing(*_: Any) -> Any:
        raise NotWritten(str(game.worst()))

    patch.setattr(game.server.services.store, "add_talk", failing)
    game.ask(game.ada, game.at("say"), {"text": SAID})
    return "not-written"


def in_the_room(game: Game, patch: pytest.MonkeyPatch) -> str:
    """Something that nobody foresaw, while a program is checked."""

    async def failing(self: Room, *_: Any) -> Any:
        raise game.worst()

    patch.setattr(Room, "draft", failing)
    game.a.say({"type": "draft", "id": "laid", "number": 0, "action": {"type": "withdraw"}})
    refusals_until_closed(game, game.a)
    return "room-failed"


def in_an_answer(game: Game, patch: pytest.MonkeyPatch) -> str:
    """The same for a request."""

    async def failing(*_: Any) -> Any:
        raise game.worst()

    patch.setattr(Reading, "look", failing)
    game.ask(game.ada, game.at("looks/1"))
    return "request-failed"


def in_a_line(game: Game, patch: pytest.MonkeyPatch) -> str:
    """The same for a socket."""

    async def failing(self: Room, asked: Any) -> Any:
        if isinstance(asked, Message) and isinstance(asked.said, SayPhrase):
            raise game.worst()
        return await room_asks(self, asked)

    room_asks = Room.ask
    patch.setattr(Room, "ask", failing)
    game.a.say({"type": "phrase", "phrase": "hello"})
    refusals_until_closed(game, game.a)
    return "line-failed"


def in_a_bot(game: Game, patch: pytest.MonkeyPatch) -> str:
    """A bot's process fails, and says about what."""

    async def failing(*_: Any) -> bytes:
        raise game.worst()

    patch.setattr(bots, "decide", failing)
    game.ada.open(bot("random"))
    game.ada.line().until("bot-failed")
    return "bot-failed"


def in_the_background(game: Game, patch: pytest.MonkeyPatch) -> str:
    """A task fails that nobody waits for: the event loop notes it."""

    async def failing() -> None:
        raise game.worst()

    async def forgetful(self: Room, asked: Any) -> Any:
        task = asyncio.create_task(failing())
        await asyncio.wait([task])

    patch.setattr(Room, "ask", forgetful)
    game.a.say({"type": "torch", "across": 0.5, "down": 0.5, "on": True})
    game.a.quiet()
    return "Task exception was never retrieved"


def refusals_until_closed(game: Game, line: Line) -> None:
    """Read a line to its end, and why it ended."""
    with pytest.raises(ConnectionClosed) as closed:
        line.until("nothing of the kind")
    game.refused += [frame for frame in line.frames if '"refused"' in frame]
    game.refused.append(str(closed.value))


def test_requests_are_not_noted(game: Game) -> None:
    """Their addresses have codes in them."""
    assert not configured(game.server.services).access_log


@pytest.mark.parametrize(
    "failure", [in_the_store, in_the_room, in_an_answer, in_a_line, in_a_bot, in_the_background]
)
def test_of_an_error_only_its_kind_and_place_are_noted(
    game: Game,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    failure: Callable[[Game, pytest.MonkeyPatch], str],
) -> None:
    event = failure(game, monkeypatch)
    game.ada.http.get("/health")
    game.server.stop()
    noted = "\n".join(written(one) for one in caplog.records if not one.name.startswith(ELSEWHERE))
    assert event in noted
    assert "RuntimeError" in noted or "NotWritten" in noted
    assert found(game, caplog) == []
