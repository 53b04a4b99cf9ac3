"""`fathom simulate`: many games, a table, records; and a clear word when something cannot be played."""

import re
from pathlib import Path

import msgspec
import pytest

from fathom.dive import Options, Tokens, read_mix
from fathom.table import read_record
from tests.cli.command import fathom

HERE = Path(__file__).parent


def dive(*arguments: object) -> list[object]:
    return ["simulate", "dive", *arguments]


def test_the_table_says_who_won_how_often() -> None:
    said = fathom(*dive("--players", "random,snorkeler", "--games", 20, "--seed", 4))
    assert said.code == 0
    rows = [[cell.strip() for cell in re.split("[│┃]", line)[1:-1]] for line in said.out.splitlines()]
    rows = [row for row in rows if row]
    assert rows[0] == ["seat", "player", "won", "95 % interval", "drawn", "mean score"]
    assert [row[:2] for row in rows[1:]] == [["1", "random"], ["2", "snorkeler"]]
    assert float(rows[2][2].rstrip("%")) > 80
    assert said.out.startswith("20 games, seed 4")
    assert re.search(r"^\d\.\d\d rounds and \d+\.\d decisions per game", said.out, re.MULTILINE)


def test_the_same_seed_gives_the_same_file_for_any_number_of_jobs(tmp_path: Path) -> None:
    alone, together = tmp_path / "alone.jsonl", tmp_path / "together.jsonl"
    first = fathom(*dive("--players", "random,random", "--games", 17, "--out", alone))
    second = fathom(*dive("--players", "random,random", "--games", 17, "--out", together, "--jobs", 2))
    assert first == second
    assert alone.read_bytes() == together.read_bytes()
    assert len(alone.read_bytes().splitlines()) == 17


def test_what_is_written_can_be_verified_and_told(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    fathom(*dive("--players", "snorkeler,random", "--games", 3, "--out", file))
    assert fathom("verify", file).out.startswith("3 games verified: ")
    assert fathom("replay", file, "--game", 3).out.startswith(
        "Game 3 of records.jsonl: dive, snorkeler and random."
    )


def test_the_options_of_dive_reach_the_table(tmp_path: Path) -> None:
    file, ocean, deck = (tmp_path / name for name in ("records.jsonl", "ocean.toml", "chief.toml"))
    ocean.write_text(
        "nothing = 9\nshark = 1\ngreen = 0\nred = 0\nmanta = 0\n"
        "shark_green = 0\nshark_red = 0\nshark_manta = 0\n"
    )
    deck.write_text(f"cards = {['2 3 4 6y'] * 10}")
    said = fathom(
        *dive("--games", 1, "--players", "random", "--tokens", "all", "--companions", "--chief"),
        *("--clarity", "murky", "--ocean", ocean, "--chief-deck", deck, "--out", file),
    )
    assert said.code == 0
    options = msgspec.json.decode(read_record(file.read_bytes()).options, type=Options)
    assert (options.tokens, options.companions, options.chief) == (Tokens.ALL, True, True)
    assert options.clarity.value == "murky"
    assert options.mix == read_mix(ocean)
    assert options.chief_deck is not None
    assert {str(card) for card in options.chief_deck} == {"2 3 4 6y"}


def test_alone_one_plays_against_the_chief() -> None:
    said = fathom(*dive("--players", "random", "--chief", "--games", 10))
    assert said.code == 0
    assert "the chief won" in said.out


def test_children_play_with_faces(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    assert fathom(*dive("--players", "snorkeler,random", "--children", "--games", 1, "--out", file)).code == 0
    assert b'"type":"faces"' in file.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["simulate", "chess"], "there is no game “chess”; there is dive and deep-blue"),
        (
            dive("--players", "wizard"),
            "there is no player “wizard” for dive; there are random, snorkeler, diver, captain, leviathan",
        ),
        (
            dive("--players", ""),
            "there is no player “” for dive; there are random, snorkeler, diver, captain, leviathan",
        ),
        (dive("--players", "random"), "One diver alone plays against the village chief. (D1.3)"),
        (dive("--players", "random," * 4 + "random"), "Dive is for 1 to 4 divers, not 5. (D1.3)"),
        (dive("--children", "--chief"), "The children's version is played without the village chief. (D7.5)"),
        (dive("--children", "--companions"), "The children's version is played without companions. (D7.5)"),
        (dive("--ocean", "nowhere.toml"), "nowhere.toml: cannot be read: No such file or directory"),
        (dive("--chief-deck", "nowhere.toml"), "nowhere.toml: cannot be read: No such file or directory"),
        (
            dive("--out", "no/such/folder/records.jsonl"),
            "no/such/folder/records.jsonl: No such file or directory",
        ),
    ],
    ids=lambda value: "" if isinstance(value, str) else None,
)
def test_what_cannot_be_played_is_refused_in_one_line(arguments: list[object], complaint: str) -> None:
    said = fathom(*arguments)
    assert (said.code, said.out, said.err) == (1, "", f"fathom: {complaint}\n")


@pytest.mark.parametrize(
    ("option", "content", "complaint"),
    [
        ("--ocean", "nothing = 3", "box.toml: Object missing required field `shark`"),
        ("--ocean", "nothing = ", "box.toml: not TOML: "),
        ("--chief-deck", 'cards = ["1 2 3 4"]', "box.toml: cards, number 1: “1 2 3 4” is not a chief card"),
        ("--chief-deck", "", "box.toml: cards: a list of cards"),
    ],
)
def test_a_box_that_cannot_be_played_with_is_refused(
    tmp_path: Path, option: str, content: str, complaint: str
) -> None:
    box = tmp_path / "box.toml"
    box.write_text(content)
    said = fathom(*dive("--chief", option, box))
    assert said.code == 1
    assert said.err.startswith(f"fathom: {complaint}")
    assert said.err.count("\n") == 1


def test_a_mistake_does_not_empty_the_file_that_was_there(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text("precious")
    fathom(*dive("--players", "wizard", "--out", file))
    assert file.read_text() == "precious"


@pytest.mark.parametrize(
    "option", [("--games", 0), ("--jobs", 0), ("--tokens", "most"), ("--clarity", "dark")]
)
def test_values_that_no_option_has_are_usage_errors(option: tuple[str, object]) -> None:
    said = fathom(*dive(*option))
    assert said.code == 2
    assert option[0] in said.err
