"""The web client: the files that `make web` builds, or a page that says how to get them."""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path

import anyio
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from fathom.server import refusals
from fathom.table import Refused

STATIC = Path(__file__).parent / "static"

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


def client_routes(static: Path = STATIC) -> list[HTTPRouteHandler]:
    """The pages and files of the client. All pages are one file; the client finds out which one it is."""
    inside = static.resolve()

    @get(["/", "/table/{table:str}"], media_type="text/html", include_in_schema=False)
    async def page() -> Response[bytes]:
        index = anyio.Path(static / "index.html")
        html = await index.read_bytes() if await index.is_file() else NOT_BUILT.encode()
        return Response(html, media_type="text/html", headers={"cache-control": "no-cache"})

    @get("/{path:path}", include_in_schema=False)
    async def file(path: FromPath[str]) -> Response[bytes]:
        wanted = await anyio.Path(inside / path.lstrip("/")).resolve()
        if not wanted.is_relative_to(inside) or not await wanted.is_file():
            raise Refused(refusals.NOT_FOUND())
        # The build puts a hash into the names of what it makes; everything else may change.
        cache = "public, max-age=31536000, immutable" if path.startswith("/assets/") else "no-cache"
        return Response(
            await wanted.read_bytes(),
            media_type=guess_type(wanted.name)[0] or "application/octet-stream",
            headers={"cache-control": cache},
        )

    return [page, file]
