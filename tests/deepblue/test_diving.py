"""B7 to B9: the dive."""

from __future__ import annotations

import pytest

from fathom.deepblue import Dive, EndDive, GoOn, PlayCrew, Protect, Rest, Rush, Surface, Withdraw
from fathom.deepblue.events import (
    CrewPlayed,
    DiveBegan,
    DiveEnded,
    Drew,
    Played,
    Protected,
    Ready,
    Reopened,
    Rushed,
    Surfaced,
    Tally,
)
from fathom.deepblue.phases import Answering, Asked, Choosing, Deciding, Playing, PlayingView, Rushing
from tests.deepblue.scene import Scene, clause, gems, scene


def diving(names: str = "GO", *, tile: str = "galleon", **settings: object) -> Scene:
    """Everyone named has a boat in the middle of the wreck at the Sandbar, which G leads."""
    boats = dict.fromkeys(names, "sandbar")
    boats.update(settings.pop("boats", {}))  # type: ignore[call-overload]
    return scene(names, wrecks={"sandbar": tile}, boats=boats, **settings)  # type: ignore[arg-type]


# ── B7: the start ────────────────────────────────────────────────────────────────────────────────


@clause("B7.1")
@pytest.mark.parametrize("boat", ["sandbar", "sandbar:gold"])
def test_a_boat_on_the_wreck_is_enough(boat: str) -> None:
    table = diving(boats={"G": boat})
    table.act("G", Dive("sandbar"), "silver")
    assert table.told[0] == DiveBegan(0, "sandbar", "galleon")


@clause("B7.1")
def test_no_dive_without_a_boat_on_a_wreck() -> None:
    table = scene(wrecks={"sandbar": "galleon"}, boats={"G": "gull-rock harbour"}, resting={"G": "purser"})
    for place in ("sandbar", "gull-rock", "harbour", "atlantis"):
        assert table.refuses("G", Dive(place)).clause == "B7.1"


@clause("B7.1")
def test_with_boats_on_two_wrecks_one_is_chosen() -> None:
    table = scene(
        wrecks={"sandbar": "galleon", "moonpool": "corsair"},
        boats={"G": "sandbar moonpool"},
        bag="silver",
    )
    assert [action for action in table.menu("G") if isinstance(action, Dive)] == [
        Dive("sandbar"),
        Dive("moonpool"),
    ]


@clause("B7.1")
def test_two_boats_on_one_wreck_are_one_choice() -> None:
    table = scene(wrecks={"sandbar": "galleon"}, boats={"G": "sandbar sandbar"})
    assert table.menu("G") == [Dive("sandbar")]


@clause("B7.2")
def test_rush_leader_first_then_clockwise() -> None:
    table = scene(
        "GOY",
        wrecks={"sandbar": "galleon"},
        boats={"O": "sandbar pilots-bank", "Y": "pilots-bank middle-buoy", "G": "black-reef whale-buoy"},
        active="O",
    )
    table.act("O", Dive("sandbar"))
    assert table.phase(Rushing).asked == (Asked(1, (1,)), Asked(2, (0, 1)), Asked(0, (0, 1)))
    assert table.to_move == "O"
    assert table.menu("O") == [Rush(()), Rush((1,))]
    table.act("O", Rush((1,)))
    assert table.boats("O") == ["sandbar", "sandbar"]
    assert table.to_move == "Y"
    assert table.menu("Y") == [Rush(()), Rush((0,)), Rush((1,)), Rush((0, 1))]
    table.act("Y", Rush((1,)))
    assert table.to_move == "G"
    table.act("G", Rush(), "silver")
    assert table.last(Rushed) == Rushed(0, ())
    assert table.phase(Playing).descent.divers == (1, 2)
    assert table.boats("Y") == ["pilots-bank", "sandbar"]


@clause("B7.2")
@pytest.mark.parametrize(
    ("place", "near"),
    [
        ("pilots-bank", True),
        ("middle-buoy", True),
        ("gull-rock", False),
        ("harbour", False),
        ("sandbar", False),
    ],
)
def test_from_exactly_one_move_away(place: str, near: bool) -> None:
    table = scene(wrecks={"sandbar": "galleon"}, boats={"G": "sandbar sandbar", "O": place})
    table.act("G", Dive("sandbar"), "" if near else "silver")
    assert (table.to_move == "O" and table.is_in(Rushing)) is near


@clause("B7.2")
def test_from_the_harbour_too() -> None:
    table = scene(wrecks={"gull-rock": "trawler"}, boats={"G": "gull-rock gull-rock"})
    table.act("G", Dive("gull-rock"))
    assert table.phase(Rushing).asked == (Asked(1, (0, 1)),)


@clause("B7.2")
def test_rushing_boats_lie_in_the_middle_and_give_up_their_space() -> None:
    table = scene(
        wrecks={"sandbar": "galleon", "pilots-bank": "trawler"},
        boats={"G": "sandbar sandbar", "O": "pilots-bank:blue harbour"},
    )
    table.act("G", Dive("sandbar"))
    table.act("O", Rush((0,)), "silver")
    assert table.boats("O") == ["sandbar", "harbour"]


@clause("B7.2")
@pytest.mark.parametrize("boats", [(1,), (0, 1), (0, 0), (2,), (-1,)])
def test_only_boats_that_are_near_rush(boats: tuple[int, ...]) -> None:
    table = scene(wrecks={"sandbar": "galleon"}, boats={"G": "sandbar sandbar", "O": "pilots-bank harbour"})
    table.act("G", Dive("sandbar"))
    assert table.refuses("O", Rush(boats)).code == "rush-or-not"
    assert table.refuses("G", Rush()).code == "not-your-turn"


@clause("B7.3")
def test_everyone_with_a_boat_there_takes_part() -> None:
    table = scene(
        "GOYB",
        wrecks={"sandbar": "galleon"},
        boats={"G": "sandbar", "O": "old-mole", "Y": "sandbar:red", "B": "sandbar sandbar"},
        active="Y",
    )
    table.act("Y", Dive("sandbar"), "silver")
    assert table.phase(Playing).descent.divers == (2, 3, 0)


# ── B8: gems ─────────────────────────────────────────────────────────────────────────────────────


@clause("B8.1")
def test_at_least_one_gem_then_the_leader_decides() -> None:
    table = diving()
    table.act("G", Dive("sandbar"), "silver")
    assert table.last(Drew) == Drew(("silver",), ())
    assert table.state.bag == gems("4*black 4*blue 6*silver 3*gold 1*red")
    assert table.refuses("G", EndDive()).code == "play-or-not"
    table.play()
    assert table.to_move == "G"
    assert table.menu("G") == [GoOn(), EndDive()]
    table.go_on("gold")
    assert table.phase(Deciding).descent.drawn == gems("silver gold")


@clause("B8.1")
def test_the_others_cannot_end_or_leave() -> None:
    table = diving()
    table.dive("G", "sandbar", "silver")
    for action in (EndDive(), GoOn(), Surface()):
        assert table.refuses("O", action).code == "not-your-turn"
    assert table.refuses("G", Surface()).code == "go-on-or-end"


@clause("B8.2", "B9.2")
@pytest.mark.parametrize(
    ("gem", "worth"),
    [("red", 4), ("gold", 2), ("silver", 1), ("green", 0), ("purple", 0), ("black", 0), ("blue", 0)],
)
def test_what_a_gem_is_worth(gem: str, worth: int) -> None:
    table = diving(bag="red gold silver green purple black blue")
    table.dive("G", "sandbar", gem)
    assert table.end() == {"G": worth + 3, "O": worth}


@clause("B8.3")
@pytest.mark.parametrize("colour", ["black", "blue"])
def test_the_first_of_a_colour_is_a_warning_and_each_further_one_counts(colour: str) -> None:
    table = diving(hands={"G": "hose-tender hose-tender harpooner harpooner"})
    table.dive("G", "sandbar", colour)
    table.go_on("blue" if colour == "black" else "black")
    table.go_on(colour)
    assert table.phase(Answering).hazards == (colour,)
    assert table.last(Drew) == Drew((colour,), (colour,))  # type: ignore[arg-type]
    card = "harpooner" if colour == "black" else "hose-tender"
    table.act("G", Protect(card))
    table.act("O", Surface())
    table.play()
    table.go_on(colour)
    assert table.phase(Answering).asked == (0,), "who has surfaced is not asked again"
    table.act("G", Protect(card))


@clause("B8.4")
def test_hazards_are_answered_leader_first_then_clockwise() -> None:
    table = diving("GOY", active="O")
    table.dive("O", "sandbar", "blue")
    table.go_on("blue")
    order = []
    while table.is_in(Answering):
        order.append(table.to_move)
        table.act(table.to_move, Surface())
    assert order == ["O", "Y", "G"]


@clause("B8.4")
def test_a_matching_card_protects_and_gives_no_vp() -> None:
    table = diving(hands={"G": "hose-tender pump-hand harpooner"})
    table.dive("G", "sandbar", "blue")
    table.go_on("blue")
    assert table.menu("G") == [Protect("hose-tender"), Protect("pump-hand"), Surface()]
    assert table.refuses("G", Protect("harpooner")).code == "answer-the-hazard"
    assert table.refuses("G", Protect()).code == "answer-the-hazard"
    assert table.refuses("G", Protect("hose-tender", 0)).code == "answer-the-hazard"
    table.act("G", Protect("pump-hand"))
    assert table.last(Protected) == Protected(0, "blue", "pump-hand", None)
    assert table.hand("G") == "harpooner hose-tender"
    table.act("O", Surface())
    table.play()
    table.end()
    assert table.last(DiveEnded).tallies[0] == Tally(0, cards=0, gems=0, tile=3)
    assert table.resting("G") == "pump-hand"


@clause("B8.4")
def test_protection_is_played_only_against_an_effective_hazard() -> None:
    table = diving(hands={"G": "hose-tender"})
    table.act("G", Dive("sandbar"), "blue")
    assert table.refuses("G", PlayCrew(("hose-tender",))).code == "not-fulfilled"
    assert table.refuses("G", Protect("hose-tender")).code == "play-or-not"


@clause("B8.4")
@pytest.mark.parametrize(
    ("tile", "space", "colour", "protects"),
    [
        ("galleon", "blue", "blue", True),
        ("galleon", "blue", "black", False),
        ("ironclad", "black", "black", True),
        ("ironclad", "black", "blue", False),
        ("corsair", "blue-or-black", "blue", True),
        ("corsair", "blue-or-black", "black", True),
        ("galleon", "gold", "blue", False),
    ],
)
def test_a_space_protects_once_and_the_boat_moves_to_the_middle(
    tile: str, space: str, colour: str, protects: bool
) -> None:
    table = diving(tile=tile, boats={"G": f"sandbar:{space}"})
    table.dive("G", "sandbar", colour)
    table.go_on(colour)
    assert (Protect(boat=0) in table.menu("G")) is protects
    if protects:
        table.act("G", Protect(boat=0))
        assert table.last(Protected) == Protected(0, colour, None, 0)  # type: ignore[arg-type]
        assert table.boats("G")[0] == "sandbar"
        table.act("O", Surface())
        table.play()
        table.go_on(colour)
        assert table.menu("G") == [Surface()]


@clause("B8.4")
def test_a_blue_or_black_space_is_one_use_in_all() -> None:
    table = diving(tile="corsair", boats={"G": "sandbar:blue-or-black"})
    table.dive("G", "sandbar", "blue")
    table.draws("black")
    table.go_on("blue")
    table.act("G", Protect(boat=0))
    table.act("O", Surface())
    table.play()
    table.go_on("black")
    assert table.menu("G") == [Surface()]


@clause("B8.4")
def test_each_boat_has_its_own_space() -> None:
    table = diving(
        tile="palace", scenario="treacherous-reefs", boats={"G": "sandbar:blue sandbar:blue-or-black"}
    )
    table.dive("G", "sandbar", "blue")
    table.go_on("blue")
    assert table.menu("G") == [Protect(boat=0), Protect(boat=1), Surface()]
    table.act("G", Protect(boat=1))
    assert table.boats("G") == ["sandbar:blue", "sandbar"]


@clause("B8.4")
def test_the_space_of_another_wreck_does_not_protect() -> None:
    table = scene(
        wrecks={"sandbar": "trawler", "moonpool": "galleon"},
        boats={"G": "sandbar:silver moonpool:blue"},
    )
    table.dive("G", "sandbar", "blue")
    table.go_on("blue")
    assert table.menu("G") == [Surface()]


@clause("B8.5")
def test_nobody_has_to_protect() -> None:
    table = diving(hands={"O": "hose-tender"}, boats={"G": "sandbar:blue"})
    table.dive("G", "sandbar", "blue")
    table.go_on("blue")
    table.act("G", Protect(boat=0))
    assert table.to_move == "O", "those who can protect and those who cannot are asked alike"
    table.act("O", Surface())
    assert table.last(Surfaced) == Surfaced(1, "blue")
    assert table.hand("O") == "hose-tender"


@clause("B8.5")
def test_who_surfaces_keeps_only_what_was_played_before() -> None:
    table = diving("GOY", hands={"O": "gold-diver deep-veteran"}, boats={"G": "sandbar:blue", "Y": "sandbar"})
    table.dive("G", "sandbar", "gold", O="gold-diver")
    table.draws("blue silver red silver silver silver")
    table.go_on("blue")
    table.act("G", Protect(boat=0))
    table.act("O", Surface())
    table.act("Y", Surface())
    assert table.to_move == "G", "no more cards for those who surfaced"
    assert table.refuses("O", PlayCrew(("deep-veteran",))).code == "not-your-turn"
    table.play()
    table.end()
    assert table.last(DiveEnded).tallies[1:] == (Tally(1, cards=2, gems=0), Tally(2, cards=0, gems=0))
    assert table.boats("O")[0] == "sandbar"


@clause("B8.6")
@pytest.mark.parametrize(
    ("card", "enough", "short"),
    [
        ("gold-diver", "gold", "silver"),
        ("gem-cutter", "red", "gold"),
        ("gold-hound", "2*gold", "gold red"),
        ("silver-hand", "3*silver", "2*silver gold"),
        ("occultist", "green", "purple"),
        ("archaeologist", "purple", "green"),
        ("old-salt", "blue black green purple red", "silver gold blue black"),
        ("deep-veteran", "blue black green purple red gold silver silver", "7*silver"),
    ],
)
def test_conditions(card: str, enough: str, short: str) -> None:
    crew = scene().state.box.crew
    assert crew[card].plays_on(gems(enough))
    assert not crew[card].plays_on(gems(short))


@clause("B8.6")
def test_any_number_of_cards_whose_condition_holds() -> None:
    table = diving(hands={"G": "gold-diver assayer gold-hound helmsman", "O": "gold-diver"})
    table.act("G", Dive("sandbar"), "gold")
    assert set(table.menu("G")) == {
        PlayCrew(),
        PlayCrew(("gold-diver",)),
        PlayCrew((), last=True),
        PlayCrew(("gold-diver",), last=True),
    }
    assert table.refuses("G", PlayCrew(("assayer",))).code == "not-fulfilled"
    assert table.refuses("G", PlayCrew(("helmsman",))).code == "not-fulfilled"
    assert table.refuses("G", PlayCrew(("gold-diver", "gold-diver"))).code == "not-in-hand"
    assert table.refuses("G", PlayCrew(("ruby-seeker",))).code == "not-in-hand"
    table.play()
    table.go_on("gold", G="gold-diver assayer gold-hound", O="gold-diver")
    assert table.last(CrewPlayed) == CrewPlayed(
        (Played(0, ("assayer", "gold-diver", "gold-hound"), 7 + 2 + 7), Played(1, ("gold-diver",), 2))
    )


@clause("B8.6")
def test_a_card_may_be_played_after_any_later_draw() -> None:
    table = diving(hands={"O": "gold-diver"})
    table.dive("G", "sandbar", "gold")
    table.draws("silver")
    table.go_on("black", O="gold-diver")
    assert table.last(CrewPlayed).plays[1].vp == 2


@clause("B8.6")
def test_everyone_still_down_is_asked_whatever_they_hold() -> None:
    table = diving("GOY", hands={"O": "gold-diver"})
    table.act("G", Dive("sandbar"), "silver")
    assert table.to_move == "GOY"


@clause("B8.6")
def test_all_decide_at_the_same_time_and_in_secret() -> None:
    table = diving("GOY", hands={"O": "gold-diver", "Y": "gold-diver"})
    table.act("G", Dive("sandbar"), "gold")
    assert table.act("O", PlayCrew(("gold-diver",))) == (Ready(1),)
    assert table.to_move == "GY"
    for reader in (0, 2, None):
        seen = table.state.view(reader).phase
        assert isinstance(seen, PlayingView)
        assert seen.ready == (False, True, False)
        assert seen.yours is None
    own = table.state.view(1).phase
    assert isinstance(own, PlayingView)
    assert own.yours == PlayCrew(("gold-diver",))
    assert table.hand("O") == "gold-diver", "it lies on the table only when all have decided"
    table.act("Y", PlayCrew())
    table.act("G", PlayCrew())
    assert table.captain("O").open == ("gold-diver",)


@clause("B8.6")
def test_taking_it_back_while_someone_is_missing() -> None:
    table = diving(hands={"O": "gold-diver"})
    table.act("G", Dive("sandbar"), "gold")
    assert table.refuses("O", Withdraw()).code == "nothing-to-take-back"
    table.act("O", PlayCrew(("gold-diver",)))
    assert table.menu("O") == [Withdraw()]
    assert table.refuses("O", PlayCrew()).code == "already-decided"
    assert table.act("O", Withdraw()) == (Reopened(1),)
    assert table.to_move == "GO"
    table.play()
    assert table.last(CrewPlayed).plays[1].cards == ()
    assert table.refuses("O", Withdraw()).code == "not-your-turn"


@clause("B8.6")
def test_nothing_more_in_this_dive() -> None:
    table = diving(hands={"O": "gold-diver"})
    table.act("G", Dive("sandbar"), "gold")
    table.act("O", PlayCrew((), last=True))
    table.act("G", PlayCrew())
    table.act("G", GoOn(), "silver")
    assert table.to_move == "G"
    assert table.refuses("O", PlayCrew(("gold-diver",))).code == "not-your-turn"
    table.act("G", PlayCrew((), last=True))
    table.act("G", GoOn(), "silver")
    assert table.is_in(Deciding), "nobody is left to ask"
    table.act("G", GoOn(), "black")
    table.act("G", GoOn(), "black")
    assert table.phase(Answering).asked == (0, 1), "hazards are still answered"


@clause("B8.6", "B8.8")
def test_nothing_more_is_not_told_of_a_dive_that_is_over() -> None:
    """No view has it any longer: whoever comes back later would know less than those who were there."""
    table = diving(bag="red silver")
    table.dive("G", "sandbar", "red")
    table.act("G", GoOn(), "silver")
    table.act("G", PlayCrew((), last=True))
    table.act("O", PlayCrew((), last=True))
    assert table.last(DiveEnded).why == "bag-empty"
    assert [play.last for play in table.last(CrewPlayed).plays] == [False, False]


@clause("B8.7")
def test_a_leader_who_surfaces_ends_the_dive_but_the_others_still_decide() -> None:
    table = diving("GOY", hands={"O": "harpooner old-salt"}, vp={"G": 1})
    table.dive("G", "sandbar", "red")
    table.draws("black silver gold")
    table.go_on("black")
    table.act("G", Surface())
    assert table.to_move == "O"
    table.act("O", Protect("harpooner"))
    table.act("Y", Surface())
    assert table.to_move == "O", "who protected may play cards for this draw"
    table.play(O="old-salt")
    ended = table.last(DiveEnded)
    assert ended.why == "leader-surfaced"
    assert ended.tallies == (
        Tally(0, cards=0, gems=0, tile=3),
        Tally(1, cards=5, gems=7),
        Tally(2, cards=0, gems=0),
    )
    assert table.captain("G").vp == 4


@clause("B8.7")
def test_with_everyone_surfaced_the_dive_is_over_at_once() -> None:
    table = diving()
    table.dive("G", "sandbar", "black")
    table.go_on("black")
    table.act("G", Surface())
    table.act("O", Surface())
    assert table.scored == {"G": 3, "O": 0}
    assert table.is_in(Choosing)


@clause("B8.8")
def test_an_empty_bag_ends_the_dive() -> None:
    table = diving(bag="red silver")
    table.dive("G", "sandbar", "red")
    table.go_on("silver")
    assert table.last(DiveEnded).why == "bag-empty"
    assert table.scored == {"G": 4 + 1 + 3, "O": 5}


@clause("B8.8")
def test_a_dive_with_nothing_in_the_bag_is_over_at_once() -> None:
    """It takes a box of one's own: all gems but a few lie scattered."""
    table = diving(bag="")
    table.dive("G", "sandbar")
    assert table.last(DiveEnded).why == "bag-empty"
    assert table.scored == {"G": 3, "O": 0}


@clause("B8.8", "B8.4")
def test_an_empty_bag_does_not_spare_anyone_the_last_hazard() -> None:
    table = diving(bag="black black")
    table.dive("G", "sandbar", "black")
    table.go_on("black")
    assert table.is_in(Answering)


# ── B9: scoring ──────────────────────────────────────────────────────────────────────────────────


@clause("B9.2")
@pytest.mark.parametrize(
    ("tile", "space", "worth"),
    [
        ("galleon", "red", 10 + 2 + 2 + 1),
        ("galleon", "gold", 4 + 5 + 5 + 1),
        ("merchantman", "silver", 4 + 2 + 2 + 3),
        ("galleon", "blue", 4 + 2 + 2 + 1),
    ],
)
def test_a_boat_on_a_colours_space_gets_more_for_that_colour(tile: str, space: str, worth: int) -> None:
    table = diving(tile=tile, boats={"O": f"sandbar:{space}"})
    table.dive("G", "sandbar", "gold")
    table.draws("red gold silver")
    assert table.end()["O"] == worth


@clause("B9.2")
def test_two_boats_have_both_spaces_but_do_not_score_twice() -> None:
    table = diving(boats={"O": "sandbar:red sandbar:gold"})
    table.dive("G", "sandbar", "gold")
    table.draws("red silver")
    assert table.end()["O"] == 5 + 10 + 1


@clause("B9.2", "B8.4")
def test_a_boat_that_moved_to_the_middle_has_no_space_any_more() -> None:
    table = diving(
        tile="corsair", boats={"G": "sandbar:blue-or-black", "O": "sandbar:red"}, hands={"O": "pump-hand"}
    )
    table.dive("G", "sandbar", "blue")
    table.go_on("blue")
    table.act("G", Protect(boat=0))
    table.act("O", Protect("pump-hand"))
    table.play()
    table.draws("red")
    assert table.end() == {"G": 4 + 4, "O": 10}


@clause("B9.2")
def test_the_space_of_another_wreck_is_worth_nothing_here() -> None:
    table = scene(
        wrecks={"sandbar": "trawler", "moonpool": "galleon"},
        boats={"G": "sandbar moonpool:gold", "O": "harbour"},
    )
    table.dive("G", "sandbar", "gold")
    assert table.end() == {"G": 2 + 2}


@clause("B9.3")
def test_only_the_leader_gets_the_tile() -> None:
    table = diving("GO", tile="ironclad")
    table.dive("G", "sandbar", "black")
    assert table.end() == {"G": 4, "O": 0}
    assert table.captain("G").vp == 4


@clause("B9.4")
def test_the_wreck_goes_the_gems_return_and_the_boats_stay() -> None:
    table = diving(boats={"O": "sandbar:red"}, resting={"O": "purser"})
    table.dive("G", "sandbar", "gold")
    table.draws("silver black")
    table.end()
    assert table.wreck("sandbar") == ""
    assert table.state.dived == ("galleon",)
    assert table.state.city == 0
    assert table.state.bag == gems("4*black 4*blue 7*silver 3*gold 1*red")
    assert table.boats("O") == ["sandbar", "harbour"]
    assert table.refuses("O", Dive("sandbar")).code == "no-boat-on-wreck"
    table.act("O", Rest())


@clause("B9.4")
def test_a_part_of_the_city_goes_to_its_place() -> None:
    table = diving(tile="temple", scenario="treacherous-reefs")
    table.dive("G", "sandbar", "gold")
    table.end()
    assert table.state.city == table.last(DiveEnded).city == 1
    assert table.state.dived == ("temple",)
