"""Looking at a page as those do who need it to fit, to be read aloud, or to speak their language."""

from __future__ import annotations

import json
import re
from functools import cache
from io import BytesIO
from itertools import combinations
from pathlib import Path

from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Locator

from tests.web.captain import Captain

MESSAGES = Path(__file__).parents[2] / "web/messages"

KEY = re.compile(r"\b(?:blue|home|new|lobby|told|refused|end|talk|fair|join)_[a-z_]+\b")
"""What a message looks like when its words are missing: its own key."""

NAMELESS = re.compile(r"^\s*- (?:button|link|textbox|combobox|checkbox|radio|img|heading)(?: \[[^\]]*\])*:?$")
"""Something in the tree of which a screen reader could only say what kind of thing it is."""

APART = 8
"""How much of 255 marks must differ in grey; the same mark twice differs by nothing."""

QUESTIONS = {
    "choosing": "blue_ask_turn",
    "taking": "blue_ask_take",
    "approaching": "blue_ask_approach",
    "mooring": "blue_ask_moor",
    "leading": "blue_ask_lead",
    "rushing": "blue_ask_rush",
    "answering": "blue_ask_answer",
    "playing": "blue_ask_play",
    "deciding": "blue_ask_decide",
}
"""The message that asks in each phase."""


@cache
def messages(language: str) -> dict[str, object]:
    """All messages of the client in a language."""
    found: dict[str, object] = {}
    for file in (MESSAGES / f"{language}.json", MESSAGES / "deep-blue" / f"{language}.json"):
        found |= json.loads(file.read_text(encoding="utf-8"))
    return found


def said(language: str, key: str) -> str:
    """A message up to what is put into it, as the client has it in this language."""
    message = messages(language)[key]
    if isinstance(message, list):
        message = next(iter(message[0]["match"].values()))
    assert isinstance(message, str)
    return message.split("{")[0].strip()


def complaints(captain: Captain, phase: str = "", *, axe: bool = True) -> list[str]:
    """Everything that is wrong with a page: overflow, axe, the tree, small targets, missing words."""
    language: str = captain.page.evaluate("document.documentElement.lang")
    tree = captain.page.locator("body").aria_snapshot()
    words = captain.words()
    found = [f"nameless in the tree: {line}" for line in tree.splitlines() if NAMELESS.match(line)]
    found += [f"axe: {objection}" for objection in (captain.objections() if axe else [])]
    found += [f"too small: {target}" for target in _small_targets(captain)]
    found += [f"a message without words: {key}" for key in KEY.findall(words)]
    found += [f"says {word}" for word in ("undefined", "[object", "NaN") if word in words]
    if captain.overflow() > 0:
        found.append(f"{captain.overflow()} pixels too wide")
    if phase in QUESTIONS and not _asks(tree, language, phase):
        found.append(f"the tree does not ask {said(language, QUESTIONS[phase])!r}")
    return found


def _asks(tree: str, language: str, phase: str) -> bool:
    """Whether the decision is a region with its question as a heading, what it means, and what to press."""
    lines = tree.splitlines()
    region = f'- region "{said(language, "blue_decision")}"'
    at = next((number for number, line in enumerate(lines) if region in line), None)
    if at is None:
        return False
    depth = len(lines[at]) - len(lines[at].lstrip())
    inside = []
    for line in lines[at + 1 :]:
        if len(line) - len(line.lstrip()) <= depth:
            break
        inside.append(line)
    # Whoever has nothing against a hazard is told so instead of being asked.
    questions = [QUESTIONS[phase], *(["blue_driven_up"] if phase == "answering" else [])]
    asked = any("heading" in line and said(language, each) in line for line in inside for each in questions)
    return asked and all(
        any(re.search(f"- '?{part}", line) for line in inside) for part in ("paragraph", "button")
    )


def _small_targets(captain: Captain) -> list[str]:
    """Buttons and fields that are smaller than 44 pixels; the chart's places come closer with its own."""
    found: list[str] = captain.page.evaluate(
        """() => [...document.querySelectorAll('main button, main select, main summary')]
            .map(each => [each, each.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
            .map(([each, box]) => `${each.dataset.testid ?? each.className} ${box.width} × ${box.height}`)"""
    )
    return found


def least_apart_in_grey(marks: Locator) -> float:
    """How much of 255 the two most alike of these marks differ for someone who sees no colours."""
    pictures = [Image.open(BytesIO(mark.screenshot())).convert("L").resize((32, 32)) for mark in marks.all()]
    assert len(pictures) > 1
    return min(
        ImageStat.Stat(ImageChops.difference(one, other)).mean[0] for one, other in combinations(pictures, 2)
    )


def out_of_sight(captain: Captain, moment: str) -> list[str]:
    """What is needed for this decision and is not wholly in the window, or lies under something else:
    whatever can be pressed, what it costs, the hand (which may scroll sideways), and where there is something
    to choose from them the market and the places of the chart.
    """
    found: list[str] = captain.page.evaluate(_OUT_OF_SIGHT, moment)
    return found


_OUT_OF_SIGHT = """moment => {
    const seen = (selector) => [...document.querySelectorAll(selector)];
    const name = (each) => each.dataset.testid ?? each.className.baseVal ?? each.className;
    const dock = '[data-testid=decision] ';
    const needed = [
        ...seen(`${dock}button:not(:disabled), ${dock}select, ${dock}input, ${dock}.sum, ${dock}h2`),
        ...seen('[data-testid=hand]'),
        ...(['hiring', 'taking', 'paying'].includes(moment)
            ? seen('[data-testid^=slot-][aria-disabled=false], [data-testid=renew]:not(:disabled)') : []),
        ...(['sailing', 'course', 'steering', 'leading'].includes(moment)
            ? seen('[data-offered=true] [data-target]') : []),
    ];
    const problems = needed.flatMap((each) => {
        const box = each.getBoundingClientRect();
        if (box.top < -1 || box.bottom > innerHeight + 1 || box.left < -1 || box.right > innerWidth + 1) {
            return [`${name(each)} at ${Math.round(box.top)} to ${Math.round(box.bottom)}`];
        }
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const place = each.closest('[data-testid^=place-]') ?? each;
        const fits = top?.closest('[data-testid=chart]') || place.contains(top) || top?.contains(place);
        return fits ? [] : [`${name(each)} lies under ${top?.outerHTML.slice(0, 80)}`];
    });
    const cards = seen('[data-testid=hand] button').filter((card) => {
        const box = card.getBoundingClientRect();
        return box.top < 0 || box.bottom > innerHeight;
    });
    return [...problems, ...cards.map((card) => `${name(card)} is out of sight`)];
}"""
