"""The HTTP API as an OpenAPI 3.1 document, made from the routes and messages themselves, and a page.

A route says what it takes and returns by its types; where it reads or writes bytes itself, `opt` says it
(`body`, `answer`, `query`). Schemas are msgspec's, so they describe exactly what the server decodes.
"""

from __future__ import annotations

import html
import inspect
import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, get_args, get_origin

import msgspec
from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from fathom import __version__
from fathom.guests import ours
from fathom.server.http.callers import COOKIE
from fathom.server.http.openapi_examples import EXAMPLES
from fathom.server.protocol import FromClient
from fathom.table import AnyGame, Refusal

OWN: dict[str, AnyGame] = {guest.name: guest.rules for guest in ours()}
"""The games that are described: Fathom's own, whatever else is installed. What others send is plain JSON."""

JSON = "application/json"

REF = "#/components/schemas/{name}"

REFUSALS = {
    400: "not understood",
    401: "not a token",
    403: "not for you",
    404: "not there",
    409: "not now",
    413: "too large",
    421: "not this server's name",
    422: "against the rules",
    429: "too fast",
    503: "back in a moment",
}
"""Why something is refused, by status; `code` and `text` say it precisely."""

ABOUT = """\
Tables of Dive and Deep Blue over HTTP: everything that a browser does over its socket, for scripts and bots.

Draw 32 random bytes, write them in URL-safe Base64 without padding, and send them with every request as
`Authorization: Bearer …`. Whatever seat you take with this token is yours. The server keeps only its hash.
"""


def document(handlers: Iterable[HTTPRouteHandler]) -> dict[str, Any]:
    """The OpenAPI document of these routes."""
    described = list(_described(handlers))
    types = [kind for one in described for kind in (one.body, one.answer) if kind is not None]
    unions = [union for game in OWN.values() for _, union in _parts(game)]
    references, schemas = msgspec.json.schema_components([*types, *unions, Refusal], ref_template=REF)
    named = {str(kind): reference for kind, reference in zip([*types, *unions], references, strict=False)}
    paths: dict[str, dict[str, Any]] = {}
    for one in described:
        paths.setdefault(one.path, {})[one.method] = one.operation(named)
    for message in get_args(FromClient):
        # An address says already which message it takes.
        schema = schemas.get(message.__name__)
        if schema is not None:
            schema["required"] = [field for field in schema["required"] if field != "type"]
    for part in ("Options", "Action", "Event", "View", "Menu"):
        schemas[f"Game{part}"] = {
            "description": f"What the table's game calls its {part.lower()}.",
            "anyOf": [
                *(named[str(union)] for game in OWN.values() for name, union in _parts(game) if name == part),
                {"type": "object", "description": f"The {part.lower()} of a game of another package."},
            ],
        }
    written: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "Fathom", "version": __version__, "description": ABOUT},
        "servers": [{"url": "/"}],
        "security": [{"bearer": []}, {"cookie": []}, {}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
        },
    }
    renamed: dict[str, Any] = json.loads(_shorter(json.dumps(written)))
    return renamed


class _Described(msgspec.Struct, frozen=True):
    """One route, as far as a stranger needs to know it."""

    path: str
    method: str
    name: str
    summary: str
    description: str
    status: int
    media_type: str
    query: dict[str, Any]
    body: Any
    answer: Any

    def operation(self, named: dict[str, Any]) -> dict[str, Any]:
        answers: dict[str, Any] = {str(self.status): {"description": self.summary}}
        if self.answer is not None:
            schema = named[str(self.answer)]
            answers[str(self.status)]["content"] = {
                JSON: _with_example({"schema": schema}, self.name, "answer")
            }
        elif self.media_type != JSON:
            answers[str(self.status)]["content"] = {self.media_type: {"schema": {"type": "string"}}}
        elif self.status == 200 and self.method == "post":
            answers = {"204": {"description": "Done."}}
        for status, why in REFUSALS.items():
            answers[str(status)] = {
                "description": f"Refused: {why}.",
                "content": {JSON: {"schema": {"$ref": REF.format(name="Refusal")}}},
            }
        operation: dict[str, Any] = {
            "operationId": self.name,
            "summary": self.summary,
            "description": self.description,
            "parameters": [*self._in_path(), *self._in_query()],
            "responses": answers,
        }
        if self.body is not None:
            content = _with_example({"schema": named[str(self.body)]}, self.name, "body")
            operation["requestBody"] = {"required": True, "content": {JSON: content}}
        return operation

    def _in_path(self) -> Iterator[dict[str, Any]]:
        for name in re.findall(r"{(\w+)}", self.path):
            schema = (
                {"type": "integer"}
                if name in {"chapter", "number"}
                else {"type": "string", "pattern": "^[^/]+$"}
            )
            yield {"name": name, "in": "path", "required": True, "schema": schema}

    def _in_query(self) -> Iterator[dict[str, Any]]:
        for name, schema in self.query.items():
            yield {"name": name, "in": "query", "required": False, "schema": schema}


def _described(handlers: Iterable[HTTPRouteHandler]) -> Iterator[_Described]:
    for handler in handlers:
        if handler.include_in_schema is False:
            continue
        opt = handler.opt
        for path in handler.paths:
            yield _Described(
                path=re.sub(r"{(\w+):\w+}", r"{\1}", path),
                method=next(iter(handler.http_methods)).lower(),
                name=str(opt.get("name", handler.handler_name)),
                summary=handler.summary or "",
                description=inspect.cleandoc(handler.fn.__doc__ or ""),
                status=handler.status_code,
                media_type=str(handler.media_type or JSON),
                query=opt.get("query", {}),
                body=opt.get("body"),
                answer=opt["answer"] if "answer" in opt else _answer(handler),
            )


def _signature(handler: HTTPRouteHandler) -> inspect.Signature:
    return inspect.signature(handler.fn, eval_str=True)


def _answer(handler: HTTPRouteHandler) -> Any:
    """What a handler returns: `Response[Seated]` is a Seated, and bytes are not for msgspec."""
    given = _signature(handler).return_annotation
    if get_origin(given) is Response:
        (given,) = get_args(given)
    return None if given in {bytes, None, type(None)} else given


def _parts(game: AnyGame) -> Iterator[tuple[str, Any]]:
    yield "Options", game.options_type
    yield "Action", game.action_type
    yield "Event", game.event_type
    yield "View", game.view_type
    yield "Menu", inspect.signature(game.actions, eval_str=True).return_annotation


def _with_example(content: dict[str, Any], name: str, part: str) -> dict[str, Any]:
    example = EXAMPLES.get(name, {}).get(part)
    return content if example is None else content | {"example": example}


def _shorter(text: str) -> str:
    """Where two games have a name in common msgspec writes the module; the game's name is enough."""
    for game in OWN.values():
        package = type(game).__module__.rpartition(".")[0]
        title = "".join(word.capitalize() for word in game.name.split("-"))
        text = re.sub(re.escape(package) + r"\.\w+\.(\w+)", rf"{title}\1", text)
    return re.sub(r"fathom\.[\w.]+\.(\w+)", r"\1", text)


# ── The pages ──────────────────────────────────────────────────────────────────────────────────────────────


def schema_routes(described: list[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """The document for programs, and the same as a page for people: plain HTML, nothing from elsewhere."""

    @lru_cache(maxsize=1)
    def written() -> dict[str, Any]:
        return document(described)

    @lru_cache(maxsize=1)
    def shown() -> bytes:
        return page(written()).encode()

    @get("/schema/openapi.json", media_type=JSON, include_in_schema=False)
    async def schema_json() -> Response[bytes]:
        return Response(msgspec.json.encode(written()), media_type=JSON)

    @get("/schema", media_type="text/html", include_in_schema=False)
    async def schema_page(request: Request[Any, Any, Any]) -> Response[bytes]:
        return Response(shown(), media_type="text/html")

    return [schema_json, schema_page]


def page(written: dict[str, Any]) -> str:
    """The document as a page that can be read from top to bottom."""
    parts = [
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        "<title>Fathom over HTTP</title>",
        "<h1>Fathom over HTTP</h1>",
        *(f"<p>{_text(paragraph)}</p>" for paragraph in written["info"]["description"].split("\n\n")),
        '<p>For programs: <a href="/schema/openapi.json">openapi.json</a>.</p>',
        "<h2>Addresses</h2>",
    ]
    for path, methods in written["paths"].items():
        for method, operation in methods.items():
            parts.append(_operation_text(method.upper(), path, operation))
    parts.append("<h2>Messages</h2>")
    for name, schema in written["components"]["schemas"].items():
        parts.append(f'<h3 id="{html.escape(name)}">{html.escape(name)}</h3>')
        if "description" in schema:
            parts.append(f"<p>{_text(schema['description'])}</p>")
        parts.append(f"<pre>{_json({key: schema[key] for key in schema if key != 'description'})}</pre>")
    return "\n".join([*parts, "</html>\n"])


def _operation_text(method: str, path: str, operation: dict[str, Any]) -> str:
    parts = [
        f"<h3><code>{method} {html.escape(path)}</code></h3>",
        f"<p>{_text(operation['description'])}</p>",
    ]
    parts += [
        f"<p><code>?{parameter['name']}</code> {_json(parameter['schema'])}</p>"
        for parameter in operation["parameters"]
        if parameter["in"] == "query"
    ]
    if "requestBody" in operation:
        parts.append(_content("Takes", operation["requestBody"]))
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            parts.append(_content(f"Gives {status}", answer))
    return "\n".join(parts)


def _content(word: str, message: dict[str, Any]) -> str:
    content = message.get("content", {}).get(JSON)
    if content is None:
        return f"<p>{word}.</p>"
    shown = f"<p>{word}: {_json(content['schema'])}</p>"
    return shown + (f"\n<pre>{_json(content['example'])}</pre>" if "example" in content else "")


def _json(value: Any) -> str:
    """A value as it is written, with names as links to where they are explained."""
    written = html.escape(json.dumps(value, indent=2, ensure_ascii=False))
    return re.sub(_LINK, r'<a href="#\1">\1</a>', written)


_LINK = r"\{\s*&quot;\$ref&quot;: &quot;#/components/schemas/([\w.]+)&quot;\s*\}"


def _text(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(" ".join(text.split())))
