"""Every page of the documentation is in its menu, every block of code runs, and the reference is whole."""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from fathom.guests import guests
from fathom.players import UnknownLevel
from scripts import reference
from tests.blocks import ROOT, Block, NotRun, Runner, blocks, pages

DOCS = ROOT / "docs"

guests()  # loaded before any page is run: what a page imports is forgotten after it


def in_menu(menu: object) -> Iterator[str]:
    if isinstance(menu, str):
        yield menu
    elif isinstance(menu, list):
        for entry in menu:
            yield from in_menu(entry)
    elif isinstance(menu, dict):
        for entry in menu.values():
            yield from in_menu(entry)


def test_the_menu_has_every_page_once() -> None:
    settings = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    written = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    built = {reference.page_name(module) for module in reference.MODULES}
    assert sorted(in_menu(settings["project"]["nav"])) == sorted(written | built)


def test_every_decision_is_in_the_list_of_decisions() -> None:
    listed = (DOCS / "decisions/index.md").read_text(encoding="utf-8")
    decisions = [path.name for path in sorted((DOCS / "decisions").glob("0*.md"))]
    assert decisions
    assert [name for name in decisions if f"({name})" not in listed] == []


# ── Code ────────────────────────────────────────────────────────────────────────────────────────────────────

WITH_CODE = [page for page in pages() if any(True for _ in blocks(page))]


@pytest.mark.parametrize("page", WITH_CODE, ids=[page.relative_to(ROOT).as_posix() for page in WITH_CODE])
def test_every_block_of_code_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    known = set(sys.modules)
    # A page may use what another one tells to write.
    for block in (block for other in WITH_CODE for block in blocks(other) if block.title):
        Path(str(block.title)).write_text(block.code, encoding="utf-8")
    try:
        runner = Runner()
        for block in blocks(page):
            runner.run(block)
    finally:
        for name in set(sys.modules) - known:
            if not name.startswith("fathom"):
                sys.modules.pop(name)


def test_there_is_code_on_the_pages_that_promise_it() -> None:
    fences = {page: page.read_text(encoding="utf-8").count("```") for page in pages()}
    assert fences == {page: 2 * len(list(blocks(page))) for page in pages()}, "a block that is not seen"
    kinds = {page.relative_to(ROOT).as_posix(): [block.kind for block in blocks(page)] for page in pages()}
    assert kinds["README.md"].count("python") == 1
    assert [kinds[f"docs/programming/{name}.md"].count("python") for name in ("index", "bot", "game")] == [
        4,
        4,
        6,
    ]
    assert "sh" in kinds["docs/cli.md"]
    assert "toml" in kinds["docs/hosting.md"]


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("", "print(1)"),
        ("javascript", "alert(1)"),
        ("sh", "curl example.test"),
        ("sh", "make nonsense"),
        ("sh", "fathom nonsense"),
        ("sh", "fathom simulate dive --nonsense"),
        ("sh", "fathom tournament dive --players captain,nonsense"),
        ("python", "raise ValueError"),
        ("python", "assert 1 == 2"),
        ("toml", "a = "),
        ("json", "{"),
    ],
)
def test_a_block_that_is_wrong_or_that_nothing_runs_fails(kind: str, code: str) -> None:
    wrong = (NotRun, AssertionError, KeyError, ValueError, UnknownLevel)
    with pytest.raises(wrong) as failed:
        Runner().run(Block("docs/new.md", 1, kind, None, code + "\n"))
    if kind in {"", "javascript"} or code.startswith("curl"):
        assert failed.type is NotRun


# ── The reference ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("module", reference.MODULES)
def test_the_reference_tells_everything_public(module: str) -> None:
    told = {each.name for each in reference.public(module)}
    listed = getattr(__import__(module, fromlist=["*"]), "__all__", None)
    assert told == set(listed or told)
    page = reference.page(module)
    for name in told:
        assert f"## `{name}`\n" in page


def test_the_reference_follows_the_docstrings() -> None:
    page = reference.page("fathom.table")
    assert "Seats are numbered from 0 in the order in which people sit." in page
    assert "- `def to_move(self) -> tuple[Seat, ...]`" in page
    assert "The seats that the game waits for" in page
    assert "_canonical" not in page
