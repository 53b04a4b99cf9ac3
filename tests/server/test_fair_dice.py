"""Fair dice: nobody can choose their part of them after seeing where it leads, and everyone can check."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from fathom.dive import DiveGame, Options
from fathom.server.seating.fair_dice import REVEAL_SECONDS
from fathom.table import BadRecord, FairDice, FairProof, commitment, read_record, verify
from tests.postgres import Cluster
from tests.server.conftest import NewDiver, Pair, StartServer
from tests.server.harbour import OPEN, Diver, Frame, Line, Running, SetClock, bot, laid, revealing
from tests.server.sailors import Launcher

ONE_CARD = {
    "nothing": 1,
    **dict.fromkeys(("shark", "green", "red", "manta", "shark_green", "shark_red", "shark_manta"), 0),
}


def seed_of(server: Running, table: str) -> bytes:
    """What whoever runs the machine could look up."""
    db = sqlite3.connect(server.log)
    (seed,) = db.execute("SELECT seed FROM tables WHERE id = ?", (table,)).fetchone()
    db.close()
    return bytes(seed)


def about_to_start(ada: Diver, bob: Diver) -> tuple[Line, Line]:
    """Both are ready, and neither has revealed anything."""
    ada.open(OPEN)
    bob.join(ada)
    return revealing(ada, bob)


def top_card(seed: bytes, *entropies: bytes) -> object:
    return DiveGame().start(Options(), 2, FairDice(seed, entropies)).ocean[0]


def test_a_host_who_tries_out_entropies_is_caught(start_server: StartServer, diver: NewDiver) -> None:
    """Ada runs the server and knows its seed. She sees what Bob adds and looks for what suits her."""
    server = start_server()
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    a, b = about_to_start(ada, bob)
    seed, committed = seed_of(server, ada.table), a.lobby["commitment"]
    honest = top_card(seed, ada.entropy, bob.entropy)
    tried = (sha256(b"try %d" % number).digest() for number in range(1000))
    better = next(entropy for entropy in tried if top_card(seed, entropy, bob.entropy) != honest)

    b.reveal()
    a.reveal(better)
    for line in (a, b):
        failed = line.until("dice-failed")
        assert (failed["reason"], failed["seats"]) == ("mismatch", [0])
        lobby = line.until("lobby")["lobby"]
        assert lobby["phase"] == "lobby"
        assert lobby["commitment"] != committed
        assert [(seat["ready"], seat["hash"]) for seat in lobby["seats"]] == [(False, None)] * 2
    assert seed_of(server, ada.table) != seed

    a.silent = b.silent = False
    for line in (a, b):
        line.ready()
    for line in (a, b):
        line.until("reveal-now")
    for line in (a, b):
        line.until("position", number=0)


def test_whoever_waits_to_see_what_the_others_add_is_named(
    start_server: StartServer, diver: NewDiver
) -> None:
    clock = SetClock()
    server = start_server(clock=clock)
    ada, bob = diver(server, "Ada"), diver(server, "Bob")
    a, b = about_to_start(ada, bob)
    b.reveal()
    b.until("lobby")
    clock.advance(REVEAL_SECONDS - 1)
    assert bob.line().until("reveal-now")["left"] == 1.0
    clock.advance(1)
    for line in (a, b):
        failed = line.until("dice-failed")
        assert (failed["reason"], failed["seats"]) == ("silent", [0])
        assert line.until("lobby")["lobby"]["phase"] == "lobby"
    clock.advance(REVEAL_SECONDS)
    a.reveal()
    assert a.until("refused")["refusal"]["code"] == "not-revealing"


def test_nobody_is_ready_for_dice_that_they_have_not_seen(server: Running, diver: NewDiver) -> None:
    ada = diver(server, "Ada")
    ada.open(OPEN)
    line = ada.line()
    line.until("lobby")
    line.say({"type": "ready", "hash": "0" * 64, "commitment": "1" * 64})
    assert line.until("refused")["refusal"]["code"] == "other-commitment"
    for wrong in ("", "xyz", "0" * 63, "A" * 64):
        line.say({"type": "ready", "hash": wrong, "commitment": line.lobby["commitment"]})
        assert line.until("refused")["refusal"]["code"] == "malformed"
    assert not ada.get().json()["seats"][0]["ready"]


def test_nothing_about_the_table_changes_while_everyone_reveals(server: Running, diver: NewDiver) -> None:
    ada, bob, eve = (diver(server, name) for name in ("Ada", "Bob", "Eve"))
    a, _ = about_to_start(ada, bob)
    for message in ({"type": "unready"}, {"type": "start"}):
        a.say(message)
        assert a.until("refused")["refusal"]["code"] == "about-to-start"
    a.ready(b"another entropy, thought of later")
    assert a.until("refused")["refusal"]["code"] == "about-to-start"
    assert eve.try_join(ada.table, ada.invite).json()["code"] == "about-to-start"
    watching = eve.line(table=ada.table)
    watching.until("reveal-now")
    watching.reveal(ada.entropy)
    assert watching.until("refused")["refusal"]["code"] == "only-seated"


def test_what_someone_adds_is_not_told_to_anyone_before_the_end(
    start_server: StartServer, pair: Callable[..., Pair]
) -> None:
    both = pair(start_server(), mix=ONE_CARD)
    said = "".join(both.a.frames + both.b.frames)
    for one in (both.ada, both.bob):
        assert one.entropy.hex() not in said
        assert sha256(one.entropy).hexdigest() in said
    both.a.act(laid(1))
    both.b.act(laid(1))
    proof = both.ada.get("/record").json()["proof"]
    assert proof["entropies"] == [both.ada.entropy.hex(), both.bob.entropy.hex()]


def test_the_record_has_what_everyone_added_and_fails_without_it(
    start_server: StartServer, pair: Callable[..., Pair]
) -> None:
    both = pair(start_server(), mix={**ONE_CARD, "shark": 1, "green": 1})
    committed = both.ada.get().json()["commitment"]
    for _ in range(3):
        if not both.a.over:
            both.a.act(laid(1))
            both.b.act(laid(1))
            both.a.until("happened", number=both.b.number)
    lobby = both.ada.get().json()
    assert commitment(bytes.fromhex(lobby["seed"]), bytes.fromhex(lobby["salt"])) == committed
    record = both.ada.get("/record").json()
    assert verify(DiveGame(), read_record(json.dumps(record))) > 0
    given: list[str] = record["proof"]["entropies"]
    for entropies in (given[:0], given[:1], given[::-1]):
        edited: Frame = {**record, "proof": {**record["proof"], "entropies": entropies}}
        with pytest.raises(BadRecord, match=r"outcome|setup"):
            verify(DiveGame(), read_record(json.dumps(edited)))


def test_bots_add_nothing(start_server: StartServer, diver: NewDiver) -> None:
    ada = diver(start_server(), "Ada")
    ada.open(bot("random"), mix=ONE_CARD)
    line = ada.line()
    assert line.until("reveal-now")["hashes"] == [sha256(ada.entropy).hexdigest(), None]
    line.until("position")
    line.act(laid(1))
    while not line.over:
        line.until("happened")
    assert ada.get("/record").json()["proof"]["entropies"] == [ada.entropy.hex()]


# ── A restart in any step ───────────────────────────────────────────────────────────────────────────────────


def moved(host: str, *divers: Diver) -> None:
    """The same browsers, at the address that the server has now."""
    for one in divers:
        one.host, one.http.base_url = host, f"http://{host}"


@pytest.mark.parametrize("step", ["joined", "one ready", "revealing", "one revealed", "failed", "started"])
def test_a_restart_in_any_step_ends_well(
    start_server: StartServer, diver: NewDiver, tmp_path: Path, step: str
) -> None:
    clock = SetClock()
    first = start_server(tmp_path, clock=clock)
    ada, bob = diver(first, "Ada"), diver(first, "Bob")
    ada.open(OPEN)
    bob.join(ada)
    a, b = ada.line(), bob.line()
    a.silent = b.silent = True
    if step != "joined":
        a.ready()
        a.until_lobby(lambda lobby: lobby["seats"][0]["ready"])
    if step not in {"joined", "one ready"}:
        b.ready()
        b.until("reveal-now")
    if step in {"one revealed", "started"}:
        a.reveal()
        a.until("lobby")
    if step == "failed":
        clock.advance(REVEAL_SECONDS)
        b.until("dice-failed")
    if step == "started":
        b.reveal()
        b.until("position")
    before = ada.get().json()
    first.stop()

    second = start_server(tmp_path, clock=SetClock())
    moved(second.host, ada, bob)
    a, b = ada.line(), bob.line()
    a.until("lobby")
    assert a.lobby["phase"] == before["phase"]
    assert a.lobby["commitment"] == before["commitment"]
    assert [seat["hash"] for seat in a.lobby["seats"]] == [seat["hash"] for seat in before["seats"]]
    if a.lobby["phase"] == "lobby":
        for line in (a, b):
            line.ready()
    if a.lobby["phase"] != "playing":
        for line in (a, b):
            line.until("reveal-now")
    for line in (a, b):
        line.until("position", number=0)
    assert a.act(laid(1))["number"] == 1


def test_after_a_restart_the_silent_are_waited_for_anew(
    start_server: StartServer, diver: NewDiver, tmp_path: Path
) -> None:
    first = start_server(tmp_path)
    ada, bob = diver(first, "Ada"), diver(first, "Bob")
    about_to_start(ada, bob)
    first.stop()
    clock = SetClock()
    second = start_server(tmp_path, clock=clock)
    moved(second.host, ada, bob)
    line = bob.line()
    assert line.until("reveal-now")["left"] == REVEAL_SECONDS
    line.until("lobby")
    clock.advance(REVEAL_SECONDS)
    assert line.until("dice-failed")["seats"] == [0]


# ── Killed in any step ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def one_launcher(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Launcher]:
    """Starts servers that can be killed, one after the other on the same database."""
    url = ""
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgres")
        url = cluster.database()
    launching = Launcher(tmp_path_factory.mktemp("killed"), database=url)
    yield launching
    launching.close()


@pytest.fixture
def launcher(one_launcher: Launcher) -> Iterator[Launcher]:
    """The same for each test; its last server is gone when it ends."""
    yield one_launcher
    one_launcher.kill()


BEFORE_OR_AFTER = {
    "last ready": ({"lobby"}, {"revealing"}),
    "first reveal": ({"revealing"}, {"revealing"}),
    "last reveal": ({"revealing"}, {"playing"}),
    "mismatch": ({"revealing"}, {"lobby"}),
}
"""How a table stands before each step, and after it; killed with the step on its way, it may be either."""


@pytest.mark.parametrize(
    ("one_launcher", "step", "later"),
    [
        *(("sqlite", step, later) for step in BEFORE_OR_AFTER for later in (False, True)),
        pytest.param(
            *("postgresql", "last reveal", False),
            marks=[pytest.mark.postgres, pytest.mark.xdist_group("postgres")],
        ),
    ],
    indirect=["one_launcher"],
)
def test_a_server_killed_with_any_step_on_its_way_ends_well(
    launcher: Launcher, diver: NewDiver, step: str, later: bool
) -> None:
    """Nobody hears whether the step was taken; the browsers come back and do what they would do anyway."""
    host = launcher.start()
    ada, bob = diver(host, "Ada"), diver(host, "Bob")
    ada.open(OPEN)
    bob.join(ada)
    a, b = ada.line(), bob.line()
    a.silent = b.silent = True
    b.ready()
    b.until_lobby(lambda lobby: lobby["seats"][1]["ready"])
    if step != "last ready":
        a.ready()
        a.until("reveal-now")
    if step in {"last reveal", "mismatch"}:
        b.until("reveal-now")
        b.reveal()
        b.until("lobby")
    before = ada.get().json()
    match step:
        case "last ready":
            a.until("lobby")
            a.ready()
        case "mismatch":
            a.reveal(sha256(b"what suits me").digest())
        case _:
            a.reveal()
    if later:
        ada.http.get("/health")  # the server has been round once
    launcher.kill()

    moved(launcher.start(), ada, bob)
    a, b = ada.line(), bob.line()
    a.until("lobby")
    b.until("lobby")
    found = a.lobby
    untouched, done = BEFORE_OR_AFTER[step]
    assert found["phase"] in untouched | done
    hashes = [seat["hash"] for seat in found["seats"]]
    if step == "mismatch" and found["phase"] == "lobby":
        assert found["commitment"] != before["commitment"], "the seed may have been tried out"
        assert hashes == [None, None]
    else:
        assert found["commitment"] == before["commitment"]
        assert hashes[1] == sha256(bob.entropy).hexdigest(), "what was acknowledged is there"
    if found["phase"] == "lobby":
        for line in (a, b):
            line.ready()
    if found["phase"] != "playing":
        for line in (a, b):
            line.until("reveal-now")
    for line in (a, b):
        line.until("position", number=0)
    assert a.act(laid(1))["number"] == 1
    assert b.act(laid(1))["number"] == 2
    assert ada.get().json()["commitment"] == found["commitment"]
    a.say({"type": "close"})
    a.until_lobby(lambda lobby: lobby["phase"] == "closed")
    record = read_record(ada.get("/record").content)
    assert verify(DiveGame(), record) > 0
    assert isinstance(record.proof, FairProof)
    assert record.proof.entropies == (ada.entropy.hex(), bob.entropy.hex())
