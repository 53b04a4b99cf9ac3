"""How much a browser has to fetch before the first page can be used."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from fathom.server.http.web_client import STATIC

MOST_BYTES = 200_000


def test_script_and_style_of_the_first_load_are_light() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', page)
    weights = {name: len(gzip.compress((STATIC / name).read_bytes())) for name in named}
    assert any(name.endswith(".js") for name in weights)
    assert sum(weights.values()) <= MOST_BYTES, weights


@pytest.mark.parametrize(
    ("page", "own", "other"),
    [("divePage", "gl_FragColor", "ferry-slip"), ("deepBluePage", "ferry-slip", "gl_FragColor")],
)
def test_who_plays_one_game_does_not_fetch_the_other(page: str, own: str, other: str) -> None:
    (entry,) = (STATIC / "assets").glob(f"{page}-*.js")
    scripts = {path.name: path.read_text(encoding="utf-8") for path in _with_all_it_imports(entry)}
    assert [name for name, text in scripts.items() if own in text]
    assert [name for name, text in scripts.items() if other in text] == []


def test_the_first_page_fetches_no_game() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    (entry,) = re.findall(r'<script[^>]* src="/(assets/[^"]+\.js)"', page)
    names = {path.name.split("-")[0] for path in _with_all_it_imports(STATIC / entry)}
    assert names.isdisjoint({"divePage", "deepBluePage", "plainPage", "DiveScene", "DeepBlueScene"})


def _with_all_it_imports(entry: Path) -> set[Path]:
    """A script and all that it cannot do without; what it may import later is not among them."""
    found, open_ones = {entry}, [entry]
    while open_ones:
        text = open_ones.pop().read_text(encoding="utf-8")
        for name in re.findall(r'(?:from|import)\s*"\./([^"]+\.js)"', text):
            path = entry.parent / name
            if path not in found:
                found.add(path)
                open_ones.append(path)
    return found
