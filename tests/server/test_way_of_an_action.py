"""The way of an action from the socket to the views: traced, and compared with what the page says of it."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.server.conftest import NewDiver, StartServer
from tests.server.harbour import OPEN, AnyAction, laid

ARCHITECTURE = Path(__file__).resolve().parents[2] / "docs/architecture.md"

MOST = 12

ASIDE = (".common.", ".pictures.", ".room.look_news")


class Trace:
    """The modules of the server that are entered, in order, from a message's arrival until it is told.

    `common` is not counted: limits, notes, time and tokens are used on the way, but are no part of it. Nor
    are the pictures, which are drawn meanwhile.
    """

    def __init__(self) -> None:
        self.modules: list[str] = []
        self._on = False

    def begin(self) -> None:
        """Trace the next message, and forget the ones before."""
        self._on = False
        self.modules.clear()

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        name = frame.f_globals.get("__name__", "")
        if event != "call" or not name.startswith("fathom.server.") or any(part in name for part in ASIDE):
            return
        function = frame.f_code.co_name
        if function == "_read" and name.endswith("http.socket"):
            self._on = True  # a message has come
        if function == "clocks" and name.endswith("room.telling"):
            self._on = False  # everyone has their view: what follows is for clocks, bots and pictures
        module = name.removeprefix("fathom.server.")
        if self._on and module not in self.modules:
            self.modules.append(module)


@pytest.fixture
def trace() -> Any:
    """A trace of every thread that is started from now on."""
    traced = Trace()
    threading.setprofile(traced)
    yield traced
    threading.setprofile(None)


def test_an_action_crosses_few_modules_and_those_that_the_architecture_names(
    trace: Trace, start_server: StartServer, diver: NewDiver
) -> None:
    server = start_server()
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN)
    bob.join(ada)
    mine, other = ada.start(bob)
    # What is done at the same time for others is not in all three.
    traces = []
    actions: tuple[AnyAction, ...] = (laid(2), {"type": "withdraw"}, laid(2))
    for number, action in enumerate(actions, start=1):
        trace.begin()
        mine.act(action)
        other.until("happened", number=number)
        traces.append(tuple(trace.modules))
    crossed = [module for module in traces[0] if all(module in one for one in traces)]
    page = ARCHITECTURE.read_text(encoding="utf-8")
    told = page.partition("## The way of an action")[2].partition("\n## ")[0]
    assert sorted(re.findall(r"^\d+\. `([\w.]+)`", told, re.MULTILINE)) == sorted(crossed)
    assert len(crossed) <= MOST
