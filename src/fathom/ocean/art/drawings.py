"""Reading the drawings, and turning one into a piece of a card."""

import colorsys
import functools
import re
from importlib import resources

import msgspec

from fathom.ocean.art.pose import Pose

_VIEWBOX = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')
_COLOUR = re.compile(r"#([0-9a-f]{6})\b")
_WHITE = re.compile(r"#fff\b")
_ID = re.compile(r'\bid="([\w-]+)"')
_REFERENCE = re.compile(r"(url\(#|href=\"#)([\w-]+)")

STRAIGHT = Pose()


class Drawing(msgspec.Struct, frozen=True):
    """One SVG drawing: what is inside it and the box it was drawn in."""

    name: str
    body: str
    left: float
    top: float
    width: float
    height: float

    def posed(
        self, tag: str, pose: Pose = STRAIGHT, hue: float = 0.0, strength: float = 1.0, light: float = 1.0
    ) -> str:
        """Give the fragment for a card: bent, recoloured, its ids made unique with a tag."""
        body = self.body if pose == STRAIGHT else pose.applied(self.body)
        body = _ID.sub(rf'id="{tag}\1"', body)
        body = _REFERENCE.sub(rf"\1{tag}\2", body)
        if (hue, strength, light) == (0.0, 1.0, 1.0):
            return body
        return _COLOUR.sub(lambda match: recoloured(match[0], hue, strength, light), body)


def names() -> list[str]:
    """List every drawing there is, by the name of its file."""
    folder = resources.files(__package__)
    return sorted(entry.name[:-4] for entry in folder.iterdir() if entry.name.endswith(".svg"))


@functools.cache
def icon(name: str) -> str:
    """Give a drawing as a whole SVG document, as the browser shows it."""
    file = resources.files(__package__).joinpath(f"{name}.svg")
    if not file.is_file():
        raise KeyError(f"there is no drawing {name!r}; there are {', '.join(names())}")
    return file.read_text("utf-8")


@functools.cache
def drawing(name: str) -> Drawing:
    """Read a drawing for use on a card."""
    document = icon(name)
    box = _VIEWBOX.search(document)
    if box is None:
        raise ValueError(f"the drawing {name!r} has no viewBox")
    inside = document[document.index(">") + 1 : document.rindex("</svg>")].strip()
    left, top, width, height = (float(number) for number in box.groups())
    return Drawing(name, _WHITE.sub("#ffffff", inside), left, top, width, height)


@functools.lru_cache(maxsize=4096)
def recoloured(colour: str, hue: float, strength: float, light: float) -> str:
    """Turn the hue (in whole turns) and scale saturation and lightness of `#rrggbb`."""
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    tone, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    channels = colorsys.hls_to_rgb(
        (tone + hue) % 1.0, min(lightness * light, 1.0), min(saturation * strength, 1.0)
    )
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in channels)
