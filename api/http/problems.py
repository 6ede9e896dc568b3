"""Problems: every error of the service as RFC 9457 ``application/problem+json``.

A problem names a `code` in capitals, the `clause` of the rules behind it (null if none), a
`detail` for the reader and, where several things are wrong at once, one entry of `errors` each.
It never carries a stack trace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response

from api.http.answers import VARY
from api.http.codes import ABSENT, FULL, PROBLEMS, REFUSALS, REFUSED
from api.http.languages import spoken
from api.refusals import told
from napoleon.rules.orders import Refusal

MEDIA_TYPE = "application/problem+json"

CHALLENGE = 'Bearer realm="napoleon"'


class Problem(Exception):
    """An answer that says what is wrong.

    Its code has to be one of `PROBLEMS`, unless a `status` is given, which the functions below
    look up for it. `more` holds further members, such as `version`.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        status: int | None = None,
        clause: str | None = None,
        errors: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status = PROBLEMS[code] if status is None else status
        self.code = code
        self.detail = detail
        self.clause = clause
        self.errors = errors
        self.headers = dict(headers or {})
        self.more = more

    def answer(self) -> Response:
        """The problem as a response, in the language of the client. Nobody may keep it."""
        language = spoken(None)
        errors = [{**it, "detail": told(it["detail"], language)} for it in self.errors]
        body = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "clause": self.clause,
            "detail": told(self.detail, language),
            "errors": errors,
            **self.more,
        }
        headers = {"Cache-Control": "no-store", "Vary": VARY}
        return Response(
            msgspec.json.encode(body), self.status, headers | self.headers, content_type=MEDIA_TYPE
        )


def refused(refusal: Refusal) -> dict[str, Any]:
    """The members of a problem that come from a refusal of the rules."""
    return {
        "code": refusal.code,
        "clause": refusal.clause or None,
        "detail": refusal.detail,
        "facts": refusal.facts,
    }


def refusal_status(code: str) -> int:
    """The status of a refusal with that code."""
    return REFUSALS.get(code, REFUSED)


def refusal_problem(refusal: Refusal) -> Problem:
    """A refusal, by the rules of a game or of the house, as a problem."""
    return Problem(status=refusal_status(refusal.code), **refused(refusal))


def absent(code: str, detail: str) -> Problem:
    """The problem of an address that names what does not exist; its code is in `ABSENT`."""
    return Problem(code, detail, status=ABSENT[code])


def full(code: str, detail: str, *, headers: Mapping[str, str]) -> Problem:
    """The problem of a process that has no room for more; its code is one of `FULL`."""
    return Problem(code, detail, status=FULL[code], headers=headers)


def bad_token(detail: str = "The token opens no seat of this game.") -> Problem:
    """Problem ``BAD_TOKEN``, which says that a bearer token is asked for."""
    challenge = {"WWW-Authenticate": f'{CHALLENGE}, error="invalid_token"'}
    return Problem("BAD_TOKEN", detail, headers=challenge)
