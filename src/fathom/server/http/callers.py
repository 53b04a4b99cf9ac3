"""Who asks: the proof that came along, the address it came from, and the page that it belongs to."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from fathom.server.common import refusals
from fathom.server.common.tokens import TOKEN_BYTES, RandomBytes, hashed, is_token, token
from fathom.server.protocol import Seated
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


def secret_of(connection: Connection, random: RandomBytes) -> str:
    """The caller's token, or a new one."""
    return proof(connection) or token(random, TOKEN_BYTES)


def seated(told: Seated, secret: str, connection: Connection) -> Response[Seated]:
    """Tell someone that they have a seat; a browser keeps the proof of it in a cookie."""
    return Response(told, cookies=[] if has_bearer(connection) else [seat_cookie(secret, connection)])


def is_encrypted(connection: Connection) -> bool:
    """Whether the caller came over TLS; a proxy's word counts only where the host trusts that proxy."""
    return connection.scope["scheme"] in {"https", "wss"}


def address(connection: Connection) -> str:
    """Where the caller is, for limits: an IPv4 address, or the network of an IPv6 one.

    Behind a proxy that is trusted Uvicorn has already put the forwarded address in its place. A host
    with one IPv6 address has 2^64 of them, so they count together.
    """
    client = connection.scope.get("client")
    return "" if client is None else network_of(client[0])


def network_of(host: str) -> str:
    """What a host counts as."""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False))


ANY_NAME = "*"
"""Among the names of a server: it is asked for under any."""


def known_names(told: Iterable[str] = ()) -> frozenset[str]:
    """The names under which a server is asked for: those it was told, and those of this machine."""
    machine = socket.gethostname()
    own = ("localhost", "127.0.0.1", "::1", machine, machine.partition(".")[0] + ".local", *addresses())
    return frozenset(name.strip("[]").rstrip(".").lower() for name in (*told, *own) if name)


def addresses() -> list[str]:
    """This machine's addresses on its networks, as far as they can be found out."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: it only asks which address would be used towards the documentation network.
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        except OSError:
            pass  # no route out
    try:
        names = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
        found += [str(name[4][0]) for name in names]
    except OSError:
        pass  # a name that resolves to nothing
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def check_host(connection: Connection) -> None:
    """Refuse what was sent to a name that is not this server's.

    A page of another site can have its own name lead here, and would then count as a page of ours.
    """
    host = _name_in(connection.headers.get("host", ""))
    names: frozenset[str] = connection.app.state.names
    reached = connection.scope.get("server")
    if host in names or ANY_NAME in names or (reached is not None and host == reached[0].lower()):
        return
    raise Refused(refusals.WRONG_HOST(host=host[:100]))


def _name_in(host: str) -> str:
    """The name, or address, in a Host header: without a port."""
    name = host.partition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
    return name.rstrip(".").lower()


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
