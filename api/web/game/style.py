"""The style of pictures on pages, under an address that changes with it."""

from __future__ import annotations

import hashlib
from functools import cache

from flask import Response

from api.http.compression.answers import compress_whole
from api.http.protection.headers import is_no_document
from api.web.pages import web
from api.web.static import ASK_AGAIN, FOR_EVER
from napoleon.rules.picture.style import stylesheet

_DIGITS = 12


@cache
def edition() -> str:
    """What identifies the style."""
    return hashlib.sha256(stylesheet().encode()).hexdigest()[:_DIGITS]


@web.get("/static/picture-<asked>.css", endpoint="picture_style")
def style(asked: str) -> Response:
    """What maps and charts are drawn with, in light and dark."""
    compress_whole()
    is_no_document()
    kept = {"Cache-Control": FOR_EVER if asked == edition() else ASK_AGAIN}
    return Response(stylesheet(), 200, kept, content_type="text/css; charset=utf-8")


@web.app_template_global("picture_edition")
def address_edition() -> str:
    """The edition of the style, for its address."""
    return edition()
