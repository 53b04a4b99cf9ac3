"""During a dive: rush, answer hazards, go on or end."""

from __future__ import annotations

from collections.abc import Sequence

from fathom.deepblue import Action, Protect, Rush, Surface
from fathom.deepblue.gems import Colour
from fathom.deepblue.phases import Answering, Descent
from fathom.deepblue.scoring import tallies
from fathom.deepblue.wrecks import CITY_PARTS, protects
from fathom.players.deepblue.crew import keep_worth
from fathom.players.deepblue.mind import Mind
from fathom.players.deepblue.sailing import stay_worth

_ALL = 100.0
"""More than any gem is worth: the game."""

_AN_ANSWER = 1.5
"""About what it costs to answer a hazard."""

HAZARDS: tuple[Colour, Colour] = ("black", "blue")


def rush(mind: Mind, descent: Descent, near: tuple[int, ...]) -> Rush:
    """Go where the gems are, unless the boat lies better where it is."""
    there = any(boat.place == descent.site for boat in mind.boats)
    scenario = mind.scenario(descent.tile)
    stance = mind.stance(mind.me, descent.site, mind.boats)
    gain = 0.8 * mind.promise(stance, scenario).vp
    tile_vp = mind.box.tiles[descent.tile].vp if scenario.tile_vp_for == "everyone" else 0
    rushing: list[int] = []
    for boat in sorted(near, key=lambda number: stay_worth(mind, mind.boats[number])):
        first = not there and not rushing
        if (gain if first else 0.0) + tile_vp > 0.6 * stay_worth(mind, mind.boats[boat]):
            rushing.append(boat)
    return Rush(tuple(sorted(rushing)))


def answer(mind: Mind, actions: Sequence[Action], answering: Answering) -> Action:
    """Protect if what lies below is worth more than the card."""
    descent = answering.descent
    stance = mind.stance(mind.me, descent.site, mind.boats)
    stake = descent.drawn.worth(stance.explored) * (1.0 if descent.leader == mind.me else 0.75)
    spaces = [action for action in actions if isinstance(action, Protect) and action.boat is not None]
    black, blue = (answering.owed.count(hazard) for hazard in HAZARDS)
    if len(answering.owed) > 1 and not stance.shields.hold(black, blue):
        return Surface()
    if spaces and stake > 0:
        return min(spaces, key=lambda action: _serves_both(mind, action, descent))
    cards = [action for action in actions if isinstance(action, Protect) and action.card is not None]
    if cards and stake + _card_hopes(mind, descent) > 2.0:
        return min(cards, key=lambda action: keep_worth(mind, action.card or ""))
    return Surface()


def _serves_both(mind: Mind, action: Protect, descent: Descent) -> bool:
    """A space of one colour is used before one of both."""
    space = mind.boats[action.boat or 0].space
    printed = mind.box.tiles[descent.tile].spaces
    return space is not None and protects(printed[space], "black") and protects(printed[space], "blue")


def _card_hopes(mind: Mind, descent: Descent) -> float:
    """The VP of cards in hand that can be played now."""
    crew = mind.box.crew
    return sum([0.7 * crew[card].vp for card in mind.yours.hand if crew[card].plays_on(descent.drawn)])


def ending_worth(mind: Mind, descent: Descent) -> float:
    """What it means to end the dive now: nothing, unless the game ends with it, won or lost."""  # B11.1
    tile = mind.box.tiles[descent.tile]
    if not tile.city or mind.view.city < CITY_PARTS - 1:
        return 0.0
    captains = mind.view.captains
    fleets = [captain.boats for captain in captains]
    totals = [captain.vp for captain in captains]
    for tally in tallies(descent, tile, mind.scenario(descent.tile), fleets, "ended"):
        totals[tally.seat] += tally.total
    order = [(vp, len(captain.crew)) for vp, captain in zip(totals, captains, strict=True)]
    return _ALL if order[mind.me] == max(order) else -_ALL


def going_on_worth(mind: Mind, descent: Descent) -> float:
    """What the next draw adds for the leader, in the mean over all that may come.

    Having to surface loses what has been drawn; an answer costs something, and what others who are down
    get out of it counts against it. Safe VP count for each gem alike, before their number is full.
    """
    stance = mind.stance(mind.me, descent.site, mind.boats)
    scenario = mind.scenario(descent.tile)
    drawn = descent.drawn
    draws = min(scenario.draw, mind.view.bag.total)
    stake = drawn.worth(stance.explored) + drawn.total // scenario.safe_gems * scenario.safe_vp
    safe = draws * scenario.safe_vp / scenario.safe_gems
    envy = mind.tastes.envy * 0.5 * (len(descent.down) - 1)
    hopes = [hope for hope in stance.hopes if not hope.holds(drawn)]
    worth = 0.0
    for chance, came in mind.odds.coming(draws):
        black, blue = (came.of(hazard) - (not drawn.of(hazard)) for hazard in HAZARDS)  # B8.3
        if not stance.shields.hold(black, blue):
            worth -= chance * stake
            continue
        gain = safe + came.worth(stance.explored) - _AN_ANSWER * (max(0, black) + max(0, blue))
        if hopes:
            after = drawn.with_all(came)
            gain += sum([hope.vp + scenario.card_vp for hope in hopes if hope.holds(after)])
        if envy:
            gain -= envy * came.worth(frozenset())
        worth += chance * gain
    return worth
