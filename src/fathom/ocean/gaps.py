"""Gaps: how far apart the cards of a round lie, which is how far each of them moves when the stack is tilted.

Equal gaps about a known card would make tilting a ruler: whatever moves by three steps lies on the fourth
card. So the gaps of every round are drawn anew from the table's secret, and the stack turns about a point
between two cards, where nothing stands still. What lies deeper never moves less to the right; more is not
told. Two neighbours that lie close may move alike: then only what covers what tells their order.
"""

from fathom.ocean.chance import Draws

FURTHEST = 4.0
"""Nothing down to depth 5 moves further than this at full tilt, in pixels of the frame of 640."""

PLAYED = 5
"""Cards from the top that a program can name."""

LEAST_GAP, WIDEST_GAP = 0.45, 3.4
"""How far neighbouring cards move apart at full tilt, in pixels of the frame of 640."""

LEAST_SPAN = 5.0
"""So far the first and the fifth card move apart at least: order stays visible."""

BESIDE_PIVOT = 0.55
"""No card lies nearer than this to where the stack turns: none of them stands still."""

TRIES = 200

Moves = tuple[float, ...]
"""How far each layer moves at full tilt, from the top, in pixels of the frame of 640; up is negative."""

USUAL: Moves = (-3.6, -2.3, -0.7, 1.9, 3.4, 4.6, 5.8, 6.9)
"""Some gaps, for stacks that belong to no table."""


def moves(art: bytes, round_number: int, layers: int) -> Moves:
    """Draw how far each layer of a round moves at full tilt.

    The numbers come from a continuous range under a label of their own: two rounds never share them.
    """
    draws = Draws(art, "gaps", round_number)
    for _ in range(TRIES):
        gaps = [draws.between(LEAST_GAP, WIDEST_GAP) for _ in range(PLAYED - 1)]
        span = draws.between(LEAST_SPAN, 2 * FURTHEST) / sum(gaps)
        gaps = [gap * span for gap in gaps]
        at = [draws.between(-FURTHEST, min(FURTHEST - sum(gaps), -BESIDE_PIVOT))]
        for gap in gaps:
            at.append(at[-1] + gap)
        if min(gaps) >= LEAST_GAP and min(map(abs, at)) >= BESIDE_PIVOT and at[0] < 0 < at[-1]:
            break
    else:
        at = list(USUAL[:PLAYED])
    while len(at) < layers:
        at.append(at[-1] + draws.between(LEAST_GAP, 2.2))
    return tuple(at[:layers])
