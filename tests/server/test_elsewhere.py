"""What a server makes of what another one on the same PostgreSQL has written: people, clocks, and words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from fathom.server.room import NOT_WELCOME
from fathom.server.store.postgres import PostgresStore
from tests.postgres import Cluster
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Diver, Frame, Line, Running, SetClock, begin, laid
from tests.server.test_table_life import asked, said

Sit = Callable[..., Pair]


class Two:
    """Two servers on one database, each with a clock that moves when both do."""

    def __init__(self, start_server: StartServer, url: str, folder: Path) -> None:
        self.clocks = (SetClock(), SetClock())
        self.a, self.b = (
            start_server(folder / name, store=PostgresStore(url), clock=clock)
            for name, clock in zip("ab", self.clocks, strict=True)
        )

    def advance(self, seconds: float) -> None:
        for clock in self.clocks:
            clock.advance(seconds)


@pytest.fixture
def two(start_server: StartServer, postgres: Cluster, tmp_path: Path) -> Two:
    return Two(start_server, postgres.database(), tmp_path)


@pytest.fixture
def apart(two: Two, diver: NewDiver) -> Sit:
    """Ada, the host, over the first server and Bob over the second, at a table that has started."""

    def sit(settings: Frame | None = None, **options: object) -> Pair:
        ada, bob = diver(two.a, "Ada"), diver(two.b, "Bob")
        ada.open(OPEN, settings=settings, **options)
        bob.join(ada)
        return Pair(ada, bob)

    return sit


def moved(one: Diver, server: Running, diver: NewDiver) -> Diver:
    """The same browser at another server."""
    there = diver(server, one.name)
    there.http.cookies["fathom"] = one.http.cookies["fathom"]
    there.table = one.table
    return there


def test_other_options_are_played_with_at_every_server(two: Two, diver: NewDiver) -> None:
    ada, bob = diver(two.a, "Ada"), diver(two.b, "Bob")
    ada.open(OPEN)
    bob.join(ada)
    a, b = ada.line(), bob.line()
    options = {**b.until("lobby")["lobby"]["options"], "chief": True}
    a.say({"type": "play-with", "options": options})
    own, told = (line.until_lobby(lambda lobby: lobby["options"] == options) for line in (a, b))
    assert told["commitment"] == own["commitment"]
    begin(b, a)  # whoever reveals last has it set up at their server
    assert b.view["options"] == a.view["options"] == options
    assert b.view["chief"] == 0


def test_what_is_drafted_and_said_elsewhere_puts_no_clock_back(two: Two, apart: Sit, diver: NewDiver) -> None:
    both = apart(companions=True)
    both.a.act({"type": "choose", "companion": "orca"})
    both.b.until("happened", number=1)
    both.b.act({"type": "choose", "companion": "turtle"})
    both.a.until("happened", number=2)
    both.a.act({"type": "call-orca"})
    assert both.b.until("happened", number=3)["left"] == 10.0
    two.advance(6)
    assert both.b.draft(laid(1, 2))["type"] == "checked"
    assert both.a.draft(laid((1, 2), 3))["type"] == "checked"
    said(both.b, phrase="one-moment")
    both.a.until("said")  # by now the first server has heard of the draft as well
    said(both.a, phrase="your-turn")
    assert both.ada.line().until("position")["left"] == 4.0
    assert both.bob.line().until("position")["left"] == 4.0
    two.advance(4)
    frame = both.a.until("happened", number=5)
    programs = next(event["programs"] for event in frame["events"] if event["type"] == "revealed")
    assert [[level["plain"] for level in one["levels"]] for one in programs] == [[[1, 2], [3]], [[1], [2]]]


def test_a_clock_that_is_counted_here_goes_on_whatever_happens_elsewhere(two: Two, apart: Sit) -> None:
    both = apart({"clock": {"type": "per-decision", "seconds": 60}})
    assert both.a.left == 60.0
    two.advance(20)
    for _ in range(2):
        both.b.draft(laid(1))
        said(both.b, phrase="one-moment")
        both.a.until("said")
    assert both.ada.line().until("position")["left"] == 40.0


@pytest.mark.parametrize("how", ["kicked", "forgotten"])
@pytest.mark.parametrize("spectators", [True, False])
def test_who_has_lost_their_seat_elsewhere_sees_no_more_than_others(
    two: Two, apart: Sit, diver: NewDiver, how: str, spectators: bool
) -> None:
    both = apart({"spectators": spectators})
    both.b.act(laid(1))
    both.a.until("happened", number=1)
    if how == "kicked":
        asked(both.a, "kick", seat=1)
    else:
        assert moved(both.bob, two.a, diver).http.delete("/api/me").status_code == 204
    if spectators:
        assert both.b.until("position")["view"]["reader"] is None
        assert both.b.lobby["you"] is None
        return
    assert both.b.until("refused")["refusal"]["code"] == "no-spectators"
    with pytest.raises(ConnectionClosed) as closed:
        both.b.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NOT_WELCOME


def test_spectators_who_are_not_wanted_any_more_are_sent_away_from_all_servers(
    two: Two, apart: Sit, diver: NewDiver
) -> None:
    both = apart()
    watching = diver(two.b, "Eve").line(table=both.ada.table)
    watching.until("position")
    settings = both.a.lobby["settings"] | {"spectators": False}
    asked(both.a, "agree", settings=settings)
    assert watching.until("refused")["refusal"]["code"] == "no-spectators"


def words(line: Line) -> list[str]:
    return [one["text"] for one in line.until("talk")["lines"]]


def test_words_that_are_deleted_here_are_gone_everywhere(two: Two, apart: Sit, diver: NewDiver) -> None:
    both = apart()
    said(both.b, text="the lighthouse keeper snores")
    both.a.until("said")
    said(both.a, text="does she?")
    both.b.until("said")
    both.bob.http.delete("/api/me")
    assert words(both.a) == ["does she?"]
    for server in (two.a, two.b):
        assert words(diver(server, "Eve").line(table=both.ada.table)) == ["does she?"]


def test_what_is_said_on_both_servers_at_once_is_heard_on_both_in_order(two: Two, apart: Sit) -> None:
    both = apart()
    for number in range(3):
        both.a.say({"type": "say", "text": f"a{number}"})
        both.b.say({"type": "say", "text": f"b{number}"})
    heard = [[line.until("said")["line"] for _ in range(6)] for line in (both.a, both.b)]
    assert heard[0] == heard[1]
    assert [line["number"] for line in heard[0]] == list(range(1, 7))
