"""Draws the pictures of docs/ocean.md again, for a change of the optics: `python -m bench.ocean_pictures`."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from fathom.ocean.films import WATERS
from fathom.ocean.pictures import made_up, view_of

PICTURES = Path(__file__).parent.parent / "docs/pictures"
TWELVE = range(701, 713)
GAP = 8
NIGHT = "#071a33"


def main() -> None:
    """Write the contact sheet, the three waters and the lights."""
    twelve = [seen for seed in TWELVE for seen in three_looks(seed)]
    laid_out(twelve, 192, together=3, abreast=2).save(PICTURES / "ocean-twelve-games.webp", quality=80)
    cards, art = made_up(TWELVE[2])
    waters = [view_of(cards, art, clarity=clarity) for clarity in WATERS]
    laid_out(waters, 384, together=1, abreast=3).save(PICTURES / "ocean-clarity.webp", quality=82)
    lights = [view_of(cards, art, light=light) for light in ("torch", "below", "west")]
    laid_out(lights, 384, together=1, abreast=3).save(PICTURES / "ocean-lights.webp", quality=82)


def three_looks(seed: int) -> list[Image.Image]:
    """A stack from above, tilted, and by torch."""
    cards, art = made_up(seed)
    return [view_of(cards, art), view_of(cards, art, tilt=(1.0, 1.0)), view_of(cards, art, light="torch")]


def laid_out(views: Sequence[Image.Image], size: int, together: int, abreast: int) -> Image.Image:
    """Views on a sheet: so many of them touch each other, and so many such groups lie in a row."""
    rows, width = len(views) // together // abreast, together * size + GAP
    sheet = Image.new("RGB", (abreast * width + GAP, rows * (size + GAP) + GAP), NIGHT)
    for k, view in enumerate(views):
        group, across = divmod(k, together)
        left, top = GAP + group % abreast * width + across * size, GAP + group // abreast * (size + GAP)
        sheet.paste(view.resize((size, size), Image.Resampling.LANCZOS), (left, top))
    return sheet


if __name__ == "__main__":
    main()
