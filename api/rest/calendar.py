"""Calendars: the deadlines of a seat, for the calendar program of its player."""

from __future__ import annotations

from typing import Any

from flask import Response, url_for

from api.calendar.keys import key_of, opens, read_key
from api.http.answers import answer
from api.http.languages import ACCEPT_LANGUAGE, spoken
from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import actor
from api.http.versions import ETAG_WITH_DIGEST, IF_NONE_MATCH, versioned_with_digest
from api.languages import SOURCE
from api.reading import Reading
from api.rest.schemas.times import CalendarQuerySchema, CalendarSchema
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game

resources = Resources("calendar", __name__, description="Deadlines in calendar programs")

UNSEEN = {"X-Robots-Tag": "noindex, nofollow, noarchive"}
"""Robots that come upon the address by accident shall not show it to others."""


@resources.route("/games/<game_id>/calendar", parameters=[ACCEPT_LANGUAGE])
@resources.arguments(CalendarQuerySchema, location="query")
@resources.response(200, CalendarSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def own(query: dict[str, Any], game_id: str) -> Response:
    """The address of the caller's calendar, for a calendar program to subscribe to.

    With the address anybody can read when the seat has to answer, and on which days it is away.
    It is dead as soon as the seat is claimed or handed over, so claim it first.
    """
    game = stores().games.open(game_id)
    return answer({"address": address(game, actor(game), spoken(query.get("lang")))})


def address(game: Game, holder: str, language: str) -> str:
    """The address of the calendar of a seat or a share, told in a language. Raises Problem 403."""
    if game.speaks_for(holder) not in game.created.seats:
        raise Problem("NOT_SEATED", "Only the holder of a seat, or of a share, has deadlines.")
    key = key_of(game, holder)
    chosen = {} if language == SOURCE else {"lang": language}
    return url_for("calendar.subscribed", key=key, _external=True, **chosen)


@resources.route("/calendar/<key>.ics", parameters=[IF_NONE_MATCH])
@resources.arguments(CalendarQuerySchema, location="query")
@resources.response(200, {"type": "string"}, content_type="text/calendar", headers=ETAG_WITH_DIGEST)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(404, "NOT_FOUND")
def subscribed(query: dict[str, Any], key: str) -> Response:
    """A calendar (RFC 5545) of all that a seat has to answer, and of its absences.

    It needs no token: its address is the secret. A deadline that is put off keeps its place in the
    calendar program; while the clock is held there are none.
    """
    # What writes calendars is loaded by the first who asks for one: no process waits for it.
    from api.calendar.feed import MEDIA_TYPE, feed

    game, holder = _holder(key)
    reading = Reading(stores().games, game, holder, query.get("lang", SOURCE))
    page = url_for("web.game", game_id=game.id, _external=True)
    found = versioned_with_digest(feed(reading, page), game.version, MEDIA_TYPE)
    found.headers.update(UNSEEN)
    return found


def _holder(key: str) -> tuple[Game, str]:
    """The game and the holder whose calendar a key opens. Raises Problem 404."""
    games = stores().games
    read = read_key(key)
    try:
        game = None if read is None else games.open(read.game)
    except UnknownGame:
        game = None
    if read is None or game is None or not opens(read, game):
        detail = "There is no such calendar, or no longer."
        raise Problem("UNKNOWN_CALENDAR", detail, headers=UNSEEN)
    return game, read.holder
