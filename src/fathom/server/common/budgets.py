"""What everything that can be asked may cost: every route, every message of a socket, every background job.

One table says by name what is counted before something is done, how much of it there may be at once, how many
bytes it takes and gives, and what it leaves behind. `fathom.server.http.guard` holds routes to it,
`fathom.server.http.socket` messages; jobs in the background hold to theirs themselves. A test fails for a
route, a message or a job that is not in the table.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from fathom.server.common.limits import (
    ADVISING,
    ANSWERS,
    ASKING,
    DRAWING,
    ENTERING,
    GREETING,
    HEARING,
    JOINING,
    LEARNING,
    LISTING,
    OPENING,
    RECOUNTING,
    REPLAYING,
    REPLIES,
    RETELLING,
    REVIEWING,
    SAYING,
    SENDING,
    UPLOADS,
    VISITING,
    WORKING,
    AtOnce,
    Rate,
)

SMALL = 64 * 1024
"""Bytes of a message, or of a small body."""
MOST_RECORD = 1_000_000
"""Bytes of a record that someone brings along; those of real games have some ten thousand."""
MOST_LISTED = 256_000
"""Bytes of a list of tables."""
MOST_TOLD = 24_000_000
"""Bytes of a game told again; games of our bots have less than a million."""
MOST_PAGE = 256_000
"""Bytes of one page of a story; a single entry may have more."""
MOST_REVIEWED = 2_000_000
"""Bytes of a review: three positions for each seat."""

TELL_SECONDS = 20.0
"""A record that takes longer to play is not shown."""
REVIEW_SECONDS = 60.0
"""A game that takes longer to look through is not reviewed; usual ones take two or three."""
DRAW_SECONDS = 60.0
"""A piece of a set of pictures that takes longer is not drawn; usual ones take a second."""

Kept = Literal["table", "talk", "pictures", "brought", "reviews", "eyesight", "windows", "standings"]
"""What may be left behind: a table with its row, seats, log and drafts; words; and what is in memory only."""


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """What one request, one message, or one run of a job may cost."""

    rates: tuple[Rate, ...] = ()
    """Of each of these one is taken for the address before anything is done."""
    left: tuple[Rate, ...] = ()
    """Of each of these the address must have something left; what it costs is charged when that is known."""
    inside: tuple[Rate, ...] = ()
    """These are taken further in: per seat, per socket, or only where there is something to do."""
    at_once: AtOnce | None = None
    """The places of which one is held from the request to the end of its answer."""
    takes: int = 0
    """The most bytes that are read."""
    gives: int = 1_000_000
    """The most bytes that are answered, or told to one reader at a time."""
    seconds: float = 0.0
    """The longest that a process may work for it; 0: none does."""
    keeps: tuple[Kept, ...] = ()
    """What it leaves behind, and deletion has to reach."""
    bound: str = ""
    """Of a job: what keeps it from becoming more."""


_PAGE = Budget(rates=(VISITING,), at_once=ANSWERS, gives=5_000_000)
_READ = Budget(rates=(ASKING,), at_once=ANSWERS)
_LIST = replace(_READ, rates=(ASKING, LISTING), gives=MOST_LISTED)
_CHANGE = replace(_READ, inside=(SAYING,), takes=SMALL, keeps=("table",))
_SEAT = replace(_READ, rates=(ASKING, JOINING), takes=SMALL, keeps=("table",))
_WORDS = replace(_CHANGE, keeps=("talk",))
_PICTURE = replace(_READ, gives=3_000_000, seconds=DRAW_SECONDS, keeps=("pictures",))
_PAST = replace(
    _READ,
    rates=(ASKING, REPLAYING),
    left=(WORKING, SENDING),
    at_once=REPLIES,
    gives=MOST_TOLD,
    seconds=TELL_SECONDS,
)
_PAST_PICTURE = replace(_PICTURE, rates=(ASKING, DRAWING), left=(WORKING, SENDING))

ROUTES: dict[str, Budget] = {
    # The client, and what describes the server
    "GET /": _PAGE,
    "GET /table/{table:str}": _PAGE,
    "GET /rules/{game:str}": _PAGE,
    "GET /replay": _PAGE,
    "GET /replay/{name:str}": _PAGE,
    "GET /learn": _PAGE,
    "GET /learn/{lesson:str}": _PAGE,
    "GET /review/{name:str}": _PAGE,
    "GET /{path:path}": _PAGE,
    "GET /schema": _PAGE,
    "GET /schema/openapi.json": _PAGE,
    "GET /health": replace(_PAGE, gives=SMALL),
    "GET /ready": replace(_PAGE, gives=SMALL),
    # Tables
    "GET /api/games": _READ,
    "GET /api/games/{game:str}/words": _READ,
    "GET /api/tables": replace(_LIST, keeps=("standings",)),
    "POST /api/tables": replace(_READ, rates=(ASKING, OPENING), takes=SMALL, keeps=("table",)),
    "GET /api/public": _LIST,
    "GET /api/codes/{code:str}": _READ,
    "GET /api/tables/{table:str}": _READ,
    "DELETE /api/tables/{table:str}": _READ,
    "DELETE /api/me": _READ,
    "POST /api/tables/{table:str}/join": _SEAT,
    "POST /api/tables/{table:str}/return": _SEAT,
    "POST /api/tables/{table:str}/link": replace(_READ, keeps=("table",)),
    "GET /api/tables/{table:str}/record": replace(_READ, left=(SENDING,), gives=MOST_TOLD),
    "GET /api/tables/{table:str}/view": replace(
        _READ, inside=(RETELLING,), gives=5_000_000, keeps=("windows",)
    ),
    "GET /api/tables/{table:str}/soundings/{number:int}": _READ,
    "GET /api/tables/{table:str}/advice": replace(_READ, inside=(ADVISING,), seconds=30.0),
    "GET /api/tables/{table:str}/looks/{number:int}": _PICTURE,
    "GET /api/tables/{table:str}/looks/{number:int}/{picture:str}": _PICTURE,
    # The past
    "POST /api/replays": replace(_PAST, at_once=UPLOADS, takes=MOST_RECORD, keeps=("brought",)),
    "GET /api/replays/{name:str}": _PAST,
    "GET /api/replays/{name:str}/review": replace(
        _PAST, inside=(REVIEWING,), gives=MOST_REVIEWED, seconds=REVIEW_SECONDS, keeps=("reviews",)
    ),
    "GET /api/replays/{name:str}/looks/{number:int}": _PAST_PICTURE,
    "GET /api/replays/{name:str}/looks/{number:int}/{picture:str}": _PAST_PICTURE,
    "GET /api/eyesight": replace(_READ, rates=(ASKING, REPLAYING), gives=SMALL, keeps=("eyesight",)),
    # Lessons
    "GET /api/lessons": _READ,
    "POST /api/lessons/{lesson:str}": replace(_READ, rates=(ASKING, LEARNING), takes=SMALL),
    "GET /api/lessons/{lesson:str}/{chapter:int}/looks/{number:int}": _PAST_PICTURE,
    "GET /api/lessons/{lesson:str}/{chapter:int}/looks/{number:int}/{picture:str}": _PAST_PICTURE,
    # A line to a table; what is said over it is in `MESSAGES`
    "WEBSOCKET /api/tables/{table:str}/socket": Budget(
        rates=(ENTERING,), inside=(HEARING,), takes=SMALL, gives=5_000_000, keeps=("windows",)
    ),
}
"""By method and address."""

INSIDE: dict[str, Budget] = {"GET /metrics": replace(_PAGE, gives=MOST_LISTED)}
"""On the host's own port, by method and address."""

_SAID = Budget(rates=(HEARING,), inside=(SAYING,), takes=SMALL, keeps=("table",))

MESSAGES: dict[str, Budget] = {
    "hello": replace(_SAID, inside=(SAYING, GREETING, RETELLING), gives=5_000_000, keeps=("windows",)),
    "recount": replace(_SAID, inside=(SAYING, RECOUNTING), keeps=()),
    "say": replace(_SAID, keeps=("talk",)),
    "phrase": replace(_SAID, keeps=("talk",)),
    "torch": replace(_SAID, keeps=()),
    "ripple": replace(_SAID, keeps=()),
    "shown": replace(_SAID, keeps=()),
    **dict.fromkeys(
        (
            "act",
            "agree",
            "agree-to-take-back",
            "close",
            "draft",
            "hand-over",
            "kick",
            "mute",
            "order",
            "paint",
            "play-with",
            "ready",
            "refuse-to-take-back",
            "rematch",
            "rename",
            "renew",
            "resign",
            "reveal",
            "set-seat",
            "stand-in",
            "stand-up",
            "start",
            "take-back",
            "unready",
        ),
        _SAID,
    ),
}
"""By type. Over HTTP each but hello has a route of its own."""

ROUTES |= {
    f"POST /api/tables/{{table:str}}/{kind}": replace(_CHANGE, inside=budget.inside, keeps=budget.keeps)
    for kind, budget in MESSAGES.items()
    if kind != "hello"
}


def _job(bound: str, *, seconds: float = 0.0, keeps: tuple[Kept, ...] = ()) -> Budget:
    return Budget(bound=bound, seconds=seconds, keeps=keeps, gives=0)


_PICTURES: tuple[Kept, ...] = ("pictures",)
_WRITTEN: tuple[Kept, ...] = ("table", "talk")

JOBS: dict[str, Budget] = {
    "common/clock:Deadline.set": _job("one alarm for each deadline"),
    "common/clock:RealClock.call_at": _job("one alarm for each call"),
    "common/workers:Workers._started": _job("a thread for each process, which waits for it"),
    "common/workers:Workers._submit": _job("as much as waits in line: for each address `MOST_WAITING`"),
    "common/workers:_Worker._ready": _job("one process for each worker"),
    "common/workers:_Worker.do": _job("one piece of work in each process, for as long as it may take"),
    "common/workers:_begin": _job("one thread in each process, which waits for the server to end"),
    "game/advice:advise": _job("one look for each request for advice, counted as `ADVISING`"),
    "game/bots:Bots.__init__": _job("one alarm for each table at which a bot's move could not be written"),
    "game/bots:decide": _job("one look for each bot that is awaited"),
    "host/readiness:Readiness.look": _job("one look at a time"),
    "host/retention:Keeper.__init__": _job("once an hour"),
    "http/connections:Doorkeeper._look": _job("all connections, every few seconds"),
    "http/connections:Doorkeeper.come": _job("one alarm for all connections"),
    "http/guard:_while_awaited": _job("two for each request that reads, of which there are `ANSWERS`"),
    "http/http_messages:Listeners.listener": _job("one for each seat that reads", keeps=("windows",)),
    "http/http_messages:_any": _job("one alarm for each request that waits"),
    "http/socket:Silence.__init__": _job("one alarm for each socket"),
    "http/socket:Silence._ring": _job("one alarm for each socket"),
    "http/socket:_cut_when_too_slow": _job("one alarm for each socket"),
    "http/socket:visit": _job("three for each socket, of which an address has `SOCKETS`"),
    "pictures/foresight:Foresight.want": _job(
        "one for all tables, while no process has anything else to do", seconds=DRAW_SECONDS, keeps=_PICTURES
    ),
    "pictures/pieces:Awaited.get": _job(
        "one for each piece that somebody waits for", seconds=DRAW_SECONDS, keeps=_PICTURES
    ),
    "room/attendance:Attendance.__init__": _job("one alarm for each room"),
    "room/mailbox:Mailbox.__init__": _job("one for each room", keeps=_WRITTEN),
    "room/reading:Reading.soundings": _job("one look for each request, counted as `ASKING`"),
    "room/resting:Resting.__init__": _job("one alarm for all rooms that rest"),
    "room/room:Room._begin": _job(
        "for each room one for its pictures and one for each bot", seconds=DRAW_SECONDS, keeps=_PICTURES
    ),
    "room/starting:Starting.__init__": _job("one alarm for each room"),
    "room/table_clocks:TableClocks.__init__": _job("one alarm for each room"),
    "room/waking:Waking._sleep": _job("one alarm for all tables that sleep"),
    "room/waking:Waking._start": _job("tables one after the other, in slices", keeps=_WRITTEN),
    "serving:Server.startup": _job("once"),
    "store/postgres:PostgresStore.__init__": _job("once, before anything is served"),
    "store/news:Telling.written": _job("one that tells other servers which tables have changed"),
    "store/postgres:PostgresStore._begun": _job(
        "one for each write that waits, one for all entries that do", keeps=_WRITTEN
    ),
    "store/postgres:PostgresStore.open": _job("one line on which other servers are heard"),
    "store/sqlite:SqliteStore.__init__": _job("one thread that writes for all", keeps=_WRITTEN),
    "store/sqlite:SqliteStore.close": _job("once, at the end"),
    "store/sqlite:SqliteStore.probe": _job("one look at the file, then a rest of a hundred times as long"),
    "store/sqlite:check_file": _job("one alarm, for a second"),
}
"""What runs without being asked for, by the module and the function that lets it run."""
