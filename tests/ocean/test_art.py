"""The drawings: what they may contain, and what can be done with one."""

import io
import itertools
import math
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
import resvg_py
from PIL import Image

from fathom.ocean.art import MANTA, OCTOPUS, SHARKS, TURTLES, Pose, drawing, growth, icon, names, reef
from fathom.ocean.art.drawings import recoloured
from fathom.ocean.art.pose import bent_path
from fathom.ocean.chance import Draws

GROWTHS = (
    *(growth.kelp, growth.grass, growth.coral, growth.fan, growth.stones, growth.arm, growth.bubbles),
    *(reef.rock, reef.sponge, reef.anemone, reef.whip, reef.dome, reef.minnows),
)


def test_every_species_that_the_rules_know_has_its_drawing() -> None:
    assert {*SHARKS, *TURTLES.values(), MANTA, OCTOPUS} <= set(names())


@pytest.mark.parametrize("name", names())
def test_a_drawing_is_plain_self_contained_svg(name: str) -> None:
    document = icon(name)
    tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(document).iter()}
    assert tags <= {
        *[
            "svg",
            "g",
            "defs",
            "path",
            "circle",
            "ellipse",
            "use",
            "clipPath",
            "linearGradient",
            "radialGradient",
            "stop",
        ]
    }
    assert not re.search(r"href=\"(?!#)|<!--|<script|style=", document)
    for path in re.findall(r'\sd="([^"]+)"', document):
        assert set(re.findall("[A-Za-z]", path)) <= set("MLCQZmlcqz"), name


@pytest.mark.parametrize("name", names())
def test_a_drawing_fills_its_box(name: str) -> None:
    png = resvg_py.svg_to_bytes(svg_string=icon(name), width=96, skip_system_fonts=True)
    alpha = np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGBA"))[..., 3]
    assert 0.08 < (alpha > 128).mean() < 0.9


def test_an_unknown_drawing_is_named_in_the_error() -> None:
    with pytest.raises(KeyError, match="unicorn"):
        icon("unicorn")


def test_ids_get_their_tag_wherever_they_are_used() -> None:
    body = drawing("shark-white").posed("k7", Pose(0.4))
    ids = set(re.findall(r'\bid="([^"]+)"', body))
    used = set(re.findall(r'(?:url\(#|href="#)([\w-]+)', body))
    assert used <= ids
    assert all(name.startswith("k7") for name in ids)


def test_turtles_are_told_apart_without_colour() -> None:
    """Drawn in grey, the lines of one shell run along the body and those of the other in all directions."""

    def lengthwise(name: str) -> float:
        png = resvg_py.svg_to_bytes(svg_string=icon(name), width=440, skip_system_fonts=True)
        grey = np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGBA").convert("L"), np.float64)
        shell = grey[grey.shape[0] // 2 - 50 : grey.shape[0] // 2 + 50, 160:320]
        return float(np.abs(np.diff(shell, axis=0)).sum() / np.abs(np.diff(shell, axis=1)).sum())

    assert lengthwise(TURTLES["red"]) > 1.6 * lengthwise(TURTLES["green"])


def test_a_straight_pose_moves_nothing() -> None:
    assert Pose().bend(-40.0, 12.0) == (-40.0, 12.0)


def test_a_turn_keeps_lengths_along_the_spine() -> None:
    pose = Pose(turn=1.0, length=300.0)
    points = [pose.bend(x, 0.0) for x in range(-150, 151)]
    walked = sum(math.dist(a, b) for a, b in itertools.pairwise(points))
    assert walked == pytest.approx(300, rel=1e-3)


def test_relative_strokes_become_absolute() -> None:
    def moved(x: float, y: float) -> tuple[float, float]:
        return x + 1, y

    assert bent_path("M10 10l5 0 q1 2 3 4 Z", moved) == "M11.0 10.0L16.0 10.0Q17.0 12.0 19.0 14.0Z"


def test_recolouring_turns_the_hue_and_keeps_grey_grey() -> None:
    assert recoloured("#ff0000", 1 / 3, 1.0, 1.0) == "#00ff00"
    assert recoloured("#808080", 0.4, 1.0, 1.0) == "#808080"


@pytest.mark.parametrize("grow", GROWTHS)
def test_what_grows_differs_from_draw_to_draw_and_is_svg(grow: growth.Growth) -> None:
    drawn = [grow(Draws(bytes(32), "growth", k), growth.PLAIN) for k in range(8)]
    assert len(set(drawn)) == 8
    for body in drawn:
        ET.fromstring(f"<g>{body}</g>")
        assert "nan" not in body
