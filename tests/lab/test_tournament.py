"""Tournaments: the same deals and seats for all, over once they are decided, gone on with after a break."""

from itertools import combinations, islice
from math import exp, sqrt
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fathom.dive import Options
from fathom.guests import named
from fathom.lab.ledger import Ledger, OtherTournament
from fathom.lab.makings import makings
from fathom.lab.ratings import ratings
from fathom.lab.standings import standings
from fathom.lab.tournament import Contest, Meeting, Played, PlayerFailed, Tournament
from fathom.players import UnknownLevel
from fathom.table import encoded
from tests.cli.command import SMALL

QUICK = msgspec.Raw(encoded(Options(mix=SMALL)))
"""An ocean that is soon empty."""


class Sulker:
    """Somebody's own player, who will not play."""

    def choose(self, view: Any, look: Any, dice: Any) -> Any:
        raise RuntimeError("I do not feel like it")


def contest(*players: str, seats: int = 2, ladder: bool = False, seed: int = 0) -> Contest:
    return Contest("dive", QUICK, players, seats, ladder, seed)


def a_game(deal: int, *players: str, winner: str) -> Played:
    places = tuple(1 if player == winner else 2 for player in players)
    return Played(deal, players, places, (0,) * len(players), moves=1)


def test_everyone_meets_everyone_on_the_same_deals_and_in_every_seat() -> None:
    tournament = Tournament(contest("random", "snorkeler", f"{__name__}:Sulker"), deals=2)
    games = list(tournament.missing())
    assert len(games) == 3 * 2 * 2
    for deal in (0, 1):
        pairs = [seated for number, seated in games if number == deal]
        assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in tournament.meetings}
        assert all(pair[::-1] in pairs for pair in pairs)


def test_on_a_ladder_only_neighbours_meet() -> None:
    assert contest("a", "b", "c", ladder=True).matches() == (("a", "b"), ("b", "c"))


def test_three_at_a_table_take_turns_in_every_seat() -> None:
    tournament = Tournament(contest("a", "b", "c", seats=3), deals=1)
    assert [seated for _, seated in tournament.missing()] == [
        ("a", "b", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
    ]


def test_the_number_of_jobs_changes_nothing() -> None:
    plan = contest("random", "snorkeler")
    alone, together = Tournament(plan, 4), Tournament(plan, 4)
    list(alone.play())
    list(together.play(jobs=2))
    assert alone.games() == together.games()
    assert len(alone.games()) == 8


def test_a_tournament_that_was_killed_goes_on(tmp_path: Path) -> None:
    plan = contest("random", "snorkeler")
    whole = Tournament(plan, 4)
    list(whole.play())
    path = tmp_path / "games.jsonl"
    with Ledger(path, plan) as ledger:
        for game in islice(Tournament(plan, 4).play(), 3):
            ledger.add(game)
    with path.open("ab") as torn:
        torn.write(b'{"type":"game","deal":1,"pla')
    with Ledger(path, plan) as ledger:
        assert len(ledger.games) == 3
        rest = Tournament(plan, 4, games=ledger.games)
        for game in rest.play():
            ledger.add(game)
    assert rest.games() == whole.games()
    with Ledger(path, plan) as ledger:
        again = Tournament(plan, 4, games=ledger.games)
    assert not list(again.missing())
    assert again.games() == whole.games()


@pytest.mark.parametrize(
    "other", [contest("random", "diver"), contest("random", "snorkeler", seed=1)], ids=["players", "seed"]
)
def test_another_tournaments_file_is_left_alone(tmp_path: Path, other: Contest) -> None:
    path = tmp_path / "games.jsonl"
    with Ledger(path, other):
        pass
    before = path.read_bytes()
    with pytest.raises(OtherTournament, match="another tournament"):
        Ledger(path, contest("random", "snorkeler"))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("then", "problem"),
    [
        (("one", "old"), "was played before snorkeler changed"),
        (("old", "old"), "was played before all players changed"),
        ((), "does not say what its players were made of"),
    ],
)
def test_games_of_players_that_have_changed_since_are_not_counted_as_theirs(
    tmp_path: Path, then: tuple[str, ...], problem: str
) -> None:
    path = tmp_path / "games.jsonl"
    plan = contest("random", "snorkeler")
    with Ledger(path, replace(plan, makings=then)) as ledger:
        ledger.add(a_game(0, "random", "snorkeler", winner="random"))
    before = path.read_bytes()
    with pytest.raises(OtherTournament, match=problem):
        Ledger(path, replace(plan, makings=("one", "two")))
    assert path.read_bytes() == before


def test_players_are_known_by_what_they_are_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    own = tmp_path / "somebody"
    own.mkdir()
    (own / "__init__.py").write_text("class Own: ...")
    (own / "thoughts.txt").write_text("dive deep")
    before = makings("dive", "somebody:Own")
    assert before == makings("dive", "somebody:Own")
    (own / "thoughts.txt").write_text("dive deeper")
    assert makings("dive", "somebody:Own") != before
    # Ours are known by the rules and all our players; Deep Blue's rules are no part of Dive's.
    assert makings("dive", "captain") == makings("dive", "captain@50") != makings("deep-blue", "captain")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"not json", "line 2: JSON is malformed"),
        (encoded(a_game(0, "random", "diver", winner="diver")), "line 2: this game is not of this"),
        (encoded(contest("random", "snorkeler")), "line 2: this game is not of this"),
    ],
)
def test_a_file_with_anything_else_in_it_is_refused(tmp_path: Path, line: bytes, problem: str) -> None:
    path = tmp_path / "games.jsonl"
    plan = contest("random", "snorkeler")
    path.write_bytes(encoded(plan) + b"\n" + line + b"\n")
    with pytest.raises(OtherTournament, match=problem):
        Ledger(path, plan)


def test_a_match_is_over_once_it_is_decided() -> None:
    meeting = Meeting(("a", "b"), until=0.6)
    deal = 0
    while not meeting.decided and deal < 1000:
        # b wins three of four games
        meeting.add(a_game(deal, "a", "b", winner="b"))
        meeting.add(a_game(deal, "b", "a", winner="b" if deal % 2 else "a"))
        deal += 1
    assert meeting.verdict(0.6) == "b"
    assert meeting.share("b").low > 0.6
    assert 20 < deal < 200


def test_it_may_be_decided_that_nobody_is_much_better() -> None:
    meeting = Meeting(("a", "b"), until=0.6)
    for deal in range(200):
        meeting.add(a_game(deal, "a", "b", winner="a"))
        meeting.add(a_game(deal, "b", "a", winner="b"))
    assert meeting.verdict(0.6) == "nobody"


def test_only_whole_deals_in_order_count() -> None:
    meeting = Meeting(("a", "b"))
    meeting.add(a_game(1, "a", "b", winner="a"))
    meeting.add(a_game(1, "b", "a", winner="a"))
    meeting.add(a_game(0, "b", "a", winner="a"))
    assert meeting.deals == 0
    meeting.add(a_game(0, "a", "b", winner="b"))
    assert meeting.deals == 2
    assert meeting.shares["a"] == [0.5, 1.0]


def test_a_decided_match_plays_no_more() -> None:
    tournament = Tournament(contest("a", "b"), deals=500, until=0.6)
    games = 0
    for deal, seated in tournament.missing():
        tournament.add(a_game(deal, *seated, winner="b"))
        games += 1
    assert games < 100
    assert tournament.meetings[frozenset("ab")].decided


def test_a_shared_victory_counts_as_its_part() -> None:
    assert Played(0, ("a", "b"), (1, 1), (3, 3), 1).won("a") == 0.5
    assert Played(0, ("a", "b"), (2, 2), (3, 3), 1).won("a") == 0.0  # the chief has won


def test_a_player_who_fails_is_named() -> None:
    sulker = f"{__name__}:Sulker"
    with pytest.raises(PlayerFailed, match=r"Sulker in deal 0: RuntimeError.*feel like it"):
        list(Tournament(contest("random", sulker), 1).play())


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("shark", "there is no player “shark”"),
        ("nowhere:Nobody", "No module named"),
        (f"{__name__}:Nobody", "no attribute"),
        (f"{__name__}:QUICK", "no method “choose”"),
        ("random@5", "random does not simulate anything"),
    ],
)
def test_who_cannot_be_found_is_said(name: str, problem: str) -> None:
    with pytest.raises(UnknownLevel, match=problem):
        named("dive", name)


def test_ratings_find_the_true_strengths() -> None:
    strengths = {"a": 15.0, "b": 22.0, "c": 28.0, "d": 35.0}
    scale = sqrt(2) * 25 / 6
    draws = Random(2).random
    games = []
    for _ in range(400):
        for one, other in combinations(strengths, 2):
            first = draws() < 1 / (1 + exp((strengths[other] - strengths[one]) / scale))
            games.append(((one, other), (1, 2) if first else (2, 1)))
    rated = ratings(games)
    for player, strength in strengths.items():
        assert rated[player].low < strength < rated[player].high


def test_the_standings_put_the_stronger_first() -> None:
    tournament = Tournament(contest("random", "snorkeler"), deals=6)
    list(tournament.play())
    found = standings(tournament, 0.6)
    assert [one.player for one in found.players] == ["snorkeler", "random"]
    assert found.players[0].games == found.matches[0].games == 12
    assert found.players[0].won == found.matches[0].won[1].share
    assert found.players[0].won + found.players[1].won == pytest.approx(1)
    assert found.matches[0].fixed is None


def test_the_narrower_interval_is_told_only_where_it_holds() -> None:
    tournament = Tournament(contest("a", "b"), deals=3)
    for deal in range(3):
        assert standings(tournament).matches[0].fixed is None, "not all games were played"
        tournament.add(a_game(deal, "a", "b", winner="a"))
        tournament.add(a_game(deal, "b", "a", winner="a"))
    fixed = standings(tournament).matches[0].fixed
    assert fixed is not None
    assert [share.share for share in fixed] == [1.0, 0.0]
    assert standings(tournament, until=0.6).matches[0].fixed is None
