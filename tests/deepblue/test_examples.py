"""The worked examples of the rulebook, each by its name; dives with our own tiles and cards."""

# ruff: noqa: N802 - Y1 and the others are the examples' names

from __future__ import annotations

from fathom.deepblue import Approach, Moor, Options, PlayCrew, Protect, Sail, Steer, Surface
from fathom.deepblue.events import DiveEnded, Tally, WreckFound
from fathom.deepblue.phases import Answering, Approaching, Mooring, Playing, Steering
from tests.deepblue.scene import cards, clause, scene


@clause("B5.1", "B5.2", "B5.3", "B5.5")
def test_Y1_sail() -> None:
    """Two cards, four moves, two for each boat; one turns up a wreck, one joins Yellow."""
    table = scene(
        "OY",
        wrecks={
            "lantern-shoal": "?temple",  # the first boat passes over it
            "coral-garden": "?merchantman",  # silver, gold, black
            "sandbar": "galleon",  # gold, red, blue; the second boat passes a buoy on its way
        },
        boats={"O": "gull-rock gull-rock", "Y": "sandbar:gold"},
        hands={"O": "deckhand old-salt helmsman"},
    )
    table.act("O", Sail(cards("deckhand old-salt")))
    table.act("O", Steer(("coral-garden", "sandbar")))
    assert table.is_in(Approaching)
    assert table.wreck("coral-garden") == "?merchantman", "both boats move before anything is turned up"

    table.act("O", Approach(0))
    assert table.last(WreckFound) == WreckFound(0, "coral-garden", "merchantman")
    assert table.wreck("lantern-shoal") == "?temple", "sailing over does not turn it up"
    table.act("O", Moor(0))
    assert table.boats("O") == ["coral-garden:silver", "sandbar"]

    assert table.phase(Mooring) == Mooring(1, free=(1, 2)), "gold is Yellow's"
    table.act("O", Moor(1))
    assert table.boats("O") == ["coral-garden:silver", "sandbar:red"]
    assert table.resting("O") == "deckhand old-salt"
    assert table.hand("O") == "helmsman"
    assert table.to_move == "Y"


@clause("B5.1", "B5.2", "B5.3", "B5.5")
def test_Y1_sail_on_our_own_chart() -> None:
    """With what we ship: over Moonpool onto Drowned Forest, and past a buoy to Yellow at Old Mole."""
    table = scene(
        "OY",
        options=Options(),
        wrecks={
            "moonpool": "?temple",  # the first boat passes over it
            "drowned-forest": "?merchantman",  # silver, gold, black
            "old-mole": "galleon",  # gold, red, blue; the second boat passes a buoy on its way
        },
        boats={"O": "lantern-shoal pilots-bank", "Y": "old-mole:gold"},
        hands={"O": "deckhand coin-collector helmsman"},
    )
    waters = table.state.box.waters
    assert waters.distance["lantern-shoal"]["drowned-forest"] == 2
    assert set(waters.neighbours["lantern-shoal"]) & set(waters.neighbours["drowned-forest"]) == {"moonpool"}
    assert waters.distance["pilots-bank"]["old-mole"] == 2
    assert set(waters.neighbours["pilots-bank"]) & set(waters.neighbours["old-mole"]) == {"south-buoy"}

    table.act("O", Sail(cards("deckhand coin-collector")))
    assert table.phase(Steering) == Steering(4)
    table.act("O", Steer(("drowned-forest", "old-mole")))
    assert table.is_in(Approaching)
    assert table.wreck("drowned-forest") == "?merchantman", "both boats move before anything is turned up"

    table.act("O", Approach(0))
    assert table.last(WreckFound) == WreckFound(0, "drowned-forest", "merchantman")
    assert table.wreck("moonpool") == "?temple", "sailing over does not turn it up"
    table.act("O", Moor(0))
    assert table.boats("O") == ["drowned-forest:silver", "old-mole"]

    assert table.phase(Mooring) == Mooring(1, free=(1, 2)), "gold is Yellow's"
    table.act("O", Moor(1))
    assert table.boats("O") == ["drowned-forest:silver", "old-mole:red"]
    assert table.resting("O") == "coin-collector deckhand"
    assert table.hand("O") == "helmsman"
    assert table.to_move == "Y"


@clause("B8.6", "B9.1")
def test_Y2_a_red_gem() -> None:
    """Two players play a red card each, for 4 VP each."""
    table = scene(
        "LAB",
        options=Options(),
        wrecks={"sandbar": "trawler"},
        boats=dict.fromkeys("LAB", "sandbar"),
        hands={"A": "gem-cutter", "B": "ruby-seeker"},
    )
    table.dive("L", "sandbar", "red", A="gem-cutter", B="ruby-seeker")
    table.end()
    assert {tally.seat: tally.cards for tally in table.last(DiveEnded).tallies} == {0: 0, 1: 4, 2: 4}


@clause("B8.6", "B9.1")
def test_Y2_one_player_with_both_gets_8() -> None:
    table = scene(
        "LA",
        options=Options(),
        wrecks={"sandbar": "trawler"},
        boats=dict.fromkeys("LA", "sandbar"),
        hands={"A": "gem-cutter ruby-seeker"},
    )
    table.dive("L", "sandbar", "red", A="gem-cutter ruby-seeker")
    table.end()
    assert table.last(DiveEnded).tallies[1].cards == 8


@clause("B8.6")
def test_Y3_the_eighth_gem_is_gold() -> None:
    """The "1 gold" card and the "8 gems" card are played together."""
    table = scene(
        "LA",
        options=Options(),
        wrecks={"sandbar": "trawler"},
        boats=dict.fromkeys("LA", "sandbar"),
        hands={"A": "gold-diver deep-veteran"},
    )
    table.dive("L", "sandbar", "silver")
    table.draws("silver silver silver silver blue black")
    table.go_on("gold", A="gold-diver deep-veteran")
    table.end()
    assert table.last(DiveEnded).tallies[1].cards == 2 + 6


@clause("B8.1", "B8.3", "B8.4", "B8.5", "B9.1", "B9.2", "B9.3")
def test_Y4_a_whole_dive() -> None:
    """Green leads on a tile worth 3 VP; 29 for Orange, 2 for Yellow, 18 for Green."""
    table = scene(
        "GOY",
        options=Options(),
        wrecks={"moonpool": "galleon"},  # gold, red, blue; worth 3
        boats={"G": "moonpool:blue", "O": "moonpool:gold", "Y": "moonpool:red"},
        hands={
            "G": "gold-diver ruby-seeker",
            "O": "gold-diver occultist hose-tender deep-veteran",
            "Y": "gold-diver",
        },
        bag="4*black 4*blue 7*silver 3*gold 1*red green",
    )
    table.dive("G", "moonpool", "gold", G="gold-diver", O="gold-diver", Y="gold-diver")
    table.go_on("silver")
    table.go_on("blue")
    table.go_on("green", O="occultist")
    table.go_on("gold")
    table.go_on("red", G="ruby-seeker")
    table.go_on("black")
    table.go_on("blue")
    table.act("G", Protect(boat=0))
    table.act("O", Protect("hose-tender"))
    assert table.menu("Y") == [Surface()]
    table.act("Y", Surface())
    table.play(O="deep-veteran")
    assert table.end() == {"O": 29, "Y": 2, "G": 18}
    assert table.last(DiveEnded).tallies == (
        Tally(0, cards=6, gems=9, tile=3),
        Tally(1, cards=14, gems=15),
        Tally(2, cards=2, gems=0),
    )


@clause("B8.4", "B9.2")
def test_Y4_yellow_had_she_stayed() -> None:
    """She would have had 15 VP for the gems."""
    table = scene(
        "GY",
        options=Options(),
        wrecks={"moonpool": "galleon"},
        boats={"G": "moonpool:blue", "Y": "moonpool:red"},
        hands={"Y": "pump-hand"},
        bag="4*black 4*blue 7*silver 3*gold 1*red green",
    )
    table.dive("G", "moonpool", "gold")
    table.draws("silver blue green gold red black")
    table.go_on("blue")
    table.act("G", Protect(boat=0))
    table.act("Y", Protect("pump-hand"))
    table.play()
    table.end()
    assert table.last(DiveEnded).tallies[1].gems == 15


@clause("B8.6")
def test_Y5_a_hazard_as_the_eighth_gem() -> None:
    """The "8 gems" card may be played only after the hazard has been answered."""
    table = scene(
        "LA",
        options=Options(),
        wrecks={"sandbar": "galleon"},
        boats={"L": "sandbar:blue", "A": "sandbar"},
        hands={"A": "deep-veteran hose-tender"},
    )
    table.dive("L", "sandbar", "blue")
    table.draws("silver silver silver silver gold black")
    table.go_on("blue")
    table.act("L", Protect(boat=0))
    assert table.is_in(Answering)
    veteran = PlayCrew(("deep-veteran",))
    assert table.refuses("A", veteran).clause == "B8.4"
    table.act("A", Protect("hose-tender"))
    assert table.is_in(Playing)
    table.act("A", veteran)
    table.act("L", PlayCrew())
    table.end()
    assert table.last(DiveEnded).tallies[1].cards == 6
