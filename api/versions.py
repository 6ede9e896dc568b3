"""Versions in HTTP: a game's version is the ``ETag`` of everything that shows it."""

from __future__ import annotations

import re

from flask import Response, request

from api.answers import JSON, VARY
from api.problems import Problem

CURRENT = "private, no-cache"
"""The newest version: keep it, but ask each time whether it still is the newest."""

PAST = "private, max-age=31536000, immutable"
"""An earlier version: it never changes, but only its reader may keep it."""

PUBLIC_PAST = "public, max-age=31536000, immutable"
"""An earlier version as a spectator sees it: anybody may keep it."""

IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "description": "`ETag` of what the caller already has: answered 304 if it still holds.",
    "schema": {"type": "string"},
}
"""Documents that an address answers 304."""

ETAG = {
    "ETag": {
        "description": "Version of the game that is shown, in double quotes.",
        "schema": {"type": "string"},
    }
}
"""Documents that an answer names its version."""

_TAG = re.compile(r'"([1-9][0-9]{0,17})"')


def versioned(body: bytes, version: int, cache: str = CURRENT) -> Response:
    """`body`, which shows `version` of a game, as JSON."""
    return Response(body, 200, _headers(version, cache), content_type=JSON)


def unchanged(version: int, cache: str = CURRENT) -> Response | None:
    """304 if the caller says that he already has `version`; None otherwise."""
    if "HTTP_IF_NONE_MATCH" not in request.environ:
        return None
    if not request.if_none_match.contains_weak(str(version)):
        return None
    return Response(b"", 304, _headers(version, cache))


def etag(version: int) -> dict[str, str]:
    """The header that names `version`."""
    return {"ETag": f'"{version}"'}


def _headers(version: int, cache: str) -> dict[str, str]:
    return {"ETag": f'"{version}"', "Cache-Control": cache, "Vary": VARY}


def expected_version() -> int | None:
    """The version in ``If-Match`` that the caller acts upon; None for ``*``, whatever it is.

    Raises Problem: 428 ``PRECONDITION_REQUIRED`` without the header, 400 ``BAD_IF_MATCH`` if it
    is neither ``*`` nor a quoted version.
    """
    header = request.headers.get("If-Match")
    if header is None:
        raise Problem(
            428,
            "PRECONDITION_REQUIRED",
            'Say which version you act upon: If-Match: "VERSION", or If-Match: * for any.',
        )
    if header.strip() == "*":
        return None
    tag = _TAG.fullmatch(header.strip())
    if tag is None:
        raise Problem(
            400, "BAD_IF_MATCH", 'If-Match has to be one version in double quotes, like "12", or *.'
        )
    return int(tag[1])
