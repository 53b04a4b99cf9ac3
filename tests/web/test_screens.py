"""Every screen and phase of Dive and around it: it fits, is named, and says nothing but messages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from fathom.server.http import app
from fathom.server.http.web_client import client_routes
from tests.server.harbour import Running, SharedWorkers, small_services
from tests.web.conftest import PHONE, WIDE, Guests
from tests.web.guest import Guest
from tests.web.tour import Tour

WEB = Path(__file__).parents[2] / "web"
KEY = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
"""What a message looks like when its words are missing: its own key."""

NAMED = {
    "home": (
        'heading "How deep do you dare?"',
        'textbox "Your name"',
        'button "Play now"',
        'textbox "Code of a',
    ),
    "settings": ('dialog "Settings"', 'combobox "Language"', 'group "Sound"', 'group "Contrast"'),
    "new-table": ('combobox "Seat 2"', 'checkbox "Companions', 'combobox "Clock"', 'button "Open the table"'),
    "lobby": ('textbox "Invite link"', 'button "I am ready"', 'combobox "Who sits in seat 2"'),
    "join": ('heading "Come on in"', 'textbox "Your name"', 'button "Sit down"'),
    "lobby-host": (
        'button "Mute"',
        'button "Make host"',
        'button "Send away"',
        'button "Plum"',
        'log "Chat"',
    ),
    "choosing": ('heading "Who comes with you?"', 'button "Giant octopus'),
    "chosen": ("Your wish", 'button "Take back"'),
    "planning": (
        'application "The stack',
        'region "Your diver board"',
        'button "Token 5, aside"',
        'region "Divers"',
    ),
    "octopus": ('button "Lay it here"',),
    "refused": ("leaves no level out", 'button "I\'m ready"'),
    "watching": ("You are watching.", 'region "Divers"'),
    "at-table": (
        'dialog "At the table"',
        'button "More about Bob"',
        'button "Close the table"',
        'button "Make a personal link"',
    ),
    "ready": ("You are ready.", 'button "Take back"'),
    "countdown": ("timer", "Orca!"),
    "dive": ('region "Round 1: the dive"', 'rowheader "Ada"', 'rowheader "Bob"'),
    "second-round": ('heading "Previous round"', 'button "Watch again"'),
    "closed": ("The host has closed this table.",),
    "soundings": ('list "Soundings"', 'button "Listen"', "Level 1:"),
    "torch": ('group "Light"', 'button "Flashlight from below"', "timer"),
    "dive-end": ('rowheader "Village chief', 'button "On to round 2"'),
    "result": (
        'list "Standings"',
        'heading "Key moments"',
        'heading "Was the shuffle fair?"',
        'button "Play again"',
    ),
    "children": ('button "Level 2: you expect a shark" [pressed]', 'button "Level 1: you expect no shark"'),
    "nowhere": ('heading "Nothing but water here"', 'button "Back to the surface"'),
}
"""What a screen reader must find on each screen."""


PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
"""Once the page has heard of its new size and has painted itself anew."""


def test_every_screen_fits_is_named_and_speaks_three_languages(guests: Guests) -> None:
    trouble: list[str] = []
    seen: set[str] = set()

    def look(name: str, guest: Guest) -> None:
        seen.add(name)
        trouble.extend(f"{name}: no {part}" for part in guest.waits_to_hear(NAMED[name]))
        for size in (PHONE, WIDE):
            guest.page.set_viewport_size(size)
            guest.page.evaluate(PAINTED)
            for locale in ("de", "nl", "en"):
                guest.speak(locale)
                where = f"{name} {size['width']} {locale}"
                trouble.extend(f"{where}: sticks out: {each}" for each in guest.sticking_out())
                words = guest.words()
                trouble.extend(f"{where}: {bad}" for bad in ("undefined", "[object") if bad in words)
                trouble.extend(f"{where}: {key}" for key in KEY.findall(words))
        trouble.extend(f"{name}: {each}" for each in guest.objections())

    Tour(guests, look).go()
    guests.expect_trouble("/api/tables/nowhere")
    assert not trouble, "\n".join(trouble)
    assert seen == set(NAMED)


@pytest.fixture
def disguised(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], Guest]]:
    """People with phones, at a server whose client speaks a language that nobody speaks."""
    node = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    client = tmp_path / "client"
    built = f"vite build --config pseudo.config.ts --outDir {client} --emptyOutDir --logLevel warn"
    for command in ("npm run --silent messages", f"node_modules/.bin/{built}"):
        subprocess.run(command.split(), cwd=WEB, env=node, check=True)
    monkeypatch.setattr(app, "client_routes", partial(client_routes, client))
    workers = SharedWorkers(1)
    running = Running(small_services(tmp_path, workers))
    guests = Guests(chromium, f"http://{running.host}")
    yield lambda name: guests(name, size=PHONE)
    for context in guests.contexts:
        context.close()
    running.stop()
    workers.end()


def test_nothing_is_said_but_through_messages(disguised: Callable[[str], Guest]) -> None:
    trouble: list[str] = []

    def look(name: str, guest: Guest) -> None:
        trouble.extend(f"{name}: {said}" for said in hard_coded(guest))

    Tour(disguised, look).go()
    assert not trouble, "\n".join(trouble)


def hard_coded(guest: Guest) -> list[str]:
    """Whatever the page says outside the brackets of a message, but people's names."""
    said: list[str] = guest.page.evaluate(
        """() => {
            const said = [document.title];
            const wordless = 'script, noscript, style, code, [translate=no]';
            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            for (let text = texts.nextNode(); text; text = texts.nextNode()) {
                if (!text.parentElement.closest(wordless)) said.push(text.data);
            }
            for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
                for (const each of document.querySelectorAll(`[${name}]`)) said.push(each.getAttribute(name));
            }
            return said;
        }"""
    )
    if not any("⟦" in text for text in said):
        return ["no message at all: is it the disguised client?"]
    return [text for text in said if re.search(r"[^\W\d_]{2,}", _outside(text))]


def _outside(text: str) -> str:
    """What stands outside all brackets, without the names that people have given themselves."""
    depth, left = 0, []
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        if depth == 0 and sign != "⟧":
            left.append(sign)
    return re.sub(r"\b(?:Ada|Bob|Eve)\b", "", "".join(left))
