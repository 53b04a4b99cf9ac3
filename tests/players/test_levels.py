"""Dive's levels grow level by level, and those of both games are as docs/bots.md tells them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from fathom.guests import guests, named
from fathom.players import RandomPlayer, UnknownLevel
from fathom.players.dive import Diver, SearchingDiver, Snorkeler
from fathom.players.dive.eyes import FittedEyes

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


def test_another_number_of_simulations_can_be_asked_for() -> None:
    for name in ("diver", "captain", "leviathan"):
        chosen = named("dive", f"{name}@20")
        assert isinstance(chosen.player, Diver | SearchingDiver)
        assert chosen.player.simulations == 20
        assert (chosen.name, chosen.eyes) == (f"{name}@20", named("dive", name).eyes)
    for name in ("random", "snorkeler"):
        with pytest.raises(UnknownLevel, match="does not simulate"):
            named("dive", f"{name}@20")
    for number in ("0", "-1", "many", "1.5"):
        with pytest.raises(UnknownLevel, match="no number of simulations"):
            named("dive", f"diver@{number}")


def test_higher_levels_think_in_a_better_way_or_simulate_more() -> None:
    ways = [RandomPlayer, Snorkeler, Diver, SearchingDiver]
    players: list[Any] = [known.player for known in guests()["dive"].levels]
    ranks = [(ways.index(type(player)), getattr(player, "simulations", 0)) for player in players]
    assert ranks == sorted({*ranks})


def test_higher_levels_see_better_in_every_water() -> None:
    eyes = [known.eyes for known in guests()["dive"].levels[1:]]
    for lower, higher in pairwise(eyes):
        assert isinstance(lower, FittedEyes)
        assert isinstance(higher, FittedEyes)
        for water in ("clear", "natural", "murky"):
            worse, better = getattr(lower, water), getattr(higher, water)
            assert (better.strengths(6) > worse.strengths(6)).all()


def rows(game: str) -> list[list[str]]:
    """The cells of the table of a game's levels, without its head."""
    _, _, chapter = DOCS.read_text().partition({"dive": "\n## Dive\n", "deep-blue": "\n## Deep Blue\n"}[game])
    lines = chapter[chapter.index("| level |") :].splitlines()
    table = lines[: lines.index("")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


@pytest.mark.parametrize("game", guests())
def test_the_documented_levels_are_those_that_are_served(game: str) -> None:
    told = rows(game)
    assert [row[0] for row in told] == [f"`{known.name}`" for known in guests()[game].levels]
    for row, known in zip(told, guests()[game].levels, strict=True):
        player: Any = known.player
        assert row[2] == str(getattr(player, "simulations", "–"))
        assert row[-1] == (f"{player.seconds * 1000:.0f} ms" if hasattr(player, "seconds") else "–")
        if game == "dive":
            eyes = known.eyes.natural if isinstance(known.eyes, FittedEyes) else None
            numbers = [] if eyes is None else [float(number) for number in row[3].split(",")]
            assert numbers == ([] if eyes is None else [eyes.sharpness, eyes.fade, eyes.detail])


def test_the_documented_number_of_programs_is_that_of_the_diver() -> None:
    assert f"plays {Diver().candidates} programs through" in DOCS.read_text()
