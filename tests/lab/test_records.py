"""A file of records holds whole lines, whatever happened to the run that wrote it."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fathom.dive import DiveGame, Options
from fathom.guests import level
from fathom.lab import RecordFile, read_records, simulate
from fathom.table import BadRecord, Record, encoded, read_record

GAME = DiveGame()
RANDOM = level("dive", "random")
SIMULATE = [sys.executable, "-m", "fathom", "simulate", "dive", "--players", "random,random"]


def some_records(games: int) -> list[Record]:
    return list(simulate(GAME, Options(), [RANDOM, RANDOM], games))


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    with RecordFile(path) as file:
        for record in some_records(3):
            file.add(record)
    read = [(line, record) for line, record in read_records(path) if isinstance(record, Record)]
    assert [line for line, _ in read] == [1, 2, 3]
    assert [encoded(record) for _, record in read] == [encoded(record) for record in some_records(3)]


def test_a_line_that_is_no_record_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    good = encoded(some_records(1)[0])
    path.write_bytes(good + b"\n" + good[:100] + b"\n\n" + good)
    read = list(read_records(path))
    assert [(line, type(record)) for line, record in read] == [(1, Record), (2, BadRecord), (4, Record)]


def test_a_killed_run_leaves_every_finished_line_whole(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    run = subprocess.Popen([*SIMULATE, "--games", "1000000", "--out", str(path)])
    try:
        for _ in range(10_000):
            if run.poll() is not None or (path.exists() and path.stat().st_size > 200_000):
                break
            time.sleep(0.01)
        assert run.poll() is None, "the run must be killed in the middle"
    finally:
        run.send_signal(signal.SIGKILL)
        run.wait()
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) > 10
    # The kill may come while the system copies the last line, so that one may lack its end.
    for line in lines[:-1] if not lines[-1].endswith(b"\n") else lines:
        read_record(line)


def test_a_full_disk_leaves_whole_lines_and_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    room = 20_000  # bytes: about five records

    run = subprocess.run(
        [*SIMULATE, "--games", "100", "--out", str(path)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        # A child whose coverage is measured would run out of room for that first.
        env={name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr == f"fathom: {path}: File too large\n"
    content = path.read_bytes()
    assert 1000 < len(content) <= room
    assert content.endswith(b"\n")
    for line in content.splitlines():
        read_record(line)


def test_a_missing_file_is_the_readers_to_report(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(read_records(tmp_path / "nowhere.jsonl"))


# Where tests run in the background interrupts are ignored, and children inherit that.
INTERRUPTIBLE = """
import signal
from fathom.cli import app
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    app()
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_run_says_what_was_played_until_then(tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "records.jsonl"
    arguments = [*SIMULATE[3:], "--games", "1000000", "--jobs", jobs, "--out", str(path)]
    run = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        for _ in range(10_000):
            if run.poll() is not None or (path.exists() and path.stat().st_size > 50_000):
                break
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=120)
    finally:
        run.kill()
    assert run.returncode == 130
    assert err == "fathom: interrupted; this is what was played until then\n"
    written = len(path.read_bytes().splitlines())
    counted = int(out.split(" games, seed 0")[0])
    assert counted in {written, written - 1}  # a game is written first and counted then
