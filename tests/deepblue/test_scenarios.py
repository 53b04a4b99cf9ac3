"""B10: the seven scenarios."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fathom.deepblue import (
    CHARTS,
    Approach,
    Dive,
    EndDive,
    GoOn,
    Moor,
    Options,
    PlayCrew,
    Protect,
    Rush,
    Sail,
    Steer,
    Surface,
)
from fathom.deepblue.box import ChartName
from fathom.deepblue.events import (
    CrewPlayed,
    DiveBegan,
    DiveEnded,
    Drew,
    GemScattered,
    Played,
    Tally,
    WreckFound,
)
from fathom.deepblue.phases import Answering, Asked, Choosing, Deciding, Leading, Mooring, Playing, Rushing
from tests.deepblue.scene import Scene, clause, gems, scene

CITY, ORDINARY = "temple", "galleon"


def diving(scenario: str, tile: str = CITY, names: str = "GO", **settings: object) -> Scene:
    boats = dict.fromkeys(names, "sandbar")
    boats.update(settings.pop("boats", {}))  # type: ignore[call-overload]
    return scene(names, scenario=scenario, wrecks={"sandbar": tile}, boats=boats, **settings)  # type: ignore[arg-type]


# ── Troubled Waters ──────────────────────────────────────────────────────────────────────────────


@clause("B10.1")
def test_troubled_waters_two_gems_at_once() -> None:
    table = diving("troubled-waters")
    table.dive("G", "sandbar", "gold silver")
    assert table.last(Drew) == Drew(("gold", "silver"), ())
    assert table.is_in(Deciding), "the least is one such draw"
    table.go_on("red silver")
    assert table.phase(Deciding).descent.drawn == gems("gold silver red silver")


@clause("B10.1", "B2.3")
def test_troubled_waters_elsewhere_as_ever() -> None:
    table = diving("troubled-waters", ORDINARY)
    table.dive("G", "sandbar", "gold")
    assert table.last(Drew) == Drew(("gold",), ())


@clause("B10.1")
def test_troubled_waters_the_first_is_the_warning_and_the_other_counts() -> None:
    table = diving("troubled-waters")
    table.dive("G", "sandbar", "black black")
    assert table.phase(Answering).hazards == ("black",)


@clause("B10.1")
def test_troubled_waters_two_first_gems_of_different_colours_are_both_warnings() -> None:
    table = diving("troubled-waters")
    table.dive("G", "sandbar", "black blue")
    assert table.last(Drew) == Drew(("black", "blue"), ())
    assert table.is_in(Deciding)


@clause("B10.1")
def test_troubled_waters_the_hazard_is_answered_before_any_card() -> None:
    table = diving("troubled-waters", hands={"O": "gold-diver harpooner"}, boats={"G": "sandbar:black"})
    table.dive("G", "sandbar", "black silver")
    table.go_on("black gold")
    table.act("G", Protect(boat=0))
    assert table.refuses("O", PlayCrew(("gold-diver",))).code == "answer-the-hazard"
    table.act("O", Protect("harpooner"))
    table.play(O="gold-diver")


@clause("B10.1")
def test_troubled_waters_two_hazards_are_both_answered_leader_first() -> None:
    table = diving(
        "troubled-waters",
        names="GOY",
        hands={"G": "harpooner", "O": "harpooner pump-hand", "Y": "harpooner"},
        boats={"G": "sandbar:blue"},
    )
    table.dive("G", "sandbar", "black blue")
    table.go_on("black blue")
    assert table.phase(Answering).hazards == ("black", "blue")
    table.act("G", Protect("harpooner"))
    assert table.to_move == "G", "the other hazard is still to be answered"
    assert table.menu("G") == [Protect(boat=0), Surface()]
    table.act("G", Protect(boat=0))
    assert table.to_move == "O"
    table.act("O", Protect("harpooner"))
    table.act("O", Protect("pump-hand"))
    table.act("Y", Surface())
    assert table.phase(Playing).descent.down == (0, 1)


@clause("B10.1")
def test_troubled_waters_two_effective_hazards_of_one_colour() -> None:
    table = diving("troubled-waters", hands={"G": "harpooner net-caster"})
    table.dive("G", "sandbar", "black silver")
    table.go_on("black black")
    assert table.phase(Answering).hazards == ("black", "black")
    table.act("G", Protect("harpooner"))
    table.act("G", Protect("net-caster"))
    assert table.to_move == "O"


@clause("B10.1")
def test_troubled_waters_a_single_gem_left_is_drawn_alone() -> None:
    table = diving("troubled-waters", bag="silver gold red")
    table.dive("G", "sandbar", "silver gold")
    table.go_on("red")
    assert table.last(DiveEnded).why == "bag-empty"


# ── The Best of the Best ─────────────────────────────────────────────────────────────────────────


@clause("B10.2")
@pytest.mark.parametrize(("tile", "more"), [(CITY, 4), (ORDINARY, 0)])
def test_best_of_the_best_four_more_for_every_card(tile: str, more: int) -> None:
    table = diving("best-of-the-best", tile, hands={"O": "gold-diver assayer"})
    table.dive("G", "sandbar", "gold")
    table.go_on("gold", O="gold-diver assayer")
    assert table.last(CrewPlayed).plays[1] == Played(1, ("assayer", "gold-diver"), 9 + 2 * more)
    table.end()
    assert table.last(DiveEnded).tallies[1].cards == 9 + 2 * more


@clause("B10.2")
def test_best_of_the_best_not_for_protection() -> None:
    table = diving("best-of-the-best", hands={"G": "pump-hand"})
    table.dive("G", "sandbar", "blue")
    table.go_on("blue")
    table.act("G", Protect("pump-hand"))
    table.act("O", Surface())
    table.play()
    assert table.end()["G"] == 5


# ── Scattered Riches ─────────────────────────────────────────────────────────────────────────────


def scattering(**settings: object) -> Scene:
    """G sails to Moonpool, where a part of the city lies face down."""
    wrecks = {
        "moonpool": "?temple",
        "coral-garden": "galleon",
        "drowned-forest": "?palace",
        "black-reef": "?corsair",
    }
    wrecks.update(settings.pop("wrecks", {}))  # type: ignore[call-overload]
    table = scene(
        scenario="scattered-riches",
        wrecks=wrecks,
        boats={"G": "reef-buoy"},
        hands={"G": "helmsman"},
        **settings,  # type: ignore[arg-type]
    )
    table.act("G", Sail(("helmsman",)))
    return table


@clause("B10.3")
def test_scattered_riches_on_the_part_and_on_each_neighbouring_wreck() -> None:
    table = scattering()
    table.act("G", Steer(("moonpool", None)), "red silver gold")
    assert table.told[2:] == [
        WreckFound(0, "moonpool", "temple"),
        GemScattered("moonpool", "red"),
        GemScattered("coral-garden", "silver"),
        GemScattered("drowned-forest", "gold"),
    ]
    assert table.state.bag == gems("4*black 4*blue 6*silver 2*gold")
    assert table.wreck("drowned-forest") == "?palace", "face-down ones included"
    assert table.is_in(Mooring), "then the boat takes its space"
    sighted = table.state.view(1).wrecks[table.state.box.site_number["drowned-forest"]]
    assert sighted is not None
    assert (sighted.tile, sighted.gem) == (None, "gold")


@clause("B10.3")
def test_scattered_riches_not_on_a_wreck_that_has_a_gem() -> None:
    table = scattering(wrecks={"coral-garden": "galleon+black"})
    table.act("G", Steer(("moonpool", None)), "red gold")
    assert table.wreck("coral-garden") == "galleon"
    coral = table.state.wreck_at("coral-garden")
    assert coral is not None
    assert coral.gem == "black"


@clause("B10.3")
def test_scattered_riches_a_gem_stays_when_its_wreck_is_turned_up() -> None:
    table = scattering(wrecks={"moonpool": "?galleon+red"})
    table.act("G", Steer(("moonpool", None)))
    moonpool = table.state.wreck_at("moonpool")
    assert moonpool is not None
    assert (moonpool.up, moonpool.gem) == (True, "red")


@clause("B10.3")
def test_scattered_riches_an_empty_bag_scatters_nothing() -> None:
    table = scattering(bag="red")
    table.act("G", Steer(("moonpool", None)), "red")
    assert table.state.bag == gems("")


@clause("B10.3")
@pytest.mark.parametrize("tile", ["galleon+gold", "temple+gold"])
def test_scattered_riches_a_dive_starts_with_the_gem(tile: str) -> None:
    table = diving("scattered-riches", tile, hands={"O": "gold-diver"}, bag="silver red")
    table.act("G", Dive("sandbar"))
    assert table.last(Drew) == Drew(("gold",), (), scattered=True)
    table.play(O="gold-diver")
    assert table.menu("G") == [GoOn(), EndDive()], "it counts for “at least one gem”"
    table.go_on("silver")
    assert table.end()["O"] == 2 + 2 + 1
    assert table.state.bag == gems("silver red gold"), "it returns to the bag with the rest"


@clause("B10.3")
def test_scattered_riches_after_the_rush_and_a_hazard_is_the_warning() -> None:
    table = scene(
        scenario="scattered-riches",
        wrecks={"sandbar": "galleon+black"},
        boats={"G": "sandbar sandbar", "O": "pilots-bank"},
    )
    table.act("G", Dive("sandbar"))
    assert table.is_in(Rushing)
    table.act("O", Rush((0,)))
    assert table.last(Drew) == Drew(("black",), (), scattered=True)
    table.play()
    table.go_on("black")
    assert table.phase(Answering).asked == (0, 1)


# ── Lucrative Wrecks ─────────────────────────────────────────────────────────────────────────────


@clause("B10.4")
@pytest.mark.parametrize(
    ("more", "safe"), [("", 0), ("silver", 0), ("silver silver", 2), ("5*silver gold", 4)]
)
def test_lucrative_wrecks_two_vp_per_full_three_gems(more: str, safe: int) -> None:
    table = diving("lucrative-wrecks")
    table.dive("G", "sandbar", "silver")
    table.draws(more.replace("5*silver", "silver silver silver silver silver"))
    table.end()
    assert [tally.safe for tally in table.last(DiveEnded).tallies] == [safe, 0]


@clause("B10.4")
def test_lucrative_wrecks_an_empty_bag_is_safe_too() -> None:
    table = diving("lucrative-wrecks", bag="silver silver silver")
    table.dive("G", "sandbar", "silver")
    table.draws("silver silver")
    assert table.last(DiveEnded).tallies[0] == Tally(0, cards=0, gems=3, tile=5, safe=2)


@clause("B10.4")
def test_lucrative_wrecks_not_for_a_leader_who_surfaces() -> None:
    table = diving("lucrative-wrecks")
    table.dive("G", "sandbar", "black")
    table.draws("silver")
    table.go_on("black")
    table.act("G", Surface())
    table.act("O", Surface())
    assert table.last(DiveEnded).tallies[0].safe == 0


@clause("B10.4", "B2.3")
def test_lucrative_wrecks_not_elsewhere() -> None:
    table = diving("lucrative-wrecks", ORDINARY)
    table.dive("G", "sandbar", "silver")
    table.draws("silver silver")
    table.end()
    assert table.last(DiveEnded).tallies[0].safe == 0


# ── Storm Rising ─────────────────────────────────────────────────────────────────────────────────


def storm(**settings: object) -> Scene:
    things: dict[str, object] = {
        "wrecks": {"coral-garden": "?temple", "moonpool": "?palace"},
        "boats": {"G": "lantern-shoal lantern-shoal"},
        "hands": {"G": "helmsman deckhand"},
    }
    table = scene("GO", scenario="storm-rising", **(things | settings))  # type: ignore[arg-type]
    table.act("G", Sail(("deckhand", "helmsman")))
    return table


@clause("B10.5")
def test_storm_rising_whoever_turns_up_a_part_dives_at_once() -> None:
    table = storm(boats={"G": "lantern-shoal harbour"})
    table.act("G", Steer(("coral-garden", "gull-rock")))
    assert table.is_in(Mooring), "the boats are placed first"
    table.act("G", Moor(0))
    assert table.last(DiveBegan) == DiveBegan(0, "coral-garden", "temple")
    assert table.phase(Rushing).asked == (Asked(0, (1,)),)
    table.act("G", Rush(), "silver")
    table.play()
    table.end()
    assert table.to_move == "O"
    assert table.resting("G") == "deckhand helmsman"


@clause("B10.5")
@pytest.mark.parametrize(
    ("place", "near"),
    [("lantern-shoal", True), ("reef-buoy", True), ("drowned-forest", True), ("harbour", False)],
)
def test_storm_rising_boats_rush_from_two_moves_away_or_one(place: str, near: bool) -> None:
    table = scene(
        "GO",
        scenario="storm-rising",
        wrecks={"coral-garden": "?temple"},
        boats={"G": "lantern-shoal coral-garden", "O": place},
        hands={"G": "deckhand"},
    )
    table.act("G", Sail(("deckhand",)))
    table.act("G", Steer(("coral-garden", None)))
    table.act("G", Moor(0), "" if near else "silver")
    assert (table.to_move == "O") is near


@clause("B10.5", "B2.3")
def test_storm_rising_an_ordinary_wreck_changes_nothing() -> None:
    table = storm(wrecks={"coral-garden": "?galleon"})
    table.act("G", Steer(("coral-garden", None)))
    table.act("G", Moor(0))
    assert table.is_in(Choosing)


@clause("B10.5")
def test_storm_rising_two_parts_are_dived_one_after_the_other_in_the_owners_order() -> None:
    table = storm()
    table.act("G", Steer(("coral-garden", "moonpool")))
    table.act("G", Approach(0))
    table.act("G", Moor(0))
    table.act("G", Moor(0))
    assert table.phase(Leading).sites == ("coral-garden", "moonpool")
    assert table.refuses("G", Dive("sandbar")).code == "choose-a-dive"
    assert table.menu("G") == [Dive("coral-garden"), Dive("moonpool")]
    table.act(
        "G", Dive("moonpool"), "silver"
    )  # the other boat, one move away, does not rush: its dive is to come
    table.play()
    table.act("G", EndDive())
    assert table.last(DiveBegan) == DiveBegan(0, "coral-garden", "temple")
    assert table.phase(Rushing).asked == (Asked(0, (1,)),), "the boat whose dive is over may rush"
    table.act("G", Rush((1,)), "silver")
    table.play()
    table.act("G", EndDive())
    assert table.to_move == "O"
    assert table.state.city == 2


@clause("B10.5", "B11.1")
def test_storm_rising_nothing_follows_the_fourth_part() -> None:
    table = storm(
        dived="sea-gate market-hall temple", wrecks={"coral-garden": "?palace", "moonpool": "?temple"}
    )
    table.act("G", Steer(("coral-garden", "moonpool")))
    table.act("G", Approach(0))
    table.act("G", Moor(0))
    table.act("G", Moor(0))
    table.act("G", Dive("coral-garden"), "silver")
    table.play()
    table.act("G", EndDive())
    assert table.state.result() is not None


# ── Treacherous Reefs ────────────────────────────────────────────────────────────────────────────


@clause("B10.6")
@pytest.mark.parametrize(("tile", "drawing", "asked"), [(CITY, "silver", False), (ORDINARY, "", True)])
def test_treacherous_reefs_nobody_rushes_to_the_city(tile: str, drawing: str, asked: bool) -> None:
    table = diving("treacherous-reefs", tile, boats={"G": "sandbar sandbar", "O": "pilots-bank"})
    table.act("G", Dive("sandbar"), drawing)
    assert table.is_in(Rushing) is asked


# ── Riches for All ───────────────────────────────────────────────────────────────────────────────


@clause("B10.7")
def test_riches_for_all_everyone_gets_the_tile_once_per_boat() -> None:
    table = diving(
        "riches-for-all",
        names="GOY",
        boats={"G": "sandbar:black", "O": "sandbar sandbar"},
        hands={"O": "harpooner"},
    )
    table.dive("G", "sandbar", "black")
    table.go_on("black")
    table.act("G", Protect(boat=0))
    table.act("O", Protect("harpooner"))
    table.act("Y", Surface())
    table.play()
    assert table.end() == {"G": 5, "O": 10, "Y": 5}


@clause("B10.7", "B2.3")
def test_riches_for_all_elsewhere_only_for_the_leader() -> None:
    table = diving("riches-for-all", ORDINARY, boats={"O": "sandbar sandbar"})
    table.dive("G", "sandbar", "black")
    assert table.end() == {"G": 3, "O": 0}


# ── On the charts that we ship ───────────────────────────────────────────────────────────────────


def beside_the_city(chart: ChartName) -> Iterator[tuple[str, list[str]]]:
    """Every site where a part of the city may lie, with the wrecks one move away."""
    box = Options(chart=chart).box
    for site in box.waters.chart.of_kind("site"):
        yield site, [place for place in box.waters.neighbours[site] if place in box.site_number]


@clause("B10.3")
@pytest.mark.parametrize("chart", CHARTS)
def test_scattered_riches_reach_a_neighbour_wherever_the_city_lies(chart: ChartName) -> None:
    for site, beside in beside_the_city(chart):
        options = Options(scenario="scattered-riches", chart=chart)
        others = ["galleon", "corsair", "ironclad", "merchantman", "treasure-junk", "trawler"]
        wrecks = {site: "?temple", **dict(zip(beside, others, strict=False))}
        start = options.box.waters.neighbours[site][0]
        table = scene("GO", options=options, wrecks=wrecks, boats={"G": start}, hands={"G": "deckhand"})
        table.act("G", Sail(("deckhand",)))
        table.act("G", Steer((site, None)), "gold" + " silver" * len(beside))
        assert [event.site for event in table.told if isinstance(event, GemScattered)] == [site, *beside]
        assert beside


@clause("B10.5", "B10.6")
@pytest.mark.parametrize("chart", CHARTS)
def test_boats_can_rush_from_beside_the_city_two_moves_in_a_storm_and_not_at_all_over_reefs(
    chart: ChartName,
) -> None:
    distance = Options(chart=chart).box.waters.distance
    for site, beside in beside_the_city(chart):
        far = next(place for place, away in distance[site].items() if away == 2)
        rushes = {"troubled-waters": (0,), "storm-rising": (0, 1), "treacherous-reefs": ()}
        for scenario, asked in rushes.items():
            options = Options(scenario=scenario, chart=chart)
            boats = {"G": f"{site} {site}", "O": f"{beside[0]} {far}"}
            table = scene("GO", options=options, wrecks={site: "temple"}, boats=boats)
            table.act("G", Dive(site), "" if asked else "gold")
            rushing = table.state.phase
            assert (rushing.asked if isinstance(rushing, Rushing) else ()) == (
                (Asked(1, asked),) if asked else ()
            )


@clause("B10.5")
@pytest.mark.parametrize("chart", CHARTS)
def test_a_storm_makes_whoever_finds_the_city_dive_at_once_wherever_it_lies(chart: ChartName) -> None:
    for site, _ in beside_the_city(chart):
        options = Options(scenario="storm-rising", chart=chart)
        start = options.box.waters.neighbours[site][0]
        table = scene(
            "GO",
            options=options,
            wrecks={site: "?temple"},
            boats={"G": f"{start} {start}"},
            hands={"G": "deckhand"},
        )
        table.act("G", Sail(("deckhand",)))
        table.act("G", Steer((site, None)))
        table.act("G", Moor(0))
        assert table.last(DiveBegan) == DiveBegan(0, site, "temple")


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize(
    ("scenario", "drawn", "points"),
    [
        ("troubled-waters", "silver silver", 2),
        ("best-of-the-best", "gold", 2 + 2 + 4),
        ("lucrative-wrecks", "silver silver silver", 3 + 2),
        ("riches-for-all", "silver", 1),
    ],
)
@clause("B10.1", "B10.2", "B10.4", "B10.7")
def test_the_other_scenarios_pay_at_the_city_of_either_chart(
    chart: ChartName, scenario: str, drawn: str, points: int
) -> None:
    site, _ = next(beside_the_city(chart))
    options = Options(scenario=scenario, chart=chart)
    temple = options.box.tiles["temple"].vp
    boats = {"G": f"{site} {site}", "O": f"{site}"}
    table = scene("GO", options=options, wrecks={site: "temple"}, boats=boats, hands={"G": "gold-diver"})
    gems_drawn = drawn.split()
    first = " ".join(gems_drawn[: options.box.scenarios[scenario].draw])
    table.dive("G", site, first, G="gold-diver" if "gold" in first else "")
    for gem in gems_drawn[options.box.scenarios[scenario].draw :]:
        table.go_on(gem)
    scored = table.end()
    twice = 2 if scenario == "riches-for-all" else 1
    assert scored["G"] == points + twice * temple
    assert scored["O"] - sum({"silver": 1, "gold": 2}[gem] for gem in gems_drawn) == (
        temple if scenario == "riches-for-all" else 0
    )
