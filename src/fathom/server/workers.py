"""Other processes for what takes long: pictures and bots. The event loop only waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

T = TypeVar("T")


class Workers:
    """A few processes that are started when they are first needed and replaced when one of them dies."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: Executor | None = None

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """The result of `work(*arguments)` in another process; both must be picklable."""
        loop = asyncio.get_running_loop()
        pool = self._pool = self._pool or self._started()
        try:
            return await loop.run_in_executor(pool, work, *arguments)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
                pool.shutdown(wait=False)
            raise

    def warm(self, work: Callable[..., object], *arguments: object) -> None:
        """Start a process now and let it do some work whose result nobody needs."""
        self._pool = self._pool or self._started()
        self._pool.submit(work, *arguments)

    def close(self) -> None:
        """End the processes once they have finished what they are doing."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _started(self) -> Executor:
        return ProcessPoolExecutor(
            self._processes,
            # A fork would copy the store's connection and its thread's locks.
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
        )


def _begin() -> None:
    """The first thing a worker does: leave Ctrl-C to the server, and never outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, name="fathom-parent", daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
