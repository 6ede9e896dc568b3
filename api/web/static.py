"""Static files: scripts and styles, under an address that changes when any of them does.

So a browser keeps them for ever, and a script and the modules that it imports are of one edition.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, send_from_directory

from api.http.compression.answers import compress_whole
from api.web.pages import web

FOLDER = Path(__file__).parent / "static"

FOR_EVER = "public, max-age=31536000, immutable"

ASK_AGAIN = "public, no-cache"
"""For an edition that is not the current one, as while a newer service is being put in place."""

TYPES = {".js": "text/javascript", ".css": "text/css"}
"""Media types on which the lists of operating systems do not agree; the charset is added."""

_EDITION_DIGITS = 12


@cache
def edition() -> str:
    """What identifies all static files of this process: a digest of them."""
    digest = hashlib.sha256()
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
    answer.headers["Cache-Control"] = FOR_EVER if asked == edition() else ASK_AGAIN
    return answer


def register(app: Flask) -> None:
    """Let ``url_for("web.static", filename=...)`` name the current edition."""

    @app.url_defaults
    def name_edition(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "web.static":
            values.setdefault("asked", edition())
