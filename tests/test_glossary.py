"""The glossary is true: its terms are used, and words that were given up do not come back."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.test_names import defined, imported

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "glossary.md"
LANGUAGES = {"English": "en", "Deutsch": "de", "Nederlands": "nl"}
RULES = {"en": "docs/rules", "de": "docs/rules/de", "nl": "docs/rules/nl"}

GIVEN_UP = {
    "en": (
        *("torch", "dice", "manta(?! ray)", "short air", "starters", "free talk", "points of winning chance"),
        *("chief's cards?", "what you pay too much", "draws along"),
    ),
    "de": (
        *("Luftplättchen", "Ebene", "Dorfchef", "Chef", "Taucherbrett", "Brett", "Begleiter", "Manta"),
        *("Rast", "Programm", "ruhige[mns]? Wasser", "Große grüne Schildkröte", "Würfel", "Gespräch"),
        *("Seekarte", "Edelstein", "violett", "Schraube", r"Marken?(?!\w)", "Anfangs", "Tauchplatz"),
        *("knappe Luft", "Erkundungspl[aä]tz", "hineil", "herbeieil", "fährt", "Fahren", "Führende"),
        *("(?:beim|zum|dem) Ruhen", "Unruhige Wasser", "Verstreute Schätze", "Lohnende Wracks"),
        *("Sturm zieht auf(?<!Ein Sturm zieht auf)", "Tückische Riffe", "Reichtum für alle"),
    ),
    "nl": (
        *("kader", "kalm water", "hengelvis", "clownvis", "orka", "schildpad", "manta's", "haaienkant"),
        *("loding", "tempo", "verslag", "diepe wateren", "dobbelste", "gesprek", "het hoofd", "plannen"),
        *("aannemen", "edelste", "schaarse lucht", "te huur", "slangenwachter", "(?<!grote )witte haai"),
    ),
}
"""Words that once stood for a thing that has another name in the glossary."""


def tables() -> Iterator[list[dict[str, str]]]:
    """The rows of each table on the page, by the heading of their column."""
    for block in re.findall(r"(?:^\|.*\n)+", PAGE.read_text(encoding="utf-8"), re.MULTILINE):
        heading, line, *rows = (
            [cell.strip() for cell in row.strip("|").split("|")] for row in block.splitlines()
        )
        assert set(line) == {"---"}
        yield [dict(zip(heading, row, strict=True)) for row in rows]


@cache
def said(language: str) -> str:
    """Every message and both pages of rules in one language, on one line."""
    texts = list[str]()
    for path in sorted((ROOT / "web/messages").rglob(f"{language}.json")):
        for message in json.loads(path.read_text(encoding="utf-8")).values():
            texts += [message] if isinstance(message, str) else message[0]["match"].values()
    for game in ("dive", "deep-blue"):
        page = (ROOT / RULES[language] / f"{game}.md").read_text(encoding="utf-8")
        texts.append(re.sub(r"^\|.*$|`[^`\n]*`", "", page, flags=re.MULTILINE))
    return re.sub(r"\s+", " ", " ¶ ".join(texts))


def uses(text: str, word: str) -> list[str]:
    """Where a word, or one that begins with it, occurs: a few characters around each."""
    found = re.finditer(rf"(?<!\w){word}", text, re.IGNORECASE)
    return [text[max(0, at.start() - 30) : at.end() + 30] for at in found]


def test_every_table_has_its_columns_and_no_empty_cell() -> None:
    assert [len(rows) > 10 for rows in tables()] == [True] * 4
    for rows in tables():
        for row in rows:
            assert set(row) <= {*LANGUAGES, "What it is", "In code"}
            assert all(text for heading, text in row.items() if heading != "In code"), row


@pytest.mark.parametrize("heading", LANGUAGES)
def test_every_term_is_used_on_a_screen_or_in_the_rules(heading: str) -> None:
    text = said(LANGUAGES[heading])
    rows = [row for rows in tables() for row in rows if heading in row and "Deutsch" in row]
    terms = [term for row in rows for term in row[heading].split(", ")]
    assert [term for term in terms if not uses(text, re.escape(term))] == []


def test_every_word_behind_the_screen_is_used_in_a_page_or_a_module() -> None:
    paths = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.py")]
    text = " ".join(path.read_text(encoding="utf-8") for path in paths if path != PAGE)
    terms = [row["English"] for rows in tables() for row in rows if "Deutsch" not in row]
    assert terms
    assert [term for term in terms if not uses(text, re.escape(term))] == []


def test_every_name_in_code_is_there() -> None:
    """The constants too, which a page elsewhere may write without one of that name."""
    names = [name.strip("`()") for rows in tables() for row in rows if (name := row["In code"])]
    plain = [name for name in names if not name.startswith("fathom.")]
    assert [name for name in plain if not set(name.split(".")) <= defined()] == []
    assert [name for name in names if name not in plain and not imported(name)] == []


def test_every_thing_has_one_row_in_its_table() -> None:
    for rows in tables():
        terms = [row["English"] for row in rows]
        assert len(terms) == len(set(terms))


@pytest.mark.parametrize("language", GIVEN_UP)
def test_words_that_were_given_up_do_not_come_back(language: str) -> None:
    found = {word: places for word in GIVEN_UP[language] if (places := uses(said(language), word))}
    assert found == {}


def test_a_word_that_was_given_up_would_be_found() -> None:
    assert uses("Auf Ebene 1 liegt ein Luftplättchen.", "Luftplättchen")
    assert uses("two mantas", "manta(?! ray)")
    assert not uses("a manta ray", "manta(?! ray)")
