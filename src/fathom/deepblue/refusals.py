"""Everything that a Deep Blue table can object to, with the clause it rests on."""

from __future__ import annotations

from fathom.table import Objection

# The turn
NOT_YOUR_TURN = Objection("not-your-turn", "B3.1", "It is not your turn to decide anything.")
CHOOSE_AN_ACTION = Objection(
    "choose-an-action", "B3.1", "It is your turn: hire, sail, rest or dive, exactly one of them."
)
NO_NEED_TO_PASS = Objection("no-need-to-pass", "B3.1", "Only someone who can do nothing else passes.")
NOTHING_TO_REST = Objection("nothing-to-rest", "B6.1", "Your resting area is empty.")
NO_BOAT_ON_WRECK = Objection("no-boat-on-wreck", "B7.1", "You have no boat on a wreck at “{site}”.")

# Paying
NO_SUCH_SLOT = Objection("no-such-slot", "B4.1", "There is no card on slot {slot} of the market.")
NOTHING_TO_HIRE = Objection("nothing-to-hire", "B4.5", "There is no card left to hire.")
CANNOT_PAY_WITH = Objection(
    "cannot-pay-with",
    "B3.3",
    "You cannot pay with these: only {effect} cards in your hand and your tokens pay.",
)
TOO_LITTLE_MONEY = Objection("too-little-money", "B4.1", "That costs ${price}, and you offer ${paid}.")
TOO_LITTLE_MONEY_TO_RENEW = Objection(
    "too-little-money-to-renew", "B4.4", "Renewing the market costs ${price}, and you offer ${paid}."
)
NO_PROPELLER = Objection("no-propeller", "B5.1", "Play at least one propeller card or token to sail.")

# The chain of a hire or a sail
TAKE_A_CARD = Objection("take-a-card", "B4.4", "Take one of the {cards} new cards, or none.")
STEER = Objection("steer", "B5.1", "First say where your boats go.")
NO_SUCH_PLACE = Objection("no-such-place", "B1.5", "There is no place “{place}” on the chart.")
TOO_FAR = Objection("too-far", "B5.1", "That takes {needed} moves, and you have {moves}.")
NO_BOAT_MOVES = Objection("no-boat-moves", "B5.1", "At least one boat moves.")
CHOOSE_A_BOAT = Objection("choose-a-boat", "B5.5", "Say which of your two boats comes to its wreck first.")
CHOOSE_A_SPACE = Objection("choose-a-space", "B5.2", "Choose a free exploration space: one of {free}.")
CHOOSE_A_DIVE = Objection("choose-a-dive", "B10.5", "Say which of the two wrecks you dive first: {sites}.")

# The dive
RUSH_OR_NOT = Objection("rush-or-not", "B7.2", "Say which of your boats rush: any of {boats}, or none.")
ANSWER_THE_HAZARD = Objection(
    "answer-the-hazard",
    "B8.4",
    "Answer the {hazard} gem first: with a card against it, with a boat's exploration space, or surface.",
)
PLAY_OR_NOT = Objection(
    "play-or-not", "B8.6", "Say which cards you play after this draw; none is an answer too."
)
NOT_IN_HAND = Objection("not-in-hand", "B8.6", "“{card}” is not in your hand so often.")
NOT_FULFILLED = Objection(
    "not-fulfilled", "B8.6", "“{card}” cannot be played for points on the gems drawn until now."
)
ALREADY_DECIDED = Objection(
    "already-decided", "B8.6", "You have decided; take it back first if you want to change something."
)
NOTHING_TO_TAKE_BACK = Objection("nothing-to-take-back", "B8.6", "There is nothing to take back.")
GO_ON_OR_END = Objection("go-on-or-end", "B8.1", "You lead this dive: go on or end it.")

# Who is asking
WATCHING = Objection("watching", "B1.1", "Spectators watch; only players act.")
GAME_OVER = Objection("game-over", "B11.1", "The game is over.")
NOT_SEATED = Objection("not-seated", "B1.1", "There is no seat {seat} at this table.")

# Options
WRONG_SEATS = Objection("wrong-seats", "B1.1", "Deep Blue is for 2 to 5 players, not {seats}.")
NO_SUCH_SCENARIO = Objection(
    "no-such-scenario", "B2.3", "There is no scenario “{scenario}”, only {scenarios}."
)
NO_SUCH_EDITION = Objection(
    "no-such-edition", "B12.2", "There is no edition “{edition}” of our box, only {editions}."
)
BAD_BOX = Objection("bad-box", "B1.6", "Your own box cannot be played with: {key}: {problem}.")
SMALL_CHART_SEATS = Objection(
    "small-chart-seats", "B1.5", "The small chart is for two or three players, not {seats}."
)
