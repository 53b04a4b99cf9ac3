"""A game of Deep Blue in words: one plain English sentence per event.

Cards, wrecks and places are named by their ids, which say what they are; a table may have brought its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from fathom.deepblue.crew import Cards
from fathom.deepblue.events import (
    CrewPlayed,
    DeepBlueEvent,
    DiveBegan,
    DiveEnded,
    Drew,
    Ended,
    GemScattered,
    Hired,
    Moored,
    Passed,
    Played,
    Protected,
    Ready,
    Renewed,
    Reopened,
    Reshuffled,
    Rested,
    Rushed,
    Sailed,
    Steered,
    Surfaced,
    Tally,
    Took,
    TurnBegan,
    TurnedUp,
    WreckFound,
)

WHY = {
    "ended": "The leader ends the dive",
    "leader-surfaced": "The leader has surfaced, so the dive is over",
    "bag-empty": "The bag is empty, so the dive is over",
}


def tell(event: DeepBlueEvent, names: Sequence[str]) -> str:
    """The event in a sentence; `names` are the players' by seat."""
    match event:
        case TurnBegan(seat, number):
            return f"Round {number}: {names[seat]}'s turn."
        case Passed(seat):
            return f"{names[seat]} can do nothing and passes."
        case Hired(seat, card, _, cards, tokens):
            return f"{names[seat]} hires {card} for {_paid(cards, tokens)}."
        case Renewed(seat, cards, tokens, discarded):
            gone = f"; {_listed(discarded)} leave." if discarded else "."
            return f"{names[seat]} renews the market for {_paid(cards, tokens)}{gone}"
        case Took(seat, card):
            return f"{names[seat]} takes {card} free." if card else f"{names[seat]} takes none of them."
        case TurnedUp(card, gem):
            return f"{card} comes to the market" + (f", and a {gem} gem into the bag." if gem else ".")
        case Reshuffled(cards):
            return f"The {cards} discarded cards become the new deck."
        case Sailed(seat, cards, tokens, moves):
            return f"{names[seat]} sails {_counted(moves, 'move')} with {_paid(cards, tokens)}."
        case Steered(seat, to):
            moved = [f"boat {boat} to {place}" for boat, place in enumerate(to, start=1) if place]
            return f"{names[seat]} steers {_listed(moved)}."
        case WreckFound(seat, site, tile):
            return f"{names[seat]} finds {tile} at {site}."
        case GemScattered(site, colour):
            return f"A {colour} gem glitters at {site}."
        case Moored(seat, boat, site, space):
            where = "in the middle" if space is None else f"on space {space + 1}"
            return f"{names[seat]}'s boat {boat + 1} lies {where} at {site}."
        case Rested(seat, count, drawn):
            which = f": {_listed(drawn)}" if drawn else ""
            return f"{names[seat]} rests and draws {_counted(count, 'card')}{which}."
        case DiveBegan(leader, site, tile):
            return f"{names[leader]} leads a dive to {tile} at {site}."
        case Rushed(seat, boats):
            return (
                f"{names[seat]} rushes with {_counted(len(boats), 'boat')}."
                if boats
                else f"{names[seat]} stays away."
            )
        case Drew(()):
            return "The bag is empty: nothing is drawn."
        case Drew(gems, hazards, scattered):
            found = f"{_listed(gems)} {'lies there' if scattered else 'drawn'}"
            return f"{found}; {_listed(hazards)} must be answered." if hazards else f"{found}."
        case Protected(seat, against, card, boat):
            means = card if boat is None else f"the space of boat {boat + 1}"
            return f"{names[seat]} answers {against} with {means}."
        case Surfaced(seat, against):
            return f"{names[seat]} surfaces because of {against}."
        case Ready(seat):
            return f"{names[seat]} is ready."
        case Reopened(seat):
            return f"{names[seat]} takes it back."
        case CrewPlayed(plays):
            told = [f"{names[play.seat]} {_listed(play.cards)}{_worth(play)}" for play in plays if play.cards]
            done = [names[play.seat] for play in plays if play.last]
            words = f"Played: {'; '.join(told)}." if told else "Nobody plays a card."
            return f"{words} Nothing more from {_listed(done)}." if done else words
        case DiveEnded(why, tallies, city):
            scored = "; ".join(_tally(tally, names) for tally in tallies) or "the points are in the chests"
            return f"{WHY[why]}: {scored}. {_counted(city, 'part')} of the Sunken City found."
        case Ended(vp, winners):
            totals = ", ".join(f"{name} {total}" for name, total in zip(names, vp, strict=True))
            return f"The Sunken City is complete: {totals}. {_listed([names[seat] for seat in winners])} won."


def _worth(play: Played) -> str:
    return "" if play.vp is None else f" (+{play.vp})"


def _tally(tally: Tally, names: Sequence[str]) -> str:
    parts = [f"cards {tally.cards}", f"gems {tally.gems}"]
    parts += [f"wreck {tally.tile}"] * bool(tally.tile) + [f"safe {tally.safe}"] * bool(tally.safe)
    return f"{names[tally.seat]} {tally.total} ({', '.join(parts)})"


def _paid(cards: Cards, tokens: int) -> str:
    return _listed([*cards, *([_counted(tokens, "token")] if tokens else [])])


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
