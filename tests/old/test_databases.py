"""Old databases are served by this version: nothing is missing, and what was not finished goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.sync.client import connect

from fathom.guests import rules
from fathom.table import encoded, state_hash, verify
from tests.old.conftest import Harbour, Old, each_database, each_table
from tests.old.expected import OldTable
from tests.old.people import BOUND, STEPS, Person, begin, token_of
from tests.old.records import state_after


def holds(now: Any, then: Any) -> bool:
    """Whether all that was said then is said now; there may be more of it."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(key in now and holds(now[key], then[key]) for key in then)
    if isinstance(then, list):
        return isinstance(now, list) and len(now) == len(then) and all(map(holds, now, then))
    return bool(now == then)


# ── What is there ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("old", each_database())
def test_there_is_something_of_everything(old: Old) -> None:
    """Tables of both games that are over and that are being played, and one that has not started."""
    tables = old.expected.tables.values()
    games = {"dive", "deep-blue"} if old.folder != "before-0.1" else {"dive"}
    assert {(table.game, table.phase) for table in tables} >= {
        (game, phase) for game in games for phase in ("lobby", "playing", "over")
    }


@pytest.mark.parametrize("old", each_database())
def test_everyone_sits_where_they_sat(harbour: Harbour) -> None:
    for name, listed in harbour.listed.items():
        theirs = {table.id for table in harbour.tables.values() if name in table.sits}
        assert set(listed) == theirs, name
    for name, table in harbour.tables.items():
        for person, seat in table.sits.items():
            told = harbour.listed[person][table.id]
            assert holds(told, table.lobby), f"{name}: {told}"
            assert (told["you"], told["phase"]) == (seat, table.phase), name


@pytest.mark.parametrize("old", each_database())
def test_what_was_said_can_be_read(harbour: Harbour) -> None:
    for name, table in harbour.tables.items():
        if table.said:
            (talk,) = (told for told in harbour.host(table).hear(table.id) if told["type"] == "talk")
            assert holds(talk["lines"], list(table.said)), name


@pytest.mark.parametrize("old", each_database())
def test_tables_that_wait_for_people_are_found(harbour: Harbour) -> None:
    public = {
        table.id
        for table in harbour.tables.values()
        if table.phase == "lobby" and table.lobby["settings"]["public"]
    }
    assert {lobby["table"] for lobby in harbour.public} == public
    for table in harbour.tables.values():
        if table.code:
            assert harbour.coded[table.code]["table"] == table.id


# ── What is finished ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("old", "name"), each_table(lambda table: table.phase in {"over", "closed"}))
def test_a_finished_game_is_still_the_same_game(harbour: Harbour, name: str) -> None:
    table = harbour.tables[name]
    record = harbour.host(table).record(table.id)
    assert (record.game, len(record.moves), record.result) == (table.game, table.entries - 1, table.result)
    assert verify(rules(table.game), record) == len(record.outcomes) > 0
    last = state_after(record, len(record.moves))
    assert state_hash(last) == table.hash
    eyes = table.lobby["host"]
    told = harbour.host(table).get(f"replays/{table.id}", eyes=eyes)
    assert len(told["frames"]) == table.entries
    view: dict[str, Any] = {}
    for frame in told["frames"]:
        view |= frame["view"]  # of each view only those fields are told that have changed
    assert view == json.loads(encoded(last.view(eyes)))


@pytest.mark.parametrize(("old", "name"), each_table(lambda table: table.phase in {"over", "closed"}))
def test_a_finished_game_is_not_played_on(harbour: Harbour, name: str) -> None:
    table = harbour.tables[name]
    asked = {"id": "late", "number": table.entries - 1, "action": {"type": "withdraw"}}
    refusal = harbour.host(table).refusal(f"tables/{table.id}/act", asked)
    if table.phase == "closed":
        assert refusal["code"] == "table-closed"


# ── What is being played ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("old", "name"), each_table(lambda table: table.phase == "playing" and not table.goes_on)
)
def test_a_game_goes_on_where_it_was(harbour: Harbour, name: str) -> None:
    table = harbour.tables[name]
    number = table.entries - 1
    people = harbour.at(table)
    seen = {table.sits[person.name]: person.look(table.id) for person in people}
    assert {position.number for position in seen.values()} == {number}
    _watch(harbour, table)
    _hear_clocks(harbour, table)
    # Everyone is back, and plays for themselves.
    assert all(not seat.get("stand_in") for seat in harbour.host(table).lobby(table.id)["seats"])

    (awaited, *_) = table.awaited()
    found = harbour.people[awaited].decision(table.id, table.game, name)
    assert found is not None, f"{awaited} has nothing to decide"
    other = next((person for person in people if person.name != awaited), harbour.people[awaited])
    with _line(harbour, table, other) as socket:
        socket.send(json.dumps({"type": "hello", "after": None}))
        assert _heard(socket, "position")["number"] == number
        assert harbour.people[awaited].act(table.id, *found) == number + 1
        assert _heard(socket, "happened")["number"] == number + 1
    if table.act is not None:  # sent again because the answer was lost with the old server: it counts once
        assert harbour.people[table.act.person].send(table.id, table.act.sent) == table.act.entry

    record = harbour.host(table).end(table.id)
    assert verify(rules(table.game), record) == len(record.outcomes)
    assert json.loads(bytes(record.moves[number].action)) == found[1]
    state = state_after(record, number)
    assert state_hash(state) == table.hash
    assert state.to_move() == table.awaits
    for seat, position in seen.items():
        assert position.view == json.loads(encoded(state.view(seat))), f"{name}: not the view of seat {seat}"


def _watch(harbour: Harbour, table: OldTable) -> None:
    """Someone without a seat sees what a spectator may see, or nothing where there are none."""
    if table.lobby["settings"]["spectators"]:
        assert harbour.stranger.look(table.id).view["reader"] is None
    else:
        assert harbour.stranger.refusal(f"tables/{table.id}/view")["code"] == "no-spectators"


def _hear_clocks(harbour: Harbour, table: OldTable) -> None:
    """Who had saved time has it; who had used some has not got it back."""
    told = [message for message in harbour.host(table).hear(table.id) if message["type"] == "clocks"]
    if not table.clocks:
        assert told == []
        return
    terms = table.lobby["settings"]["clock"]
    for now, then in zip(told[0]["seats"], table.clocks, strict=True):
        assert then is not None
        assert terms["seconds"] + terms["increment"] < now["left"] <= then


def _line(harbour: Harbour, table: OldTable, person: Person) -> Any:
    """The socket of a table, as someone who sits there."""
    address = harbour.server.address.replace("http", "ws", 1)
    token = {"Authorization": person.http.headers["Authorization"]}
    return connect(
        f"{address}/api/tables/{table.id}/socket",
        additional_headers=token,
        proxy=None,
        open_timeout=BOUND,
        max_size=None,
    )


def _heard(socket: Any, kind: str) -> Any:
    """The next message of this kind."""
    for _ in range(STEPS):
        message = json.loads(socket.recv(timeout=BOUND))
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind}")


@pytest.mark.parametrize(("old", "name"), each_table(lambda table: bool(table.link)))
def test_a_personal_link_still_leads_to_its_seat(harbour: Harbour, name: str) -> None:
    table = harbour.tables[name]
    elsewhere = Person(harbour.server.address, "elsewhere", token_of("another browser"))
    assert elsewhere.say(table.id, "return", link=table.link)["seat"] == table.lobby["host"]
    assert elsewhere.lobby(table.id)["you"] == table.lobby["host"]
    elsewhere.close()


# ── What the server itself goes on with ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("old", "name"),
    each_table(lambda table: table.phase == "playing" and table.goes_on and table.draft is None),
)
def test_a_bot_that_was_thinking_decides(harbour: Harbour, name: str) -> None:
    table = harbour.tables[name]
    (bot,) = (seat for seat in table.awaits if seat not in table.sits.values())
    _wait_for(harbour.host(table), table)
    _ends_as_it_should(harbour, table, bot)


@pytest.mark.parametrize(("old", "name"), each_table(lambda table: table.draft is not None and table.goes_on))
def test_what_lay_on_the_board_is_played_when_time_is_up(harbour: Harbour, name: str) -> None:
    table = harbour.tables[name]
    assert table.draft is not None
    _wait_for(harbour.at(table)[table.draft.seat], table)
    move = _ends_as_it_should(harbour, table, table.draft.seat)
    assert move.by_clock
    assert json.loads(bytes(move.action)) == table.draft.action


def _wait_for(person: Person, table: OldTable) -> None:
    """Wait until something has happened after the last entry."""
    for _ in range(STEPS):
        if person.look(table.id).number >= table.entries:
            return
        person.hear(table.id, table.entries - 1, wait=20)
    raise AssertionError("nothing happens")


def _ends_as_it_should(harbour: Harbour, table: OldTable, seat: int) -> Any:
    """Close the table; returns the first move after the last old entry, which is this seat's."""
    record = harbour.host(table).end(table.id)
    assert verify(rules(table.game), record) == len(record.outcomes)
    assert state_hash(state_after(record, table.entries - 1)) == table.hash
    move = record.moves[table.entries - 1]
    assert move.seat == seat
    return move


# ── What has not begun ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("old", "name"), each_table(lambda table: table.phase in {"lobby", "revealing"}))
def test_a_table_that_had_not_begun_begins(harbour: Harbour, name: str) -> None:
    table = harbour.tables[name]
    seated = harbour.at(table)
    newcomers = [person for person in harbour.people.values() if person not in seated]
    for seat, there in enumerate(table.lobby["seats"]):
        if there["type"] != "open":
            continue
        if not table.invite:
            harbour.host(table).say(table.id, "set-seat", seat=seat, wish={"type": "bot", "level": "random"})
            continue
        newcomer = newcomers.pop()
        assert newcomer.join(table.id, table.invite)["seat"] == seat
        seated.append(newcomer)
    begin(table.id, *seated)
    for person in seated:
        lobby = person.lobby(table.id)
        assert person.look(table.id).view["reader"] == lobby["you"]
    assert any(person.decide(table.id, table.game, name) for person in seated)
