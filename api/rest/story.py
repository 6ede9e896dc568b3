"""The story: the log told in prose, as data or as plain text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response

from api.http.answers import TEXT
from api.http.languages import HEADER, spoken
from api.http.versions import versioned_with_digest
from api.languages import language_of
from api.rest.schemas.log import PAGE, PROSE
from napoleon.log import story
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.prose.paragraphs import Entry


def told(games: Games, game: Game, seat: str, query: Mapping[str, Any]) -> Response:
    """The story of `game` as `seat` may know it; text comes whole unless `limit` says otherwise.

    A page begins after the paragraph that begins with version `after`.
    """
    rules = games.rules(game)
    language = language_of(rules, spoken(query.get("lang")))
    entries = story.story(games, game, game.viewer(seat), rules, language)
    found = [it for it in entries if it.first > query.get("after", 0)]
    if query["form"] == PROSE:
        text = story.story_text(found[: query.get("limit")], language)
        return versioned_with_digest(text.encode(), game.version, TEXT, HEADER)
    limit = query.get("limit", PAGE)
    page = found[:limit]
    body = {
        "entries": list(map(_shown, page)),
        "next": page[-1].first if len(found) > limit else None,
    }
    return versioned_with_digest(msgspec.json.encode(body), game.version, varies=HEADER)


def _shown(entry: Entry) -> dict[str, Any]:
    return {
        "first": entry.first,
        "last": entry.last,
        "turn": entry.turn,
        "turn_name": entry.turn_name or None,
        "phase": entry.phase or None,
        "kind": entry.kind,
        "side": entry.side or None,
        "who": entry.who or None,
        "sentences": entry.sentences,
    }
