"""A real Chromium for the tests that need one, and a real Firefox."""

import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from scripts.browser import find_chromium, find_firefox

FLAGS = (
    "--no-sandbox",  # the tests may run as root, and show only our own pages
    "--disable-gpu",
    "--disable-dev-shm-usage",  # containers often have too little of it
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
)


# Playwright keeps an event loop running in the tests' thread, where nobody else can then run one. So it lives
# no longer than the module that asked for it: no test's outcome may depend on what ran before it.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One headless Chromium for a module; a test opens its own contexts in it, and closes them."""
    executable = find_chromium()
    if executable is None:
        pytest.fail(
            "No Chromium here. `python scripts/browser.py` finds or installs one, as `make test` does."
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One headless Firefox of the system's packages for a module, asked for less motion."""
    executable = find_firefox()
    if executable is None:
        pytest.skip("no Firefox here (Debian: apt-get install firefox-esr)")
    program = tmp_path_factory.mktemp("firefox") / "firefox"
    relay = f'exec "{sys.executable}" -m tests.web.firefox_relay "{executable}" "$@"'
    program.write_text(f"#!/bin/sh\n{relay}\n", encoding="utf-8")
    program.chmod(0o755)
    with sync_playwright() as playwright:
        browser = playwright.firefox.launch(
            channel="moz-firefox",
            executable_path=program,
            firefox_user_prefs={"ui.prefersReducedMotion": 1},
        )
        yield browser
        browser.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what uses a browser, and keeps it on one xdist worker; two browsers starve each other."""
    for item in items:
        if {"chromium", "firefox"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")
            item.add_marker(pytest.mark.xdist_group("browser"))
