"""Menus: what a diver may do now, counted, listed, asked and sampled without contradiction."""

from __future__ import annotations

from collections import Counter

import pytest

from fathom.dive import (
    Action,
    CallOrca,
    Choose,
    Companion,
    DiveState,
    Faces,
    LayOctopus,
    LooseGreatWhite,
    Options,
    Program,
    RideTurtle,
    SendDolphins,
    Tokens,
    Withdraw,
)
from fathom.dive.events import Reopened
from fathom.dive.menus import ChoosingMenu, ClosedMenu, DiveMenu, FacesMenu, ProgrammingMenu, ReadyMenu
from fathom.dive.refusals import GAME_OVER
from fathom.dive.state import Programming
from fathom.table import Dice, FastDice
from tests.dive.scene import GAME, clause, faces, lay, scene

EVERYTHING: list[Action] = [
    lay("1 2s"),
    lay("1+2+3+4+5"),
    lay("1 2 3 4 5"),
    lay("1 2c"),
    lay("1 2 3 4 5 shark!"),
    lay("1 2 3 4 5c"),
    lay("1 - 2"),
    lay(""),
    faces("plain shark"),
    faces("plain shark plain shark plain"),
    Faces(()),
    Choose(Companion.ORCA),
    Choose(Companion.TURTLE),
    Withdraw(),
    LayOctopus(0, 100),
    LayOctopus(-1, 0),
    CallOrca(),
    RideTurtle(),
    SendDolphins(0),
    SendDolphins(1),
    SendDolphins(2),
    LooseGreatWhite(),
]
MENUS: list[DiveMenu] = [
    ChoosingMenu((Companion.ORCA, Companion.DOLPHINS)),
    ProgrammingMenu(Tokens.SOME),
    ProgrammingMenu(Tokens.ALL),
    *(ProgrammingMenu(Tokens.SOME, companion, (1, 2)) for companion in Companion),
    FacesMenu(5),
    FacesMenu(2),
    ReadyMenu(),
    ReadyMenu(orca=True),
    ClosedMenu(GAME_OVER()),
]


@pytest.mark.parametrize("menu", MENUS, ids=str)
def test_a_menu_does_not_contradict_itself(menu: DiveMenu) -> None:
    listed = list(menu)
    assert len(listed) == len(menu) == len(set(listed))
    some = listed[:: max(1, len(listed) // 200)] + listed[-3:]
    assert all(action in menu and menu.refusal(action) is None for action in some)
    for action in EVERYTHING:
        legal = action in set(listed)
        assert (action in menu) is legal, action
        assert (menu.refusal(action) is None) is legal, action


@pytest.mark.parametrize("menu", MENUS, ids=str)
def test_what_is_no_action_is_in_no_menu(menu: DiveMenu) -> None:
    for thing in (None, 3, "1 2 3", (), Companion.ORCA):
        assert thing not in menu


class Loaded(Dice):
    """Dice that fall as they are told, and remember how many sides they had and what for."""

    def __init__(self, falls: int = 0) -> None:
        self.falls = falls
        self.sides: list[int] = []
        self.purposes: list[str] = []

    def roll(self, sides: int, purpose: str) -> int:
        self.sides.append(sides)
        self.purposes.append(purpose)
        return self.falls % sides


@pytest.mark.parametrize("menu", MENUS[:-1], ids=str)
def test_a_sample_is_any_of_them_all_equally_likely(menu: DiveMenu) -> None:
    listed = list(menu)
    count = len(listed)
    for number in {0, 1, count // 2, count - 10_202, count - 10_201, count - 2, count - 1}:
        dice = Loaded(number)
        if 0 <= number < count:
            assert menu.sample(dice) == listed[number]
            assert dice.sides in ([count], [])
            assert set(dice.purposes) <= {"sample"}


def test_from_a_closed_menu_nothing_can_be_sampled() -> None:
    with pytest.raises(IndexError, match=r"The game is over\."):
        ClosedMenu(GAME_OVER()).sample(FastDice(1))


@clause("D7.1")
def test_small_menus_are_sampled_evenly() -> None:
    dice = FastDice(7)
    menu = FacesMenu(2)
    counts = Counter(menu.sample(dice) for _ in range(4_000))
    assert len(counts) == 4
    assert all(870 < count < 1130 for count in counts.values())


@clause("D1.3")
def test_a_spectator_may_do_nothing() -> None:
    for options in (Options(), Options(companions=True), Options(children=True)):
        state = GAME.start(options, 2, FastDice(1))
        menu = GAME.actions(state.view(None))
        assert len(menu) == 0
        refusal = menu.refusal(lay("1"))
        assert refusal is not None
        assert (refusal.code, refusal.clause) == ("watching", "D1.3")
        assert refusal.text == "Spectators watch; only divers act."


def test_views_give_the_same_menu_as_the_table() -> None:
    table = scene(A=0, M=0, R=0, companions={"A": "dolphins", "M": "clownfish", "R": "orca"})
    table.act("A", SendDolphins(2))
    table.act("M", lay("1c"))
    expected = [ProgrammingMenu(Tokens.SOME), ReadyMenu(), ProgrammingMenu(Tokens.SOME, Companion.ORCA)]
    for seat, menu in enumerate(expected):
        assert table.state.menu(seat) == menu
        assert GAME.actions(table.state.view(seat)) == menu


def test_who_has_wished_sees_that_it_can_be_taken_back() -> None:
    table = scene(A=0, M=0, choosing=True)
    table.act("A", Choose(Companion.ORCA))
    assert GAME.actions(table.state.view(0)) == table.state.menu(0) == ReadyMenu()
    assert GAME.actions(table.state.view(1)) == table.state.menu(1) == ChoosingMenu(tuple(Companion))
    assert table.act("A", Withdraw()) == (Reopened(0),)


def test_a_game_that_is_over_gives_nobody_anything_to_do() -> None:
    table = scene(A=22, M=0)
    table.dive(A="1", M="1")
    assert GAME.actions(table.state.view(0)) == ClosedMenu(GAME_OVER())


# ── Views ───────────────────────────────────────────────────────────────────────────────────────────────────


@clause("D3.1")
def test_a_view_is_what_its_reader_may_know() -> None:
    table = scene("shark green", A=4, M=7, chief=9, companions={"A": "orca", "M": "turtle"})
    table.act("A", CallOrca())
    table.act("A", lay("1 2s"))
    view = table.state.view(0)
    assert (view.reader, view.round, view.pawns, view.chief) == (0, 1, (4, 7), 9)
    assert view.companions == (Companion.ORCA, Companion.TURTLE)
    assert (view.cards_left, view.lifted, view.told) == (32, (), ())
    assert view.options == table.state.options
    phase = view.phase
    assert getattr(phase, "ready", None) == (True, False)
    assert getattr(phase, "uses", None) == (CallOrca(), None)
    assert getattr(phase, "yours", None) == lay("1 2s")
    for reader in (1, None):
        other = table.state.view(reader)
        assert other.reader == reader
        assert getattr(other.phase, "ready", None) == (True, False)
        assert getattr(other.phase, "yours", "?") is None


@clause("D8.0")
def test_while_choosing_a_view_has_only_ones_own_wish() -> None:
    table = scene(A=0, M=0, R=0, choosing=True)
    table.act("A", Choose(Companion.ORCA))
    table.act("R", Choose(Companion.ORCA))
    assert getattr(table.state.view(0).phase, "yours", None) is Companion.ORCA
    assert getattr(table.state.view(0).phase, "ready", None) == (True, False, True)
    assert getattr(table.state.view(None).phase, "yours", "?") is None
    table.act("M", Choose(Companion.TURTLE))
    assert getattr(table.state.view(2).phase, "ready", None) == (True, True, False)
    assert getattr(table.state.view(2).phase, "yours", "?") is None


@clause("D5.2")
def test_after_the_end_everyone_sees_how_it_ended() -> None:
    table = scene(A=22, M=0)
    dive = table.dive(A="1", M="1")
    for reader in (0, 1, None):
        view = table.state.view(reader)
        assert getattr(view.phase, "ended", None) == dive.ended
        assert view.round == 1


# ── What a reader must hold possible ────────────────────────────────────────────────────────────────────────


def laid_in(state: DiveState) -> tuple[Program | Faces | None, ...]:
    assert isinstance(state.phase, Programming)
    return state.phase.programs


@clause("D3.1", "D9.4")
def test_what_is_imagined_is_anything_that_is_possible() -> None:
    table = scene("shark green red manta " * 3, A=4, M=7, R=1, chief=3, companions={"A": "clownfish"})
    table.dive(A="1s 2", M="1s", R="2s")
    table.programs(A="1c", M="2 1s")
    view = table.state.view(1)
    worlds = [GAME.imagine(view, FastDice(seed)) for seed in range(60)]
    tops = {world.ocean[0].kind for world in worlds}
    assert len(tops) > 1
    theirs = {laid_in(world)[0] for world in worlds}
    assert len(theirs) > 50
    assert any(isinstance(program, Program) and program.clownfish for program in theirs)
    assert {laid_in(world)[1:] for world in worlds} == {(lay("2 1s"), None)}
    assert len({card.turn for world in worlds for card in world.ocean}) == 4
    assert all(len(world.chief_deck) == len(table.state.chief_deck) for world in worlds)


@clause("D2.1", "D9.1")
def test_chance_says_what_it_decides() -> None:
    """The labels are part of every record, and of what fair dice give."""
    dice = Loaded()
    state = GAME.start(Options(chief=True), 2, dice)
    assert Counter(dice.purposes) == {"ocean": 35, "orientation": 36, "chief": 47}
    assert Counter(dice.sides)[8] >= 36
    state.play(0, lay("1"), dice)
    imagining = Loaded()
    GAME.imagine(state.view(1), imagining)
    assert Counter(imagining.purposes) == {"ocean": 35, "orientation": 36, "chief": 47, "program": 1}
    wishing = scene(A=0, M=0, choosing=True)
    wishing.act("A", Choose(Companion.ORCA))
    imagining = Loaded()
    GAME.imagine(wishing.state.view(1), imagining)
    assert Counter(imagining.purposes)["wish"] == 1


@clause("D8.0")
def test_imagined_wishes_are_any_that_are_on_offer() -> None:
    table = scene(A=0, M=0, R=0, choosing=True)
    for name in "AMR":
        table.act(name, Choose(Companion.ORCA))
    table.act("M", Choose(Companion.TURTLE))
    worlds = [GAME.imagine(table.state.view(2), FastDice(seed)) for seed in range(80)]
    wishes = {getattr(world.phase, "wishes", ()) for world in worlds}
    assert wishes == {(None, companion, None) for companion in Companion if companion is not Companion.ORCA}
    own = GAME.imagine(table.state.view(1), FastDice(1))
    assert getattr(own.phase, "wishes", ()) == (None, Companion.TURTLE, None)


@clause("D9.4")
def test_chief_cards_that_were_turned_up_are_not_imagined_again() -> None:
    state = GAME.start(Options(chief=True), 1, FastDice(3))
    for _ in range(3):
        state.play(0, lay("1"), FastDice(0))
    imagined = GAME.imagine(state.view(0), FastDice(9))
    assert Counter(imagined.chief_deck) == Counter(state.chief_deck)
    assert imagined.chief_deck != state.chief_deck


@clause("D7.1")
def test_imagined_faces_are_as_many_as_there_are_cards() -> None:
    table = scene(A=0, M=0, children=True, last="shark nothing")
    table.programs(A="plain shark")
    worlds = [GAME.imagine(table.state.view(1), FastDice(seed)) for seed in range(40)]
    assert {len(program.faces) for world in worlds if isinstance(program := laid_in(world)[0], Faces)} == {2}
    assert len({laid_in(world)[0] for world in worlds}) == 4


def test_a_game_that_is_over_is_imagined_as_it_is() -> None:
    table = scene(A=22, M=0)
    table.dive(A="1", M="1")
    assert GAME.imagine(table.state.view(0), FastDice(1)).phase == table.state.phase


def test_a_copy_is_independent() -> None:
    table = scene(A=0, M=0)
    twin = table.state.copy()
    table.dive(A="1", M="1 2")
    assert twin.pawns == (0, 0)
    assert twin == scene(A=0, M=0).state
