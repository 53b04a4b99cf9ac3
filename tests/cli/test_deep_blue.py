"""Deep Blue on the command line: simulated, written down, verified, told; and options where they belong."""

from pathlib import Path

import msgspec
import pytest

from fathom.deepblue import Options
from fathom.table import read_record
from tests.cli.command import fathom


def deep_blue(*arguments: object) -> list[object]:
    return ["simulate", "deep-blue", *arguments]


def test_games_are_simulated_verified_and_told(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    said = fathom(*deep_blue("--players", "random,diver", "--games", 2, "--seed", 3, "--out", file))
    assert said.code == 0
    assert said.out.startswith("2 games, seed 3")
    assert "rounds" not in said.out  # nobody counts them from the moves alone
    assert fathom("verify", file).out.startswith("2 games verified: ")
    told = fathom("replay", file, "--game", 2).out
    assert told.startswith("Game 2 of records.jsonl: deep-blue, random and diver.")
    assert "The Sunken City is complete" in told
    assert " is ready." not in told


def test_an_edited_record_is_found_out(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    fathom(*deep_blue("--players", "random,random", "--games", 1, "--out", file))
    record = msgspec.json.decode(file.read_bytes())
    number, purpose, index, sides, value = record["outcomes"][5]
    record["outcomes"][5] = [number, purpose, index, sides, (value + 1) % sides]
    file.write_bytes(msgspec.json.encode(record) + b"\n")
    said = fathom("verify", file)
    assert said.code == 1
    assert (
        f"outcome {index} of “{purpose}” in entry {number} is {(value + 1) % sides}, but the seed" in said.err
    )


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ((), Options()),
        (("--scenario", "storm-rising", "--chart", "small"), Options("storm-rising", "small")),
        (("--scenario", "drawn"), Options(scenario=None)),
    ],
)
def test_the_options_of_deep_blue_reach_the_table(
    tmp_path: Path, arguments: tuple[str, ...], options: Options
) -> None:
    file = tmp_path / "records.jsonl"
    said = fathom(*deep_blue("--players", "random,random", "--games", 1, "--out", file, *arguments))
    assert said.code == 0
    record = read_record(file.read_bytes())
    assert msgspec.json.decode(record.options, type=Options) == options


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (deep_blue("--chief"), "--chief is an option of dive, not of deep-blue"),
        (["simulate", "dive", "--chart", "small"], "--chart is an option of deep-blue, not of dive"),
        (deep_blue("--scenario", "calm"), "There is no scenario “calm”, only troubled-waters, "),
        (deep_blue("--players", "diver"), "Deep Blue is for 2 to 5"),
        (
            deep_blue("--players", "diver,shark"),
            "there is no player “shark” for deep-blue; there are random, ",
        ),
        (deep_blue("--box", "nowhere"), "nowhere"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(arguments: list[object], complaint: str) -> None:
    said = fathom(*arguments)
    assert said.code == 1
    assert complaint in said.err
    assert said.err.count("\n") == 1
