"""Other processes for what takes long: pictures and bots. The event loop only waits for them.

Whose work comes next when a process is free is decided by its `Turn`: live tables first, and among the rest
each address in its turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from fathom.server.common import refusals
from fathom.server.common.logs import defined_at, place
from fathom.server.common.turns import LIVE, FairLine, Turn
from fathom.table import Refused

T = TypeVar("T")

MOST_WAITING = 64
"""The most pieces of work that wait for one address; whoever wants more is told to come back."""

GRACE = 1.0
"""Seconds for which unwanted work may go on: starting a new process takes as long."""

START_SECONDS = 60.0
"""So long a process may take to start before it counts as one that does not answer."""

LOOK_SECONDS = 0.02
"""Seconds between two looks whether a process has answered."""

ONE_THREAD = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)
"""A process computes in one thread, unless the host has said otherwise: how many there are is `processes`."""


LIVE_TURN = Turn()


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
        self._line: FairLine[tuple[Future[Any], Callable[[], Any]]] = FairLine()
        self._lock = threading.Lock()

    async def run(
        self,
        work: Callable[..., T],
        *arguments: object,
        seconds: float | None = None,
        turn: Turn = LIVE_TURN,
        finish: bool = False,
    ) -> T:
        """The result of `work(*arguments)` in another process; both must be picklable.

        Raises `TooLong` when it takes more than so many seconds, not counting the wait for a free process,
        and `Refused` when too much waits already for the same address. When whoever waits is cancelled, work
        that has not begun is not done; work that may take only so many seconds is ended unless it soon ends
        by itself, or should `finish` once it has begun.
        """
        wanted = _Wanted(finish=finish)
        submitted = self._submit(turn, self._work, work, arguments, seconds, wanted)
        loop = asyncio.get_running_loop()
        submitted.add_done_callback(lambda _: _call(loop, turn.took, wanted))
        try:
            return await asyncio.wrap_future(submitted)
        except asyncio.CancelledError:
            wanted.give_up()
            raise

    def in_turn(
        self,
        works: Sequence[Callable[..., Any]],
        *arguments: object,
        seconds: float | None = None,
        turn: Turn = LIVE_TURN,
    ) -> tuple[asyncio.Future[Any], ...]:
        """The results of several works with the same arguments, one after the other.

        While nobody else waits, one process does them all, and what it keeps in between is of use; otherwise
        whoever waits comes in between. When one fails, or nobody wants its result any more, those after it
        are not done. Each may take so many seconds.
        """
        loop = asyncio.get_running_loop()
        results = tuple(loop.create_future() for _ in works)
        if results:
            self._submit(turn, self._work_in_turn, loop, works, arguments, results, seconds, turn)
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
        self._submit(LIVE_TURN, self._work, work, arguments, None, _Wanted())

    @property
    def alive(self) -> bool:
        """Whether there is a process to do work in, or none was needed yet; however busy they are."""
        return any(worker.alive for worker in self._workers)

    async def answer(self, seconds: float) -> bool:
        """Whether a process answers in so many seconds, however busy it is; also if none was needed yet."""
        return any(await asyncio.gather(*(worker.answers(seconds) for worker in self._workers)))

    def mend(self, work: Callable[[], object], seconds: float) -> None:
        """Replace a process that does not do this in so many seconds, unless other work will show that."""
        if not self._submitted:
            self._submit(LIVE_TURN, self._mend, work, seconds)

    def _mend(self, work: Callable[[], object], seconds: float) -> None:
        with contextlib.suppress(BrokenProcessPool, OSError, TooLong):  # that is how a dead one is found out
            self._work(work, (), seconds, _Wanted())
            return
        self._work(work, (), None, _Wanted())

    def close(self) -> None:
        """End the processes once they have finished what they are doing."""
        if self._threads is None:
            return
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._threads = None
        with self._lock:
            while len(self._line):
                self._line.take()[0].cancel()
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

    def _submit(self, turn: Turn, work: Callable[..., T], *arguments: Any) -> Future[T]:
        submitted: Future[T] = Future()
        with self._lock:
            if turn.rank != LIVE and self._line.waiting(turn) >= MOST_WAITING:
                raise Refused(refusals.TOO_FAST(seconds=5))
            self._line.put(turn, (submitted, partial(work, *arguments)))
        self._submitted.add(submitted)
        submitted.add_done_callback(self._submitted.discard)
        self._started().submit(self._serve)
        return submitted

    def _serve(self) -> None:
        """Do whatever comes next now: there are as many of these as there is work."""
        with self._lock:
            submitted, work = self._line.take()
        if not submitted.set_running_or_notify_cancel():
            return  # nobody wants it any more
        try:
            done = work()
        except BaseException as error:  # noqa: BLE001 - whoever waits for it decides what to do about it
            submitted.set_exception(error)
        else:
            submitted.set_result(done)

    def _someone_waits(self, turn: Turn) -> bool:
        """Whether something has not been begun that comes no later than this."""
        with self._lock:
            return self._line.before(turn)

    def _work(
        self, work: Callable[..., T], arguments: tuple[object, ...], seconds: float | None, wanted: _Wanted
    ) -> T:
        worker = self._free.get()
        begun = time.monotonic()
        try:
            if not wanted.still:
                raise TooLong("before it began")
            return worker.do(work, arguments, seconds, wanted)
        finally:
            wanted.took = time.monotonic() - begun
            self._free.put(worker)

    def _work_in_turn(
        self,
        loop: asyncio.AbstractEventLoop,
        works: Sequence[Callable[..., Any]],
        arguments: tuple[object, ...],
        results: tuple[asyncio.Future[Any], ...],
        seconds: float | None,
        turn: Turn,
    ) -> None:
        worker = self._free.get()
        try:
            for number, work in enumerate(works):
                if results[number].cancelled():
                    return
                if number and self._someone_waits(turn):
                    self._submit(
                        turn,
                        self._work_in_turn,
                        loop,
                        works[number:],
                        arguments,
                        results[number:],
                        seconds,
                        turn,
                    )
                    return
                try:
                    done = worker.do(work, arguments, seconds, _Wanted())
                except Exception as error:  # noqa: BLE001 - whoever waits for it decides what to do about it
                    loop.call_soon_threadsafe(_fail, results[number:], error)
                    return
                loop.call_soon_threadsafe(_settle, results[number], done)
        finally:
            self._free.put(worker)


def _tell(loop: asyncio.AbstractEventLoop, done: asyncio.Future[None], _: object) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has ended, and with it whoever waited
        loop.call_soon_threadsafe(_settle, done, None)


def _call(loop: asyncio.AbstractEventLoop, took: Callable[[float], None], wanted: _Wanted) -> None:
    """Say in the event loop how long a process was busy, also if nobody waits for what it has done."""
    with contextlib.suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(took, wanted.took)


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

    def __init__(self, *, finish: bool = False) -> None:
        self.still = True
        self.took = 0.0
        """How many seconds a process was busy with it."""
        self._finish = finish
        self._woken = threading.Event()

    def give_up(self) -> None:
        self.still = False
        if not self._finish:
            self._woken.set()

    def wait(self, result: Future[Any], seconds: float) -> bool:
        """Wait so many seconds for a result, or for a moment once nobody wants it; whether it is there."""
        result.add_done_callback(lambda _: self._woken.set())
        self._woken.wait(seconds)
        if not self.still and not self._finish:
            wait((result,), GRACE)
        return result.done()


class _Worker:
    """One process, or the next one in its place."""

    def __init__(self, method: str) -> None:
        self._method = method
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._broken = False
        self._starts = 0.0
        """Since when a process starts; 0 while none does."""
        self._line: Connection | None = None
        """Over this the process is asked whether it is there."""
        self._asked = False
        self._answered = 0

    async def answers(self, seconds: float) -> bool:
        """Whether the process answers in so many seconds, or was not needed yet, or is just starting."""
        line = self._line
        if line is None:
            starts = self._starts
            return not self._broken if not starts else time.monotonic() < starts + START_SECONDS
        before = self._answered
        try:
            if not self._asked:  # otherwise the answer to the last question is still to come
                line.send_bytes(b"?")
                self._asked = True
            for _ in range(int(seconds / LOOK_SECONDS)):
                if line.poll():
                    line.recv_bytes()
                    self._asked = False
                    self._answered += 1
                if self._answered != before:
                    return True
                await asyncio.sleep(LOOK_SECONDS)
        except (OSError, EOFError):
            pass  # it is dead, or was ended just now
        return self._line is not line

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
        if self._line is not None:
            self._line.close()
            self._line = None

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            for name, value in ONE_THREAD.items():
                os.environ.setdefault(name, value)  # before NumPy is loaded in the new process
            ours, theirs = multiprocessing.Pipe()
            self._starts = time.monotonic()
            self._pool = ProcessPoolExecutor(
                1,
                mp_context=multiprocessing.get_context(self._method),
                initializer=_begin,
                initargs=(theirs,),
            )
            try:
                self._pid = self._pool.submit(os.getpid).result()
            except OSError:  # there can be no more processes on this machine now
                ours.close()
                self._broken = True
                self._end()
                raise
            finally:
                theirs.close()
                self._starts = 0.0
            self._line, self._asked = ours, False
            self._broken = False
        return self._pool

    def _end(self) -> None:
        """End the process, whatever it is doing; the next work gets another."""
        pool, self._pool = self._pool, None
        line, self._line = self._line, None
        if line is not None:
            line.close()
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


def _begin(line: Connection) -> None:
    """The first thing a worker does: leave Ctrl-C to the server, never outlive it, and answer to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, name="fathom-parent", daemon=True).start()
    threading.Thread(target=_answer, args=(line,), name="fathom-answer", daemon=True).start()


def _answer(line: Connection) -> None:
    """Answer every question, beside whatever else is done."""
    with contextlib.suppress(OSError, EOFError):  # the server has gone, and this process goes, too
        while True:
            line.send_bytes(line.recv_bytes())


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
