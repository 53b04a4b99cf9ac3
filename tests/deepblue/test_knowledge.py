"""What is known of a crew: the public history limits the split between hand and resting area, and no more."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fathom.deepblue import DeepBlueEvent, Options, Rest
from fathom.deepblue.captain import Boat, Captain
from fathom.deepblue.crew import Cards
from fathom.deepblue.events import CrewPlayed, Hired, Protected, Renewed, Rested, Sailed, Took
from fathom.deepblue.memory import Memory
from fathom.table import FastDice
from tests.deepblue.redeal import possible_hands
from tests.deepblue.scene import BOX, GAME, clause, scene

HARBOUR = (Boat("harbour"), Boat("harbour"))


@clause("B3.2", "B6.1")
def test_everything_is_known_until_something_is_drawn() -> None:
    captain = Captain(
        HARBOUR, hand=("a", "b", "c", "d", "e"), tokens=0, memory=Memory(("a", "b", "c", "d", "e"))
    )
    captain = captain.playing(("a", "b")).tidying().hiring("f").playing(("c", "d")).tidying()
    assert captain.memory == Memory(("e", "f"), ("a", "b", "c", "d"))
    assert possible_hands(captain.memory) == {captain.hand}


@clause("B6.1")
def test_a_rest_of_all_cards_leaves_no_doubt() -> None:
    captain = Captain(
        HARBOUR, hand=("a",), tokens=0, memory=Memory(("a",), ("b", "c", "d")), resting=("b", "c", "d")
    )
    assert captain.drawing(("b", "c", "d")).memory == Memory(("a", "b", "c", "d"))


@clause("B3.2")
def test_an_empty_hand_leaves_no_doubt_either() -> None:
    resting = ("b", "c", "d", "e")
    captain = Captain(HARBOUR, hand=(), tokens=0, memory=Memory((), resting), resting=resting)
    captain = captain.drawing(("b", "c", "e"))
    assert captain.memory.since
    captain = captain.playing(("b", "c", "e")).tidying()
    assert captain.memory == Memory((), ("b", "c", "d", "e"))


@clause("B6.1")
def test_a_rest_of_some_leaves_every_draw_open() -> None:
    resting = ("b", "c", "d", "e")
    captain = Captain(HARBOUR, hand=("a",), tokens=0, memory=Memory(("a",), resting), resting=resting)
    after = captain.drawing(("b", "c", "d"))
    assert possible_hands(after.memory) == {
        ("a", "b", "c", "d"),
        ("a", "b", "c", "e"),
        ("a", "b", "d", "e"),
        ("a", "c", "d", "e"),
    }
    shown = after.playing(("b",)).tidying()
    assert possible_hands(shown.memory) == {("a", "c", "d"), ("a", "c", "e"), ("a", "d", "e")}


@st.composite
def careers(draw: st.DrawFn) -> Captain:
    """A player who has hired, played and rested as chance would have it."""
    captain = Captain(HARBOUR, hand=("a", "b", "c", "d"), tokens=0, memory=Memory(("a", "b", "c", "d")))
    for step in draw(st.lists(st.sampled_from("hppr"), max_size=14)):
        if step == "h" and len(captain.crew) < 8:
            captain = captain.hiring(draw(st.sampled_from("abe")))
        elif step == "p" and captain.hand:
            chosen = draw(st.sets(st.sampled_from(range(len(captain.hand))), max_size=3))
            captain = captain.playing(tuple(captain.hand[number] for number in sorted(chosen))).tidying()
        elif step == "r" and captain.resting:
            drawn = draw(st.permutations(captain.resting))[:3]
            captain = captain.drawing(tuple(sorted(drawn)))
    return captain


@clause("B3.2", "B6.1")
@given(careers())
def test_exactly_the_possible_hands_are_imagined(captain: Captain) -> None:
    """Compared with trying out every draw. Imagination reaches all of them and nothing else."""
    possible = possible_hands(captain.memory, many=10_000)
    assert possible is not None
    assert captain.hand in possible
    dice = FastDice(1)
    imagined: set[Cards] = set()
    for _ in range(40 * len(possible) + 40):
        imagined.add(captain.memory.imagine(dice))
        if imagined == possible:
            break
    assert imagined == possible


@clause("B3.2")
def test_the_memory_holds_only_what_a_spectator_was_told() -> None:
    """Rebuilt from the events that a spectator gets, over whole random games."""
    for seed in range(6):
        dice = FastDice(seed)
        state = GAME.start(Options(scenario=None), 3, dice)
        memories = {seat: Memory(state.box.starting) for seat in range(3)}
        crews: dict[int, Cards] = dict.fromkeys(range(3), state.box.starting)
        hands = dict.fromkeys(range(3), len(state.box.starting))
        for _ in range(5000):
            if state.result() is not None:
                break
            seat = dice.pick(state.to_move(), "seat")
            for event in state.play(seat, state.menu(seat).sample(dice), dice):
                seen: Any = event.seen_by(None)
                _remember(seen, memories, crews, hands)
            assert [captain.memory for captain in state.captains] == list(memories.values())
        assert state.result() is not None


def _remember(
    event: DeepBlueEvent, memories: dict[int, Memory], crews: dict[int, Cards], hands: dict[int, int]
) -> None:
    """What a spectator with paper and pencil writes down."""

    def show(seat: int, cards: Cards) -> None:
        if cards:
            hands[seat] -= len(cards)
            memories[seat] = memories[seat].showed(cards) if hands[seat] else Memory((), crews[seat])

    def hire(seat: int, card: str) -> None:
        hands[seat] += 1
        memories[seat] = memories[seat].hired(card)
        crews[seat] = tuple(sorted((*crews[seat], card)))

    match event:
        case Hired(seat, card, _, paid):
            show(seat, paid)
            hire(seat, card)
        case Renewed(seat, cards) | Sailed(seat, cards):
            show(seat, cards)
        case Took(seat, str(card)):
            hire(seat, card)
        case Protected(seat, _, str(card)):
            show(seat, (card,))
        case CrewPlayed(plays):
            for play in plays:
                show(play.seat, play.cards)
        case Rested(seat, count, drawn):
            assert drawn is None
            hands[seat] += count
            all_of_them = hands[seat] == len(crews[seat])
            memories[seat] = Memory(crews[seat]) if all_of_them else memories[seat].drew(count)
        case _:
            pass


@clause("B1.1")
def test_totals_are_in_every_view() -> None:
    table = scene(vp={"G": 12, "O": 7}, options=Options(closed_chests=True, own=BOX))
    for reader in (0, 1, None):
        assert [captain.vp for captain in table.state.view(reader).captains] == [12, 7]


@clause("B2.1")
def test_face_down_wrecks_and_the_deck_are_in_no_view() -> None:
    table = scene(wrecks={"moonpool": "?temple"}, deck="patron purser", market="navigator")
    for reader in (0, 1, None):
        view = table.state.view(reader)
        sighted = view.wrecks[table.state.box.site_number["moonpool"]]
        assert sighted is not None
        assert sighted.tile is None
        assert view.deck == 2


@clause("B2.1", "B2.5")
def test_every_wreck_and_every_deck_that_is_possible_is_imagined() -> None:
    state = GAME.start(Options(), 2, FastDice(3))
    view = state.view(0)
    imagined = [GAME.imagine(view, FastDice(seed)) for seed in range(400)]
    for number, wreck in enumerate(state.lying):
        tiles = {world.lying[number] and world.lying[number].tile for world in imagined}  # type: ignore[union-attr]
        assert len(tiles) == (1 if wreck is None or wreck.up else 9)
    tops = {world.deck[-1] for world in imagined}
    assert tops == set(state.deck)
    for world in imagined:
        assert sorted(world.deck) == sorted(state.deck)


@clause("B6.1")
def test_ones_own_cards_are_not_imagined() -> None:
    table = scene(resting={"G": "deckhand gold-diver helmsman patron purser"})
    table.act("G", Rest())
    for seed in range(20):
        world = GAME.imagine(table.state.view(0), FastDice(seed))
        assert world.captains[0] == table.captain("G")
    hands = {GAME.imagine(table.state.view(1), FastDice(seed)).captains[0].hand for seed in range(200)}
    assert len(hands) == 10
