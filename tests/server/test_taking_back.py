"""Taking back: what nobody has learned anything from, at once or when the others agree, and nothing else."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from fathom.deepblue import DeepBlueGame, DeepBlueView
from fathom.deepblue.actions import Hire, Renew, Sail, Steer
from fathom.deepblue.options import Options as DeepBlueOptions
from fathom.dive import DiveGame
from fathom.dive.companions import CallOrca, LayOctopus, LooseGreatWhite, RideTurtle, SendDolphins
from fathom.dive.options import Options as DiveOptions
from fathom.server.common.tokens import Secrets
from fathom.server.game import bots, story, telling_again
from fathom.server.game.clocks import Clocks
from fathom.server.game.play import BrokenLog, Moment, Play
from fathom.server.protocol.agreement import Bank, NoClock, PerDecision
from fathom.server.store import EntryRow, SeatRow, TableRow
from fathom.table import (
    AnyGame,
    BadRecord,
    FastDice,
    Reader,
    Refused,
    encoded,
    read_record,
    replay,
    state_hash,
    verify,
)
from fathom.table.standing import MOST_TAKEN_BACK
from tests.postgres import Cluster
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import (
    OPEN,
    Diver,
    Frame,
    Line,
    Running,
    SetClock,
    bot,
    laid,
    repeatable,
    wait_until,
)
from tests.server.sailors import Process
from tests.server.test_elsewhere import Two
from tests.server.test_nothing_lost import moved

Sit = Callable[..., Pair]
_NAMES = itertools.count()

DECISIONS = 8000
"""No game of these tests takes so many."""


# ── In memory ──────────────────────────────────────────────────────────────────────────────────────────────


GAMES: dict[str, tuple[AnyGame, Any, int]] = {
    "dive": (DiveGame(), DiveOptions(companions=True), 3),
    "deep-blue": (DeepBlueGame(), DeepBlueOptions(chart="small"), 3),
}


def row_of(name: str, secrets: Secrets) -> TableRow:
    game, options, seats = GAMES[name]
    people = tuple(SeatRow("person", name=f"seat {seat}") for seat in range(seats))
    return TableRow("table", game.name, encoded(options), b"", secrets, 0, people, phase="playing")


USES = (RideTurtle(), SendDolphins(0), SendDolphins(1), LooseGreatWhite(), LayOctopus(50, 50))
"""What random divers rarely do, of all that they may."""


class Whole:
    """A whole random game in which everyone takes back, now and then, whatever can be taken back."""

    def __init__(self, name: str) -> None:
        game, options, seats = GAMES[name]
        secrets = Secrets.drawn(repeatable(name))
        self.row = row_of(name, secrets)
        self.play = Play.begun(game, options, seats, secrets, 0.0)
        self.taken_back = 0
        dice = FastDice(name)
        for _ in range(DECISIONS):
            if self.play.state.result() is not None:
                return
            last = self.play.now.standings.last
            if last is not None and dice.roll(3, "take back") < 2:
                self._take_back(last.seat, last.number)
                continue
            awaited = self.play.state.to_move()
            can = [seat for seat in range(seats) if len(self.play.state.menu(seat))]
            seat = dice.pick(can if dice.roll(8, "other") == 0 else awaited, "seat")
            menu = self.play.state.menu(seat)
            tempting = next((use for use in USES if use in menu and dice.roll(2, "use")), None)
            self.play.keep(self.play.tried(seat, tempting or menu.sample(dice), at=0.0))
        raise AssertionError("the game does not end")

    def _take_back(self, seat: int, number: int) -> None:
        moment = self.play.without_last(seat, at=0.0)
        before = next(one for one in self.play._moments if one.number == number)
        assert before.taken_back is None
        self.play.keep(moment)
        assert moment.number == len(self.play.entries) - 1
        self.taken_back += 1


@pytest.fixture(scope="module", params=list(GAMES))
def whole(request: pytest.FixtureRequest) -> Whole:
    return Whole(request.param)


def test_a_game_with_taking_back_is_the_game_without_what_was_taken_back(whole: Whole) -> None:
    """Every state is the one to which the entries lead that still stand, each played under its own number."""
    play = whole.play
    if play.game.name == "dive":
        assert whole.taken_back == 0, "all that is public there is final or reveals (D8.0)"
    else:
        assert whole.taken_back >= 3
    dice = play._dice
    state = play.first.copy()
    back = {one.number for one in play.taken_back.values()} | set(play.taken_back)
    for entry in play.entries[1:]:
        if entry.number not in back:
            assert entry.seat is not None
            assert entry.action is not None
            state.play(entry.seat, play.decoded(entry.action), dice.at(entry.number))
    assert state_hash(state) == state_hash(play.state)


def test_labels_of_chance_are_never_used_twice(whole: Whole) -> None:
    labels = [
        (outcome.number, outcome.purpose, outcome.index)
        for entry in whole.play.entries
        for outcome in entry.outcomes
    ]
    assert len(labels) == len(set(labels)) > 0
    assert all(not whole.play.entries[one.number].outcomes for one in whole.play.taken_back.values())


def test_a_log_with_taking_back_is_rebuilt_as_it_was(whole: Whole) -> None:
    again = Play.rebuilt(whole.play.game, whole.row, tuple(whole.play.entries), {})
    assert state_hash(again.state) == state_hash(whole.play.state)
    assert again.taken_back == whole.play.taken_back
    assert again.entries == whole.play.entries


def test_its_record_replays_verifies_and_is_told_again(whole: Whole) -> None:
    record = whole.play.record(whole.row)
    written = encoded(record)
    assert read_record(written) == record
    assert record.format == (2 if whole.taken_back else 1)
    assert verify(whole.play.game, record) == len(record.outcomes)
    backs = [position for position in replay(whole.play.game, record) if position.taken_back is not None]
    assert {one.number: one.taken_back for one in backs} == {
        number: one.number for number, one in whole.play.taken_back.items()
    }
    packed = telling_again.tell("replay", written, 0, brought=True)
    told = json.loads(b"".join(packed.pieces()))
    assert {one["number"]: one["taken_back"]["number"] for one in told["frames"] if one["taken_back"]} == {
        number: one.number for number, one in whole.play.taken_back.items()
    }


def test_everyone_has_the_same_story_of_it(whole: Whole) -> None:
    readers: tuple[Reader, ...] = (None, 0, 1, 2)
    for reader in readers:
        page = story.page(whole.play, reader, 0, ended=True)
        for entry in page.entries:
            assert entry.taken_back == whole.play.taken_back.get(entry.number)
            assert entry.taken_back is None or entry.events == ()


def test_a_record_without_taking_back_is_written_as_it_always_was() -> None:
    game, options, seats = GAMES["dive"]
    secrets = Secrets.drawn(repeatable("plain"))
    play = Play.begun(game, options, seats, secrets, 0.0)
    play.keep(play.tried(0, play.state.menu(0).sample(FastDice(1)), at=0.0))
    written = encoded(play.record(row_of("dive", secrets)))
    assert json.loads(written)["format"] == 1
    assert set(json.loads(written)["moves"][0]) == {"seat", "action", "by_clock"}


def begun(name: str, seed: str = "begun") -> Play:
    game, options, seats = GAMES[name]
    return Play.begun(game, options, seats, Secrets.drawn(repeatable(seed)), 0.0)


def sailing(play: Play) -> Sail:
    (seat,) = play.state.to_move()
    return next(action for action in play.state.menu(seat) if isinstance(action, Sail))


def kept(play: Play, moment: Moment) -> Moment:
    play.keep(moment)
    return moment


def test_a_record_in_which_nothing_could_be_taken_back_is_refused() -> None:
    play = begun("deep-blue")
    (seat,) = play.state.to_move()
    kept(play, play.tried(seat, sailing(play), at=0.0))
    kept(play, play.without_last(seat, at=0.0))
    record = play.record(row_of("deep-blue", Secrets.drawn(repeatable("begun"))))
    list(replay(play.game, record))
    back = record.moves[-1]
    for moves in ((back,), (*record.moves, back), (record.moves[0], replace(back, seat=(seat + 1) % 3))):
        with pytest.raises(BadRecord, match="could take back"):
            list(replay(play.game, replace(record, moves=moves)))
    for number in (1, 3):
        with pytest.raises(BadRecord, match="format"):
            read_record(encoded(replace(record, format=number)))


def test_a_log_in_which_nothing_could_be_taken_back_is_broken() -> None:
    play = begun("deep-blue")
    with pytest.raises(BrokenLog, match="nothing-to-take-back"):
        play.follow(EntryRow(1, 0, None, (), 0.0))


def test_several_decisions_are_taken_back_from_the_last_to_the_first() -> None:
    play = begun("deep-blue")
    first = play.state
    (seat,) = play.state.to_move()
    sailed = kept(play, play.tried(seat, sailing(play), at=0.0))
    steered = None
    for action in sailed.state.menu(seat):
        assert isinstance(action, Steer)
        steered = play.tried(seat, action, at=0.0)
        if steered.standings.last is not None and seat not in steered.state.to_move():
            break
    assert steered is not None
    kept(play, steered)
    assert play.standing((seat + 1) % 3) is None  # it is somebody's own
    kept(play, play.without_last(seat, at=0.0))
    assert state_hash(play.state) == state_hash(sailed.state)
    kept(play, play.without_last(seat, at=0.0))
    assert state_hash(play.state) == state_hash(first)
    with pytest.raises(Refused, match="last decision"):
        play.without_last(seat, at=0.0)


@pytest.mark.clause("B4.2")
def test_a_hire_is_taken_back_only_where_no_card_comes_up() -> None:
    play = begun("deep-blue")
    (seat,) = play.state.to_move()
    hire = next(action for action in play.state.menu(seat) if isinstance(action, Hire))
    assert play.tried(seat, hire, at=0.0).standings.last is None
    empty = play.state.copy()
    empty.deck = empty.discards = ()
    play._moments[-1] = replace(play.now, state=empty)
    hired = kept(play, play.tried(seat, hire, at=0.0))
    assert hired.state.to_move() != (seat,)
    kept(play, play.without_last(seat, at=0.0))
    assert play.state.market == empty.market
    renew = next((action for action in play.state.menu(seat) if isinstance(action, Renew)), None)
    if renew is not None:
        assert play.tried(seat, renew, at=0.0).standings.last is None


def companions(play: Play) -> None:
    for seat, companion in enumerate(("turtle", "orca", "octopus")):
        chosen = play.decoded(encoded({"type": "choose", "companion": companion}))
        kept(play, play.tried(seat, chosen, at=0.0))
        assert play.standing(seat) is None, "Dive has a way of its own, and the last one reveals"


@pytest.mark.clause("D8.0")
def test_an_announced_companion_is_final() -> None:
    play = begun("dive")
    companions(play)
    kept(play, play.tried(0, RideTurtle(), at=0.0))
    assert play.standing(0) is None
    with pytest.raises(Refused):
        play.without_last(0, at=0.0)


@pytest.mark.clause("D8.2")
def test_ten_seconds_that_have_begun_are_not_taken_back() -> None:
    play = begun("dive")
    companions(play)
    assert kept(play, play.tried(1, CallOrca(), at=0.0)).standings.last is None


def test_what_the_clock_decided_stays() -> None:
    play = begun("deep-blue")
    (seat,) = play.state.to_move()
    assert play.tried(seat, sailing(play), at=0.0, by_clock=True).standings.last is None


def test_nobody_takes_back_without_end() -> None:
    play = begun("deep-blue")
    (seat,) = play.state.to_move()
    for _ in range(MOST_TAKEN_BACK):
        kept(play, play.tried(seat, sailing(play), at=0.0))
        kept(play, play.without_last(seat, at=0.0))
    kept(play, play.tried(seat, sailing(play), at=0.0))
    with pytest.raises(Refused, match=str(MOST_TAKEN_BACK)):
        play.without_last(seat, at=0.0)


def test_what_was_seen_before_something_was_taken_back_is_stale() -> None:
    """Otherwise a decision could count in a position that merely looks as if it were the same."""
    play = begun("deep-blue")
    (seat,) = play.state.to_move()
    sailed = sailing(play)
    seen = play.number
    kept(play, play.tried(seat, sailed, at=0.0))
    kept(play, play.without_last(seat, at=0.0))
    with pytest.raises(Refused, match="entry"):
        play.decided(seat, seen, sailed, at=0.0)
    play.decided(seat, play.number, sailed, at=0.0)


@pytest.mark.parametrize("terms", [PerDecision(30), Bank(60, 10)])
def test_clocks_do_not_run_backwards(terms: PerDecision | Bank) -> None:
    """Whoever decides, takes it back and decides again has no more time than whoever thinks for so long."""
    clocks = Clocks.wound(terms, 2).followed(terms, (0,), None, None).passed(5)
    sailed = clocks.followed(terms, (0,), None, 0).passed(5)
    back = sailed.taken_back((0,), 0)
    assert back.seats[0].left == sailed.seats[0].left
    again = back.passed(5).followed(terms, (0,), None, 0)
    left, had = again.seats[0].left, sailed.seats[0].left
    assert left is not None
    assert had is not None
    assert left == had - 5
    hired = clocks.followed(terms, (1,), None, 0).passed(5).taken_back((0,), 0)
    assert hired.seats[0].left == clocks.seats[0].left
    assert [seat.awaited for seat in hired.seats] == [True, False]


def test_without_a_clock_nothing_is_counted() -> None:
    clocks = Clocks.wound(NoClock(), 2).followed(NoClock(), (0,), None, None)
    assert clocks.taken_back((1,), 0).seats[1].left is None


# ── At a table ─────────────────────────────────────────────────────────────────────────────────────────────


def awaited(both: Pair) -> tuple[Line, Line, Diver, Diver]:
    """Whose turn it is in Deep Blue, and the other one."""
    first = both.a.view["active"] == 0
    return (both.a, both.b, both.ada, both.bob) if first else (both.b, both.a, both.bob, both.ada)


def sail(line: Line) -> int:
    """Play propellers, and say under which number."""
    menu = DeepBlueGame().actions(msgspec.convert(line.view, DeepBlueView))
    done = line.act(next(action for action in menu if isinstance(action, Sail)))
    assert done["type"] == "done"
    return int(done["number"])


def take_back(line: Line, number: int, name: str = "") -> str:
    name = name or f"back-{next(_NAMES)}"
    line.say({"type": "take-back", "id": name, "number": number})
    return name


def refused(line: Line) -> str:
    return str(line.until("refused")["refusal"]["code"])


def is_back(line: Line, number: int) -> Frame:
    return line.until("happened", taken_back={"seat": line_seat(line, number), "number": number})


def line_seat(line: Line, number: int) -> int:
    """Whose decision that entry was, as this line was told."""
    told = next(
        frame
        for frame in map(json.loads, line.frames)
        if frame["type"] == "happened" and frame["number"] == number
    )
    return int(told["events"][0]["seat"])


def test_alone_with_bots_it_is_taken_back_at_once(server: Running, diver: NewDiver) -> None:
    ada = diver(server, "Ada")
    ada.open(bot("diver"), game="deep-blue")
    line = ada.line()
    line.until("position")
    while line.view["active"] != 0:
        line.until("happened")
    before = line.view
    number = sail(line)
    name = take_back(line, number)
    assert line.until("done", id=name)["number"] == number + 1
    told = is_back(line, number)
    assert told["events"] == []
    assert told["view"] == before
    assert told["can_take_back"] is None
    take_back(line, number, name)  # a browser that heard nothing sends it again, and it counts once
    assert line.until("done", id=name)["number"] == number + 1
    assert ada.http.post(f"/api/tables/{ada.table}/recount", json={}).json()["entries"][-1] == {
        "number": number + 1,
        "events": [],
        "taken_back": {"seat": 0, "number": number},
    }


def test_what_revealed_something_stays_with_bots_too(server: Running, diver: NewDiver) -> None:
    ada = diver(server, "Ada")
    ada.open(bot("diver"), game="deep-blue")
    line = ada.line()
    line.until("position")
    while line.view["active"] != 0:
        line.until("happened")
    menu = DeepBlueGame().actions(msgspec.convert(line.view, DeepBlueView))
    number = line.act(next(action for action in menu if isinstance(action, Hire)))["number"]
    take_back(line, number)
    assert refused(line) == "nothing-to-take-back"


def test_the_others_are_asked_and_agree(server: Running, pair: Sit) -> None:
    both = pair(server, game="deep-blue")
    me, other, _, _ = awaited(both)
    before = me.view
    number = sail(me)
    assert json.loads(me.frames[-1])["can_take_back"] == number
    assert other.until("happened", number=number)["can_take_back"] is None
    seat = before["active"]
    take_back(me, number)
    asking = {"seat": seat, "number": number, "agreed": [], "refused": None}
    for line in (me, other):
        assert line.until_lobby(lambda lobby: lobby["asking"] is not None)["asking"] == asking
    me.say({"type": "agree-to-take-back", "number": number})
    assert refused(me) == "not-yourself"
    other.say({"type": "agree-to-take-back", "number": number + 1})
    assert refused(other) == "nobody-asks"
    other.say({"type": "agree-to-take-back", "number": number})
    for line in (me, other):
        told = is_back(line, number)
        assert told["number"] == number + 1
        line.until_lobby(lambda lobby: lobby["asking"] is None)
    assert me.view == before
    sail(me)


def test_the_others_refuse(server: Running, pair: Sit) -> None:
    both = pair(server, game="deep-blue")
    me, other, _, _ = awaited(both)
    number = sail(me)
    take_back(me, number)
    other.until_lobby(lambda lobby: lobby["asking"] is not None)
    other.say({"type": "refuse-to-take-back", "number": number})
    told = me.until_lobby(lambda lobby: lobby["asking"] and lobby["asking"]["refused"] is not None)
    assert told["asking"]["refused"] == 1 - told["asking"]["seat"]
    take_back(me, number)
    assert refused(me) == "taking-back-refused"
    other.say({"type": "agree-to-take-back", "number": number})
    assert refused(other) == "nobody-asks"
    menu = DeepBlueGame().actions(msgspec.convert(me.view, DeepBlueView))
    me.act(next(iter(menu)))
    me.until_lobby(lambda lobby: lobby["asking"] is None)


def test_who_asked_asks_no_more_and_may_ask_again(server: Running, pair: Sit) -> None:
    both = pair(server, game="deep-blue")
    me, other, _, _ = awaited(both)
    number = sail(me)
    for _ in range(2):
        take_back(me, number)
        other.until_lobby(lambda lobby: lobby["asking"] is not None)
        me.say({"type": "refuse-to-take-back", "number": number})
        other.until_lobby(lambda lobby: lobby["asking"] is None)
    other.say({"type": "refuse-to-take-back", "number": number})
    assert refused(other) == "nobody-asks"


def test_a_request_ends_when_anything_is_decided(server: Running, pair: Sit) -> None:
    both = pair(server, game="deep-blue")
    me, other, _, _ = awaited(both)
    number = sail(me)
    take_back(me, number)
    other.until_lobby(lambda lobby: lobby["asking"] is not None)
    menu = DeepBlueGame().actions(msgspec.convert(me.view, DeepBlueView))
    me.act(next(iter(menu)))
    for line in (me, other):
        line.until_lobby(lambda lobby: lobby["asking"] is None)
    take_back(me, number)
    assert refused(me) == "nothing-to-take-back"


@pytest.mark.clause("D8.0")
def test_in_dive_the_use_of_a_companion_is_final(server: Running, pair: Sit) -> None:
    both = pair(server, companions=True)
    both.a.act({"type": "choose", "companion": "turtle"})
    both.b.until("happened", number=1)
    both.b.act({"type": "choose", "companion": "orca"})
    both.a.until("happened", number=2)
    used = both.a.act({"type": "ride-turtle"})["number"]
    take_back(both.a, used)
    assert refused(both.a) == "nothing-to-take-back"


@pytest.mark.clause("D3.6")
def test_what_only_its_owner_has_seen_is_withdrawn_at_once_by_the_rules(server: Running, pair: Sit) -> None:
    both = pair(server)
    number = both.a.act(laid(1))["number"]
    take_back(both.a, number)
    assert refused(both.a) == "nothing-to-take-back"  # Dive has an action for that
    assert both.a.act({"type": "withdraw"})["type"] == "done"
    take_back(both.a, number + 1)
    assert refused(both.a) == "nothing-to-take-back"


def test_a_table_agrees_to_play_without(server: Running, diver: NewDiver) -> None:
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN, game="deep-blue", settings={"taking_back": False})
    bob.join(ada)
    both = Pair(ada, bob)
    me, _, _, _ = awaited(both)
    number = sail(me)
    take_back(me, number)
    assert refused(me) == "no-taking-back"
    both.a.say({"type": "agree", "settings": {"taking_back": True}})
    assert refused(both.a) == "settled"


def test_spectators_and_tables_that_have_not_begun_take_nothing_back(
    server: Running, diver: NewDiver, pair: Sit
) -> None:
    both = pair(server, game="deep-blue")
    eve = diver(server, "Eve")
    eve.table = both.ada.table
    for kind, more in (("take-back", {"id": "x"}), ("agree-to-take-back", {}), ("refuse-to-take-back", {})):
        assert asked(eve, kind, number=1, **more).json()["code"] == "only-seated"
        assert asked(both.ada, kind, number=9, **more).status_code == 409
    fresh = diver(server, "Fay")
    fresh.open(OPEN)
    assert asked(fresh, "take-back", id="x", number=1).json()["code"] == "not-started"


def asked(who: Diver, kind: str, **body: Any) -> httpx.Response:
    return who.http.post(f"/api/tables/{who.table}/{kind}", json=body)


def test_over_http_as_over_sockets(server: Running, pair: Sit, diver: NewDiver) -> None:
    both = pair(server, game="deep-blue")
    me, other, mine, theirs = awaited(both)
    number = sail(me)
    answer = asked(mine, "take-back", id="a", number=number).json()
    assert answer["lobby"]["asking"]["number"] == number
    answer = asked(theirs, "refuse-to-take-back", number=number).json()
    assert answer["lobby"]["asking"]["refused"] is not None
    menu = DeepBlueGame().actions(msgspec.convert(me.view, DeepBlueView))
    steered = next(action for action in menu if isinstance(action, Steer))
    me.act(steered)
    alone = diver(server, "Solo")
    alone.open(bot("diver"), game="deep-blue")
    line = alone.line()
    line.until("position")
    while line.view["active"] != 0:
        line.until("happened")
    number = sail(line)
    done = asked(alone, "take-back", id="b", number=number).json()
    assert (done["type"], done["number"]) == ("done", number + 1)
    assert asked(alone, "take-back", id="b", number=number).json() == done
    assert asked(alone, "take-back", id="c", number=number).json()["code"] == "nothing-to-take-back"
    del other


def test_agreed_over_http(server: Running, pair: Sit) -> None:
    both = pair(server, game="deep-blue")
    me, _, mine, theirs = awaited(both)
    number = sail(me)
    asked(mine, "take-back", id="a", number=number)
    answer = asked(theirs, "agree-to-take-back", number=number).json()
    assert (answer["type"], answer["lobby"]["asking"]) == ("lobby", None)
    is_back(me, number)


def finds_nothing(steer: Steer) -> bool:
    return all(place is None or place.endswith("buoy") for place in steer.to)


def test_a_bots_pending_thought_is_dropped(
    start_server: StartServer, diver: NewDiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has thought about a position that is no more: it is asked anew, under the new number."""
    pondering = asyncio.Event()
    numbers: list[int] = []
    dropped: list[int] = []
    honest = bots.decide

    async def ponders(*arguments: Any) -> bytes:
        if not pondering.is_set():
            return await honest(*arguments)
        number = arguments[5]
        numbers.append(number)
        try:
            await asyncio.Event().wait()
        finally:
            dropped.append(number)
        raise AssertionError("it never wakes")

    monkeypatch.setattr(bots, "decide", ponders)
    ada = diver(start_server(), "Ada")
    ada.open(bot("snorkeler"), game="deep-blue")
    line = ada.line()
    line.until("position")
    while line.view["phase"]["type"] != "choosing" or line.view["active"] != 0:
        line.until("happened")
    pondering.set()
    menu = DeepBlueGame().actions(msgspec.convert(line.view, DeepBlueView))
    line.act(max((action for action in menu if isinstance(action, Sail)), key=lambda sail: len(sail.cards)))
    menu = DeepBlueGame().actions(msgspec.convert(line.view, DeepBlueView))
    to_a_buoy = next(action for action in menu if isinstance(action, Steer) and finds_nothing(action))
    steered = line.act(to_a_buoy)["number"]
    wait_until(lambda: numbers == [steered])
    take_back(line, steered)
    is_back(line, steered)
    wait_until(lambda: dropped == [steered])
    again = line.act(to_a_buoy)["number"]
    wait_until(lambda: numbers == [steered, again])
    assert dropped == [steered]


def test_clocks_of_a_table_go_on_when_something_is_taken_back(
    start_server: StartServer, diver: NewDiver
) -> None:
    clock = SetClock()
    server = start_server(clock=clock)
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    ada.open(OPEN, game="deep-blue", settings={"clock": {"type": "per-decision", "seconds": 60}})
    bob.join(ada)
    both = Pair(ada, bob)
    me, other, _, _ = awaited(both)
    number = sail(me)
    clock.advance(20)
    take_back(me, number)
    other.until_lobby(lambda lobby: lobby["asking"] is not None)
    clock.advance(10)
    other.say({"type": "agree-to-take-back", "number": number})
    assert is_back(me, number)["left"] == 30.0


# ── Two servers, and killed ones ───────────────────────────────────────────────────────────────────────────


def test_asked_at_one_server_and_agreed_at_another(
    start_server: StartServer, postgres: Cluster, tmp_path: Path, diver: NewDiver
) -> None:
    two = Two(start_server, postgres.database(), tmp_path)
    ada, bob = diver(two.a, "Ada"), diver(two.b, "Bob")
    ada.open(OPEN, game="deep-blue")
    bob.join(ada)
    both = Pair(ada, bob)
    me, other, _, _ = awaited(both)
    before = me.view
    for answer in ("agree", "refuse"):
        number = sail(me)
        other.until("happened", number=number)
        take_back(me, number)
        other.until_lobby(lambda lobby: lobby["asking"] is not None)
        other.say({"type": f"{answer}-to-take-back", "number": number})
        if answer == "agree":
            for line in (me, other):
                is_back(line, number)
                line.until_lobby(lambda lobby: lobby["asking"] is None)
            assert me.view == before
        else:
            me.until_lobby(lambda lobby: lobby["asking"] and lobby["asking"]["refused"] is not None)


@pytest.fixture
def process() -> Iterator[Callable[[Path], Process]]:
    started: list[Process] = []

    def start(folder: Path) -> Process:
        started.append(Process(folder))
        return started[-1]

    yield start
    for one in started:
        one.kill()


def test_a_server_that_is_killed_in_the_middle_has_lost_nothing_of_it(
    process: Callable[[Path], Process], diver: NewDiver, tmp_path: Path
) -> None:
    """Killed once somebody has asked, and again with the taking back on its way or done."""
    server = process(tmp_path)
    ada, bob = diver(server.host, "Ada"), diver(server.host, "Bob")
    ada.open(OPEN, game="deep-blue")
    bob.join(ada)
    both = Pair(ada, bob)
    me, _, mine, theirs = awaited(both)
    before = me.view
    number = sail(me)
    take_back(me, number)
    me.until_lobby(lambda lobby: lobby["asking"] is not None)
    server.kill()

    server = process(tmp_path)
    for one in (ada, bob):
        moved(one, server)
    line = theirs.line()
    line.until_lobby(lambda lobby: lobby["asking"] is not None)
    line.until("position", number=number)
    line.say({"type": "agree-to-take-back", "number": number})
    server.kill()

    server = process(tmp_path)
    for one in (ada, bob):
        moved(one, server)
    line = theirs.line()
    if line.until("position")["number"] == number:  # killed before it was written
        assert line.lobby["asking"] is not None
        line.say({"type": "agree-to-take-back", "number": number})
        line.until("happened", number=number + 1)
    else:
        assert line.number == number + 1
        assert line.lobby["asking"] is None
    server.kill()

    server = process(tmp_path)
    moved(mine, server)
    back = mine.line()
    assert back.until("position", number=number + 1)["view"] == before
    assert sail(back) == number + 2
