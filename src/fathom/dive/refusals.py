"""Everything that a Dive table can object to, with the clause it rests on."""

from __future__ import annotations

from fathom.table import Objection

# Programs
NO_TOKENS = Objection("no-tokens", "D3.4", "Place at least one air token.")
NOT_ALL_TOKENS = Objection(
    "not-all-tokens", "D3.4", "At this table all five air tokens must be placed; {missing} is missing."
)
GAP = Objection("gap", "D3.2", "Level {level} is empty but level {deeper} is not: a program has no gap.")
TOO_DEEP = Objection("too-deep", "D3.2", "A program has at most five levels, not {levels}.")
TOKEN_TWICE = Objection("token-twice", "D1.3", "You have only one air token of value {token}.")
NO_SUCH_TOKEN = Objection("no-such-token", "D1.3", "There is no air token of value {token}, only 1 to 5.")
MIXED_FACES = Objection(
    "mixed-faces", "D3.3", "All tokens on level {level} must show the same face: shark or plain."
)
CLOWNFISH_NOWHERE = Objection(
    "clownfish-nowhere", "D8.5", "The clownfish lies under one of your stacks; level {level} has none."
)
ANGLERFISH_TOO_EARLY = Objection(
    "anglerfish-too-early", "D8.3", "The anglerfish needs a token on each of the five levels above it."
)
NOT_YOUR_COMPANION = Objection("not-your-companion", "D8.0", "You have no {companion} to use.")
FACES_DO_NOT_COUNT = Objection(
    "wrong-number-of-faces", "D7.1", "Choose shark or plain for exactly {levels} levels, not {given}."
)
NOT_IN_THIS_VERSION = Objection(
    "not-in-this-version",
    "D7.1",
    "In the children's version a program is one face per level, without tokens.",
)
CHILDREN_ONLY = Objection(
    "children-only", "D7.1", "Faces without tokens are a program only in the children's version."
)

# The order of things
ALREADY_READY = Objection(
    "already-ready", "D3.6", "You have said ready; take it back first if you want to change something."
)
NOT_READY = Objection("not-ready", "D3.6", "There is nothing to take back: you have not said ready.")
NOT_CHOOSING = Objection("not-choosing", "D8.0", "Companions are chosen only before the first round.")
NOT_PROGRAMMING = Objection("not-programming", "D8.0", "First everyone chooses a companion.")
COMPANION_GONE = Objection("companion-gone", "D8.0", "The {companion} is not on offer any more.")
COMPANION_KEPT = Objection(
    "companion-kept", "D8.0", "You have your companion; the others still have to choose theirs."
)
WATCHING = Objection("watching", "D1.3", "Spectators watch; only divers act.")
GAME_OVER = Objection("game-over", "D5.2", "The game is over.")
NOT_SEATED = Objection("not-seated", "D1.3", "There is no seat {seat} at this table.")

# Companions
OCTOPUS_OUTSIDE = Objection(
    "octopus-outside", "D8.1", "The octopus must lie on the stack: across and down from 0 to {most}."
)
DOLPHIN_TO_NOBODY = Objection("dolphin-to-nobody", "D8.6", "The small dolphin goes to another diver.")

# Options
ONE_DIVER_ALONE = Objection("one-diver-alone", "D1.3", "One diver alone plays against the village chief.")
WRONG_SEATS = Objection("wrong-seats", "D1.3", "Dive is for 1 to 4 divers, not {seats}.")
CHILDREN_AND_COMPANIONS = Objection(
    "children-and-companions", "D7.5", "The children's version is played without companions."
)
CHILDREN_AND_CHIEF = Objection(
    "children-and-chief", "D7.5", "The children's version is played without the village chief."
)
YOUNGEST_NOBODY = Objection("youngest-nobody", "D8.0", "There is no seat {seat} for the youngest diver.")
BAD_MIX = Objection("bad-mix", "D1.1", "An ocean has 1 to {most} cards and no kind fewer than 0 times.")
BAD_CHIEF_CARD = Objection(
    "bad-chief-card",
    "D9.2",
    "“{card}” is not a chief card: it needs the speeds 2, 3, 4, 6 in some order, at most two of them yellow.",
)
CHIEF_DECK_TOO_SMALL = Objection(
    "chief-deck-too-small",
    "D9.4",
    "A chief deck of {cards} cards may run out: each of up to {rounds} rounds turns one up.",
)
