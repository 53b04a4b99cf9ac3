"""What people can have deleted: a table that they host, and themselves."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, delete
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, SkipValidation

from fathom.server.http import callers
from fathom.server.room.tables import Tables

TheTables = NamedDependency[SkipValidation[Tables]]


@delete("/api/tables/{table:str}", summary="Delete a table")
async def delete_table(table: FromPath[str], request: Request[Any, Any, Any], tables: TheTables) -> None:
    """Delete a table with its log and everything that was said there, for everyone. Only for its host."""
    callers.check_origin(request)
    await tables.remove(table, callers.hashed_proof(request))


@delete("/api/me", summary="Be forgotten")
async def forget_me(request: Request[Any, Any, Any], tables: TheTables) -> Response[None]:
    """Delete your name, your seats' proofs and your words from all tables. The games themselves stay."""
    callers.check_origin(request)
    proof = callers.hashed_proof(request)
    if proof is not None:
        await tables.forget(proof)
    response: Response[None] = Response(None, status_code=204)
    response.delete_cookie(callers.seat_cookie("", request).key, path="/")
    return response


def keeping_routes() -> list[HTTPRouteHandler]:
    """All of them."""
    return [delete_table, forget_me]
