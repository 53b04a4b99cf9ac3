"""The told story: whoever asks, whenever they ask, is told what they were told when it happened."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from fathom.deepblue import DeepBlueGame
from fathom.deepblue.options import Options as DeepBlueOptions
from fathom.dive import DiveGame
from fathom.dive.options import Options as DiveOptions
from fathom.server.common.tokens import Secrets
from fathom.server.game import frames, story
from fathom.server.game.play import Play
from fathom.table import AnyGame, FastDice, Reader, encoded
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Diver, Frame, Line, Running, SetClock, repeatable
from tests.server.test_deepblue import play as play_until
from tests.server.test_deepblue import play_to_end

DECISIONS = 8000
"""No game of these tests takes so many."""


class Listening:
    """What a page at a table keeps of the story: pages that it asked for, and what it heard since."""

    def __init__(self) -> None:
        self.told: dict[int, list[Frame]] = {}

    def hear(self, frame: Frame) -> None:
        self.told[frame["number"]] = frame["events"] if frame["story"] is None else frame["story"]


def pages(play: Play, reader: Reader, *, ended: bool) -> dict[int, list[Frame]]:
    """The whole story, page by page."""
    told: dict[int, list[Frame]] = {}
    for _ in range(DECISIONS):
        after = max(told, default=0)
        if after == play.number:
            return told
        page = json.loads(encoded(story.page(play, reader, after, ended=ended)))
        assert page["after"] == after
        assert [entry["number"] for entry in page["entries"]] == list(
            range(after + 1, after + len(page["entries"]) + 1)
        )
        assert len(page["entries"]) <= story.ENTRIES
        told |= {entry["number"]: entry["events"] for entry in page["entries"]}
    raise AssertionError("the story does not end")


def random_game(game: AnyGame, options: Any, seats: int, seed: str) -> Iterator[tuple[Play, Any]]:
    """A whole game in which everyone does anything that is legal, and often takes it back."""
    dice = FastDice(seed)
    play = Play.begun(game, options, seats, Secrets.drawn(repeatable(seed)), 0.0)
    for _ in range(DECISIONS):
        if play.state.result() is not None:
            return
        can = [seat for seat in range(seats) if len(play.state.menu(seat))]
        seat = dice.pick(can, "seat")
        moment = play.tried(seat, play.state.menu(seat).sample(dice), at=0.0)
        play.keep(moment)
        yield play, moment
    raise AssertionError("the game does not end")


GAMES: dict[str, tuple[AnyGame, Any, int]] = {
    "dive": (DiveGame(), DiveOptions(), 4),
    "dive with companions": (DiveGame(), DiveOptions(companions=True), 4),
    "deep-blue": (DeepBlueGame(), DeepBlueOptions(scenario=None), 5),
    "deep-blue with open chests": (DeepBlueGame(), DeepBlueOptions(closed_chests=False), 3),
}


@pytest.mark.parametrize("name", GAMES)
def test_who_was_there_who_reloads_who_comes_late_and_who_watches_have_the_same_story(name: str) -> None:
    game, options, seats = GAMES[name]
    readers: tuple[Reader, ...] = (None, *range(seats))
    there = {reader: Listening() for reader in readers}
    events = 0
    seed = 0
    while events < 500:
        seed += 1
        for play, moment in random_game(game, options, seats, f"{name}/{seed}"):
            for reader in readers:
                there[reader].hear(json.loads(frames.happened(game, moment, reader, None)))
            if moment.number % 100 == 1 and moment.state.result() is None:
                for reader in readers:
                    assert pages(play, reader, ended=False) == there[reader].told
            events += len(moment.events)
        whole = {reader: pages(play, reader, ended=True) for reader in readers}
        for reader in readers:
            expected = {
                number: [json.loads(encoded(seen)) for one in told if (seen := one.seen_by(reader))]
                for number, told in enumerate(play.told)
                if number
            }
            assert whole[reader] == expected
            there[reader] = Listening()
        _agrees_with_the_result(play, whole)


def _agrees_with_the_result(play: Play, whole: dict[Reader, dict[int, list[Frame]]]) -> None:
    result = play.state.result()
    for told in whole.values():
        events = [event for entry in told.values() for event in entry]
        points: Counter[int] = Counter()
        for event in events:
            for tally in event.get("tallies", ()):
                points[tally["seat"]] += sum(tally[part] for part in ("cards", "gems", "tile", "safe"))
        if any(event["type"] == "dive-ended" for event in events):
            assert tuple(points[seat] for seat in range(len(result.scores))) == result.scores
        moved = [event for event in events if event["type"] == "rested" and "pawns" in event]
        if moved:
            assert tuple(moved[-1]["pawns"]) == tuple(result.scores)


@pytest.mark.clause("B1.1")
def test_with_closed_chests_what_others_won_is_told_once_and_not_again_before_the_end() -> None:
    game, options, seats = GAMES["deep-blue"]
    ends = 0
    moments = list(random_game(game, options, seats, "chests"))
    for _, moment in moments:
        over = moment.state.result() is not None
        for reader in (None, 0, 1):
            frame = json.loads(frames.happened(game, moment, reader, None))
            then = [event for event in frame["events"] if event["type"] == "dive-ended"]
            kept = [event for event in frame["story"] or frame["events"] if event["type"] == "dive-ended"]
            for told, again in zip(then, kept, strict=True):
                ends += 1
                mine = [tally for tally in told["tallies"] if tally["seat"] == reader]
                assert again["tallies"] == (told["tallies"] if over else mine)
            played = [
                one
                for event in frame["story"] or frame["events"]
                if event["type"] == "crew-played"
                for one in event["plays"]
            ]
            assert over or all((one["vp"] is None) == (one["seat"] != reader) for one in played)
    assert ends > 10
    told = pages(moments[-1][0], None, ended=True)
    tallies = [one["tallies"] for entry in told.values() for one in entry if one["type"] == "dive-ended"]
    assert all(tallies)


# ── Over the network ───────────────────────────────────────────────────────────────────────────────────────


def over_socket(line: Line) -> list[Frame]:
    """The whole story as a page asks for it."""
    told: list[Frame] = []
    for _ in range(DECISIONS):
        line.say({"type": "recount", "after": told[-1]["number"] if told else 0})
        page = line.until("story")
        told += page["entries"]
        if not page["entries"] or told[-1]["number"] == page["number"]:
            return told
    raise AssertionError("the story does not end")


def over_http(diver: Diver) -> list[Frame]:
    told: list[Frame] = []
    for _ in range(DECISIONS):
        after = told[-1]["number"] if told else 0
        answer = diver.http.post(f"/api/tables/{diver.table}/recount", json={"after": after})
        assert answer.status_code == 200, answer.text
        page = answer.json()
        told += page["entries"]
        if not page["entries"] or told[-1]["number"] == page["number"]:
            return told
    raise AssertionError("the story does not end")


def heard(line: Line) -> list[Frame]:
    """What someone who was there all along has kept."""
    told = [json.loads(frame) for frame in line.frames]
    return [
        {
            "number": one["number"],
            "events": one["events"] if one["story"] is None else one["story"],
            "taken_back": one["taken_back"],
        }
        for one in told
        if one["type"] == "happened"
    ]


def test_a_story_is_told_over_sockets_and_http(
    start_server: StartServer, pair: Callable[..., Pair], diver: NewDiver
) -> None:
    clock = SetClock()
    server = start_server(clock=clock)
    both = pair(server, game="deep-blue", chart="small")
    play_until(clock, (both.a, both.b), lambda: both.a.number >= 40)
    eve = diver(server, "Eve")
    eve.table = both.ada.table
    for line, person in ((both.a, both.ada), (both.b, both.bob)):
        with closing(person.line()) as reloaded:
            assert over_socket(line) == over_http(person) == over_socket(reloaded) == heard(line)
    with closing(eve.line()) as late:
        assert over_socket(late) == over_http(eve) != over_http(both.ada)  # a Rest's cards are their owner's
    play_to_end(clock, both.a, both.b)
    both.a.until("lobby")
    whole = over_http(both.ada)
    dives = [event for entry in whole for event in entry["events"] if event["type"] == "dive-ended"]
    scores = [
        sum(
            tally["cards"] + tally["gems"] + tally["tile"] + tally["safe"]
            for dive in dives
            for tally in dive["tallies"]
            if tally["seat"] == seat
        )
        for seat in (0, 1)
    ]
    assert scores == [captain["vp"] for captain in both.a.view["captains"]]


def test_a_story_needs_a_game_and_someone_who_may_look(server: Running, diver: NewDiver) -> None:
    ada, bob, eve = (diver(server, name) for name in ("Ada", "Bob", "Eve"))
    ada.open(OPEN, settings={"spectators": False})
    bob.join(ada)
    eve.table = ada.table

    def asked(who: Diver, after: int = 0) -> Frame:
        answer: Frame = who.http.post(f"/api/tables/{who.table}/recount", json={"after": after}).json()
        return answer

    assert asked(ada)["code"] == "not-started"
    ada.start(bob)
    assert asked(ada)["entries"] == []
    assert asked(ada, 10**9)["entries"] == []
    assert asked(eve)["code"] == "no-spectators"
