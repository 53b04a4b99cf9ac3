"""`fathom replay` tells a game in words."""

from pathlib import Path

import pytest

from tests.cli.command import a_record, as_json, fathom, written

HERE = Path(__file__).parent


def test_a_game_is_told_from_beginning_to_end() -> None:
    """A game whose record lies here is told in the words that lie beside it."""
    said = fathom("replay", HERE / "golden" / "game.jsonl")
    assert (said.code, said.err) == (0, "")
    assert said.out == (HERE / "golden" / "game.txt").read_text(encoding="utf-8")


def test_the_game_that_lies_here_can_be_verified() -> None:
    assert fathom("verify", HERE / "golden" / "game.jsonl").code == 0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "records.jsonl"


def test_any_game_of_a_file_can_be_told(file: Path) -> None:
    written(file, a_record("one"), a_record("two"))
    first, second = (fathom("replay", file, "--game", number).out for number in (1, 2))
    assert fathom("replay", file).out == first
    assert second.startswith("Game 2 of records.jsonl: dive, random 1 and random 2.")
    assert first.splitlines()[1:] != second.splitlines()[1:]


def test_a_game_that_is_not_there_is_refused(file: Path) -> None:
    said = fathom("replay", written(file, a_record(), a_record()), "--game", 3)
    assert (said.code, said.out, said.err) == (1, "", f"fathom: {file}: there is no game 3; the file has 2\n")


def test_an_empty_or_missing_file_is_refused(file: Path) -> None:
    assert fathom("replay", file).err == f"fathom: {file}: No such file or directory\n"
    file.touch()
    assert fathom("replay", file).err == f"fathom: {file}: there is no game 1; the file is empty\n"


def test_a_broken_record_is_told_until_it_breaks(file: Path) -> None:
    edited = as_json(a_record())
    edited["moves"][-1]["seat"] = 0
    said = fathom("replay", written(file, edited))
    assert said.code == 1
    assert "Round 2 begins" in said.out
    assert "Places" not in said.out
    assert f"fathom: {file}, line 1: move " in said.err
    assert said.err.count("\n") == 1


def test_a_cut_line_is_named(file: Path) -> None:
    written(file, a_record(), a_record())
    file.write_bytes(file.read_bytes()[:-50])
    said = fathom("replay", file, "--game", 2)
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert said.err.startswith(f"fathom: {file}, line 2: not a whole record: ")


def test_a_game_that_is_not_over_is_told_so_far(file: Path) -> None:
    from fathom.dive import DiveGame, Options
    from fathom.table import FastDice, Match

    dice = FastDice(1)
    match = Match(DiveGame(), Options(), ("Ada", "Mo"), dice)
    for seat in (0, 1):
        match.play(seat, match.state.menu(seat).sample(dice), by_clock=seat == 1)
    said = fathom("replay", written(file, match.record()))
    assert said.code == 0
    assert "Time is up for Mo." in said.out
    assert said.out.endswith("The game is not over.\n")


def test_names_cannot_steer_the_terminal(file: Path) -> None:
    edited = as_json(a_record())
    edited["players"] = ["\x1b[2JAda\n", "Mo"]
    said = fathom("replay", written(file, edited))
    assert said.code == 0
    assert "\x1b" not in said.out
    assert "�[2JAda�" in said.out
