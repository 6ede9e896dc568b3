"""What of a map is alike in every position, as a file that a browser keeps.

Lines along coasts, heights and borders are a third of the page of a large map. They hold nothing of
a game, and every game on that map has them at one address.
"""

from __future__ import annotations

import hashlib
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache, cached
from flask import Response, abort

from api.http.compression.answers import compress_whole
from api.http.protection.headers import is_no_document
from api.http.stores import stores
from api.web.game.looking import Look
from api.web.links import address
from api.web.mini_maps import first_views
from api.web.pages import web
from api.web.static import ASK_AGAIN, FOR_EVER
from napoleon.rules.contract import Ruleset
from napoleon.rules.picture.model import Land, Picture
from napoleon.rules.picture.scenery import lasting

MEDIA_TYPE = "image/svg+xml"

_DIGITS = 12


class Kept(NamedTuple):
    """The file of a game's map."""

    land: Land
    drawn: str
    tag: str
    """A digest of what is drawn."""


@web.get("/maps/<ruleset>/<tag>.svg")
def land(ruleset: str, tag: str) -> Response:
    """The shapes of a map that never change, by their names; pages use them."""
    rules = stores().games.rulesets.get(ruleset)
    kept = None if rules is None else kept_of(rules)
    if kept is None:
        abort(404)
    compress_whole()
    is_no_document()
    answer = Response(kept.drawn, content_type=MEDIA_TYPE)
    answer.set_etag(kept.tag)
    answer.headers["Cache-Control"] = FOR_EVER if tag == kept.tag else ASK_AGAIN
    return answer


def file_of(seen: Look, picture: Picture) -> str:
    """The address of that file; empty if the map has nothing to be kept, or is an earlier one."""
    ruleset = seen.newest.created.ruleset
    rules = stores().games.rulesets.get(ruleset)
    kept = None if rules is None else kept_of(rules)
    if kept is None or kept.land != picture.land:
        return ""
    return address("web.land", ruleset=ruleset, tag=kept.tag)


@cached(LRUCache(32), key=lambda it: (it.name, it.version, it.pack_hash), lock=Lock())
def kept_of(rules: Ruleset) -> Kept | None:
    """What is kept of the map of a game; None if it has no map, or nothing of it is alike."""
    if rules.pictures is None or (views := first_views(rules)) is None:
        return None
    found = rules.pictures.map(views, ()).land
    drawn = lasting(found)
    tag = hashlib.sha256(drawn.encode()).hexdigest()[:_DIGITS]
    return Kept(found, drawn, tag) if drawn else None
