"""How much a browser has to fetch before the first page can be used."""

from __future__ import annotations

import gzip
import re

from fathom.server.http.web_client import STATIC

MOST_BYTES = 200_000


def test_script_and_style_of_the_first_load_are_light() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', page)
    weights = {name: len(gzip.compress((STATIC / name).read_bytes())) for name in named}
    assert any(name.endswith(".js") for name in weights)
    assert sum(weights.values()) <= MOST_BYTES, weights
