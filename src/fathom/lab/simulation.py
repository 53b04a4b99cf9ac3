"""Many games between players, one after the other or on several cores at once, the same for the same seed."""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from typing import Any

from fathom.players import Level
from fathom.table import AnyGame, FairDice, FastDice, FastProof, Match, Record


def simulate(
    game: AnyGame,
    options: Any,
    players: Sequence[Level],
    games: int,
    seed: int | str = 0,
    jobs: int = 1,
) -> Generator[Record, None, None]:
    """Records of so many games with these players on seats 0, 1, …, in order.

    Each game has a seed of its own that follows from the run's: the records are the same for any number of
    jobs, and the first hundred of a thousand are those of a run of a hundred. Raises `Refused` before the
    first game if the options cannot be played by this many players.
    """
    game.check(options, len(players))
    if jobs == 1:
        return (simulated(game, options, players, f"{seed}/{number}") for number in range(games))
    return _on_several_cores(game, options, players, games, seed, jobs)


def simulated(game: AnyGame, options: Any, players: Sequence[Level], seed: int | str) -> Record:
    """One game to its end. The table's dice, the players' and their looks all follow from the seed."""
    match = Match(game, options, seat_names(players), FastDice(seed))
    own_dice = [FastDice(f"{seed}/player/{seat}") for seat in range(len(players))]
    # Labelled dice: what is seen follows from the seed and from what is looked at, not from how often.
    eye_dice = [FairDice(sha256(f"{seed}/eyes/{seat}".encode()).digest()) for seat in range(len(players))]
    while awaited := match.state.to_move():
        seat = awaited[0]
        player, eyes = players[seat].player, players[seat].eyes
        look = None if eyes is None else eyes.look(match.state, seat, eye_dice[seat].at(0))
        match.play(seat, player.choose(match.state.view(seat), look, own_dice[seat]))
    return match.record(FastProof(seed))


def seat_names(players: Sequence[Level]) -> tuple[str, ...]:
    """The players' names; those who come more than once are numbered."""
    often = Counter(player.name for player in players)
    came: Counter[str] = Counter()
    names = []
    for player in players:
        came[player.name] += 1
        several = often[player.name] > 1
        names.append(f"{player.name} {came[player.name]}" if several else player.name)
    return tuple(names)


CHUNK = 8
"""Games that a core plays before it reports: few enough for a lively progress bar."""


def _on_several_cores(
    game: AnyGame, options: Any, players: Sequence[Level], games: int, seed: int | str, jobs: int
) -> Generator[Record, None, None]:
    # New processes instead of copies of this one: a copy of a process with threads can hang.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_parent)
    try:
        chunks = (range(begin, min(begin + CHUNK, games)) for begin in range(0, games, CHUNK))
        calls = (
            pool.submit(_simulated_chunk, game, options, tuple(players), seed, numbers) for numbers in chunks
        )
        # A few chunks ahead of the reader, so that a long run needs no more memory than a short one.
        under_way: deque[Future[list[Record]]] = deque(islice(calls, 3 * jobs))
        while under_way:
            yield from under_way.popleft().result()
            under_way.extend(islice(calls, 1))
    finally:
        pool.shutdown(cancel_futures=True)


def _simulated_chunk(
    game: AnyGame, options: Any, players: Sequence[Level], seed: int | str, numbers: range
) -> list[Record]:
    return [simulated(game, options, players, f"{seed}/{number}") for number in numbers]


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
