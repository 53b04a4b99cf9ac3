"""The web client: the files that `make web` builds, or a page that says how to get them."""

from __future__ import annotations

import gzip
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import anyio
from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from fathom.server.common import refusals
from fathom.table import Refused

STATIC = Path(__file__).parent.parent / "static"

NOT_BUILT = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Fathom</title>
<h1>Fathom is running, but its web client is not built</h1>
<p>In a checkout of Fathom, <code>make web</code> builds it; then load this page again.
<code>make play</code> does both.</p>
<p>Scripts can play all the same: <a href="/schema">/schema</a> describes the tables.</p>
</html>
"""


PAGES = [
    "/",
    "/table/{table:str}",
    "/rules/{game:str}",
    "/replay",
    "/replay/{name:str}",
    "/learn",
    "/learn/{lesson:str}",
    "/review/{name:str}",
]

PACKED = (".css", ".html", ".js", ".json", ".svg")
"""Files that gzip makes smaller: the same for everyone, without a secret that a length could tell."""


def client_routes(static: Path = STATIC) -> list[HTTPRouteHandler]:
    """The pages and files of the client. All pages are one file; the client finds out which one it is."""
    inside = static.resolve()

    async def index(request: Request[Any, Any, Any], status: int = 200) -> Response[bytes]:
        built = anyio.Path(static / "index.html")
        html = await built.read_bytes() if await built.is_file() else NOT_BUILT.encode()
        return _answer(request, html, ".html", "no-cache", status)

    @get(PAGES, media_type="text/html", include_in_schema=False)
    async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        return await index(request)

    @get("/{path:path}", include_in_schema=False)
    async def file(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
        wanted = await anyio.Path(inside / path.lstrip("/")).resolve()
        if not wanted.is_relative_to(inside) or not await wanted.is_file():
            if path.startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
                raise Refused(refusals.NOT_FOUND())
            return await index(
                request, status=404
            )  # someone misread an address: the client has a page for that
        # The build puts a hash into the names of what it makes; everything else may change.
        cache = "public, max-age=31536000, immutable" if path.startswith("/assets/") else "no-cache"
        return _answer(request, await wanted.read_bytes(), wanted.suffix, cache)

    return [page, file]


def _answer(
    request: Request[Any, Any, Any], content: bytes, suffix: str, cache: str, status: int = 200
) -> Response[bytes]:
    headers = {"cache-control": cache}
    if suffix in PACKED:
        headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            content = _packed(content)
    media_type = guess_type(f"file{suffix}")[0] or "application/octet-stream"
    return Response(content, media_type=media_type, headers=headers, status_code=status)


@lru_cache(maxsize=64)
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)
