"""The conformance kit: one call that checks a game against the laws of the table.

    report = check(DiveGame(), Options(), seats=3, redeal=redeal)

Random games are played to the end, and at a few positions of each everything that the contract promises is
tried out. The first promise that is broken raises `Broken`, which names the law. The four laws:

1. Views are built: what a seat may not know changes neither its view, nor its menu, nor its events.
2. Imagination: a state imagined from a view gives that very view.
3. Chance is outside: the same dice give the same game, and a state holds none.
4. Intent and outcome are both written down: a record replays to the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import to_builtins

from fathom.table.contract import AnyGame, Event, Reader, Seat, State, encoded, state_hash
from fathom.table.dice import Dice, FastDice, Outcome, RecordedDice
from fathom.table.match import Match
from fathom.table.record import BadRecord, FastProof, read_record, replay, verify
from fathom.table.refusal import Refused

AnyState = State[Any, Any, Any]

Redeal = Callable[[Any, Reader, Dice], Any]
"""Changes everything in a copy of the state that the reader may not know, as far as the rules allow.

It must be written from the rulebook, not from the view: it is what a view that says too much is caught with.
"""

WORLDS = 3
"""Worlds that each reader imagines to find out whether a decision reveals anything."""

FEW = 500
"""Menus up to this length are listed in full."""


class Broken(AssertionError):
    """A game breaks its contract."""

    def __init__(self, law: str, what: str) -> None:
        super().__init__(f"{law}: {what}")
        self.law = law


class Report(msgspec.Struct):
    """How much was tried, so that a test can see that it was not nothing."""

    games: int = 0
    moves: int = 0
    positions: int = 0
    refused: int = 0
    redealt: int = 0
    events_compared: int = 0
    harmless: int = 0
    """Decisions of which the game said that nothing was revealed, tried out in a world of some reader."""


def check(
    game: AnyGame,
    options: Any,
    seats: int,
    *,
    redeal: Redeal,
    games: int = 3,
    positions: int = 5,
    seed: int | str = 0,
    longest: int = 10_000,
) -> Report:
    """Play this many random games and check the contract at this many positions of each.

    `longest` is the number of moves after which a game counts as one that does not end.
    """
    report = Report()
    _check_json("options", options, game.options_type)
    for number in range(games):
        # Chance for the game and chance for the kit are apart, so that the record can be verified.
        dice = FastDice(f"{seed}/{number}/kit")
        game_seed = f"{seed}/{number}/game"
        match = Match(game, options, [f"seat {seat}" for seat in range(seats)], FastDice(game_seed))
        past = _play_to_the_end(match, dice, longest, report)
        _check_record(match, game_seed)
        pool = [msgspec.json.decode(move.action, type=game.action_type) for move in match.moves]
        for index in sorted({dice.roll(len(past), "position") for _ in range(positions)}):
            _Position(game, past[index], seats, redeal, dice, pool, report).check()
            report.positions += 1
        report.games += 1
        report.moves += len(match.moves)
    return report


def _play_to_the_end(
    match: Match[Any, Any, Any, Any, Any], dice: Dice, longest: int, report: Report
) -> list[Any]:
    """Play a random game and return a copy of every position, the last included."""
    game, state = match.game, match.state
    past: list[Any] = []
    hashes: list[str] = []
    for _ in range(longest):
        past.append(state.copy())
        hashes.append(state_hash(state))
        if state_hash(past[-1]) != hashes[-1]:
            raise Broken("copy", "a copy is not equal to its original")
        awaited = state.to_move()
        if (state.result() is not None) is not (not awaited):
            raise Broken("end", f"seats {awaited} are awaited while the result is {state.result()}")
        if not awaited:
            break
        seat = _someone(state, awaited, len(match.players), dice)
        events = match.play(seat, state.menu(seat).sample(dice))
        _check_events(game, events, state, match.players)
    else:
        raise Broken("end", f"a game has not ended after {longest} moves")
    for number, (state_then, hash_then) in enumerate(zip(past, hashes, strict=True)):
        if state_hash(state_then) != hash_then:
            raise Broken("copy", f"playing on changed the copy that was made before move {number + 1}")
    return past


def _someone(state: AnyState, awaited: Sequence[Seat], seats: int, dice: Dice) -> Seat:
    """A seat to act: mostly one that is awaited, now and then one that may take something back."""
    others = [seat for seat in range(seats) if seat not in awaited and len(state.menu(seat))]
    if others and dice.roll(10, "someone else") == 0:
        return dice.pick(others, "someone else")
    return dice.pick(awaited, "someone")


def _check_events(game: AnyGame, events: Sequence[Event], state: AnyState, players: Sequence[str]) -> None:
    for event in events:
        if not game.tell(event, players):
            raise Broken("events", f"nothing is told of {event}")
        for reader in (None, *range(len(players))):
            seen = event.seen_by(reader)
            if seen is not None:
                _check_json("event", seen, game.event_type)
            again = game.retold(event, reader, state)
            if again is not None:
                _check_json("event", again, game.event_type)
                if not game.tell(again, players):
                    raise Broken("events", f"nothing is told of {again}")
                if seen is None or not _says_no_more(to_builtins(again), to_builtins(seen)):
                    raise Broken("story", f"{_named(reader)} is told more later than at once: {again}")


def _check_record(match: Match[Any, Any, Any, Any, Any], game_seed: str) -> None:
    """Law 4, and with it most of law 3."""
    record = match.record(FastProof(game_seed))
    again = read_record(encoded(record))
    if encoded(again) != encoded(record):
        raise Broken("record", "a record does not survive a JSON round trip")
    try:
        for _ in replay(match.game, again):
            pass
        verify(match.game, again)
    except BadRecord as bad:
        raise Broken("chance and record", f"a record does not replay to the same state: {bad}") from bad


def _check_json(what: str, value: Any, kind: Any) -> None:
    try:
        decoded = _decoder(kind).decode(encoded(value))
    except msgspec.DecodeError as error:
        raise Broken("json", f"this {what} cannot be read back: {value} ({error})") from error
    if encoded(decoded) != encoded(value):
        raise Broken("json", f"this {what} does not survive a JSON round trip: {value}")


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """To make one takes longer than to read a value with it."""
    return msgspec.json.Decoder(kind)


class _NoDice(Dice):
    """Dice for something that must be refused before chance comes into it."""

    def roll(self, sides: int, purpose: str) -> int:
        raise Broken("refusal", f"an illegal action drew chance for {purpose} before it was refused")


class _Position:
    """Everything that is tried out at one position."""

    def __init__(
        self,
        game: AnyGame,
        state: Any,
        seats: int,
        redeal: Redeal,
        dice: Dice,
        pool: Sequence[Any],
        report: Report,
    ) -> None:
        self.game = game
        self.state = state
        self.seats = range(seats)
        self.redeal = redeal
        self.dice = dice
        self.pool = pool
        self.report = report
        self.hash = state_hash(state)

    def check(self) -> None:
        for reader in (None, *self.seats):
            self._check_view(reader)
            self._check_redeal(reader)
            self._check_secret_actions(reader)
            self._check_imagination(reader)
        for seat in self.seats:
            self._check_menu(seat)
            self._check_refusals(seat)
        for seat in self.state.to_move():
            self._check_fallback(seat)
            self._check_same_dice_same_game(seat)
        for seat in self.seats:
            self._check_reveals(seat)
        self._check_limit()
        if state_hash(self.state) != self.hash:
            raise Broken("copy", "looking at a position, or playing on copies of it, changed it")

    def _check_limit(self) -> None:
        limit = self.state.limit()
        if limit is not None and limit <= 0:
            raise Broken("limit", f"the rules allow {limit} seconds, which is no time at all")

    def _check_menu(self, seat: Seat) -> None:
        menu, seen = self.state.menu(seat), self.game.actions(self.state.view(seat))
        if menu != seen or len(menu) != len(seen):
            raise Broken("menu", f"seat {seat} has another menu in the state than in its view")
        if seat in self.state.to_move() and not len(menu):
            raise Broken("menu", f"seat {seat} is awaited and can do nothing")
        if len(menu) <= FEW:
            actions = list(menu)
            if len(actions) != len(menu) or len({encoded(action) for action in actions}) != len(menu):
                raise Broken("menu", f"a menu counts {len(menu)} actions and lists {len(actions)}")
        else:
            actions = [menu.sample(self.dice) for _ in range(10)]
        for action in actions:
            if action not in menu or menu.refusal(action) is not None:
                raise Broken("menu", f"{action} is on the menu and refused by it")
            _check_json("action", action, self.game.action_type)
        if len(self.game.actions(self.state.view(None))):
            raise Broken("menu", "a spectator can act")

    def _check_refusals(self, seat: Seat) -> None:
        """Illegal actions are refused with a clause, and change nothing."""
        menu = self.state.menu(seat)
        for nobody in (-1, len(self.seats)):
            self._refused(nobody, self.dice.pick(self.pool, "pool"))
        for _ in range(10):
            action = self.dice.pick(self.pool, "pool")
            if action not in menu:
                self._refused(seat, action)

    def _refused(self, seat: Seat, action: Any) -> None:
        try:
            self.state.play(seat, action, _NoDice())
        except Refused as refused:
            if not (refused.refusal.clause and refused.refusal.code and refused.refusal.text):
                raise Broken(
                    "refusal", f"refused without a clause, a code or words: {refused.refusal}"
                ) from None
        else:
            raise Broken("refusal", f"seat {seat} could play {action}, which is not on its menu")
        if state_hash(self.state) != self.hash:
            raise Broken("refusal", f"refusing {action} to seat {seat} changed the state")
        self.report.refused += 1

    def _check_fallback(self, seat: Seat) -> None:
        for draft in (None, *(self.dice.pick(self.pool, "draft") for _ in range(3))):
            action = self.state.fallback(seat, draft)
            if action not in self.state.menu(seat):
                raise Broken("fallback", f"what the rules do for seat {seat} is not legal: {action}")

    def _check_same_dice_same_game(self, seat: Seat) -> None:
        """Law 3."""
        action = self.state.menu(seat).sample(self.dice)
        seed = self.dice.roll(2**30, "seed")
        first, second = self.state.copy(), self.state.copy()
        told = [encoded(state.play(seat, action, FastDice(seed))) for state in (first, second)]
        if told[0] != told[1] or state_hash(first) != state_hash(second):
            raise Broken("chance", f"{action} of seat {seat} ends differently with the same dice")

    def _check_reveals(self, seat: Seat) -> None:
        """Whatever follows from a decision and reveals nothing looks the same in all worlds of a reader.

        Each reader imagines worlds, in which the same is decided: what they are told, and see, afterwards
        must be what they are told in this one. Where chance was drawn nobody asks.
        """
        menu = self.state.menu(seat)
        for _ in range(WORLDS if len(menu) else 0):
            action, seed = menu.sample(self.dice), self.dice.roll(2**30, "seed")
            after, fallen = self.state.copy(), list[Outcome]()
            events = after.play(seat, action, RecordedDice(FastDice(seed), 0, fallen))
            if fallen or any(event.reveals for event in events):
                continue
            for reader in (None, *self.seats):
                for world in self._worlds(reader):
                    if action in world.menu(seat):
                        told = world.play(seat, action, FastDice(seed))
                        self._compare_worlds(reader, action, (events, after), (told, world))

    def _worlds(self, reader: Reader) -> list[Any]:
        """Worlds that the reader must hold possible: some imagined, one dealt again."""
        view = self.state.view(reader)
        worlds = [self.game.imagine(view, self.dice) for _ in range(WORLDS)]
        worlds.append(self.redeal(self.state.copy(), reader, self.dice))
        # What a view gives away before anything is decided breaks other laws.
        return [world for world in worlds if encoded(world.view(reader)) == encoded(view)]

    def _compare_worlds(
        self, reader: Reader, action: Any, here: tuple[Any, AnyState], there: tuple[Any, AnyState]
    ) -> None:
        self.report.harmless += 1
        seen = [
            (encoded([event.seen_by(reader) for event in events]), encoded(state.view(reader)))
            for events, state in (here, there)
        ]
        if seen[0] != seen[1]:
            names = ", ".join(type(event).__name__ for event in here[0])
            raise Broken(
                "reveals", f"{action} tells {_named(reader)} something hidden; {names} say it does not"
            )

    def _check_view(self, reader: Reader) -> None:
        _check_json("view", self.state.view(reader), self.game.view_type)

    def _check_imagination(self, reader: Reader) -> None:
        """Law 2."""
        view = encoded(self.state.view(reader))
        # From the bytes, so that nothing can travel along but what the reader was sent.
        sent = msgspec.json.decode(view, type=self.game.view_type)
        imagined = self.game.imagine(sent, self.dice)
        if encoded(imagined.view(reader)) != view:
            raise Broken("imagination", f"what {_named(reader)} imagines does not look like what it sees")
        if imagined.to_move() != self.state.to_move():
            raise Broken("imagination", f"{_named(reader)} imagines that others are awaited")
        awaited = imagined.to_move()
        if awaited:
            seat = self.dice.pick(awaited, "someone")
            imagined.play(seat, imagined.menu(seat).sample(self.dice), self.dice)

    def _check_redeal(self, reader: Reader) -> None:
        """Law 1."""
        other = self.redeal(self.state.copy(), reader, self.dice)
        if state_hash(other) != self.hash:
            self.report.redealt += 1
        for watcher in {reader, None}:  # what everyone may know, every seat may know
            if encoded(other.view(watcher)) != encoded(self.state.view(watcher)):
                raise Broken(
                    "hidden information",
                    f"the view of {_named(watcher)} changes with what {_named(reader)} may not know",
                )
        if other.to_move() != self.state.to_move():
            raise Broken("hidden information", f"who is awaited tells {_named(reader)} what it may not know")
        if reader is not None and other.menu(reader) != self.state.menu(reader):
            raise Broken("hidden information", f"the menu of seat {reader} tells what it may not know")
        for seat in self.state.to_move():
            action = self.state.menu(seat).sample(self.dice)
            if action in other.menu(seat):
                self._compare_events(reader, (self.state.copy(), other.copy()), seat, (action, action))

    def _check_secret_actions(self, reader: Reader) -> None:
        """What someone else does in secret is not told either."""
        for seat in self.state.to_move():
            if seat != reader:
                menu = self.state.menu(seat)
                actions = (menu.sample(self.dice), menu.sample(self.dice))
                self._compare_events(reader, (self.state.copy(), self.state.copy()), seat, actions)

    def _compare_events(
        self, reader: Reader, worlds: tuple[Any, Any], seat: Seat, actions: tuple[Any, Any]
    ) -> None:
        """If the reader's view does not tell two worlds apart afterwards, the events must not do so either.

        So what an event tells is in the view too: whoever comes back later knows as much as who was there.
        """
        seed = self.dice.roll(2**30, "seed")
        told = [
            encoded([event.seen_by(reader) for event in world.play(seat, action, FastDice(seed))])
            for world, action in zip(worlds, actions, strict=True)
        ]
        if encoded(worlds[0].view(reader)) == encoded(worlds[1].view(reader)):
            self.report.events_compared += 1
            if told[0] != told[1]:
                raise Broken("hidden information", f"events tell {_named(reader)} what its view does not")


def _says_no_more(less: Any, more: Any) -> bool:
    """Whether everything in one value is in the other too: some of its parts, or None where it has one."""
    if isinstance(less, dict) and isinstance(more, dict):
        return all(key in more and _says_no_more(value, more[key]) for key, value in less.items())
    if isinstance(less, list | tuple) and isinstance(more, list | tuple):
        left = iter(more)
        return all(any(_says_no_more(one, other) for other in left) for one in less)
    return less is None or bool(less == more)


def _named(reader: Reader) -> str:
    return "a spectator" if reader is None else f"seat {reader}"
