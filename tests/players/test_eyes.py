"""What divers see: honest noise, exact conclusions from it, and never a card."""

import re
from itertools import product
from math import exp, perm
from pathlib import Path

import msgspec
import numpy as np
import pytest

from fathom.dive import Clarity, DiveGame, DiveState, Kind, LayOctopus, Options
from fathom.dive.state import Programming
from fathom.guests import guests
from fathom.players import Level
from fathom.players.dive import NoisyEyes, Soundings
from fathom.players.dive.eyes import FittedEyes
from fathom.players.dive.eyes.soundings import posterior
from fathom.table import FairDice, FastDice

GAME = DiveGame()
SEED = bytes(range(32))


def a_table(seed: int, clarity: Clarity = Clarity.NATURAL) -> DiveState:
    return GAME.start(Options(clarity=clarity), 2, FastDice(seed))


def test_the_conclusion_is_exact() -> None:
    counts = [2, 1, 0, 1, 0, 0, 3, 1]
    evidence = np.random.default_rng(1).normal(size=(3, len(Kind)))
    summed = np.zeros_like(evidence)
    for kinds in product(range(len(Kind)), repeat=3):
        ways = float(np.prod([perm(count, kinds.count(kind)) for kind, count in enumerate(counts)]))
        weight = ways * exp(sum(evidence[depth, kind] for depth, kind in enumerate(kinds)))
        for depth, kind in enumerate(kinds):
            summed[depth, kind] += weight
    expected = summed / summed.sum(axis=1, keepdims=True)
    assert np.allclose(posterior(evidence, counts), expected, rtol=0, atol=1e-12)


def test_soundings_mean_what_they_say() -> None:
    """Of all the times that a shark was sounded with 60 to 80 percent, it was there about so often."""
    said: list[float] = []
    true: list[bool] = []
    for seed in range(400):
        state = a_table(seed)
        soundings = NoisyEyes().look(state, 0, FastDice(f"{seed}"))
        for sounding, card in zip(soundings.depths, state.ocean, strict=False):
            said.append(sounding.shark)
            true.append(card.kind.shark)
    for low, high in [(0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01)]:
        these = [index for index, chance in enumerate(said) if low <= chance < high]
        assert len(these) > 100
        expected = sum(said[index] for index in these) / len(these)
        happened = sum(true[index] for index in these) / len(these)
        assert abs(expected - happened) < 0.08


def rightly_seen(clarity: Clarity, *, octopus: bool = False, stacks: int = 300) -> list[float]:
    """How often the shark question was answered rightly, per depth."""
    right = [0] * 6
    for seed in range(stacks):
        state = a_table(seed, clarity)
        if octopus:
            state.phase = Programming((None, None), (LayOctopus(50, 50), None))
        soundings = NoisyEyes().look(state, 1, FastDice(f"{seed}"))
        for depth, (sounding, card) in enumerate(zip(soundings.depths, state.ocean, strict=False)):
            right[depth] += (sounding.shark > 0.5) is card.kind.shark
    return [count / stacks for count in right]


def test_one_is_sure_of_the_top_and_in_doubt_at_the_bottom() -> None:
    seen = rightly_seen(Clarity.NATURAL)
    assert min(seen[:2]) > 0.93
    assert 0.8 < seen[2] < 0.95
    assert all(0.6 < share < 0.9 for share in seen[3:5])
    assert seen == sorted(seen, reverse=True)


def test_clear_water_shows_more_and_murky_water_less() -> None:
    clear, natural, murky = (sum(rightly_seen(clarity)) for clarity in Clarity)
    assert clear > natural + 0.1 > murky + 0.2


def test_an_octopus_hides() -> None:
    assert sum(rightly_seen(Clarity.NATURAL, octopus=True)) < sum(rightly_seen(Clarity.NATURAL)) - 0.1


def test_looking_again_shows_the_same() -> None:
    state = a_table(5)
    dice = FairDice(SEED)
    first = NoisyEyes().look(state, 0, dice.at(0))
    assert NoisyEyes().look(state, 0, dice.at(0)) == first
    assert NoisyEyes().look(state, 0, FairDice(SEED)) == first


def test_every_seat_and_every_round_has_a_look_of_its_own() -> None:
    state = a_table(5)
    looks = [NoisyEyes().look(state, seat, FairDice(SEED)) for seat in (0, 1)]
    later = state.copy()
    later.told = ((),)
    looks.append(NoisyEyes().look(later, 0, FairDice(SEED)))
    assert len(set(looks)) == 3


def test_after_the_octopus_there_is_nothing_new_to_be_learnt() -> None:
    """The later signals are the earlier ones with more noise: the clearer of two looks says it all.

    Were the noise the same in both, their difference would be the card itself.
    """
    differences: dict[bool, list[float]] = {False: [], True: []}
    for seed in range(300):
        state = a_table(seed)
        before = NoisyEyes().look(state, 0, FastDice(seed)).depths[4].shark
        state.phase = Programming((None, None), (LayOctopus(50, 50), None))
        after = NoisyEyes().look(state, 0, FastDice(seed)).depths[4].shark
        if 0.35 < before < 0.65:  # equally in doubt before: does the change tell them apart?
            differences[state.ocean[4].kind.shark].append(after - before)
    without, with_shark = (float(np.mean(differences[shark])) for shark in (False, True))
    assert min(len(some) for some in differences.values()) > 20
    assert abs(with_shark - without) < 0.08


def test_the_last_card_is_known_to_whoever_can_count() -> None:
    (sounding,) = NoisyEyes(sharpness=0.1).sound([Kind.SHARK_RED], [Kind.SHARK_RED], FastDice(1)).depths
    assert (sounding.shark, sounding.green, sounding.red, sounding.manta) == (1.0, 0.0, 1.0, 0.0)


@pytest.mark.parametrize("cards", range(7))
def test_there_are_as_many_soundings_as_cards_and_at_most_six(cards: int) -> None:
    kinds = [Kind.NOTHING, Kind.SHARK, Kind.GREEN, Kind.MANTA, Kind.SHARK, Kind.RED][:cards]
    assert len(NoisyEyes().sound(kinds, kinds, FastDice(1)).depths) == cards
    if cards == 6:
        assert len(NoisyEyes().look(a_table(1), 0, FastDice(1)).depths) == 6


def test_cards_deeper_than_six_do_not_matter() -> None:
    state = a_table(3)
    soundings = NoisyEyes().look(state, 0, FastDice(1))
    state.ocean = state.ocean[:6] + state.ocean[:5:-1]
    assert NoisyEyes().look(state, 0, FastDice(1)) == soundings


def test_soundings_are_probabilities_and_survive_json() -> None:
    for seed in range(30):
        soundings = NoisyEyes().look(a_table(seed), 0, FastDice(seed))
        for sounding in soundings.depths:
            helpers = sounding.green + sounding.red + sounding.manta
            assert min(sounding.shark, sounding.green, sounding.red, sounding.manta) >= 0
            assert sounding.shark <= 1
            assert helpers <= 1.0002
        assert msgspec.json.decode(msgspec.json.encode(soundings), type=Soundings) == soundings


OCEAN = (Path(__file__).resolve().parents[2] / "docs/ocean.md").read_text(encoding="utf-8")
"""The page that tells which eyes fit `PixelEyes`."""


@pytest.mark.parametrize("water", ["clear", "natural", "murky"])
@pytest.mark.parametrize(
    "level", [level for level in guests()["dive"].levels if level.eyes], ids=lambda level: level.name
)
def test_no_level_sees_better_than_software_reads_the_pictures(level: Level, water: str) -> None:
    row = re.search(rf"^\| {water} \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", OCEAN, re.MULTILINE)
    assert row is not None
    software = NoisyEyes(*(float(number) for number in row.groups()))
    assert isinstance(level.eyes, FittedEyes)
    own = getattr(level.eyes, water).strengths(6)
    assert (own <= software.strengths(6) + 1e-9).all()


def test_fitted_eyes_look_with_those_of_the_water() -> None:
    eyes = next(level.eyes for level in guests()["dive"].levels if level.name == "leviathan")
    assert isinstance(eyes, FittedEyes)
    for clarity in Clarity:
        state = a_table(5, clarity)
        kinds = [card.kind for card in state.ocean[:6]]
        own = {Clarity.CLEAR: eyes.clear, Clarity.NATURAL: eyes.natural, Clarity.MURKY: eyes.murky}[clarity]
        sounded = own.sound(
            kinds, state.options.mix.without(state.lifted), FastDice(3), label="soundings/1/0"
        )
        assert eyes.look(state, 0, FastDice(3)) == sounded
