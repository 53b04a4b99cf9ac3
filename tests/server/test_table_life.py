"""Around the table: colours, order, leaving, the host's powers, talk, playing again, coming back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from fathom import guests
from fathom.dive import DiveGame
from fathom.server.game.clocks import GRACE_SECONDS
from fathom.table import commitment, read_record, verify
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Diver, Frame, Line, Running, SetClock, begin, bot, laid

Sit = Callable[..., Pair]
ONE_CARD = {
    "nothing": 1,
    **dict.fromkeys(("shark", "green", "red", "manta", "shark_green", "shark_red", "shark_manta"), 0),
}


def asked(line: Line, kind: str, **fields: Any) -> Frame:
    """Ask for something around the table; gives how it stands then, or why not."""
    line.quiet()
    line.say({"type": kind, **fields})
    for _ in range(100):
        frame = line.next()
        if frame["type"] == "refused":
            refusal: Frame = frame["refusal"]
            return refusal
        if frame["type"] == "lobby":
            lobby: Frame = frame["lobby"]
            return lobby
    raise AssertionError("no answer")


@pytest.fixture
def gathered(server: Running, diver: NewDiver) -> tuple[Diver, Diver, Line, Line]:
    """Ada, who is the host, and Bob at a table with a bot and an open seat."""
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN, bot("random"), OPEN)
    bob.join(ada)
    a, b = ada.line(), bob.line()
    for line in (a, b):
        line.until("lobby")
    return ada, bob, a, b


Gathered = tuple[Diver, Diver, Line, Line]


# ── Before the start ────────────────────────────────────────────────────────────────────────────────────────


def test_every_seat_has_its_own_colour_and_a_bot_gives_way(gathered: Gathered) -> None:
    _, _, a, b = gathered
    colours = [seat.get("colour") for seat in a.lobby["seats"]]
    assert len({colour for colour in colours if colour}) == 3
    assert asked(b, "paint", colour=colours[0])["code"] == "colour-taken"
    seats = asked(b, "paint", colour=colours[2])["seats"]
    assert (seats[1]["colour"], seats[2]["colour"]) == (colours[2], colours[1])
    assert asked(b, "paint", colour="invisible")["code"] == "malformed"


def test_the_host_seats_everyone_in_another_order_and_all_agree_anew(gathered: Gathered) -> None:
    _, bob, a, b = gathered
    a.ready()
    a.until_lobby(lambda lobby: lobby["seats"][0]["ready"])
    assert asked(b, "order", seats=[1, 0, 2, 3])["code"] == "only-host"
    assert asked(a, "order", seats=[1, 1, 2, 3])["code"] == "bad-order"
    lobby = asked(a, "order", seats=[1, 2, 0, 3])
    assert [seat.get("name") for seat in lobby["seats"]] == ["Bob", None, "Ada", None]
    assert (lobby["host"], lobby["you"]) == (2, 2)
    assert not lobby["seats"][2]["ready"]
    assert bob.get().json()["you"] == 0


def youngest(a: Line, seat: int | None) -> Frame:
    """The host says who is youngest."""
    return asked(a, "agree", settings={**a.lobby["settings"], "youngest": seat})


def test_the_host_says_who_is_youngest_and_all_agree_anew(gathered: Gathered) -> None:
    _, _, a, b = gathered
    assert a.lobby["settings"]["youngest"] is None
    b.ready()
    a.until_lobby(lambda lobby: lobby["seats"][1]["ready"])
    assert asked(b, "agree", settings={**a.lobby["settings"], "youngest": 1})["code"] == "only-host"
    assert youngest(a, 2)["code"] == "nobody-there", "a bot has no age"
    assert youngest(a, 9)["code"] == "no-such-seat"
    lobby = youngest(a, 1)
    assert lobby["settings"]["youngest"] == 1
    assert not lobby["seats"][1]["ready"]


def test_who_is_youngest_stays_so_wherever_they_sit_and_leaves_with_them(gathered: Gathered) -> None:
    _, _, a, b = gathered
    youngest(a, 1)
    assert asked(a, "order", seats=[2, 3, 0, 1])["settings"]["youngest"] == 3
    assert asked(a, "start")["settings"]["youngest"] == 2
    b.say({"type": "stand-up"})
    assert a.until_lobby(lambda lobby: lobby["seats"][2] == OPEN)["settings"]["youngest"] is None


@pytest.mark.clause("D8.0")
@pytest.mark.parametrize("said", [None, 0, 1])
def test_a_game_with_companions_knows_who_is_youngest(
    server: Running, diver: NewDiver, said: int | None
) -> None:
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN, companions=True)
    bob.join(ada)
    a, b = ada.line(), bob.line()
    a.until("lobby")
    if said is not None:
        youngest(a, said)
    assert "youngest" not in a.lobby["options"]
    begin(a, b)
    assert (a.view["options"]["youngest"], len(a.view["ages"])) == (said, 2)
    first = a.view["ages"][0] if said is None else said
    for line in (a, b):
        line.act({"type": "choose", "companion": "orca"})
    assert b.view["companions"][first] == "orca"
    assert b.view["companions"][1 - first] is None
    asked(a, "close")
    again = asked(a, "rematch")["rematch"]
    assert again
    lobby = ada.http.get(f"/api/tables/{again}").json()
    assert (lobby["settings"]["youngest"], lobby["options"]["youngest"]) == (said, None)


def test_only_whoever_opens_a_table_can_be_youngest_at_it(server: Running, diver: NewDiver) -> None:
    ada = diver(server, "Ada")
    asked_for = {"options": {"game": "dive"}, "seats": [{"type": "me"}, OPEN], "name": "Ada"}
    refused = ada.http.post("/api/tables", json={**asked_for, "settings": {"youngest": 1}})
    assert (refused.status_code, refused.json()["code"]) == (422, "nobody-there"), refused.text
    ada.open(OPEN, settings={"youngest": 0})


def test_seats_are_given_to_bots_and_opened_again(gathered: Gathered) -> None:
    _, _, a, b = gathered
    assert asked(b, "set-seat", seat=3, wish=bot("random"))["code"] == "only-host"
    assert asked(a, "set-seat", seat=3, wish=bot("random"))["seats"][3]["type"] == "bot"
    assert asked(a, "set-seat", seat=2, wish=OPEN)["seats"][2] == OPEN
    assert asked(a, "set-seat", seat=3, wish=bot("nobody"))["code"] == "no-such-level"
    assert asked(a, "set-seat", seat=1, wish=OPEN)["code"] == "seat-taken"
    assert asked(a, "set-seat", seat=9, wish=OPEN)["code"] == "no-such-seat"


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        ({"game": "dive"}, {"companions": True, "clarity": "murky"}),
        ({"game": "deep-blue"}, {"chart": "small", "scenario": None}),
    ],
    ids=["dive", "deep-blue"],
)
def test_the_host_plays_with_other_options_and_all_agree_anew_for_a_new_seed(
    server: Running, diver: NewDiver, usual: Frame, other: Frame
) -> None:
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN, **usual)
    bob.join(ada)
    a, b = ada.line(), bob.line()
    b.ready()
    before = a.until_lobby(lambda lobby: lobby["seats"][1]["ready"])
    options = {**before["options"], **other}
    assert asked(b, "play-with", options=options)["code"] == "only-host"
    lobby = asked(a, "play-with", options=options)
    assert lobby["options"] == options
    assert lobby["commitment"] != before["commitment"], "nobody chooses options for a seed that is known"
    assert [(seat["ready"], seat["hash"]) for seat in lobby["seats"]] == [(False, None)] * 2
    told = b.until_lobby(lambda lobby: lobby["options"] == options)
    assert told["commitment"] == lobby["commitment"]

    # The same again changes nothing: whoever is ready stays so.
    b.ready()
    a.until_lobby(lambda lobby: lobby["seats"][1]["ready"])
    a.say({"type": "play-with", "options": options})
    a.quiet()
    assert a.lobby["seats"][1]["ready"]
    begin(a, b)
    said = {"youngest": None} if options.get("companions") else {}
    assert a.view["options"] == {**options, **said}
    assert asked(a, "play-with", options=before["options"])["code"] == "already-started"
    assert asked(a, "close")["seed"] is not None
    record = read_record(ada.get("/record").content)
    assert verify(guests.rules(usual["game"]), record) > 0
    assert msgspec.json.decode(record.options) == {**options, **said}


def test_options_that_cannot_be_played_here_change_nothing(gathered: Gathered) -> None:
    _, _, a, _ = gathered
    usual = a.lobby["options"]
    before = a.lobby["commitment"]
    for options, code in (
        ({**usual, "children": True, "chief": True}, "children-and-chief"),
        ({**usual, "dragons": True}, "malformed"),
        ({"game": "deep-blue"}, "other-game"),
        ({"game": "no-game"}, "no-such-game"),
    ):
        assert asked(a, "play-with", options=options)["code"] == code
    a.quiet()
    assert (a.lobby["options"], a.lobby["commitment"]) == (usual, before)


def test_a_ready_for_the_seed_before_is_refused(gathered: Gathered) -> None:
    """Who was about to be ready while the host changed the options has not agreed to the new ones."""
    _, _, a, b = gathered
    known = b.lobby["commitment"]
    asked(a, "play-with", options={**a.lobby["options"], "chief": True})
    b.say({"type": "ready", "hash": "0" * 64, "commitment": known})
    assert b.until("refused")["refusal"]["code"] == "other-commitment"


def test_a_name_can_be_changed(gathered: Gathered) -> None:
    *_, b = gathered
    assert asked(b, "rename", name=" Robert ")["seats"][1]["name"] == "Robert"
    assert asked(b, "rename", name="\u202etreboR")["code"] == "bad-name"


def test_a_seat_can_be_left_and_the_last_one_out_closes_the_table(
    gathered: Gathered, diver: NewDiver
) -> None:
    ada, bob, a, b = gathered
    lobby = asked(a, "stand-up")
    assert (lobby["seats"][0], lobby["host"], lobby["you"]) == (OPEN, 1, None)
    assert asked(a, "paint", colour="plum")["code"] == "only-seated"
    assert diver(bob.host, "Cleo").join(ada)["seat"] == 0
    assert asked(b, "kick", seat=0)["seats"][0] == OPEN
    invite = b.until("invite")["invite"]
    lobby = asked(b, "stand-up")
    assert lobby["phase"] == "closed"
    assert commitment(bytes.fromhex(lobby["seed"]), bytes.fromhex(lobby["salt"])) == lobby["commitment"]
    assert diver(bob.host, "Dan").try_join(ada.table, invite).json()["code"] == "table-closed"


def test_who_is_sent_away_has_no_seat_any_more(gathered: Gathered) -> None:
    _, bob, a, b = gathered
    assert asked(b, "kick", seat=0)["code"] == "only-host"
    assert asked(a, "kick", seat=0)["code"] == "not-yourself"
    assert asked(a, "kick", seat=2)["code"] == "nobody-there"
    assert asked(a, "kick", seat=1)["seats"][1] == OPEN
    assert b.until_lobby(lambda lobby: lobby["you"] is None)
    assert bob.http.get("/api/tables").json() == []


def test_the_host_hands_the_table_over(gathered: Gathered) -> None:
    _, _, a, b = gathered
    assert asked(a, "hand-over", seat=1)["host"] == 1
    assert asked(a, "start")["code"] == "only-host"
    assert asked(b, "hand-over", seat=0)["host"] == 0


def test_what_bears_on_the_game_is_settled_with_the_start(server: Running, pair: Sit) -> None:
    both = pair(server)
    usual = both.ada.get().json()["settings"]
    assert asked(both.b, "agree", settings=usual)["code"] == "only-host"
    timed = {**usual, "clock": {"type": "per-decision", "seconds": 60}}
    assert asked(both.a, "agree", settings=timed)["code"] == "settled"
    assert asked(both.a, "agree", settings={**usual, "soundings": True})["code"] == "settled"
    assert asked(both.a, "agree", settings={**usual, "text": False})["settings"]["text"] is False
    assert asked(both.a, "agree", settings={**usual, "cheats": True})["code"] == "malformed"


# ── After the start ─────────────────────────────────────────────────────────────────────────────────────────


def test_when_someone_resigns_a_bot_plays_on_and_the_game_goes_on(server: Running, pair: Sit) -> None:
    both = pair(server)
    assert asked(both.b, "stand-up")["code"] == "already-started"
    lobby = asked(both.b, "resign")
    assert lobby["you"] is None
    assert (lobby["seats"][1]["type"], lobby["seats"][1]["instead_of"]) == ("bot", "Bob")
    assert both.b.until("position")["view"]["reader"] is None
    assert both.b.act(laid(1))["refusal"]["code"] == "only-seated"
    both.a.act(laid(1))
    while both.a.view["round"] == 1:
        both.a.until("happened")


def test_when_the_host_resigns_someone_else_is_host(server: Running, pair: Sit) -> None:
    both = pair(server)
    assert asked(both.a, "resign")["host"] == 1
    lobby = asked(both.b, "resign")
    assert lobby["phase"] == "closed", "nobody is left to play on for"


def test_a_kick_after_the_start_gives_the_seat_to_a_bot(server: Running, pair: Sit) -> None:
    both = pair(server)
    lobby = asked(both.a, "kick", seat=1)
    assert lobby["seats"][1]["type"] == "bot"
    assert both.b.until("position")["view"]["reader"] is None


def test_a_closed_table_reveals_its_seed_and_nobody_plays_on(server: Running, pair: Sit) -> None:
    both = pair(server)
    both.a.act(laid(1))
    assert asked(both.b, "close")["code"] == "only-host"
    lobby = asked(both.a, "close")
    assert lobby["phase"] == "closed"
    assert commitment(bytes.fromhex(lobby["seed"]), bytes.fromhex(lobby["salt"])) == lobby["commitment"]
    assert both.b.act(laid(1), number=1)["refusal"]["code"] == "table-closed"
    record = read_record(both.bob.get("/record").content)
    assert (record.result, len(record.moves)) == (None, 1)
    assert verify(DiveGame(), record) > 0


def test_playing_again_is_one_message_and_everyone_keeps_their_seat(server: Running, pair: Sit) -> None:
    both = pair(server, mix=ONE_CARD)
    assert asked(both.b, "rematch")["code"] == "not-finished"
    both.a.act(laid(1))
    both.b.act(laid(1))
    assert asked(both.b, "close")["code"] == "only-host"
    again = asked(both.b, "rematch")["rematch"]
    assert both.a.until_lobby(lambda lobby: lobby["rematch"] == again)
    assert asked(both.a, "rematch")["rematch"] == again, "there is one, whoever asks"
    old = both.ada.get().json()
    both.ada.table = both.bob.table = again
    lobby = both.ada.get().json()
    assert lobby["phase"] == "lobby"
    assert lobby["commitment"] != old["commitment"]
    assert (lobby["options"], lobby["settings"]) == (old["options"], old["settings"])
    assert [seat["name"] for seat in lobby["seats"]] == ["Ada", "Bob"]
    assert both.bob.get().json()["you"] == 1
    for line in both.ada.start(both.bob):
        assert line.number == 0


# ── Talk ────────────────────────────────────────────────────────────────────────────────────────────────────


def said(line: Line, **words: str) -> Frame:
    line.quiet()
    line.say({"type": "say", **words} if "text" in words else {"type": "phrase", **words})
    for _ in range(100):
        frame = line.next()
        if frame["type"] == "said":
            spoken: Frame = frame["line"]
            return spoken
        if frame["type"] == "refused":
            refusal: Frame = frame["refusal"]
            return refusal
    raise AssertionError("no answer")


def test_everyone_hears_what_is_said_and_it_is_kept(
    start_server: StartServer, pair: Sit, diver: NewDiver, tmp_path: Path
) -> None:
    first = start_server(tmp_path)
    both = pair(first)
    spoken = said(both.a, text="  <b>Good dive</b> & 🐙\u200d🌊 ")
    assert (spoken["seat"], spoken["text"], spoken["phrase"]) == (0, "<b>Good dive</b> & 🐙\u200d🌊", "")
    assert said(both.b, phrase="good-luck")["phrase"] == "good-luck"
    assert both.a.until("said")["line"]["phrase"] == "good-luck"
    first.stop()
    second = start_server(tmp_path)
    for one in (both.ada, both.bob):
        one.host, one.http.base_url = second.host, f"http://{second.host}"
    lines = both.bob.line().until("talk")["lines"]
    assert [(line["number"], line["seat"], line["text"], line["phrase"]) for line in lines] == [
        (1, 0, "<b>Good dive</b> & 🐙\u200d🌊", ""),
        (2, 1, "", "good-luck"),
    ]
    assert both.ada.get().headers["content-type"].startswith("application/json")
    watching = diver(second, "Eve").line(table=both.ada.table)
    assert said(watching, phrase="hello")["code"] == "only-seated"


@pytest.mark.parametrize("text", ["   ", "two\nlines", "\u202etext", "\x07", "\u2066x"])
def test_text_that_hides_something_is_not_said(server: Running, pair: Sit, text: str) -> None:
    assert said(pair(server).a, text=text)["code"] == "bad-text"


def test_there_is_an_end_to_what_can_be_said_at_once(server: Running, pair: Sit) -> None:
    both = pair(server)
    assert said(both.a, text="x" * 301)["code"] == "malformed"
    assert said(both.a, text="x" * 300)["text"] == "x" * 300
    assert said(both.a, phrase="rubbish")["code"] == "malformed"


def test_too_much_talk_is_refused(start_server: StartServer, pair: Sit) -> None:
    clock = SetClock()
    both = pair(start_server(clock=clock, limits=1.0))
    heard = [said(both.a, phrase="hello").get("code", "said") for _ in range(10)]
    assert heard.count("too-fast") == 4
    assert said(both.b, phrase="hello")["phrase"] == "hello"
    clock.advance(2)
    assert said(both.a, phrase="hello")["phrase"] == "hello"


def test_who_is_muted_says_nothing_and_the_host_can_switch_text_off(server: Running, pair: Sit) -> None:
    both = pair(server)
    assert asked(both.a, "mute", seat=0, muted=True)["code"] == "not-yourself"
    assert asked(both.a, "mute", seat=1, muted=True)["seats"][1]["muted"]
    for words in ({"text": "but"}, {"phrase": "hello"}):
        assert said(both.b, **words)["code"] == "muted"
    asked(both.a, "mute", seat=1, muted=False)
    usual = both.ada.get().json()["settings"]
    asked(both.a, "agree", settings={**usual, "text": False})
    assert said(both.b, text="hello")["code"] == "no-text"
    assert said(both.b, phrase="hello")["phrase"] == "hello"


# ── Spectators ──────────────────────────────────────────────────────────────────────────────────────────────


def test_spectators_can_be_kept_out(server: Running, diver: NewDiver) -> None:
    ada, bob, eve = (diver(server, name) for name in ("Ada", "Bob", "Eve"))
    ada.open(OPEN, settings={"spectators": False})
    eve.table = ada.table
    watching = eve.line()
    watching.until("lobby")
    bob.join(ada)
    a, _ = ada.start(bob)
    assert watching.until("refused")["refusal"]["code"] == "no-spectators"
    with pytest.raises(ConnectionClosed):
        watching.until("position")
    assert eve.line().until("refused")["refusal"]["code"] == "no-spectators"
    for path in ("", "/looks/1", "/record"):
        answer = eve.get(path)
        assert (answer.status_code, answer.json()["code"]) == (403, "no-spectators")
    assert a.act(laid(1))["type"] == "done"


# ── Someone is away ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_bot_plays_for_someone_who_is_gone_and_gives_the_seat_back(
    start_server: StartServer, pair: Sit
) -> None:
    clock = SetClock()
    both = pair(start_server(clock=clock))
    assert asked(both.a, "stand-in", seat=1)["code"] == "not-away"
    both.b.close()
    both.a.until_lobby(lambda lobby: not lobby["seats"][1]["connected"])
    clock.advance(GRACE_SECONDS - 1)
    refusal = asked(both.a, "stand-in", seat=1)
    assert (refusal["code"], refusal["values"]) == ("not-away", {"seconds": 30})
    clock.advance(1)
    assert both.a.until_lobby(lambda lobby: lobby["seats"][1]["gone"])
    lobby = asked(both.a, "stand-in", seat=1)
    assert (lobby["seats"][1]["type"], bool(lobby["seats"][1]["stand_in"])) == ("person", True)
    both.a.act(laid(1))
    while both.a.view["round"] == 1:
        both.a.until("happened")

    back = both.bob.line()
    lobby = back.until_lobby(lambda lobby: lobby["you"] == 1)
    assert lobby["seats"][1]["stand_in"] == ""
    back.until("position")
    number = back.number
    if back.menu == "programming":
        assert back.act(laid(2))["number"] == number + 1
    assert not lobby["seats"][1]["gone"]


def test_nobody_lets_a_bot_play_for_themselves_or_from_outside(
    start_server: StartServer, pair: Sit, diver: NewDiver
) -> None:
    clock = SetClock()
    both = pair(start_server(clock=clock))
    watching = diver(both.ada.host, "Eve").line(table=both.ada.table)
    watching.until("position")
    both.b.close()
    both.a.until_lobby(lambda lobby: not lobby["seats"][1]["connected"])
    clock.advance(GRACE_SECONDS)
    for line in (both.a, watching):
        line.until_lobby(lambda lobby: bool(lobby["seats"][1]["gone"]))
    assert asked(watching, "stand-in", seat=1)["code"] == "only-seated"
    assert asked(both.a, "stand-in", seat=0)["code"] == "not-yourself"
    assert asked(both.a, "stand-in", seat=7)["code"] == "no-such-seat"


def test_ready_people_start_with_everyone_they_began_with(server: Running, diver: NewDiver) -> None:
    """The same protocol with a bot in between: entropies are in the order of the seats."""
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(bot("random"), OPEN, mix=ONE_CARD)
    bob.join(ada)
    lines = [ada.line(), bob.line()]
    begin(*lines)
    for line in lines:
        line.act(laid(1))
    while not lines[0].over:
        lines[0].until("happened")
    assert ada.get("/record").json()["proof"]["entropies"] == [ada.entropy.hex(), bob.entropy.hex()]


# ── Codes, open tables, personal links ──────────────────────────────────────────────────────────────────────


def test_a_short_code_leads_to_the_table_and_lets_people_in(server: Running, diver: NewDiver) -> None:
    ada, bob, eve = (diver(server, name) for name in ("Ada", "Bob", "Eve"))
    ada.open(OPEN)
    code = ada.get().json()["code"]
    assert len(code) == 9
    eve.table = ada.table
    assert eve.get().json()["code"] == "", "only those who sit there can pass it on"
    found = bob.http.get(f"/api/codes/{code.lower().replace('-', ' ')}").json()
    assert (found["table"], found["you"], found["code"]) == (ada.table, None, "")
    assert bob.try_join(found["table"], code).json()["seat"] == 1
    bob.table = ada.table
    ada.start(bob)
    assert ada.get().json()["code"] == ""
    for wrong in (code, "ABCD-EFGH", "short", "0OIL-1111", "%2e%2e"):
        answer = eve.http.get(f"/api/codes/{wrong}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-code"), wrong


def test_codes_cannot_be_guessed_at_leisure(start_server: StartServer, diver: NewDiver) -> None:
    eve = diver(start_server(clock=SetClock(), limits=1.0), "Eve")
    answers = [eve.http.get("/api/codes/ABCD-EFGH").status_code for _ in range(20)]
    assert answers == [404] * 12 + [429] * 8


def test_public_tables_are_listed_and_need_no_invite(start_server: StartServer, diver: NewDiver) -> None:
    server = start_server()
    ada, bob, eve = (diver(server, name) for name in ("Ada", "Bob", "Eve"))
    ada.open(OPEN)
    assert eve.http.get("/api/public").json() == [], "private unless someone says otherwise"
    assert eve.try_join(ada.table, "").json()["code"] == "wrong-invite"
    ada.open(OPEN, settings={"public": True})
    (listed,) = eve.http.get("/api/public").json()
    assert (listed["table"], listed["you"]) == (ada.table, None)
    assert bob.try_join(ada.table, "").json()["seat"] == 1
    bob.table = ada.table
    ada.start(bob)
    assert eve.http.get("/api/public").json() == []
    phases = {table["table"]: table["phase"] for table in ada.http.get("/api/tables").json()}
    assert sorted(phases.values()) == ["lobby", "playing"]


def test_a_personal_link_brings_the_seat_to_another_browser_once(
    start_server: StartServer, pair: Sit, diver: NewDiver
) -> None:
    server = start_server()
    both = pair(server)
    link = both.bob.http.post(f"/api/tables/{both.bob.table}/link").json()["link"]
    phone, thief = diver(server, "Bob's phone"), diver(server, "Eve")
    for one in (phone, thief):
        one.table = both.bob.table
    wrong = thief.http.post(f"/api/tables/{thief.table}/return", json={"link": "x" * 43})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong-link")
    back = phone.http.post(f"/api/tables/{phone.table}/return", json={"link": link})
    assert (back.status_code, back.json()["seat"]) == (200, 1)
    assert thief.http.post(f"/api/tables/{thief.table}/return", json={"link": link}).status_code == 403
    line = phone.line()
    line.until("position")
    assert line.act(laid(1))["type"] == "done"
    assert both.b.until("happened")["view"]["phase"]["ready"] == [False, True], "both browsers have the seat"
    assert [table["table"] for table in phone.http.get("/api/tables").json()] == [both.bob.table]
    assert thief.http.post(f"/api/tables/{thief.table}/link").json()["code"] == "only-seated"
    kept = b"".join(path.read_bytes() for path in server.log.parent.glob("*.sqlite3*"))
    assert link.encode() not in kept


# ── Torches and soundings ───────────────────────────────────────────────────────────────────────────────────


def test_torches_are_shown_to_the_others_where_the_table_wants_it(server: Running, diver: NewDiver) -> None:
    for wanted in (True, False):
        ada, bob = diver(server, "Ada"), diver(server, "Bob")
        ada.open(OPEN, settings={"torches": wanted})
        bob.join(ada)
        a, b = ada.start(bob)
        a.say({"type": "torch", "across": 0.25, "down": 0.5, "on": True})
        assert said(a, phrase="hello")["phrase"] == "hello"
        assert said(b, phrase="hello")["phrase"] == "hello"
        seen = [frame for frame in b.frames if '"torch-of"' in frame]
        assert len(seen) == wanted
        assert all('"seat":0,"across":0.25,"down":0.5,"on":true' in frame for frame in seen)
        assert not any('"torch-of"' in frame for frame in a.frames)


def test_soundings_are_for_the_own_seat_where_the_table_wants_them(server: Running, diver: NewDiver) -> None:
    ada, bob, eve = (diver(server, name) for name in ("Ada", "Bob", "Eve"))
    ada.open(OPEN, settings={"soundings": True})
    bob.join(ada)
    eve.table = ada.table
    ada.start(bob)
    mine, other = ada.get("/soundings/1").json(), bob.get("/soundings/1").json()
    assert mine == ada.get("/soundings/1").json() != other
    assert len(mine["depths"]) == 6
    assert eve.get("/soundings/1").json()["code"] == "only-seated"
    assert ada.get("/soundings/2").json()["code"] == "no-look"
    plain = diver(server, "Cleo")
    plain.open(bot("random"))
    plain.start()
    assert plain.get("/soundings/1").json()["code"] == "no-soundings"
