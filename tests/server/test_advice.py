"""Advice and reviews at a table: who may have them, that they hold still, and what they are made from."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import msgspec
import pytest

from fathom.dive import Options, Program
from fathom.guests import guest
from fathom.players.dive.levels import ADVISER
from fathom.server.common import refusals
from fathom.server.common.limits import ADVISING
from fathom.server.protocol import Advice, Eyesight, Review
from fathom.table import FairDice, FastDice
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Diver, Line, Running, SetClock, bot, laid
from tests.server.test_games import play_to_end
from tests.server.test_replays import bring, simulate

Sit = Callable[..., Pair]


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def advised(diver: Diver) -> Advice:
    answer = diver.get("/advice")
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return msgspec.json.decode(answer.content, type=Advice)


def alone(server: Running, diver: NewDiver, **settings: object) -> tuple[Diver, Line]:
    ada = diver(server, "Ada")
    ada.open(bot("random"), settings=dict(settings))
    (line,) = ada.start()
    return ada, line


# ── Advice ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_whoever_is_alone_with_bots_may_ask(server: Running, diver: NewDiver) -> None:
    ada, line = alone(server, diver)
    first = advised(ada)
    assert (first.eyes, len(first.choices)) == ("captain", 3)
    assert line.act(msgspec.json.decode(first.choices[0].action))["type"] == "done"


def test_the_advice_is_that_of_the_library_for_this_view_and_look(server: Running, pair: Sit) -> None:
    both = pair(server, settings={"advice": True})
    room = server.tables._rooms[both.ada.table]
    secrets = room.row.secrets
    assert room.play is not None
    eyes = ADVISER.eyes
    assert eyes is not None
    look = eyes.look(room.play.state, 1, FairDice(secrets.seed, secrets.entropies))
    dice = FastDice(secrets.under("advice/1/0").hex())
    expected = guest("dive").advise(room.play.state.view(1), look, dice)
    given = advised(both.bob)
    assert [msgspec.json.decode(one.action, type=Program) for one in given.choices] == [
        one.action for one in expected
    ]
    assert [one.odds for one in given.choices] == [one.odds for one in expected]
    assert advised(both.bob) == given


def test_it_is_the_same_when_others_have_decided_in_secret_or_i_took_back(server: Running, pair: Sit) -> None:
    both = pair(server, settings={"advice": True})
    first = advised(both.bob)
    both.a.act(laid(1))
    both.b.until("happened", number=1)
    assert advised(both.bob).choices == first.choices
    both.a.act({"type": "withdraw"})
    both.b.until("happened", number=2)
    both.b.act(laid(2))
    both.b.act({"type": "withdraw"})
    again = advised(both.bob)
    assert (again.number, again.choices) == (4, first.choices)


def test_advice_for_deep_blue_needs_no_eyes(server: Running, pair: Sit) -> None:
    both = pair(server, game="deep-blue", settings={"advice": True})
    given = [one for one in (both.ada, both.bob) if one.get("/advice").status_code == 200]
    assert len(given) == 1  # whose turn it is
    assert (advised(given[0]).eyes, len(advised(given[0]).choices)) == ("", 3)


def test_where_the_table_has_soundings_the_adviser_has_no_other_look(server: Running, pair: Sit) -> None:
    both = pair(server, settings={"advice": True, "soundings": True})
    assert advised(both.ada).eyes == "soundings"


def test_advice_is_for_seats_that_have_something_to_decide_at_tables_that_allow_it(
    server: Running, pair: Sit, diver: NewDiver
) -> None:
    both = pair(server)
    assert refused(both.ada.get("/advice")) == (403, refusals.NO_ADVICE.code)
    allowed = pair(server, settings={"advice": True})
    eve = diver(server, "Eve")
    eve.table = allowed.ada.table
    assert refused(eve.get("/advice")) == (403, refusals.ONLY_SEATED.code)
    allowed.a.act(laid(1))
    assert refused(allowed.ada.get("/advice")) == (409, refusals.NOTHING_TO_DECIDE.code)
    advised(allowed.bob)


def test_no_advice_alone_where_it_was_agreed_so_nor_before_the_start(
    server: Running, diver: NewDiver
) -> None:
    ada, _ = alone(server, diver, advice=False)
    assert refused(ada.get("/advice")) == (403, refusals.NO_ADVICE.code)
    bea = diver(server, "Bea")
    bea.open(OPEN, settings={"advice": True})
    assert refused(bea.get("/advice")) == (409, refusals.NOT_STARTED.code)


def test_advice_is_settled_with_the_start(server: Running, pair: Sit) -> None:
    both = pair(server)
    usual = both.ada.get().json()["settings"]
    assert usual["advice"] is None
    both.a.say({"type": "agree", "settings": {**usual, "advice": True}})
    assert both.a.until("refused")["refusal"]["code"] == refusals.SETTLED.code


def test_nobody_asks_all_the_time(start_server: StartServer, diver: NewDiver) -> None:
    ada, _ = alone(start_server(limits=0.1, clock=SetClock()), diver)
    for _ in range(ADVISING.burst // 10):
        advised(ada)
    assert refused(ada.get("/advice")) == (429, refusals.TOO_FAST.code)


# ── Reviews ─────────────────────────────────────────────────────────────────────────────────────────────────


def reviewed(diver: Diver, name: str = "") -> Review:
    answer = diver.http.get(f"/api/replays/{name or diver.table}/review")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Review)


def test_a_game_is_looked_through_once_it_is_over(
    server: Running, pair: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = pair(server, mix={**msgspec.to_builtins(Options().mix), "nothing": 4, "shark": 3, "green": 3})
    path = f"/api/replays/{both.ada.table}/review"
    assert refused(both.ada.http.get(path)) == (409, refusals.NOT_OVER.code)
    play_to_end(both.a, both.b)
    review = reviewed(both.ada)
    assert (review.game, review.players, review.unit) == ("dive", ("Ada", "Bob"), "win")
    assert len(review.mistakes) == len(review.sight) == 2
    assert any(review.mistakes)
    moves = both.ada.get("/record").json()["moves"]
    for seat, mistakes in enumerate(review.mistakes):
        for mistake in mistakes:
            assert moves[mistake.number - 1]["seat"] == seat
            assert moves[mistake.number - 1]["action"] == msgspec.json.decode(mistake.chosen)
    # It is done only once, whoever asks.
    monkeypatch.setattr(server.services.replays, "_reviewers", None)
    assert reviewed(both.bob) == review


@pytest.mark.parametrize(("game", "unit", "sights"), [("dive", "win", 2), ("deep-blue", "vp", 0)])
def test_a_record_that_was_brought_along_is_looked_through(
    server: Running, diver: NewDiver, game: str, unit: str, sights: int
) -> None:
    ada = diver(server, "Ada")
    name = bring(ada, simulate(game)).json()["id"]
    review = reviewed(ada, name)
    assert (review.id, review.game, review.unit, len(review.sight)) == (name, game, unit, sights)
    assert any(review.mistakes)
    for seat, mistakes in enumerate(review.mistakes):
        for mistake in mistakes:
            # Everyone is shown what they had before their eyes, and nobody else's.
            assert msgspec.json.decode(mistake.view)["reader"] == mistake.seat == seat
    gone = ada.http.get(f"/api/replays/file-{'0' * 32}/review")
    assert refused(gone) == (404, refusals.NO_REPLAY.code)


# ── How well everyone saw ───────────────────────────────────────────────────────────────────────────────────


def test_how_well_everyone_saw_over_the_games_of_whoever_asks(
    server: Running, pair: Sit, diver: NewDiver
) -> None:
    both = pair(server)
    assert both.ada.http.get("/api/eyesight").json() == []
    play_to_end(both.a, both.b)
    first = msgspec.json.decode(both.ada.http.get("/api/eyesight").content, type=list[Eyesight])
    assert [(one.name, one.you, one.games) for one in first] == [("Ada", True, 1), ("Bob", False, 1)]
    assert [one.sight for one in first] == list(reviewed(both.ada).sight)
    # Another game of hers, against a bot: hers add up, and the bot has a level instead of a name.
    both.ada.open(bot("random"))
    (line,) = both.ada.start()
    for number in range(99):
        if line.over:
            break
        if line.menu == "programming":
            line.act(line.any_action(str(number)))
        else:
            line.until("happened")
    again = msgspec.json.decode(both.ada.http.get("/api/eyesight").content, type=list[Eyesight])
    assert [(one.name, one.level, one.games) for one in again] == [
        ("Ada", "", 2),
        ("Bob", "", 1),
        ("", "random", 1),
    ]
    assert sum(again[0].sight.said) > sum(first[0].sight.said)
    assert diver(server, "Eve").http.get("/api/eyesight").json() == []
