"""The document of the HTTP door is true: what it allows is understood, what it does not is refused."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any, get_args

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from fathom.server.common.tokens import TOKEN_BYTES
from fathom.server.http.openapi import page
from fathom.server.http.openapi_examples import EXAMPLES
from fathom.server.protocol import FromClient, FromServer, Join, NewTable
from tests.server.harbour import BOUND, Running

CASES = 12
"""So many tries for each address; the same ones in every run."""


@pytest.fixture
def document(server: Running) -> dict[str, Any]:
    answer: dict[str, Any] = httpx.get(f"http://{server.host}/schema/openapi.json").json()
    return answer


@pytest.fixture
def web_api(document: dict[str, Any]) -> Any:
    config = schemathesis.Config.from_dict({"generation": {"mode": "all", "deterministic": True}})
    return schemathesis.openapi.from_dict(document, config=config)


schema = schemathesis.pytest.from_fixture("web_api")


@pytest.fixture
def seat(server: Running) -> tuple[str, dict[str, str]]:
    """A table that has started, and the proof of a seat at it."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"http://{server.host}", headers=headers, timeout=BOUND) as http:
        asked = {
            "options": {"game": "dive"},
            "seats": [{"type": "me"}, {"type": "bot", "level": "random"}],
            "name": "Ada",
        }
        table = http.post("/api/tables", json=asked).json()["table"]
        lobby = http.get(f"/api/tables/{table}").json()
        ready = {"hash": hashlib.sha256(bytes(32)).hexdigest(), "commitment": lobby["commitment"]}
        http.post(f"/api/tables/{table}/ready", json=ready)
        http.post(f"/api/tables/{table}/reveal", json={"entropy": bytes(32).hex()})
    return table, headers


@schema.parametrize()
@settings(
    max_examples=CASES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_one_that_the_document_names(
    case: Any, server: Running, seat: tuple[str, dict[str, str]]
) -> None:
    """Whatever is asked, by someone who sits at a table, nothing fails and every answer is as described."""
    table, headers = seat
    if "table" in case.path_parameters and len(str(case.path_parameters["table"])) % 2:
        case.path_parameters["table"] = table
    if case.query and "wait" in case.query:
        case.query["wait"] = 0  # nobody comes whom it would be worth waiting for
    answer = case.call(base_url=f"http://{server.host}", headers=headers)
    case.validate_response(
        answer,
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_headers_conformance,
            response_schema_conformance,
            negative_data_rejection,
        ],
    )


def test_every_address_is_described(server: Running, document: dict[str, Any]) -> None:
    for route in server.tables_app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if handler.include_in_schema is not False and handler.handler_name != "options_handler":
                path = route.path.replace(":str}", "}").replace(":int}", "}")
                (method,) = handler.http_methods
                operation = document["paths"][path][method.lower()]
                assert operation["summary"]
                assert operation["description"]
    assert document["openapi"].startswith("3.1")


def test_the_examples_are_messages() -> None:
    kinds = {kind.__name__: kind for kind in get_args(FromClient)}
    kinds |= {"open_table": NewTable, "join_table": Join}
    for name, example in EXAMPLES.items():
        msgspec.json.decode(json.dumps(example["body"]), type=kinds[name])
        if name[0].isupper() and "answer" in example:
            msgspec.json.decode(json.dumps(example["answer"]), type=FromServer)
    assert kinds.keys() - EXAMPLES.keys() == {"Hello"}, "a message without an example"


def test_the_page_is_plain_and_names_every_message(server: Running, document: dict[str, Any]) -> None:
    answer = httpx.get(f"http://{server.host}/schema")
    assert answer.headers["content-type"].startswith("text/html")
    assert "<script" not in answer.text
    assert answer.text == page(document)
    for name in document["components"]["schemas"]:
        assert f'id="{name}"' in answer.text
    for path in document["paths"]:
        assert path in answer.text
