"""Does strength grow with the number of simulations? A picture of what `fathom tournament` found.

    fathom tournament dive --players leviathan@64,leviathan@16 --json grow-64.json
    python -m bench.growth grown.svg grow-64.json grow-256.json

Each file holds one match of a player with more simulations against the same one with fewer. The picture shows
what share of the games each of them won, with the interval that holds at all times.
"""

import argparse
from pathlib import Path

import matplotlib as mpl
import msgspec
from matplotlib import pyplot as plt


class Share(msgspec.Struct, frozen=True):
    """Won of a match, and the bounds of what that may be by chance."""

    share: float
    low: float
    high: float


class Match(msgspec.Struct, frozen=True):
    """Two players and what each of them won."""

    match: tuple[str, str]
    games: int
    won: tuple[Share, Share]


class Standings(msgspec.Struct, frozen=True):
    """What is read of the standings that a tournament writes."""

    matches: tuple[Match]


def main() -> None:
    """Read the standings and draw them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("picture", type=Path)
    parser.add_argument("standings", type=Path, nargs="+")
    given = parser.parse_args()
    matches = [msgspec.json.decode(file.read_bytes(), type=Standings).matches[0] for file in given.standings]
    draw(sorted(matches, key=simulations), given.picture)
    for match in matches:
        won = match.won[0]
        print(f"{match.match[0]}: {won.share:.1%} ({won.low:.1%} – {won.high:.1%}) of {match.games}")


def simulations(match: Match) -> int:
    """How many the first player has."""
    return int(match.match[0].partition("@")[2])


def draw(matches: list[Match], picture: Path) -> None:
    """The shares by the number of simulations."""
    mpl.rcParams.update({"svg.hashsalt": "growth", "font.size": 9, "axes.spines.top": False})
    figure, axes = plt.subplots(figsize=(6, 3.2))
    shares = [match.won[0] for match in matches]
    axes.errorbar(
        [simulations(match) for match in matches],
        [100 * won.share for won in shares],
        yerr=[
            [100 * (won.share - won.low) for won in shares],
            [100 * (won.high - won.share) for won in shares],
        ],
        fmt="o-",
        capsize=3,
    )
    axes.axhline(50, color="grey", linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.set_xticks([simulations(match) for match in matches], [str(simulations(match)) for match in matches])
    axes.set(
        xlabel="simulations",
        ylabel=f"won against {matches[0].match[1]}, %",
        title="The same eyes, more simulations",
    )
    figure.tight_layout()
    figure.savefig(picture, metadata={"Date": None} if picture.suffix == ".svg" else None)
    plt.close(figure)


if __name__ == "__main__":
    main()
