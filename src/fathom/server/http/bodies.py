"""Reading what comes over HTTP as strictly as what comes over the socket: 0 is not "no", "1" is not 1."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec
from litestar import Request

from fathom.server.common import refusals
from fathom.table import Refused

T = TypeVar("T")


async def body(request: Request[Any, Any, Any], kind: type[T]) -> T:
    """The message in the body; raises `Refused` if it is none of this kind."""
    content = await request.body()
    decoder: msgspec.json.Decoder[T] = _decoder(kind)
    try:
        message = decoder.decode(content)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Refused(refusals.MALFORMED(problem=str(error))) from None
    return message


def number(request: Request[Any, Any, Any], name: str, *, below: float, whole: bool) -> float | None:
    """A number from the query, None if it is not there; raises `Refused` if it is no number from 0 up."""
    given = request.query_params.getall(name, [])
    if not given:
        return None
    form = r"[0-9]{1,17}" if whole else r"[0-9]{1,17}(\.[0-9]{1,17})?"
    if len(given) > 1 or re.fullmatch(form, given[0]) is None or float(given[0]) > below:
        raise Refused(refusals.MALFORMED(problem=f"`{name}` is one number from 0 to {below:g}"))
    return float(given[0])


def text(request: Request[Any, Any, Any], name: str, *, most: int) -> str:
    """Text from the query, empty if it is not there; raises `Refused` if it is too long or there twice."""
    given = request.query_params.getall(name, [])
    if len(given) > 1 or any(len(one) > most for one in given):
        raise Refused(refusals.MALFORMED(problem=f"`{name}` has at most {most} signs"))
    return given[0] if given else ""


_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    if kind not in _decoders:
        _decoders[kind] = msgspec.json.Decoder(kind)
    return _decoders[kind]
