"""A wheel holds the whole of Fathom, the built web client included, or is not built at all."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Everything that a wheel is built from, apart from the web client and its sources."""
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(
        ROOT / "src/fathom", tmp_path / "src/fathom", ignore=shutil.ignore_patterns("static", "__pycache__")
    )
    return tmp_path


def build_wheel(checkout: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist"]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)


def test_a_wheel_holds_the_client_and_every_file_that_the_package_reads(checkout: Path) -> None:
    package = checkout / "src/fathom"
    client = package / "server/static/index.html"
    client.parent.mkdir(parents=True)
    client.write_text("<!doctype html><title>Fathom</title>")

    build = build_wheel(checkout)

    assert build.returncode == 0, build.stderr
    (wheel,) = (checkout / "dist").glob("fathom_games-*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("fathom/")}
    assert held == {f"fathom/{path.relative_to(package)}" for path in package.rglob("*") if path.is_file()}


def test_a_wheel_without_the_client_is_not_built_and_says_what_to_do(checkout: Path) -> None:
    build = build_wheel(checkout)

    assert build.returncode != 0
    assert "make web" in build.stdout + build.stderr
    assert not list(checkout.glob("dist/*.whl"))
