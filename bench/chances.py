"""Solve Dive approximately: how likely is a diver to win, by where the pawns are and how many cards are left?

    python -m bench.chances                 # write the tables into the package
    python -m bench.chances --rounds 40     # quicker and coarser

From every position of two divers, and of a diver and the chief, so many rounds are played by divers who see
as well as software that reads our pictures, and lay what does most for winning as far as the last table knew.
Where they lead to makes a chain of positions, whose end is known; solving it gives the next table. The first
divers only count spaces. The standard takes about a quarter of an hour of one core.
"""

import argparse
import io
from pathlib import Path

import numpy as np

from fathom.dive import Tokens
from fathom.dive.box import standard_chief_deck, standard_mix
from fathom.dive.cards import Kind
from fathom.dive.descent import LAST_TRANQUIL, STONE
from fathom.players.dive.chances import A_ROUND, ROUNDS, Chances, chance_to_win, worth_of_spaces
from fathom.players.dive.eyes import DEPTHS, Floats, NoisyEyes
from fathom.players.dive.imagined import A_SPACE_EACH, dealt, laid_by, manta_spaces, readings, stacks
from fathom.players.dive.rounds import After, Boards, Numbers, played

TABLES = Path(__file__).parent.parent / "src/fathom/players/dive/data/chances.npz"
EYES = NoisyEyes(sharpness=3.95, fade=0.70, detail=1.20)
"""What fitted `PixelEyes` in natural water when the tables were made; what fits it now is `eyes.PIXELS`."""

SPACES = range(STONE)
TEMPERATURE = 0.15
"""How freely the divers choose, in spaces."""


def main() -> None:
    """Solve both games and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=250, help="from every position")
    parser.add_argument("--improvements", type=int, default=3)
    given = parser.parse_args()
    random = np.random.default_rng(7)
    half = np.full((ROUNDS, STONE, STONE), 0.5)
    known = Chances(half, half)
    for improvement in range(given.improvements):
        first = improvement == 0
        known = Chances(
            solve(*transitions(known, given.rounds, first, random, chief=False), known, chief=False),
            solve(*transitions(known, given.rounds, first, random, chief=True), known, chief=True),
        )
        print(f"{improvement}: {told(known)}", flush=True)
    packed = io.BytesIO()
    np.savez_compressed(packed, divers=known.divers.astype(np.float16), chief=known.chief.astype(np.float16))
    TABLES.write_bytes(packed.getvalue())
    print(f"{TABLES.name}: {len(packed.getvalue())} bytes")


def transitions(
    known: Chances, rounds: int, first: bool, random: np.random.Generator, *, chief: bool
) -> tuple[list[After], list[Numbers]]:
    """For every position the positions after so many rounds; and again which positions those were."""
    after, before = [], []
    for left in range(ROUNDS):
        for here in SPACES:
            # All spaces of the other at once.
            there = np.repeat(np.array(SPACES, dtype=np.int8), rounds)
            own = np.full_like(there, here)
            low, high = max(1, left * A_ROUND), (left + 1) * A_ROUND if left < ROUNDS - 1 else 36
            cards = random.integers(low, high, size=len(there))
            after.append(one_round(known, own, there, cards, first, random, chief=chief))
            before.append(np.array([left, here], dtype=np.int8))
    return after, before


def one_round(
    known: Chances,
    own: Numbers,
    other: Numbers,
    cards: np.ndarray,
    first: bool,
    random: np.random.Generator,
    *,
    chief: bool,
) -> After:
    """Play one round at each of these tables."""
    mix = standard_mix().without(())
    order = list(Kind)
    numbers = np.array([order.index(kind) for kind in mix])
    kinds = numbers[np.argsort(random.random((len(own), len(numbers))), axis=1)[:, :DEPTHS]]
    counts = np.bincount(numbers, minlength=len(order)).astype(float)

    def laid(here: Numbers, there: Numbers, table: Floats) -> Boards:
        worth = np.broadcast_to(A_SPACE_EACH, (len(here), DEPTHS + 1))
        if not first:
            worth = worth_of_spaces(table, here, there, cards)
        return laid_by(
            readings(kinds, cards, EYES.strengths(DEPTHS), counts, random),
            worth,
            here > LAST_TRANQUIL,
            manta_spaces(here, [there]),
            cards,
            Tokens.SOME,
            1,
            TEMPERATURE,
            random,
        )

    if chief:
        deck = standard_chief_deck()
        cards_of_chief = dealt(deck, random.integers(len(deck), size=len(own)))
        boards = [laid(own, other, known.chief)]
        return played(stacks(kinds, cards), boards, [own], [None], other, cards_of_chief)
    boards = [laid(own, other, known.divers), laid(other, own, known.divers)]
    return played(stacks(kinds, cards), boards, [own, other], [None, None])


def solve(after: list[After], before: list[Numbers], known: Chances, *, chief: bool) -> Floats:
    """The chances that agree with themselves: each is the mean of those that its rounds lead to."""
    table = known.chief if chief else known.divers
    for _ in range(40):
        now = Chances(known.divers if chief else table, table if chief else known.chief)
        means = np.empty_like(table)
        for led_to, (left, here) in zip(after, before, strict=True):
            means[left, here] = chance_to_win(led_to, 0, now).reshape(STONE, -1).mean(axis=1)
        if not chief:
            means = (means + 1 - means.transpose(0, 2, 1)) / 2  # what one wins the other loses
        moved = float(np.abs(means - table).max())
        table = means
        if moved < 1e-4:
            break
    return table


def told(known: Chances) -> str:
    """A few chances, to see that they make sense."""
    asked = [(4, 0, 0), (4, 15, 15), (4, 16, 15), (4, 15, 16), (2, 18, 15), (2, 20, 20), (1, 10, 12)]
    return "; ".join(f"{at}: {known.divers[at]:.2f}, chief {known.chief[at]:.2f}" for at in asked)


if __name__ == "__main__":
    main()
