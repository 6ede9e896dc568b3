"""Problems: every error of the service as RFC 9457 ``application/problem+json``.

A problem names a `code` in capitals, the `clause` of the rules behind it (null if none), a
`detail` for the reader and, where several things are wrong at once, one entry of `errors` each.
It never carries a stack trace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import marshmallow as ma
import msgspec
from eventsourcing.persistence import InterfaceError, OperationalError
from flask import Flask, Response, current_app
from werkzeug.exceptions import HTTPException

from api.http.answers import VARY
from napoleon.log.errors import BrokenLog, UnknownGame, UnknownVersion
from napoleon.log.store.keys import KeyUnusable
from napoleon.log.store.recorder import StoreMissing
from napoleon.play.outcomes import DeadToken
from napoleon.rules.contract import UnknownRuleset
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import SetupRefused
from projections.store import ViewsMissing

MEDIA_TYPE = "application/problem+json"

CHALLENGE = 'Bearer realm="napoleon"'

RETRY_AFTER = 1
"""Seconds after which a caller may try again when the store could not be reached."""


class Problem(Exception):
    """An answer that tells what is wrong. `more` holds members of its own, such as `version`."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        clause: str | None = None,
        errors: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.clause = clause
        self.errors = errors
        self.headers = dict(headers or {})
        self.more = more

    def answer(self) -> Response:
        """The problem as a response. Nobody may keep it in a cache."""
        body = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "clause": self.clause,
            "detail": self.detail,
            "errors": list(self.errors),
            **self.more,
        }
        headers = {"Cache-Control": "no-store", "Vary": VARY}
        return Response(
            msgspec.json.encode(body), self.status, headers | self.headers, content_type=MEDIA_TYPE
        )


class FieldErrorSchema(ma.Schema):
    """One thing that is wrong with a request."""

    code = ma.fields.String(required=True, metadata={"example": "UNKNOWN_FIELD"})
    where = ma.fields.String(required=True, metadata={"description": "`body`, `query` or `header`"})
    pointer = ma.fields.String(
        required=True, metadata={"description": "JSON pointer to it", "example": "/scenario"}
    )
    detail = ma.fields.String(required=True)


class ProblemSchema(ma.Schema):
    """What is wrong with a request, as RFC 9457 has it."""

    class Meta:
        """Other members tell what the code asks for, such as `version` and `events`."""

        unknown = ma.INCLUDE

    type = ma.fields.String(required=True, metadata={"format": "uri-reference"})
    title = ma.fields.String(required=True)
    status = ma.fields.Integer(required=True)
    code = ma.fields.String(required=True, metadata={"pattern": "^[A-Z][A-Z0-9_]*$"})
    clause = ma.fields.String(
        required=True, allow_none=True, metadata={"description": "rule behind the refusal"}
    )
    detail = ma.fields.String(required=True)
    errors = ma.fields.List(ma.fields.Nested(FieldErrorSchema), required=True)


def refused(refusal: Refusal) -> dict[str, Any]:
    """The members of a problem that come from a refusal of the rules."""
    return {
        "code": refusal.code,
        "clause": refusal.clause or None,
        "detail": refusal.detail,
        "facts": refusal.facts,
    }


_FORBIDDEN = frozenset(
    {
        "NOT_SEATED",
        "NOT_THE_REFEREE",
        "NOT_YOUR_SEAT",
        "NOT_YOUR_CASE",
        "NOT_YOUR_TEXT",
        "NOT_AFFECTED",
    }
)
"""Codes that say that the caller is not the one who may do it."""

_ABSENT = frozenset({"UNKNOWN_CASE", "UNKNOWN_TEXT", "NO_DEPUTY", "NO_SHARE"})
"""Codes that say that there is nothing under the address."""


def refusal_problem(refusal: Refusal) -> Problem:
    """A refusal of the rules as a problem: 422, but 403 or 404 where the code says so."""
    status = 403 if refusal.code in _FORBIDDEN else 404 if refusal.code in _ABSENT else 422
    return Problem(status, **refused(refusal))


def bad_token(detail: str = "The token opens no seat of this game.") -> Problem:
    """Problem 401 ``BAD_TOKEN``, which says that a bearer token is asked for."""
    challenge = {"WWW-Authenticate": f'{CHALLENGE}, error="invalid_token"'}
    return Problem(401, "BAD_TOKEN", detail, headers=challenge)


_NAMES = {413: "BODY_TOO_LARGE", 415: "BAD_MEDIA_TYPE", 500: "INTERNAL_ERROR"}


def from_http(error: HTTPException) -> Response:
    """An error of Flask or Werkzeug, such as a wrong method or too large a body, as a problem."""
    status = error.code or 500
    code = _NAMES.get(status) or HTTPStatus(status).name
    kept = {name: value for name, value in error.get_headers() if name != "Content-Type"}
    return Problem(status, code, error.description or error.name, headers=kept).answer()


def _unknown_game(_: UnknownGame) -> Response:
    return Problem(404, "UNKNOWN_GAME", "There is no such game.").answer()


def _dead_token(_: DeadToken) -> Response:
    return bad_token("The token has just been replaced, and opens nothing any more.").answer()


def _unknown_version(_: UnknownVersion) -> Response:
    return Problem(404, "UNKNOWN_VERSION", "The game has no such version.").answer()


def _rules_missing(error: UnknownRuleset) -> Response:
    current_app.logger.error("ruleset of a recorded game is not installed: %s", error)
    detail = "The rules and data this game was begun with are not installed here."
    return Problem(503, "RULES_NOT_INSTALLED", detail).answer()


def _log_broken(error: BrokenLog) -> Response:
    current_app.logger.error("a log cannot be replayed: %s", error)
    detail = f"The log of this game has been damaged or changed: event {error.version} is not good."
    if error.version > 1:
        detail += " Its bundle and its audit tell more."
    return Problem(500, "BROKEN_LOG", detail, version=error.version).answer()


def _setup_refused(error: SetupRefused) -> Response:
    return refusal_problem(error.refusal).answer()


def _key_unusable(error: KeyUnusable) -> Response:
    current_app.logger.error("signing key unusable: %s", error)
    return Problem(503, "CANNOT_SIGN", "The service has no key to sign the record with.").answer()


def _store_unavailable(error: Exception) -> Response:
    current_app.logger.error("store unavailable: %s", error)
    detail = "The store can not be reached just now. Nothing is lost; please try again."
    wait = {"Retry-After": str(RETRY_AFTER)}
    return Problem(503, "STORE_UNAVAILABLE", detail, headers=wait).answer()


def _internal_error(_: Exception) -> Response:
    current_app.logger.exception("unexpected error")
    return Problem(500, "INTERNAL_ERROR", "The service failed. It has noted why.").answer()


def register(app: Flask) -> None:
    """Let every error of `app` be answered as a problem."""
    app.register_error_handler(Problem, Problem.answer)
    app.register_error_handler(HTTPException, from_http)
    app.register_error_handler(UnknownGame, _unknown_game)
    app.register_error_handler(UnknownVersion, _unknown_version)
    app.register_error_handler(DeadToken, _dead_token)
    app.register_error_handler(UnknownRuleset, _rules_missing)
    app.register_error_handler(BrokenLog, _log_broken)
    app.register_error_handler(SetupRefused, _setup_refused)
    app.register_error_handler(KeyUnusable, _key_unusable)
    for unreachable in (OperationalError, InterfaceError, StoreMissing, ViewsMissing):
        app.register_error_handler(unreachable, _store_unavailable)
    app.register_error_handler(Exception, _internal_error)
