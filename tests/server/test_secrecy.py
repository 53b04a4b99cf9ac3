"""Nobody learns what their seat may not know: games recorded in pairs of worlds that differ only in that."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fathom.dive import Program
from fathom.server.game import frames
from fathom.server.game.play import Moment
from fathom.table import AnyGame, Reader
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Diver, Line, SetClock, laid, repeatable

Sit = Callable[..., Pair]
HTTP = ("", "/looks/1", "/record")


def heard(
    start_server: StartServer, diver: NewDiver, folder: Path, program: Program
) -> tuple[list[str], list[str]]:
    """What Bob and a spectator get while Ada alone is ready with this program; and what Bob gets then."""
    server = start_server(folder, clock=SetClock(), random=repeatable("the same world"))
    ada, bob, eve = (diver(server, name) for name in ("Ada", "Bob", "Eve"))
    ada.open(OPEN)
    bob.join(ada)
    eve.table = ada.table
    a, b = ada.start(bob)
    lines = [b, eve.line()]
    for line in (a, *lines):
        line.until("look-ready")
    a.draft(Program())
    a.draft(program)
    assert a.act(program)["type"] == "done"
    for line in lines:
        line.until("happened", number=1)
        assert line.quiet() == []
    answers = [answer for one in (bob, eve) for answer in _answers(one)]
    again = bob.line(after=0)
    again.until("happened", number=1)
    secret = [frame for line in (*lines, again) for frame in line.frames] + answers
    assert lines[0].act(laid(5))["type"] == "done"
    revealed = list(lines[0].frames)
    return secret, revealed


def _answers(diver: Diver) -> list[str]:
    """What the server answers over HTTP, pictures included."""
    answers = [diver.get(path) for path in HTTP]
    look = answers[1].json()
    pictures = [
        *(look["views"], *look["rows"], look["centre"], look["large"], look["thumb"]),
        *(*look["lifted"], *look["outlines"]),
    ]
    answers += [diver.http.get(path) for path in pictures]
    answers.append(diver.http.get("/api/tables"))
    return [f"{answer.status_code} {_headers(answer.headers)} {answer.content.hex()}" for answer in answers]


def _headers(headers: Any) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in headers.items() if name != "date")


def in_two_worlds(
    start_server: StartServer, diver: NewDiver, tmp_path: Path
) -> tuple[list[str], list[str], list[str], list[str]]:
    one = heard(start_server, diver, tmp_path / "one", laid(1, 2))
    two = heard(start_server, diver, tmp_path / "two", laid((3, 4), 5, sharks=(1, 2)))
    return *one, *two


def test_no_byte_tells_what_another_seat_has_programmed(
    start_server: StartServer, diver: NewDiver, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "fathom")
    one, shown, two, shown_too = in_two_worlds(start_server, diver, tmp_path)
    assert one == two
    assert shown != shown_too, "after the reveal the worlds must differ, or this compares nothing"
    noted = [record.getMessage() for record in caplog.records if record.name.startswith("fathom")]
    assert noted[: len(noted) // 2] == noted[len(noted) // 2 :] != []


def test_a_leak_would_be_found(
    start_server: StartServer, diver: NewDiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A view that is stripped instead of built, and forgets to strip."""
    honest = frames.happened

    def leaking(game: AnyGame, moment: Moment, reader: Reader, left: float | None) -> bytes:
        frame = json.loads(honest(game, moment, reader, left))
        frame["view"]["phase"]["undo"] = [
            program is not None and len(program.levels[0].tokens)
            for program in getattr(moment.state.phase, "programs", ())
        ]
        return json.dumps(frame, separators=(",", ":")).encode()

    monkeypatch.setattr(frames, "happened", leaking)
    one, _, two, _ = in_two_worlds(start_server, diver, tmp_path)
    assert one != two


def test_spectators_see_no_more_than_any_seat(start_server: StartServer, pair: Sit, diver: NewDiver) -> None:
    both = pair(start_server())
    eve = diver(both.ada.host, "Eve")
    watching = eve.line(table=both.ada.table)
    watching.until("position")
    both.a.act(laid(1, 2))
    watching.until("happened", number=1)
    both.b.until("happened", number=1)
    for line in (both.a, both.b):
        mine = {**line.view, "reader": None, "phase": {**line.view["phase"], "yours": None}}
        assert watching.view == mine


def test_secrets_are_nowhere_before_the_end(start_server: StartServer, pair: Sit) -> None:
    server = start_server()
    both = pair(server)
    secret = next(iter(_rows(both.a, server.log)))
    said = "".join(both.a.frames + both.b.frames + [answer.lower() for answer in _answers(both.ada)])
    for value in secret:
        assert value.hex() not in said


def test_of_tokens_and_invites_only_hashes_are_kept(start_server: StartServer, pair: Sit) -> None:
    server = start_server()
    both = pair(server)
    server.stop()
    kept = b"".join(path.read_bytes() for path in server.log.parent.glob("*.sqlite3*"))
    for secret in (both.ada.http.cookies["fathom"], both.bob.http.cookies["fathom"], both.ada.invite):
        assert len(secret) * 6 >= 128
        assert secret.encode() not in kept


def _rows(line: Line, path: Path) -> list[tuple[bytes, ...]]:
    import sqlite3

    db = sqlite3.connect(path)
    rows = db.execute("SELECT seed, salt FROM tables").fetchall()
    db.close()
    return rows
