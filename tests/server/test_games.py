"""Whole games over real sockets: two people, a person and bots, the record at the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256

import pytest

from fathom.dive import DiveGame
from fathom.server.common.refusals import NOT_OVER
from fathom.table import BadRecord, read_record, verify
from tests.server.conftest import NewDiver, Pair
from tests.server.harbour import OPEN, Line, Running, bot, laid

ROUNDS = 40
"""An ocean has 36 cards, and every round lifts one."""


def play_to_end(*lines: Line) -> None:
    for round_number in range(ROUNDS):
        for seat, line in enumerate(lines):
            assert line.act(line.any_action(f"{round_number}/{seat}"))["type"] == "done"
        for line in lines:
            while line.view["round"] == round_number + 1 and not line.over:
                line.until("happened")
        if lines[0].over:
            return
    raise AssertionError("the game does not end")


def test_two_people_play_a_whole_game_and_get_a_record_that_verifies(
    server: Running, pair: Callable[..., Pair]
) -> None:
    both = pair(server)
    committed = both.ada.get().json()["commitment"]
    assert both.ada.get("/record").json()["code"] == NOT_OVER.code
    play_to_end(both.a, both.b)
    assert both.a.view["phase"] == both.b.view["phase"]
    assert both.ada.get().json()["phase"] == "over"

    answer = both.bob.get("/record")
    assert answer.headers["content-disposition"].startswith("attachment")
    record = read_record(answer.content)
    assert record.players == ("Ada", "Bob")
    assert verify(DiveGame(), record) == len(record.outcomes) > 0
    assert json.loads(answer.content)["proof"]["commitment"] == committed

    edited = json.loads(answer.content)
    edited["outcomes"][3][4] = (edited["outcomes"][3][4] + 1) % edited["outcomes"][3][3]
    with pytest.raises(BadRecord, match="outcome 3 of “ocean” in entry 0"):
        verify(DiveGame(), read_record(json.dumps(edited)))


def test_a_person_plays_a_whole_game_against_bots(server: Running, diver: NewDiver) -> None:
    ada = diver(server, "Ada")
    ada.open(bot("snorkeler"), bot("random"))
    line = ada.line()
    line.until("position")
    play_to_end(line)
    record = read_record(ada.get("/record").content)
    assert record.players == ("Ada", "snorkeler", "random")
    verify(DiveGame(), record)


def test_one_diver_alone_plays_against_the_chief(server: Running, diver: NewDiver) -> None:
    ada = diver(server, "Ada")
    ada.open(chief=True)
    assert ada.get().json()["phase"] == "lobby"
    line = ada.line()
    line.until("position", number=0)
    assert ada.get().json()["phase"] == "playing"
    assert line.act(laid(1, 2))["number"] == 1
    assert line.view["round"] == 2


def test_the_table_starts_when_all_seats_are_taken_and_everyone_is_ready(
    server: Running, diver: NewDiver
) -> None:
    ada, bob, cleo = (diver(server, name) for name in ("Ada", "Bob", "Cleo"))
    ada.open(OPEN, OPEN)
    a = ada.line()
    a.until("lobby")
    assert bob.join(ada)["seat"] == 1
    seat = a.until("lobby")["lobby"]["seats"][1]
    assert (seat["name"], seat["connected"], seat["ready"], seat["hash"]) == ("Bob", False, False, None)
    b = bob.line()
    a.ready()
    b.ready()
    assert cleo.join(ada)["seat"] == 2
    c = cleo.line()
    c.until("lobby")
    assert [seat["ready"] for seat in c.lobby["seats"]] == [True, True, False]
    c.ready()
    for line in (a, b, c):
        hashes = line.until("reveal-now")["hashes"]
        assert hashes == [sha256(one.entropy).hexdigest() for one in (ada, bob, cleo)]
    for line in (a, b, c):
        line.until("position", number=0)
    assert [seat["name"] for seat in ada.get().json()["seats"]] == ["Ada", "Bob", "Cleo"]


def test_whoever_is_not_ready_after_all_holds_the_start_up(server: Running, diver: NewDiver) -> None:
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN)
    bob.join(ada)
    a, b = ada.line(), bob.line()
    a.ready()
    a.until_lobby(lambda lobby: lobby["seats"][0]["ready"])
    a.say({"type": "unready"})
    a.until_lobby(lambda lobby: not lobby["seats"][0]["ready"])
    b.ready()
    assert b.until_lobby(lambda lobby: lobby["seats"][1]["ready"])["phase"] == "lobby"
    a.ready()
    for line in (a, b):
        line.until("reveal-now")
    for line in (a, b):
        line.until("position")


def test_the_host_can_start_without_those_who_do_not_come(server: Running, diver: NewDiver) -> None:
    ada, cleo, dan = (diver(server, name) for name in ("Ada", "Cleo", "Dan"))
    ada.open(OPEN, OPEN)
    cleo.join(ada)
    theirs, mine = cleo.line(), ada.line()
    theirs.say({"type": "start"})
    assert theirs.until("refused")["refusal"]["code"] == "only-host"
    theirs.ready()
    mine.ready()
    mine.say({"type": "start"})
    for line in (mine, theirs):
        line.until("reveal-now")
    assert len(mine.until("position")["view"]["pawns"]) == 2
    assert theirs.until("position")["view"]["reader"] == 1
    assert dan.try_join(ada.table, ada.invite).json()["code"] == "already-started"


def test_too_few_cannot_start(server: Running, diver: NewDiver) -> None:
    ada = diver(server, "Ada")
    ada.open(OPEN)
    line = ada.line()
    line.say({"type": "start"})
    assert line.until("refused")["refusal"]["code"] == "one-diver-alone"
    assert ada.get().json()["phase"] == "lobby"


def test_my_tables_are_listed_and_nobody_elses(server: Running, diver: NewDiver) -> None:
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN)
    first = ada.table
    ada.open(bot())
    ada.start()
    bob.open(bot())
    mine = ada.http.get("/api/tables").json()
    assert {table["table"] for table in mine} == {first, ada.table}
    assert {table["phase"] for table in mine} == {"lobby", "playing"}
    assert all(table["you"] == 0 for table in mine)
    assert diver(server, "Eve").http.get("/api/tables").json() == []


def test_joining_twice_gives_the_same_seat(server: Running, diver: NewDiver) -> None:
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN, OPEN)
    assert bob.join(ada)["seat"] == 1
    assert bob.join(ada)["seat"] == 1
    assert ada.join(ada)["seat"] == 0
    assert [seat["type"] for seat in ada.get().json()["seats"]] == ["person", "person", "open"]
