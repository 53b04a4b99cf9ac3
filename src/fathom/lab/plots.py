"""A tournament as a picture: ratings with their intervals, and who wins how much against whom."""

from __future__ import annotations

from pathlib import Path

from fathom.lab.standings import Standings


class NoPlots(Exception):
    """What draws plots is not installed; the message says what to do."""


def plot(standings: Standings, path: Path) -> None:
    """Draw the standings into a file whose ending says of what kind: .svg, .png, .pdf.

    Raises `NoPlots` if matplotlib is not installed, `ValueError` if it cannot draw such a file and `OSError`
    if the file cannot be written.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra that only pictures need
    except ImportError as error:
        raise NoPlots("plots need matplotlib: install fathom-games[plots]") from error
    from matplotlib.figure import Figure  # noqa: PLC0415

    players = [standing.player for standing in standings.players]
    with mpl.rc_context({"svg.hashsalt": "fathom", "font.size": 9}):
        figure = Figure(figsize=(9, 1.6 + 0.5 * len(players)), layout="constrained")
        rated, won = figure.subplots(1, 2)
        for place, standing in enumerate(standings.players):
            rating = standing.rating
            rated.plot([rating.low, rating.high], [place, place], color="#0b5563", linewidth=3, alpha=0.5)
            rated.plot([rating.mean], [place], "o", color="#0b5563")
        rated.set_yticks(range(len(players)), players)
        rated.invert_yaxis()
        rated.set_title("rating, with 95 % interval")
        rated.grid(axis="x", alpha=0.3)
        for number, match in enumerate(standings.matches):
            for player, share in zip(match.match, match.won, strict=True):
                shade = f"C{players.index(player) % 10}" if player in players else "grey"
                won.plot([share.low, share.high], [number, number], color=shade, linewidth=3, alpha=0.4)
                won.plot([share.share], [number], "o", color=shade)
        won.set_yticks(
            range(len(standings.matches)), [" – ".join(match.match) for match in standings.matches]
        )
        won.invert_yaxis()
        won.set_xlim(0, 1)
        won.set_title("share of games won, with 95 % interval")
        if standings.until is not None:
            won.axvline(standings.until, color="black", linewidth=0.8, linestyle="--")
        won.grid(axis="x", alpha=0.3)
        # No date in the file: the same standings give the same picture.
        metadata = {"Date": None} if path.suffix == ".svg" else {}
        figure.savefig(path, metadata=metadata)
