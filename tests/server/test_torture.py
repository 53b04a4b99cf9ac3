"""A few trials of the torture whose long form is `make torture`; its result is in docs/reliability.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.postgres import Cluster
from tests.server.harbour import run
from tests.server.torture import KINDS, torture

TRIALS = 4


@pytest.mark.parametrize(
    "database",
    [
        "sqlite",
        pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.xdist_group("postgres")]),
    ],
)
def test_a_server_killed_at_random_moments_has_lost_nothing_that_it_acknowledged(
    tmp_path: Path, request: pytest.FixtureRequest, database: str
) -> None:
    url = ""
    if database == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgres")
        url = cluster.database()
    result = run(torture(tmp_path, TRIALS, database=url, seed=database))
    assert result.trials == TRIALS
    assert result.tables >= len(KINDS)
    assert result.acknowledged > TRIALS * len(KINDS)
    assert result.views > result.acknowledged
