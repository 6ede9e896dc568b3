"""Versions in HTTP: a game's version is the ``ETag`` of what shows only its log.

What shows names as well, which are kept beside the log and changed and erased without a new
version, has a digest of all of it after the version.

With each change of a game the answer says what is recorded, and signs it: a receipt, a signed note
in base 64 (`napoleon.record.checkpoints`). It stands in a header, beside the body, as an answer
that is repeated has the same body, while the game may have gone on.
"""

from __future__ import annotations

import hashlib
import logging
import re
from base64 import b64encode

from eventsourcing.persistence import PersistenceError
from flask import Flask, Response, request

from api.http.answers import JSON, VARY
from api.http.problems import Problem
from api.http.stores import stores
from napoleon.log.errors import UnknownGame
from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.key_files import KeyUnusable
from napoleon.record.checkpoints import receipt

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

ETAG_WITH_DIGEST = {
    "ETag": {
        "description": "Version of the game and a digest of the answer, as in "
        '`"12-0123456789abcdef01234567"`: names may change without a new version.',
        "schema": {"type": "string"},
    }
}
"""Documents that an answer names its version, and may differ at the same version."""

_DIGEST_BYTES = 12

_VERSION = r"[1-9][0-9]{0,17}"
_DIGEST = f"-[0-9a-f]{{{2 * _DIGEST_BYTES}}}"

IF_MATCH_PATTERN = rf'^(\*|"{_VERSION}({_DIGEST})?")$'
"""What ``If-Match`` may say: a version, with or without a digest after it, or that any will do."""

IF_MATCH = {
    "in": "header",
    "name": "If-Match",
    "required": True,
    "description": 'The version acted upon, in double quotes (`"12"`), or `*` for any: 412 '
    "if others were first. So the same request, sent twice, is carried out once. The `ETag` of the "
    "game itself will do as well.",
    "schema": {"type": "string", "pattern": IF_MATCH_PATTERN},
}
"""Documents that an act is meant for a version."""

_TAG = re.compile(f'"({_VERSION})(?:{_DIGEST})?"')

RECEIPT = "Napoleon-Receipt"
_CREATED = 201


def versioned(body: bytes, version: int, cache: str = CURRENT, media_type: str = JSON) -> Response:
    """`body`, which shows `version` of a game, as JSON unless it is something else."""
    return Response(body, 200, _headers(str(version), cache), content_type=media_type)


def unchanged(version: int, cache: str = CURRENT) -> Response | None:
    """304 if the caller says that they already have `version`; None otherwise."""
    return _known(str(version), cache)


def versioned_with_digest(
    body: bytes, version: int, media_type: str = JSON, varies: str = ""
) -> Response:
    """`body`, which shows `version` of a game and what is kept beside its log.

    It is JSON unless it is something else, and 304 if the caller says that they already have this
    very `body`. `varies` names a header that it depends on besides those of every answer.
    """
    digest = hashlib.sha256(body).hexdigest()[: 2 * _DIGEST_BYTES]
    tag = f"{version}-{digest}"
    found = _known(tag, CURRENT) or Response(
        body, 200, _headers(tag, CURRENT), content_type=media_type
    )
    if varies:
        found.headers["Vary"] = f"{VARY}, {varies}"
    return found


def etag(version: int) -> dict[str, str]:
    """The header that names `version`."""
    return {"ETag": f'"{version}"'}


def _known(tag: str, cache: str) -> Response | None:
    if "HTTP_IF_NONE_MATCH" not in request.environ:
        return None
    if not request.if_none_match.contains_weak(tag):
        return None
    return Response(b"", 304, _headers(tag, cache))


def _headers(tag: str, cache: str) -> dict[str, str]:
    return {"ETag": f'"{tag}"', "Cache-Control": cache, "Vary": VARY}


def expected_version() -> int | None:
    """The version in ``If-Match`` that the caller acts upon; None for ``*``, whatever it is.

    A digest after the version does not count: names change nothing that is acted upon. Raises
    Problem: 428 ``PRECONDITION_REQUIRED`` without the header, 400 ``BAD_IF_MATCH`` if it is neither
    ``*`` nor a quoted version.
    """
    header = request.headers.get("If-Match")
    if header is None:
        raise Problem(
            "PRECONDITION_REQUIRED",
            'Say which version you act upon: If-Match: "VERSION", or If-Match: * for any.',
        )
    if header.strip() == "*":
        return None
    tag = _TAG.fullmatch(header.strip())
    if tag is None:
        raise Problem(
            "BAD_IF_MATCH", 'If-Match has to be one version in double quotes, like "12", or *.'
        )
    return int(tag[1])


_receipts_log = logging.getLogger(__name__)


def register_receipts(app: Flask, prefix: str) -> None:
    """Give a receipt with every 201 about a game under `prefix`."""

    def give(answer: Response) -> Response:
        if answer.status_code == _CREATED and request.path.startswith(f"{prefix}/"):
            game = _game(answer)
            note = _signed(game) if game else ""
            if note:
                answer.headers[RECEIPT] = b64encode(note.encode()).decode()
        return answer

    app.after_request(give)


def _game(answer: Response) -> str:
    """The game that was changed, or that was set up and stands at the location told."""
    given: str = (request.view_args or {}).get("game_id", "")
    made = answer.headers.get("Location", "").rstrip("/").rpartition("/games/")[2]
    return made or given


def _signed(game_id: str) -> str:
    """The receipt of what is recorded, as far as this process knows; "" if none can be signed.

    What the request has recorded, it knows.
    """
    games = stores().games
    try:
        return receipt(games, games.at_hand(game_id))
    except KeyUnusable as error:
        # What was asked for is recorded: that it cannot be signed is no reason to deny it.
        _receipts_log.error("no receipt is signed: %s", error)
    except (PersistenceError, UnknownGame, *UNREADABLE) as error:
        _receipts_log.warning("no receipt for game %s: %s", game_id, type(error).__name__)
    return ""
