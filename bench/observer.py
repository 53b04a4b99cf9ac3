"""A plain model observer beside `PixelEyes`: a channelised Hotelling observer, as medical imaging has it.

    python -m bench.observer draw      # draw pairs of stills with and without an animal, keep their channels
    python -m bench.observer report    # d′ per depth: normal eyes, kinds of colour blindness, encodings

It is told where to look and only asked whether something is there: in one picture of a pair the card at a
depth holds a shark, in the other not, everything else being equal. Channels are differences of Gaussians in
lightness and two opponent colours (CIELAB), their means and their energies over a disc about the spot. The
template is Hotelling's, learnt on one half of the games and judged on the other, and the other way round.
Colour blindness is simulated after Machado, Oliveira and Fernandes (2009) at full severity.
"""

import argparse
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bench.visibility import replaced
from fathom.dive.cards import Kind
from fathom.ocean import VISIBLE, Clarity, Frame, compose
from fathom.ocean.camera import encoded, picture, piled, sunlit
from fathom.ocean.layout import on_window
from fathom.ocean.light import Stack, lit
from fathom.ocean.moving import moving_picture
from fathom.ocean.pictures import made_up
from fathom.ocean.sheets import planned
from fathom.ocean.views import STEPS, developed, see, tilt
from fathom.ocean.weather import water

Floats = NDArray[np.float64]

GAMES = range(70_000, 70_200)
DEPTHS = 5
RADIUS = 88
"""How far about the spot the observer looks, in pixels of 640."""

SCALES = (1.0, 2.0, 4.0, 8.0)
"""Widths of the Gaussians, in pixels of 320."""

EYES: dict[str, Floats] = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
    "greyscale": np.repeat(np.array([[0.2126, 0.7152, 0.0722]]), 3, axis=0),
}
ENCODINGS = ("plain", "webp", "avif")
QUESTIONS = ("shark", "deeper", "turtles")
"""Is there a shark; does it lie here or one card deeper; is the turtle red or green."""

_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = np.array([0.95047, 1.0, 1.08883])


def main() -> None:
    """Do one of the two steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("step", choices=("draw", "report"))
    parser.add_argument("--games", type=int, default=len(GAMES))
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "fathom-observer")
    given = parser.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)
    files = [given.cache / f"{seed}.npz" for seed in GAMES[: given.games]]
    if given.step == "draw":
        for seed, file in zip(GAMES, files, strict=False):
            if not file.exists():
                unfinished = file.with_suffix(".part.npz")
                np.savez(unfinished, allow_pickle=False, **dict(channels_of(seed)))
                unfinished.replace(file)
    else:
        report([np.load(file) for file in files if file.exists()])


def channels_of(seed: int, clarity: Clarity = "natural") -> Iterator[tuple[str, Floats]]:
    """The channels of every picture of a game, named by question, depth, answer, eyes and encoding."""
    frame = Frame()
    cards, art = made_up(seed)
    stack = cards[:VISIBLE]
    films = [compose(card, k, art, clarity, frame, tuple(stack[:k])) for k, card in enumerate(stack)]
    whole = piled(films, None, water(clarity, art), frame)
    for depth in range(DEPTHS):
        card, above = stack[depth], tuple(stack[:depth])
        plan = planned(art, depth, card.turn, card.flipped, above)
        shark, helper = (
            on_window(spot, card.turn, card.flipped) for spot in (plan.shark_spot, plan.helper_spot)
        )
        there = {
            kind: replaced(
                whole,
                compose(msgspec.structs.replace(card, kind=kind), depth, art, clarity, frame, above),
                depth,
                art,
                clarity,
            )
            for kind in (Kind.SHARK, Kind.NOTHING, Kind.RED, Kind.GREEN)
        }
        # The same film, laid one card deeper: below it nothing else changes places.
        deeper = exchanged(there[Kind.SHARK], depth)
        for question, answer, laid, spot in (
            ("shark", 1, there[Kind.SHARK], shark),
            ("shark", 0, there[Kind.NOTHING], shark),
            ("deeper", 1, deeper, shark),
            ("turtles", 1, there[Kind.RED], helper),
            ("turtles", 0, there[Kind.GREEN], helper),
        ):
            encodings = ENCODINGS if question == "shark" else ENCODINGS[:1]
            for encoding, view in photographs(laid, art, encodings).items():
                for eyes, matrix in EYES.items():
                    if encoding != "plain" and eyes != "normal":
                        continue
                    yield f"{question}/{depth}/{answer}/{eyes}/{encoding}", channels(view, spot, matrix)


def exchanged(stack: Stack, depth: int) -> Stack:
    """The stack with the card at a depth and the one below it having changed places."""
    films, shades = list(stack.films), list(stack.shades)
    films[depth : depth + 2] = films[depth : depth + 2][::-1]
    shades[depth : depth + 2] = shades[depth : depth + 2][::-1]
    return msgspec.structs.replace(stack, films=tuple(films), shades=tuple(shades))


def photographs(stack: Stack, art: bytes, encodings: tuple[str, ...]) -> dict[str, Image.Image]:
    """The centre in some encodings; the moving one among four of its neighbours."""
    day = lit(stack, sunlit(stack.frame, art))
    centre = developed(see(day, (0.0, 0.0)))
    found = {"plain": picture(centre)}
    if "webp" in encodings:
        found["webp"] = Image.open(io.BytesIO(encoded(centre))).convert("RGB")
    if "avif" in encodings:
        row = [picture(developed(see(day, tilt(2, column)))) for column in range(STEPS)]
        moving = Image.open(io.BytesIO(moving_picture(row)))
        moving.seek(2)
        found["avif"] = moving.convert("RGB")
    return found


def channels(view: Image.Image, spot: tuple[float, float], eyes: Floats) -> Floats:
    """What the channels give about a spot: for each colour and scale the mean and the energy in a disc."""
    left, top = (round(at) - 2 * RADIUS for at in spot)
    around = view.crop((left, top, left + 4 * RADIUS, top + 4 * RADIUS))
    cut = np.asarray(around.resize((2 * RADIUS, 2 * RADIUS), Image.Resampling.BOX), np.float64) / 255
    lab = _lab(np.clip((cut**2.2) @ eyes.T, 0.0, 1.0))
    axis = 2 * np.arange(2 * RADIUS) - 2 * RADIUS + 1.0
    distance = np.hypot(axis[:, None], axis[None, :])
    disc, ring = distance < RADIUS, (distance >= RADIUS) & (distance < 1.6 * RADIUS)
    given = []
    for colour in range(3):
        plane = lab[..., colour]
        given.append(plane[disc].mean() - plane[ring].mean())
        blurred = [_blurred(plane, scale) for scale in SCALES]
        for fine, coarse in zip([plane, *blurred[:-1]], blurred, strict=True):
            band = fine - coarse
            given.append(band[distance < 0.5 * RADIUS].mean())
            given.append(np.log(band[disc].var() + 1e-3) - np.log(band[ring].var() + 1e-3))
    return np.array(given)


def _lab(linear: Floats) -> Floats:
    xyz = linear @ _XYZ.T / _WHITE
    root = np.where(xyz > 0.008856, np.cbrt(np.maximum(xyz, 1e-9)), 7.787 * xyz + 16 / 116)
    parts = (
        116 * root[..., 1] - 16,
        500 * (root[..., 0] - root[..., 1]),
        200 * (root[..., 1] - root[..., 2]),
    )
    return np.stack(parts, axis=-1)


def _blurred(plane: Floats, scale: float) -> Floats:
    """A Gaussian blur by the Fourier transform; the edge wraps, which the disc does not see."""
    rows, columns = np.fft.fftfreq(plane.shape[0])[:, None], np.fft.rfftfreq(plane.shape[1])[None, :]
    falls = np.exp(-2 * (np.pi * scale) ** 2 * (rows**2 + columns**2))
    return np.fft.irfft2(np.fft.rfft2(plane) * falls, plane.shape)


def detectability(with_it: Floats, without: Floats) -> float:
    """d′ of Hotelling's template, each half of the games judged by that of the other; rows are games."""
    scores: tuple[list[float], list[float]] = ([], [])
    for learn, judge in ((slice(0, None, 2), slice(1, None, 2)), (slice(1, None, 2), slice(0, None, 2))):
        spread = np.cov(with_it[learn].T) + np.cov(without[learn].T)
        spread += 0.3 * np.diag(np.diag(spread)) + 1e-6 * np.eye(len(spread))
        template = np.linalg.solve(spread, with_it[learn].mean(axis=0) - without[learn].mean(axis=0))
        width = np.sqrt(template @ spread @ template) + 1e-9
        scores[0].extend(with_it[judge] @ template / width)
        scores[1].extend(without[judge] @ template / width)
    one, other = map(np.array, scores)
    return float((one.mean() - other.mean()) / np.sqrt(0.5 * (one.var() + other.var())))


def interval(with_it: Floats, without: Floats) -> tuple[float, float]:
    """A 95 % interval of d′ by drawing games again (bootstrap)."""
    chance = np.random.default_rng(1)
    drawn = []
    for _ in range(200):
        some = chance.integers(0, len(with_it), len(with_it))
        drawn.append(detectability(with_it[some], without[some]))
    low, high = np.percentile(drawn, (2.5, 97.5))
    return float(low), float(high)


def report(games: list[dict[str, Floats]]) -> None:
    """Print d′ per depth for every question, kind of eyes and encoding, beside normal eyes, uncoded."""
    print(f"{len(games)} games, natural water, stills")

    def told(name: str, keys: tuple[str, str], beside: list[float] | None) -> list[float]:
        found, words = [], []
        for depth in range(DEPTHS):
            pair = [np.stack([game[key.format(depth)] for game in games]) for key in keys]
            found.append(detectability(*pair))
            low, high = interval(*pair)
            share = f" {found[-1] / beside[depth]:4.0%}" if beside else ""
            words.append(f"{found[-1]:5.2f} ({low:.1f}–{high:.1f}){share}")
        print(f"  {name:28}" + "  ".join(words), flush=True)
        return found

    for question in QUESTIONS:
        absent = "shark/{}/1" if question == "deeper" else f"{question}/{{}}/0"
        usual: list[float] | None = None
        for eyes in EYES:
            pair = f"{question}/{{}}/1/{eyes}/plain", f"{absent}/{eyes}/plain"
            got = told(f"{question}, {eyes}", pair, usual)
            usual = usual or got
        if question == "shark":
            for encoding in ENCODINGS[1:]:
                pair = f"shark/{{}}/1/normal/{encoding}", f"shark/{{}}/0/normal/{encoding}"
                told(f"{question}, {encoding}", pair, usual)


if __name__ == "__main__":
    main()
