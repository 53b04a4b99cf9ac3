"""Everything that can be asked, or runs by itself, has a budget, is compared between worlds, and is deleted.

Whoever adds a route, a message or a job adds it to the tables that are compared here: what it may cost
(`fathom.server.common.budgets`), how its secrecy is shown (`tests/server/worlds.py`), and how deletion
reaches what it leaves behind (below).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import fathom.server
from fathom.server.common.budgets import INSIDE, JOBS, MESSAGES, ROUTES, Kept
from fathom.server.http.metrics_port import Inside
from fathom.server.protocol import FromClient
from tests.server import test_budgets, test_keeping, test_standings
from tests.server.harbour import Running
from tests.server.worlds import COMPARED

SERVER = Path(fathom.server.__file__).parent

DELETED = {
    "table": (test_keeping, "test_the_host_deletes_a_table"),
    "talk": (test_keeping, "test_nothing_that_was_said_is_left_in_the_files_of_a_deleted_table"),
    "pictures": (test_budgets, "test_of_a_deleted_table_nothing_stays_in_memory"),
    "reviews": (test_budgets, "test_of_a_deleted_table_nothing_stays_in_memory"),
    "eyesight": (test_budgets, "test_of_a_deleted_table_nothing_stays_in_memory"),
    "standings": (test_standings, "test_of_a_deleted_table_no_standing_is_kept"),
    "windows": (test_budgets, "test_of_a_deleted_table_nothing_stays_in_memory"),
    "brought": (test_budgets, "test_what_was_brought_along_goes_by_itself"),
}
"""By which test it is shown that what is left behind can be deleted, or goes by itself."""

STARTS = {
    # in the event loop
    "create_task",
    "ensure_future",
    "start_soon",
    "call_at",
    "call_later",
    "Deadline",
    # in threads
    "Thread",
    "Timer",
    "to_thread",
    "run_in_executor",
    "submit",
    "ThreadPoolExecutor",
    # in processes
    "ProcessPoolExecutor",
    "Process",
    "Popen",
}
"""Calls that let something run by itself."""


def routes(server: Running) -> set[str]:
    """Every route of the application, asked of the application itself."""
    found = set()
    for route in server.tables_app.routes:
        methods = getattr(route, "methods", None) or ["WEBSOCKET"]
        found |= {f"{method} {route.path}" for method in methods if method != "OPTIONS"}
    return found


def inside(server: Running) -> set[str]:
    """Everything that the host's own port serves besides."""
    services = server.services
    return set(Inside(server.tables_app, services.metrics.text, 0, services.limits).served)


def messages() -> set[str]:
    """Every message that a client can say."""
    return {str(kind.__struct_config__.tag) for kind in get_args(FromClient)}


def jobs() -> set[str]:
    """Every place in the code of the server that lets something run by itself, by module and function."""
    return {
        f"{file.relative_to(SERVER).with_suffix('').as_posix()}:{where}"
        for file in sorted(SERVER.rglob("*.py"))
        for where in _starting(ast.parse(file.read_text(encoding="utf-8")), ())
    }


def _starting(node: ast.AST, inside: tuple[str, ...]) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        inside = (*inside, node.name)
    if isinstance(node, ast.Call):
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name in STARTS:
            yield ".".join(inside)
    for child in ast.iter_child_nodes(node):
        yield from _starting(child, inside)


def test_every_route_message_and_job_has_a_budget(server: Running) -> None:
    assert set(ROUTES) == routes(server)
    assert set(MESSAGES) == messages()
    assert set(JOBS) == jobs()
    assert set(INSIDE) == inside(server)


def test_every_budget_says_what_is_counted_and_how_much_there_is(server: Running) -> None:
    for name, budget in (ROUTES | INSIDE).items():
        assert budget.rates, name
        assert budget.at_once is not None or name.startswith("WEBSOCKET"), name
        assert 0 < budget.gives <= 25_000_000, name
        if name.startswith("POST"):
            assert 0 <= budget.takes <= 1_000_000, name
    assert all(budget.bound for budget in JOBS.values())
    for name, budget in MESSAGES.items():
        assert budget.rates, name
        assert 0 < budget.takes <= 64 * 1024, name


def test_everything_is_in_the_comparison_of_worlds(server: Running) -> None:
    assert set(COMPARED) == routes(server) | inside(server) | messages() | jobs()
    assert all(COMPARED.values()), "each says how it is compared, or why nothing is hidden there"


def test_deletion_reaches_everything_that_is_kept() -> None:
    kept = {one for table in (ROUTES, MESSAGES, JOBS) for budget in table.values() for one in budget.keeps}
    assert kept <= set(get_args(Kept)) == set(DELETED)
    for module, test in DELETED.values():
        assert callable(getattr(module, test)), test
