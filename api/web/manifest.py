"""The manifest of the web app: what a browser needs to put the lobby among a device's apps."""

from __future__ import annotations

from functools import cache

from flask import Response, url_for

from api.http.answers import answer
from api.http.problems import Problem
from api.web.catalogue import gettext, language
from api.web.pages import headers, web
from api.web.static import FOLDER
from napoleon.rules.picture.pixels import png

SIZES = (192, 512)
"""Widths of the icons in pixels, for browsers that take no SVG."""

COLOUR, PAPER = "#1f3352", "#f8f4ea"


@web.get("/manifest.webmanifest")
def manifest() -> Response:
    """Name, icons and first page of the app, in the reader's language."""
    drawn = {"src": url_for("web.static", filename="icon.svg"), "type": "image/svg+xml"}
    icons = [{**drawn, "sizes": "any"}]
    for size in SIZES:
        address = url_for("web.icon", size=size)
        icons.append({"src": address, "type": "image/png", "sizes": f"{size}x{size}"})
    told = {
        "id": "/",
        "name": gettext("Napoleon"),
        "short_name": gettext("Napoleon"),
        "description": gettext("Napoleonic board wargames, played by turns."),
        "lang": language(),
        "start_url": url_for("web.lobby"),
        "scope": "/",
        "display": "standalone",
        "theme_color": COLOUR,
        "background_color": PAPER,
        "icons": icons,
    }
    sent = answer(told, headers=headers(public=True))
    sent.content_type = "application/manifest+json"
    return sent


@web.get("/icon-<int:size>.png")
def icon(size: int) -> Response:
    """The icon in pixels. Raises Problem 404 for a size that the manifest does not name."""
    if size not in SIZES:
        raise Problem("NO_PICTURE", "There is no icon of this size.")
    sent = {"Cache-Control": "public, max-age=86400"}
    return Response(_pixels(size), 200, sent, content_type="image/png")


@cache
def _pixels(size: int) -> bytes:
    return png((FOLDER / "icon.svg").read_text(encoding="utf-8"), size)
