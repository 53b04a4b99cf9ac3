"""Data files: a table can bring the cards of its own box, and is told what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fathom.dive import (
    BadBox,
    Kind,
    Options,
    read_chief_deck,
    read_mix,
    standard_chief_deck,
    standard_mix,
)
from fathom.table import FastDice
from tests.dive.scene import GAME, clause

OUR_OCEAN = {
    "nothing": "10",
    "shark": "8",
    "green": "6",
    "red": "3",
    "manta": "3",
    "shark_green": "2",
    "shark_red": "2",
    "shark_manta": "2",
}


def file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def ocean(folder: Path, **changed: str) -> Path:
    lines = [f"{key} = {value}" for key, value in (OUR_OCEAN | changed).items() if value]
    return file(folder, "my-ocean.toml", "\n".join(lines))


@clause("D1.6")
def test_our_own_ocean_written_out_is_our_own_ocean(tmp_path: Path) -> None:
    assert read_mix(ocean(tmp_path)) == standard_mix()


@clause("D1.6")
def test_an_ocean_of_ones_own_is_played_with(tmp_path: Path) -> None:
    mix = read_mix(ocean(tmp_path, **dict.fromkeys(OUR_OCEAN, "0") | {"shark": "99"}))
    state = GAME.start(Options(mix=mix), 2, FastDice(1))
    assert {card.kind for card in state.ocean} == {Kind.SHARK}
    assert len(state.ocean) == 99


@clause("D1.6")
@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"shark": "-1"}, "my-ocean.toml: shark: -1 is not a number of cards from 0 to 99"),
        ({"manta": "100"}, "my-ocean.toml: manta: 100 is not a number of cards from 0 to 99"),
        ({"shark_red": "90"}, "my-ocean.toml: nothing … shark_manta: 124 cards in all; an ocean has 1 to 99"),
        (
            {"red": '"three"'},
            "my-ocean.toml: Expected `int`, got `str` - at `$.red` (the keys are nothing, shark, ",
        ),
        ({"green": "true"}, "my-ocean.toml: Expected `int`, got `bool` - at `$.green`"),
        ({"green": "2.5"}, "my-ocean.toml: Expected `int`, got `float` - at `$.green`"),
        (
            {"manta": ""},
            "my-ocean.toml: Object missing required field `manta` (the keys are nothing, shark, green",
        ),
        ({"whale": "3"}, "my-ocean.toml: Object contains unknown field `whale` (the keys are"),
        ({"red": "="}, "my-ocean.toml: not TOML: "),
    ],
)
def test_a_broken_ocean_is_refused_with_file_and_key(
    tmp_path: Path, changed: dict[str, str], complaint: str
) -> None:
    with pytest.raises(BadBox) as bad:
        read_mix(ocean(tmp_path, **changed))
    assert str(bad.value).startswith(complaint)


@clause("D1.6")
def test_all_keys_are_named_when_one_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(BadBox) as bad:
        read_mix(ocean(tmp_path, whale="3"))
    assert str(bad.value).endswith(f"(the keys are {', '.join(OUR_OCEAN)})")


@clause("D1.6")
def test_an_ocean_without_a_card_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadBox, match=r"^my-ocean.toml: nothing … shark_manta: 0 cards in all"):
        read_mix(ocean(tmp_path, **dict.fromkeys(OUR_OCEAN, "0")))


def test_a_file_that_is_not_there_or_no_text_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadBox, match=r"^none.toml: cannot be read: No such file or directory$"):
        read_mix(tmp_path / "none.toml")
    with pytest.raises(BadBox, match=r"^none.toml: cannot be read: No such file or directory$"):
        read_chief_deck(tmp_path / "none.toml")
    (tmp_path / "photo.toml").write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(BadBox, match=r"^photo.toml: cannot be read: not written in UTF-8$"):
        read_mix(tmp_path / "photo.toml")


@pytest.mark.parametrize("read", [read_mix, read_chief_deck])
def test_a_complaint_names_the_file_but_not_the_folder(
    tmp_path: Path, read: Callable[[Path], object]
) -> None:
    with pytest.raises(BadBox) as bad:
        read(tmp_path / "none.toml")
    assert str(tmp_path) not in str(bad.value)


@clause("D1.6", "D9.3")
def test_our_files_are_there_and_read_like_any_other() -> None:
    standard_mix.cache_clear()
    standard_chief_deck.cache_clear()
    assert standard_mix().total == 36
    assert len(standard_chief_deck()) == 48


@clause("D9.2")
def test_a_wrong_chief_card_is_explained_to_the_end(tmp_path: Path) -> None:
    with pytest.raises(BadBox) as bad:
        read_chief_deck(file(tmp_path, "my-chief.toml", 'cards = ["2 3 4 5"]'))
    assert str(bad.value) == (
        "my-chief.toml: cards, number 1: “2 3 4 5” is not a chief card; it gives the speeds 2, 3, 4, 6 in "
        "some order, with a y behind at most two of them"
    )


@clause("D9.3")
def test_a_chief_deck_of_ones_own_is_played_with(tmp_path: Path) -> None:
    path = file(tmp_path, "my-chief.toml", f"cards = {['2 3 4 6y', '6y 4y 3 2'] * 18}")
    deck = read_chief_deck(path)
    assert [str(card) for card in deck] == ["2 3 4 6y", "6y 4y 3 2"] * 18
    state = GAME.start(Options(chief=True, chief_deck=deck), 1, FastDice(1))
    assert sorted(map(str, state.chief_deck)) == sorted(map(str, deck))


@clause("D9.3")
def test_our_own_deck_written_out_is_our_own_deck(tmp_path: Path) -> None:
    written = [str(card) for card in standard_chief_deck()]
    assert read_chief_deck(file(tmp_path, "my-chief.toml", f"cards = {written}")) == standard_chief_deck()


@clause("D9.2", "D9.3")
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "my-chief.toml: cards: a list of cards such as “2 3 4y 6y” is missing"),
        ("cards = []", "my-chief.toml: cards: a list of cards such as “2 3 4y 6y” is missing"),
        ('cards = "2 3 4 6"', "my-chief.toml: cards: a list of cards such as “2 3 4y 6y” is missing"),
        ("deck = []", "my-chief.toml: deck: no such key; a chief deck has only “cards”"),
        (
            'cards = ["2 3 4 6"]\nzebra = 1\nbubbles = 2',
            "my-chief.toml: bubbles: no such key; a chief deck has only “cards”",
        ),
        (
            'cards = ["2 3 4 6", "2 3 4 5"]',
            "my-chief.toml: cards, number 2: “2 3 4 5” is not a chief card; it gives the speeds 2, 3, 4, 6",
        ),
        ('cards = ["2y 3y 4y 6"]', "my-chief.toml: cards, number 1: “2y 3y 4y 6” is not a chief card"),
        ("cards = [2346]", "my-chief.toml: cards, number 1: “2346” is not a chief card"),
        ('cards = ["fast"]', "my-chief.toml: cards, number 1: “fast” is not a chief card"),
        ("cards = [", "my-chief.toml: not TOML: "),
    ],
)
def test_a_broken_chief_deck_is_refused_with_file_and_key(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(BadBox) as bad:
        read_chief_deck(file(tmp_path, "my-chief.toml", text))
    assert str(bad.value).startswith(complaint)
