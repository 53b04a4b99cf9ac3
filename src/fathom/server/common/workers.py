"""Other processes for what takes long: pictures and bots. The event loop only waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, TypeVar

from fathom.server.common.logs import defined_at, place

T = TypeVar("T")

GRACE = 1.0
"""Seconds for which unwanted work may go on: starting a new process takes as long."""


class TooLong(Exception):
    """Work took longer than it may, and its process was ended."""


class Workers:
    """A few processes that are started when they are first needed, and replaced when one dies or hangs.

    Each does one thing at a time, so whatever ends one process spoils nobody else's work.
    """

    def __init__(self, processes: int, method: str = "spawn") -> None:
        # A fork would copy the store's connection and its thread's locks.
        self._threads: ThreadPoolExecutor | None = None
        self._workers = tuple(_Worker(method) for _ in range(processes))
        self._free: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._submitted: set[Future[Any]] = set()

    async def run(self, work: Callable[..., T], *arguments: object, seconds: float | None = None) -> T:
        """The result of `work(*arguments)` in another process; both must be picklable.

        Raises `TooLong` when it takes more than so many seconds, not counting the wait for a free process.
        When the caller is cancelled, work that has not begun is not done; work that may take only so many
        seconds is ended unless it soon ends by itself.
        """
        wanted = _Wanted()
        try:
            return await asyncio.wrap_future(self._submit(self._work, work, arguments, seconds, wanted))
        except asyncio.CancelledError:
            wanted.give_up()
            raise

    def in_turn(
        self, works: Sequence[Callable[..., Any]], *arguments: object
    ) -> tuple[asyncio.Future[Any], ...]:
        """The results of several works with the same arguments, one after the other.

        While nobody else waits, one process does them all, and what it keeps in between is of use; otherwise
        whoever waits comes in between. When one fails, or nobody wants its result any more, those after it
        are not done.
        """
        loop = asyncio.get_running_loop()
        results = tuple(loop.create_future() for _ in works)
        if results:
            self._submit(self._work_in_turn, loop, works, arguments, results)
        return results

    async def idle(self) -> None:
        """Wait until there is nothing to do."""
        loop = asyncio.get_running_loop()
        while submitted := tuple(self._submitted):
            done = loop.create_future()
            submitted[0].add_done_callback(partial(_tell, loop, done))
            await done

    def warm(self, work: Callable[..., object], *arguments: object) -> None:
        """Start a process now and let it do some work whose result nobody needs."""
        self._submit(self._work, work, arguments, None, _Wanted())

    @property
    def alive(self) -> bool:
        """Whether there is a process to do work in, or none was needed yet; however busy they are."""
        return any(worker.alive for worker in self._workers)

    def mend(self, work: Callable[[], object]) -> None:
        """Start a process again if none is alive, unless something is under way that will."""
        if not self.alive and not self._submitted:
            self._submit(self._mend, work)

    def _mend(self, work: Callable[[], object]) -> None:
        with contextlib.suppress(BrokenProcessPool, OSError):  # that is how a dead one is found out
            self._work(work, (), None, _Wanted())
            return
        self._work(work, (), None, _Wanted())

    def close(self) -> None:
        """End the processes once they have finished what they are doing."""
        if self._threads is None:
            return
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._threads = None
        while True:
            try:
                self._free.get_nowait().close()
            except queue.Empty:
                return

    def _started(self) -> ThreadPoolExecutor:
        if self._threads is None:
            for worker in self._workers:
                self._free.put(worker)
            # A thread for each process does nothing but wait for it.
            self._threads = ThreadPoolExecutor(len(self._workers), thread_name_prefix="fathom-worker")
        return self._threads

    def _submit(self, work: Callable[..., T], *arguments: Any) -> Future[T]:
        submitted = self._started().submit(work, *arguments)
        self._submitted.add(submitted)
        submitted.add_done_callback(self._submitted.discard)
        return submitted

    @property
    def _someone_waits(self) -> bool:
        """Whether something has not been begun, because all processes are at work."""
        return any(not (one.running() or one.done()) for one in tuple(self._submitted))

    def _work(
        self, work: Callable[..., T], arguments: tuple[object, ...], seconds: float | None, wanted: _Wanted
    ) -> T:
        worker = self._free.get()
        try:
            if not wanted.still:
                raise TooLong("before it began")
            return worker.do(work, arguments, seconds, wanted)
        finally:
            self._free.put(worker)

    def _work_in_turn(
        self,
        loop: asyncio.AbstractEventLoop,
        works: Sequence[Callable[..., Any]],
        arguments: tuple[object, ...],
        results: tuple[asyncio.Future[Any], ...],
    ) -> None:
        worker = self._free.get()
        try:
            for number, work in enumerate(works):
                if results[number].cancelled():
                    return
                if number and self._someone_waits:
                    self._submit(self._work_in_turn, loop, works[number:], arguments, results[number:])
                    return
                try:
                    done = worker.do(work, arguments, None, _Wanted())
                except Exception as error:  # noqa: BLE001 - whoever waits for it decides what to do about it
                    loop.call_soon_threadsafe(_fail, results[number:], error)
                    return
                loop.call_soon_threadsafe(_settle, results[number], done)
        finally:
            self._free.put(worker)


def _tell(loop: asyncio.AbstractEventLoop, done: asyncio.Future[None], _: object) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has ended, and with it whoever waited
        loop.call_soon_threadsafe(_settle, done, None)


def _settle(result: asyncio.Future[T], done: T) -> None:
    if not result.done():
        result.set_result(done)


def _fail(results: Sequence[asyncio.Future[Any]], error: Exception) -> None:
    for result in results:
        if not result.done():
            result.set_exception(error)
            result.exception()  # looked at: it may be that nobody waits for all of them


class _Wanted:
    """Whether anyone waits for a result: given up by the event loop, looked at by the thread of a process."""

    def __init__(self) -> None:
        self.still = True
        self._woken = threading.Event()

    def give_up(self) -> None:
        self.still = False
        self._woken.set()

    def wait(self, result: Future[Any], seconds: float) -> bool:
        """Wait so many seconds for a result, or for a moment once nobody wants it; whether it is there."""
        result.add_done_callback(lambda _: self._woken.set())
        self._woken.wait(seconds)
        if not self.still:
            wait((result,), GRACE)
        return result.done()


class _Worker:
    """One process, or the next one in its place."""

    def __init__(self, method: str) -> None:
        self._method = method
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._broken = False

    @property
    def alive(self) -> bool:
        """Whether the process lives, or was not needed yet; not if it died and no other has started since."""
        lives = not self._pid or self._pid in {child.pid for child in multiprocessing.active_children()}
        return lives and not self._broken

    def do(
        self, work: Callable[..., T], arguments: tuple[object, ...], seconds: float | None, wanted: _Wanted
    ) -> T:
        try:
            result = self._ready().submit(_done, work, arguments)
            if seconds is not None and not wanted.wait(result, seconds):
                raise TooLong(f"after {seconds} seconds")
            return result.result()
        except (TooLong, BrokenProcessPool) as error:
            self._broken = isinstance(error, BrokenProcessPool)
            self._end()
            place(error, defined_at(work))  # nobody knows how far it had come
            raise

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True)

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1,
                mp_context=multiprocessing.get_context(self._method),
                initializer=_begin,
            )
            try:
                self._pid = self._pool.submit(os.getpid).result()
            except OSError:  # there can be no more processes on this machine now
                self._broken = True
                self._end()
                raise
            self._broken = False
        return self._pool

    def _end(self) -> None:
        """End the process, whatever it is doing; the next work gets another."""
        pool, self._pool = self._pool, None
        if pool is not None:
            if self._pid:
                with contextlib.suppress(OSError):  # it may be dead already
                    os.kill(self._pid, getattr(signal, "SIGKILL", signal.SIGTERM))
            pool.shutdown(wait=False)
        self._pid = 0


def _done(work: Callable[..., T], arguments: tuple[object, ...]) -> T:
    """Do the work; an error says where it was raised, because its traceback stays in this process."""
    try:
        return work(*arguments)
    except Exception as error:
        place(error)
        raise


def _begin() -> None:
    """The first thing a worker does: leave Ctrl-C to the server, and never outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, name="fathom-parent", daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
