"""Answers: their media types, and plain JSON that nobody keeps without asking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response

JSON = "application/json"

TEXT = "text/plain; charset=utf-8"
PLAIN = "text/plain"
"""The media type of a text, also where one is asked for and documented."""

VARY = "Authorization, Cookie, Napoleon-Seat"
"""What an answer of the API depends on besides its address: see `api.http.tokens`."""


def answer(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """`body` as JSON, its members in the order given."""
    kept = {"Cache-Control": "no-store", "Vary": VARY, **(headers or {})}
    return Response(msgspec.json.encode(body), status, kept, content_type=JSON)
