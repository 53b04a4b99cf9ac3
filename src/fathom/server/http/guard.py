"""Holds every request to its budget, from before anything is done until its answer has been taken.

What a budget is stands in `fathom.server.common.budgets`. Work for someone who only reads, and has gone, is
given up.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, Message, Receive, Scope, Send

from fathom.server.common.budgets import ROUTES, Budget
from fathom.server.common.limits import ANSWERS, ASKING, SENDING, WORKING, Limits
from fathom.server.common.logs import warn
from fathom.server.common.turns import ARCHIVE, Turn
from fathom.server.host.services import Services
from fathom.server.http.callers import address

PIECE = 64 * 1024
"""Bytes of an answer that are handed to the network at a time; the next wait until these have been taken."""

READING = frozenset({"GET", "HEAD"})
"""Methods that change nothing: nobody misses what is left undone."""

UNLISTED = Budget(rates=(ASKING,), at_once=ANSWERS)
"""For what is answered without a route of its own: tables that do not exist, questions about a route."""

_BUDGETS = {re.sub(r":\w+}", "}", name): budget for name, budget in ROUTES.items()}
"""By method and address as Litestar names it."""


def budget_of(scope: Scope) -> Budget:
    """The budget of the route that a request has found."""
    address = scope.get("path_template", "")
    if address == "/{path}" and scope["path"].startswith("/api/"):
        return UNLISTED
    return _BUDGETS.get(f"{scope.get('method', '')} {address}", UNLISTED)


def archive_turn(connection: ASGIConnection[Any, Any, Any, Any], limits: Limits) -> Turn:
    """The turn of work on the past: after all live tables, each address in its turn, and charged to it."""
    who = address(connection)
    return Turn(ARCHIVE, who, lambda seconds: limits.spend(WORKING, who, 1000 * seconds))


def guard(app: ASGIApp) -> ASGIApp:
    """The application behind its budgets."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        services: Services = scope["litestar_app"].state.services
        limits, budget, who = services.limits, budget_of(scope), address(ASGIConnection(scope))
        for rate in budget.rates:
            limits.check(rate, who)
        for rate in budget.left:
            limits.check(rate, who, 0)
        answering = _Answering(send, budget, scope)
        with limits.place(budget.at_once, who) if budget.at_once else contextlib.nullcontext():
            try:
                if scope["method"] in READING:
                    await _while_awaited(app, scope, receive, answering.send)
                else:
                    await app(scope, receive, answering.send)
            finally:
                if SENDING in budget.left:
                    limits.spend(SENDING, who, answering.size)

    return guarded


class _Answering:
    """An answer on its way: counted, and never more of it in the network's hands than someone takes."""

    def __init__(self, send: Send, budget: Budget, scope: Scope) -> None:
        self._send = send
        self._budget = budget
        self._scope = scope
        self.size = 0

    async def send(self, message: Message) -> None:
        if message["type"] != "http.response.body":
            await self._send(message)
            return
        content = memoryview(message["body"])
        self.size += len(content)
        if self.size > self._budget.gives:
            warn("answer-too-large", path=self._scope.get("path_template", ""), most=self._budget.gives)
            raise RuntimeError("an answer is larger than its budget")
        while len(content) > PIECE:
            await self._send(
                {"type": "http.response.body", "body": bytes(content[:PIECE]), "more_body": True}
            )
            content = content[PIECE:]
        last: Any = {**message, "body": bytes(content)}
        await self._send(last)


async def _while_awaited(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer, but only as long as whoever asked is there."""
    first: asyncio.Future[HTTPReceiveMessage] = asyncio.get_running_loop().create_future()

    async def receive_again() -> Any:
        """What the watch has received first, and then nothing until they are gone."""
        if not handed:
            handed.append(True)
            return await asyncio.shield(first)
        await gone.wait()
        return {"type": "http.disconnect"}

    async def watch() -> None:
        """Wait until whoever asked is gone."""
        while True:
            message: Any = await receive()
            if not first.done():
                first.set_result(message)
            if message["type"] == "http.disconnect":
                gone.set()
                return

    handed: list[bool] = []
    gone = asyncio.Event()
    answering = asyncio.ensure_future(app(scope, receive_again, send))
    watching = asyncio.create_task(watch())
    try:
        await asyncio.wait((answering, watching), return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            answering.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await answering
            return
        answering.result()
    except asyncio.CancelledError:
        answering.cancel()
        raise
    finally:
        watching.cancel()
