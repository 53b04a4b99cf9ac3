"""Everything that the server itself objects to, whatever the game. No clauses: none is a rule of a game."""

from __future__ import annotations

from fathom.table import Objection

# What was said
MALFORMED = Objection("malformed", "", "That is not a message this table understands: {problem}")
FRAME_TOO_LARGE = Objection("frame-too-large", "", "A message has at most {most} bytes.")
HELLO_FIRST = Objection("hello-first", "", "Say hello first.")
TOO_FAST = Objection("too-fast", "", "Too much in too short a time; wait {seconds} s.")
TOO_MANY = Objection("too-many", "", "Too many windows are open from your address; close some.")
ID_TAKEN = Objection("id-taken", "", "This id was used for another action; give every action its own.")
TAIL_LOST = Objection(
    "tail-lost",
    "",
    "You have seen entry {shown}, but the log of this table ends with entry {number}: something is lost here."
    " It has been noted.",
)
STALE = Objection("stale", "", "That was decided in entry {seen}, but the game is at entry {number}.")
BAD_NAME = Objection("bad-name", "", "A name is one line of 1 to {most} visible characters.")

# Who may do what
BAD_TOKEN = Objection(
    "bad-token", "", "A bearer token is 32 random bytes in URL-safe Base64: 43 signs, no padding."
)
WRONG_HOST = Objection(
    "wrong-host", "", "This server is not called “{host}”; whoever runs it can add that to its “names”."
)
FOREIGN_ORIGIN = Objection("foreign-origin", "", "This page does not belong to this server.")
NO_SUCH_TABLE = Objection("no-such-table", "", "There is no such table here.")
WRONG_INVITE = Objection("wrong-invite", "", "This invite does not open this table.")
KEPT_OUT = Objection("kept-out", "", "The host has sent you away from this table.")
TABLE_FULL = Objection("table-full", "", "Every seat at this table is taken.")
ALREADY_STARTED = Objection("already-started", "", "This table has started already.")
NOT_STARTED = Objection("not-started", "", "This table has not started yet.")
ONLY_HOST = Objection("only-host", "", "Only the host of the table can do that.")
ONLY_SEATED = Objection("only-seated", "", "You have no seat at this table: you can only watch.")

ABOUT_TO_START = Objection("about-to-start", "", "Everyone is ready and the table is about to start.")
TABLE_CLOSED = Objection("table-closed", "", "This table has been closed.")
NO_SPECTATORS = Objection("no-spectators", "", "Only those who sit at this table may see what happens there.")
WRONG_LINK = Objection("wrong-link", "", "This link belongs to no seat, or has been used already.")
NO_SUCH_CODE = Objection("no-such-code", "", "No open table has this code.")

# Around the table
NO_SUCH_SEAT = Objection("no-such-seat", "", "There is no seat {seat}; there are {seats}, counted from 0.")
NOBODY_THERE = Objection("nobody-there", "", "No person sits in seat {seat}.")
NOT_YOURSELF = Objection("not-yourself", "", "That is for someone else than yourself.")
SEAT_TAKEN = Objection("seat-taken", "", "A person sits in seat {seat}.")
COLOUR_TAKEN = Objection("colour-taken", "", "Someone else is {colour} already.")
BAD_ORDER = Objection("bad-order", "", "An order names each of the {seats} seats once.")
SETTLED = Objection(
    "settled", "", "The clock, the soundings, the advice and taking back are settled with the start."
)
NOT_AWAY = Objection("not-away", "", "A bot can play for someone who has been away for {seconds} seconds.")
TAKEN_BACK_OFTEN = Objection(
    "taken-back-often", "", "You have taken back {most} times in this phase; now your decision stays."
)
NO_TAKING_BACK = Objection("no-taking-back", "", "This table plays without taking back.")
NOTHING_TO_TAKE_BACK = Objection(
    "nothing-to-take-back",
    "",
    "Only your own last decision can be taken back, while nothing was revealed and nobody else has decided.",
)
TAKING_BACK_REFUSED = Objection(
    "taking-back-refused", "", "Someone at the table has refused that: the decision stays."
)
NOBODY_ASKS = Objection("nobody-asks", "", "Nobody asks to take back entry {number} any more.")
ENDED = Objection("ended", "", "This game has ended.")
NOT_FINISHED = Objection("not-finished", "", "This game has not ended yet.")

# Talk
MUTED = Objection("muted", "", "The host has muted you.")
NO_TEXT = Objection("no-text", "", "At this table only preset phrases are said.")
BAD_TEXT = Objection("bad-text", "", "Say one line of 1 to {most} visible characters.")

# Fair dice
OTHER_COMMITMENT = Objection(
    "other-commitment", "", "The dice have a new seed; say again that you are ready."
)
NOT_REVEALING = Objection("not-revealing", "", "Nobody is asked to reveal anything now.")

# Opening a table
ONE_ME = Objection("one-me", "", "Whoever opens a table takes exactly one seat, not {seats}.")
NO_SUCH_GAME = Objection("no-such-game", "", "There is no game “{game}” here; there is {games}.")
OTHER_GAME = Objection("other-game", "", "At this table {game} is played; open another one for another game.")
NO_SUCH_LEVEL = Objection("no-such-level", "", "There is no bot of level “{level}” for this game.")

# What cannot be had now
NOT_OVER = Objection(
    "not-over", "", "The record, and with it the seed of the dice, is given out after the end."
)
BAD_RECORD = Objection("bad-record", "", "This is no record of a game that can be shown: {problem}")
NO_REPLAY = Objection("no-replay", "", "There is no such replay here any more; bring the record again.")
NO_REVIEW = Objection("no-review", "", "Nobody here can look through games of “{game}”.")
NO_LESSON = Objection("no-lesson", "", "There is no lesson “{lesson}” here.")
OFF_THE_PATH = Objection(
    "off-the-path", "", "These choices do not lead through the lesson; begin it again: {problem}"
)
NO_SOUNDINGS = Objection("no-soundings", "", "This table plays without soundings.")
NO_ADVICE = Objection("no-advice", "", "This table plays without advice.")
NOTHING_TO_DECIDE = Objection("nothing-to-decide", "", "There is nothing that you have to decide now.")
NO_LOOK = Objection("no-look", "", "There is no picture of round {round} to look at now.")
NOT_WRITTEN = Objection(
    "not-written", "", "The action could not be written down and was not played; try again."
)
NOT_FOUND = Objection("not-found", "", "There is nothing at this address.")
BACK_SOON = Objection("back-soon", "", "The table is being opened anew; come back in a moment.")
FAILED = Objection("failed", "", "Something went wrong here; it has been noted.")
