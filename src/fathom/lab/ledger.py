"""The file of a tournament: its contest, then a line for each finished game, to go on from."""

from __future__ import annotations

from pathlib import Path

import msgspec

from fathom.lab.records import LineFile
from fathom.lab.tournament import Contest, Played
from fathom.table import encoded

_line = msgspec.json.Decoder(Contest | Played).decode


class OtherTournament(Exception):
    """The file is not what this tournament can go on with; the message says why."""


class Ledger(LineFile):
    """Goes on with a file, or begins it. `games` are those that were played in earlier runs.

    A last line that was cut off is dropped. Raises `OtherTournament` if the file holds anything else than
    games of this contest, played by what the players are made of now, and `OSError` if it cannot be read or
    written.
    """

    def __init__(self, path: Path, contest: Contest) -> None:
        text = path.read_bytes() if path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        self.games = _games(path, whole.splitlines(), contest)
        super().__init__(path, keep=len(whole))
        if not whole:
            self.write(encoded(contest))

    def add(self, game: Played) -> None:
        """Write a game down; raises `OSError`, with every part of its line taken back, if it cannot."""
        self.write(encoded(game))


def _games(path: Path, lines: list[bytes], contest: Contest) -> list[Played]:
    games = []
    meeting = {frozenset(match) for match in contest.matches()}
    for number, line in enumerate(lines, start=1):
        try:
            found = _line(line)
        except msgspec.DecodeError as error:
            raise OtherTournament(f"{path}, line {number}: {error}") from error
        if number == 1:
            if not isinstance(found, Contest) or not found.same_as(contest):
                raise OtherTournament(
                    f"{path} holds another tournament (other players, options or seed); name another file"
                )
            _check_makings(path, found, contest)
        elif isinstance(found, Played) and frozenset(found.players) in meeting:
            games.append(found)
        else:
            raise OtherTournament(f"{path}, line {number}: this game is not of this tournament")
    return games


def _check_makings(path: Path, then: Contest, now: Contest) -> None:
    """Refuse to go on with games of players that were made of something else: they would count as these."""
    remade = now.remade(then)
    if not remade:
        return
    who = "all players" if remade == now.players else " and ".join(remade)
    why = (
        "does not say what its players were made of"
        if not then.makings
        else f"was played before {who} changed"
    )
    raise OtherTournament(
        f"{path} {why} (their code or data, or the rules); its games would be counted as theirs: "
        "name another file"
    )
