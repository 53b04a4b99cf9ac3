"""Fails when a lock or a configuration file says where to download from.

Where packages come from is for each machine to decide: behind a mirror, offline, or in ten years, a host that
is written down here is a host that is wrong. Hashes say what a package is; nothing says where it lives.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePath

THIS = Path(__file__).resolve()
ROOT = THIS.parent.parent

FORBIDDEN_LOCKS = {
    "uv.lock",
    "poetry.lock",
    "pdm.lock",
    "Pipfile.lock",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
}
PLAIN_TEXT = {".npmrc", "pip.conf", "uv.toml", "pyproject.toml", "Makefile", "zensical.toml"}
SOURCE_OPTION = re.compile(r"--(?:extra-)?index-url|--find-links|^\s*(?:@[\w-]+:)?registry\s*=", re.MULTILINE)
ADDRESS = re.compile(r"\b(?:[a-z][a-z+]*://|git@)[^\s\"']+")


def complaints(path: PurePath, text: str) -> Iterator[str]:
    """What in this file, if anything, says where to download from. Files of other kinds are not looked at."""
    if path.name in FORBIDDEN_LOCKS:
        yield "records download addresses; the locks are requirements/*.txt and web/package-lock.json"
    elif path.name == "package-lock.json":
        yield from _named(value for key, value in _strings(json.loads(text)) if key == "resolved")
    elif path.name in {"package.json", "settings.json"}:
        yield from _named(value for key, value in _strings(json.loads(text)) if key != "$schema")
    elif path.name in PLAIN_TEXT or path.parts[0] in {"requirements", ".ci", "scripts"}:
        yield from _named(ADDRESS.findall(text))
        yield from _named(SOURCE_OPTION.findall(text))


def _named(found: Iterator[str] | list[str]) -> Iterator[str]:
    return (f"names {text.strip()}" for text in found if ADDRESS.search(text) or SOURCE_OPTION.search(text))


def _strings(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every string in a JSON value, with the key that it stands under."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each, key)
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _strings(each, name)


def main() -> int:
    """Looks through every file that git has, or would take, and names what it finds."""
    listed = subprocess.run(
        # Whoever checks may not be who cloned.
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    files = [PurePath(name) for name in listed.split("\0") if name]
    found = [
        f"{path}: {complaint}"
        for path in files
        if (ROOT / path).is_file() and ROOT / path != THIS
        for complaint in complaints(path, (ROOT / path).read_text(encoding="utf-8", errors="replace"))
    ]
    print("\n".join(found) or f"No download addresses in {len(files)} files.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
