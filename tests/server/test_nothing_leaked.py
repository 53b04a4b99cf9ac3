"""Nobody learns what their seat may not know: whole games in pairs of worlds that differ only in that.

Every frame, answer, refusal, picture, sounding, note and measurement, everything that is said, and all that a
bot in the seat is told is compared byte by byte (`tests/server/worlds.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import pytest
from msgspec.structs import replace

from fathom.deepblue.events import Rested
from fathom.guests import rules
from fathom.server import room
from fathom.server.common.logs import note, warn
from fathom.server.game import advice, bots, frames, story
from fathom.server.game.play import Moment, Play
from fathom.server.protocol import Say
from fathom.server.room.asks import Message
from fathom.server.room.door import Door
from fathom.server.room.reading import Reading
from fathom.table import AnyGame, FastDice, Reader, Refused, encoded
from tests.server.conftest import NewDiver, StartServer
from tests.server.harbour import bot
from tests.server.worlds import (
    READERS,
    Compared,
    World,
    chosen,
    dealt_again,
    held,
    says_no_more,
    view,
    without_fences,
)

DECISIONS = 1000
"""No game of these tests takes so many."""

Compare = Callable[..., Compared]

SHORT = {"nothing": 6, "shark": 4, "green": 2, "red": 2, "manta": 1} | dict.fromkeys(
    ("shark_green", "shark_red", "shark_manta"), 1
)
"""A smaller ocean than the usual one."""

GAMES: dict[str, dict[str, Any]] = {
    "dive": {"game": "dive"},
    "dive-with-everything": {"game": "dive", "companions": True, "chief": True, "flashlight": True},
    "dive-with-bot-and-clock": {"game": "dive", "with_bots": [bot("snorkeler")], "mix": SHORT},
    # A named edition: whether this game has enough secret decisions does not change with the newest box.
    "deep-blue": {"game": "deep-blue", "chart": "small", "edition": "second"},
}


@pytest.fixture
def compare(
    start_server: StartServer, diver: NewDiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Compare]:
    monkeypatch.setattr(bots, "decide", held(bots.decide))

    def in_two_worlds(**options: Any) -> Compared:
        return Compared(start_server, diver, tmp_path, **options)

    yield in_two_worlds
    World.by_thread.clear()


def differences(compared: Compared, *, every: int, most: int = DECISIONS) -> list[str]:
    """Play a whole game in both worlds; whatever lets a reader tell them apart."""
    found: list[str] = []

    def hold(what: str, one: list[str], two: list[str]) -> None:
        if one != two:
            shown = next((pair for pair in zip(one, two, strict=False) if pair[0] != pair[1]), (one, two))
            found.append(f"{what}: {str(shown[0])[:600]} | {str(shown[1])[:600]}")

    rounds = set()
    with compared.noting():
        for decision in range(most):
            if compared.is_over() or found or not compared.noted.alike():
                break
            for reader, one, two in compared.play(f"decision-{decision}"):
                hold(f"decision {decision} to {reader}", one, two)
            if compared.is_over():
                break  # from here on everyone may know everything
            new_round = getattr(compared.one.state, "round", None) not in rounds
            rounds.add(getattr(compared.one.state, "round", None))
            for reader in READERS:
                if (decision + (reader or 0)) % every == 0:
                    pictures = reader == 1 and new_round
                    one, two = compared.ask(reader, f"deal-{decision}", pictures=pictures)
                    hold(f"position {decision} to {reader}", without_fences(one), without_fences(two))
        else:
            assert most < DECISIONS, "the game does not end"
    first, second = compared.noted.lines
    for thread in first:
        hold(f"notes ({thread})", first[thread], second[thread])
    assert compared.noted.astray == []
    return found


@pytest.mark.parametrize(
    ("name", "every"),
    [("dive", 5), ("dive-with-everything", 3), ("deep-blue", 29)],
)
def test_no_byte_tells_what_a_seat_may_not_know(compare: Compare, name: str, every: int) -> None:
    compared = compare(**GAMES[name])
    assert differences(compared, every=every) == []
    assert compared.secret_decisions > 3, "nobody decided in secret"
    assert compared.different_deals > 5, "the worlds did not differ"


def test_bots_stand_ins_and_clocks_tell_nothing_either(compare: Compare) -> None:
    """A whole game in which a bot fails, somebody's time runs out, and a bot stands in, again and again."""
    compared = compare(**GAMES["dive-with-bot-and-clock"])
    assert differences(compared, every=4) == []
    assert compared.one.state.round > 4
    assert compared.secret_decisions > 6
    assert compared.different_deals > 5
    assert compared.advised > 2, "nobody was advised"
    told = [json.loads(frame) for frame in compared.one.lines[None].frames]
    assert sum(frame["type"] == "bot-failed" for frame in told) > 1
    assert sum(frame["type"] == "clocks" for frame in told) > 10
    assert any(frame["type"] == "lobby" and frame["lobby"]["seats"][1]["stand_in"] for frame in told)
    assert sum(entry.by_clock for entry in compared.one.play.entries) > 1
    assert any("bot-failed" in line for line in compared.noted.lines[0]["server"])


# ── What is told of every entry ─────────────────────────────────────────────────────────────────────────────


def told_of_entries(name: str) -> tuple[int, list[str]]:
    """A whole game, every decision of which is also made in a world that a reader cannot tell from this one.

    Gives how often the reader still could not tell by the view afterwards, and where they could by what they
    were told of the decision.
    """
    wanted = {key: value for key, value in GAMES[name].items() if key != "with_bots"}
    game = rules(wanted["game"])
    state = game.start(msgspec.convert(wanted, game.options_type), 2, FastDice(name))
    alike, found = 0, []
    for number in range(DECISIONS):
        if not state.to_move():
            break
        seat = state.to_move()[0]
        action = chosen(state, state.menu(seat), f"{name}/{number}")
        later = state.copy()
        events = later.play(seat, action, FastDice(f"dice-{number}"))
        for reader in READERS:
            other = dealt_again(state, reader, f"deal-{number}")
            if encoded(other) == encoded(state) or other.menu(seat).refusal(action) is not None:
                continue
            elsewhere = other.play(seat, action, FastDice(f"dice-{number}"))
            if encoded(later.view(reader)) != encoded(other.view(reader)):
                continue  # something was turned over
            alike += 1
            one = encoded(frames.entry(game, number, events, later, reader, None))
            two = encoded(frames.entry(game, number, elsewhere, other, reader, None))
            if one != two:
                found.append(f"entry {number} to {reader}: {action}")
        state = later
    return alike, found


@pytest.mark.parametrize("name", ["dive", "dive-with-everything", "deep-blue"])
def test_what_is_told_of_an_entry_says_no_more_than_the_view(name: str) -> None:
    alike, found = told_of_entries(name)
    assert found == []
    assert alike > 15


def test_an_event_that_says_more_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everyone is told which cards someone has drawn."""
    monkeypatch.setattr(Rested, "seen_by", lambda self, _: self)
    assert told_of_entries("deep-blue")[1] != []


def test_the_order_of_the_ocean_is_in_nothing_but_pictures(compare: Compare) -> None:
    compared = compare(**GAMES["dive-with-everything"])
    asked = 0
    with compared.noting():
        for decision in range(DECISIONS):
            if compared.is_over():
                break
            for _ in compared.play(f"decision-{decision}"):
                pass
            if decision % 4 == 0:
                for reader in READERS:
                    one, two = compared.ask(reader, f"deal-{decision}", ocean=True, pictures=True)
                    assert but_looks(one) == but_looks(two)
                    assert pictures(one) != pictures(two), "other cards give other pictures"
                    asked += 1
    assert asked > 10
    noted = compared.noted.lines[0]
    assert noted == compared.noted.lines[1]
    assert any("table-over" in line for line in noted["server"]), "nothing was noted"


def is_picture(told: str) -> bool:
    return any(ending in told.partition("[")[0] for ending in (".webp ", ".avif ", ".svg "))


def pictures(told: list[str]) -> list[str]:
    return [one for one in told if is_picture(one)]


def is_sounding(told: str) -> bool:
    return "/soundings/" in told.partition("[")[0]


def but_looks(told: list[str]) -> list[str]:
    """Everything else, and of pictures and soundings that they are there: addresses, not bytes and lengths.

    The eyes of bots and advisers look at the same stack, so what they are told of it is left out too: their
    look is the fourth of what goes to their process.
    """
    plain = without_fences(told)
    return [
        one.partition(" [")[0]
        if is_picture(one) or is_sounding(one)
        else str(json.loads(one.partition(" ")[2])[:3])
        if one.startswith(("choose ", "consider "))
        else one
        for one in plain
    ]


# ── Spectators ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["dive-with-everything", "deep-blue"])
def test_a_spectator_sees_no_more_than_every_seat(compare: Compare, name: str) -> None:
    compared = compare(**GAMES[name])
    world = compared.one
    for decision in range(DECISIONS):
        if compared.is_over():
            break
        for _ in compared.play(f"decision-{decision}"):
            pass
        public = view(world, None)
        for seat in (0, 1):
            assert says_no_more(public, view(world, seat)), f"decision {decision}"
    told = {reader: [json.loads(frame) for frame in line.frames] for reader, line in world.lines.items()}
    for seat in (0, 1):
        mine = {frame["number"]: frame for frame in told[seat] if frame["type"] == "happened"}
        for frame in told[None]:
            if frame["type"] == "happened":
                known = mine[frame["number"]]
                assert says_no_more(frame["view"], known["view"])
                assert all(
                    any(says_no_more(event, more) for more in known["events"]) for event in frame["events"]
                )


# ── Leaks, planted ──────────────────────────────────────────────────────────────────────────────────────────


def hidden(state: Any) -> str:
    """Something that most readers may not know."""
    secrets = [getattr(state, "chief_deck", None), getattr(state, "deck", None)]
    secrets += [getattr(state.phase, part, None) for part in ("programs", "wishes", "plays")]
    return str([secret for secret in secrets if secret])


def in_the_view(patch: pytest.MonkeyPatch) -> None:
    """A view that is stripped instead of built, and forgets to strip."""
    honest = frames.happened

    def leaking(game: AnyGame, moment: Moment, reader: Reader, left: float | None) -> bytes:
        frame = json.loads(honest(game, moment, reader, left))
        frame["view"]["undo"] = hidden(moment.state)
        return json.dumps(frame, separators=(",", ":")).encode()

    patch.setattr(frames, "happened", leaking)


def in_the_position(patch: pytest.MonkeyPatch) -> None:
    """The first view after a reconnect says more than those that were sent along the way."""
    honest = frames.position

    def leaking(play: Play, reader: Reader, left: float | None) -> bytes:
        frame = json.loads(honest(play, reader, left))
        frame["debug"] = crc32(hidden(play.state).encode())
        return json.dumps(frame, separators=(",", ":")).encode()

    patch.setattr(frames, "position", leaking)


def in_an_answer_over_http(patch: pytest.MonkeyPatch) -> None:
    """An address that tells before the end what the socket hides."""
    honest = Reading.lobby

    def leaking(self: Reading, token: bytes | None) -> Any:
        lobby = honest(self, token)
        play = self._table.play
        if play is None:
            return lobby
        return type(lobby)(
            **{field: getattr(lobby, field) for field in lobby.__struct_fields__}
            | {"rematch": hidden(play.state)}
        )

    patch.setattr(Reading, "lobby", leaking)


def in_a_note(patch: pytest.MonkeyPatch) -> None:
    """A line in the log that quotes what was decided."""
    honest = room.Room.draft

    async def leaking(self: room.Room, *arguments: Any) -> None:
        note("draft", on_the_table=hidden(self.table.started().state))
        await honest(self, *arguments)

    patch.setattr(room.Room, "draft", leaking)


def in_a_measurement(patch: pytest.MonkeyPatch) -> None:
    """A counter with a label that says what happens at a table."""
    honest = Door.enter

    async def leaking(self: Door, *arguments: Any) -> None:
        play = self._table.play
        if play is not None:
            self._metrics.count("refusals_total", "code", str(crc32(hidden(play.state).encode())))
        await honest(self, *arguments)

    patch.setattr(Door, "enter", leaking)


def in_chat(patch: pytest.MonkeyPatch) -> None:
    """Words that are changed on their way by what their speaker holds."""
    honest = room.Room.carry_out

    async def leaking(self: room.Room, asked: Any) -> Any:
        if isinstance(asked, Message) and isinstance(asked.said, Say) and self.play is not None:
            text = f"{asked.said.text} {crc32(hidden(self.play.state).encode())}"
            asked = Message(asked.visitor, Say(text))
        return await honest(self, asked)

    patch.setattr(room.Room, "carry_out", leaking)


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """An objection that quotes more than what was asked."""
    honest = Play.check_seen

    def leaking(self: Play, seat: int, number: int, action: Any) -> None:
        try:
            honest(self, seat, number, action)
        except Refused as refused:
            values = {**refused.refusal.values, "why": hidden(self.state)}
            raise Refused(replace(refused.refusal, values=values)) from None

    patch.setattr(Play, "check_seen", leaking)


def in_what_a_bot_is_told(patch: pytest.MonkeyPatch) -> None:
    """Dice for a bot that follow from the game as it is, not from table, seat and entry."""
    honest = bots.decide

    async def leaking(workers: Any, game: Any, name: Any, state: Any, seat: Any, *more: Any) -> bytes:
        number, *others = more
        odd = number + crc32(hidden(state).encode())
        return await honest(workers, game, name, state, seat, odd, *others)

    patch.setattr(bots, "decide", leaking)


def in_an_event(patch: pytest.MonkeyPatch) -> None:
    """What happened, told with what it was done with."""
    honest = frames.happened

    def leaking(game: AnyGame, moment: Moment, reader: Reader, left: float | None) -> bytes:
        frame = json.loads(honest(game, moment, reader, left))
        for event in frame["events"]:
            event["with"] = crc32(hidden(moment.state).encode())
        return json.dumps(frame, separators=(",", ":")).encode()

    patch.setattr(frames, "happened", leaking)


def in_the_story(patch: pytest.MonkeyPatch) -> None:
    """A story that is told from what is there now, not from what was said then."""
    honest = story.page

    def leaking(play: Play, reader: Reader, after: int, *, ended: bool) -> Any:
        return replace(honest(play, reader, after, ended=ended), number=crc32(hidden(play.state).encode()))

    patch.setattr(story, "page", leaking)


LEAKS = [
    in_the_story,
    in_the_view,
    in_the_position,
    in_an_answer_over_http,
    in_a_note,
    in_a_measurement,
    in_chat,
    in_a_refusal,
    in_what_a_bot_is_told,
    in_an_event,
]


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("name", ["dive-with-everything", "deep-blue"])
def test_a_leak_would_be_found(
    compare: Compare, monkeypatch: pytest.MonkeyPatch, name: str, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    assert differences(compare(**GAMES[name]), every=1, most=12) != []


def in_the_bytes_of_a_picture(patch: pytest.MonkeyPatch) -> None:
    """Something beside the picture in its file."""
    honest = Reading.picture

    async def leaking(self: Reading, *arguments: Any) -> bytes:
        picture = await honest(self, *arguments)
        return picture + hidden(self._table.started().state).encode()

    patch.setattr(Reading, "picture", leaking)


def in_the_name_of_a_picture(patch: pytest.MonkeyPatch) -> None:
    """An address that follows from more than what is drawn."""
    honest = Reading.look

    async def leaking(self: Reading, *arguments: Any) -> Any:
        look = await honest(self, *arguments)
        return replace(look, centre=f"{look.centre}?{crc32(hidden(self._table.started().state).encode())}")

    patch.setattr(Reading, "look", leaking)


@pytest.mark.parametrize("leak", [in_the_bytes_of_a_picture, in_the_name_of_a_picture])
def test_a_leak_in_a_picture_would_be_found(
    compare: Compare, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    found = differences(compare(**GAMES["dive-with-everything"]), every=1, most=3)
    assert any("/looks/" in difference for difference in found)


def in_an_error_of_a_bot(patch: pytest.MonkeyPatch) -> None:
    """A note that quotes what went wrong."""

    def leaking(event: str, error: BaseException | None = None, **fields: object) -> None:
        warn(event, error, **fields, why=error)

    patch.setattr(bots, "warn", leaking)


def in_the_time_that_is_left(patch: pytest.MonkeyPatch) -> None:
    """A clock that hurries those whose program is long."""
    honest = frames.happened

    def leaking(game: Any, moment: Moment, reader: Reader, left: float | None) -> bytes:
        return honest(game, moment, reader, left and left + crc32(hidden(moment.state).encode()))

    patch.setattr(frames, "happened", leaking)


def in_advice(patch: pytest.MonkeyPatch) -> None:
    """An adviser whose dice follow from the game as it is."""
    honest = advice.advise

    async def leaking(workers: Any, game: Any, now: Moment, *more: Any, **how: Any) -> bytes:
        return await honest(workers, game, now, *more, **how) + hidden(now.state).encode()

    patch.setattr(advice, "advise", leaking)


@pytest.mark.parametrize(
    ("leak", "every"), [(in_an_error_of_a_bot, 6), (in_the_time_that_is_left, 6), (in_advice, 1)]
)
def test_a_leak_with_bots_and_clocks_would_be_found(
    compare: Compare,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
    every: int,
) -> None:
    leak(monkeypatch)
    assert differences(compare(**GAMES["dive-with-bot-and-clock"]), every=every, most=6) != []


def test_a_leak_in_soundings_would_be_found(compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    """Soundings that know more than the stack."""
    honest = Reading.soundings

    async def leaking(self: Reading, *arguments: Any) -> Any:
        heard = await honest(self, *arguments)
        odd = crc32(hidden(self._table.started().state).encode())
        return replace(heard, depths=heard.depths[odd % 6 :])

    monkeypatch.setattr(Reading, "soundings", leaking)
    assert differences(compare(**GAMES["dive-with-everything"]), every=1, most=12) != []
