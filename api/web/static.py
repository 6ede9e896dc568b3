"""Static files: scripts and styles, under an address that changes when any of them does.

So a browser keeps them for ever, and a script and the modules that it imports are of one edition.
Styles that are always wanted together are one sheet, which is asked for once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, send_file, send_from_directory

from api.http.compression.answers import compress_whole
from api.http.protection.headers import is_no_document
from api.web.pages import web

FOLDER = Path(__file__).parent / "static"

FOR_EVER = "public, max-age=31536000, immutable"

ASK_AGAIN = "public, no-cache"
"""For an edition that is not the current one, as while a newer service is being put in place."""

TYPES = {".js": "text/javascript", ".css": "text/css"}
"""Media types on which the lists of operating systems do not agree; the charset is added."""

SHEETS: Mapping[str, tuple[str, ...]] = {
    "page": ("tokens", "base", "components"),
    "aid": ("mini", "cards", "aid"),
    "battle": ("boards", "cards", "battle"),
    "cases": ("boards", "cases", "notes"),
    "desk": ("mini", "desk"),
    "new_game": ("mini", "new_game"),
    "settings": ("settings",),
    "table": ("game", "screen", "strip", "notes", "orders", "boards", "cards", "time"),
    "tiles": ("mini", "lobby"),
}
"""Sheets by name, each with the files that it has, in their order. Every page has ``page``."""

_EDITION_DIGITS = 12


@cache
def edition() -> str:
    """What identifies all static files of this process: a digest of them."""
    digest = hashlib.sha256(repr(SHEETS).encode())
    for file in sorted(path for path in FOLDER.rglob("*") if path.is_file()):
        digest.update(file.relative_to(FOLDER).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:_EDITION_DIGITS]


@web.get("/static/<asked>/<path:filename>", endpoint="static")
def static(asked: str, filename: str) -> Response:
    """A script or a style."""
    compress_whole()
    answer = send_from_directory(
        FOLDER, filename, mimetype=TYPES.get(Path(filename).suffix), conditional=True
    )
    return _kept(answer, asked)


@web.get("/static/<asked>/sheets/<name>.css")
def sheet(asked: str, name: str) -> Response:
    """Styles that are wanted together."""
    if name not in SHEETS:
        abort(404)
    compress_whole()
    parts = [(FOLDER / "css" / f"{it}.css").read_bytes() for it in SHEETS[name]]
    tag = f"{edition()}-{name}"
    answer = send_file(BytesIO(b"\n".join(parts)), TYPES[".css"], conditional=True, etag=tag)
    return _kept(answer, asked)


def _kept(answer: Response, asked: str) -> Response:
    """`answer`, made to say how long it is kept, and little else: it has a tag and an address."""
    if answer.mimetype in TYPES.values():
        is_no_document()
    answer.headers["Cache-Control"] = FOR_EVER if asked == edition() else ASK_AGAIN
    for known in ("Content-Disposition", "Last-Modified"):
        answer.headers.pop(known, None)
    return answer


def register(app: Flask) -> None:
    """Let ``url_for("web.static", filename=...)`` and `sheet` name the current edition."""

    @app.url_defaults
    def name_edition(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint in ("web.static", "web.sheet"):
            values.setdefault("asked", edition())
