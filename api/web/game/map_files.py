"""The map of a position as a file of its own: for other pages, for mail, for anybody."""

from __future__ import annotations

from flask import Response, request

from api.apart.jobs import PixelsJob, pickled
from api.apart.making import made
from api.http.compression.answers import compress_whole
from api.http.problems import Problem
from api.web.game.cache import kept
from api.web.game.looking import Look, look, views
from api.web.game.narration import trails
from api.web.pages import headers, web
from napoleon.rules.picture import svg
from napoleon.rules.picture.model import Picture

POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""Content-Security-Policy of a picture: it holds its style, and nothing that can be run."""

PNG_WIDTH = 1200
"""Pixels; enough to read the names on a map."""


@web.get("/games/<game_id>/map.svg")
def map_svg(game_id: str) -> Response:
    """The map as its reader may see it, of the version ``?at=`` or as it is now.

    Where other boards lie beside the map ``?board=`` names one of them.
    """
    # What others call themselves is not on it.
    compress_whole()
    seen = look(game_id)
    drawn = kept("map.svg", (*seen.key, _board()), lambda: svg.document(_picture(seen)))
    return _file(seen, drawn.encode(), "image/svg+xml")


@web.get("/games/<game_id>/map.png")
def map_png(game_id: str) -> Response:
    """The same as pixels."""
    seen = look(game_id)
    return _file(seen, kept("map.png", (*seen.key, _board()), lambda: _pixels(seen)), "image/png")


def _picture(seen: Look) -> Picture:
    """The map or another board. Raises Problem 404 if the game declares none."""
    pictures = seen.rules.pictures
    if pictures is None:
        raise Problem("NO_PICTURE", "This game has no map to be drawn.")
    picture = pictures.drawn(views(seen), _board(), trails(seen))
    if picture is None:
        raise Problem("NO_SUCH_BOARD", "No board of that name lies beside the map.")
    return picture


def _board() -> str:
    """The board that is asked for; empty for the map."""
    return request.args.get("board", "")


def _pixels(seen: Look) -> bytes:
    """The map as PNG. Raises Problem 404 if the game declares none, 503 ``BUSY``."""
    with made(PixelsJob(PNG_WIDTH), pickled(_picture(seen))) as drawn:
        return drawn.read()


def _file(seen: Look, body: bytes, media_type: str) -> Response:
    sent = {**headers(public=seen.public), "Content-Security-Policy": POLICY}
    return Response(body, 200, sent, content_type=media_type)
