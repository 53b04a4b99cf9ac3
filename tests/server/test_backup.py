"""`fathom backup`: a whole copy while the server writes, or none at all."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from tests.cli.command import fathom
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import BOUND

Sit = Callable[..., Pair]


def test_a_copy_made_while_people_play_is_a_log_to_go_on_with(
    start_server: StartServer, pair: Sit, diver: NewDiver, tmp_path: Path
) -> None:
    server = start_server(tmp_path / "here")
    both = pair(server)
    assert both.a.act(both.a.any_action("1"))["number"] == 1
    playing = threading.Thread(target=lambda: [both.b.draft(both.b.any_action(str(at))) for at in range(40)])
    playing.start()
    copy = tmp_path / "there" / "fathom.sqlite3"
    copy.parent.mkdir()
    said = fathom("backup", copy, "--data", tmp_path / "here")
    playing.join(BOUND)
    assert (said.code, said.err) == (0, "")
    assert said.out.replace("\n", " ") == f"1 table copied to {copy}. "
    assert [path.name for path in copy.parent.iterdir()] == ["fathom.sqlite3"]
    assert copy.stat().st_mode & 0o077 == 0

    ada = diver(start_server(copy.parent), "Ada")
    ada.http.cookies["fathom"] = both.ada.http.cookies["fathom"]
    line = ada.line(after=0, table=both.ada.table)
    assert line.until("happened")["number"] == 1


def test_nothing_is_overwritten_and_what_is_missing_is_named(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    said = fathom("backup", copy, "--data", tmp_path)
    assert said.code == 1
    assert "there is no log here" in said.err
    copy.write_text("mine")
    (tmp_path / "fathom.sqlite3").touch()
    said = fathom("backup", copy, "--data", tmp_path)
    assert said.code == 1
    assert "exists already" in said.err
    assert copy.read_text() == "mine"


def test_a_log_that_cannot_be_copied_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "fathom.sqlite3").write_bytes(b"no database at all, but long enough to look at" * 100)
    said = fathom("backup", tmp_path / "copy", "--data", tmp_path)
    assert said.code == 1
    assert "cannot be copied: file is not a database" in said.err
    assert [path.name for path in tmp_path.iterdir()] == ["fathom.sqlite3"]


def test_postgresql_is_left_to_its_own_program(tmp_path: Path) -> None:
    said = fathom("backup", tmp_path / "copy", "--database", "postgresql://ada:secret@here/fathom")
    assert said.code == 1
    assert "pg_dump --format=custom" in said.err
    assert "secret" not in said.err
