"""`fathom play`: for this computer only, or with `--lan` for everyone on its network."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from fathom.server.serving import EVERYWHERE, listen, reachable
from tests.server.harbour import BOUND

ROOT = Path(__file__).parents[2]
ANOTHER_NAME = "127.0.0.2"
"""Also this computer, but not the address at which it listens for its own browser. Where it has no network,
this stands for one: only who listens everywhere answers here."""

Play = Callable[..., tuple[str, list[str]]]


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """Runs the command; gives the port and the addresses for others that it prints."""
    started: list[subprocess.Popen[str]] = []

    def run(*options: str) -> tuple[str, list[str]]:
        command = [
            sys.executable,
            "-m",
            "fathom",
            "play",
            "--port",
            "0",
            "--no-browser",
            "--data",
            str(tmp_path),
        ]
        process = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        started.append(process)
        assert process.stdout is not None
        others: list[str] = []
        for line in process.stdout:
            if found := re.match(r"Others on your network find it at (http://\S+)", line):
                others.append(found[1])
            if found := re.match(r"Fathom is at http://127\.0\.0\.1:(\d+)", line):
                return found[1], others
        raise AssertionError("the server did not start")

    yield run
    for process in started:
        process.send_signal(signal.SIGINT)
        process.wait(BOUND)
        assert process.stdout is not None
        process.stdout.close()


def health(address: str) -> int:
    return httpx.get(f"{address}/health", timeout=BOUND, trust_env=False).status_code


def test_with_lan_everyone_on_the_network_finds_it(play: Play) -> None:
    port, others = play("--lan")
    for address in (f"http://127.0.0.1:{port}", f"http://{ANOTHER_NAME}:{port}", *others):
        assert health(address) == 200
    assert all(address.endswith(f":{port}") for address in others)


def test_without_lan_nobody_else_can_reach_it(play: Play) -> None:
    with listen(EVERYWHERE, 0) as listening:
        hosts = {ANOTHER_NAME, *(httpx.URL(address).host for address in reachable(listening)[1:])}
    port, others = play()
    assert others == []
    assert health(f"http://127.0.0.1:{port}") == 200
    for host in hosts:
        with pytest.raises(httpx.ConnectError):
            health(f"http://{host}:{port}")


@pytest.mark.parametrize(("arguments", "lan"), [(["LAN=1"], True), ([], False)])
def test_make_passes_it_on(arguments: list[str], lan: bool) -> None:
    make = shutil.which("make")
    assert make is not None
    command = [make, "-n", "play", *arguments]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    (started,) = [line for line in said.splitlines() if "fathom play" in line]
    assert ("--lan" in started.split()) is lan
