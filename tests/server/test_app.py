"""What every answer has in common, and what is not about a table."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar, Request, Response
from litestar.testing import TestClient

from fathom.server.common.clock import RealClock
from fathom.server.common.settings import Settings
from fathom.server.http.socket import LINE, TOO_SLOW, Window
from fathom.server.http.web_client import client_routes
from fathom.server.protocol import typescript
from fathom.server.serving import EVERYWHERE, listen, reachable, serve
from fathom.table import Refused
from tests.server.conftest import NewDiver
from tests.server.harbour import OPEN, Running, run


@pytest.fixture
def http(server: Running, diver: NewDiver) -> httpx.Client:
    return diver(server, "Ada").http


@pytest.mark.parametrize(
    "path", ["/", "/table/x", "/api/games", "/health", "/schema", "/nothing", "/api/tables/x"]
)
def test_every_answer_has_the_headers_that_protect_a_browser(http: httpx.Client, path: str) -> None:
    headers = http.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["object-src"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_pages_keep_other_windows_away_where_browsers_can(http: httpx.Client) -> None:
    here = http.get("/health").headers
    assert here["cross-origin-opener-policy"] == "same-origin"
    elsewhere = http.get("/health", headers={"host": "192.0.2.7:8000"}).headers
    assert "cross-origin-opener-policy" not in elsewhere


def test_the_seat_cookie_is_out_of_reach_for_scripts(http: httpx.Client) -> None:
    asked = {"options": {"game": "dive"}, "seats": [{"type": "me"}, OPEN], "name": "Ada"}
    cookie = http.post("/api/tables", json=asked).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie


def test_health_and_games_and_the_schema(http: httpx.Client) -> None:
    assert http.get("/health").json()["status"] == "ok"
    dive, deep_blue = http.get("/api/games").json()
    assert (dive["game"], dive["fewest"], dive["most"]) == ("dive", 2, 4)
    assert dive["levels"][0] == "random"
    assert dive["options"]["mix"]["nothing"] == 10
    switches = dive["switches"]
    assert switches["children"] == {"excludes": ["chief", "companions"], "fewest": 2, "most": 4}
    assert switches["chief"] == {"excludes": ["children"], "fewest": 1, "most": 4}
    assert switches["flashlight"]["excludes"] == []
    assert (deep_blue["game"], deep_blue["fewest"], deep_blue["most"]) == ("deep-blue", 2, 5)
    assert deep_blue["levels"][0] == "random"
    assert deep_blue["options"]["scenario"] == "troubled-waters"  # B2.3: the one for a first game
    schema = http.get("/schema/openapi.json").json()
    assert schema["openapi"].startswith("3.1")
    assert "/api/tables/{table}/join" in schema["paths"]


def test_there_is_nothing_at_other_addresses(http: httpx.Client) -> None:
    for path in ("/nothing", "/api/nothing", "/..%2f..%2fpyproject.toml", "/assets/../../__init__.py"):
        answer = http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert http.delete("/api/tables").status_code == 405


def test_the_client_is_served_or_how_to_get_it(tmp_path: Path) -> None:
    def refused(_: Request[Any, Any, Any], error: Refused) -> Response[str]:
        return Response(error.refusal.code, status_code=404)

    app = Litestar(
        client_routes(tmp_path / "static"), openapi_config=None, exception_handlers={Refused: refused}
    )
    with TestClient(app) as client:
        page = client.get("/table/abc")
        assert "make web" in page.text
        assert "<script" not in page.text
        (tmp_path / "static/assets").mkdir(parents=True)
        (tmp_path / "static/index.html").write_text("<p>Fathom")
        (tmp_path / "static/assets/app-1a2b.js").write_text("let it;")
        (tmp_path / "secret.txt").write_text("no")
        for path in ("/", "/table/abc", "/rules/dive"):
            page = client.get(path)
            assert (page.text, page.headers["cache-control"]) == ("<p>Fathom", "no-cache")
            assert page.headers["content-type"].startswith("text/html")
        script = client.get("/assets/app-1a2b.js")
        assert "javascript" in script.headers["content-type"]
        assert "immutable" in script.headers["cache-control"]
        assert (script.text, script.headers["content-encoding"]) == ("let it;", "gzip")
        plain = client.get("/assets/app-1a2b.js", headers={"accept-encoding": "identity"})
        assert (plain.text, "content-encoding" in plain.headers) == ("let it;", False)
        lost = client.get("/tabel/abc", headers={"accept": "text/html,*/*"})
        assert (lost.status_code, lost.text) == (404, "<p>Fathom")
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/secret.txt"):
            assert (client.get(path).status_code, client.get(path).text) == (404, "not-found")


def test_the_browsers_types_are_up_to_date(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    assert typescript.main(["--check"]) == 0
    monkeypatch.chdir(tmp_path)
    assert typescript.main(["--check"]) == 1
    assert typescript.main([]) == 0
    assert typescript.main(["--check"]) == 0
    written = typescript.TARGET.read_text(encoding="utf-8")
    typescript.TARGET.write_text(written.replace("DiveProgram", "Program"), encoding="utf-8")
    assert typescript.main(["--check"]) == 1
    assert typescript.main(["--nonsense"]) == 2


def test_a_slow_reader_is_sent_away_and_not_buffered_for_ever() -> None:
    async def scenario() -> list[bytes | int]:
        window = Window(None)
        for number in range(LINE + 10):
            window.send(b"%d" % number)
        return [await window.next() for _ in range(LINE + 1)]

    frames = run(scenario())
    assert frames[-1] == TOO_SLOW
    assert frames[:-1] == [b"%d" % number for number in range(LINE)]


def test_a_taken_port_is_an_error_with_its_reason(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(OSError, match="in use"):
        serve(Settings(port=taken.getsockname()[1], data=str(tmp_path)))


def test_on_the_network_others_are_told_where() -> None:
    with listen(EVERYWHERE, 0) as listening:
        first, *others = reachable(listening)
        port = listening.getsockname()[1]
        assert first == f"http://127.0.0.1:{port}"
        for other in others:
            host = other.removeprefix("http://").removesuffix(f":{port}")
            socket.inet_aton(host)
            assert not host.startswith(("127.", "0."))
    with listen("127.0.0.1", 0) as listening:
        assert reachable(listening) == [f"http://127.0.0.1:{listening.getsockname()[1]}"]


def test_the_real_clock_moves_on() -> None:
    async def scenario() -> None:
        clock = RealClock()
        rung = asyncio.Event()
        before = clock.now()
        clock.call_at(before, rung.set)
        await rung.wait()
        assert clock.now() >= before
        assert clock.date() > 1_700_000_000

    run(scenario())


def test_messages_are_json_that_the_schema_names(http: httpx.Client) -> None:
    text = json.dumps(http.get("/schema/openapi.json").json())
    for name in ("NewTable", "Seated", "Lobby", "LookPictures", "Record"):
        assert name in text
