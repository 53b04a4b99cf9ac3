"""Who compiles and who does not, where compiled code is kept, and the kernels as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fathom.shoal.compiling import cache_folder, fingerprint

ROOT = Path(__file__).resolve().parent.parent.parent


def python(code: str, **environment: str) -> str:
    """What a new process prints."""
    finished = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.mark.parametrize(
    "work",
    [
        "import fathom, fathom.dive, fathom.deepblue, fathom.table.conformance, fathom.guests",
        "import fathom.cli, typer.testing; typer.testing.CliRunner().invoke(fathom.cli.app, ['--help'])",
        "import fathom.lab, fathom.players.dive, fathom.server.serving",
    ],
)
def test_nothing_but_the_shoal_loads_the_compiler(work: str) -> None:
    assert python(f"{work}; import sys; print(*{{'numba', 'llvmlite'}} & set(sys.modules))").strip() == ""


def test_the_kernels_play_the_same_game_as_plain_python() -> None:
    """The same kernels without the compiler: a small part of the comparison, seen by coverage too."""
    told = python(
        "import numpy as np\n"
        "from fathom.table import FastDice\n"
        "from fathom.shoal import DiveShoal\n"
        "from tests.dive.variants import LEGAL\n"
        "from tests.shoal.twice import at_random, played_twice, sensibly\n"
        "with np.errstate(over='ignore'):\n"
        "    for variant in LEGAL[::3]:\n"
        "        shoal = DiveShoal(variant.options, variant.divers, games=2, seed=5)\n"
        "        played_twice(shoal, sensibly, FastDice(1))\n"
        "        assert shoal.play_out([1]) > 0\n"
        "    print(type(shoal.play_out).__name__, len(LEGAL[::3]))\n",
        NUMBA_DISABLE_JIT="1",
    )
    assert told.split() == ["method", "12"]


def test_compiled_code_is_kept_in_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert cache_folder({}) == tmp_path / "cache" / "fathom" / "kernels" / fingerprint()
    assert cache_folder({"NUMBA_CACHE_DIR": str(tmp_path / "own")}) == tmp_path / "own" / fingerprint()


def test_a_server_without_a_home_keeps_it_beside_its_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("where a folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    kept = cache_folder({"FATHOM_DATA": str(tmp_path / "data")})
    assert kept == tmp_path / "data" / "kernels" / fingerprint()
    assert cache_folder({}) is None
