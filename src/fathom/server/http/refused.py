"""How what is refused, or went wrong, is answered over HTTP: a refusal as JSON, with its status."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException

from fathom.server.common import refusals
from fathom.server.common.logs import warn
from fathom.server.host.services import Services
from fathom.server.http.given import AnyRequest
from fathom.server.http.routes.replays import body_limit
from fathom.server.store import NotWritten
from fathom.table import Refusal, Refused

STATUS = {
    refusals.MALFORMED: 400,
    refusals.FRAME_TOO_LARGE: 413,
    refusals.TOO_FAST: 429,
    refusals.TOO_MANY: 429,
    refusals.BAD_TOKEN: 401,
    refusals.WRONG_HOST: 421,
    refusals.FOREIGN_ORIGIN: 403,
    refusals.WRONG_INVITE: 403,
    refusals.KEPT_OUT: 403,
    refusals.ONLY_HOST: 403,
    refusals.ONLY_SEATED: 403,
    refusals.NO_SPECTATORS: 403,
    refusals.WRONG_LINK: 403,
    refusals.MUTED: 403,
    refusals.NO_TEXT: 403,
    refusals.NO_SOUNDINGS: 403,
    refusals.NO_ADVICE: 403,
    refusals.NO_SUCH_CODE: 404,
    refusals.NO_SUCH_TABLE: 404,
    refusals.NO_LOOK: 404,
    refusals.NO_REPLAY: 404,
    refusals.NO_LESSON: 404,
    refusals.NO_REVIEW: 404,
    refusals.NOT_FOUND: 404,
    refusals.TABLE_FULL: 409,
    refusals.TAIL_LOST: 409,
    refusals.ALREADY_STARTED: 409,
    refusals.ABOUT_TO_START: 409,
    refusals.TABLE_CLOSED: 409,
    refusals.ENDED: 409,
    refusals.NOT_FINISHED: 409,
    refusals.NOT_AWAY: 409,
    refusals.NOT_REVEALING: 409,
    refusals.OTHER_COMMITMENT: 409,
    refusals.SEAT_TAKEN: 409,
    refusals.COLOUR_TAKEN: 409,
    refusals.SETTLED: 409,
    refusals.TAKEN_BACK_OFTEN: 409,
    refusals.NO_TAKING_BACK: 409,
    refusals.NOTHING_TO_TAKE_BACK: 409,
    refusals.TAKING_BACK_REFUSED: 409,
    refusals.NOBODY_ASKS: 409,
    refusals.NOT_STARTED: 409,
    refusals.NOT_OVER: 409,
    refusals.NOTHING_TO_DECIDE: 409,
    refusals.FAILED: 500,
    refusals.NOT_WRITTEN: 503,
    refusals.BACK_SOON: 503,
}
"""The HTTP status of each refusal; what the rules refuse is 422."""

_STATUS = {objection.code: status for objection, status in STATUS.items()}


def _answer(refusal: Refusal, status: int) -> Response[Refusal]:
    return Response(refusal, status_code=status, media_type=MediaType.JSON)


def _refused(request: AnyRequest, refused: Refused) -> Response[Refusal]:
    refusal = refused.refusal
    services: Services = request.app.state.services
    services.metrics.count("refusals_total", "code", refusal.code)
    answer = _answer(refusal, _STATUS.get(refusal.code, 422))
    if refusal.code == refusals.TOO_FAST.code:
        answer.headers["retry-after"] = str(refusal.values["seconds"])
    if refusal.code == refusals.BAD_TOKEN.code:
        answer.headers["www-authenticate"] = "Bearer"
    return answer


def _not_understood(request: AnyRequest, error: HTTPException) -> Response[Refusal]:
    """What Litestar itself objects to: no such address, a body that is no such message or too large."""
    if error.status_code == 404:
        return _answer(refusals.NOT_FOUND(), 404)
    if error.status_code == 413:
        return _answer(refusals.FRAME_TOO_LARGE(most=body_limit(request.url.path)), 413)
    problems = [str(problem.get("message", "")) for problem in error.extra or () if isinstance(problem, dict)]
    return _answer(refusals.MALFORMED(problem="; ".join(problems) or error.detail), error.status_code)


def _not_written(_: AnyRequest, error: NotWritten) -> Response[Refusal]:
    warn("not-written", error)
    return _answer(refusals.NOT_WRITTEN(), _STATUS[refusals.NOT_WRITTEN.code])


def _failed(_: AnyRequest, error: Exception) -> Response[Refusal]:
    warn("request-failed", error)
    return _answer(refusals.FAILED(), 500)


ANSWERS: dict[type[Exception] | int, Any] = {
    Refused: _refused,
    NotWritten: _not_written,
    HTTPException: _not_understood,
    Exception: _failed,
}
"""Who answers what is raised."""
