"""Debian's Firefox for Playwright: starts it and passes on what the two say to each other.

Playwright drives a stock Firefox over WebDriver BiDi, and asks at the start for a command that the long-term
release does not know yet. The relay answers that one itself; everything else goes through as it is.

    python -m tests.web.firefox_relay /usr/bin/firefox-esr --headless --profile DIRECTORY …
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

UNKNOWN_TO_FIREFOX = {"emulation.setMediaFeaturesOverride"}
"""Commands of Playwright's that Firefox 153 does not have: colour schemes, which no test of ours sets."""

LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


async def main(program: str, *arguments: str) -> int:
    """Run Firefox until it ends or we are told to."""
    firefox = await asyncio.create_subprocess_exec(program, *arguments, stderr=asyncio.subprocess.PIPE)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, firefox.terminate)
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        text = line.decode(errors="replace").rstrip()
        if found := LISTENING.search(text):
            await announce(found[1])
        else:
            say(text)
    return await firefox.wait()


async def announce(address: str) -> None:
    """Listen for Playwright, and tell it where, in the words that it waits for."""

    async def relay(playwright: ServerConnection) -> None:
        assert playwright.request is not None
        through = connect(address + playwright.request.path, max_size=None)
        async with through as firefox, asyncio.TaskGroup() as both:
            both.create_task(answers(firefox, playwright))
            both.create_task(commands(playwright, firefox))

    server = await serve(relay, "127.0.0.1", 0, max_size=None)
    port = next(iter(server.sockets)).getsockname()[1]
    say(f"WebDriver BiDi listening on ws://127.0.0.1:{port}")


async def commands(playwright: ServerConnection, firefox: ClientConnection) -> None:
    """Pass on what Playwright asks for, except what Firefox does not know."""
    try:
        async for message in playwright:
            asked = json.loads(message)
            if asked["method"] in UNKNOWN_TO_FIREFOX:
                await playwright.send(json.dumps({"type": "success", "id": asked["id"], "result": {}}))
            else:
                await firefox.send(message)
    except ConnectionClosed:
        pass
    await firefox.close()


async def answers(firefox: ClientConnection, playwright: ServerConnection) -> None:
    """Pass on what Firefox answers and reports."""
    try:
        async for message in firefox:
            await playwright.send(message)
    except ConnectionClosed:
        pass
    await playwright.close()


def say(line: str) -> None:
    """Playwright reads what a browser writes to its standard error."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
