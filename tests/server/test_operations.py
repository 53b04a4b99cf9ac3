"""What a host needs: settings, readiness, measurements, notes, a proxy in front, and stopping well."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from fathom.server.common.clock import RealClock
from fathom.server.common.logs import JsonLines, note, warn
from fathom.server.common.metrics import HELP
from fathom.server.common.settings import BadSetting, Settings, address, read_settings
from fathom.server.room import TRY_AGAIN
from fathom.server.serving import Server, configured, listen
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import (
    BOUND,
    OPEN,
    Diver,
    Running,
    SharedWorkers,
    laid,
    small_services,
)

ROOT = Path(__file__).parents[2]

# ── Settings ────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_first_that_says_something_decides(tmp_path: Path) -> None:
    file = tmp_path / "fathom.toml"
    file.write_text('port = 1\nhost = "0.0.0.0"\nlimits = 2\ntrusted_proxies = ["192.0.2.1"]\n')
    environ = {"FATHOM_CONFIG": str(file), "FATHOM_PORT": "2", "FATHOM_LOG": "json", "HOME": "/"}
    settings = read_settings(environ, given={"port": 3, "log": None})
    assert settings == Settings(
        port=3, host="0.0.0.0", limits=2.0, log="json", trusted_proxies=("192.0.2.1",)
    )
    assert read_settings(environ).port == 2
    assert read_settings({}, file=file).port == 1
    assert read_settings({}) == Settings()
    listed = read_settings({"FATHOM_TRUSTED_PROXIES": "10.0.0.0/8, ::1"})
    assert listed.trusted_proxies == ("10.0.0.0/8", "::1")


def test_the_example_file_has_every_setting_with_its_default() -> None:
    file = ROOT / "deploy" / "fathom.toml"
    assert read_settings({}, file=file) == Settings()
    assert tomllib.loads(file.read_text(encoding="utf-8")).keys() == set(Settings.__struct_fields__)


@pytest.mark.parametrize(
    ("text", "environ", "given", "named"),
    [
        ("prot = 1", {}, {}, "there is no setting “prot”; there are host, port"),
        ('port = "1"', {}, {}, "fathom.toml: port: '1' cannot be: Expected `int`"),
        ("port = 70000", {}, {}, "fathom.toml: port: 70000 cannot be"),
        ("port =", {}, {}, "fathom.toml: "),
        ("", {"FATHOM_PROT": "1"}, {}, "FATHOM_PROT: there is no such setting"),
        ("", {"FATHOM_PORT": "x"}, {}, "FATHOM_PORT: 'x' cannot be"),
        ("", {"FATHOM_LOG": "xml"}, {}, "FATHOM_LOG: 'xml' cannot be"),
        ("", {"FATHOM_LIMITS": "-1"}, {}, "FATHOM_LIMITS: "),
        ("", {"FATHOM_BOT_SECONDS": "0"}, {}, "FATHOM_BOT_SECONDS: '0' cannot be"),
        ("", {}, {"port": 70000}, "--port: 70000 cannot be"),
    ],
)
def test_what_cannot_be_is_named_with_where_it_was_said(
    tmp_path: Path, text: str, environ: dict[str, str], given: dict[str, Any], named: str
) -> None:
    file = tmp_path / "fathom.toml"
    file.write_text(text)
    with pytest.raises(BadSetting, match=re.escape(named)):
        read_settings(environ, file=file, given=given)


def test_an_address_for_measurements() -> None:
    assert address("127.0.0.1:9464") == ("127.0.0.1", 9464)
    assert address("[::1]:9464") == ("::1", 9464)
    for wrong in ("9464", ":9464", "localhost:", "localhost:x", "localhost:70000"):
        with pytest.raises(BadSetting, match="HOST:PORT"):
            address(wrong)


def test_the_command_says_what_is_wrong() -> None:
    for arguments, environ, named in (
        (["--metrics", "here"], {}, "HOST:PORT"),
        ([], {"FATHOM_PROT": "1"}, "FATHOM_PROT"),
        (["--config", "/nowhere/fathom.toml"], {}, "/nowhere/fathom.toml"),
    ):
        command = [sys.executable, "-m", "fathom", "serve", *arguments]
        done = subprocess.run(
            command, env=environ, capture_output=True, text=True, timeout=BOUND, check=False
        )
        assert done.returncode == 1
        assert named in done.stderr
        assert "Traceback" not in done.stderr


# ── Measurements ──────────────────────────────────────────────────────────────────────────────


class WithInside(Running):
    """A server with a port for its host."""

    def start(self, ready: Callable[[], None]) -> tuple[Server, list[Any]]:
        self.inside = listen("127.0.0.1", 0)
        port = self.inside.getsockname()[1]
        self.host_address = f"127.0.0.1:{port}"
        settings = Settings(trusted_proxies=("127.0.0.1",))
        return Server(configured(self.services, settings, inside=port), ready), [self.inside]

    def measured(self) -> str:
        """What the host reads."""
        return httpx.get(f"http://{self.host_address}/metrics", timeout=BOUND).text

    def stop(self) -> None:
        super().stop()
        self.inside.close()


@pytest.fixture
def watched(tmp_path: Path, workers: SharedWorkers) -> Iterator[WithInside]:
    """A server behind a proxy that it trusts, with measurements."""
    running = WithInside(small_services(tmp_path, workers, clock=RealClock(), limits=1.0))
    yield running
    running.stop()


def test_measurements_are_for_the_host_only(watched: WithInside, diver: NewDiver) -> None:
    ada = diver(watched, "Ada")
    ada.open(OPEN)
    line = ada.line()
    line.until("lobby")
    line.say("{}")
    line.until("refused")
    text = watched.measured()
    assert "fathom_rooms 1\n" in text
    assert "fathom_sockets 1\n" in text
    assert 'fathom_messages_total{kind="hello"} 1\n' in text
    assert 'fathom_answers_total{status="201"} 1\n' in text
    for secret in (ada.table, ada.name, ada.invite, ada.http.cookies["fathom"]):
        assert secret not in text
    for line_of_text in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) .+|fathom_\w+(\{\w+=\"[^\"]*\"\})? [0-9.e+-]+", line_of_text)
    # Not at the public address, whatever someone says about where they come from; and no tables inside.
    for headers in ({}, {"Host": watched.host_address}, {"X-Forwarded-For": "127.0.0.1"}):
        assert httpx.get(f"http://{watched.host}/metrics", headers=headers).status_code == 404
    assert httpx.get(f"http://{watched.host_address}/api/games").status_code == 404
    assert httpx.get(f"http://{watched.host_address}/health").status_code == 200


def test_everything_that_has_a_name_is_counted(watched: WithInside, pair: Callable[..., Pair]) -> None:
    both = pair(watched)
    both.a.act(laid(2))
    both.b.act(laid(1))
    both.a.say({"type": "act", "id": "odd", "number": 2, "action": {"type": "nothing"}})
    both.a.until("refused", id="odd")
    both.ada.http.post(f"/api/tables/{both.ada.table}/kick", json={"seat": 7})
    for _ in range(8):
        both.a.say({"type": "phrase", "phrase": "hello"})
    both.a.until("refused")
    text = watched.measured()
    # The setup and two actions; a write takes longer than nothing and was no slower than this whole test.
    assert "fathom_entries_total 3\n" in text
    assert "fathom_write_seconds_count 3\n" in text
    assert 'fathom_write_seconds_bucket{le="+Inf"} 3\n' in text
    (seconds,) = re.findall(r"fathom_write_seconds_sum ([0-9.]+)", text)
    assert 0 < float(seconds) < BOUND
    assert 'fathom_refusals_total{code="no-such-seat"} 1\n' in text  # over HTTP
    assert 'fathom_refusals_total{code="malformed"} 1\n' in text  # over the socket
    assert re.search(r'fathom_refusals_total\{code="too-fast"\} [12]\n', text)
    assert 'fathom_turned_away_total{kind="talking"}' in text
    counted = set(re.findall(r"# TYPE fathom_(\w+)", text))
    assert counted == set(HELP), "a measurement is named that nothing counts"


# ── Behind a proxy ──────────────────────────────────────────────────────────────────────────────────────────

ASKED = {"options": {"game": "dive"}, "seats": [{"type": "me"}, OPEN], "name": "Ada"}
ENCRYPTED = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"}


def test_under_tls_the_cookie_belongs_to_this_host_alone(watched: WithInside) -> None:
    with httpx.Client(base_url=f"http://{watched.host}", headers=ENCRYPTED) as http:
        opened = http.post("/api/tables", json=ASKED)
        cookie = opened.headers["set-cookie"]
        assert cookie.startswith("__Host-fathom=")
        for part in ("Secure", "HttpOnly", "Path=/", "SameSite=lax"):
            assert part.lower() in cookie.lower()
        assert "domain" not in cookie.lower()
        assert opened.headers["strict-transport-security"] == "max-age=31536000"
        secret = cookie.partition("=")[2].partition(";")[0]
        mine = http.get("/api/tables", headers={"Cookie": f"__Host-fathom={secret}"}).json()
        assert len(mine) == 1
        assert http.get("/api/tables", headers={"Cookie": f"fathom={secret}"}).json() == []
    assert "strict-transport-security" not in httpx.get(f"http://{watched.host}/health").headers


def test_only_a_trusted_proxy_is_believed(watched: WithInside, server: Running) -> None:
    opened = httpx.post(f"http://{server.host}/api/tables", json=ASKED, headers=ENCRYPTED)
    assert opened.headers["set-cookie"].startswith("fathom=")
    assert "strict-transport-security" not in opened.headers


def test_limits_count_the_forwarded_address(watched: WithInside) -> None:
    def opened(address: str) -> int:
        headers = {"X-Forwarded-For": address}
        return httpx.post(f"http://{watched.host}/api/tables", json=ASKED, headers=headers).status_code

    statuses = [opened("198.51.100.7") for _ in range(31)]
    assert statuses == [201] * 30 + [429]
    assert opened("198.51.100.8") == 201


# ── Notes ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_notes_as_json_lines(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "fathom")
    note("table-opened", table="abc", seats=2)
    try:
        raise ValueError("5 4 3 2 1")
    except ValueError as error:
        warn("room-failed", error, table="abc")
        logging.getLogger("fathom.server").exception("elsewhere")
    lines = [JsonLines().format(record) for record in caplog.records]
    assert json.loads(lines[0]) == {
        "at": json.loads(lines[0])["at"],
        "level": "info",
        "logger": "fathom.server",
        "event": "table-opened",
        "table": "abc",
        "seats": 2,
    }
    assert json.loads(lines[1])["error"] == "ValueError"
    assert json.loads(lines[2])["error"] == "ValueError"
    assert not any("5 4 3 2 1" in line or "\n" in line for line in lines)


# ── Stopping ────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_is_connected_is_told_to_come_back_in_a_moment(
    start_server: StartServer, pair: Callable[..., Pair], tmp_path: Path
) -> None:
    server = start_server(tmp_path)
    both = pair(server)
    both.a.act(laid(1))
    server.stop()
    for line in (both.a, both.b):
        with pytest.raises(ConnectionClosed) as closed:
            line.until("position")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == TRY_AGAIN
    again = start_server(tmp_path)
    bob = Diver(again.host, "Bob")
    bob.http.cookies = both.bob.http.cookies
    bob.table = both.bob.table
    line = bob.line(after=0)
    assert line.until("happened")["number"] == 1
    bob.close()


@pytest.mark.parametrize(
    "file", ["fathom.service", "Containerfile", "fathom.toml", "Caddyfile", "nginx.conf"]
)
def test_the_examples_for_hosts_are_there(file: str) -> None:
    text = (ROOT / "deploy" / file).read_text(encoding="utf-8")
    assert text
    if file == "fathom.toml":
        read_settings({}, file=ROOT / "deploy" / file)
    if file == "fathom.service":
        (command,) = re.findall(r"^ExecStart=\S+/fathom (serve .*)$", text, flags=re.MULTILINE)
        shown = subprocess.run(
            [sys.executable, "-m", "fathom", "serve", "--help"], capture_output=True, text=True, check=True,
            env={"COLUMNS": "200", "TERM": "dumb"},
        ).stdout  # fmt: skip
        for option in re.findall(r"--[\w-]+", command):
            assert option in shown
