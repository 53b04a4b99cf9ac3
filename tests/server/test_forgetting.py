"""What is left of someone who wants to be forgotten: nothing, whenever that is and wherever they sat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fathom.server.common.tokens import Secrets, hashed
from fathom.server.seating.forget import forgotten
from fathom.server.seating.lobby import again
from fathom.server.seating.seats import left_for_good, reader_of, returned
from fathom.server.store import SeatRow
from fathom.table import Refused
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Frame, Line, Running, begin, bot, laid, revealing
from tests.server.test_keeping import files
from tests.server.test_store import ADA, BOB, TABLE, changed
from tests.server.test_table_life import ONE_CARD, asked, said

NAME = "Wilhelmina of the Deep"
WORDS = "the lighthouse keeper snores"

Sit = Callable[..., Pair]


@pytest.fixture
def sit(diver: NewDiver) -> Sit:
    """Wilhelmina, who has said something, and Bob at a table that has started."""

    def sit(server: Running, **options: Any) -> Pair:
        ada, bob = diver(server, NAME), diver(server, "Bob")
        ada.open(OPEN, **options)
        bob.join(ada)
        both = Pair(ada, bob)
        said(both.a, text=WORDS)
        said(both.a, phrase="good-luck")
        said(both.b, text="hear, hear")
        both.b.quiet()
        return both

    return sit


def told_to_a_newcomer(server: Running, table: str, diver: NewDiver) -> list[Frame]:
    """Everything that someone hears who has never been here."""
    line = diver(server, "Eve").line(table=table)
    return [line.until("lobby"), *line.quiet()]


def check_nothing_left(server: Running, both: Pair, secret: str, diver: NewDiver) -> None:
    newcomer = str(told_to_a_newcomer(server, both.bob.table, diver))
    assert "hear, hear" in newcomer
    kept = {
        "files": files(server),
        "lobby": both.bob.get().content,
        "record": both.bob.get("/record").content,
        "replay": both.bob.http.get(f"/api/replays/{both.bob.table}").content,
        "letters": both.bob.get("/view").content,
        "newcomer": newcomer.encode(),
    }
    for place, content in kept.items():
        for trace in (NAME, WORDS, secret, "good-luck"):
            assert trace.encode() not in content, f"{trace} is left in {place}"
    assert hashed(secret) not in kept["files"]


def finish(both: Pair) -> None:
    """Bob plays his part of a game of one card, the bot in the other seat does, too."""
    both.b.act(laid(1))
    both.b.until_lobby(lambda lobby: lobby["phase"] == "over")


@pytest.mark.parametrize("when", ["playing", "over", "resigned", "kicked", "resigned and over"])
def test_nothing_is_left_of_who_wants_to_be_forgotten(
    start_server: StartServer, sit: Sit, diver: NewDiver, when: str
) -> None:
    server = start_server()
    both = sit(server, mix=ONE_CARD)
    secret = both.ada.http.cookies["fathom"]
    match when:
        case "resigned" | "resigned and over":
            asked(both.a, "resign")
        case "kicked":
            asked(both.a, "hand-over", seat=1)
            asked(both.b, "kick", seat=0)
        case "over":
            both.a.act(laid(1))
        case _:
            pass
    if when.endswith("over"):
        finish(both)
    for trace in (NAME, WORDS):
        assert trace.encode() in files(server)
    assert both.ada.http.delete("/api/me").status_code == 204
    assert "fathom" not in both.ada.http.cookies
    # Whoever has a window on the table is told anew what was said.
    assert [line["text"] for line in both.b.until("talk")["lines"]] == ["hear, hear"]
    lobby = both.b.until_lobby(lambda lobby: NAME not in str(lobby))
    assert lobby == both.bob.get().json()
    assert lobby["host"] == 1  # Bob has the table now
    assert lobby["seats"][0]["type"] == ("person" if when == "over" else "bot")
    both.ada.http.cookies["fathom"] = secret
    assert both.ada.http.get("/api/tables").json() == []
    if not when.endswith("over"):
        finish(both)  # the game itself stays Bob's
    check_nothing_left(server, both, secret, diver)


def test_who_was_forgotten_is_not_waited_for_when_the_others_play_again(
    start_server: StartServer, sit: Sit, diver: NewDiver
) -> None:
    server = start_server()
    both = sit(server, mix=ONE_CARD)
    both.a.act(laid(1))
    finish(both)
    both.ada.http.delete("/api/me")
    both.bob.table = asked(both.b, "rematch")["rematch"]
    lobby = both.bob.get().json()
    assert [seat["type"] for seat in lobby["seats"]] == ["open", "person"]
    assert (lobby["host"], lobby["you"]) == (1, 1)


def test_the_game_of_the_only_person_is_closed_with_them(start_server: StartServer, diver: NewDiver) -> None:
    server = start_server()
    ada = diver(server, NAME)
    ada.open(bot("random"))
    ada.start()
    ada.http.delete("/api/me")
    lobby = ada.get().json()
    assert (lobby["phase"], lobby["you"]) == ("closed", None)
    assert NAME.encode() not in files(server)


def test_who_is_forgotten_before_the_start_leaves_an_open_seat(
    start_server: StartServer, diver: NewDiver
) -> None:
    server = start_server()
    ada, bob = diver(server, "Ada"), diver(server, NAME)
    ada.open(OPEN)
    bob.join(ada)
    said(bob.line(), text=WORDS)
    bob.http.delete("/api/me")
    assert ada.get().json()["seats"][1]["type"] == "open"
    assert NAME.encode() not in files(server)
    assert WORDS.encode() not in files(server)
    ada.http.delete("/api/me")
    assert bob.get().json()["code"] == "no-such-table"


def test_who_is_forgotten_while_all_reveal_leaves_an_open_seat_and_new_dice(
    start_server: StartServer, diver: NewDiver
) -> None:
    server = start_server()
    ada, bob, cleo = diver(server, NAME), diver(server, "Bob"), diver(server, "Cleo")
    ada.open(OPEN)
    bob.join(ada)
    a, b = revealing(ada, bob)
    before = b.lobby["commitment"]
    b.reveal()
    ada.http.delete("/api/me")
    lobby = b.until_lobby(lambda lobby: lobby["phase"] == "lobby")
    assert [seat["type"] for seat in lobby["seats"]] == ["open", "person"]
    assert (lobby["host"], lobby["seats"][1]["ready"]) == (1, False)
    assert lobby["commitment"] != before, "the old seed may have been tried out"
    assert NAME.encode() not in files(server)
    # Someone else takes the seat, and nobody waits for a ghost.
    cleo.join(ada)
    b.silent = False
    c = cleo.line()
    begin(b, c)
    a.quiet()


def test_a_table_at_which_the_only_person_reveals_goes_with_them(server: Running, diver: NewDiver) -> None:
    ada = diver(server, NAME)
    ada.open(bot("random"))
    line = ada.line()
    line.silent = True
    line.until("reveal-now")
    ada.http.delete("/api/me")
    assert ada.get().json()["code"] == "no-such-table"


# ── Whose words they are ────────────────────────────────────────────────────────────────────────────────────


def spoken(line: Line) -> list[tuple[int | None, str]]:
    return [(one["seat"], one["text"]) for one in line.until("talk")["lines"]]


def test_words_stay_with_whoever_said_them_wherever_they_sit(server: Running, diver: NewDiver) -> None:
    ada, bob, cleo = diver(server, "Ada"), diver(server, "Bob"), diver(server, "Cleo")
    ada.open(OPEN, OPEN)
    bob.join(ada)
    a, b = ada.line(), bob.line()
    said(a, text="I am Ada")
    said(b, text="I am Bob")
    asked(a, "order", seats=[2, 1, 0])
    assert spoken(a) == spoken(b) == [(2, "I am Ada"), (1, "I am Bob")]
    asked(b, "stand-up")
    assert spoken(a) == [(2, "I am Ada"), (None, "I am Bob")]
    cleo.join(ada)  # sits where Ada was first
    asked(a, "start")  # without the seat that was Bob's
    c = cleo.line()
    assert c.until("lobby")["lobby"]["you"] == 0
    assert spoken(c) == [(1, "I am Ada"), (None, "I am Bob")]
    # Cleo has said nothing: what is deleted is hers, and not what was said in her seat.
    cleo.http.delete("/api/me")
    assert spoken(ada.line()) == [(1, "I am Ada"), (None, "I am Bob")]
    bob.http.delete("/api/me")
    assert spoken(ada.line()) == [(1, "I am Ada")]


def test_words_said_over_a_lost_browser_are_forgotten_with_the_others(
    server: Running, diver: NewDiver, pair: Sit
) -> None:
    both = pair(server)
    said(both.b, text="from my computer")
    phone, tablet = diver(server, "Bob"), diver(server, "Bob")
    for last, new in ((both.bob, phone), (phone, tablet)):
        new.table = both.bob.table
        link = last.http.post(f"/api/tables/{last.table}/link").json()["link"]
        assert new.http.post(f"/api/tables/{new.table}/return", json={"link": link}).status_code == 200
    assert both.bob.get().json()["you"] is None
    said(tablet.line(), text="from my tablet")
    tablet.http.delete("/api/me")
    both.a.quiet()
    newcomer = both.ada.line()
    newcomer.until("position")
    assert "from my" not in str(newcomer.frames)


# ── Seats ───────────────────────────────────────────────────────────────────────────────────────────────────

PLAYED = changed(
    TABLE,
    phase="playing",
    seats=(
        SeatRow("person", name="Ada", token=ADA, link=hashed("link"), person=ADA),
        SeatRow("person", name="Bob", token=BOB, person=BOB),
    ),
)


def drawn() -> Secrets:
    return Secrets(b"new" * 10, b"salt")


def test_the_proofs_of_someone_who_has_left_for_good_prove_only_whose_name_it_is() -> None:
    row = left_for_good(PLAYED, 0)
    assert (row.seats[0].kind, row.seats[0].name) == ("bot", "Ada")
    assert reader_of(row, ADA) is None
    with pytest.raises(Refused, match="belongs to no seat"):
        returned(row, b"another browser", "link")
    rematch = again(changed(row, phase="over"), "u", b"", drawn(), at=2.0)
    assert rematch.seats[0] == SeatRow("bot", level=row.seats[0].level)
    left = forgotten(row, ADA, drawn)
    assert left is not None
    assert (left.seats[0].name, left.seats[0].token, left.seats[0].link) == ("", None, None)
    assert left.seats[1] == row.seats[1]


def test_nobody_who_was_forgotten_becomes_the_host() -> None:
    over = changed(PLAYED, phase="over")
    first = forgotten(over, BOB, drawn)
    assert first is not None
    assert first.host == 0
    second = forgotten(first, ADA, drawn)
    assert second is not None
    assert (second.phase, second.host) == ("over", 0)
    assert second.seats == (SeatRow("person"), SeatRow("person"))
