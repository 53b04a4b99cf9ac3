"""How much of every animal that matters shows, per depth and water: none may be hidden.

    python -m bench.visibility                      # 200 games, first rounds, all waters
    python -m bench.visibility --seeds 551814 78840 # the stacks of some seeds

What was measured is kept in `--cache`, so that it can be gone on with.
A stack is drawn twice, with an animal and with its ink taken off its card, and the decoded centres at 640 are
compared within the animal's outline: what share of it differs by more than 8 of 255 (20 in brackets).
"""

import argparse
import io
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from fathom.dive.cards import Card, Helper, Kind
from fathom.ocean import Clarity, Frame, compose
from fathom.ocean.camera import ABOVE, VISIBLE, encoded, fineness, piled, sunlit
from fathom.ocean.films import WATERS, Film, laid
from fathom.ocean.light import Stack, lit, stacked
from fathom.ocean.pictures import made_up
from fathom.ocean.sheets import drawn_alone, planned, rasterised, swimmers
from fathom.ocean.views import from_above, side_by_side
from fathom.ocean.weather import water

PLAIN, STRONG = 8, 20
BOUNDS = (0.25, 0.25, 0.25, 0.25, 0.15)
GAMES = range(60_000, 60_200)


class Shown(msgspec.Struct, frozen=True):
    """How much of one animal shows."""

    seed: int
    clarity: Clarity
    depth: int
    animal: str
    plain: float
    strong: float


def main() -> None:
    """Measure and print what shows, the mean and the least per depth, and everything below the bound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seeds", type=int, nargs="*")
    parser.add_argument("--waters", nargs="*", choices=tuple(WATERS), default=tuple(WATERS))
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "fathom-visibility")
    parser.add_argument("--each", action="store_true", help="print every animal")
    given = parser.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)
    seeds = given.seeds or GAMES[: given.games]
    found = [one for seed in seeds for one in kept(given.cache, seed) if one.clarity in given.waters]
    if given.each:
        for one in found:
            print(told(one))
    for clarity in given.waters:
        for animal in ("shark", "helper"):
            here = [
                one
                for one in found
                if one.clarity == clarity and (one.animal == "shark") == (animal == "shark")
            ]
            print(
                f"{clarity:8} {animal:7} {'  '.join(summed_up(here, depth) for depth in range(len(BOUNDS)))}"
            )
    low = [one for one in found if one.plain < BOUNDS[one.depth]]
    print(f"{len(found)} animals in {len(seeds)} games, {len(low)} below the bound")
    for one in low:
        print(told(one))


def kept(cache: Path, seed: int) -> list[Shown]:
    """What shows in the stack of a seed in all waters, measured if it has not been before."""
    file = cache / f"{seed}.json"
    if not file.exists():
        unfinished = file.with_suffix(".part")
        unfinished.write_bytes(msgspec.json.encode([one for water in WATERS for one in shown(seed, water)]))
        unfinished.replace(file)
    return msgspec.json.decode(file.read_bytes(), type=list[Shown])


def summed_up(found: Sequence[Shown], depth: int) -> str:
    """What shows of the animals at one depth: the mean, the mean of what is strong, and the least."""
    some = [one for one in found if one.depth == depth]
    if not some:
        return "-"
    plain, strong = (statistics.mean(getattr(one, name) for one in some) for name in ("plain", "strong"))
    return f"{plain:4.0%} ({strong:4.0%}) least {min(one.plain for one in some):4.0%}"


def told(one: Shown) -> str:
    """One animal in a line."""
    return f"{one.seed} {one.clarity} depth {one.depth + 1} {one.animal}: {one.plain:.0%} ({one.strong:.0%})"


def shown(seed: int, clarity: Clarity, frame: Frame | None = None) -> Iterator[Shown]:
    """How much shows of each animal down to depth 5 in the first round of a game."""
    frame = frame or Frame()
    cards, art = made_up(seed)
    stack = cards[:VISIBLE]
    films = [
        compose(card, k, art, clarity, fineness(frame, k), tuple(stack[:k])) for k, card in enumerate(stack)
    ]
    whole = piled(films, None, water(clarity, art), frame)
    full = centre(whole, art)
    for depth, card in enumerate(stack[: len(BOUNDS)]):
        above = tuple(stack[:depth])
        for without, name in removed(card.kind):
            other = msgspec.structs.replace(card, kind=without)
            film = compose(other, depth, art, clarity, fineness(frame, depth), above)
            bare = centre(replaced(whole, film, depth, art, clarity), art)
            inside = outline(card, depth, art, frame, above, name)
            differs = np.abs(full - bare).max(axis=-1)[inside]
            yield Shown(
                seed, clarity, depth, name, float((differs > PLAIN).mean()), float((differs > STRONG).mean())
            )


def removed(kind: Kind) -> list[tuple[Kind, str]]:
    """Each animal of a kind by name, with the kind that is left without it."""
    helper = {Helper.GREEN: Kind.GREEN, Helper.RED: Kind.RED, Helper.MANTA: Kind.MANTA}
    left = []
    if kind.shark:
        left.append((helper[kind.helper] if kind.helper else Kind.NOTHING, "shark"))
    if kind.helper:
        left.append((Kind.SHARK if kind.shark else Kind.NOTHING, kind.helper.value))
    return left


def replaced(whole: Stack, film: Film, depth: int, art: bytes, clarity: Clarity) -> Stack:
    """The stack with another film at one depth."""
    one = stacked([film], [float(depth)], [whole.moves[depth]], water(clarity, art), whole.frame)
    return msgspec.structs.replace(
        whole,
        films=(*whole.films[:depth], one.films[0], *whole.films[depth + 1 :]),
        shades=(*whole.shades[:depth], one.shades[0], *whole.shades[depth + 1 :]),
    )


def centre(stack: Stack, art: bytes) -> NDArray[np.int16]:
    """The decoded centre, as everyone gets it."""
    webp = encoded(side_by_side(from_above(lit(stack, sunlit(stack.frame, art))), [ABOVE]))
    return np.asarray(Image.open(io.BytesIO(webp)).convert("RGB"), np.int16)


def outline(
    card: Card, place: int, art: bytes, frame: Frame, above: Sequence[Card], name: str
) -> NDArray[np.bool_]:
    """Where an animal of a card is in the window."""
    plan = planned(art, place, card.turn, card.flipped, tuple(above))
    ((swimmer, spot, tag),) = [
        one for one in swimmers(card.kind, plan, place) if one[2].startswith("s") == (name == "shark")
    ]
    sheet = np.asarray(Image.open(io.BytesIO(rasterised(drawn_alone(swimmer, spot, tag), frame))))
    alpha = laid(np.ascontiguousarray(sheet[..., 3]), card.turn, card.flipped)
    edge = frame.bleed
    return alpha[edge : edge + frame.size, edge : edge + frame.size] > 127


if __name__ == "__main__":
    main()
