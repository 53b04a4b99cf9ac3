"""Prepared positions of Deep Blue: boats as "moonpool:blue", wrecks as "?temple", gems as "3*gold red"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fathom.deepblue import DeepBlueState, Options, PlayCrew
from fathom.deepblue.captain import Boat, Captain, Fleet
from fathom.deepblue.gems import COLOURS, Colour, Gems
from fathom.deepblue.memory import Memory
from fathom.deepblue.menus import PlayingMenu
from fathom.deepblue.phases import Choosing, Playing
from fathom.deepblue.wrecks import Lying
from fathom.lessons.lesson import LEARNER
from fathom.table import Dice, FastDice, Seat

STARTING_CREW = "deckhand gold-diver helmsman purser"
FULL_BAG = "4*black 4*blue 7*silver 3*gold red"
WRECKS = {
    # Near the harbour, face up from the start; the sixth starter was the empty one.
    "gull-rock": "trawler",
    "kelp-bay": "coal-barge",
    "lantern-shoal": "salt-ketch",
    "pilots-bank": "mail-packet",
    "old-mole": "whaling-brig",
    # The others lie face down until someone comes.
    "coral-garden": "?corsair",
    "moonpool": "?temple",
    "black-reef": "?galleon",
    "whales-rest": "?treasure-junk",
    "serpent-bank": "?sea-gate",
    "drowned-forest": "?merchantman",
    "amber-deep": "?market-hall",
    "trench-edge": "?ironclad",
    "far-shelf": "?palace",
}
"""How the wrecks lie unless a position says otherwise."""


def colours(written: str) -> list[Colour]:
    """Gems one after the other; "3*gold" is three of them."""
    found: list[Colour] = []
    for word in written.split():
        number, star, colour = word.rpartition("*")
        [named] = [known for known in COLOURS if known == colour]
        found += [named] * (int(number) if star else 1)
    return found


def position(
    hands: tuple[str, ...],
    *,
    boats: tuple[str, ...] = (),
    wrecks: Mapping[str, str] | None = None,
    resting: tuple[str, ...] = (),
    market: str = "hose-tender ruby-seeker silver-hand deep-veteran",
    bag: str = FULL_BAG,
    dived: str = "",
    vp: tuple[int, ...] = (),
    tokens: tuple[int, ...] = (0, 1, 1, 2, 2),
    active: Seat = LEARNER,
    scenario: str = "troubled-waters",
) -> DeepBlueState:
    """A table at the beginning of someone's turn. `wrecks` says what lies otherwise than usual."""
    options = Options(scenario=scenario)
    box = options.box
    lying = {site: _lying(written) for site, written in {**WRECKS, **(wrecks or {})}.items() if written}
    captains = []
    for seat, written in enumerate(hands):
        hand = tuple(sorted(written.split()))
        rests = tuple(sorted(_at(resting, seat, "").split()))
        captains.append(
            Captain(
                boats=_fleet(_at(boats, seat, ""), lying, options),
                hand=hand,
                tokens=_at(tokens, seat, 0),
                memory=Memory(hand, rests),
                resting=rests,
                vp=_at(vp, seat, 0),
            )
        )
    out = market.split() + [card for captain in captains for card in captain.crew]
    return DeepBlueState(
        options=options,
        scenario=scenario,
        first=active,
        active=active,
        turn=0,
        captains=tuple(captains),
        market=tuple(market.split()),
        deck=FastDice(0).shuffle(_without(list(box.market), out), "deck"),
        discards=(),
        bag=_gems(bag),
        supply=_supply(box.gems.bag.with_all(box.gems.supply), _gems(bag)),
        lying=tuple(lying.get(site) for site in box.sites),
        dived=tuple(dived.split()),
        phase=Choosing(),
    )


class Promised(Dice):
    """Dice that take the promised gems out of the bag, in order; the rest falls the same way every time."""

    def __init__(self, state: DeepBlueState, promised: str) -> None:
        self._state = state
        self._promised = colours(promised)
        self._rest = FastDice(0)

    def roll(self, sides: int, purpose: str) -> int:
        if purpose not in {"gem", "scatter"}:
            return self._rest.roll(sides, purpose)
        colour = self._promised.pop(0)
        bag = self._state.bag
        if not bag.of(colour):
            raise ValueError(f"no {colour} gem is in the bag")
        return sum(bag.of(other) for other in COLOURS[: COLOURS.index(colour)])


def pass_where_nothing_is_played(state: DeepBlueState) -> tuple[Seat, PlayCrew] | None:
    """After a draw whoever has nothing to play, and everyone whom the lesson does not name, plays none."""
    if not isinstance(state.phase, Playing):
        return None
    for seat in state.to_move():
        menu = state.menu(seat)
        assert isinstance(menu, PlayingMenu)
        if seat != LEARNER or not menu.coins:
            return seat, PlayCrew()
    return None


def _at(values: tuple[Any, ...], seat: Seat, missing: Any) -> Any:
    return values[seat] if seat < len(values) else missing


def _gems(written: str) -> Gems:
    pile = Gems()
    for colour in colours(written):
        pile = pile.with_one(colour)
    return pile


def _supply(all_gems: Gems, bag: Gems) -> Gems:
    """What is not in the bag; black and blue gems always are."""
    left = Gems()
    for colour in ("silver", "gold", "red", "green", "purple"):
        left = left.with_one(colour, all_gems.of(colour) - bag.of(colour))
    return left


def _without(cards: list[str], gone: list[str]) -> list[str]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left


def _lying(written: str) -> Lying:
    return Lying(written.removeprefix("?"), up=not written.startswith("?"), gem=None)


def _fleet(written: str, lying: Mapping[str, Lying], options: Options) -> Fleet:
    box = options.box
    boats = []
    for word in written.split():
        place, _, space = word.partition(":")
        spaces: list[str] = list(box.tiles[lying[place].tile].spaces) if space else []
        boats.append(Boat(place, spaces.index(space) if space else None))
    boats += [Boat(box.waters.harbour)] * (2 - len(boats))
    return boats[0], boats[1]
