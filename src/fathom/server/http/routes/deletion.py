"""What people can have deleted: a table that they host, and themselves."""

from __future__ import annotations

from litestar import Response, delete
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from fathom.server.http import callers
from fathom.server.http.given import AnyRequest, TheTables


@delete("/api/tables/{table:str}", summary="Delete a table")
async def delete_table(table: FromPath[str], request: AnyRequest, tables: TheTables) -> None:
    """Delete a table with its log and everything that was said there, for everyone. Only for its host."""
    callers.check_origin(request)
    await tables.remove(table, callers.hashed_proof(request))


@delete("/api/me", summary="Be forgotten")
async def forget_me(request: AnyRequest, tables: TheTables) -> Response[None]:
    """Delete your name, your seats' proofs and your words from all tables. The games themselves stay."""
    callers.check_origin(request)
    proof = callers.hashed_proof(request)
    if proof is not None:
        await tables.forget(proof)
    response: Response[None] = Response(None, status_code=204)
    response.delete_cookie(callers.seat_cookie("", request).key, path="/")
    return response


def deletion_routes() -> list[HTTPRouteHandler]:
    """All of them."""
    return [delete_table, forget_me]
