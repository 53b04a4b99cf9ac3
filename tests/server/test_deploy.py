"""The examples for hosts, tried: each is run by the program that it is for, where that is installed."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from fathom.server.common.settings import Settings, read_settings
from fathom.server.serving import Server, configured
from tests.server.harbour import BOUND, OPEN, Running, SharedWorkers, small_services

DEPLOY = Path(__file__).parents[2] / "deploy"

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
OPENSSL = shutil.which("openssl")
CADDY = shutil.which("caddy")
SYSTEMD = shutil.which("systemd-analyze")


class BehindProxy(Running):
    """A server with the settings that docs/hosting.md asks for."""

    def start(self, ready: Callable[[], None]) -> tuple[Server, list[Any]]:
        return Server(
            configured(
                self.services, Settings(names=("fathom.example.org",), trusted_proxies=("127.0.0.1",))
            ),
            ready,
        ), []


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


@contextmanager
def running(command: list[str], port: int, environment: dict[str, str]) -> Iterator[None]:
    """A proxy that listens at this port."""
    proxy = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=BOUND).close()
                break
            except ConnectionRefusedError:
                with suppress(subprocess.TimeoutExpired):
                    raise AssertionError(f"{command[0]} ended with {proxy.wait(0.05)}") from None
        else:
            raise AssertionError(f"{command[0]} does not listen")
        yield
    finally:
        proxy.terminate()
        proxy.wait(BOUND)


def adapted(example: str, changes: dict[str, str]) -> str:
    """One of the examples, with the few things changed that are different on this machine."""
    text = (DEPLOY / example).read_text(encoding="utf-8")
    for there, now in changes.items():
        assert text.count(there) == 1, there
        text = text.replace(there, now)
    return text


def nginx(folder: Path, server: str, port: int) -> AbstractContextManager[None]:
    """Nginx with deploy/nginx.conf and a certificate of our own."""
    certificate, key = str(folder / "certificate.pem"), str(folder / "key.pem")
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    subprocess.run([*request, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    site = adapted(
        "nginx.conf",
        {
            "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
            "/etc/letsencrypt/live/fathom.example.org/fullchain.pem": certificate,
            "/etc/letsencrypt/live/fathom.example.org/privkey.pem": key,
            "http://127.0.0.1:8000": f"http://{server}",
        },
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    config, errors = folder / "nginx.conf", str(folder / "errors")
    config.write_text(
        f"daemon off;\npid {folder / 'pid'};\nerror_log {errors};\nevents {{}}\n"
        f"http {{\naccess_log off;\n{folders}{site}}}\n"
    )
    assert NGINX is not None
    return running([NGINX, "-p", str(folder), "-c", str(config), "-e", errors], port, {})


def caddy(folder: Path, server: str, port: int) -> AbstractContextManager[None]:
    """Caddy with deploy/Caddyfile; for a name of this machine it makes the certificate itself."""
    site = adapted(
        "Caddyfile",
        {"fathom.example.org {": f"https://127.0.0.1:{port} {{", "127.0.0.1:8000": server},
    )
    config = folder / "Caddyfile"
    config.write_text(f"{{\nadmin off\nskip_install_trust\nauto_https disable_redirects\n}}\n{site}")
    assert CADDY is not None
    command = [CADDY, "run", "--config", str(config), "--adapter", "caddyfile"]
    return running(command, port, {"HOME": str(folder), "XDG_DATA_HOME": str(folder)})


without_nginx = pytest.mark.skipif(not (NGINX and OPENSSL), reason="nginx or openssl is not installed here")
without_caddy = pytest.mark.skipif(not CADDY, reason="Caddy is not installed here")


@pytest.mark.parametrize(
    "proxy", [pytest.param(nginx, marks=without_nginx), pytest.param(caddy, marks=without_caddy)]
)
def test_a_proxy_as_in_the_example_brings_people_to_their_tables(
    tmp_path: Path, workers: SharedWorkers, proxy: Callable[[Path, str, int], AbstractContextManager[None]]
) -> None:
    server, port = BehindProxy(small_services(tmp_path, workers, limits=1.0)), free_port()
    try:
        with proxy(tmp_path, server.host, port):
            play_through(f"127.0.0.1:{port}")
    finally:
        server.stop()


def play_through(proxy: str) -> None:
    """Come in over TLS, open a table, be refused from elsewhere, and talk over a socket."""
    url = f"https://{proxy}"
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    with httpx.Client(base_url=url, verify=trusting, timeout=BOUND, trust_env=False) as http:
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
    with connect(
        f"wss://{proxy}/api/tables/{opened.json()['table']}/socket",
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


WALLS = {
    "RestrictNamespaces": "yes",
    "ProtectKernelLogs": "yes",
    "ProtectKernelModules": "yes",
    "ProtectKernelTunables": "yes",
    "SystemCallArchitectures": "native",
    "UMask": "0077",
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
}


def test_the_unit_has_its_walls_and_lets_compiled_code_run() -> None:
    text = (DEPLOY / "fathom.service").read_text(encoding="utf-8")
    said = dict(re.findall(r"^(\w+)=(.*)$", text, flags=re.MULTILINE))
    assert said.items() >= WALLS.items()
    assert "MemoryDenyWriteExecute" not in said


def test_hosts_install_what_the_lock_has() -> None:
    """Both ways name the same lock, and everything in it has a hash; Fathom itself brings nothing along."""
    root = DEPLOY.parent
    lock = (root / "requirements" / "serve.txt").read_text(encoding="utf-8")
    pinned = re.findall(
        r"^([a-z0-9-]+)==(\S+)[^\n]*\\\n    --hash=sha256:[0-9a-f]{64}", lock, flags=re.MULTILINE
    )
    assert len(pinned) == len(re.findall(r"^[a-z0-9]", lock, flags=re.MULTILINE)) > 20
    run = (root / "requirements" / "run.txt").read_text(encoding="utf-8")
    assert all(f"{name}=={version}" in run for name, version in pinned), "other versions than are tested"
    wanted = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert {re.split(r"[^A-Za-z0-9-]", one)[0].lower() for one in wanted} <= {name for name, _ in pinned}
    for page in (DEPLOY / "Containerfile", root / "docs" / "hosting.md"):
        installs = re.findall(r"pip install [^\n&]*", page.read_text(encoding="utf-8"))
        assert [("--require-hashes" in one, "--no-deps" in one) for one in installs] == [
            (True, False),
            (False, True),
        ], page


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
