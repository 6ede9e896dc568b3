"""The position as a text: what the page of a game shows of it, and a file of its own."""

from __future__ import annotations

from flask import Response

from api.http.answers import TEXT
from api.http.compression.answers import compress_whole
from api.http.stores import stores
from api.web.game.cache import kept
from api.web.game.looking import Look, look, views
from api.web.pages import headers, web
from napoleon.play import position_text


@web.get("/games/<game_id>/position.txt")
def position_file(game_id: str) -> Response:
    """The position in lines of text, of the version ``?at=`` or as it is now."""
    # What others call themselves is not in it.
    compress_whole()
    seen = look(game_id)
    return Response(text(seen), 200, headers(public=seen.public), content_type=TEXT)


def text(seen: Look) -> str:
    """The position as its reader may know it; raises what `position_text.write` raises."""
    return kept("lines", seen.key, lambda: _written(seen))


def file_name(seen: Look) -> str:
    """What the file is called when it is kept."""
    return f"{seen.shown.id}-{seen.shown.version}-{seen.who.viewer}.txt"


def _written(seen: Look) -> str:
    games, viewer = stores().games, seen.who.viewer
    return position_text.write(games, seen.shown, viewer, newest=seen.newest, views=views(seen))
