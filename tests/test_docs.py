"""Every page of the documentation is in its menu, and the menu names only pages that there are."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def pages(menu: object) -> Iterator[str]:
    if isinstance(menu, str):
        yield menu
    elif isinstance(menu, list):
        for entry in menu:
            yield from pages(entry)
    elif isinstance(menu, dict):
        for entry in menu.values():
            yield from pages(entry)


def test_the_menu_has_every_page_once() -> None:
    settings = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    assert sorted(pages(settings["project"]["nav"])) == sorted(
        path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")
    )


def test_every_decision_is_in_the_list_of_decisions() -> None:
    listed = (DOCS / "decisions/index.md").read_text(encoding="utf-8")
    decisions = [path.name for path in sorted((DOCS / "decisions").glob("0*.md"))]
    assert decisions
    assert [name for name in decisions if f"({name})" not in listed] == []
