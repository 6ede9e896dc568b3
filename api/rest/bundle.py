"""The bundle: the whole record of a game in one file, to be checked without this service."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import IO

from flask import Response

from api.apart.jobs import BundleJob
from api.apart.making import made_in_place
from api.bundles.keeping import kept_or_made
from api.bundles.opening import bundles
from api.http.answers import VARY
from api.http.languages import ACCEPT_LANGUAGE, HEADER, spoken
from api.http.parsing import Resources
from api.http.protection import places
from api.http.stores import stores
from api.http.tokens import caller
from napoleon.log.errors import BrokenLog
from napoleon.log.game import Game
from napoleon.record.bundle import file_name

resources = Resources("bundle", __name__, description="The whole record, to be taken home")

ZIP = "application/zip"

_CHUNK = 2**16
"""Bytes that are sent at a time."""

_A_FILE = {"type": "string", "format": "binary"}

_HEADERS = {
    "Content-Disposition": {
        "description": "A name for the file: the game, its version and whose bundle it is.",
        "schema": {"type": "string"},
    }
}


@resources.route("/games/<game_id>/bundle", parameters=[ACCEPT_LANGUAGE])
@resources.no_query
@resources.response(200, _A_FILE, content_type=ZIP, headers=_HEADERS)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
@resources.alt_response(503, "SERVICE_UNAVAILABLE")
def bundle(game_id: str) -> Response:
    """The whole record as the caller may have it: a zip file that can be checked by itself.

    It holds the log, signed checkpoints, a story in plain text, in the language that the caller
    speaks, a replay for the browser, and a verifier. What the caller may not know is committed to
    in it, and not shown. When the game is over all of it is shown, and the file can be played back
    with `napoleon import`.
    """
    game = on_record(game_id)
    return download(game, caller(game), spoken(None))


def on_record(game_id: str) -> Game:
    """The game of which somebody wants the record: the last good position if its log was changed.

    It says who asks. The record itself is read from its beginning where it is made.
    """
    games = stores().games
    try:
        return games.open(game_id)
    except BrokenLog:
        return games.replay_until_broken(game_id)[0]


def download(game: Game, viewer: str, code: str) -> Response:
    """The whole record of `game` as `viewer` may have it, to be kept as a file.

    Its story is told in the language `code`.
    """
    job = BundleJob(game.id, viewer, code)
    with places.expensive():
        file = kept_or_made(
            bundles(), stores().games, game, viewer, code, lambda: made_in_place(job)
        )
    headers = {
        "Content-Length": str(file.seek(0, os.SEEK_END)),
        "Content-Disposition": f"attachment; filename={file_name(game, viewer)}",
        "Cache-Control": "no-store",
        "Vary": f"{VARY}, {HEADER}",
    }
    file.seek(0)
    answer = Response(_chunks(file), 200, headers, content_type=ZIP)
    answer.call_on_close(file.close)
    return answer


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(_CHUNK):
            yield chunk
