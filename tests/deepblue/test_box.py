"""B1, B12: what is in the box, and boxes of one's own."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fathom.deepblue import CHARTS, BadBox, Box, Options, OwnBox, read_box, standard_chart
from fathom.deepblue.box import NEWEST, PART_TYPES, ChartName, packed
from fathom.deepblue.chart import Chart, Place, Waters
from fathom.deepblue.crew import CrewCard
from fathom.deepblue.gems import COLOURS
from fathom.deepblue.parts import fault
from fathom.table import FastDice, Refused, encoded
from tests.deepblue.scene import GAME, clause

OURS = Options().box
FEWEST = ("coin-collector", "archaeologist")
"""Cards with the same condition as another one, fewer VP, and something else instead."""
RULES = Path(__file__).resolve().parents[2] / "docs/rules"
FILES = ("chart-standard", "chart-small", "wrecks", "crew", "market", "gems", "scenarios")


@clause("B1.1")
def test_everyone_starts_with_the_same_four_cards() -> None:
    assert len(OURS.starting) == 4
    state = GAME.start(Options(), 5, FastDice(1))
    assert {captain.hand for captain in state.captains} == {OURS.starting}
    assert {len(captain.boats) for captain in state.captains} == {2}


@clause("B1.2", "B2.2")
def test_31_gems() -> None:
    everything = OURS.gems.bag.with_all(OURS.gems.supply)
    counts = {colour: everything.of(colour) for colour in COLOURS}
    assert counts == {
        "silver": 9,
        "gold": 5,
        "red": 3,
        "green": 2,
        "purple": 4,
        "black": 4,
        "blue": 4,
    }
    assert everything.total == 31


@clause("B1.3")
def test_15_wrecks() -> None:
    tiles = OURS.tiles.values()
    assert len(tiles) == 15
    assert sum(tile.starter for tile in tiles) == 6
    assert [tile.starter for tile in tiles if tile.empty] == [True]
    assert [tile.starter for tile in tiles if tile.city] == [False] * 4


@clause("B1.4")
def test_30_cards_for_the_market_and_7_scenarios() -> None:
    assert len(OURS.market) == 30
    assert list(OURS.scenarios) == [
        "troubled-waters",
        "best-of-the-best",
        "scattered-riches",
        "lucrative-wrecks",
        "storm-rising",
        "treacherous-reefs",
        "riches-for-all",
    ]
    assert sum(OURS.tokens) == 6


@clause("B1.5")
@pytest.mark.parametrize("name", CHARTS)
def test_a_chart(name: ChartName) -> None:
    box = Options(chart=name).box
    chart = box.waters.chart
    assert Counter(place.kind for place in chart.places if place.kind != "buoy") == {
        "harbour": 1,
        "starter": 6,
        "site": 9,
    }
    assert chart.of_kind("buoy")
    assert len({place.at for place in chart.places}) == len(chart.places)


@clause("B12.1")
@pytest.mark.parametrize("name", CHARTS)
def test_starters_lie_near_the_harbour_which_is_at_the_edge(name: ChartName) -> None:
    box = Options(chart=name).box
    away = box.waters.distance[box.waters.harbour]
    starters = box.starter_sites
    others = [site for site in box.sites if site not in starters]
    assert max(away[site] for site in starters) <= min(away[site] for site in others)
    by_place = {place.id: place.at for place in box.waters.chart.places}
    assert min(across for across, _ in by_place.values()) == by_place["harbour"][0]


@clause("B12.2")
def test_the_small_chart_is_smaller() -> None:
    wide, small = Options().box, Options(chart="small").box

    def apart(box: Box) -> float:
        return sum(box.waters.distance[one][other] for one in box.sites for other in box.sites) / 210

    assert apart(small) < apart(wide)
    assert max(small.waters.distance["harbour"].values()) < max(wide.waters.distance["harbour"].values())
    assert len(small.waters.chart.places) < len(wide.waters.chart.places)


@clause("B12.1")
def test_what_the_rulebook_pins_about_the_cards() -> None:
    kinds = OURS.crew.values()
    assert any(
        card.on == "gold" and card.gems == 1 and card.vp == 2 and card.id in OURS.starting for card in kinds
    )
    assert {card.vp for card in kinds if card.on == "red"} == {4}
    assert {"green", "purple", "any"} <= {card.on for card in kinds}
    assert any(card.on not in (None, "any") and card.gems > 1 for card in kinds)
    [veterans] = [card for card in kinds if card.on == "any" and card.gems == 8]
    assert {card.vp + veterans.vp for card in kinds if card.on == "green"} == {12}  # Y4: 14 with a gold card
    assert any(card.money == 2 for card in kinds)
    assert {card.effects() for card in kinds if card.id not in OURS.starting} == {1, 2}
    assert {card.against for card in kinds} == {None, "black", "blue"}
    marks = Counter(card.adds for card in kinds for _ in range(card.count) if card.adds)
    assert marks == {"silver": 2, "gold": 2, "red": 2, "green": 2, "purple": 4}
    assert marks == {colour: OURS.gems.supply.of(colour) for colour in COLOURS if OURS.gems.supply.of(colour)}


@clause("B12.1")
def test_what_the_rulebook_pins_about_the_wrecks() -> None:
    tiles = OURS.tiles.values()
    assert any(sorted(tile.spaces) == ["blue", "gold", "red"] and tile.vp == 3 for tile in tiles)
    spaces = {space for tile in tiles for space in tile.spaces}
    assert spaces == {"silver", "gold", "red", "blue", "black", "blue-or-black"}


@clause("B12.2")
def test_the_crew_that_we_start_from() -> None:
    kinds = [OURS.crew[card] for card in dict.fromkeys(OURS.market)]

    def count(on: str | None = None, gems: int = 1, against: str | None = None) -> int:
        wanted = (on, gems, against)
        return sum(card.count for card in kinds if (card.on, card.gems, card.against) == wanted)

    assert [count(against="blue"), count(against="black"), count("red")] == [4, 4, 3]
    assert [count("gold"), count("gold", 2)] == [2, 1]
    assert [count("silver", 2), count("green"), count("purple")] == [3, 2, 4]
    assert [count("any", 8), count("any", 5), count("any", 3)] == [2, 2, 2]


def easier(one: CrewCard, other: CrewCard) -> bool:
    """Whether whoever may play the other for VP may play this one too."""
    return one.on in (other.on, "any") and one.gems <= other.gems


def outdoes(one: CrewCard, other: CrewCard) -> bool:
    """Whether a card is better than another in one thing and worse in none."""
    if other.on is not None and not (one.on is not None and easier(one, other) and one.vp >= other.vp):
        return False
    if other.against not in (None, one.against) or other.adds not in (None, one.adds):
        return False
    if one.money < other.money or one.propeller < other.propeller:
        return False
    same = (one.on, one.gems, one.vp, one.against, one.adds, one.money, one.propeller)
    return same != (other.on, other.gems, other.vp, other.against, other.adds, other.money, other.propeller)


@clause("B12.2")
def test_no_card_of_the_market_is_worse_than_another_and_better_in_nothing() -> None:
    kinds = [OURS.crew[card] for card in dict.fromkeys(OURS.market)]
    assert [(one.id, other.id) for one in kinds for other in kinds if outdoes(one, other)] == []


def test_what_outdoes_what() -> None:
    plain = CrewCard("a", "a", on="silver", gems=3, vp=4)
    assert outdoes(replace(plain, gems=2), plain)
    assert outdoes(replace(plain, on="any"), plain)
    assert outdoes(replace(plain, money=1), plain)
    assert outdoes(replace(plain, adds="silver"), plain)
    assert not outdoes(plain, plain)
    assert not outdoes(replace(plain, vp=3, money=1), plain)


@clause("B12.1")
@pytest.mark.parametrize("name", CHARTS)
def test_wrecks_lie_side_by_side_and_buoys_between_clusters(name: ChartName) -> None:
    box = Options(chart=name).box
    sites = set(box.sites)
    beside = {site: sites & set(box.waters.neighbours[site]) for site in sites}
    assert all(beside.values()), "every wreck has a neighbour that can rush to it"
    assert sum(len(some) for some in beside.values()) / 2 >= len(box.waters.chart.routes) / 3
    buoys = box.waters.chart.of_kind("buoy")
    assert all(len(sites & set(box.waters.neighbours[buoy])) >= 2 for buoy in buoys)
    assert any(sites & set(box.waters.neighbours[box.waters.harbour]))


@clause("B12.2")
@pytest.mark.parametrize("page", ["deep-blue.md", "de/deep-blue.md", "nl/deep-blue.md"])
def test_the_rules_say_what_the_cards_bring(page: str) -> None:
    told = (RULES / page).read_text(encoding="utf-8")
    told = told[told.index('<a id="B12.2">') :].split("\n\n")[0].split("\n- ")[0]
    vp = {
        (str(card.on), card.gems): card.vp
        for card in OURS.crew.values()
        if card.id not in OURS.starting and card.id not in FEWEST
    }
    kinds = [("red", 1), ("gold", 1), ("gold", 2), ("silver", 2), ("green", 1), ("purple", 1)]
    kinds += [("any", 8), ("any", 5), ("any", 3)]
    least = {(str(card.on), card.gems): card.vp for card in OURS.crew.values() if card.id in FEWEST}
    most = [(least.get(kind), vp[kind]) for kind in kinds]
    numbers = re.findall(r"\((\d+)(?: (?:or|oder|of) (\d+))?\)", told)
    assert [tuple(sorted(int(number) for number in both if number)) for both in numbers] == [
        tuple(sorted({one for one in both if one is not None})) for both in most
    ]
    hauliers = [OURS.crew["first-mate"]]
    paid = re.findall(r"(\d+) (?:or|oder|of)\s+\$(\d+)", told)[1:]  # the first is a starting card
    assert paid == [(str(card.propeller), str(card.money)) for card in hauliers]


@clause("B4.3")
def test_prices() -> None:
    assert OURS.prices == (1, 2, 2, 3)
    assert OURS.renew == 4


# ── Boxes of one's own ────────────────────────────────────────────────────────────────────────────


def ours(file: str) -> str:
    return (files("fathom.deepblue") / "data" / NEWEST / f"{file}.toml").read_text(encoding="utf-8")


@clause("B1.6")
def test_our_own_files_are_a_box(tmp_path: Path) -> None:
    for name in PART_TYPES:
        source = "chart-standard" if name == "chart" else name
        (tmp_path / f"{name}.toml").write_text(ours(source), encoding="utf-8")
    box = read_box(tmp_path)
    assert box.chart == standard_chart("standard")
    assert all(getattr(box, name) is not None for name in PART_TYPES)
    options = Options(own=box)
    GAME.check(options, 5)
    assert msgspec.json.decode(encoded(options), type=Options) == options
    mine, theirs = GAME.start(options, 3, FastDice(4)), GAME.start(Options(), 3, FastDice(4))
    assert mine.lying == theirs.lying
    assert mine.deck == theirs.deck


@clause("B1.6")
def test_one_file_is_enough(tmp_path: Path) -> None:
    (tmp_path / "market.toml").write_text(
        "prices = [2, 2, 3, 5]\nrenew = 7\ntokens = [0, 0, 1, 1, 3]", "utf-8"
    )
    box = Options(own=read_box(tmp_path)).box
    assert box.prices == (2, 2, 3, 5)
    assert box.crew == OURS.crew


@clause("B1.6")
def test_a_directory_without_any_of_the_files(tmp_path: Path) -> None:
    with pytest.raises(BadBox, match=r"none of chart\.toml, wrecks\.toml"):
        read_box(tmp_path)


def edit(file: str, change: Callable[[Any], object]) -> Any:
    """The data of one of our files, changed."""
    data = tomllib.loads(ours(file))
    change(data)
    return data


def add_island(data: Any) -> None:
    """Two buoys with a route between them and to nowhere else."""
    for name in ("here", "there"):
        data["places"].append({"id": name, "name": name, "kind": "buoy", "at": [1, 1]})
    data["routes"].append(["here", "there"])


@clause("B1.6")
@pytest.mark.parametrize(
    ("file", "change", "complaint"),
    [
        (
            "chart-standard",
            lambda data: data["places"].pop(1),
            "places: 5 places of kind “starter”; a chart has 6 (B1.5)",
        ),
        (
            "chart-standard",
            lambda data: data["places"].pop(0),
            "places: 0 places of kind “harbour”; a chart has 1 (B1.5)",
        ),
        (
            "chart-standard",
            lambda data: data["places"].pop(7),
            "places: 8 places of kind “site”; a chart has 9 (B1.5)",
        ),
        (
            "chart-standard",
            lambda data: data["routes"].append(["harbour", "atlantis"]),
            "routes, number 39: “atlantis” is not one of the places",
        ),
        (
            "chart-standard",
            lambda data: data["routes"].append(["harbour", "harbour"]),
            "routes, number 39: it goes from “harbour” to itself",
        ),
        (
            "chart-standard",
            lambda data: data["routes"].append(["kelp-bay", "south-buoy"]),
            "routes, number 39: there is a route from “kelp-bay” to “south-buoy” already",
        ),
        (
            "chart-standard",
            lambda data: data.update(routes=[route for route in data["routes"] if "far-shelf" not in route]),
            "routes: no way leads to “far-shelf”",
        ),
        (
            "chart-standard",
            lambda data: data["places"][2].update(at=[0, 1001]),
            "places, number 3, at: [0, 1001] is not from 0 to 1000",
        ),
        (
            "chart-standard",
            lambda data: data["places"][2].update(id="Kelp"),
            "places, number 3, id: an id is 1 to 40 small letters, digits and hyphens, a letter first",
        ),
        (
            "chart-standard",
            lambda data: data["places"][2].update(id="harbour"),
            "places, number 3, id: “harbour” is there twice",
        ),
        (
            "chart-standard",
            lambda data: data["places"][2].update(name=""),
            "places, number 3, name: a name has 1 to 60 characters",
        ),
        (
            "chart-standard",
            lambda data: data["places"].extend(data["places"] * 2),
            "places: 69 places; a chart has at most 60",
        ),
        ("chart-standard", lambda data: data.update(name="x" * 61), "name: a name has 1 to 60 characters"),
        (
            "chart-standard",
            add_island,
            "routes: no way leads to “here”",
        ),
        (
            "wrecks",
            lambda data: data["tiles"][3].update(name=""),
            "tiles, number 4, name: a name has 1 to 60 characters",
        ),
        (
            "scenarios",
            lambda data: data["scenarios"][0].update(name="x" * 61),
            "scenarios, number 1, name: a name has 1 to 60 characters",
        ),
        ("wrecks", lambda data: data["tiles"].pop(0), "tiles: 5 starters; there are 6 (B1.3)"),
        ("wrecks", lambda data: data["tiles"].pop(), "tiles: 8 others than starters; there are 9 (B1.3)"),
        (
            "wrecks",
            lambda data: data["tiles"][1].update(empty=True),
            "tiles: 2 empty ones; there are 1 (B1.3)",
        ),
        (
            "wrecks",
            lambda data: data["tiles"][14].update(city=False),
            "tiles: 3 parts of the Sunken City; there are 4 (B1.3)",
        ),
        (
            "wrecks",
            lambda data: data["tiles"][0].update(vp=1),
            "tiles, number 1 (nothing): the empty tile is a starter without VP and spaces (B2.1)",
        ),
        (
            "wrecks",
            lambda data: (data["tiles"][14].update(city=False), data["tiles"][1].update(city=True)),
            "tiles, number 2 (trawler): a part of the Sunken City is no starter (B1.3)",
        ),
        (
            "wrecks",
            lambda data: data["tiles"][3].update(vp=-1),
            "tiles, number 4 (mail-packet), vp: -1 is not from 0 to 20",
        ),
        (
            "wrecks",
            lambda data: data["tiles"][3].update(spaces=["red"] * 7),
            "tiles, number 4 (mail-packet), spaces: 7 spaces; a tile has at most 6",
        ),
        ("crew", lambda data: data["starting"].pop(), "starting: 3 cards; there are 4"),
        ("crew", lambda data: data["market"].pop(), "market: 29 cards; there are 30"),
        (
            "crew",
            lambda data: data["market"][0].update(count=0),
            "market, number 1 (hose-tender), count: 0 is not from 1 to 30",
        ),
        (
            "crew",
            lambda data: data["market"][0].update(money=21),
            "market, number 1 (hose-tender), money: 21 is not from 0 to 20",
        ),
        (
            "crew",
            lambda data: data["market"][4].update(gems=0),
            "market, number 5 (ruby-seeker), gems: a card needs at least one gem to be played on",
        ),
        (
            "crew",
            lambda data: data["market"][7].update(on=None),
            "market, number 8 (assayer), vp: VP need an “on”: the gems on which the card is played (B8.6)",
        ),
        (
            "crew",
            lambda data: data["market"][0].update(propeller=1),
            "market, number 1 (hose-tender): 3 effects; a card has one or two (B3.3)",
        ),
        (
            "crew",
            lambda data: data["market"][16].update(money=0, propeller=0),
            "market, number 17 (first-mate): 0 effects; a card has one or two (B3.3)",
        ),
        (
            "crew",
            lambda data: data["market"][0].update(on="red", money=0),
            "market, number 1 (hose-tender): the second effect is money or propeller (B3.3)",
        ),
        (
            "crew",
            lambda data: data["market"][0].update(id="purser"),
            "starting and market, number 5, id: “purser” is there twice",
        ),
        ("market", lambda data: data.update(prices=[1, 2, 3]), "prices: 3 prices; there are 4 slots (B2.5)"),
        ("market", lambda data: data.update(prices=[0, 1, 2, 3]), "prices, number 1: 0 is not from 1 to 20"),
        ("market", lambda data: data.update(prices=[3, 2, 2, 1]), "prices: the cheap end comes first (B4.2)"),
        ("market", lambda data: data.update(renew=0), "renew: 0 is not from 1 to 20"),
        (
            "market",
            lambda data: data.update(tokens=[0, 1]),
            "tokens: 2 numbers; there are up to 5 players (B2.6)",
        ),
        (
            "market",
            lambda data: data.update(tokens=[0, 1, 1, 2, -2]),
            "tokens, number 5: -2 is not from 0 to 20",
        ),
        ("gems", lambda data: data["bag"].update(red=-1), "bag, red: -1 is not from 0 to 99"),
        ("gems", lambda data: data["supply"].update(red=100), "supply, red: 100 is not from 0 to 99"),
        ("gems", lambda data: data.update(bag={}), "bag: a dive needs at least one gem to draw (B8.1)"),
        ("scenarios", lambda data: data.update(scenarios=[]), "scenarios: 0 scenarios; there are 1 to 50"),
        (
            "scenarios",
            lambda data: data["scenarios"][0].update(draw=0),
            "scenarios, number 1 (troubled-waters), draw: 0 is not from 1 to 20",
        ),
        (
            "scenarios",
            lambda data: data["scenarios"][3].update(safe_gems=0),
            "scenarios, number 4 (lucrative-wrecks), safe_gems: 0 is not from 1 to 20",
        ),
    ],
)
def test_what_is_wrong_is_named(file: str, change: Callable[[Any], object], complaint: str) -> None:
    name = file.partition("-")[0]
    part = msgspec.convert(edit(file, change), PART_TYPES[name])
    wrong = fault(part)
    assert wrong is not None
    assert str(wrong) == complaint
    own = msgspec.convert({name: msgspec.to_builtins(part)}, OwnBox)
    with pytest.raises(Refused) as refused:
        GAME.check(Options(own=own), 2)
    assert refused.value.refusal.code == "bad-box"
    assert refused.value.refusal.values == {"key": f"{name}: {wrong.key}", "problem": wrong.problem}


@clause("B1.6")
@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("chart-standard", lambda data: data.update(name="x")),
        ("chart-standard", lambda data: data.update(name="x" * 60)),
        ("chart-standard", lambda data: data["places"][2].update(at=[0, 1000], name="y")),
        ("chart-standard", lambda data: data["places"][2].update(name="y" * 60)),
        ("chart-standard", lambda data: add_buoys(data, up_to=60)),
        ("wrecks", lambda data: data["tiles"][3].update(vp=20, spaces=["red"] * 6)),
        ("crew", lambda data: data.update(starting=[{**data["starting"][0], "count": 4}])),
        ("crew", lambda data: data["market"][0].update(money=20)),
        ("market", lambda data: data.update(prices=[1, 1, 1, 20], renew=1, tokens=[0, 0, 0, 0, 20])),
        ("market", lambda data: data.update(renew=20)),
        ("gems", lambda data: data.update(bag={"red": 1})),
        ("gems", lambda data: data["supply"].update(red=99)),
        ("scenarios", lambda data: data.update(scenarios=data["scenarios"][:1])),
        (
            "scenarios",
            lambda data: data.update(
                scenarios=[{**data["scenarios"][0], "id": f"number-{number}"} for number in range(50)]
            ),
        ),
        (
            "scenarios",
            lambda data: data["scenarios"][0].update(draw=1, card_vp=0, safe_vp=20, safe_gems=1, rush=0),
        ),
    ],
)
def test_what_is_just_all_right(file: str, change: Callable[[Any], object]) -> None:
    assert fault(msgspec.convert(edit(file, change), PART_TYPES[file.partition("-")[0]])) is None


def add_buoys(data: Any, up_to: int) -> None:
    """More buoys in a row behind the first place, until there are so many places."""
    last = data["places"][0]["id"]
    for number in range(len(data["places"]), up_to):
        data["places"].append({"id": f"far-{number}", "name": "Far out", "kind": "buoy", "at": [500, 500]})
        data["routes"].append([last, f"far-{number}"])
        last = f"far-{number}"


@clause("B1.6")
def test_a_box_is_what_its_files_say() -> None:
    """Packed anew from the files, and compared with what stands in them."""
    box = packed.__wrapped__(NEWEST, "standard", None)
    data = {file: tomllib.loads(ours(file)) for file in FILES}
    places = {place["id"]: place["kind"] for place in data["chart-standard"]["places"]}
    starters = tuple(place for place, kind in places.items() if kind == "starter")
    others = tuple(place for place, kind in places.items() if kind == "site")
    assert box.starter_sites == starters
    assert box.sites == starters + others
    assert [box.site_number[site] for site in box.sites] == list(range(15))
    assert box.waters.chart == standard_chart("standard")
    assert box.waters.harbour == next(place for place, kind in places.items() if kind == "harbour")
    assert {tile: box.tiles[tile].vp for tile in box.tiles} == {
        tile["id"]: tile.get("vp", 0) for tile in data["wrecks"]["tiles"]
    }
    for name, cards in (("starting", box.starting), ("market", box.market)):
        counts = {card["id"]: card.get("count", 1) for card in data["crew"][name]}
        assert Counter(cards) == counts
        assert list(cards) == sorted(cards)
        assert {card: box.crew[card].count for card in counts} == counts
    assert [list(box.prices), box.renew, list(box.tokens)] == [
        data["market"][key] for key in ("prices", "renew", "tokens")
    ]
    assert {colour: box.gems.bag.of(colour) for colour in COLOURS} == {
        colour: data["gems"]["bag"].get(colour, 0) for colour in COLOURS
    }
    assert list(box.scenarios) == [scenario["id"] for scenario in data["scenarios"]["scenarios"]]
    money, propeller = box.purses(box.starting, 2)
    for purse, worth in ((money, "money"), (propeller, "propeller")):
        most = 2 + sum(getattr(box.crew[card], worth) for card in box.starting)
        assert [purse.ways(most), purse.ways(most + 1)] == [1, 0]


@clause("B1.6")
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("prices = [1, 2", "market.toml: not TOML"),
        (
            "prices = [1, 2, 2, 3]\nrenew = 4\ntokens = [0, 1, 1, 2, 2]\ntax = 3",
            "market.toml: Object contains unknown",
        ),
        ("prices = [1, 2, 2, 3]\nrenew = 'four'\ntokens = [0, 1, 1, 2, 2]", r"market.toml: .*\$.renew"),
        ("prices = [1, 2, 2, 3]\nrenew = 4\ntokens = [0]", "market.toml: tokens: 1 numbers"),
    ],
)
def test_a_file_and_its_key_are_named(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "market.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadBox, match=complaint):
        read_box(tmp_path)


@clause("B1.6")
def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "crew.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadBox, match=r"crew\.toml: cannot be read: not written in UTF-8"):
        read_box(tmp_path)
    (tmp_path / "crew.toml").unlink()
    (tmp_path / "crew.toml").mkdir()
    with pytest.raises(BadBox, match=r"crew\.toml: cannot be read"):
        read_box(tmp_path)


@clause("B1.5")
def test_distances_are_those_of_the_shortest_ways() -> None:
    places = (
        Place("a", "a", "harbour", (0, 0)),
        Place("b", "b", "buoy", (0, 0)),
        Place("c", "c", "buoy", (0, 0)),
        Place("d", "d", "site", (0, 0)),
    )
    chart = Chart("ring with a tail", places, (("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")))
    waters = Waters(chart)
    assert waters.distance["a"] == {"a": 0, "b": 1, "c": 1, "d": 2}
    assert waters.neighbours["c"] == ("a", "b", "d")
    assert [(way.to, way.moves) for way in waters.reach["d"].ways] == [("c", 1), ("d", 2), ("a", 2), ("b", 2)]
    assert waters.reach["d"].within == (0, 1, 4)
    assert [waters.reach["d"].count(moves) for moves in (0, 1, 2, 9)] == [0, 1, 4, 4]
