"""One decision: the view, and what follows from it for every kind of action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import tanh

from fathom.deepblue import DeepBlueView
from fathom.deepblue.captain import Boat
from fathom.deepblue.crew import Cards, without_cards
from fathom.deepblue.scenario import ORDINARY, Scenario
from fathom.deepblue.wrecks import CITY_PARTS, Space, treasure_of
from fathom.players.deepblue.bag import Shields
from fathom.players.deepblue.dives import ExactOdds, Hope, Odds, Promise, Stance
from fathom.table import Seat

_VICTORY = 12.0
"""What it is worth to end the game and win, in VP."""
_DOUBT = 8.0
"""By about so many VP a dive may turn out other than it promises."""


@dataclass(frozen=True)
class Tastes:
    """How things are weighed, in VP."""

    envy: float = 0.7
    """What a rival's VP count against one's own."""
    later: float = 0.85
    """What a dive is worth that is a turn away."""
    unseen: float = 12.5
    """What a face-down wreck promises."""
    rest: float = 0.9
    """How much of its worth a card has that comes back to hand."""
    token: float = 0.8
    crew: float = 4.0
    """How highly new crew is thought of."""
    late: float = 3.0
    """With so many wrecks left nobody is worth hiring any more."""
    shield: float = 4.0
    """What a card against a hazard is worth in hand."""
    company: float = 0.25
    """What part a rival's dive is worth that one could rush to."""
    lonely: float = 0.3
    """What a wreck is worth that one could rush to, but nobody is there yet."""
    second: float = 0.4
    """What the second boat's place counts."""
    spend: float = 0.4
    """What it costs to play a card, as a part of its worth: it comes back after a Rest."""


class Mind:
    """A view, and what has been worked out from it."""

    def __init__(self, tastes: Tastes, view: DeepBlueView, odds: Odds | None = None) -> None:
        assert view.reader is not None
        assert view.yours is not None
        self.tastes = tastes
        self.view = view
        self.odds: Odds = odds or ExactOdds(view.bag)
        self.me: Seat = view.reader
        self.yours = view.yours
        self.box = view.options.box
        self.boats = view.captains[view.reader].boats
        self._hands: dict[Seat, tuple[Shields, tuple[Hope, ...]]] = {}
        self._worths: dict[tuple[str, tuple[Boat, ...]], float] = {}
        self._company: dict[str, float] = {}
        self._followed: dict[str, float] = {}
        self.keeps: dict[str, float] = {}
        """What has been found out about the worth of cards."""
        self.arrivals: dict[str, float] = {}
        """What has been found out about the worth of places."""

    # Wrecks

    def tile(self, place: str) -> str | None:
        """The wreck at a place that lies face up, if there is one."""
        number = self.box.site_number.get(place)
        wreck = None if number is None else self.view.wrecks[number]
        return None if wreck is None else wreck.tile

    def scenario(self, tile: str) -> Scenario:
        """How one dives at this wreck."""
        return self.box.scenarios[self.view.scenario] if self.box.tiles[tile].city else ORDINARY

    def free_spaces(self, site: str) -> list[int | None]:
        """The exploration spaces that nobody has taken."""
        tile = self.tile(site)
        if tile is None:
            return []
        taken = {boat.space for captain in self.view.captains for boat in captain.boats if boat.place == site}
        return [space for space in range(len(self.box.tiles[tile].spaces)) if space not in taken]

    # Dives

    def lead(self, site: str, boats: Sequence[Boat]) -> float:
        """What leading a dive there is worth, compared with what it is worth to the others."""
        key = (site, tuple(boats))
        if key not in self._worths:
            self._worths[key] = self._lead(site, boats)
        return self._worths[key]

    def _lead(self, site: str, boats: Sequence[Boat]) -> float:
        tile = self.tile(site)
        if tile is None:
            return 0.0
        promised = self.promised(site, boats)
        worth = promised.pop(self.me)
        others = sum(promised.values())
        return worth - self.tastes.envy * others + self._hurry(self.box.tiles[tile].city, worth - others)

    def promised(self, site: str, boats: Sequence[Boat]) -> dict[Seat, float]:
        """How many VP a dive that one leads from these boats promises to everyone who is there already."""
        tile_id = self.tile(site)
        assert tile_id is not None
        tile = self.box.tiles[tile_id]
        scenario = self.scenario(tile_id)
        own = self.promise(self.stance(self.me, site, boats), scenario)
        promised = {self.me: own.vp + tile.vp + own.draws // scenario.safe_gems * scenario.safe_vp}
        for seat, captain in enumerate(self.view.captains):
            there = [boat for boat in captain.boats if boat.place == site]
            if seat != self.me and there:
                coming = self.odds.with_draws(self.stance(seat, site, there), own.draws, scenario.card_vp)
                promised[seat] = coming.vp + (tile.vp if scenario.tile_vp_for == "everyone" else 0)
        return promised

    def _hurry(self, city: bool, gained: float) -> float:
        """The last part of the city ends the game: good for the captain who is ahead then."""  # B11.1
        if not city or self.view.city < CITY_PARTS - 1:
            return 0.0
        return _VICTORY * tanh((self.standing() + gained) / _DOUBT)

    def company(self, place: str) -> float:
        """What a boat at a place may hope for from dives of others, to which it could rush."""  # B7.2
        found = self._company.get(place)
        if found is None:
            found = sum([self._following(site) for site in self.box.waters.neighbours[place]])
            self._company[place] = found
        return found

    def _following(self, site: str) -> float:
        """What somebody else's dive there promises to a captain who rushes to it."""
        found = self._followed.get(site)
        if found is None:
            found = self._followed[site] = self._hoped_for(site)
        return found

    def _hoped_for(self, site: str) -> float:
        tile = self.tile(site)
        if tile is None or not self.scenario(tile).rush:
            return 0.0
        rivals = self._rivals_at(site)
        if not rivals:
            return self.tastes.lonely
        return self.tastes.company * self.promise(self.stance(self.me, site, ()), self.scenario(tile)).vp

    def _rivals_at(self, site: str) -> bool:
        return any(
            boat.place == site
            for seat, captain in enumerate(self.view.captains)
            if seat != self.me
            for boat in captain.boats
        )

    def promise(self, stance: Stance, scenario: Scenario) -> Promise:
        """The best plan for a dive by someone placed like this."""
        return self.odds.promise(stance, scenario.draw, scenario.card_vp)

    def standing(self) -> int:
        """By how many VP one leads."""
        totals = [captain.vp for captain in self.view.captains]
        return totals[self.me] - max(vp for seat, vp in enumerate(totals) if seat != self.me)

    def stance(self, seat: Seat, site: str, boats: Sequence[Boat]) -> Stance:
        """How a player with boats like this is placed in a dive there."""
        tile = self.tile(site)
        spaces: list[Space] = []
        if tile is not None:
            printed = self.box.tiles[tile].spaces
            spaces = [printed[boat.space] for boat in boats if boat.place == site and boat.space is not None]
        treasures = [treasure_of(space) for space in spaces]
        shields, hopes = self._hand_of(seat)
        return Stance(
            explored=frozenset([colour for colour in treasures if colour is not None]),
            shields=Shields(
                shields.black + spaces.count("black"),
                shields.blue + spaces.count("blue"),
                spaces.count("blue-or-black"),
            ),
            hopes=hopes,
        )

    def _hand_of(self, seat: Seat) -> tuple[Shields, tuple[Hope, ...]]:
        """What someone can answer and play with cards, as far as one can tell."""
        found = self._hands.get(seat)
        if found is None:
            cards, held = self._cards_of(seat)
            crew = self.box.crew
            against = [crew[card].against for card in cards]
            hopes = [card for card in map(crew.__getitem__, cards) if card.on is not None]
            found = (
                Shields(round(held * against.count("black")), round(held * against.count("blue"))),
                tuple([Hope(card.on, card.gems, card.vp, held) for card in hopes if card.on is not None]),
            )
            self._hands[seat] = found
        return found

    def _cards_of(self, seat: Seat) -> tuple[Cards, float]:
        """Cards that someone may have in hand, and how probable that is of each."""
        if seat == self.me:
            return self.yours.hand, 1.0
        captain = self.view.captains[seat]
        if not captain.memory.since:  # everyone has seen which
            return captain.memory.hand, 1.0
        hidden = without_cards(captain.crew, captain.open)
        return hidden, captain.hand / max(1, len(hidden))
