"""Deep Blue as a game on Fathom's table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fathom.deepblue import refusals
from fathom.deepblue.actions import Action, PlayCrew
from fathom.deepblue.box import Box
from fathom.deepblue.captain import BOATS, Boat, Captain, CaptainView
from fathom.deepblue.crew import Cards, without_cards
from fathom.deepblue.events import DeepBlueEvent, in_closed_chests
from fathom.deepblue.hiring import fill_market
from fathom.deepblue.memory import Memory
from fathom.deepblue.menus import DeepBlueMenu, ListedMenu
from fathom.deepblue.offers import Holding, menu_in, not_asked, playing_menu
from fathom.deepblue.options import Options
from fathom.deepblue.phases import Choosing, Phase, Playing, PlayingView
from fathom.deepblue.state import DeepBlueState
from fathom.deepblue.telling import tell
from fathom.deepblue.view import DeepBlueView
from fathom.deepblue.wrecks import Lying
from fathom.table import Dice, Game, Reader, Refused, Seat


class DeepBlueGame(Game[Options, Action, DeepBlueEvent, DeepBlueView, DeepBlueState]):
    """The rules of Deep Blue. Seats are in clockwise order."""

    name = "deep-blue"
    options_type = Options
    action_type = Action
    event_type = DeepBlueEvent
    view_type = DeepBlueView

    def seats(self, options: Options) -> range:
        """How many players these options allow."""
        return options.seats()

    def check(self, options: Options, seats: int) -> None:
        """Raise `Refused` if the options cannot be played, or not by this many players."""
        refusal = options.refusal(seats)
        if refusal is not None:
            raise Refused(refusal)

    def settled(self, options: Options) -> Options:
        """The options of a new table: it plays with the newest edition unless it names another."""
        return options.settled()

    def retold(self, event: DeepBlueEvent, reader: Reader, state: DeepBlueState) -> DeepBlueEvent | None:
        """The event as the story has it: with closed chests nobody is told again what others have won."""
        seen = event.seen_by(reader)
        if seen is None or not state.options.closed_chests:
            return seen
        return in_closed_chests(seen, reader)  # B1.1

    def start(self, options: Options, seats: int, dice: Dice) -> DeepBlueState:
        """Lay out the wrecks, fill the market, draw the first player."""  # B2
        self.check(options, seats)
        box = options.box
        scenario = options.scenario or dice.pick(tuple(box.scenarios), "scenario")  # B2.3
        lying = _laid_out(box, dice)
        first = dice.roll(seats, "first player")  # B2.6
        in_harbour = (Boat(box.waters.harbour),) * len(BOATS)  # B2.4
        state = DeepBlueState(
            options=options,
            scenario=scenario,
            first=first,
            active=first,
            turn=0,
            captains=tuple(
                Captain(
                    boats=(in_harbour[0], in_harbour[1]),
                    hand=box.starting,  # B2.4
                    tokens=box.tokens[(seat - first) % seats],  # B2.6
                    memory=Memory(box.starting),
                )
                for seat in range(seats)
            ),
            market=(),
            deck=dice.shuffle(box.market, "crew"),  # B2.5
            discards=(),
            bag=box.gems.bag,  # B2.2
            supply=box.gems.supply,
            lying=lying,
            dived=(),
            phase=Choosing(),
        )
        fill_market(state, dice, [])  # B2.5
        return state

    def actions(self, view: DeepBlueView) -> DeepBlueMenu:
        """What the reader of this view may do now."""
        if view.reader is None or view.yours is None:
            return ListedMenu((), refusals.WATCHING())
        return _menu(view, view.reader, view.yours.hand)

    def imagine(self, view: DeepBlueView, dice: Dice) -> DeepBlueState:
        """Deck and face-down wrecks in any order, hands that fit what was seen, any cards for the ready."""
        box = view.options.box
        hands = tuple(
            view.yours.hand
            if view.yours is not None and seat == view.reader
            else captain.memory.imagine(dice)
            for seat, captain in enumerate(view.captains)
        )
        return DeepBlueState(
            options=view.options,
            scenario=view.scenario,
            first=view.first,
            active=view.active,
            turn=view.turn,
            captains=tuple(
                _imagined(captain, hand) for captain, hand in zip(view.captains, hands, strict=True)
            ),
            market=view.market,
            deck=dice.shuffle(_unseen_crew(view, box), "crew"),
            discards=view.discards,
            bag=view.bag,
            supply=view.supply,
            lying=_imagined_wrecks(view, box, dice),
            dived=view.dived,
            phase=_imagined_phase(view, hands, dice),
            decided=view.decided,
        )

    def tell(self, event: DeepBlueEvent, names: Sequence[str]) -> str:
        """The event in plain English."""
        return tell(event, names)


def _laid_out(box: Box, dice: Dice) -> tuple[Lying | None, ...]:
    """Starters face up on starter sites, the empty one gone; the others face down on theirs."""  # B2.1
    starters = dice.shuffle([tile for tile in box.tiles.values() if tile.starter], "starters")
    normal = dice.shuffle([tile for tile in box.tiles.values() if not tile.starter], "wrecks")
    laid = dict(zip(box.starter_sites, starters, strict=True))
    others = [site for site in box.sites if site not in laid]
    laid.update(zip(others, normal, strict=True))
    return tuple(
        None if laid[site].empty else Lying(laid[site].id, up=laid[site].starter) for site in box.sites
    )


def _menu(view: DeepBlueView, seat: Seat, hand: Cards, *, still_thinking: bool = False) -> DeepBlueMenu:
    """The menu of a seat with this hand; `still_thinking`: the one it had before it was ready."""
    captain = view.captains[seat]
    box = view.options.box
    holding = Holding(
        hand=hand,
        resting=captain.resting,
        tokens=captain.tokens,
        boats=captain.boats,
        market=view.market,
        renewable=bool(view.market or view.deck or view.discards),
        lying=view.wrecks,
    )
    phase = view.phase
    if isinstance(phase, PlayingView):
        descent = phase.descent
        if seat not in descent.down or seat in descent.finished:
            return not_asked()
        return playing_menu(descent.drawn, None if still_thinking else phase.yours, holding, box)
    return menu_in(phase, seat, view.active, holding, box)


def _imagined(captain: CaptainView, hand: Cards) -> Captain:
    return Captain(
        boats=captain.boats,
        hand=hand,
        tokens=captain.tokens,
        memory=captain.memory,
        resting=without_cards(captain.crew, hand + captain.open),
        open=captain.open,
        vp=captain.vp,
    )


def _unseen_crew(view: DeepBlueView, box: Box) -> Cards:
    """The cards that can be in the deck: all that are nowhere else."""
    left = Counter(box.market + box.starting * len(view.captains))
    left.subtract(view.market)
    left.subtract(view.discards)
    for captain in view.captains:
        left.subtract(captain.crew)
    return tuple(sorted(left.elements()))


def _imagined_wrecks(view: DeepBlueView, box: Box, dice: Dice) -> tuple[Lying | None, ...]:
    """The wrecks that nobody has seen, in any order on the sites where they lie face down."""
    seen = {wreck.tile for wreck in view.wrecks if wreck is not None}.union(view.dived)
    unseen = [tile.id for tile in box.tiles.values() if not tile.starter and tile.id not in seen]
    hidden = iter(dice.shuffle(unseen, "wrecks"))
    return tuple(
        None
        if wreck is None
        else Lying(next(hidden), False, wreck.gem)
        if wreck.tile is None
        else Lying(wreck.tile, True, wreck.gem)
        for wreck in view.wrecks
    )


def _imagined_phase(view: DeepBlueView, hands: tuple[Cards, ...], dice: Dice) -> Phase:
    phase = view.phase
    if not isinstance(phase, PlayingView):
        return phase
    plays: list[PlayCrew | None] = []
    for seat, ready in enumerate(phase.ready):
        play = None
        if seat == view.reader:
            play = phase.yours
        elif ready:
            sampled = _menu(view, seat, hands[seat], still_thinking=True).sample(dice)
            assert isinstance(sampled, PlayCrew)
            play = sampled
        plays.append(play)
    return Playing(phase.descent, tuple(plays))
