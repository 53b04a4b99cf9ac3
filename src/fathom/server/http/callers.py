"""Who asks: the proof that came along, the address it came from, and the page that it belongs to."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from fathom.server.common import refusals
from fathom.server.common.tokens import TOKEN_BYTES, hashed, is_token
from fathom.table import Refused

Connection = ASGIConnection[Any, Any, Any, Any]

COOKIE = "fathom"
SECURE_COOKIE = "__Host-fathom"
"""Its name under TLS: a browser takes it only from this very host, encrypted, for all of its paths."""

YEAR = 365 * 24 * 3600


def proof(connection: Connection) -> str | None:
    """The token that came along, as a bearer or in the cookie; None without one that could be ours.

    A bearer that has not the form of a token is refused: a client that sends one expects to be known.
    """
    bearer = _bearer(connection)
    if bearer is not None:
        return bearer
    found = connection.cookies.get(_cookie_name(connection))
    return found if found and is_token(found, TOKEN_BYTES) else None


def hashed_proof(connection: Connection) -> bytes | None:
    """What rooms know callers by."""
    found = proof(connection)
    return None if found is None else hashed(found)


def has_bearer(connection: Connection) -> bool:
    """Whether the caller brought its proof itself, and needs no cookie to keep it."""
    return "authorization" in connection.headers


def seat_cookie(secret: str, connection: Connection) -> Cookie:
    """The cookie in which a browser keeps its proof, out of reach for scripts."""
    return Cookie(
        _cookie_name(connection),
        value=secret,
        max_age=YEAR,
        path="/",
        httponly=True,
        samesite="lax",
        secure=is_encrypted(connection),
    )


def is_encrypted(connection: Connection) -> bool:
    """Whether the caller came over TLS; a proxy's word counts only where the host trusts that proxy."""
    return connection.scope["scheme"] in {"https", "wss"}


def address(connection: Connection) -> str:
    """Where the caller is, for limits: an IPv4 address, or the network of an IPv6 one.

    Behind a proxy that is trusted Uvicorn has already put the forwarded address in its place. Whoever has one
    IPv6 address has 2^64 of them, so they count together.
    """
    client = connection.scope.get("client")
    if client is None:
        return ""
    try:
        found = ip_address(client[0])
    except ValueError:
        return client[0]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False))


def check_origin(connection: Connection) -> None:
    """Refuse what a page of another site asks for in the name of someone who sits here.

    Browsers always say where a page comes from when it opens a socket or posts; scripts, which nobody can
    be tricked into running, do not.
    """
    origin = connection.headers.get("origin")
    if origin is not None:
        host = _host_of(origin)
        if not host or host != connection.headers.get("host"):
            raise Refused(refusals.FOREIGN_ORIGIN())


def _host_of(origin: str) -> str:
    """The host of a page; empty for what is no address at all."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _bearer(connection: Connection) -> str | None:
    given = connection.headers.get("authorization")
    if given is None:
        return None
    scheme, _, secret = given.partition(" ")
    secret = secret.strip()
    if scheme.lower() != "bearer" or not is_token(secret, TOKEN_BYTES):
        raise Refused(refusals.BAD_TOKEN())
    return secret


def _cookie_name(connection: Connection) -> str:
    return SECURE_COOKIE if is_encrypted(connection) else COOKIE
