"""The examples for hosts, tried: each is run by the program that it is for, where that is installed."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from fathom.server.serving import Server, configured
from fathom.server.settings import Settings, read_settings
from tests.server.harbour import BOUND, OPEN, Running, SharedWorkers, a_house

DEPLOY = Path(__file__).parents[2] / "deploy"

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
OPENSSL = shutil.which("openssl")
SYSTEMD = shutil.which("systemd-analyze")


class BehindProxy(Running):
    """A server with the settings that docs/hosting.md asks for."""

    def start(self, ready: Callable[[], None]) -> tuple[Server, list[Any]]:
        return Server(configured(self.house, Settings(trusted_proxies=("127.0.0.1",))), ready), []


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


def _wait_for(port: int, proxy: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=BOUND).close()
        except ConnectionRefusedError:
            with suppress(subprocess.TimeoutExpired):
                raise AssertionError(f"nginx ended with {proxy.wait(0.05)}") from None
        else:
            return
    raise AssertionError("nginx does not listen")


@pytest.fixture
def through_nginx(tmp_path: Path, workers: SharedWorkers) -> Iterator[str]:
    """The host and port of deploy/nginx.conf in front of a server, with a certificate of our own."""
    server = BehindProxy(a_house(tmp_path, workers, limits=1.0))
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=localhost",
        "-days",
        "1",
    ]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    port = free_port()
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for example, here in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/letsencrypt/live/fathom.example.org/fullchain.pem", str(certificate)),
        ("/etc/letsencrypt/live/fathom.example.org/privkey.pem", str(key)),
        ("http://127.0.0.1:8000", f"http://{server.host}"),
    ):
        assert text.count(example) == 1
        text = text.replace(example, here)
    folders = "".join(
        f"{kind}_temp_path {tmp_path / kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"daemon off;\npid {tmp_path / 'pid'};\nerror_log {tmp_path / 'errors'};\nevents {{}}\n"
        f"http {{\naccess_log off;\n{folders}{text}}}\n"
    )
    assert NGINX is not None
    proxy = subprocess.Popen([NGINX, "-p", str(tmp_path), "-c", str(config), "-e", str(tmp_path / "errors")])
    try:
        _wait_for(port, proxy)
        yield f"127.0.0.1:{port}"
    finally:
        proxy.terminate()
        proxy.wait(BOUND)
        server.stop()


@pytest.mark.skipif(not (NGINX and OPENSSL), reason="nginx or openssl is not installed here")
def test_nginx_as_in_the_example_brings_people_to_their_tables(through_nginx: str) -> None:
    url = f"https://{through_nginx}"
    with httpx.Client(base_url=url, verify=False, timeout=BOUND, trust_env=False) as http:
        page = http.get("/")
        assert page.status_code == 200
        assert page.headers["strict-transport-security"]
        asked = {"options": {"game": "dive"}, "seats": [{"type": "me"}, OPEN], "name": "Ada"}
        opened = http.post("/api/tables", json=asked, headers={"Origin": url})
        assert opened.status_code == 201
        cookie = opened.headers["set-cookie"].partition(";")[0]
        assert cookie.startswith("__Host-fathom="), "the server was not told that this came encrypted"
        elsewhere = http.post("/api/tables", json=asked, headers={"Origin": "https://elsewhere.example"})
        assert (elsewhere.status_code, elsewhere.json()["code"]) == (403, "foreign-origin")
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    with connect(
        f"wss://{through_nginx}/api/tables/{opened.json()['table']}/socket",
        ssl=trusting,
        additional_headers={"Cookie": cookie},
        origin=Origin(url),
        proxy=None,
        open_timeout=BOUND,
    ) as line:
        line.send(json.dumps({"type": "hello", "after": None}))
        told = json.loads(line.recv(BOUND))
        assert (told["type"], told["lobby"]["you"]) == ("lobby", 0)
        line.send(json.dumps({"type": "phrase", "phrase": "hello"}))
        assert json.loads(line.recv(BOUND))["line"]["phrase"] == "hello"


@pytest.mark.skipif(SYSTEMD is None, reason="systemd is not installed here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "fathom.service").read_text(encoding="utf-8")
    # The program is elsewhere here than on a host.
    unit = tmp_path / "fathom.service"
    unit.write_text(re.sub(r"^ExecStart=\S+", f"ExecStart={sys.executable}", text, flags=re.MULTILINE))
    assert SYSTEMD is not None
    done = subprocess.run(
        [SYSTEMD, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    about_ours = [line for line in done.stderr.splitlines() if "fathom.service" in line]
    assert (done.returncode, about_ours) == (0, [])


def test_the_container_file_says_what_the_server_understands(server: Running) -> None:
    """What can be tried of it without a container: its settings, its command, and how its health is asked."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    (said,) = re.findall(r"^ENV (.*)$", text, flags=re.MULTILINE)
    settings = read_settings(dict(pair.split("=", 1) for pair in said.split()))
    assert (settings.host, settings.data, settings.log) == ("0.0.0.0", "/data", "json")
    assert f"EXPOSE {settings.port}" in text
    (asked,) = re.findall(r"^HEALTHCHECK CMD (.*)$", text, flags=re.MULTILINE)
    _, *arguments = json.loads(asked)
    here = [one.replace(f"127.0.0.1:{settings.port}", server.host) for one in arguments]
    assert subprocess.run([sys.executable, *here], check=False, timeout=BOUND).returncode == 0
    nobody = [one.replace(f":{settings.port}", f":{free_port()}") for one in arguments]
    asking = subprocess.run([sys.executable, *nobody], check=False, capture_output=True, timeout=BOUND)
    assert asking.returncode != 0
    assert json.loads(text.rpartition("CMD ")[2]) == ["fathom", "serve"]
