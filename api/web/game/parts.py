"""Parts of a page that a script asks for, and how long they are kept."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from flask import Response, request

from api.http.answers import JSON
from api.http.versions import CURRENT, PAST
from api.web import static
from api.web.pages import headers

_DIGEST_BYTES = 12

_SOURCES = Path(__file__).parents[1]


@cache
def edition() -> str:
    """What identifies the pages of this process: a digest of their templates and texts.

    A part of an earlier position never changes, but the way it is drawn does.
    """
    digest = hashlib.sha256(static.edition().encode())
    for kind in ("*.html", "*.po"):
        for file in sorted(_SOURCES.rglob(kind)):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:_DIGEST_BYTES]


def part(body: bytes, *, past: bool = False) -> Response:
    """`body` as JSON; of the `past` for ever, if it was asked for by the current edition."""
    tag = hashlib.sha256(body).hexdigest()[: 2 * _DIGEST_BYTES]
    for_ever = past and request.args.get("edition") == edition()
    sent = {**headers(), "ETag": f'"{tag}"', "Cache-Control": PAST if for_ever else CURRENT}
    if request.if_none_match.contains_weak(tag):
        return Response(b"", 304, sent)
    return Response(body, 200, sent, content_type=JSON)
