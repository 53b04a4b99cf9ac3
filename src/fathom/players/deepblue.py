"""The Skipper: a player of Deep Blue who weighs what each wreck promises against what it costs to get there.

It knows the bag, as everyone does, and plays dives through in its head; of the others it knows what the table
has seen. It looks one step ahead: what a dive is worth now, what a sail makes possible, what a card adds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from fathom.deepblue import (
    Action,
    Approach,
    DeepBlueGame,
    DeepBlueView,
    Dive,
    EndDive,
    GoOn,
    Hire,
    Moor,
    Pass,
    PlayCrew,
    Protect,
    Renew,
    Rest,
    Rush,
    Sail,
    Steer,
    Surface,
    Take,
)
from fathom.deepblue.captain import Boat
from fathom.deepblue.chart import Reach
from fathom.deepblue.crew import CrewCard
from fathom.deepblue.gems import COLOURS, TREASURE, Colour, Gems
from fathom.deepblue.menus import ListedMenu, PlayingMenu, SteeringMenu, TurnMenu
from fathom.deepblue.phases import Answering, Deciding, Descent, Mooring, Rushing
from fathom.deepblue.purse import Payment, Purse
from fathom.deepblue.scenario import ORDINARY, Scenario
from fathom.deepblue.wrecks import Space, protects, treasure_of
from fathom.table import Dice, Seat

_GAME = DeepBlueGame()
_HAZARDS: tuple[Colour, Colour] = ("black", "blue")
_MANY_PAYMENTS = 2000


@dataclass(frozen=True)
class Skipper:
    """How it weighs things, in VP. `dives` is how many dives it plays through to judge a wreck."""

    dives: int = 16
    envy: float = 0.4
    """What a rival's VP count against its own, shared among all rivals."""
    later: float = 0.65
    """What a dive is worth that is a turn away."""
    unseen: float = 9.0
    """What a face-down wreck promises."""
    rest: float = 0.7
    """How much of its worth a card has that comes back to hand."""
    token: float = 0.8
    crew: float = 2.5
    """How highly it thinks of new crew."""

    def choose(self, view: DeepBlueView, look: object, dice: Dice) -> Action:
        """One of the actions that the view offers."""
        mind = _Mind(self, view, dice)
        match _GAME.actions(view):
            case TurnMenu() as menu:
                return mind.turn(menu)
            case SteeringMenu() as menu:
                return mind.steer(menu)
            case PlayingMenu() as menu:
                cards = tuple(coin.card for coin in menu.coins for _ in range(coin.count))
                return PlayCrew(cards, last=len(cards) == len(menu.hand))
            case ListedMenu() as menu:
                return mind.listed(menu)


@dataclass(frozen=True)
class _Stance:
    """How someone is placed in a dive: boats on treasure, and what they can answer."""

    explored: frozenset[Colour]
    black: int
    blue: int
    either: int
    cards: tuple[CrewCard, ...]
    """Cards that can be played for VP."""


class _Mind:
    """One decision: the view, and what has been worked out from it."""

    def __init__(self, skipper: Skipper, view: DeepBlueView, dice: Dice) -> None:
        assert view.reader is not None
        assert view.yours is not None
        self.skipper = skipper
        self.view = view
        self.me: Seat = view.reader
        self.hand = view.yours.hand
        self.box = view.options.box
        self._dice = dice
        self._worth: dict[tuple[_Stance, bool], float] = {}

    # The turn

    def turn(self, menu: TurnMenu) -> Action:
        """The best of all four."""
        choices = [*self._dives(menu), *self._hires(menu), *self._sails(menu)]
        if menu.rest:
            choices.append((self._rest_worth(), Rest()))
        if not choices:
            return Pass()
        return max(choices, key=lambda choice: choice[0])[1]

    def _rest_worth(self) -> float:
        """What three of the resting cards are worth in hand; more to someone who holds few."""
        assert self.view.yours is not None
        resting = self.view.yours.resting
        mean = sum(self._keep_worth(self.box.crew[card]) for card in resting) / len(resting)
        hunger = 1.5 if len(self.hand) <= 1 else 1.0 if len(self.hand) <= 4 else 0.6
        return self.skipper.rest * hunger * min(3, len(resting)) * mean

    def _dives(self, menu: TurnMenu) -> Iterator[tuple[float, Action]]:
        for site in menu.dives:
            yield self._lead(site, self.view.captains[self.me].boats), Dive(site)

    def _hires(self, menu: TurnMenu) -> Iterator[tuple[float, Action]]:
        for slot, price in enumerate(menu.prices):
            payment = self._cheapest(menu.money, price)
            if payment is not None:
                worth = self._hire_worth(self.view.market[slot]) - self._cost(payment)
                yield worth, Hire(*payment, slot=slot)
        if menu.renew is not None:
            payment = self._cheapest(menu.money, menu.renew)
            if payment is not None:
                hoped = 1.2 * sum(map(self._hire_worth, self.box.market)) / len(self.box.market)
                yield hoped - self._cost(payment), Renew(*payment)

    def _sails(self, menu: TurnMenu) -> Iterator[tuple[float, Action]]:
        boats = self.view.captains[self.me].boats
        now = self._fleet_worth([self._stay_worth(boat) for boat in boats])
        cheapest: dict[int, tuple[float, Payment]] = {}
        for payment in islice(menu.propellers.payments(1), _MANY_PAYMENTS):
            moves = menu.propellers.worth(*payment) or 0
            cost = self._cost(payment)
            if moves not in cheapest or cost < cheapest[moves][0]:
                cheapest[moves] = (cost, payment)
        waters = self.box.waters
        for moves, (cost, payment) in cheapest.items():
            steering = SteeringMenu(moves, waters.reach[boats[0].place], waters.reach[boats[1].place])
            best, _ = self._best_steer(steering)
            yield self.skipper.later * (best - now) - cost, Sail(*payment)

    def steer(self, menu: SteeringMenu) -> Action:
        """Where the two boats promise most together."""
        return self._best_steer(menu)[1]

    def _best_steer(self, menu: SteeringMenu) -> tuple[float, Steer]:
        first, second = (
            self._best_ends(reach, boat, menu.moves)
            for reach, boat in zip((menu.first, menu.second), self.view.captains[self.me].boats, strict=True)
        )
        best: tuple[float, Steer] | None = None
        for moves in range(menu.moves + 1):
            one_worth, one = first[moves]
            other_worth, other = second[menu.moves - moves]
            if one is None and other is None:
                continue
            if one == other and other is not None:
                other_worth *= 0.5  # two boats at one wreck are more than one, but not twice as much
            worth = self._fleet_worth([one_worth, other_worth])
            if best is None or worth > best[0]:
                best = (worth, Steer((one, other)))
        if best is None:  # nothing beckons: any move will do
            way = menu.first.ways[0]
            best = (self._fleet_worth([0.0, second[0][0]]), Steer((way.to, None)))
        return best

    def _best_ends(self, reach: Reach, boat: Boat, moves: int) -> list[tuple[float, str | None]]:
        """For each number of moves up to this, the best end within it; None is staying."""
        best: tuple[float, str | None] = (self._stay_worth(boat), None)
        ends = []
        ways = reach.ways[: reach.count(moves)]
        number = 0
        for spent in range(moves + 1):
            while number < len(ways) and ways[number].moves == spent:
                worth = self._arrival_worth(ways[number].to)
                if worth > best[0]:
                    best = (worth, ways[number].to)
                number += 1
            ends.append(best)
        return ends

    def _fleet_worth(self, worths: Sequence[float]) -> float:
        """The better boat is the one that dives; the other one hopes for a neighbour."""
        return max(worths) + 0.35 * min(worths)

    def _stay_worth(self, boat: Boat) -> float:
        if self._tile(boat.place) is None:
            return self._near_worth(boat.place)
        return self._lead(boat.place, (boat,))

    def _arrival_worth(self, place: str) -> float:
        """What a boat that ends there may look forward to."""
        number = self.box.site_number.get(place)
        wreck = None if number is None else self.view.wrecks[number]
        if wreck is None:
            return self._near_worth(place)
        if wreck.tile is None:
            return self.skipper.unseen
        free = self._free_spaces(place)
        return max(self._lead(place, (Boat(place, space),)) for space in (free or [None]))

    def _near_worth(self, place: str) -> float:
        """A place beside wrecks is good for rushing."""
        around = [self._tile(other) for other in self.box.waters.neighbours[place]]
        return 0.6 * sum(tile is not None for tile in around)

    def _free_spaces(self, site: str) -> list[int | None]:
        tile = self._tile(site)
        if tile is None:
            return []
        taken = {boat.space for captain in self.view.captains for boat in captain.boats if boat.place == site}
        return [space for space in range(len(self.box.tiles[tile].spaces)) if space not in taken]

    # Paying and hiring

    def _cheapest(self, purse: Purse, price: int) -> Payment | None:
        payments = islice(purse.payments(price), _MANY_PAYMENTS)
        return min(payments, key=self._cost, default=None)

    def _cost(self, payment: Payment) -> float:
        cards, tokens = payment
        return tokens * self.skipper.token + sum(
            0.4 * self._keep_worth(self.box.crew[card]) for card in cards
        )

    def _keep_worth(self, card: CrewCard) -> float:
        """What it is worth to have a card in hand."""
        effects = [0.9 * card.money, 0.9 * card.propeller]
        if card.against is not None:
            effects.append(3.0)
        if card.on is not None:
            effects.append(self._chance_of(card) * card.vp)
        return max(effects) + 0.2 * (sum(effects) - max(effects))

    def _hire_worth(self, name: str) -> float:
        """What it is worth to have a card for the rest of the game."""
        wrecks_left = sum(wreck is not None for wreck in self.view.wrecks)
        return self.skipper.crew * self._keep_worth(self.box.crew[name]) * wrecks_left / 14

    def _chance_of(self, card: CrewCard) -> float:
        """About how likely a dive fulfils the card's condition."""
        if card.on == "any":
            return 0.75 if card.gems <= 5 else 0.3
        assert card.on is not None
        bag = self.view.bag
        lucky = 7 * bag.of(card.on) / max(1, bag.total)  # a dive draws about seven gems
        return min(1.0, lucky / card.gems) ** card.gems

    # Dives

    @cached_property
    def _bags(self) -> list[tuple[Colour, ...]]:
        """The gems in some orders in which they may come."""
        gems = [colour for colour in COLOURS for _ in range(self.view.bag.of(colour))]
        return [self._dice.shuffle(gems, "dive")[:16] for _ in range(self.skipper.dives)]

    def _lead(self, site: str, boats: Sequence[Boat]) -> float:
        """What leading a dive there is worth, compared with what it gives the others."""
        tile_id = self._tile(site)
        if tile_id is None:
            return 0.0
        tile = self.box.tiles[tile_id]
        city = self._scenario(tile_id)
        own = self._gems_worth(self._stance(self.me, site, boats), city.draw > 1) + tile.vp
        if city.safe_vp:
            own += 0.7 * city.safe_vp * 2
        others = 0.0
        for seat, captain in enumerate(self.view.captains):
            there = [boat for boat in captain.boats if boat.place == site]
            if seat != self.me and there:
                others += self._gems_worth(self._stance(seat, site, there), city.draw > 1)
                others += tile.vp if city.tile_vp_for == "everyone" else 0
        ahead = self._standing()
        hurry = (3.0 if ahead > 0 else -1.0) if tile.city and self.view.city == 3 else 0.0
        return own - self.skipper.envy * others + hurry

    def _standing(self) -> int:
        """By how many VP one leads."""
        totals = [captain.vp for captain in self.view.captains]
        return totals[self.me] - max(vp for seat, vp in enumerate(totals) if seat != self.me)

    def _stance(self, seat: Seat, site: str, boats: Sequence[Boat]) -> _Stance:
        tile = self._tile(site)
        spaces: list[Space] = []
        if tile is not None:
            printed = self.box.tiles[tile].spaces
            spaces = [printed[boat.space] for boat in boats if boat.place == site and boat.space is not None]
        captain = self.view.captains[seat]
        if seat == self.me:
            known = [self.box.crew[card] for card in self.hand]
        else:  # each card is in hand with the same chance, as far as one can tell
            share = captain.hand / max(1, captain.hand + captain.resting)
            crew = [self.box.crew[card] for card in captain.crew]
            known = crew[: round(share * len(crew))]
        treasures = [treasure_of(space) for space in spaces]
        return _Stance(
            explored=frozenset(colour for colour in treasures if colour is not None),
            black=sum(card.against == "black" for card in known) + spaces.count("black"),
            blue=sum(card.against == "blue" for card in known) + spaces.count("blue"),
            either=spaces.count("blue-or-black"),
            cards=tuple(card for card in known if card.on is not None),
        )

    def _gems_worth(self, stance: _Stance, two_at_once: bool) -> float:
        """The mean VP, for gems and cards, over some dives that are ended in time."""
        key = (stance, two_at_once)
        if key not in self._worth:
            total = sum(self._played_through(stance, bag, two_at_once) for bag in self._bags)
            self._worth[key] = total / len(self._bags)
        return self._worth[key]

    def _played_through(self, stance: _Stance, bag: tuple[Colour, ...], two_at_once: bool) -> float:
        """One dive: go on while the next gem promises more than it threatens."""
        worth = _gem_worths(stance)
        drawn = dict.fromkeys(COLOURS, 0)
        left = {"black": stance.black, "blue": stance.blue}
        either = stance.either
        stake = 0.0
        for number, colour in enumerate(bag):
            drawn[colour] += 1
            if colour in left and drawn[colour] > 1:
                if left[colour]:
                    left[colour] -= 1
                elif either:
                    either -= 1
                else:
                    stake = 0.0
                    break
            stake += worth[colour]
            if two_at_once and number % 2 == 0:
                continue
            exposed = [hazard for hazard in _HAZARDS if drawn[hazard] and not left[hazard] and not either]
            if exposed:
                view_bag = self.view.bag
                threat = sum(view_bag.of(hazard) - drawn[hazard] for hazard in exposed)
                risk = threat / max(1, view_bag.total - number - 1)
                if risk * stake > (1 - risk) * 1.6:
                    break
        pile = Gems(**drawn)
        return stake + 0.9 * sum(card.vp for card in stance.cards if card.plays_on(pile))

    def _tile(self, place: str) -> str | None:
        number = self.box.site_number.get(place)
        wreck = None if number is None else self.view.wrecks[number]
        return None if wreck is None else wreck.tile

    def _scenario(self, tile: str) -> Scenario:
        return self.box.scenarios[self.view.scenario] if self.box.tiles[tile].city else ORDINARY

    # One thing after the other

    def listed(self, menu: ListedMenu) -> Action:
        """What is asked in a chain or in a dive."""
        match self.view.phase:
            case Deciding(descent):
                return GoOn() if self._going_on_pays(descent) else EndDive()
            case Answering() as answering:
                return self._answer(menu, answering)
            case Rushing(descent, asked):
                return self._rush(descent, asked[0].boats)
            case Mooring(boat, free):
                return self._moor(boat, free)
            case _:
                return self._best_listed(menu)

    def _best_listed(self, menu: ListedMenu) -> Action:
        def worth(action: Action) -> float:
            match action:
                case Take(int(slot)):
                    return self._hire_worth(self.view.market[slot])
                case Approach(boat):  # what lies face down is looked at first
                    return float(self._tile(self.view.captains[self.me].boats[boat].place) is None)
                case Dive(site):
                    return self._lead(site, self.view.captains[self.me].boats)
                case _:
                    return 0.0

        return max(menu, key=worth)

    def _moor(self, boat: int, free: tuple[int, ...]) -> Action:
        boats = self.view.captains[self.me].boats
        site = boats[boat].place
        others = tuple(other for number, other in enumerate(boats) if number != boat)
        return max(
            (Moor(space) for space in free),
            key=lambda moor: self._lead(site, (Boat(site, moor.space), *others)),
        )

    def _rush(self, descent: Descent, near: tuple[int, ...]) -> Action:
        """Go where the gems are, unless the boat lies better where it is."""
        captain = self.view.captains[self.me]
        there = any(boat.place == descent.site for boat in captain.boats)
        scenario = self._scenario(descent.tile)
        stance = self._stance(self.me, descent.site, captain.boats)
        gain = 0.8 * self._gems_worth(stance, scenario.draw > 1)
        tile_vp = self.box.tiles[descent.tile].vp if scenario.tile_vp_for == "everyone" else 0
        rushing: list[int] = []
        for boat in sorted(near, key=lambda number: self._stay_worth(captain.boats[number])):
            first = not there and not rushing
            if (gain if first else 0.0) + tile_vp > 0.6 * self._stay_worth(captain.boats[boat]):
                rushing.append(boat)
        return Rush(tuple(sorted(rushing)))

    def _answer(self, menu: ListedMenu, answering: Answering) -> Action:
        """Protect if what lies below is worth more than the card."""
        descent = answering.descent
        stance = self._stance(self.me, descent.site, self.view.captains[self.me].boats)
        stake = descent.drawn.worth(stance.explored) * (1.0 if descent.leader == self.me else 0.75)
        spaces = [action for action in menu if isinstance(action, Protect) and action.boat is not None]
        if len(answering.owed) > 1 and not self._can_answer(stance, answering):
            return Surface()
        if spaces and stake > 0:
            return self._narrowest(spaces, descent, answering)
        cards = [action for action in menu if isinstance(action, Protect) and action.card is not None]
        if cards and stake + self._card_hopes(descent) > 2.0:
            return min(cards, key=lambda action: self._keep_worth(self.box.crew[action.card or ""]))
        return Surface()

    def _can_answer(self, stance: _Stance, answering: Answering) -> bool:
        short = sum(
            max(0, answering.owed.count(hazard) - (stance.black if hazard == "black" else stance.blue))
            for hazard in ("black", "blue")
        )
        return short <= stance.either

    def _narrowest(self, spaces: Sequence[Protect], descent: Descent, answering: Answering) -> Protect:
        """A space of one colour before one of both."""
        boats = self.view.captains[self.me].boats
        printed = self.box.tiles[descent.tile].spaces

        def both(action: Protect) -> bool:
            space = boats[action.boat or 0].space
            return space is not None and all(protects(printed[space], hazard) for hazard in ("black", "blue"))

        return min(spaces, key=both)

    def _card_hopes(self, descent: Descent) -> float:
        """The VP of cards in hand that can be played now or soon."""
        drawn = descent.drawn
        return sum(
            0.7 * card.vp for card in map(self.box.crew.__getitem__, self.hand) if card.plays_on(drawn)
        )

    def _going_on_pays(self, descent: Descent) -> bool:
        """Whether the next draw promises more than it threatens."""
        stance = self._stance(self.me, descent.site, self.view.captains[self.me].boats)
        scenario = self._scenario(descent.tile)
        bag, drawn = self.view.bag, descent.drawn
        total = bag.total
        worth = _gem_worths(stance)
        safe = descent.drawn.total // scenario.safe_gems * scenario.safe_vp
        stake = drawn.worth(stance.explored) + safe
        gain = scenario.safe_vp / scenario.safe_gems
        risk = 0.0
        for colour in COLOURS:
            chance = bag.of(colour) / total
            if not chance:
                continue
            gain += chance * worth[colour]
            after = drawn.with_one(colour)
            more = scenario.card_vp
            gain += chance * sum(
                card.vp + more for card in stance.cards if card.plays_on(after) and not card.plays_on(drawn)
            )
            if colour in _HAZARDS and drawn.of(colour):
                shield = (stance.black if colour == "black" else stance.blue) + stance.either
                if shield:
                    gain -= chance * 1.5
                else:
                    risk += chance
        draws = min(scenario.draw, total)
        rivals = [seat for seat in descent.down if seat != self.me]
        gain -= self.skipper.envy * 0.5 * len(rivals) * sum(bag.of(c) * TREASURE[c] for c in TREASURE) / total
        missed = 1 - (1 - risk) ** draws
        return (1 - missed) * gain * draws > missed * stake


def _gem_worths(stance: _Stance) -> dict[Colour, float]:
    """What each gem is worth to someone placed like this."""
    return {colour: float(Gems().with_one(colour).worth(stance.explored)) for colour in COLOURS}
